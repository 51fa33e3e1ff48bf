//! Export: the grid as a picture, as LaTeX, text or a table, as files and for the clipboard.

use colex::document::Colour;
use colex::draw::csv::{csv_grid, csv_table};
use colex::draw::latex::print_any_latex;
use colex::draw::palette;
use colex::draw::svg::{self, GridOptions, any_svg};
use colex::draw::text::print_any_layout;
use colex::notebook::value::without_underscores;
use colex::swizzle::Offset;
use colex::table::Grid;
use colex::words;
use colex::{AnyLayout, ComposedLayout, Int, Layout};
use leptos::prelude::*;

use crate::browser;
use crate::dialog::dialog;
use crate::session::Session;

/// How many times larger than the SVG a PNG is: sharp on displays and in print.
const PNG_SCALE: f64 = 2.0;
/// The longest side of a PNG in pixels, which every browser's canvas takes.
const PNG_SIDE: f64 = 8192.0;

/// What can be taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
    Latex,
    Text,
    CsvGrid,
    CsvTable,
}

const KINDS: [Kind; 6] = [Kind::Svg, Kind::Png, Kind::Latex, Kind::Text, Kind::CsvGrid, Kind::CsvTable];

impl Kind {
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Kind::Svg => ("Grid as SVG", "表格（SVG）"),
            Kind::Png => ("Grid as PNG", "表格（PNG）"),
            Kind::Latex => ("LaTeX, as print_latex", "LaTeX（同 print_latex）"),
            Kind::Text => ("Text, as print_layout", "文本（同 print_layout）"),
            Kind::CsvGrid => ("CSV, the grid", "CSV（表格）"),
            Kind::CsvTable => ("CSV, one row for each coordinate", "CSV（每个坐标一行）"),
        }
    }

    fn ending(self) -> (&'static str, &'static str) {
        match self {
            Kind::Svg => ("svg", "image/svg+xml"),
            Kind::Png => ("png", "image/png"),
            Kind::Latex => ("tex", "application/x-tex"),
            Kind::Text => ("txt", "text/plain"),
            Kind::CsvGrid => ("csv", "text/csv"),
            Kind::CsvTable => ("coordinates.csv", "text/csv"),
        }
    }

    fn is_text(self) -> bool {
        self != Kind::Png
    }

    /// Text to the letter of CuTe has the layout with its underscores; the picture is of the page.
    fn text(self, layout: &AnyLayout, options: &GridOptions) -> colex::Result<String> {
        match self {
            Kind::Svg | Kind::Png => any_svg(layout, options),
            Kind::Latex => print_any_latex(layout),
            Kind::Text => print_any_layout(layout),
            Kind::CsvGrid => csv_grid(layout),
            Kind::CsvTable => csv_table(layout),
        }
    }
}

