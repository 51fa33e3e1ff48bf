//! Links: they come back as they were sent, survive what people send them through, and damage is noticed.

use colex::make::Major;
use colex_document::arrangement::Arrangement;
use colex_document::link::{LINK_LIMIT, LinkError, READABLE_LIMIT, decode, encode};
use colex_document::run::RUN_LIMIT;
use colex_document::words::sentence;
use colex_document::{
    ASKED_LIMIT, Colour, Document, Form, Held, HeldColour, Label, Language, MemorySpace, Options, TEXT_LIMIT, Theme,
    View,
};
use proptest::prelude::*;

const BASE: &str = "https://example.org/colex/";

fn texts() -> impl Strategy<Value = String> {
    let line = "[A-Za-z_]{1,3} = \\([0-9]{1,3},\\([0-9]{1,2},_[0-9]\\)\\):\\([0-9]{1,3},\\(-?[0-9]{1,2},1\\)\\)";
    let notation = "[-()\\[\\]:;,./~+=_%&#<>?!*\"'`|\\\\ \n0-9a-c]{0,80}";
    prop_oneof![
        3 => proptest::collection::vec(line, 1..12).prop_map(|lines| lines.join("\n")),
        3 => notation,
        2 => any::<String>(),
        1 => "[ -~\n]{0,2000}",
        1 => "[布局坐标、。🧮👩‍🔬אבגשلمن\u{202e}\u{200d}\u{feff}\r\n\t()]{0,300}",
    ]
}

fn asked() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(prop_oneof![
        "[0-9]{1,3}",
        "_[0-9]{1,2}",
        "\\([0-9],\\([0-9],[0-9]\\)\\)",
        "[-(),:;./~+_ 0-9]{0,12}",
        any::<String>(),
    ])
}

fn arrangements() -> impl Strategy<Value = Option<Arrangement>> {
    proptest::option::of("[0-9]{1,3}[a-zA-Z]{1,20}(/[0-9]{1,3}[a-zA-Z]{0,9}){0,2}")
        .prop_map(|text| Arrangement::read(&text?))
}

fn documents() -> impl Strategy<Value = Document> {
    let view = (
        proptest::option::of(any::<usize>()),
        asked(),
        proptest::option::of(any::<i64>()),
        proptest::collection::vec(any::<usize>(), 0..4),
        proptest::collection::vec(any::<u64>(), 0..4),
        asked(),
        proptest::option::of(any::<u32>()),
        any::<bool>(),
        proptest::option::of((any::<usize>(), any::<u32>(), any::<u64>(), any::<u64>())),
    );
    let view = view.prop_map(|(statement, point, index, mode, slice, coordinates, step, hidden, more)| View {
        statement,
        point,
        index,
        mode,
        slice,
        coordinates,
        form: more.and_then(|more| Form::ALL.get(more.0 % 4)).map(|(_, form)| *form),
        step,
        hidden,
        other: more.map(|more| more.0),
        derivation: more.map(|more| more.1),
        act: more.map(|more| more.1),
        read: more.map(|more| vec![more.0, 1]).unwrap_or_default(),
        thread: more.map(|more| more.2),
        value: more.map(|more| more.3),
        tile: more.map(|more| more.0),
        data: more.map(|more| more.0 / 2),
        asked: more.map(|more| format!("C({},{})", more.2, more.3)),
        run: more.map(|more| format!("gemm(n={},tile=_B)", more.1)),
        example: more.map(|more| more.0),
        learn: more.map(|more| format!("cosize,{}", more.0)),
    });
    let language = prop_oneof![Just(Language::Auto), Just(Language::English), Just(Language::Chinese)];
    let theme = prop_oneof![Just(Theme::Auto), Just(Theme::Dark), Just(Theme::Light)];
    let colours = [Colour::Index, Colour::Mode, Colour::Tile, Colour::Thread, Colour::Bank, Colour::None];
    let options = (any::<[bool; 6]>(), language, theme, proptest::sample::select(colours.to_vec()), arrangements());
    let options = options.prop_map(
        |([compile_time, underscores, right, big, embed, present], language, theme, colour, arrangement)| Options {
            compile_time,
            underscores,
            major: if right { Major::Right } else { Major::Left },
            language,
            theme,
            big,
            embed,
            colour,
            label: if big { Label::Thread } else { Label::Both },
            held: if big {
                Held { colour: HeldColour::Value, bits: 16, width: 8, vector: 4, memory: MemorySpace::Global }
            } else {
                Held::default()
            },
            present,
            arrangement,
        },
    );
    let view = prop_oneof![Just(View::default()), view];
    let options = prop_oneof![Just(Options::default()), options];
    (texts(), view, options).prop_map(|(text, view, options)| Document { text: text.into(), view, options })
}

