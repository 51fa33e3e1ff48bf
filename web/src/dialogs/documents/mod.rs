//! All documents: opening, naming, ordering and closing them, and taking them from one browser to another as a file.

use crate::signals::{Memo, RwSignal};
use colex_document::file::{self, Filed};
use colex_document::shelf::Tab;
use colex_document::words::{file_sentence, refusal_sentence};
use leptos::html::Input;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::languages::say;
use crate::loader::{acts, part};
use crate::panels::dialog::dialog;
use crate::panels::list::list;
use crate::panels::progress;
use crate::session::{Draft, Notice, Parts, Session, Storage, Tastes};

/// The most sentences about documents of a file that could not be read.
const REFUSAL_LIMIT: usize = 5;

/// A document as it is listed.
#[derive(Clone, PartialEq)]
struct Row {
    id: String,
    label: String,
    open: bool,
    kept: bool,
    first: bool,
    last: bool,
}

part! {
    /// The dialog of all documents.
    pub PART: dialogs = documents
}

/// The dialog, which opens whenever `asked` changes.
fn documents(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { draft, tastes, storage, .. } = *session;
    let said = RwSignal::new(None::<String>);
    let field = NodeRef::<Input>::new();
    let naming = RwSignal::new(None::<String>);
    let rows = move || {
        storage.shelf.with(|shelf| {
            let last = shelf.tabs().len().saturating_sub(1);
            let labels = shelf.labels().into_iter().zip(shelf.tabs()).enumerate();
            let row = |(place, ((id, label), tab)): (usize, ((String, String), &Tab))| Row {
                open: id == shelf.open(),
                id,
                label,
                kept: tab.kept,
                first: place == 0,
                last: place == last,
            };
            labels.map(row).collect::<Vec<_>>()
        })
    };
    let rows = list(rows, Box::new(move |_, row| row_view(draft, tastes, row, naming)));
    let closed = move || storage.shelf.with(|shelf| shelf.closed().len());
    let left_out = move || storage.shelf.with(|shelf| shelf.left_out());
    let left_out_words = move || {
        let more = left_out();
        say!(
            tastes.tongue.get(),
            en("Stored beyond this and not shown: {more}. Close some and reload the page to reach them"),
            zh("另有 {more} 个已保存的文档未显示。请关闭一些，然后重新加载页面")
        )
    };
    let choose_file = move |_| {
        if let Some(field) = field.get_untracked() {
            field.set_value("");
            field.click();
        }
    };
    let import = move |_| {
        let Some(file) = field.get_untracked().and_then(|field| browser::chosen_file(&field)) else { return };
        browser::spawn(async move {
            let text = browser::text_of(&file, file::FILE_LIMIT).await;
            let sentence = take_in(draft, tastes, text);
            said.set(Some(sentence));
        });
    };
    let body = view! {
        <ul class="shelf">{rows}</ul>
        <p class="small" hidden=move || left_out() == 0>{left_out_words}</p>
        <div class="row">
            <button on:click=move |_| { browser::close_dialog("documents"); draft.begin_document(); }>{tastes.text("New document", "新建文档")}</button>
            <button on:click=move |_| draft.duplicate()>{tastes.text("Duplicate", "复制一份")}</button>
            <button disabled=move || closed() == 0 on:click=move |_| draft.reopen()>{tastes.text("Reopen closed", "重新打开已关闭的")}</button>
        </div>
        <h3>{tastes.text("As one file", "合为一个文件")}</h3>
        <div class="row">
            <button on:click=move |_| export(draft, storage)>{tastes.text("Export all", "全部导出")}</button>
            <button on:click=choose_file>{tastes.text("Import…", "导入…")}</button>
            <input type="file" accept=".json,application/json" hidden node_ref=field on:change=import
                aria-label=tastes.text("File to import", "要导入的文件")/>
        </div>
        <p class="small" role="status" aria-live="polite">{move || said.get()}</p>
        <p class="quiet small">{tastes.text(
            "Documents are kept in this browser only, each with its undo history; an import adds and overwrites nothing. The file also holds what you did of the lessons",
            "文档只保存在本浏览器中，连同各自的撤销与重做步骤；导入只会添加，不会覆盖。文件中也包含课程进度",
        )}</p>
    };
    let before = move || said.set(None);
    dialog(session, asked, "documents", tastes.text("Documents", "文档"), before, || (), body.into_any())
}

