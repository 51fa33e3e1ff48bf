//! A sheet that a teacher puts together: its exercises, its link and its code, and its way to paper.

use colex::learn::class::sheet::{ITEMS_LIMIT, Sheet};
use colex::learn::class::{folded, tidy};
use colex::learn::course::SEEDS;
use colex::learn::generators;
use colex::learn::place::Place;
use leptos::prelude::*;

use super::paper::{PAPER, Paper};
use crate::browser;
use crate::languages::say;
use crate::panels::course::{COURSE, address_of, any_seed, go};
use crate::panels::qr;
use crate::session::{Draft, Tastes};
use crate::signals::{Effect, Memo, RwSignal};

/// Largest number of names that are printed.
const NAMES_LIMIT: usize = 60;
/// The id of the field with the link.
const LINK: &str = "sheet-link";

/// The page on which a sheet is put together.
pub(super) fn sheet(draft: Draft, tastes: Tastes) -> AnyView {
    let sheet = RwSignal::new(Sheet { items: Vec::new(), seed: any_seed(), personal: true, title: String::new() });
    let fits = Memo::new(move |_| sheet.with(Sheet::fits));
    // Typed names stay while the last exercise is exchanged.
    let names = RwSignal::new(String::new());
    let address = Memo::new(move |_| {
        let word = sheet.with(|sheet| sheet.fits().then(|| sheet.to_string()))?;
        address_of(draft, &Place::Sheet(0, word))
    });
    view! {
        <div class="sheet-maker">
            <div>
                {chosen(tastes, sheet)}
                {offered(tastes, sheet)}
            </div>
            <div>
                {about(tastes, sheet)}
                <Show when=move || fits.get() fallback=move || view! { <p class="quiet">{tastes.text("Choose at least one exercise.", "请至少选一道练习。")}</p> }>
                    {handed(draft, tastes, sheet, address)}
                    {printed(tastes, sheet, names)}
                </Show>
            </div>
        </div>
    }
    .into_any()
}

fn title_of(tastes: Tastes, name: &str) -> String {
    let title = generators::find(name).map(|found| found.title).unwrap_or_default();
    tastes.tongue.get().pick(title[0], title[1]).to_owned()
}

/// The exercises of the sheet in order.
fn chosen(tastes: Tastes, sheet: RwSignal<Sheet>) -> AnyView {
    let row = move |(at, (name, level)): (usize, (String, u8))| {
        let change = move |event| {
            if let Ok(level) = event_target_value(&event).parse() {
                sheet.update(|sheet| {
                    if let Some(item) = sheet.items.get_mut(at) {
                        item.1 = level;
                    }
                });
            }
        };
        let remove = move |_| {
            sheet.update(|sheet| {
                sheet.items.remove(at);
            });
            browser::focus_where_lost("sheet-title");
        };
        let title = title_of(tastes, &name);
        let label = tastes.say("Level", "级别");
        let levels =
            (1..=3_u8).map(|one| view! { <option value=one.to_string() prop:selected=one == level>{one}</option> });
        view! {
            <li>
                <span class="sheet-item">{title.clone()}</span>
                <label class="small">{label} " " <select aria-label=format!("{label}: {title}") on:change=change>{levels.collect_view()}</select></label>
                <button class="plain small" aria-label=format!("{} {title}", tastes.say("Remove", "移除")) on:click=remove>"✕"</button>
            </li>
        }
    };
    let rows = move || sheet.with(|sheet| sheet.items.clone()).into_iter().enumerate().map(row).collect_view();
    view! {
        <h3>{tastes.text("Exercises of the sheet", "练习单中的练习")}</h3>
        <ol class="sheet-items">{rows}</ol>
    }
    .into_any()
}

/// Lists the choices that there are: the kinds of each lesson.
fn offered(tastes: Tastes, sheet: RwSignal<Sheet>) -> AnyView {
    let add = move |name: &'static str| {
        sheet.update(|sheet| {
            if sheet.items.len() < ITEMS_LIMIT {
                sheet.items.push((name.to_owned(), 1));
            }
        });
    };
    let is_full = move || sheet.with(|sheet| sheet.items.len() >= ITEMS_LIMIT);
    let count = move || {
        let count = sheet.with(|sheet| sheet.items.len());
        say!(tastes.tongue.get(), en("{count} of {ITEMS_LIMIT} exercises"), zh("{count} 道练习，最多 {ITEMS_LIMIT} 道"))
    };
    let modules = COURSE.modules.iter().zip(1..).map(|(module, number)| {
        let title = move || {
            let [english, chinese] = &module.title;
            format!("{number}. {}", tastes.tongue.get().pick(english, chinese))
        };
        let kinds = generators::ALL.iter().filter(|generator| module.lessons.iter().any(|it| it.name == generator.lesson));
        let kinds = kinds.map(|generator| {
            let name = generator.name;
            view! {
                <li><button class="plain small" aria-disabled=move || is_full().to_string() on:click=move |_| add(name)>"+ " {move || title_of(tastes, name)}</button></li>
            }
        });
        view! { <details open=number == 1><summary>{title}</summary><ul class="sheet-kinds">{kinds.collect_view()}</ul></details> }
    });
    view! {
        <h3>{tastes.text("Add", "添加")}</h3>
        {modules.collect_view()}
        <p class="small quiet" role="status">{count}</p>
    }
    .into_any()
}