/// Documents of every kind, for the tests that go through all of a link.
fn samples() -> Vec<Document> {
    let asked = |point: &str| View { point: Some(point.to_owned()), ..View::default() };
    let long = (0..60).map(|number| format!("A{number} = ({number},2):(2,1)\n")).collect::<String>();
    vec![
        Document::default(),
        Document::of_text(""),
        Document::of_text("\n\n\n"),
        Document::of_text("A16"),
        Document::of_text("z=abc"),
        Document::of_text("A = (8,8):(8,1)\nT = zipped_divide(A, <4:1, 2:1>)\nT((1,2), _)"),
        Document::of_text("Layout x = make_layout(make_shape(2,4), LayoutRight{}); // https://example.org/?a=1&b=2#c"),
        Document::of_text("A:)) :(: -- --- ... ;; ;;; ~~ // *a* _b_ `c` $d$ <e> [f](g) {h} \"i\" 'j' k@l"),
        Document { view: asked("(1,(1,2))"), ..Document::of_text("(3,(2,3)):(3,(12,1))") },
        Document { view: asked("..."), ..Document::of_text("布局 🧮 שלום") },
        Document { view: asked("_16"), ..Document::of_text(long) },
    ]
}

fn link(document: &Document) -> String {
    encode(document).expect("within the limits")
}

fn check_round_trip(document: &Document) {
    let link = link(document);
    assert_eq!(decode(&link).as_ref(), Ok(document), "{link}");
    assert!(link.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"_,:=-~/+;.".contains(&letter)), "{link}");
    assert!(link.ends_with(|letter: char| letter.is_ascii_alphanumeric()), "{link}");
    for never in ["://", "--", "..", ":~:", "&"] {
        assert!(!link.contains(never), "{never} in {link}");
    }
}

/// A document in words that do not change when documents get more fields: the text, then what differs from a text with
/// nothing chosen.
fn described(document: &Document) -> String {
    let (view, options) = (&document.view, &document.options);
    let mut words = vec![format!("{:?}", document.text)];
    let mut add = |name: &str, value: Option<String>| words.extend(value.map(|value| format!("{name}={value}")));
    let flag = |on: bool| on.then(|| "true".to_owned());
    let differs = |value: String, default: &str| (value != default).then_some(value);
    add("statement", view.statement.map(|value| value.to_string()));
    add("point", view.point.as_ref().map(|value| format!("{value:?}")));
    add("index", view.index.map(|value| value.to_string()));
    add("mode", differs(format!("{:?}", view.mode), "[]"));
    add("slice", differs(format!("{:?}", view.slice), "[]"));
    add("coordinates", view.coordinates.as_ref().map(|value| format!("{value:?}")));
    add("step", view.step.map(|value| value.to_string()));
    add("hidden", flag(view.hidden));
    add("compile_time", differs(options.compile_time.to_string(), "true"));
    add("underscores", flag(options.underscores));
    add("major", differs(format!("{:?}", options.major), "Left"));
    add("language", differs(format!("{:?}", options.language), "Auto"));
    add("theme", differs(format!("{:?}", options.theme), "Auto"));
    add("big", flag(options.big));
    add("embed", flag(options.embed));
    add("colour", differs(format!("{:?}", options.colour), "Index"));
    add("other", view.other.map(|value| value.to_string()));
    add("derivation", view.derivation.map(|value| value.to_string()));
    add("thread", view.thread.map(|value| value.to_string()));
    add("value", view.value.map(|value| value.to_string()));
    add("tile", view.tile.map(|value| value.to_string()));
    add("data", view.data.map(|value| value.to_string()));
    add("asked", view.asked.as_ref().map(|value| format!("{value:?}")));
    add("run", view.run.as_ref().map(|value| format!("{value:?}")));
    add("example", view.example.map(|example| example.to_string()));
    add("learn", view.learn.as_ref().map(|value| format!("{value:?}")));
    let Held { colour, bits, width, vector, memory } = options.held;
    // Of what says nothing of its elements.
    let bits = if bits == 0 { 32 } else { bits };
    add("held", differs(format!("{colour:?} {bits} {width}"), "Thread 32 1"));
    add("access", differs(format!("{memory:?} {vector}"), "Shared 0"));
    add("label", differs(format!("{:?}", options.label), "Both"));
    add("present", flag(options.present));
    add("arrangement", options.arrangement.as_ref().map(Arrangement::to_string));
    words.join("\t")
}