fn row_view(draft: Draft, tastes: Tastes, row: RwSignal<Row>, naming: RwSignal<Option<String>>) -> AnyView {
    let id = move || row.with_untracked(|row| row.id.clone());
    let called = move || row.with(|row| tastes.or_untitled(&row.label));
    let open = move |_| {
        draft.open_document(&id());
        browser::close_dialog("documents");
    };
    let is_naming = Memo::new(move |_| naming.with(|naming| row.with(|row| naming.as_ref() == Some(&row.id))));
    let name = move |name: Option<String>| {
        if naming.get_untracked().is_none() {
            return;
        }
        naming.set(None);
        if let Some(name) = name {
            draft.rename(&id(), &name);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Enter" => name(Some(event_target_value(&event))),
            "Escape" => name(None),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let start = move |_| {
        naming.set(Some(id()));
        browser::after(0, || browser::focus_and_select("document-name"));
    };
    let label = move |english: &'static str, chinese: &'static str| {
        move || format!("{} {}", tastes.say(english, chinese), called())
    };
    view! {
        <li class:open=move || row.with(|row| row.open)>
            {move || if is_naming.get() {
                view! {
                    <input type="text" id="document-name" class="name" value=row.with_untracked(|row| row.label.clone())
                        aria-label=label("Name of", "名称：") on:keydown=on_key on:blur=move |event| name(Some(event_target_value(&event)))/>
                }.into_any()
            } else {
                view! {
                    <button class="plain name" aria-current=move || row.with(|row| row.open).then_some("true") on:click=open>{called}</button>
                }.into_any()
            }}
            <span class="quiet small" hidden=move || row.with(|row| row.kept)>{tastes.text("not kept until edited", "编辑后才会保留")}</span>
            <button class="plain" on:click=start aria-label=label("Rename", "重命名") title=tastes.text("Rename", "重命名")>"✎"</button>
            <button class="plain" disabled=move || row.with(|row| row.first) on:click=move |_| draft.shift_document(&id(), -1)
                aria-label=label("Move up", "上移") title=tastes.text("Move up", "上移")>"↑"</button>
            <button class="plain" disabled=move || row.with(|row| row.last) on:click=move |_| draft.shift_document(&id(), 1)
                aria-label=label("Move down", "下移") title=tastes.text("Move down", "下移")>"↓"</button>
            <button class="plain" on:click=move |_| draft.close_document(&id())
                aria-label=label("Close", "关闭") title=tastes.text("Close", "关闭")>"✕"</button>
        </li>
    }
    .into_any()
}

/// Offers all documents as one file.
fn export(draft: Draft, storage: Storage) {
    let text = file::write(&filed(draft, storage), &progress::learnt());
    browser::download("colex-documents.json", "application/json", &text);
}

/// Takes a file in; answers what became of it, as a sentence.
fn take_in(draft: Draft, tastes: Tastes, text: Option<String>) -> String {
    let chinese = tastes.tongue.get_untracked() == colex::words::Tongue::Chinese;
    let read = match text {
        Some(text) => file::read(&text),
        None => Err(file::FileError::TooLarge { limit: file::FILE_LIMIT }),
    };
    let contents = match read {
        Ok(contents) => contents,
        Err(error) => return file_sentence(&error, chinese),
    };
    progress::take_in(&contents.learnt);
    let all = contents.documents.len();
    let taken = draft.take_in(contents.documents);
    let left = all - taken + contents.more;
    let mut sentences = vec![if chinese {
        format!("已添加 {taken} 个文档。")
    } else if taken == 1 {
        "1 document added.".to_string()
    } else {
        format!("{taken} documents added.")
    }];
    if left > 0 {
        sentences.push(if chinese {
            format!("另有 {left} 个因已满而未添加。")
        } else {
            format!("{left} more did not fit.")
        });
    }
    let refused = contents.refused.len();
    let some = contents.refused.iter().take(REFUSAL_LIMIT);
    sentences.extend(some.map(|(number, refusal)| refusal_sentence(*number, refusal, chinese)));
    if refused > REFUSAL_LIMIT {
        let rest = refused - REFUSAL_LIMIT;
        sentences.push(if chinese {
            format!("另有 {rest} 个无法读取。")
        } else {
            format!("{rest} more could not be read.")
        });
    }
    sentences.join(if chinese { "" } else { " " })
}

/// Every document as a file has it, the one on the screen as it is now.
fn filed(draft: Draft, storage: Storage) -> Vec<Filed> {
    draft.save_all();
    let labels = storage.shelf.with_untracked(|shelf| shelf.labels());
    let tabs = storage.shelf.with_untracked(|shelf| shelf.tabs().to_vec());
    let filed = labels.into_iter().zip(tabs).map(|((_, label), tab)| {
        let history = storage.history_of(&tab);
        Filed { name: label, link: tab.link, history }
    });
    filed.filter(|filed| !filed.link.is_empty()).collect()
}

part! {
    /// Offers all documents as a file.
    pub EXPORT_ALL: dialogs = |session, asked| acts(session, asked, export_all)
}

/// Exports all documents, to which the notice about refused storage leads.
fn export_all(session: Session) {
    let Parts { draft, storage, notices, .. } = *session;
    export(draft, storage);
    notices.withdraw(|notice| *notice == Notice::NotKept);
}
