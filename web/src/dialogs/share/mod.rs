//! Share: the link to what is on the screen, also as a QR code; the snippet that shows it inside another page, alive or
//! as a picture.

use crate::signals::{Memo, RwSignal};
use colex_document::Theme;
use colex_document::arrangement::ViewId;
use colex_document::embed::{PICTURE_LIMIT, image_snippet, inline_snippet};
use colex_document::visit::Visit;
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::panels::figure::Seen;
use crate::panels::qr::{Code, QR_DENSE, QR_LIMIT};
use crate::session::{EMBEDDED, Parts, Screen, Session, Tastes};

/// The views that a frame may show: all but those that one works in.
fn offered() -> impl Iterator<Item = ViewId> {
    ViewId::ALL.into_iter().filter(|view| !matches!(view, ViewId::Table | ViewId::Run | ViewId::Finder))
}

/// Above this many characters some chats and mail programs cut an address.
const LONG: usize = 2000;

/// Form of a picture in a page without frames.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureForm {
    /// As an image.
    Image,
    /// As part of the page's text.
    Inline,
}

part! {
    /// The dialog that shares.
    pub PART: dialogs = share
}

/// The dialog, which opens whenever `asked` changes.
fn share(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { tastes, .. } = *session;
    let is_open = RwSignal::new(false);
    let visit = RwSignal::new(Visit::default());
    let [link_copied, snippet_copied, picture_copied] = [(); 3].map(|()| RwSignal::new(None::<bool>));
    let form = RwSignal::new(PictureForm::Image);
    let before = move || {
        for copied in [link_copied, snippet_copied, picture_copied] {
            copied.set(None);
        }
        is_open.set(true);
    };
    // Only while somebody sees it: the link of a long notebook is packed anew after each change.
    let address = Memo::new(move |_| is_open.get().then(|| session.draft.address()).flatten());
    let snippet = Memo::new(move |_| is_open.get().then(|| visit.with(|visit| session.snippet(visit))).flatten());
    let picture = Memo::new(move |_| is_open.get().then(|| picture(session, form.get(), address.get()?)).flatten());
    let note = move || {
        let length = address.with(|address| address.as_ref().map_or(0, String::len));
        let tongue = tastes.tongue.get();
        if length > LONG {
            say!(
                tongue,
                en("{length} characters; some chats and mail programs cut links above {LONG}"),
                zh("共 {length} 个字符；部分聊天和邮件程序会截断超过 {LONG} 个字符的链接")
            )
        } else {
            say!(tongue, en("{length} characters"), zh("共 {length} 个字符"))
        }
    };
    let picture_text = Signal::derive(move || picture.get().and_then(Result::ok).unwrap_or_default());
    let refused = move || picture.get().and_then(Result::err);
    let forms = move || {
        [(PictureForm::Image, "image", "图片"), (PictureForm::Inline, "inline SVG", "内嵌 SVG")].map(
            |(choice, english, chinese)| {
                view! {
                    <button aria-pressed=move || (form.get() == choice).to_string()
                        on:click=move |_| { form.set(choice); picture_copied.set(None); }>{tastes.text(english, chinese)}</button>
                }
            },
        )
    };
    let body = view! {
            <Show when=move || is_open.get() && address.with(Option::is_none)>
                <p class="warn">{move || tastes.say("The notebook is too large for a link", "笔记本过大，无法放入链接")}</p>
            </Show>
            <label for="share-link">{move || tastes.say("Link", "链接")}</label>
            <div class="row field-and-button">
                <input type="text" id="share-link" class="mono" readonly=true autofocus=true
                    prop:value=move || address.get().unwrap_or_default() on:focus=move |_| browser::select_text("share-link")/>
                <CopyButton tastes id="share-link" text=Signal::derive(move || address.get().unwrap_or_default()) copied=link_copied/>
            </div>
            <p class="quiet small">{move || tastes.say(
                "The link carries the whole notebook; nothing is stored anywhere else",
                "链接包含整个笔记本，内容不会存放在别处")}" · "{note}</p>
            <QrCode tastes screen=session.screen address/>
            <h3>{move || tastes.say("Inside another page", "嵌入其他页面")}</h3>
            <VisitOptions tastes visit changed=move || snippet_copied.set(None)/>
            <div class="row field-and-button">
                <textarea id="share-snippet" class="mono" rows="4" readonly=true aria-label=move || tastes.say("Snippet", "嵌入代码")
                    prop:value=move || snippet.get().unwrap_or_default() on:focus=move |_| browser::select_text("share-snippet")></textarea>
                <CopyButton tastes id="share-snippet" text=Signal::derive(move || snippet.get().unwrap_or_default()) copied=snippet_copied/>
            </div>
            <p class="quiet small">{move || tastes.say(
                "That page needs no script. These choices affect only this embed",
                "该页面无需任何脚本。这些选择只影响此嵌入")}</p>
            <h3>{move || tastes.say("As a picture, where frames are not allowed", "不允许框架时，作为图片")}</h3>
            <div class="row" role="group" aria-label=move || tastes.say("Form of the picture", "图片形式")>{forms}</div>
            <Show when=move || refused().is_some()>
                <p class="warn" role="status">{refused}</p>
            </Show>
            <div class="row field-and-button">
                <textarea id="share-picture" class="mono" rows="3" readonly=true aria-label=move || tastes.say("Picture as HTML", "图片的 HTML")
                    prop:value=move || picture_text.get() on:focus=move |_| browser::select_text("share-picture")></textarea>
                <CopyButton tastes id="share-picture" text=picture_text copied=picture_copied/>
            </div>
            <p class="quiet small">{move || tastes.say("Ctrl+Shift+L copies the link from anywhere", "在任何地方按 Ctrl+Shift+L 都可复制链接")}</p>
    };
    dialog(session, asked, "share", tastes.text("Share", "分享"), before, move || is_open.set(false), body.into_any())
}

