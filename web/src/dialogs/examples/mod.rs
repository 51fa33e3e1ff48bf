//! The dialog that offers the examples, and what to notice in the chosen one.

mod pictures;

use crate::signals::{Effect, Memo, RwSignal};
use leptos::prelude::*;

use crate::browser;
use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::panels::examples::{EXAMPLES, Example, choose, example_of, found};
use crate::panels::known_words::{concept, concept_of};
use crate::panels::why::ask_why;
use crate::session::{Parts, Session, Tastes};
use pictures::Pictures;

/// The examples to begin with, in the order in which one learns.
const BEGIN: [&str; 10] = [
    "Column-major 4×2",
    "Neither row-major nor column-major",
    "Padded columns",
    "An index is not a 1-D coordinate",
    "Another reading order",
    "A matrix in tiles",
    "Blocked",
    "The tile of block (1,0)",
    "32 threads with 2×2 values each",
    "What a swizzle does to a row",
];

part! {
    /// The dialog of the examples.
    pub PART: dialogs = examples
}

/// The dialog, which opens whenever `asked` changes, and the sentence of the chosen example.
fn examples(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { tastes, .. } = *session;
    let search = RwSignal::new(String::new());
    let pictures = Pictures::new();
    let choose = move |index: usize| {
        choose(session.draft, index);
        browser::close_dialog("examples");
    };
    let found = Memo::new(move |_| found(&search.get()));
    let count = move || {
        let count = found.with(Vec::len);
        tastes.tongue.get().pick(
            if count == 1 { "1 example".to_string() } else { format!("{count} examples") },
            format!("{count} 个示例"),
        )
    };
    let body = view! {
            <div class="row">
                <input type="text" autofocus=true autocomplete="off" spellcheck="false" prop:value=move || search.get()
                    aria-label=move || tastes.say("Search the examples", "搜索示例")
                    placeholder=move || tastes.say("Search", "搜索")
                    on:input=move |event| search.set(event_target_value(&event))/>
                <span class="quiet small" role="status">{count}</span>
            </div>
            {move || groups(tastes, pictures, &found.get(), choose)}
    };
    // Whatever is listed stands there first, and its pictures follow.
    Effect::new(move |_| {
        found.track();
        pictures.begin(session);
    });
    let before = move || search.set(String::new());
    view! {
        {dialog(session, asked, "examples", tastes.text("Examples", "示例"), before, || (), body.into_any())}
    }
    .into_any()
}

/// The groups: those to begin with, unless something is sought, then each concept's. Their names lead to them.
fn groups(tastes: Tastes, pictures: Pictures, found: &[usize], choose: impl Fn(usize) + Copy + 'static) -> AnyView {
    if found.is_empty() {
        return view! { <p class="quiet">{tastes.say("No match", "没有找到")}</p> }.into_any();
    }
    let is_whole = found.len() == EXAMPLES.len();
    let begin = BEGIN.iter().filter_map(|title| EXAMPLES.iter().position(|example| example.title[0] == *title));
    let begin = begin.filter(|_| is_whole).collect::<Vec<_>>();
    let others = found.iter().copied().filter(|index| !begin.contains(index)).collect::<Vec<_>>();
    let group = |index: &usize| EXAMPLES.get(*index).map(|example| example.group).unwrap_or_default();
    let first = (!begin.is_empty()).then_some((["Start here", "从这里开始"], begin.as_slice()));
    let by_group = others.chunk_by(|one, other| group(one) == group(other));
    let groups =
        first.into_iter().chain(by_group.map(|members| (members.first().map(group).unwrap_or_default(), members)));
    let groups = groups.enumerate().collect::<Vec<_>>();
    let names = groups.iter().map(|(number, ([english, chinese], _))| {
        let id = group_id(*number);
        view! {
            <button class="plain small" on:click=move |_| browser::bring_into_view(&id)>{tastes.say(english, chinese)}</button>
        }
    });
    let names = names.collect_view();
    let sections = groups.iter().map(|(number, ([english, chinese], members))| {
        let items = members.iter().filter_map(|index| Some(item(tastes, pictures, *index, EXAMPLES.get(*index)?, choose)));
        view! { <section id=group_id(*number)><h3>{tastes.say(english, chinese)}</h3><ul>{items.collect_view()}</ul></section> }
    });
    let sections = sections.collect_view();
    view! {
        <div class="examples-groups">
            <nav aria-label=tastes.say("Contents", "目录")>{names}</nav>
            <div>{sections}</div>
        </div>
    }
    .into_any()
}