/// The dialog, which opens whenever `asked` changes.
pub fn export(session: Session, asked: RwSignal<u32>) -> AnyView {
    let said = RwSignal::new(None::<(Kind, String)>);
    let made = move |kind: Kind| -> Option<String> {
        let layout = session.shown.with_untracked(|shown| shown.as_ref().map(|shown| shown.look.layout.clone()))?;
        let options = untrack(|| options(session, &layout));
        let shows_underscores = session.options.with_untracked(|options| options.underscores);
        let is_picture = matches!(kind, Kind::Svg | Kind::Png);
        let layout = if is_picture && !shows_underscores { without_statics(&layout).unwrap_or(layout) } else { layout };
        match kind.text(&layout, &options) {
            Ok(text) => Some(text),
            Err(error) => {
                said.set(Some((kind, words::error(&error, session.tongue.get_untracked()))));
                None
            }
        }
    };
    let save = move |kind: Kind| {
        said.set(None);
        let Some(text) = made(kind) else { return };
        let (ending, media_type) = kind.ending();
        let name = format!("{}.{ending}", untrack(move || file_name(session)));
        if kind == Kind::Png {
            browser::spawn(async move {
                if !browser::download_picture(&name, &text, PNG_SCALE, PNG_SIDE).await {
                    let sentence =
                        untrack(move || session.say("The browser could not make this picture", "浏览器无法生成此图片"));
                    said.set(Some((kind, sentence.to_string())));
                }
            });
        } else {
            browser::download(&name, media_type, &text);
        }
    };
    let copy = move |kind: Kind| {
        said.set(None);
        let Some(text) = made(kind) else { return };
        browser::spawn(async move {
            let done = browser::copy(text).await;
            let sentence = untrack(move || match done {
                true => session.say("Copied", "已复制"),
                false => session.say(
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
            session.tongue.get().pick(format!("{english_verb}: {english}"), format!("{chinese_verb}：{chinese}"))
        };
        view! {
            <li>
                <span>{move || session.say(english, chinese)}</span>
                <span class="row">
                    <button aria-label=move || label("Save", "保存") on:click=move |_| save(kind)>{move || session.say("Save", "保存")}</button>
                    {kind.is_text().then(|| view! {
                        <button aria-label=move || label("Copy", "复制") on:click=move |_| copy(kind)>{move || session.say("Copy", "复制")}</button>
                    })}
                </span>
                <span class="small said" role="status" aria-live="polite">{sentence}</span>
            </li>
        }
    };
    let body = view! {
            <p class="mono quiet">{move || session.shown.with(|shown| shown.as_ref().map(|shown| session.spell(&shown.look.layout.to_string())))}</p>
            <ul>{KINDS.map(row)}</ul>
    };
    dialog(session, asked, "take-away", ("Export", "导出"), move || said.set(None), || (), body.into_any())
}

/// The picture as the grid on the page: theme, colours, slice and chosen cell.
fn options(session: Session, layout: &AnyLayout) -> GridOptions {
    let colour = session.options.with(|options| options.colour);
    let slice = session.view.with(|view| view.slice.clone());
    let point = session.point.get().and_then(Result::ok).filter(|point| point.inside);
    let beyond = layout.rank().saturating_sub(2);
    // Without a chosen slice the grid shows that of the chosen point.
    let slice = match &point {
        Some(point) if slice.is_empty() && beyond > 0 => {
            let digits = point.flat.modes().iter().skip(2);
            digits.filter_map(|digit| digit.leaves().first().and_then(|int| u64::try_from(int.value()).ok())).collect()
        }
        _ => slice,
    };
    let slice = padded(slice, beyond);
    let highlight = point.and_then(|point| {
        let grid = Grid::any(layout, &slice).ok()?;
        let mut digits =
            point.flat.modes().iter().filter_map(|digit| u64::try_from(digit.leaves().first()?.value()).ok());
        let cell = (digits.next()?, digits.next().unwrap_or(0));
        let beyond = digits.collect::<Vec<_>>();
        (beyond == slice && cell.0 < grid.rows() && cell.1 < grid.columns()).then_some(cell)
    });
    GridOptions {
        theme: if session.dark.get() { palette::Theme::Dark } else { palette::Theme::Light },
        colour: if colour == Colour::None { svg::Colour::None } else { svg::Colour::IndexModulo8 },
        highlight,
        slice,
        ..GridOptions::default()
    }
}

/// The same function with dynamic integers, which print without underscores.
fn without_statics(layout: &AnyLayout) -> Option<AnyLayout> {
    Some(match layout {
        AnyLayout::Plain(layout) => {
            let shape = layout.shape().map(&mut |int| Int::dynamic(int.value()));
            let stride = layout.stride().map(&mut |leaf| leaf.with_scale(Int::dynamic(leaf.scale().value())));
            AnyLayout::Plain(Layout::new(shape, stride).ok()?)
        }
        AnyLayout::Composed(composed) => {
            let offset = Offset::Int(Int::dynamic(composed.offset().int().value()));
            let inner = without_statics(composed.inner())?;
            AnyLayout::Composed(ComposedLayout::new(composed.swizzle(), offset, inner))
        }
    })
}

fn padded(slice: Vec<u64>, length: usize) -> Vec<u64> {
    let mut slice = slice;
    slice.resize(length, 0);
    slice
}

/// A file's name without its ending: the layout's name, and the layout where it is short, in letters every system takes.
fn file_name(session: Session) -> String {
    session.shown.with(|shown| match shown {
        Some(shown) => named(shown.look.name.as_deref(), &shown.look.layout.to_string()),
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
        assert_eq!(named(Some("A"), &"(4,4):(1,4)".repeat(9)), "A");
        assert_eq!(named(None, &"(4,4):(1,4)".repeat(9)), "layout");
    }

    #[test]
    fn a_slice_has_one_number_for_each_mode_beyond_the_second() {
        assert_eq!(padded(vec![1], 2), [1, 0]);
        assert_eq!(padded(vec![1, 2, 3], 1), [1]);
    }
}
