//! Notices: sentences that the page has to say once.

use std::sync::Arc;

use colex::words::Tongue;
use colex_document::words as document_words;
use leptos::prelude::*;

use crate::languages::say;
use crate::loader::part;
use crate::panels::commands;
use crate::session::{Notice, Parts, Session};

part! {
    /// Sentence that the page has to say once.
    pub PART: panes = |session, _| notice(session)
}

fn notice(session: Session) -> AnyView {
    let Parts { draft, tastes, .. } = *session;
    let sentence = move || {
        let chinese = tastes.tongue.get() == Tongue::Chinese;
        session.notices.all.with(|notices| notices.last().cloned()).map(|notice| match notice {
            Notice::Link(error) => document_words::sentence(&error, chinese),
            Notice::Edit(english, chinese_text) => {
                if chinese {
                    chinese_text
                } else {
                    english
                }
            }
            Notice::Done(english, chinese_text) => tastes.tongue.get().pick(english, chinese_text).to_string(),
            Notice::Closed => tastes.say("Document closed", "文档已关闭").to_string(),
            Notice::NotKept => {
                let names = session.storage.unkept_names();
                say!(tastes.tongue.get(), en("Not saved: {names}. This browser keeps no documents: it is a private window, or there is no room left. Export them before you go"), zh("未保存：{names}。浏览器未能保存文档：可能处于隐私窗口，或空间已满。离开之前请先导出"))
            }
            Notice::TooLong => tastes
                .say(
                    "This notebook is too long to be saved or to have a link: shorten it, or copy it before you go",
                    "笔记本过长，无法保存，也没有链接：请缩短它，或在离开之前复制其内容",
                )
                .to_string(),
            Notice::Unreadable(count) => say!(tastes.tongue.get(), en("Saved documents that this page cannot read: {count}. They are left as they are"), zh("有 {count} 个已保存的文档本页面无法读取，已原样保留")),
            Notice::Replaced(_) => tastes.say("Another page wrote over this document", "另一个页面改写了此文档").to_string(),
            Notice::Full => tastes.say("There is no room for more documents: close one first", "文档数量已达上限：请先关闭一个").to_string(),
        })
    };
    let action = move || match session.notices.all.with(|notices| notices.last().cloned())? {
        Notice::Closed => {
            Some(view! { <button on:click=move |_| draft.reopen()>{tastes.text("Undo", "撤销")}</button> }.into_any())
        }
        Notice::Replaced(text) => {
            let take_back = move |_| draft.take_back(Arc::clone(&text));
            Some(view! { <button on:click=take_back>{tastes.text("Take it back", "取回原文")}</button> }.into_any())
        }
        Notice::NotKept => {
            let [english, chinese] = commands::EXPORT_ALL.short;
            let export = tastes.text(english, chinese);
            Some(view! { <button on:click=move |_| (commands::EXPORT_ALL.act)(session)>{export}</button> }.into_any())
        }
        _ => None,
    };
    let more = move || match session.notices.all.with(Vec::len) {
        0 | 1 => None,
        count => Some(say!(tastes.tongue.get(), en("{} more", count - 1), zh("另有 {} 条", count - 1))),
    };
    let dismiss = move |_| session.notices.all.update(|notices| drop(notices.pop()));
    (move || {
        sentence().map(|sentence| {
            view! {
                <p class="notice">
                    <span>{sentence}</span>
                    {action()}
                    {more().map(|more| view! { <span class="quiet small">{more}</span> })}
                    <button class="plain" on:click=dismiss aria-label=tastes.text("Dismiss", "关闭")>"✕"</button>
                </p>
            }
        })
    })
    .into_any()
}