fn group_id(number: usize) -> String {
    format!("examples-{number}")
}

fn item(
    tastes: Tastes,
    pictures: Pictures,
    index: usize,
    example: &'static Example,
    choose: impl Fn(usize) + Copy + 'static,
) -> AnyView {
    let [title, title_in_chinese] = example.title;
    let [notice, notice_in_chinese] = example.notice;
    view! {
        <li>
            <span class="picture-place">{pictures.of(tastes, index)}</span>
            <div>
                <button class="plain" on:click=move |_| choose(index)>
                    <span>{tastes.say(title, title_in_chinese)}</span>
                    <code class="quiet">{example.sample.first_line().to_string()}</code>
                </button>
                <p class="small quiet">{tastes.say(notice, notice_in_chinese)}</p>
            </div>
        </li>
    }
    .into_any()
}

part! {
    /// Things to notice in the chosen example.
    pub NOTICE: dialogs = notice
}

/// Shows what to notice in an example; of what a concept has to try, its card.
fn notice(session: Session, _asked: RwSignal<u32>) -> AnyView {
    let Parts { draft, tastes, .. } = *session;
    let named = move || draft.view.with(|view| view.example);
    let shown = Memo::new(move |_| draft.text.with(|text| concept_of(named(), text)).map(|known| known.key));
    let index = Memo::new(move |_| {
        let named = Some(named()).filter(|_| shown.with(Option::is_none))?;
        draft.text.with(|text| example_of(named, text))
    });
    let dismiss = move |_| draft.look_at(|view| view.example = None);
    let card = move || {
        shown.get().and_then(concept).map(|known| {
            let [name, name_in_chinese] = known.name;
            let [what, what_in_chinese] = known.what;
            let [notice, notice_in_chinese] = known.notice;
            view! {
                <p class="example-notice small" role="status">
                    <b>{tastes.say(name, name_in_chinese)}</b>
                    <span>{tastes.say(what, what_in_chinese)} {tastes.say(". ", "。")} {tastes.say(notice, notice_in_chinese)}</span>
                    <button class="plain" on:click=move |_| ask_why(draft, known.key)>{tastes.say("Learn it in a lesson", "在课程中学习")}</button>
                    <button class="plain" on:click=dismiss aria-label=tastes.say("Dismiss", "关闭")>"✕"</button>
                </p>
            }
        })
    };
    let example = move || {
        index.get().and_then(|index| Some((index, EXAMPLES.get(index)?))).map(|(index, example)| {
            let [title, title_in_chinese] = example.title;
            let [english, chinese] = example.notice;
            let next = (index + 1 < EXAMPLES.len()).then_some(index + 1);
            view! {
                <p class="example-notice small" role="status">
                    <b>{tastes.say(title, title_in_chinese)}</b>
                    <span>{tastes.say(english, chinese)}</span>
                    {next.map(|next| view! {
                        <button class="plain" on:click=move |_| choose(draft, next)>{tastes.say("Next example", "下一个示例")}</button>
                    })}
                    <button class="plain" on:click=dismiss aria-label=tastes.say("Dismiss", "关闭")>"✕"</button>
                </p>
            }
        })
    };
    view! { {card} {example} }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_begins_with_is_there() {
        for title in BEGIN {
            assert_eq!(EXAMPLES.iter().filter(|example| example.title[0] == title).count(), 1, "{title}");
        }
    }
}