/// Lines are only ever added to this file: each is a link that somebody may have kept.
#[test]
fn golden_links_decode_for_ever() {
    let mut count = 0;
    for line in include_str!("links/v1.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (link, state) = line.split_once('\t').expect("a link, a tab, a state");
        let document = decode(link).unwrap_or_else(|error| panic!("{link}: {error:?}"));
        assert_eq!(described(&document), state, "{link}");
        // A view that is younger than a link is added to its arrangement.
        let arrangement = document.options.arrangement.as_ref().map(Arrangement::to_string);
        let names_all = arrangement.is_none_or(|arrangement| link.contains(&arrangement));
        if link.starts_with("v1;;") && !link.contains(";;x") && names_all {
            assert_eq!(encode(&document).as_deref(), Ok(link));
        }
        count += 1;
    }
    assert!(count >= 30);
}

#[test]
fn the_first_screen_is_readable() {
    assert_eq!(link(&Document::default()), "v1;;A+=+~3,~2,3//:~3,~12,1//;A~16/;;p=16;;B8l");
}

#[test]
fn every_ascii_character_and_a_full_text_come_back() {
    check_round_trip(&Document::of_text((0..128u8).map(char::from).collect::<String>()));
    for first in 0..128u8 {
        for second in [b' ', b'\n', b':', b'(', b')', b'-', b'.', b'a'] {
            let text = String::from_utf8(vec![first, second, first, second, second, first]).unwrap();
            check_round_trip(&Document::of_text(text));
        }
    }
    for unit in ["(", "\n", "布", "A = (8,8):(8,1)\n", "\u{10ffff}"] {
        let full = Document::of_text(unit.repeat(TEXT_LIMIT / unit.len()));
        assert_eq!(decode(&link(&full)).as_ref(), Ok(&full));
        assert!(link(&full).len() < 20_000);
    }
    let mut state = 1u64;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        char::from((state >> 33) as u8 & 127)
    });
    check_round_trip(&Document::of_text(noise.take(TEXT_LIMIT).collect::<String>()));
}

#[test]
fn short_is_readable_and_long_is_packed() {
    for document in samples() {
        let link = link(&document);
        assert_eq!(link.starts_with("v1z"), document.text.len() > 1000, "{link}");
        assert!(!link.starts_with("v1;;") || link.len() <= READABLE_LIMIT);
    }
}

#[test]
fn what_is_too_large_is_refused_both_ways() {
    let too_large = |document: &Document| assert!(matches!(encode(document), Err(LinkError::TooLarge { .. })));
    too_large(&Document::of_text("a".repeat(TEXT_LIMIT + 1)));
    let long = Some("1".repeat(ASKED_LIMIT + 1));
    too_large(&Document { view: View { point: long.clone(), ..View::default() }, ..Document::default() });
    too_large(&Document { view: View { coordinates: long, ..View::default() }, ..Document::default() });
    let run = Some("1".repeat(RUN_LIMIT + 1));
    too_large(&Document { view: View { run, ..View::default() }, ..Document::default() });
    too_large(&Document { view: View { mode: vec![0; 65], ..View::default() }, ..Document::default() });
    too_large(&Document { view: View { slice: vec![0; 5000], ..View::default() }, ..Document::default() });
    assert!(matches!(decode(&"v".repeat(LINK_LIMIT + 1)), Err(LinkError::TooLarge { .. })));
}

#[test]
fn what_people_do_to_addresses_is_forgiven() {
    for document in samples() {
        let link = link(&document);
        let percent = |plain: &dyn Fn(u8) -> bool| {
            let each = link.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02x}") });
            each.collect::<String>()
        };
        let (half, rest) = link.split_at(link.len() / 2);
        let encoded = percent(&|byte| byte.is_ascii_alphanumeric());
        let forms = [
            link.clone(),
            format!("#{link}"),
            format!("{BASE}#{link}"),
            format!("  {BASE}#{link}\r\n"),
            format!("<{BASE}#{link}>"),
            format!("{BASE}#{link} for it"),
            format!("{BASE}#{link}."),
            format!("{BASE}#{link}。看"),
            format!("{BASE}#{link}**"),
            format!("{BASE}#{link}),"),
            format!("{BASE}#{link}&fbclid=abc"),
            format!("{BASE}#{encoded}"),
            format!("{BASE}#{}", encoded.replace('%', "%25")),
            format!("{BASE}%23{}", percent(&|_| false)),
            link.replace('+', " "),
            link.replace('~', "\\~").replace('_', "\\_"),
            format!("{half}\r\n{rest}"),
            format!("{half}\u{200b}{rest}"),
        ];
        for form in forms {
            assert_eq!(decode(&form).as_ref(), Ok(&document), "{form}");
        }
    }
}