/// Shows the name of the sheet, whose numbers it has, and from which seed.
fn about(tastes: Tastes, sheet: RwSignal<Sheet>) -> AnyView {
    let rename = move |event| sheet.update(|sheet| sheet.title = tidy(&event_target_value(&event)));
    let reseed = move |event| {
        match event_target_value(&event).trim().parse().ok().filter(|seed| *seed < SEEDS) {
            Some(seed) => sheet.update(|sheet| sheet.seed = seed),
            // A text that is no seed is not taken, and the field says which one is.
            None => browser::write_back(&event, &sheet.with_untracked(|sheet| sheet.seed.to_string())),
        }
    };
    view! {
        <p class="row"><label for="sheet-title">{tastes.text("Title", "标题")}</label>
            <input type="text" id="sheet-title" maxlength="60" prop:value=move || sheet.with(|sheet| sheet.title.clone()) on:change=rename/></p>
        <p><label class="row"><input type="checkbox" prop:checked=move || sheet.with(|sheet| sheet.personal)
            on:change=move |event| sheet.update(|sheet| sheet.personal = event_target_checked(&event))/>
            {tastes.text("Each student has numbers of their own, by name", "每位学生按姓名得到各自的数字")}</label></p>
        <p class="row"><label for="sheet-seed">{tastes.text("Seed", "种子")}</label>
            <input type="text" id="sheet-seed" class="mono" inputmode="numeric" size="7" prop:value=move || sheet.with(|sheet| sheet.seed.to_string()) on:change=reseed/>
            <button class="small" on:click=move |_| sheet.update(|sheet| sheet.seed = any_seed())>{tastes.text("Other numbers", "换一组数字")}</button></p>
    }
    .into_any()
}

/// The link and the code.
fn handed(draft: Draft, tastes: Tastes, sheet: RwSignal<Sheet>, address: Memo<Option<String>>) -> AnyView {
    let copied = RwSignal::new(false);
    Effect::new(move |_| {
        address.track();
        copied.set(false);
    });
    let copy = move |_| {
        let text = address.get_untracked().unwrap_or_default();
        browser::spawn(
            async move { if browser::copy(text).await { copied.set(true) } else { browser::select_text(LINK) } },
        );
    };
    let code = move || {
        let label = tastes.say("QR code of the sheet", "练习单的二维码").to_owned();
        qr::drawn(&address.get().filter(|address| address.len() <= qr::QR_DENSE)?, label)
    };
    let mark = move || {
        sheet.with(|sheet| say!(tastes.tongue.get(), en("Sheet {}", sheet.mark()), zh("练习单 {}", sheet.mark())))
    };
    let try_it = move |_| {
        browser::close_dialog("learn");
        go(draft, &Place::Sheet(0, sheet.with_untracked(Sheet::to_string)));
    };
    view! {
        <h3>{tastes.text("For the students", "给学生")}</h3>
        <div class="row field-and-button">
            <input type="text" id=LINK class="mono" readonly=true aria-label=tastes.text("Link", "链接")
                prop:value=move || address.get().unwrap_or_default() on:focus=move |_| browser::select_text(LINK)/>
            <button class="primary" on:click=copy>{move || if copied.get() { tastes.say("Copied", "已复制") } else { tastes.say("Copy", "复制") }}</button>
        </div>
        <figure class="sheet-code">{code}</figure>
        <p class="row"><button on:click=try_it>{tastes.text("Open it as a student", "以学生身份打开")}</button>
            <span class="quiet small">{mark}</span></p>
        <p class="small quiet">{tastes.text(
            "A phone that was never here needs a network once; then the sheet works without.",
            "第一次打开本页的手机需要联网一次，之后练习单可离线使用。",
        )}</p>
    }
    .into_any()
}

/// The way to paper, with names where each has numbers of their own.
fn printed(tastes: Tastes, sheet: RwSignal<Sheet>, typed: RwSignal<String>) -> AnyView {
    let names = Memo::new(move |_| {
        let lines = typed.with(|typed| typed.lines().map(tidy).collect::<Vec<_>>());
        lines.into_iter().filter(|name| !name.is_empty()).take(NAMES_LIMIT).collect::<Vec<_>>()
    });
    let left_out = move || {
        typed.with(|typed| typed.lines().map(tidy).filter(|name| !name.is_empty()).count().saturating_sub(NAMES_LIMIT))
    };
    let equal = Memo::new(move |_| {
        let folded = |name: &String| folded(&browser::in_nfkc(name));
        names.with(|names| {
            let all = names.iter().map(folded).collect::<Vec<_>>();
            let twice = names.iter().zip(&all).find(|(_, one)| all.iter().filter(|other| other == one).count() > 1);
            twice.map(|(name, _)| name.clone())
        })
    });
    let is_personal = move || sheet.with(|sheet| sheet.personal);
    let print = move |_| {
        let names = if sheet.with_untracked(|sheet| sheet.personal) { names.get_untracked() } else { Vec::new() };
        browser::close_dialog("learn");
        PAPER.set(Some(Paper { sheet: sheet.get_untracked(), names }));
    };
    view! {
        <h3>{tastes.text("On paper", "打印")}</h3>
        <Show when=is_personal>
            <label for="sheet-names" class="small">{tastes.text("Names, one a line: a sheet for each; none: one sheet for all", "姓名，每行一个：每人一张；留空则共用一张")}</label>
            <textarea id="sheet-names" rows="3" prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))></textarea>
            <p class="small" role="status">{move || equal.get().map(|name| say!(tastes.tongue.get(),
                en("{name} stands there twice: equal names get equal numbers."), zh("{name} 出现两次：姓名相同则数字相同。")))}
                {move || Some(left_out()).filter(|count| *count > 0).map(|count| say!(tastes.tongue.get(),
                en(" The last {count} names are left out: {NAMES_LIMIT} are printed at once."), zh(" 最后 {count} 个姓名未计入：一次最多打印 {NAMES_LIMIT} 张。")))}</p>
        </Show>
        <p class="row"><button on:click=print>{tastes.text("Print, solutions apart", "打印，解答另页")}</button></p>
    }
    .into_any()
}
