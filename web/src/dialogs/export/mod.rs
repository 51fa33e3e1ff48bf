//! Export: what is seen as a figure; the value as C++, Python or JSON; its grid as LaTeX, text or a table. As files and for
//! the clipboard.

mod figure;

use std::sync::Arc;

use crate::signals::RwSignal;
use colex::draw::csv::{csv_grid, csv_table};
use colex::draw::json::json_table;
use colex::draw::latex::print_any_latex;
use colex::draw::text::print_any_layout;
use colex::emit::{self, Form, Known};
use colex::figure::Part;
use colex::notebook::Value;
use colex::notebook::value::without_underscores;
use colex::words::{self, Tongue};
use colex::{AnyLayout, Names};
use colex_document::visit::Visit;
use leptos::prelude::*;

use self::figure::Composer;
use crate::browser;
use crate::languages::say;
use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::panels::figure::Seen;
use crate::panels::said::shortened;
use crate::session::{Parts, Screen, Session};

/// Factor by which a PNG is larger than the SVG: sharp on displays and in print.
const PNG_SCALE: f64 = 2.0;
/// The longest side of a PNG in pixels, which every browser's canvas takes.
const PNG_SIDE: f64 = 8192.0;

/// Kind of thing that can be taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    CppStatic,
    CppDynamic,
    Python,
    Printed,
    Json,
    Svg,
    Png,
    Latex,
    Text,
    CsvGrid,
    CsvTable,
    JsonTable,
    Link,
    Embed,
}

/// The value as an expression.
const SPELLINGS: [Kind; 5] = [Kind::CppStatic, Kind::CppDynamic, Kind::Python, Kind::Printed, Kind::Json];
/// Its indices.
const TABLES: [Kind; 5] = [Kind::Latex, Kind::Text, Kind::CsvGrid, Kind::CsvTable, Kind::JsonTable];
/// Picture that is seen.
const FIGURE: [Kind; 2] = [Kind::Svg, Kind::Png];
/// The live page.
const LIVE: [Kind; 2] = [Kind::Link, Kind::Embed];
/// Number of characters of a spelling that are shown.
const SHOWN: usize = 240;

/// Content that is taken away, as it is when the dialog opens.
struct Taken {
    name: Option<String>,
    names: Option<Arc<Names>>,
    value: Value,
    layout: AnyLayout,
    /// The same, of a tensor from where its data begin.
    drawn: AnyLayout,
    seen: Seen,
    parts: Vec<Part>,
    address: Option<String>,
    snippet: Option<String>,
}

impl Taken {
    fn now(session: Session, parts: &[Part]) -> Option<Taken> {
        let look = session.screen.look.get()?;
        let evaluation = session.draft.evaluation.get().0;
        // A bare shape has strides on the screen; a broken text has another value than what is shown.
        let value =
            evaluation.value(look.statement).filter(|value| value.as_any_layout().as_ref() == Some(&look.layout));
        Some(Taken {
            value: value.cloned().unwrap_or_else(|| Value::from(look.layout.clone())),
            seen: Seen::now(session)?,
            parts: parts.to_vec(),
            address: session.draft.address(),
            snippet: session.snippet(&Visit::default()),
            drawn: look.drawn(),
            names: look.names,
            name: look.name,
            layout: look.layout,
        })
    }
}

