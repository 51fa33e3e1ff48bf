//! Commands that the page can be told, said once: what each command is called, its keys, and what does it. The bar, the
//! search for anything, the help, the keys and the presentation read it here.

use crate::browser::{self, KeyboardEvent};
use crate::panels::sample::Both;
use crate::session::{Session, ask};

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// Identifier under which it is kept as chosen recently.
    pub id: &'static str,
    /// Name of the command.
    pub words: Both,
    /// The same where there is little room.
    pub short: Both,
    /// Its keys, as they are written; empty where it has none.
    pub keys: &'static str,
    /// Words of the help about its keys.
    pub told: Both,
    /// Action of the command.
    pub act: fn(Session),
}

/// A command without keys.
pub const fn command(id: &'static str, english: &'static str, chinese: &'static str, act: fn(Session)) -> Command {
    Command { id, words: [english, chinese], short: [english, chinese], keys: "", told: ["", ""], act }
}

impl Command {
    /// The same with keys.
    pub const fn keys(self, keys: &'static str) -> Command {
        Command { keys, ..self }
    }

    /// The same with another name where there is little room.
    pub const fn short(self, english: &'static str, chinese: &'static str) -> Command {
        Command { short: [english, chinese], ..self }
    }

    /// The same with what the help says of its keys.
    pub const fn told(self, english: &'static str, chinese: &'static str) -> Command {
        Command { told: [english, chinese], ..self }
    }

    /// Its keys and what it does, without its words: a table of these takes no room for them.
    pub const fn heard(self) -> Heard {
        (self.keys, self.act)
    }
}

