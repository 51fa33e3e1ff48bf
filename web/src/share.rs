//! Share: the link to what is on the screen, and the snippet that shows it inside another page.

use colex::document::embed::embed_snippet;
use colex::document::{Document, Theme, link};
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::dialog::dialog;
use crate::session::{Notice, Session};

/// Above this many characters some chats and mail programs cut an address.
const LONG: usize = 2000;

/// The key that copies the link from anywhere.
pub fn copy_by_key(session: Session) {
    browser::on_window("keydown", move |event: KeyboardEvent| {
        let with_control = event.ctrl_key() || event.meta_key();
        if with_control && event.shift_key() && event.key().eq_ignore_ascii_case("l") {
            event.prevent_default();
            copy_link(session);
        }
    });
}

/// The dialog, which opens whenever `asked` changes.
pub fn share(session: Session, asked: RwSignal<u32>) -> AnyView {
    let is_open = RwSignal::new(false);
    let theme = RwSignal::new(Theme::Auto);
    let link_copied = RwSignal::new(None::<bool>);
    let snippet_copied = RwSignal::new(None::<bool>);
    let before = move || {
        link_copied.set(None);
        snippet_copied.set(None);
        is_open.set(true);
    };
    // Only while somebody sees it: the link of a long notebook is packed anew after each change.
    let address = Memo::new(move |_| is_open.get().then(|| session.address()).flatten());
    let snippet = Memo::new(move |_| is_open.get().then(|| snippet(session, theme.get())).flatten());
    let note = move || {
        let length = address.with(|address| address.as_ref().map_or(0, String::len));
        let tongue = session.tongue.get();
        if length > LONG {
            tongue.pick(
                format!("{length} characters; some chats and mail programs cut links above {LONG}"),
                format!("共 {length} 个字符；部分聊天和邮件程序会截断超过 {LONG} 个字符的链接"),
            )
        } else {
            tongue.pick(format!("{length} characters"), format!("共 {length} 个字符"))
        }
    };
    let themes = move || {
        let choices = [
            (Theme::Auto, "as the reader's system", "跟随读者的系统"),
            (Theme::Light, "light", "浅色"),
            (Theme::Dark, "dark", "深色"),
        ];
        choices.map(|(choice, english, chinese)| {
            view! {
                <button aria-pressed=move || (theme.get() == choice).to_string()
                    on:click=move |_| { theme.set(choice); snippet_copied.set(None); }>{move || session.say(english, chinese)}</button>
            }
        })
    };
    let body = view! {
            <Show when=move || is_open.get() && address.with(Option::is_none)>
                <p class="warn">{move || session.say("The notebook is too large for a link", "笔记本过大，无法放入链接")}</p>
            </Show>
            <label for="share-link">{move || session.say("Link", "链接")}</label>
            <div class="row field-and-button">
                <input type="text" id="share-link" class="mono" readonly=true autofocus=true
                    prop:value=move || address.get().unwrap_or_default() on:focus=move |_| browser::select_text("share-link")/>
                <CopyButton session id="share-link" text=Signal::derive(move || address.get().unwrap_or_default()) copied=link_copied/>
            </div>
            <p class="quiet small">{move || session.say(
                "The link carries the whole notebook; nothing is stored anywhere else",
                "链接包含整个笔记本，内容不会存放在别处")}" · "{note}</p>
            <h3>{move || session.say("Inside another page", "嵌入其他页面")}</h3>
            <div class="row" role="group" aria-label=move || session.say("Theme", "主题")>
                <span class="quiet small">{move || session.say("Theme", "主题")}</span>
                {themes}
            </div>
            <div class="row field-and-button">
                <textarea id="share-snippet" class="mono" rows="4" readonly=true aria-label=move || session.say("Snippet", "嵌入代码")
                    prop:value=move || snippet.get().unwrap_or_default() on:focus=move |_| browser::select_text("share-snippet")></textarea>
                <CopyButton session id="share-snippet" text=Signal::derive(move || snippet.get().unwrap_or_default()) copied=snippet_copied/>
            </div>
            <p class="quiet small">{move || session.say("Ctrl+Shift+L copies the link from anywhere", "在任何地方按 Ctrl+Shift+L 都可复制链接")}</p>
    };
    dialog(session, asked, "share", ("Share", "分享"), before, move || is_open.set(false), body.into_any())
}

/// A button that copies a text, and says whether that was done or how else to do it.
#[component]
fn CopyButton(
    session: Session,
    /// The field to select where the browser refuses to copy.
    id: &'static str,
    text: Signal<String>,
    copied: RwSignal<Option<bool>>,
) -> impl IntoView {
    let copy = move |_| {
        let text = text.get_untracked();
        browser::spawn(async move {
            let done = browser::copy(text).await;
            copied.set(Some(done));
            if !done {
                browser::focus_and_select(id);
            }
        });
    };
    let said = move || match copied.get() {
        None => "",
        Some(true) => session.say("Copied", "已复制"),
        Some(false) => session.say("It is selected: press Ctrl+C or ⌘C", "已选中：请按 Ctrl+C 或 ⌘C"),
    };
    view! {
        <button on:click=copy>{move || session.say("Copy", "复制")}</button>
        <span class="small" role="status" aria-live="polite">{said}</span>
    }
}

fn copy_link(session: Session) {
    let Some(address) = untrack(move || session.address()) else {
        let (english, chinese) = ("The notebook is too large for a link", "笔记本过大，无法放入链接");
        return session.notice.set(Some(Notice::Edit(english.to_string(), chinese.to_string())));
    };
    browser::spawn(async move {
        let notice = if browser::copy(address).await {
            Notice::Done("Link copied", "链接已复制")
        } else {
            Notice::Done(
                "The browser does not let this page copy: copy the address",
                "浏览器不允许本页面复制，请复制地址栏",
            )
        };
        session.notice.set(Some(notice));
    });
}

fn snippet(session: Session, theme: Theme) -> Option<String> {
    let document = session.document();
    let options = colex::document::Options { embed: true, theme, big: false, ..document.options };
    let fragment = link::encode(&Document { options, ..document }).ok()?;
    Some(embed_snippet(&browser::base_address(), &fragment, &title(session)))
}

/// What a screen reader says of the frame: the layout by name and as written.
fn title(session: Session) -> String {
    let shown = session
        .shown
        .with(|shown| shown.as_ref().map(|shown| (shown.look.name.clone(), shown.look.layout.to_string())));
    match shown {
        Some((Some(name), printed)) => format!("CuTe layout {name} = {}", session.spell(&printed)),
        Some((None, printed)) => format!("CuTe layout {}", session.spell(&printed)),
        None => "Colex".to_string(),
    }
}