impl Kind {
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Kind::CppStatic => ("C++, static", "C++（静态）"),
            Kind::CppDynamic => ("C++, dynamic", "C++（动态）"),
            Kind::Python => ("Python DSL", "Python DSL"),
            Kind::Printed => ("As CuTe prints it", "CuTe 的打印形式"),
            Kind::Json => ("JSON", "JSON"),
            Kind::Svg => ("Figure as SVG", "图（SVG）"),
            Kind::Png => ("Figure as PNG", "图（PNG）"),
            Kind::Latex => ("LaTeX, as print_latex", "LaTeX（同 print_latex）"),
            Kind::Text => ("Text, as print_layout", "文本（同 print_layout）"),
            Kind::CsvGrid => ("CSV, the grid", "CSV（网格）"),
            Kind::CsvTable => ("CSV, one row for each coordinate", "CSV（每个坐标一行）"),
            Kind::JsonTable => ("JSON, one object for each coordinate", "JSON（每个坐标一个对象）"),
            Kind::Link => ("Link", "链接"),
            Kind::Embed => ("Snippet for another page", "嵌入代码"),
        }
    }

    fn ending(self) -> (&'static str, &'static str) {
        match self {
            Kind::CppStatic => ("static.cpp", "text/x-c++src"),
            Kind::CppDynamic => ("dynamic.cpp", "text/x-c++src"),
            Kind::Python => ("py", "text/x-python"),
            Kind::Printed => ("printed.txt", "text/plain"),
            Kind::Json => ("json", "application/json"),
            Kind::Svg => ("svg", "image/svg+xml"),
            Kind::Png => ("png", "image/png"),
            Kind::Latex => ("tex", "application/x-tex"),
            Kind::Text => ("txt", "text/plain"),
            Kind::CsvGrid => ("csv", "text/csv"),
            Kind::CsvTable => ("coordinates.csv", "text/csv"),
            Kind::JsonTable => ("coordinates.json", "application/json"),
            Kind::Link => ("url", "application/internet-shortcut"),
            Kind::Embed => ("html", "text/html"),
        }
    }

    /// The text, or why there is none. Text to the letter of CuTe has the layout with its underscores; the figure is of
    /// the page.
    fn text(self, taken: &Taken, tongue: Tongue) -> Result<String, String> {
        let Taken { name, names, value, layout, drawn, seen, parts, address, snippet } = taken;
        let spelled = |value: &Value, form: Form| {
            let text = emit::named_statement(name.as_deref(), value, names.as_deref(), form);
            text.map_err(|reason| words::unspelled(&reason, tongue))
        };
        let carried = |text: &Option<String>| {
            text.clone().ok_or_else(|| {
                tongue.pick("The notebook is too large for a link", "笔记本过大，无法放入链接").to_string()
            })
        };
        let drawn = match self {
            Kind::CppStatic => return spelled(&Known::Static.value(value), Form::Cpp),
            Kind::CppDynamic => return spelled(&Known::Dynamic.value(value), Form::Cpp),
            Kind::Python => return spelled(value, Form::Python),
            Kind::Printed => return spelled(value, Form::Printed),
            Kind::Json => return spelled(value, Form::Json),
            Kind::Svg | Kind::Png => return figure::svg(seen, parts, tongue),
            Kind::Latex => print_any_latex(layout),
            Kind::Text => print_any_layout(layout),
            Kind::CsvGrid => csv_grid(drawn),
            Kind::CsvTable => csv_table(drawn),
            Kind::JsonTable => json_table(drawn),
            Kind::Link => return carried(address),
            Kind::Embed => return carried(snippet),
        };
        drawn.map_err(|error| words::error(&error, tongue))
    }
}

part! {
    /// The dialog that exports.
    pub PART: dialogs = export
}

