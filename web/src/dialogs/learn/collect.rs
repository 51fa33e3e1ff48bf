//! Collect: the results of a class, as they were pasted, as a table.

use colex::learn::class::collect::{COLLECT_LIMIT, Collected, Column, Table};
use colex::learn::class::result::{Attempt, Damage, Outcome};
use colex::learn::generators;
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::session::Tastes;
use crate::signals::{Memo, RwSignal};

/// Number of misconceptions that are named below an exercise.
const BECAUSE: usize = 3;

/// The page on which results are pasted.
pub(super) fn collect(tastes: Tastes) -> AnyView {
    let pasted = RwSignal::new(String::new());
    let collected = Memo::new(move |_| pasted.with(|pasted| Collected::read(pasted, browser::in_nfkc)));
    let tables =
        move || collected.with(|collected| collected.tables.iter().map(|one| table(tastes, one)).collect_view());
    let left_out = move || {
        let tongue = tastes.tongue.get();
        collected.with(|collected| {
            let damaged = collected.damaged.iter().map(|(begin, line, damage)| {
                let why = match damage {
                    Damage::Cut => tongue.pick("a part is missing", "缺了一部分"),
                    Damage::Mistyped => tongue.pick("a letter is another", "有字符不对"),
                    Damage::Unknown => tongue.pick("of another version of the page", "来自本页的其他版本"),
                };
                let said = say!(
                    tongue,
                    en("Line {line}, {begin}…: left out, {why}"),
                    zh("第 {line} 行，{begin}…：未计入，{why}")
                );
                view! { <li>{said}</li> }
            });
            let damaged = damaged.collect_view();
            let (more, repeated) = (collected.more, collected.repeated);
            let more = (more > 0).then(|| say!(tongue, en("{more} more are left out."), zh("另有 {more} 个未计入。")));
            let repeated = (repeated > 0).then(|| {
                say!(
                    tongue,
                    en("{repeated} were pasted twice and count once."),
                    zh("{repeated} 个重复粘贴，只计一次。")
                )
            });
            let read = collected.tables.iter().map(|table| table.rows.len()).sum::<usize>();
            let read = (read > 0).then(|| say!(tongue, en("{read} results."), zh("{read} 份结果。")));
            view! { <p class="small">{read}</p> <ul class="small">{damaged}</ul> <p class="small">{more} " " {repeated}</p> }
        })
    };
    let is_empty = move || collected.with(|collected| collected.tables.is_empty());
    view! {
        <label for="collect-text">{tastes.text("Results of students, with whatever stands around them", "学生的结果，前后夹杂其他文字也可以")}</label>
        <textarea id="collect-text" class="mono small" rows="5" maxlength=COLLECT_LIMIT spellcheck="false"
            prop:value=move || pasted.get() on:input=move |event| pasted.set(event_target_value(&event))></textarea>
        <div role="status">{left_out}</div>
        <Show when=is_empty>
            <p class="quiet">{tastes.text(
                "Paste any number of results: a table shows who did what, and where the class stumbles. It is computed here and sent nowhere.",
                "粘贴任意多个结果：表格显示谁做了什么，以及全班在哪里出错。一切在本机计算，不会发送。",
            )}</p>
        </Show>
        {tables}
    }
    .into_any()
}

/// Shows an attempt as it is written in a cell, and as it is said.
fn cell(tastes: Tastes, attempt: &Attempt) -> AnyView {
    let tongue = tastes.tongue.get();
    let tries = attempt.tries;
    let (class, sign, said) = match attempt.outcome {
        Outcome::Right if tries <= 1 => ("right", "✓".to_owned(), tongue.pick("right at once", "一次答对").to_owned()),
        Outcome::Right => {
            ("later", format!("✓{tries}"), say!(tongue, en("right at try {tries}"), zh("第 {tries} 次答对")))
        }
        Outcome::Shown => ("shown", "◌".to_owned(), tongue.pick("shown", "看了答案").to_owned()),
        Outcome::Open if tries == 0 => ("", "–".to_owned(), tongue.pick("not tried", "未作答").to_owned()),
        Outcome::Open => ("wrong", format!("✗{tries}"), tongue.pick("not right", "未答对").to_owned()),
    };
    let because = attempt.because.iter().map(|one| tongue.pick(one.said[0], one.said[1])).collect::<Vec<_>>().join(" ");
    let whole = if because.is_empty() { said } else { format!("{said}. {because}") };
    let title = whole.clone();
    view! { <td class=class title=title><span aria-hidden="true">{sign}</span><span class="unseen">{whole}</span></td> }
        .into_any()
}