/// The link as a QR code, once it is asked for.
#[component]
fn QrCode(tastes: Tastes, screen: Screen, address: Memo<Option<String>>) -> impl IntoView {
    let is_shown = RwSignal::new(false);
    let code = Memo::new(move |_| {
        let address = address.get().filter(|_| is_shown.get())?;
        Some((address.len(), Code::of(&address).map(|code| (code.side, code.path))))
    });
    let save = move |_| {
        let Some(code) = address.get_untracked().and_then(|address| Code::of(&address)) else { return };
        browser::download("colex-link.svg", "image/svg+xml", &code.svg(&untrack(move || screen.title(tastes))));
    };
    let label = move || format!("{}: {}", tastes.say("QR code of the link", "链接的二维码"), screen.title(tastes));
    let note = move || {
        let (length, code) = code.get()?;
        let tongue = tastes.tongue.get();
        match code {
            None => Some(say!(
                tongue,
                en(
                    "The link has {length} bytes and a QR code holds {QR_LIMIT}: shorten the notebook, or show the address itself"
                ),
                zh("链接有 {length} 字节，二维码最多容纳 {QR_LIMIT} 字节：请缩短笔记本，或直接展示地址")
            )),
            Some(_) if length > QR_DENSE => Some(say!(
                tongue,
                en("{length} bytes make small squares: show it large, or shorten the notebook"),
                zh("共 {length} 字节，方格较小：请放大展示，或缩短笔记本")
            )),
            Some(_) => None,
        }
    };
    view! {
        <div class="qr">
            <button aria-expanded=move || is_shown.get().to_string() aria-controls="share-qr"
                on:click=move |_| is_shown.update(|shown| *shown = !*shown)>{tastes.text("QR code", "二维码")}</button>
            <div id="share-qr" hidden=move || !is_shown.get()>
                {move || code.get().and_then(|(_, code)| code).map(|(side, path)| view! {
                    <svg class="qr-code" viewBox=format!("0 0 {side} {side}") role="img" aria-label=label shape-rendering="crispEdges">
                        <rect width=side.to_string() height=side.to_string() fill="#fff"/>
                        <path d=path fill="#000"/>
                    </svg>
                    <button on:click=save>{tastes.text("Save as SVG", "保存为 SVG")}</button>
                })}
                <p class="small" role="status">{note}</p>
            </div>
        </div>
    }
}

