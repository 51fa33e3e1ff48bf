//! The document as others get it: its link, the snippet that shows it inside another page, and what it is called there.

use colex_document::embed::embed_snippet;
use colex_document::visit::Visit;
use colex_document::{Document, Options, Theme};
use leptos::prelude::*;

use super::{Draft, Notice, Session};
use crate::browser;

impl Draft {
    /// Copies the link to what is on the screen.
    pub fn copy_link(self) {
        let Some(address) = untrack(move || self.address()) else {
            let (english, chinese) = ("The notebook is too large for a link", "笔记本过大，无法放入链接");
            return self.storage.notices.notify(Notice::Edit(english.to_string(), chinese.to_string()));
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
            self.storage.notices.notify(notice);
        });
    }
}

impl Session {
    /// The snippet that shows the document inside another page.
    pub fn snippet(self, visit: &Visit) -> Option<String> {
        let document = self.draft.document();
        let options = Options { embed: true, theme: Theme::Auto, big: false, ..document.options };
        let fragment = self.draft.fragment_of(&Document { options, ..document })?;
        Some(embed_snippet(&format!("{}{visit}", browser::base_address()), &fragment, &self.screen.title(self.tastes)))
    }
}