fn title_of(tastes: Tastes, column: &Column) -> String {
    let title = generators::find(&column.name).map(|found| found.title).unwrap_or_default();
    tastes.tongue.get().pick(title[0], title[1]).to_owned()
}

fn table(tastes: Tastes, table: &Table) -> AnyView {
    let tongue = tastes.tongue.get();
    let (mark, count) = (&table.sheet, table.rows.len());
    let heading = say!(tongue, en("Sheet {mark}: {count} results"), zh("练习单 {mark}：{count} 份结果"));
    let heads = table.columns.iter().zip(1..).map(|(column, number)| {
        let title = title_of(tastes, column);
        let (level, whole) = (column.level, title.clone());
        view! { <th scope="col" title=whole><span class="collect-head">{number} ". " {title}</span> <span class="quiet small"><span class="unseen">{tongue.pick("level", "级别")}</span>{level}</span></th> }
    });
    let rows = table.rows.iter().map(|row| {
        let cells = row.attempts.iter().map(|attempt| cell(tastes, attempt)).collect_view();
        let twice =
            row.is_twice.then(|| view! { <span class="small warn">" " {if row.is_counted { tongue.pick("name twice", "姓名重复") } else { tongue.pick("name twice, not counted", "姓名重复，不计入") }}</span> });
        view! { <tr><th scope="row">{row.name.clone()} {twice}</th>{cells}</tr> }
    });
    let sums = table.columns.iter().map(|column| {
        let [first, later, shown, open] = column.counts;
        let all = (first + later + shown + open).max(1);
        let share = first * 100 / all;
        view! { <td>{format!("{share} %")}</td> }
    });
    let stumbles = table.columns.iter().zip(1..).map(|(column, number)| {
        let because = column.because.iter().take(BECAUSE).map(|(one, count)| {
            view! { <li>{format!("{count}× ")} {tongue.pick(one.said[0], one.said[1])}</li> }
        });
        let because = because.collect_view();
        (!column.because.is_empty())
            .then(|| view! { <li><strong>{number} ". " {title_of(tastes, column)}</strong><ul>{because}</ul></li> })
    });
    let stumbles = stumbles.collect::<Vec<_>>();
    let stumbles = stumbles.iter().any(Option::is_some).then(|| {
        view! {
            <h4>{tongue.pick("Where the class stumbles", "全班在哪里出错")}</h4>
            <ul class="small stumbles">{stumbles}</ul>
        }
    });
    let csv = StoredValue::new(table.csv());
    let name = format!("colex-{mark}.csv");
    let save = move |_| csv.with_value(|csv| browser::download(&name, "text/csv", &format!("\u{feff}{csv}")));
    view! {
        <section class="collected">
            <h3>{heading.clone()}</h3>
            <div class="scroll" tabindex="0" role="region" aria-label=heading>
                <table>
                    <thead><tr><th scope="col">{tongue.pick("Student", "学生")}</th>{heads.collect_view()}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                    <tfoot><tr><th scope="row">{tongue.pick("Right at once", "一次答对")}</th>{sums.collect_view()}</tr></tfoot>
                </table>
            </div>
            <p class="small quiet">{tongue.pick("✓ right at once, ✓2 at the second try, ◌ shown, ✗ not right, – not tried", "✓ 一次答对，✓2 第二次答对，◌ 看了答案，✗ 未答对，– 未作答")}</p>
            {stumbles}
            <p class="row"><button on:click=save>{tongue.pick("Save as CSV", "保存为 CSV")}</button></p>
        </section>
    }
    .into_any()
}
