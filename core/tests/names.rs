//! Names of modes: written, carried through the algebra, and never wrong.

use colex::emit::{self, Form};
use colex::evaluate;
use colex::names::{NAME_LIMIT, Names, listed_at};
use colex::notebook::{DiagnosticKind, Settings};
use colex::words::{self, Tongue};
use colex::{Int, Nested};
use proptest::prelude::*;

fn static_settings() -> Settings {
    Settings { compile_time: true, ..Settings::default() }
}

/// The names of the last statement, written into a shape of ones; a leaf without a name is `_`.
fn names_of(text: &str) -> String {
    let evaluation = evaluate(text, static_settings());
    let problems = evaluation.diagnostics().iter().map(|it| words::diagnostic(it, Tongue::English)).collect::<Vec<_>>();
    assert!(problems.is_empty(), "{text}: {problems:?}");
    let last = evaluation.outcomes().len() - 1;
    evaluation.names(last).map_or_else(|| "none".to_string(), |names| names.tree().to_string())
}

#[test]
fn names_are_carried() {
    let a = "A = (M=8,K=4):(1,8)\n";
    let nested = "A = (M=8,K=(a=2,b=2)):(4,(1,2))\n";
    let cases = [
        // Written.
        (a, "A", "(M,K)"),
        (nested, "A", "(M,(a,b))"),
        ("", "(M=8,4):(1,8)", "(M,_)"),
        ("", "(M=8,K=4)", "(M,K)"),
        ("", "Layout x = (M=_8,K=4):(_1,_8);", "(M,K)"),
        ("", "cute.make_layout((M=8,K=4), stride=(4,1))", "(M,K)"),
        ("", "(M=8,\n K=4)", "(M,K)"),
        ("", "<M=4:1,N=2:1>", "(M,N)"),
        ("", "Sw<1,0,1> o 0 o (M=2,K=4):(4,1)", "(M,K)"),
        ("", "make_tensor(counting_iterator(0), (M=2,K=4):(4,1))", "(M,K)"),
        // Modes moved about.
        (a, "B = A\nB", "(M,K)"),
        (a, "select<1,0>(A)", "(K,M)"),
        (a, "get<1>(A)", "K"),
        (a, "layout<0>(A)", "M"),
        (a, "shape(A)", "(M,K)"),
        (a, "group<0,2>(A)", "((M,K))"),
        (nested, "flatten(A)", "(M,a,b)"),
        (nested, "get<1>(A)", "(a,b)"),
        (a, "append<3>(A)", "(M,K,_)"),
        (a, "append(A, (L=2):(32))", "(M,K,(L))"),
        (a, "replace<1>(A, 5:1)", "(M,_)"),
        ("", "make_layout((thr=2):(1), (val=4):(2))", "((thr),(val))"),
        ("", "make_layout(make_shape((M=2,2),4), LayoutRight{})", "((M,_),_)"),
        (a, "zip(A)", "((M,K))"),
        (a, "make_shape(shape<0>(A), 3)", "(M,_)"),
        // Slices.
        (a, "A(_,3)", "(M)"),
        (a, "A(2,_)", "(K)"),
        (nested, "A(_,(0,_))", "(M,b)"),
        (a, "slice((_,3), A)", "(M)"),
        (a, "A.compose(2:1, 4:1)", "(M,K)"),
        // Divides: CuTe's own words for tile and rest.
        (a, "logical_divide(A, (4,2))", "((TileM,RestM),(TileK,RestK))"),
        (a, "logical_divide(A, (4,_))", "((TileM,RestM),K)"),
        (a, "logical_divide(A, <4:1>)", "((TileM,RestM),K)"),
        (a, "zipped_divide(A, (4,2))", "((TileM,TileK),(RestM,RestK))"),
        (a, "zipped_divide(A, (BLK_M=4,2))", "((BLK_M,TileK),(RestM,RestK))"),
        (a, "tiled_divide(A, (4,2))", "((TileM,TileK),RestM,RestK)"),
        (a, "A.tile(4,2)", "((TileM,TileK),RestM,RestK)"),
        (a, "flat_divide(A, (4,2))", "(TileM,TileK,RestM,RestK)"),
        (a, "B = flat_divide(A, (4,2))\nlogical_divide(B, (2))", "((TileTileM,RestTileM),TileK,RestM,RestK)"),
        (a, "zipped_divide(make_tensor(counting_iterator(0), A), (4,2))", "((TileM,TileK),(RestM,RestK))"),
        (a, "zipped_divide(Sw<1,0,3> o _0 o A, (4,2))", "((TileM,TileK),(RestM,RestK))"),
        ("", "logical_divide((thr=8,4):(1,8), (4))", "((Tile_thr,Rest_thr),_)"),
        // M and K are one mode here, which has no name of its own.
        (a, "logical_divide(A, 8:2)", "none"),
        (a, "local_tile(A, (4,2), (1,_))", "(TileM,TileK,RestK)"),
        (a, "local_tile(A, (4,2,2), (1,0,_), Step<_1,X,_1>{})", "(TileM,TileK,RestK)"),
        (a, "local_partition(A, (2,2), 3)", "(RestM,RestK)"),
        (a, "outer_partition(A, (2,2), (1,1))", "(RestM,RestK)"),
        // Composition: the domain is that of B.
        (a, "composition(A, (x=2,y=2):(1,8))", "(x,y)"),
        ("", "(M=8,K=4):(4,1) o (2,2):(1,8)", "(M,K)"),
        // M and K are one mode to a composition.
        (a, "A o (2,2):(1,8)", "none"),
        ("", "(M=8,K=4):(4,1) o (2,y=2):(1,8)", "(M,y)"),
        (a, "A o (2,2):(1,8) o (z=2):(1)", "(z)"),
        ("", "(8,4):(1,8) o (x=2,y=2):(1,8)", "(x,y)"),
        (a, "composition(A, (2,_))", "(M,K)"),
        (a, "composition(A, <t=2:1,2:1>)", "(t,K)"),
        // Products: the block keeps its names, the copies have the tiler's.
        (a, "logical_product(A, (copies=3):(1))", "((M,K),(copies))"),
        (a, "blocked_product(A, (m=2,k=3))", "((M,m),(K,k))"),
        (a, "raked_product(A, (m=2,k=3))", "((m,M),(k,K))"),
        (a, "blocked_product(A, (2,3))", "((M,_),(K,_))"),
        (a, "tiled_product(A, (2,3))", "((M,K),_,_)"),
        // Others.
        ("", "coalesce((M=8,K=4):(1,9))", "(M,K)"),
        (a, "coalesce(A)", "none"),
        ("", "coalesce((M=(2,4),K=4):((1,2),9))", "(M,K)"),
        (a, "complement(A, 64)", "none"),
        (a, "right_inverse((M=8,K=4):(4,1))", "(K,M)"),
        ("", "left_inverse((M=4):(2))", "(_,M)"),
        (a, "upcast<2>(A)", "(M,K)"),
        (a, "filter_zeros(A)", "(M,K)"),
        (a, "make_fragment_like(A)", "(M,(K))"),
        (a, "make_identity_layout(shape(A))", "(M,K)"),
        (nested, "product_each(shape(A))", "(M,K)"),
        (a, "size(A)", "none"),
        (a, "stride(A)", "none"),
        (a, "with_shape(A, 32)", "none"),
    ];
    let wrong = cases.iter().filter_map(|(before, text, expected)| {
        let found = names_of(&format!("{before}{text}"));
        (found != *expected).then(|| format!("{text}: {found}, not {expected}"))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn names_change_nothing_that_is_printed() {
    let print = |text: &str| {
        let evaluation = evaluate(text, static_settings());
        evaluation.value(evaluation.outcomes().len() - 1).map(ToString::to_string)
    };
    for (named, plain) in [
        ("(M=8,K=(a=2,b=2)):(4,(1,2))", "(8,(2,2)):(4,(1,2))"),
        ("zipped_divide((M=8,K=4):(1,8), (BLK=4,2))", "zipped_divide((8,4):(1,8), (4,2))"),
        ("((M=8,K=4):(1,8))(3,1)", "((8,4):(1,8))(3,1)"),
        ("<M=4:1,2:1>", "<4:1,2:1>"),
        ("(M=8)", "(8)"),
        ("[M=8, 4]", "[8, 4]"),
    ] {
        assert_eq!(print(named), print(plain), "{named}");
    }
}

#[test]
fn malformed_names_have_a_sentence() {
    let long = "n".repeat(NAME_LIMIT + 1);
    let cases = [
        ("(M=8,M=4)".to_string(), "Two modes in the same parentheses are called M", Some("(M=8,M2=4)")),
        ("(M=8,K=(a=2,a=2))".to_string(), "Two modes in the same parentheses are called a", Some("(M=8,K=(a=2,a2=2))")),
        ("(stride=8,K=4)".to_string(), "stride cannot name a mode: it is the name of an argument", None),
        (format!("({long}=8)"), "is longer than the 24 characters of a name", None),
        ("(_M=8)".to_string(), "_M cannot name a mode: a letter, then letters, digits and underscores", None),
        (
            "(M=8,K=4):(M=1,8)".to_string(),
            "M names nothing here: names stand in front of the modes of a shape",
            Some("(M=8,K=4):(1,8)"),
        ),
        (
            "((8,4):(1,8))(M=2,1)".to_string(),
            "M names nothing here: names stand in front of the modes of a shape",
            None,
        ),
    ];
    for (text, sentence, repaired) in cases {
        let evaluation = evaluate(&text, static_settings());
        let found = evaluation.diagnostics();
        let first = found.first().unwrap_or_else(|| panic!("{text}"));
        assert!(matches!(first.kind, DiagnosticKind::ModeName { .. }), "{text}: {first:?}");
        assert!(words::diagnostic(first, Tongue::English).contains(sentence), "{text}");
        assert!(!words::diagnostic(first, Tongue::Chinese).is_empty());
        let repaired_text = first.repairs.first().map(|repair| {
            let mut text = text.clone();
            text.replace_range(repair.span.start..repair.span.end, &repair.text);
            text
        });
        assert_eq!(repaired_text.as_deref(), repaired, "{text}");
    }
    // A name stands in the way of nothing else.
    for text in ["(M==8)", "a = (M=8,\nb = 4", "(M=)", "(=8)", "(8=M)", "(M=8 K=4)"] {
        assert!(!evaluate(text, static_settings()).diagnostics().is_empty(), "{text}");
    }
}

#[test]
fn thousands_of_names_beside_each_other_are_found_in_one_walk() {
    // Each of them is a mode whose name could be its neighbour's. Compared with each other they would take minutes.
    let count = 2040;
    let modes = (0..count).map(|mode| format!("a{mode}=(1,1)")).collect::<Vec<_>>().join(",");
    let evaluation = evaluate(&format!("({modes})"), static_settings());
    let names = evaluation.names(0).expect("names");
    let listed = names.listed();
    assert_eq!(listed.len(), count);
    assert!(listed.is_sorted());
    for mode in [0, 7, count - 1] {
        assert_eq!(listed.get(mode), Some(&(vec![mode], format!("a{mode}"))));
        assert_eq!(names.own(&[mode]), Some(format!("a{mode}")));
        assert_eq!(listed_at(&listed, &[mode]), Some(&*format!("a{mode}")));
        assert_eq!(listed_at(&listed, &[mode, 0]), None);
        let renamed = names.renamed(&[mode], Some("other")).expect("a name of its own");
        assert_eq!(renamed.own(&[mode]).as_deref(), Some("other"));
        assert!(names.renamed(&[mode], Some("a8")).is_err());
    }
    let shape = Nested::Tuple(vec![Nested::Tuple(vec![Nested::Leaf(Int::ONE); 2]); count]);
    assert!(names.written(&shape).starts_with("(a0=(_1,_1),a1="));
}

#[test]
fn labels_of_modes() {
    let evaluation = evaluate(
        "A = (M=8,K=(a=2,b=2)):(4,(1,2))\nB = zipped_divide(A, (4,2))\nC = logical_divide(A, (4))\nget<1>(A)",
        static_settings(),
    );
    let label = |statement: usize, path: &[usize]| evaluation.names(statement).and_then(|names| names.label(path));
    let own = |statement: usize, path: &[usize]| evaluation.names(statement).and_then(|names| names.own(path));
    assert_eq!(label(0, &[0]).as_deref(), Some("M"));
    assert_eq!(label(0, &[1]).as_deref(), Some("K"));
    assert_eq!(label(0, &[1, 1]).as_deref(), Some("b"));
    assert_eq!(label(0, &[]).as_deref(), Some("(M,K)"));
    assert_eq!(label(1, &[0]).as_deref(), Some("(TileM,TileK)"));
    assert_eq!(label(2, &[0]).as_deref(), Some("M"));
    assert_eq!(label(2, &[0, 1]).as_deref(), Some("RestM"));
    assert_eq!(label(3, &[]).as_deref(), Some("K"));
    assert_eq!(own(0, &[1]).as_deref(), Some("K"));
    assert_eq!(own(0, &[1, 0]).as_deref(), Some("a"));
    assert_eq!(own(0, &[]), None);
    assert_eq!(own(3, &[0]).as_deref(), Some("a"));
    let listed = evaluation.names(0).map(|names| names.listed()).unwrap_or_default();
    let listed = listed.iter().map(|(path, name)| format!("{name}@{path:?}")).collect::<Vec<_>>();
    assert_eq!(listed, ["M@[0]", "K@[1]", "a@[1, 0]", "b@[1, 1]"]);
}

#[test]
fn names_are_given_and_changed() {
    let change = |text: &str, path: &[usize], name: Option<&str>| {
        let evaluation = evaluate(text, static_settings());
        let layout = evaluation.value(0).and_then(|value| value.as_layout().cloned()).expect("a layout");
        let names = evaluation.names(0).map_or_else(|| Names::none(layout.shape()), |names| (**names).clone());
        names.renamed(path, name).map(|names| names.written(layout.shape()).replace('_', ""))
    };
    let cases: [(&str, &[usize], Option<&str>, &str); 10] = [
        ("(8,4):(1,8)", &[0], Some("M"), "(M=8,4)"),
        ("(M=8,4):(1,8)", &[0], Some("N"), "(N=8,4)"),
        ("(M=8,4):(1,8)", &[0], None, "(8,4)"),
        ("(M=8,(2,2)):(1,(8,16))", &[1], Some("K"), "(M=8,K=(2,2))"),
        ("(M=8,(2,2)):(1,(8,16))", &[1, 0], Some("a"), "(M=8,(a=2,2))"),
        ("(M=8,K=(2,2)):(1,(8,16))", &[1, 0], Some("a"), "(M=8,K=(a=2,2))"),
        ("(M=8,K=(a=2,2)):(1,(8,16))", &[1], Some("L"), "(M=8,L=(a=2,2))"),
        ("(M=8,K=(a=2,2)):(1,(8,16))", &[1], None, "(M=8,(a=2,2))"),
        ("(M=8,K=(a=2,b=2)):(1,(8,16))", &[1, 1], None, "(M=8,K=(a=2,2))"),
        ("(8):(1)", &[0], Some("thr"), "(thr=8)"),
    ];
    for (text, path, name, expected) in cases {
        assert_eq!(change(text, path, name).as_deref(), Ok(expected), "{text} {path:?} {name:?}");
    }
    for (path, name) in [(&[0][..], "K"), (&[], "A"), (&[0], "4"), (&[0], "stride"), (&[5], "M")] {
        assert!(change("(M=8,K=4):(1,8)", path, Some(name)).is_err(), "{path:?} {name}");
    }
}

#[test]
fn names_are_emitted_as_cutes_code_comments_them() {
    let text = "A = (M=8,K=4):(1,8)\nflat_divide(A, (4,2))";
    let evaluation = evaluate(text, static_settings());
    let emitted = |statement: usize, form| {
        let value = evaluation.value(statement).expect("a value");
        let name = (statement == 0).then_some("A");
        let names = evaluation.names(statement).map(|names| &**names);
        emit::named_statement(name, value, names, form).expect("a spelling")
    };
    assert_eq!(emitted(0, Form::Cpp), "auto A = Layout<Shape<_8,_4>,Stride<_1,_8>>{};  // (M,K)");
    assert_eq!(emitted(0, Form::Python), "A = cute.make_layout((8, 4), stride=(1, 8))  # (M,K)");
    assert!(emitted(1, Form::Cpp).ends_with("// (TileM,TileK,RestM,RestK)"));
    assert_eq!(emitted(0, Form::Printed), "A = (_8,_4):(_1,_8)");
    assert!(emitted(0, Form::Json).ends_with(r#","modes":[{"path":[0],"name":"M"},{"path":[1],"name":"K"}]}"#));
}

/// A random shape with some names, as text, of at most three levels.
fn named_shape() -> impl Strategy<Value = String> {
    let leaf = (1_u32..5).prop_map(|extent| extent.to_string());
    let tree = leaf.prop_recursive(2, 8, 3, |inner| {
        prop::collection::vec((prop::bool::ANY, inner), 1..4).prop_map(|modes| {
            let modes = modes.iter().enumerate().map(|(index, (is_named, mode))| match is_named {
                true => format!("{}{index}={mode}", if mode.starts_with('(') { 'G' } else { 'Q' }),
                false => mode.clone(),
            });
            format!("({})", modes.collect::<Vec<_>>().join(","))
        })
    });
    tree.prop_filter("a tuple", |text| text.starts_with('('))
}

proptest! {
    #[test]
    fn written_names_are_read_back(shape in named_shape()) {
        let evaluation = evaluate(&shape, static_settings());
        let value = evaluation.value(0).and_then(|value| value.as_ints()).expect("a shape");
        let names = evaluation.names(0).map_or_else(|| Names::none(&value), |names| (**names).clone());
        let written = names.written(&value);
        let again = evaluate(&written, static_settings());
        prop_assert!(again.diagnostics().is_empty(), "{shape} {written}");
        prop_assert_eq!(again.value(0).and_then(|value| value.as_ints()), Some(value));
        let read = again.names(0).map_or_else(|| Names::none(names.tree()), |names| (**names).clone());
        prop_assert_eq!(read, names, "{} {}", shape, written);
    }
}