/// The commands, and the list of them in the order in which the search shows them.
macro_rules! commands {
    ($($(#[$sentence:meta])* $name:ident = $command:expr;)*) => {
        $($(#[$sentence])* pub const $name: Command = $command;)*

        /// Every command that can be searched for.
        pub const ALL: [Command; [$($name.id),*].len()] = [$($name),*];
    };
}

commands! {
    /// One step back.
    UNDO = command("undo", "Undo", "撤销", |session| session.draft.undo()).keys("Ctrl+Z")
        .told("undo and redo, in the text and everywhere else", "撤销、重做（在文本内外均可）");
    /// One step forward again.
    REDO = command("redo", "Redo", "重做", |session| session.draft.redo()).keys("Ctrl+Shift+Z");
    /// A document with nothing in it.
    NEW = command("new", "New document", "新建文档", |session| session.draft.begin_document());
    /// The dialog of all documents.
    DOCUMENTS = command("documents", "All documents", "全部文档", |session| ask(session.asked.documents));
    /// The same document once more.
    DUPLICATE = command("duplicate", "Duplicate the document", "复制当前文档", |session| session.draft.duplicate());
    /// A visit becomes the person's own.
    KEEP = command("keep", "Keep this document", "保留当前文档", |session| session.draft.adopt());
    /// Closes the open document.
    CLOSE = command("close", "Close the document", "关闭当前文档", |session| {
        let open = session.storage.shelf.with_untracked(|shelf| shelf.open().to_string());
        session.draft.close_document(&open);
    });
    /// The document that was closed last.
    REOPEN = command("reopen", "Reopen the closed document", "重新打开已关闭的文档", |session| session.draft.reopen());
    /// All documents as a file.
    EXPORT_ALL = command("export-all", "Export all documents as one file", "把全部文档导出为一个文件", |session| {
        ask(session.asked.export_all);
    }).short("Export all", "全部导出");
    /// Documents from a file, which is chosen among all documents.
    IMPORT = command("import", "Import documents", "导入文档", |session| ask(session.asked.documents));
    /// The lessons.
    LEARN = command("learn", "Learn", "学习", |session| ask(session.asked.learn));
    /// The examples.
    EXAMPLES = command("examples", "Examples", "示例", |session| ask(session.asked.examples));
    /// Content that can be taken away.
    EXPORT = command("export", "Export a picture, text or code", "导出图片、文本或代码", |session| {
        ask(session.asked.export);
    }).short("Export", "导出");
    /// The link, and what shows the document elsewhere.
    SHARE = command("share", "Share", "分享", |session| ask(session.asked.share));
    /// The link at once.
    LINK = command("link", "Copy the link", "复制链接", |session| session.draft.copy_link()).keys("Ctrl+Shift+L")
        .told("copy the link", "复制链接");
    /// Arrangement of the views.
    VIEWS = command("views", "Arrange the views", "排列视图", |session| ask(session.asked.arrange)).short("Views", "视图");
    /// Beginning or ending to present.
    PRESENT = command("present", "Present", "演示", |session| ask(session.asked.present));
    /// Results that are to be predicted.
    HIDE = command("hide", "Hide or reveal the answers", "隐藏或显示答案", |session| {
        session.draft.look_at(|view| view.hidden = !view.hidden);
    }).short("Hide answers", "隐藏答案");
    /// Type for a class room.
    BIG = command("big", "Big type", "大字", |session| {
        session.draft.edit(|document| document.options.big = !document.options.big);
    });
    /// The other theme.
    THEME = command("theme", "Dark or light theme", "深色或浅色", |session| session.tastes.next_theme(session.draft));
    /// The other language, in that language.
    LANGUAGE = command("language", "中文", "English", |session| session.tastes.next_language(session.draft));
    /// Spelling of static integers.
    UNDERSCORES = command("underscores", "Show or hide underscores", "显示或隐藏下划线", |session| {
        session.draft.edit(|document| document.options.underscores = !document.options.underscores);
    });
    /// Contents of the page, and its keys.
    HELP = command("help", "Help", "帮助", |session| ask(session.asked.help)).keys("?").told("this help", "打开帮助");
}

/// The search for anything, which does not find itself.
pub const FIND: Command =
    command("find", "Find anything", "查找任何内容", |session| ask(session.asked.palette)).keys("Ctrl+K").told(
        "find anything: functions, views, examples, documents, actions",
        "查找任何内容：函数、视图、示例、文档、操作",
    );
/// The page of the function at the caret.
pub const FUNCTION: Command = command("function", "Function", "函数", |session| ask(session.asked.reference))
    .keys("F1")
    .told("in the notebook: the page of the function at the caret", "在笔记本中：光标处函数的说明页");

/// Keys, and what they do.
pub type Heard = (&'static str, fn(Session));

/// The keys that work wherever the focus is.
pub const EVERYWHERE: [Heard; 3] = [FIND.heard(), FUNCTION.heard(), LINK.heard()];
/// The steps back and forth, which are the document's inside its field and outside.
pub const STEPS: [Heard; 3] = [UNDO.heard(), REDO.heard(), ("Ctrl+Y", REDO.act)];
/// The keys that work but in a field where the person types.
pub const OUTSIDE: [Heard; 1] = [HELP.heard()];

/// Does what the keys that are pressed mean; answers whether they mean something.
pub fn hear(table: &[Heard], session: Session, event: &KeyboardEvent) -> bool {
    let key = browser::key_of(event);
    let is_with = (event.ctrl_key() || event.meta_key(), event.shift_key());
    let meant = table.iter().find(|(keys, _)| are_pressed(keys, &key, is_with));
    if let Some((_, act)) = meant {
        act(session);
    }
    meant.is_some()
}

/// Reports whether keys as they are written are those that are pressed: a key by its name with letters small, with Ctrl
/// and with Shift. Of a key without Ctrl Shift says nothing: it may be what makes the sign.
pub fn are_pressed(keys: &str, key: &str, (with_control, with_shift): (bool, bool)) -> bool {
    let (others, name) = keys.rsplit_once('+').unwrap_or(("", keys));
    let is_with = others.is_empty() || with_control && with_shift == others.ends_with("Shift");
    is_with && name.eq_ignore_ascii_case(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_both_languages_and_an_identity() {
        let all = ALL.iter().chain([&FIND, &FUNCTION]).collect::<Vec<_>>();
        for command in &all {
            assert!(command.words.iter().chain(&command.short).all(|words| !words.is_empty()), "{}", command.id);
            assert_eq!(command.told[0].is_empty(), command.told[1].is_empty(), "{}", command.id);
            let is_alone = |what: fn(&Command) -> &str| all.iter().filter(|it| what(it) == what(command)).count() == 1;
            assert!(is_alone(|it| it.id), "{}", command.id);
            assert!(command.keys.is_empty() || is_alone(|it| it.keys), "{}", command.keys);
        }
        let heard = [&EVERYWHERE[..], &STEPS, &OUTSIDE].concat();
        for command in all.iter().filter(|command| !command.keys.is_empty()) {
            assert!(heard.iter().any(|(keys, _)| *keys == command.keys), "nobody hears {}", command.keys);
        }
    }

    #[test]
    fn keys_are_keys_and_not_letters() {
        let cases = [
            ("Ctrl+Z", "z", (true, false), true),
            ("Ctrl+Z", "z", (true, true), false),
            ("Ctrl+Z", "z", (false, false), false),
            ("Ctrl+Shift+Z", "z", (true, true), true),
            ("Ctrl+Shift+Z", "z", (true, false), false),
            ("F1", "f1", (false, false), true),
            ("?", "?", (false, true), true),
            ("?", "z", (false, false), false),
        ];
        for (keys, key, with, expected) in cases {
            assert_eq!(are_pressed(keys, key, with), expected, "{keys}: {key}");
        }
    }
}
