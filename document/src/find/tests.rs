use super::*;
use proptest::prelude::*;

fn find(search: &str, entries: &[Entry<'_>]) -> Vec<Found> {
    Index::new(entries.iter().cloned()).find(search)
}

const LABELS: [&str; 13] = [
    "compact_col_major",
    "complement",
    "composition",
    "zipped_divide",
    "zipped_product",
    "logical_divide",
    "right_inverse",
    "Undo",
    "Grid",
    "Worked example",
    "导出全部文档",
    "Dark theme",
    "The same modes as a matrix",
];

fn names(search: &str) -> Vec<&'static str> {
    let entries = LABELS.map(|label| Entry { label, also: vec![], told: vec![], recent: None });
    find(search, &entries).into_iter().filter(|found| !found.is_near).map(|found| LABELS[found.place]).collect()
}

#[test]
fn a_few_letters_find_what_is_meant_first() {
    let cases = [
        ("comp", "complement"),
        ("compo", "composition"),
        ("zd", "zipped_divide"),
        ("zip prod", "zipped_product"),
        ("prod zip", "zipped_product"),
        ("divide", "zipped_divide"),
        ("INV", "right_inverse"),
        ("we", "Worked example"),
        ("wex", "Worked example"),
        ("undo", "Undo"),
        ("grid", "Grid"),
        ("文档", "导出全部文档"),
        ("导文", "导出全部文档"),
        ("theme", "Dark theme"),
        ("themes", "Dark theme"),
        ("dividing", "zipped_divide"),
        ("compositions", "composition"),
        ("logical-divide", "logical_divide"),
        ("LogicalDivide", "logical_divide"),
        ("what is the complement of", "complement"),
        ("ｇｒｉｄ", "Grid"),
        ("怎么导出文档", "导出全部文档"),
    ];
    for (search, expected) in cases {
        assert_eq!(names(search).first(), Some(&expected), "{search}: {:?}", names(search));
    }
    for nothing in ["tmm", "xyzzy", "divide theme", "odnu"] {
        assert_eq!(names(nothing), [""; 0], "{nothing}");
    }
    assert_eq!(names("  ").len(), LABELS.len());
}

#[test]
fn the_other_language_finds_it_too_but_later() {
    let entries = [
        Entry {
            label: "nullspace",
            also: vec!["零空间"],
            told: vec!["coordinates that a static stride maps to an undo"],
            recent: None,
        },
        Entry { label: "Undo", also: vec!["撤销"], told: vec![], recent: None },
    ];
    let places = |search: &str| find(search, &entries).into_iter().map(|found| found.place).collect::<Vec<_>>();
    assert_eq!(places("undo"), [1, 0]);
    assert_eq!(places("零空"), [0]);
    assert_eq!(places("撤销"), [1]);
    assert_eq!(places("null stride"), [0]);
    assert!(find("null std", &entries).iter().all(|found| found.is_near));
}

#[test]
fn what_was_chosen_recently_comes_first_among_equals() {
    let recent = |label, recent| Entry { label, also: vec![], told: vec![], recent };
    let entries = [recent("a", None), recent("b", Some(2)), recent("c", Some(1)), recent("d", None)];
    let places = |search: &str| find(search, &entries).into_iter().map(|found| found.place).collect::<Vec<_>>();
    assert_eq!(places(""), [2, 1, 0, 3]);
    assert_eq!(places("a"), [0]);
}

#[test]
fn the_letters_that_were_typed_are_marked() {
    let letters = |search: &str, label: &str| {
        find(search, &[Entry { label, also: vec![], told: vec![], recent: None }])
            .into_iter()
            .flat_map(|found| found.letters)
            .collect::<Vec<_>>()
    };
    assert_eq!(letters("zd", "zipped_divide"), [0, 7]);
    assert_eq!(letters("inv", "right_inverse"), [6, 7, 8]);
    assert_eq!(letters("导文", "导出全部文档"), [0, 4]);
}

proptest! {
    #[test]
    fn letters_are_in_order_and_inside(search in ".{0,80}", labels in prop::collection::vec(".{0,240}", 0..6)) {
        let entries = labels.iter().map(|label| Entry { label, also: vec![], told: vec![], recent: None }).collect::<Vec<_>>();
        for found in find(&search, &entries) {
            let count = labels[found.place].chars().count();
            prop_assert!(found.letters.is_sorted_by(|one, other| one < other));
            prop_assert!(found.letters.iter().all(|letter| *letter < count.min(LABEL_LIMIT)));
        }
    }
}

#[test]
fn what_has_a_mistake_is_near_and_stands_behind_what_has_none() {
    let near = |search: &str| {
        let entries = LABELS.map(|label| Entry { label, also: vec![], told: vec![], recent: None });
        let found = find(search, &entries).into_iter().map(|found| (found.is_near, LABELS[found.place]));
        found.collect::<Vec<_>>()
    };
    for (search, expected) in [
        ("composiiton", "composition"),
        ("complment", "complement"),
        ("Zipped divde", "zipped_divide"),
        ("wroked example", "Worked example"),
        ("undo everything", "Undo"),
        ("导出档案", "导出全部文档"),
    ] {
        assert_eq!(near(search).first(), Some(&(true, expected)), "{search}: {:?}", near(search));
    }
    assert_eq!(near("xyzzy"), []);
    assert!(near("inverse").iter().all(|(is_near, label)| *is_near != (*label == "right_inverse")));
    assert_eq!(near("divide").first(), Some(&(false, "zipped_divide")));
}

#[test]
fn other_numbers_in_the_same_form_are_found() {
    let entry = |label| Entry { label, also: vec![], told: vec![], recent: None };
    let entries = [entry("1@0"), entry("(4,2):(1,4)"), entry("_4"), entry("Tiles of 8×8")];
    let first = |search: &str| find(search, &entries).first().map(|found| (found.place, found.is_near));
    for (search, place) in [("1@1", 0), ("(8,4):(1,8)", 1), ("_16", 2), ("4x4", 3), ("tiles 16", 3)] {
        assert_eq!(first(search), Some((place, false)), "{search}");
    }
}
