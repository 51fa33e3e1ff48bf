//! The sentences of links, edits and repairs, in English and Chinese, from their kinds.

use super::edit::{EditError, EditProblem};
use super::file::{FileError, Refusal};
use super::link::LinkError;
use colex::words::{Tongue, name_problem};

/// Returns the sentence for the reader of a link that does not decode.
pub fn sentence(error: &LinkError, chinese: bool) -> String {
    let offer = match (error.salvaged().is_some(), chinese) {
        (false, _) => "",
        (true, false) => " What could be read of it can be opened.",
        (true, true) => "其中能读出的部分可以打开。",
    };
    match (error, chinese) {
        (LinkError::NotALink, false) => "This address does not carry a notebook.".into(),
        (LinkError::NotALink, true) => "此地址不含笔记。".into(),
        (LinkError::UnknownVersion(version), false) => {
            format!(
                "This link is of version {version}, which this page does not know. Reload the page for a newer one."
            )
        }
        (LinkError::UnknownVersion(version), true) => {
            format!("此链接的版本是 {version}，本页面还不认识。请刷新页面以获取新版本。")
        }
        (LinkError::Truncated { .. }, false) => format!("The end of this link is missing.{offer}"),
        (LinkError::Truncated { .. }, true) => format!("此链接的末尾缺失。{offer}"),
        (LinkError::Altered { .. }, false) => format!("This link was changed on its way.{offer}"),
        (LinkError::Altered { .. }, true) => format!("此链接在传递中被改动。{offer}"),
        (LinkError::Malformed { position }, false) => {
            format!("This link is not understood from character {} on.", position + 1)
        }
        (LinkError::Malformed { position }, true) => format!("此链接从第 {} 个字符起无法识别。", position + 1),
        (LinkError::TooLarge { limit }, false) => format!("This is too large for a link: the limit is {limit}."),
        (LinkError::TooLarge { limit }, true) => format!("内容过大，无法放入链接：上限为 {limit}。"),
    }
}

/// Why a file of documents cannot be read.
pub fn file_sentence(error: &FileError, chinese: bool) -> String {
    match (error, chinese) {
        (FileError::NotJson { line, column }, false) => {
            format!("This file is not JSON from line {line}, column {column} on.")
        }
        (FileError::NotJson { line, column }, true) => format!("此文件从第 {line} 行第 {column} 列起不是 JSON。"),
        (FileError::NotOurs, false) => "This file holds no documents of this page.".into(),
        (FileError::NotOurs, true) => "此文件不含本页面的文档。".into(),
        (FileError::UnknownVersion(version), false) => {
            format!(
                "This file is of version {version}, which this page does not know. Reload the page for a newer one."
            )
        }
        (FileError::UnknownVersion(version), true) => {
            format!("此文件的版本是 {version}，本页面还不认识。请刷新页面以获取新版本。")
        }
        (FileError::TooLarge { limit }, false) => format!("This file is too large: the limit is {limit} bytes."),
        (FileError::TooLarge { limit }, true) => format!("此文件过大：上限为 {limit} 字节。"),
    }
}

/// Why one document of a file, counted from 1, is left out.
pub fn refusal_sentence(number: usize, refusal: &Refusal, chinese: bool) -> String {
    match (refusal, chinese) {
        (Refusal::NoLink, false) => format!("Document {number} has no link."),
        (Refusal::NoLink, true) => format!("第 {number} 个文档没有链接。"),
        (Refusal::Link(error), false) => format!("Document {number}: {}", sentence(error, false)),
        (Refusal::Link(error), true) => format!("第 {number} 个文档：{}", sentence(error, true)),
    }
}