/// The dialog, which opens whenever `asked` changes.
fn export(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { tastes, screen, .. } = *session;
    let said = RwSignal::new(None::<(Kind, String)>);
    let composer = Composer::new(session);
    let spellings = RwSignal::new(SPELLINGS.map(|_| String::new()));
    let made = move |kind: Kind| -> Option<String> {
        untrack(move || {
            let text = kind.text(&Taken::now(session, &composer.chosen.get())?, tastes.tongue.get());
            text.map_err(|reason| said.set(Some((kind, reason)))).ok()
        })
    };
    let before = move || {
        said.set(None);
        composer.begin();
        // These spellings were made when the dialog was opened: it must cost nothing while it is closed.
        spellings.set(untrack(move || {
            let (taken, tongue) = (Taken::now(session, &[]), tastes.tongue.get());
            SPELLINGS.map(|kind| {
                let text = taken.as_ref().and_then(|taken| kind.text(taken, tongue).ok());
                shortened(&text.unwrap_or_default(), SHOWN)
            })
        }));
    };
    let save = move |kind: Kind| {
        said.set(None);
        let Some(text) = made(kind) else { return };
        let (ending, media_type) = kind.ending();
        let name = format!("{}.{ending}", untrack(move || file_name(screen)));
        if kind == Kind::Png {
            browser::spawn(async move {
                if !browser::download_picture(&name, &text, PNG_SCALE, PNG_SIDE).await {
                    let sentence =
                        untrack(move || tastes.say("The browser could not make this picture", "浏览器无法生成此图片"));
                    said.set(Some((kind, sentence.to_string())));
                }
            });
        } else if kind == Kind::Link {
            // A desktop opens this file as a link.
            browser::download(&name, media_type, &format!("[InternetShortcut]\r\nURL={text}\r\n"));
        } else {
            browser::download(&name, media_type, &text);
        }
    };
    let copy = move |kind: Kind| {
        said.set(None);
        let Some(text) = made(kind) else { return };
        browser::spawn(async move {
            let done = match kind {
                Kind::Png => browser::copy_picture(text, PNG_SCALE, PNG_SIDE).await,
                _ => browser::copy(text).await,
            };
            let sentence = untrack(move || match done {
                true => tastes.say("Copied", "已复制"),
                false => tastes.say(
                    "The browser does not let this page copy: save the file",
                    "浏览器不允许本页面复制，请保存为文件",
                ),
            });
            said.set(Some((kind, sentence.to_string())));
        });
    };
    let row = move |kind: Kind| {
        let (english, chinese) = kind.name();
        let sentence = move || said.get().filter(|(said_of, _)| *said_of == kind).map(|(_, sentence)| sentence);
        let label = move |english_verb: &'static str, chinese_verb: &'static str| {
            say!(tastes.tongue.get(), en("{english_verb}: {english}"), zh("{chinese_verb}：{chinese}"))
        };
        let spelling = SPELLINGS.iter().position(|other| *other == kind).map(|place| {
            let text = move || spellings.with(|spellings| spellings.get(place).cloned());
            view! { <code class="small spelling">{text}</code> }
        });
        view! {
            <li>
                <span>{tastes.text(english, chinese)}</span>
                <span class="row">
                    <button aria-label=move || label("Save", "保存") on:click=move |_| save(kind)>{tastes.text("Save", "保存")}</button>
                    <button aria-label=move || label("Copy", "复制") on:click=move |_| copy(kind)>{tastes.text("Copy", "复制")}</button>
                </span>
                {spelling}
                <span class="small said" role="status" aria-live="polite">{sentence}</span>
            </li>
        }
        .into_any()
    };
    let body = view! {
            <p class="mono quiet">{move || screen.shown.with(|shown| shown.as_ref().map(|shown| tastes.spell(&shown.look.printed())))}</p>
            <h3>{tastes.text("As a figure", "作为插图")}</h3>
            {composer.view()}
            <ul>{FIGURE.map(row).into_iter().collect_view()}</ul>
            <h3>{tastes.text("As code", "作为代码")}</h3>
            <ul>{SPELLINGS.map(row).into_iter().collect_view()}</ul>
            <h3>{tastes.text("As a table", "作为表格")}</h3>
            <ul>{TABLES.map(row).into_iter().collect_view()}</ul>
            <h3>{tastes.text("As a live page", "作为可交互页面")}</h3>
            <ul>{LIVE.map(row).into_iter().collect_view()}</ul>
    };
    dialog(session, asked, "take-away", tastes.text("Export", "导出"), before, move || composer.end(), body.into_any())
}

/// A file's name without its ending: the layout's name, and the layout where it is short, in letters every system takes.
fn file_name(screen: Screen) -> String {
    screen.shown.with(|shown| match shown {
        Some(shown) => named(shown.look.name.as_deref(), &shown.look.printed()),
        None => "layout".to_string(),
    })
}

fn named(name: Option<&str>, printed: &str) -> String {
    /// The longest name, which leaves room for the folder.
    const LONGEST: usize = 60;
    let plain = without_underscores(printed);
    let spelled = plain.chars().map(|c| match c {
        ':' => '_',
        ',' => '-',
        '@' => 'e',
        other => other,
    });
    let spelled =
        spelled.filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '(' | ')')).collect::<String>();
    let whole = match name {
        Some(name) => format!("{name}_{spelled}"),
        None => spelled,
    };
    if whole.len() <= LONGEST { whole } else { name.unwrap_or("layout").to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_the_layout() {
        assert_eq!(named(Some("A"), "(_3,(_2,_3)):(_3,(_12,_1))"), "A_(3-(2-3))_(3-(12-1))");
        assert_eq!(named(None, "8:-2"), "8_-2");
        assert_eq!(named(None, "(4,8):(_1@0,_1@1)"), "(4-8)_(1e0-1e1)");
        assert_eq!(named(None, "Sw<2,0,3> o _0 o (_4,_8):(_8,_1)"), "Sw2-0-3o0o(4-8)_(8-1)");
        assert_eq!(named(Some("A"), &"(4,4):(1,4)".repeat(9)), "A");
        assert_eq!(named(None, &"(4,4):(1,4)".repeat(9)), "layout");
    }
}