#[test]
fn every_truncation_is_noticed() {
    for document in samples() {
        let link = link(&document);
        for end in 0..link.len() {
            let cut = &link[..end];
            match decode(cut) {
                Err(LinkError::Truncated { salvaged }) => {
                    let begun = salvaged.is_none_or(|part| {
                        let sure = part.text.trim_end_matches(['\u{fffd}', '\n']);
                        document.text.starts_with(sure)
                    });
                    assert!(begun, "{cut}");
                }
                Err(LinkError::NotALink) => assert!(end < 2, "{cut}"),
                other => panic!("{cut}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_change_of_one_or_two_neighbouring_characters_is_noticed() {
    for document in samples() {
        let link = link(&document);
        for at in 0..link.len() {
            for letter in "aZ09_,:=-~/+;.%#é".chars() {
                let mut changed = link.clone();
                changed.replace_range(at..at + 1, letter.encode_utf8(&mut [0; 4]));
                if changed != link {
                    assert_ne!(decode(&changed).as_ref(), Ok(&document), "{changed}");
                    assert!(decode(&changed).is_err(), "{changed}");
                }
            }
            if at > 0 {
                let mut swapped = link.clone().into_bytes();
                swapped.swap(at - 1, at);
                let swapped = String::from_utf8(swapped).unwrap();
                assert!(swapped == link || decode(&swapped).is_err(), "{swapped}");
            }
        }
    }
}

#[test]
fn what_is_checked_but_makes_no_sense_is_malformed() {
    let cases = [("v1;;4:1;;s=x;;9BS", 9), ("v1;;4:1.4;;OiN", 7)];
    for (link, position) in cases {
        assert_eq!(decode(link), Err(LinkError::Malformed { position }), "{link}");
    }
}

#[test]
fn hostile_links_end() {
    // Were one of these to take time or memory that grows faster than its length, this test would not end.
    let forms = [
        "v1;;4:1".to_owned() + &";;a=1".repeat(1 << 20),
        format!("v1;;{}", "(".repeat(1 << 22)),
        format!("v1;;{}", ".28".repeat(TEXT_LIMIT)),
        "%25".repeat(1 << 21),
        format!("v1z;;{};;abc", "A".repeat(1 << 22)),
        encode(&Document::of_text("\n".repeat(TEXT_LIMIT))).unwrap_or_default().replace(";;", ";;A"),
    ];
    for form in forms {
        assert!(decode(&form).is_err());
    }
}

#[test]
fn what_could_be_read_is_offered() {
    let link = link(&Document::default());
    let Err(error) = decode(&link[..link.len() - 1]) else { panic!() };
    assert_eq!(error.salvaged(), Some(&Document::default()));
    let Err(error) = decode(&link.replace("~12", "~13")) else { panic!() };
    assert!(matches!(error, LinkError::Altered { .. }));
    assert_eq!(error.salvaged().map(|part| part.text.to_string()), Some("A = (3,(2,3)):(3,(13,1))\nA(16)".to_string()));
    let long = Document::of_text("A = (8,8):(8,1) // some words\n".repeat(100) + "B = 5");
    let packed = encode(&long).unwrap();
    let Err(error) = decode(&packed[..packed.len() - 20]) else { panic!() };
    assert!(error.salvaged().is_some_and(|part| part.text.starts_with("A = (8,8):(8,1) // some words\nA")));
}

#[test]
fn errors_have_kinds() {
    for text in ["", "#", "main", "learn", "v", "version", "https://example.org/", "https://example.org/#top"] {
        assert_eq!(decode(text), Err(LinkError::NotALink), "{text}");
    }
    assert_eq!(decode("#v2;;whatever"), Err(LinkError::UnknownVersion(2)));
    assert_eq!(decode("#v0;;whatever"), Err(LinkError::UnknownVersion(0)));
    assert_eq!(decode("#v99999999999;;whatever"), Err(LinkError::NotALink));
    assert_eq!(decode("#v1abc"), Err(LinkError::Malformed { position: 2 }));
    assert!(matches!(decode("#v1"), Err(LinkError::Truncated { .. })));
}

/// Where GitHub's Markdown ends an address: GFM's specification, "extended autolink", and `cmark-gfm` where the two
/// differ. `text` starts with the address.
fn gfm_link(text: &str) -> &str {
    let scheme = ["https://", "http://"].into_iter().find(|scheme| text.starts_with(scheme)).expect("a scheme");
    let after_scheme = &text[scheme.len()..];
    let is_domain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let domain = after_scheme.split(|letter: char| !is_domain(letter) && letter != '.').next().unwrap_or_default();
    let last_two = domain.rsplit('.').take(2).collect::<Vec<_>>();
    assert!(last_two.len() == 2 && last_two.iter().all(|part| !part.is_empty() && !part.contains('_')), "{domain}");
    let mut end = text.find(|letter: char| letter.is_whitespace() || letter == '<').unwrap_or(text.len());
    loop {
        let found = &text[..end];
        let Some(last) = found.chars().last() else { return found };
        let opening = found.matches('(').count();
        let closing = found.matches(')').count();
        match last {
            '?' | '!' | '.' | ',' | ':' | '*' | '_' | '~' | '\'' | '"' => end -= 1,
            ')' if closing > opening => end -= 1,
            ';' => {
                let name = found[..end - 1].trim_end_matches(|letter: char| letter.is_ascii_alphanumeric());
                end = if name.ends_with('&') { name.len() - 1 } else { end - 1 };
            }
            _ => return found,
        }
    }
}

/// Where linkify-it (markdown-it, Discourse, Mattermost and more) ends the path of an address, by its rules as of
/// version 5 with the option `---`. `text` starts with the `#`.
fn linkify_path(text: &str) -> &str {
    let letters = text.char_indices().map(|(_, letter)| letter).collect::<Vec<_>>();
    let space = |letter: char| letter.is_whitespace() || letter.is_control();
    let (mut at, mut bytes) = (1, 1);
    while let Some(&letter) = letters.get(at) {
        let next = letters.get(at + 1).copied();
        let open = next.is_some_and(|next| !space(next));
        let run = letters[at..].iter().take_while(|other| **other == letter).count();
        let pair = |close: char| {
            let inside = letters[at + 1..].iter().position(|other| *other == close)?;
            (!letters[at + 1..at + 1 + inside].iter().any(|inner| space(*inner))).then_some(inside + 2)
        };
        let taken = match letter {
            letter if space(letter) || "><\u{ff5c})]}".contains(letter) => None,
            '[' => pair(']'),
            '(' => pair(')'),
            '{' => pair('}'),
            '"' => pair('"').filter(|length| *length > 2),
            '\'' => pair('\'').filter(|length| *length > 2).or(next.filter(|next| next.is_alphanumeric()).map(|_| 1)),
            '.' if run > 1 => letters
                .get(at + run)
                .filter(|after| after.is_ascii_alphanumeric() || "%/&".contains(**after))
                .map(|_| run + 1),
            '.' | ',' | ';' => open.then_some(1),
            '-' if run == 3 => None,
            '-' => Some(run),
            '!' => letters.get(at + run).filter(|after| !space(**after)).map(|_| run),
            '?' => next.filter(|next| !space(*next) && *next != '?').map(|_| 1),
            _ => Some(1),
        };
        let Some(taken) = taken else { break };
        bytes += letters[at..at + taken].iter().map(|letter| letter.len_utf8()).sum::<usize>();
        at += taken;
    }
    &text[..bytes]
}

/// Where the many rules of the form "no space, no bracket or quote, no punctuation at the end" end an address.
fn plain_link(text: &str) -> &str {
    let end = text.find(|letter: char| letter.is_whitespace() || "<>\"'`()[]{}|\\^".contains(letter));
    text[..end.unwrap_or(text.len())].trim_end_matches(|letter: char| ".,:;!?*_~'\"-+=/".contains(letter))
}

fn check_autolinks(document: &Document) {
    let fragment = link(document);
    let address = format!("{BASE}#{fragment}");
    for (before, after) in [
        ("see ", " for it"),
        ("(", ")"),
        ("((", "))."),
        ("**", "**"),
        ("_", "_"),
        ("~~", "~~"),
        ("", "."),
        ("", ", and"),
        ("", "?!"),
        ("", "…"),
        ("\"", "\""),
        ("<", ">"),
        ("", "\n"),
        ("", "; "),
        ("[", "]"),
        ("", ""),
    ] {
        let text = format!("{before}{address}{after}");
        let from = &text[before.len()..];
        if !["]", "…", ">"].contains(&after) {
            assert_eq!(gfm_link(from), address);
        }
        assert_eq!(decode(gfm_link(from)).as_ref(), Ok(document));
        let path = linkify_path(&from[BASE.len()..]);
        if !after.starts_with(['*', '_', '~', '…', '?', '"']) {
            assert_eq!(path, format!("#{fragment}"), "{text}");
        }
        assert_eq!(decode(path).as_ref(), Ok(document), "{text}");
        if after != "…" {
            assert_eq!(plain_link(from), address);
        }
    }
}

#[test]
fn the_autolink_rules_of_these_tests_are_right() {
    let gfm = [
        ("https://a.b/c.", "https://a.b/c"),
        ("https://a.b/c?q=(x))", "https://a.b/c?q=(x)"),
        ("https://a.b/c?q=a&b&hl;", "https://a.b/c?q=a&b"),
        ("https://a.b/c<d", "https://a.b/c"),
        ("https://a.b/c_~*", "https://a.b/c"),
    ];
    for (text, expected) in gfm {
        assert_eq!(gfm_link(text), expected);
    }
    let linkify = [
        ("#a---b", "#a"),
        ("#a--b", "#a--b"),
        ("#a..b", "#a..b"),
        ("#a..;b", "#a"),
        ("#a(b", "#a"),
        ("#a(b)c", "#a(b)c"),
        ("#a;;b", "#a;;b"),
        ("#a; b", "#a"),
        ("#a, b", "#a"),
        ("#a. b", "#a"),
        ("#a'b", "#a'b"),
        ("#a\"b", "#a"),
        ("#a?", "#a"),
    ];
    for (text, expected) in linkify {
        assert_eq!(linkify_path(text), expected, "{text}");
    }
}

#[test]
fn samples_survive_autolinking() {
    samples().iter().for_each(check_autolinks);
}

fn check_never_panics(text: &str) {
    if let Err(error) = decode(text) {
        assert!(!sentence(&error, false).is_empty() && !sentence(&error, true).is_empty());
        assert!(error.salvaged().is_none_or(|part| part.text.len() <= TEXT_LIMIT));
    }
}

#[test]
fn lines_that_a_link_ends_otherwise_end_as_those_of_a_field() {
    for text in ["A = 4:1\r\nA(2)", "A = 4:1\rA(2)", "A = 4:1\nA(2)"] {
        let written = Document::of_text(text);
        let opened = decode(&encode(&written).unwrap()).unwrap();
        assert_eq!(opened, written);
        assert_eq!(opened.in_lines(), Document::of_text("A = 4:1\nA(2)"));
    }
}

proptest! {
    #[test]
    fn documents_come_back(document in documents()) {
        check_round_trip(&document);
    }

    #[test]
    fn documents_survive_autolinking(document in documents()) {
        check_autolinks(&document);
    }

    #[test]
    fn truncations_of_documents_are_noticed(document in documents(), cut in any::<proptest::sample::Index>()) {
        let link = link(&document);
        let end = cut.index(link.len());
        prop_assert!(decode(&link[..end]).is_err());
    }

    #[test]
    fn any_text_decodes_or_says_why(text in any::<String>(), letters in "[v1z;=~/+.0-9A-Fa-z,:_%-]{0,200}") {
        check_never_panics(&text);
        check_never_panics(&letters);
        check_never_panics(&format!("v1;;{letters}"));
        check_never_panics(&format!("v1z;;{letters}"));
        check_never_panics(&format!("v1z;;{letters};;abc"));
    }

    #[test]
    fn any_mutation_decodes_or_says_why(
        document in documents(),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>(), 0u8..4), 1..8),
    ) {
        let mut bytes = link(&document).into_bytes();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte % 8),
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(1)),
            }
        }
        check_never_panics(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_page_before_the_page_has_the_first_text() {
    let frame = include_str!("../../index.html").replace("&#10;", "\n");
    assert!(frame.contains(&format!("data-first=\"{}\"", colex_document::FIRST_TEXT)));
}
