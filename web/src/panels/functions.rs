//! The functions of the notebook, as its one table explains them: what each takes, what it does, what it promises, and an
//! example to try.

use crate::signals::RwSignal;
use colex::notebook::functions::{Function, Help, Template};
use colex::operations::{explained, promises};
use colex::words;
use leptos::prelude::*;

use crate::browser;
use crate::session::{Asked, Draft, Tastes, ask};

/// The heading of the list.
pub const FUNCTIONS_ID: &str = "functions";
/// The field that searches the functions.
pub const SEARCH_ID: &str = "function-search";

/// A function with what explains it.
type Entry = (&'static Function, &'static Help);

/// Those with all words of a search in their names, parameters or sentences, in either language: first those whose name
/// begins with it, then by name.
fn found(search: &str) -> Vec<Entry> {
    let search = search.trim().to_lowercase();
    let names = |function: &'static Function| std::iter::once(function.name).chain(function.aliases.iter().copied());
    let answers = |(function, help): &Entry| {
        let own = names(function).chain(function.parameters.iter().copied()).chain(help.line);
        let own = own.collect::<Vec<_>>().join(" ").to_lowercase();
        search.split_whitespace().all(|word| own.contains(word))
    };
    let begins = |function: &'static Function| names(function).any(|name| name.to_lowercase().starts_with(&search));
    let mut found = explained().filter(answers).collect::<Vec<_>>();
    found.sort_by_cached_key(|(function, _)| (!begins(function), function.name.to_lowercase()));
    found
}

/// Returns the text behind the name: `<modes>(layout)`, `(shape, [stride])`. What may be left out is in brackets.
pub fn signature(function: &Function) -> String {
    let template = match function.template {
        Template::None => "",
        Template::Modes => "<modes>",
        Template::Values => "<…>",
    };
    if function.most == 0 {
        return template.to_string();
    }
    let parameters = function.parameters.iter().enumerate();
    let mut parameters = parameters
        .map(|(place, name)| if place < function.least { name.to_string() } else { format!("[{name}]") })
        .collect::<Vec<_>>();
    if function.most > parameters.len() {
        parameters.push("…".to_string());
    }
    format!("{template}({})", parameters.join(", "))
}

/// The list with its search field. An example becomes a statement at the end of the notebook.
pub fn functions(draft: Draft, tastes: Tastes, asked: Asked) -> AnyView {
    let search = RwSignal::new(String::new());
    let entries = move || search.with(|search| found(search));
    let count = move || {
        let count = entries().len();
        let english = if count == 1 { "1 function".to_string() } else { format!("{count} functions") };
        tastes.tongue.get().pick(english, format!("{count} 个函数"))
    };
    let list = move || {
        let found = entries();
        if found.is_empty() {
            let none = tastes.text("No function has these words", "没有函数包含这些词");
            return view! { <p class="quiet">{none}</p> }.into_any();
        }
        let items = found.into_iter().map(|entry| item(draft, tastes, asked, entry)).collect_view();
        view! { <ul class="functions">{items}</ul> }.into_any()
    };
    view! {
        <h3 id=FUNCTIONS_ID>{tastes.text("Functions", "函数")}</h3>
        <div class="row">
            <input type="text" id=SEARCH_ID autocomplete="off" autocapitalize="off" spellcheck="false" prop:value=move || search.get()
                aria-label=tastes.text("Search the functions", "搜索函数") placeholder=tastes.text("Search", "搜索")
                on:input=move |event| search.set(event_target_value(&event))/>
            <span class="quiet small" role="status">{count}</span>
        </div>
        {list}
    }
    .into_any()
}

fn item(draft: Draft, tastes: Tastes, asked: Asked, (function, help): Entry) -> AnyView {
    let [english, chinese] = help.line;
    let aliases = (!function.aliases.is_empty()).then(|| {
        let names = function.aliases.join(", ");
        view! { <span class="quiet small">" " {tastes.text("also", "又名")} " " <span class="mono">{names}</span></span> }
    });
    let tells = function.tells.then(|| {
        view! { <span class="quiet small">" · " {tastes.text("explains its steps", "逐步解释")}</span> }
    });
    // Its laws, as its own example has them: they cannot differ from what is checked.
    let promises = promises(help.example).into_iter().map(|kind| {
        view! { <p class="small quiet">{move || words::law(kind, tastes.tongue.get())} ": " <code>{kind.equation()}</code></p> }
    });
    let laws = promises.collect_view();
    let put = move |_| {
        browser::close_dialog("help");
        draft.append(help.example);
        browser::bring_into_view("pane-notebook");
    };
    let open = move |_| {
        asked.function.set(Some(function.name));
        ask(asked.reference);
    };
    view! {
        <li>
            <span class="mono"><button class="plain mono name" aria-haspopup="dialog" on:click=open>{function.name}</button>{signature(function)}</span>{aliases}{tells}
            <p class="small">{tastes.text(english, chinese)}</p>
            {laws}
            <button class="plain mono small example" title=tastes.text("Put it into the notebook", "放入笔记本") on:click=put>{help.example}</button>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::operations::find;

    #[test]
    fn signatures_say_what_may_be_left_out() {
        let cases = [
            ("coalesce", "(layout, [profile])"),
            ("get", "<modes>(tuple or layout)"),
            ("Int", "<…>"),
            ("LayoutLeft", ""),
            ("composition", "(A, B, …)"),
            ("make_layout", "(shape, [stride], …)"),
            ("upcast", "<…>(layout, …)"),
        ];
        for (name, expected) in cases {
            assert_eq!(find(name).map(signature).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn a_search_finds_names_aliases_and_words_of_both_languages() {
        let names = |search: &str| found(search).into_iter().map(|(function, _)| function.name).collect::<Vec<_>>();
        assert_eq!(names("").len(), explained().count());
        assert_eq!(names("comp").first(), Some(&"compact_col_major"));
        assert_eq!(names("group_modes"), ["group"]);
        assert!(names("右逆").contains(&"right_inverse"));
        assert!(names("tile rests").contains(&"zipped_divide"));
        assert!(names("no such words").is_empty());
    }
}
