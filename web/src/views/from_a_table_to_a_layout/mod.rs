//! Draw to layout: a table of indices to type, paint or import, and the simplest layout that has it.

mod answer;
mod cells;
mod drawing;

use crate::signals::Memo;
use colex::words;
use leptos::prelude::*;

use self::answer::answer;
use self::cells::cells;
use self::drawing::{Drawing, Problem};
use crate::browser;
use crate::loader::part;
use crate::session::{Parts, Session, Tastes};

/// Number of bytes that a file may have that is read as a table.
const FILE_LIMIT: usize = 1 << 20;

part! {
    /// From a table to its layout.
    pub PART: tools = |session, _| view! { <FromTable session/> }.into_any()
}

/// A table to fill in, and its layout.
#[component]
fn FromTable(session: Session) -> impl IntoView {
    let Parts { tastes, .. } = *session;
    let drawing = Drawing::new(session.draft, session.screen, session.desk);
    let import = move |event| match browser::given_file(&event, FILE_LIMIT) {
        Some(text) => browser::spawn(async move {
            let text = text.await;
            // The view may be gone by now.
            let is_there = drawing.problem.try_get_untracked().is_some();
            match text.filter(|_| is_there) {
                Some(text) => drawing.import(&text),
                None => drawing.refuse(Problem::File),
            }
        }),
        None => drawing.refuse(Problem::File),
    };
    let problem = move || {
        let tongue = tastes.tongue.get();
        drawing.problem.with(|problem| match problem {
            None => String::new(),
            Some(Problem::Sheet(error)) => words::sheet_error(*error, tongue),
            Some(Problem::Text(error)) => words::read_error(error, tongue),
            Some(Problem::Layout(error)) => words::error(error, tongue),
            Some(Problem::NoLayout) => tongue.pick("There is no layout on the screen", "屏幕上没有布局").to_string(),
            Some(Problem::File) => tongue
                .pick("The file could not be read, or is larger than 1 MiB", "文件无法读取，或大于 1 MiB")
                .to_string(),
        })
    };
    let paint = move |_| drawing.set_painting(!drawing.painting.get_untracked());
    let how = move || match (drawing.painting.get(), drawing.brush.get()) {
        (false, _) => tastes.say(
            "Type numbers; Enter goes on down a column, arrow keys move, a pasted block fills in",
            "输入数字；Enter 沿列向下，方向键移动，可粘贴一块单元格",
        ),
        (true, None) => tastes.say(
            "Drag over cells to number them in that order, or press space and move with the arrow keys",
            "拖过单元格即依次编号，或按空格后用方向键移动",
        ),
        (true, Some(_)) => tastes.say(
            "The brush is down: each cell that you move to gets the next number; space lifts it",
            "画笔已落下：移到的每个单元格得到下一个数；按空格抬起",
        ),
    };
    view! {
        <section class="sketch" aria-label=tastes.text("From a table to a layout", "从表格到布局")>
            <div class="pane-head">
                <h2>{tastes.text("From a table to a layout", "从表格到布局")}</h2>
                <div class="row">
                    <button class="plain" aria-label=tastes.text("Undo in the table", "撤销表格改动") disabled=move || !drawing.can.get().0
                        on:click=move |_| drawing.undo()>"↶"</button>
                    <button class="plain" aria-label=tastes.text("Redo in the table", "重做表格改动") disabled=move || !drawing.can.get().1
                        on:click=move |_| drawing.redo()>"↷"</button>
                </div>
            </div>
            <div class="row sketch-tools">
                <button on:click=move |_| drawing.take_layout()>{tastes.text("From the shown layout", "取自当前布局")}</button>
                <button on:click=move |_| drawing.clear()>{tastes.text("Clear", "清空")}</button>
                <button aria-pressed=move || drawing.painting.get().to_string() on:click=paint>{tastes.text("Paint", "涂画")}</button>
                <label class="button sketch-file">
                    {tastes.text("Import CSV", "导入 CSV")}
                    <input type="file" class="unseen" accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values" on:change=import/>
                </label>
            </div>
            <div class="row sketch-tools">
                {size(tastes, drawing, false)}
                {size(tastes, drawing, true)}
            </div>
            <p class="quiet small">{how}</p>
            {cells(tastes, drawing)}
            <p class="warn small" role="alert">{problem}</p>
            {answer(session, drawing)}
        </section>
    }
}

/// Shows the number of rows or columns, one fewer, one more.
fn size(tastes: Tastes, drawing: Drawing, columns: bool) -> AnyView {
    let (label, fewer, more) = match columns {
        false => (
            tastes.text("Rows", "行"),
            tastes.text("Remove the last row", "删去最后一行"),
            tastes.text("Add a row", "加一行"),
        ),
        true => (
            tastes.text("Columns", "列"),
            tastes.text("Remove the last column", "删去最后一列"),
            tastes.text("Add a column", "加一列"),
        ),
    };
    let count = Memo::new(move |_| {
        let (rows, all) = drawing.extent();
        if columns { all } else { rows }
    });
    view! {
        <span class="row sketch-size">
            <span class="quiet small">{label}</span>
            <button class="plain" aria-label=fewer disabled=move || count.get() < 2 on:click=move |_| drawing.grow(columns, false)>"−"</button>
            <output class="mono">{move || count.get()}</output>
            <button class="plain" aria-label=more on:click=move |_| drawing.grow(columns, true)>"+"</button>
        </span>
    }
    .into_any()
}