/// Shows the choices for the frame: theme, views, first step.
#[component]
fn VisitOptions(
    tastes: Tastes,
    visit: RwSignal<Visit>,
    changed: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let themes = [
        (None, "as the reader's system", "跟随读者的系统"),
        (Some(Theme::Light), "light", "浅色"),
        (Some(Theme::Dark), "dark", "深色"),
    ];
    let theme = move |(choice, english, chinese): (Option<Theme>, &'static str, &'static str)| {
        view! {
            <button aria-pressed=move || (visit.with(|visit| visit.theme) == choice).to_string()
                on:click=move |_| { visit.update(|visit| visit.theme = choice); changed(); }>{tastes.text(english, chinese)}</button>
        }
    };
    let toggle = move |view: ViewId| {
        visit.update(|visit| {
            if visit.views.is_empty() {
                visit.views = EMBEDDED.to_vec();
            }
            match visit.views.iter().position(|other| *other == view) {
                Some(place) => drop(visit.views.remove(place)),
                None => visit.views.push(view),
            }
            // All as usual needs no words in the address.
            let is_usual =
                visit.views.len() == EMBEDDED.len() && EMBEDDED.iter().all(|view| visit.views.contains(view));
            if is_usual {
                visit.views.clear();
            }
        });
        changed();
    };
    let shows = move |view: ViewId| {
        visit.with(|visit| match visit.views.as_slice() {
            [] => EMBEDDED.contains(&view),
            views => views.contains(&view),
        })
    };
    let view_button = move |view: ViewId| {
        let (english, chinese) = tastes.headings(view);
        view! {
            <button aria-pressed=move || shows(view).to_string() on:click=move |_| toggle(view)>{tastes.text(english, chinese)}</button>
        }
    };
    let step = move |typed: String| {
        visit.update(|visit| visit.step = typed.trim().parse().ok().filter(|step| *step > 0));
        changed();
    };
    view! {
        <div class="row" role="group" aria-label=move || tastes.say("Theme", "主题")>
            <span class="quiet small">{move || tastes.say("Theme", "主题")}</span>
            {themes.map(theme).into_iter().collect_view()}
        </div>
        <div class="row share-views" role="group" aria-label=move || tastes.say("Views", "视图")>
            <span class="quiet small">{move || tastes.say("Views", "视图")}</span>
            {offered().map(view_button).collect_view()}
        </div>
        <div class="row">
            <label for="share-step" class="quiet small">{move || tastes.say("First step shown; empty shows all", "首先显示的步骤；留空则显示全部")}</label>
            <input type="number" id="share-step" class="mono" min="1" max="999" inputmode="numeric" on:input=move |event| step(event_target_value(&event))/>
        </div>
    }
}

/// The picture for places without frames, or why there is none.
fn picture(session: Session, form: PictureForm, address: String) -> Option<Result<String, String>> {
    let svg = match Seen::now(session)?.grid() {
        Ok(svg) => svg,
        Err(reason) => return Some(Err(reason)),
    };
    let title = session.screen.title(session.tastes);
    let made = match form {
        PictureForm::Image => image_snippet(&svg, &address, &title),
        PictureForm::Inline => inline_snippet(&svg, &address, &title),
    };
    Some(made.map_err(|bytes| {
        let (size, limit) = (bytes / 1024, PICTURE_LIMIT / 1024);
        say!(
            session.tastes.tongue.get(),
            en("The picture would take {size} KiB, and a snippet {limit} at most: save it as a file under Export"),
            zh("图片需要 {size} KiB，代码最多 {limit} KiB：请在“导出”中保存为文件")
        )
    }))
}

/// A button that copies a text, and says whether that was done or how else to do it.
#[component]
fn CopyButton(
    tastes: Tastes,
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
        Some(true) => tastes.say("Copied", "已复制"),
        Some(false) => tastes.say("It is selected: press Ctrl+C or ⌘C", "已选中：请按 Ctrl+C 或 ⌘C"),
    };
    view! {
        <button on:click=copy>{move || tastes.say("Copy", "复制")}</button>
        <span class="small" role="status" aria-live="polite">{said}</span>
    }
}