/// Why an edit of a tree is impossible.
pub fn edit_sentence(error: &EditError, chinese: bool) -> String {
    let place = place(&error.path, chinese);
    let sentence = match (&error.problem, chinese) {
        (EditProblem::NoSuchMode, false) => format!("There is no {place}."),
        (EditProblem::NoSuchMode, true) => format!("没有{place}。"),
        (EditProblem::NotALeaf, false) => format!("A number cannot be set for {place}: it has modes of its own."),
        (EditProblem::NotALeaf, true) => format!("{place}含有子 mode，不能设为一个数。"),
        (EditProblem::NotATuple, false) => format!("There is nothing to group in {place}: it is a single number."),
        (EditProblem::NotATuple, true) => format!("{place}是单个数，其中没有可以组合的 mode。"),
        (EditProblem::ExtentBelowOne { value }, false) => {
            format!("The extent of {place} cannot be {value}: an extent is at least 1.")
        }
        (EditProblem::ExtentBelowOne { value }, true) => format!("{place}的 extent 不能是 {value}：至少为 1。"),
        (EditProblem::OnlyMode, false) => format!("Cannot remove {place}: nothing would be left around it."),
        (EditProblem::OnlyMode, true) => format!("不能删除{place}：删除后这一层就空了。"),
        (EditProblem::NothingToUngroup, false) => format!("There are no parentheses to remove at {place}."),
        (EditProblem::NothingToUngroup, true) => format!("{place}没有可以去掉的括号。"),
        (EditProblem::NoSuchPosition { to, rank }, false) => {
            format!("Cannot move {place} to position {to}: the positions are 0 to {}.", rank.saturating_sub(1))
        }
        (EditProblem::NoSuchPosition { to, rank }, true) => {
            format!("不能把{place}移到位置 {to}：位置只有 0 到 {}。", rank.saturating_sub(1))
        }
        (EditProblem::EmptyRange { begin, end }, false) => {
            format!("No modes to group: {begin} up to but not including {end} of {place}.")
        }
        (EditProblem::EmptyRange { begin, end }, true) => {
            format!("没有可以组合的 mode：{place}的第 {begin} 个起，到第 {end} 个之前。")
        }
        (EditProblem::Overflow, false) => "The layout would no longer fit in 64 bits.".into(),
        (EditProblem::Overflow, true) => "修改后的 layout 超出 64 位范围。".into(),
        (EditProblem::TooDeep { limit }, false) => format!("Parentheses nest at most {limit} deep."),
        (EditProblem::TooDeep { limit }, true) => format!("括号最多嵌套 {limit} 层。"),
        (EditProblem::TooManyModes { limit }, false) => format!("A layout has at most {limit} modes here."),
        (EditProblem::TooManyModes { limit }, true) => format!("这里的 layout 最多有 {limit} 个 mode。"),
        (EditProblem::Name { name, problem }, chinese) => {
            let tongue = if chinese { Tongue::Chinese } else { Tongue::English };
            let end = if chinese { "。" } else { "." };
            name_problem(name, *problem, tongue) + end
        }
    };
    sentence.trim_start().to_owned()
}

fn place(path: &[usize], chinese: bool) -> String {
    let path = path.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    match (path.is_empty(), chinese) {
        (true, false) => "the whole layout".into(),
        (true, true) => "整个 layout".into(),
        (false, false) => format!("mode {path}"),
        (false, true) => format!(" mode {path} "),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use super::*;

    #[test]
    fn every_link_error_has_its_sentence() {
        let salvaged = Some(Box::new(Document::default()));
        let cases = [
            (LinkError::NotALink, "This address does not carry a notebook.", "此地址不含笔记。"),
            (
                LinkError::UnknownVersion(7),
                "This link is of version 7, which this page does not know. Reload the page for a newer one.",
                "此链接的版本是 7，本页面还不认识。请刷新页面以获取新版本。",
            ),
            (LinkError::Truncated { salvaged: None }, "The end of this link is missing.", "此链接的末尾缺失。"),
            (
                LinkError::Altered { salvaged },
                "This link was changed on its way. What could be read of it can be opened.",
                "此链接在传递中被改动。其中能读出的部分可以打开。",
            ),
            (
                LinkError::Malformed { position: 4 },
                "This link is not understood from character 5 on.",
                "此链接从第 5 个字符起无法识别。",
            ),
            (
                LinkError::TooLarge { limit: 1048576 },
                "This is too large for a link: the limit is 1048576.",
                "内容过大，无法放入链接：上限为 1048576。",
            ),
        ];
        for (error, english, chinese) in cases {
            assert_eq!(sentence(&error, false), english);
            assert_eq!(sentence(&error, true), chinese);
        }
    }

    #[test]
    fn every_file_error_has_its_sentence() {
        let cases = [
            (
                FileError::NotJson { line: 2, column: 14 },
                "This file is not JSON from line 2, column 14 on.",
                "此文件从第 2 行第 14 列起不是 JSON。",
            ),
            (FileError::NotOurs, "This file holds no documents of this page.", "此文件不含本页面的文档。"),
            (
                FileError::UnknownVersion(7),
                "This file is of version 7, which this page does not know. Reload the page for a newer one.",
                "此文件的版本是 7，本页面还不认识。请刷新页面以获取新版本。",
            ),
            (
                FileError::TooLarge { limit: 9 },
                "This file is too large: the limit is 9 bytes.",
                "此文件过大：上限为 9 字节。",
            ),
        ];
        for (error, english, chinese) in cases {
            assert_eq!(file_sentence(&error, false), english);
            assert_eq!(file_sentence(&error, true), chinese);
        }
        assert_eq!(refusal_sentence(3, &Refusal::NoLink, false), "Document 3 has no link.");
        let link = Refusal::Link(LinkError::NotALink);
        assert_eq!(refusal_sentence(3, &link, false), "Document 3: This address does not carry a notebook.");
        assert_eq!(refusal_sentence(3, &link, true), "第 3 个文档：此地址不含笔记。");
    }

    #[test]
    fn every_edit_error_has_its_sentence() {
        let cases = [
            (EditProblem::NoSuchMode, "There is no mode 1,0.", "没有 mode 1,0 。"),
            (
                EditProblem::NotALeaf,
                "A number cannot be set for mode 1,0: it has modes of its own.",
                " mode 1,0 含有子 mode，不能设为一个数。",
            ),
            (
                EditProblem::NotATuple,
                "There is nothing to group in mode 1,0: it is a single number.",
                " mode 1,0 是单个数，其中没有可以组合的 mode。",
            ),
            (
                EditProblem::ExtentBelowOne { value: -1 },
                "The extent of mode 1,0 cannot be -1: an extent is at least 1.",
                " mode 1,0 的 extent 不能是 -1：至少为 1。",
            ),
            (
                EditProblem::OnlyMode,
                "Cannot remove mode 1,0: nothing would be left around it.",
                "不能删除 mode 1,0 ：删除后这一层就空了。",
            ),
            (
                EditProblem::NothingToUngroup,
                "There are no parentheses to remove at mode 1,0.",
                " mode 1,0 没有可以去掉的括号。",
            ),
            (
                EditProblem::NoSuchPosition { to: 3, rank: 2 },
                "Cannot move mode 1,0 to position 3: the positions are 0 to 1.",
                "不能把 mode 1,0 移到位置 3：位置只有 0 到 1。",
            ),
            (
                EditProblem::EmptyRange { begin: 2, end: 2 },
                "No modes to group: 2 up to but not including 2 of mode 1,0.",
                "没有可以组合的 mode： mode 1,0 的第 2 个起，到第 2 个之前。",
            ),
            (EditProblem::Overflow, "The layout would no longer fit in 64 bits.", "修改后的 layout 超出 64 位范围。"),
            (EditProblem::TooDeep { limit: 64 }, "Parentheses nest at most 64 deep.", "括号最多嵌套 64 层。"),
            (
                EditProblem::TooManyModes { limit: 9 },
                "A layout has at most 9 modes here.",
                "这里的 layout 最多有 9 个 mode。",
            ),
        ];
        for (problem, english, chinese) in cases {
            let error = EditError { problem, path: vec![1, 0] };
            assert_eq!(edit_sentence(&error, false), english);
            assert_eq!(edit_sentence(&error, true), chinese.trim_start());
        }
    }
}
