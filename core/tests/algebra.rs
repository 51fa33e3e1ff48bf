//! The laws of the algebra on random layouts: nested, static and dynamic, with ones, zeros and negative strides.

use colex::algebra::affine::AffineLayout;
use colex::algebra::wide::WideLayout;
use colex::basis::{ScaledBasis, StrideLeaf};
use colex::coordinate::{Coordinate, Slot, idx2crd};
use colex::evaluate;
use colex::int_tuple::product;
use colex::laws::{Contract, LawKind, SET_LIMIT, Verdict};
use colex::notebook::Settings;
use colex::operations::contract;
use colex::work::{Budget, Progress, Work, finish};
use colex::{Int, IntTuple, Layout, Nested};
use proptest::prelude::*;

use crate::random;
use crate::random::{SIZE_LIMIT, layout, shape};

fn of(statement: &str) -> Option<Contract> {
    contract(&evaluate(statement, Settings::default()), 0)
}

fn verdicts(contract: &Contract) -> Vec<(LawKind, Verdict)> {
    contract.laws.iter().map(|law| (law.kind, finish(law.check(), u64::MAX).expect("ends"))).collect()
}

/// Every law of a statement holds, or need not; or it has more elements than are remembered.
fn check(statement: &str) {
    let Some(contract) = of(statement) else { return };
    for (kind, verdict) in verdicts(&contract) {
        let fine = match verdict {
            Verdict::Unfinished { checked: 0, total } => total > SET_LIMIT,
            Verdict::Fails(_) | Verdict::Unfinished { .. } => false,
            _ => true,
        };
        assert!(fine, "{kind:?} of {statement}: {verdict:?}");
    }
}

/// Every law of a statement holds.
fn holds(statement: &str) {
    let contract = of(statement).unwrap_or_else(|| panic!("{statement} has no value"));
    assert!(!contract.laws.is_empty(), "{statement} has no law");
    for (kind, verdict) in verdicts(&contract) {
        assert!(matches!(verdict, Verdict::Holds { .. }), "{kind:?} of {statement}: {verdict:?}");
    }
}

/// A compact layout with static extents that are powers of two, in a random order of its leaves.
fn binary() -> impl Strategy<Value = Layout> {
    let leaf = (0_u32..4).prop_map(|exponent| Nested::Leaf(Int::constant(1 << exponent)));
    let shape = leaf.prop_recursive(2, 5, 3, |inner| prop::collection::vec(inner, 1..4).prop_map(Nested::Tuple));
    let small = shape.prop_filter("small", |shape| random::size(shape) <= 4096);
    small.prop_flat_map(|shape| {
        let order = (0..shape.leaf_count() as i64).collect::<Vec<_>>();
        (Just(shape), Just(order).prop_shuffle()).prop_map(|(shape, order)| {
            let mut order = order.into_iter();
            let order = shape.map(&mut |_| Int::constant(order.next().expect("one for each leaf")));
            Layout::ordered(shape, &order).expect("fits")
        })
    })
}

fn value(tuple: &Nested<Int>) -> Nested<i64> {
    tuple.map(&mut |int| int.value())
}

/// Returns true if `R(c) = A(B(c))` everywhere, by the definition.
fn composes(a: &Layout, b: &Layout, r: &Layout) -> bool {
    (0..b.size().expect("small").value()).all(|i| {
        let c = Coordinate::from(&idx2crd(&Nested::Leaf(Slot::Int(Int::dynamic(i))), b.shape()).expect("fits"));
        let inner = Coordinate::from(&b.index(&c).expect("fits"));
        // A coordinate along fewer modes than A has is none of A.
        let Ok(expected) = a.index(&inner) else { return true };
        r.index(&c).map(|index| value(&index)) == Ok(value(&expected))
    })
}

/// A layout that answers pairs: each leaf of a layout of integers along mode 0 or mode 1.
fn pairs() -> impl Strategy<Value = Layout> {
    (binary(), any::<u32>()).prop_map(|(layout, along)| {
        let mut leaf = 0;
        let stride = layout.stride().map(&mut |stride| {
            let path = vec![(along >> leaf & 1) as usize];
            leaf += 1;
            StrideLeaf::Basis(ScaledBasis { scale: stride.scale(), path })
        });
        Layout::new(layout.shape().clone(), stride).expect("congruent")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_are_sums((a, b) in (layout(), layout())) {
        check(&format!("layout_add({a}, {b})"));
        holds(&format!("layout_add({a}, {a})"));
        holds(&format!("layout_add({a}, {}:_1)", a.size().unwrap()));
        holds(&format!("coalesce_z({a})"));
    }

    #[test]
    fn shapes_are_joined_and_met((a, b) in (shape(), shape())) {
        let value = |statement: &str| evaluate(statement, Settings::default()).value(0).map(|value| value.to_string());
        for name in ["greatest_common_domain", "common_refinement", "common_coarsening"] {
            let [one, other] = [(&a, &b), (&b, &a)].map(|(a, b)| format!("{name}({a}, {b})"));
            check(&one);
            let sorted = |found: Option<String>| found.map(|found| found.replace('_', ""));
            prop_assert_eq!(sorted(value(&one)), sorted(value(&other)), "{}", one);
        }
        let size = random::size(&a);
        let [join, meet] = ["common_refinement", "common_coarsening"].map(|name| format!("{name}({size}, {a})"));
        prop_assert_eq!(value(&join), Some(a.to_string()));
        prop_assert_eq!(value(&meet), Some(size.to_string()));
        let absorbed = value(&format!("common_refinement({a}, common_coarsening({a}, {a}))"));
        prop_assert_eq!(absorbed, Some(a.to_string()));
    }

    #[test]
    fn what_answers_coordinates_has_an_inverse_for_each_direction(a in pairs()) {
        let size = |layout: &Layout| layout.size().unwrap().value();
        for (inverse, is_right) in [(a.right_inverse(), true), (a.left_inverse(), false)] {
            let Ok(inverse) = inverse else { continue };
            let of = |layout: &Layout, place: &Coordinate| layout.index(place).map(|index| value(&index));
            let back = |index: &Nested<i64>| of(&inverse, &index.map(&mut |number| Slot::Int(Int::constant(*number))));
            for linear in 0..if is_right { size(&inverse) } else { size(&a) } {
                let place: Coordinate = Nested::Leaf(Slot::Int(Int::constant(linear)));
                if is_right {
                    let Ok(Nested::Leaf(first)) = of(&inverse, &place) else { panic!("{inverse}") };
                    let answer = of(&a, &Nested::Leaf(Slot::Int(Int::constant(first)))).unwrap();
                    prop_assert_eq!(back(&answer), Ok(Nested::Leaf(first)), "{} {}", a, inverse);
                } else {
                    // A layout that is not injective keeps one coordinate of those with the same answer.
                    let answer = of(&a, &place).unwrap();
                    let Ok(Nested::Leaf(first)) = back(&answer) else { panic!("{inverse}") };
                    let again = of(&a, &Nested::Leaf(Slot::Int(Int::constant(first)))).unwrap();
                    prop_assert_eq!(again, answer, "{} {}", a, inverse);
                }
            }
        }
    }

    #[test]
    fn a_tiler_of_coordinates_cuts_every_mode(
        (tile, gap, rest) in ([1_i64..5, 1_i64..5], [1_i64..4, 1_i64..4], [1_i64..4, 1_i64..4]),
        swaps: bool,
    ) {
        let extent = |mode: usize| tile[mode] * gap[mode] * rest[mode];
        let whole = format!("({},{})", extent(0), extent(1));
        let mode = |mode: usize| format!("{}@{mode}", gap[mode]);
        let tiler = match swaps {
            false => format!("({},{}):({},{})", tile[0], tile[1], mode(0), mode(1)),
            true => format!("({},{}):({},{})", tile[1], tile[0], mode(1), mode(0)),
        };
        let text = format!("R = logical_divide({whole}:({},1), {tiler})", extent(1));
        let evaluation = evaluate(&text, Settings { compile_time: true, ..Settings::default() });
        let cut = evaluation.value(0).and_then(|value| value.as_layout()).unwrap_or_else(|| panic!("{text}"));
        let size = cut.size().unwrap().value();
        let mut indices = (0..size).map(|linear| value(&cut.index(&Nested::Leaf(Slot::Int(Int::constant(linear)))).unwrap())).collect::<Vec<_>>();
        prop_assert_eq!(indices.first(), Some(&Nested::Leaf(0)));
        indices.sort_by_key(ToString::to_string);
        indices.dedup();
        prop_assert_eq!(indices.len() as i64, extent(0) * extent(1), "{} {}", text, cut);
    }

    #[test]
    fn reshapes_keep_the_function(a in layout()) {
        for operation in ["coalesce", "flatten", "filter", "filter_zeros", "right_inverse", "nullspace"] {
            holds(&format!("{operation}({a})"));
        }
        holds(&format!("coalesce({a}, _1)"));
        holds(&format!("idx2crd(_3, {})", a.shape()));
        holds(&format!("crd2idx(_3, {})", a.shape()));
        holds(&format!("max_common_layout({a}, {a})"));
        holds(&format!("max_common_vector({a}, {a})"));
    }

    #[test]
    fn compact_layouts_reach_every_index_once(shape in shape()) {
        holds(&format!("make_layout({shape})"));
        holds(&format!("make_layout_like(make_layout({shape}))"));
        holds(&format!("make_layout({shape}, LayoutRight)"));
    }

    #[test]
    fn inverses_invert(compact in binary()) {
        holds(&format!("left_inverse({compact})"));
        holds(&format!("right_inverse({compact})"));
    }

    #[test]
    fn complements_complement(m in 1_i64..200, compact in binary()) {
        holds(&format!("complement({compact}, _{m})"));
    }

    #[test]
    fn the_check_of_a_composition_is_the_definition(a in layout(), b in layout()) {
        let Ok(r) = a.composition(&b) else { return Ok(()) };
        let found = verdicts(&of(&format!("composition({a}, {b})")).expect("has a value"));
        let (_, verdict) = &found[0];
        prop_assert_eq!(composes(&a, &b, &r), verdict.example().is_none(), "{:?}", verdict);
        // The same in slices.
        let contract = of(&format!("composition({a}, {b})")).expect("has a value");
        let mut sliced = contract.laws[0].check();
        let again = loop {
            if let Progress::Done(again) = sliced.resume(&mut Budget::new(3)) {
                break again;
            }
        };
        prop_assert_eq!(verdict, &again);
    }

    /// Sums of layouts that answer coordinates: of whatever directions, and of sums again.
    #[test]
    fn sums_of_coordinates_are_the_definition(
        shapes in (shape(), shape()),
        strides in prop::collection::vec((0_i64..5, 0_usize..3), 24),
    ) {
        let mut given = strides.into_iter().cycle();
        let mut wide = |shape: &IntTuple| {
            let stride = shape.map(&mut |_| {
                let (scale, mode) = given.next().expect("a stride");
                StrideLeaf::Basis(ScaledBasis { scale: Int::dynamic(scale), path: vec![mode] })
            });
            WideLayout::from(&Layout::new(shape.clone(), stride).expect("congruent"))
        };
        // Of one size: the second shape in its whole after the first, and the other way round.
        let pair = |a: &IntTuple, b: &IntTuple| Nested::Tuple(vec![a.clone(), b.clone()]);
        let (a, b) = (wide(&pair(&shapes.0, &shapes.1)), wide(&pair(&shapes.0, &shapes.1)));
        let size = product(a.shape()).expect("small").value();
        prop_assume!(size <= SIZE_LIMIT);
        let Ok(sum) = a.layout_add(&b) else { return Ok(()) };
        let Ok(twice) = sum.layout_add(&a) else { return Ok(()) };
        prop_assert_eq!(b.layout_add(&a).expect("commutes"), sum.clone());
        for i in 0..size {
            let at = |of: &WideLayout| of.index(&Nested::Leaf(Slot::Int(Int::dynamic(i)))).expect("inside");
            let digits = |index: Nested<Int>| {
                let mut digits = index.leaves().into_iter().map(|digit| digit.value()).collect::<Vec<_>>();
                digits.resize(3, 0);
                digits
            };
            let [left, right] = [digits(at(&a)), digits(at(&b))];
            let both = left.iter().zip(&right).map(|(left, right)| left + right).collect::<Vec<_>>();
            let more = both.iter().zip(&left).map(|(both, left)| both + left).collect::<Vec<_>>();
            prop_assert_eq!(digits(at(&sum)), both);
            prop_assert_eq!(digits(at(&twice)), more);
        }
    }

    /// `A o k o B`, whole, in part, and with another layout read through it; it prints what is read back.
    #[test]
    fn what_stands_after_an_offset_is_the_definition(a in layout(), b in layout(), c in layout(), k in 0_i64..9) {
        let at = |layout: &Layout, place: i64| layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(place))));
        let number = |index: Nested<Int>| index.leaves().first().map(|int| int.value());
        let affine = AffineLayout::new(a.clone(), Int::constant(k), b.clone()).expect("integers");
        let size = b.size().expect("small").value().min(SIZE_LIMIT);
        for i in 0..size {
            let inner = number(at(&b, i).expect("inside")).expect("an integer");
            let found = affine.index(&Nested::Leaf(Slot::Int(Int::dynamic(i))));
            prop_assert_eq!(found.ok().and_then(number), at(&a, k + inner).ok().and_then(number), "at {} of {}", i, affine);
        }
        if let (Ok(through), Ok(inner)) = (affine.composition(&c), b.composition(&c)) {
            prop_assert_eq!(through, AffineLayout::new(a.clone(), Int::constant(k), inner).expect("integers"));
        }
        if b.rank() > 1 && !b.shape().is_leaf() {
            let place = (0..b.rank()).map(|mode| Nested::Leaf(if mode == 0 { Slot::All } else { Slot::Int(Int::constant(0)) }));
            let part = affine.slice(&Nested::Tuple(place.collect())).expect("a part");
            prop_assert_eq!(part.offset().value(), k);
        }
        let printed = affine.to_string();
        let again = evaluate(&printed, Settings::default());
        prop_assert_eq!(again.value(0).map(ToString::to_string), Some(printed));
    }

    #[test]
    fn compositions_with_basis_strides_are_the_definition(a in layout(), shape in shape(), scale in 1_i64..3) {
        // Along the modes of A, in turn.
        let mut next = 0;
        let rank = a.rank();
        let stride = shape.map(&mut |_| {
            next += 1;
            let path = if a.shape().is_leaf() { Vec::new() } else { vec![next % rank] };
            let scale = Int::constant(scale);
            if path.is_empty() { scale.into() } else { StrideLeaf::Basis(colex::basis::ScaledBasis { scale, path }) }
        });
        let b = Layout::new(shape, stride).expect("congruent");
        let Ok(r) = a.composition(&b) else { return Ok(()) };
        let found = verdicts(&of(&format!("composition({a}, {b})")).expect("has a value"));
        prop_assert!(composes(&a, &b, &r) || found[0].1.example().is_some(), "{:?}", found);
    }

    #[test]
    fn what_divides_composes(a in binary(), b in binary()) {
        let size = a.size().expect("small").value().min(b.size().expect("small").value());
        // B's domain cut down to that of A.
        let b = b.composition(&Layout::compact(Nested::Leaf(Int::constant(size)), Default::default()).expect("fits"));
        let b = b.and_then(|b| b.coalesce()).expect("powers of two divide");
        prop_assume!(b.cosize().expect("small").value() <= a.size().expect("small").value());
        holds(&format!("composition({a}, {b})"));
        holds(&format!("logical_divide({a}, {b})"));
        holds(&format!("zipped_divide({a}, {b})"));
        holds(&format!("tiled_divide({a}, {b})"));
        holds(&format!("flat_divide({a}, {b})"));
    }

    #[test]
    fn what_divides_keeps_the_indices(a in layout(), b in layout(), tile in 1_i64..5) {
        for operation in ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"] {
            for tiler in [format!("_{tile}"), format!("<_{tile}:_1,{tile}:_1>"), b.to_string()] {
                let Some(contract) = of(&format!("{operation}({a}, {tiler})")) else { continue };
                let found = verdicts(&contract);
                let holds = |kind| found.iter().any(|(law, found)| *law == kind && found.example().is_none());
                let wrong = found.iter().any(|(law, found)| {
                    *law == LawKind::SameIndices && matches!(found, Verdict::Fails(_))
                });
                // CuTe does not check everything; but what lies where it should loses nothing.
                prop_assert!(!(wrong && holds(LawKind::Divide)), "{} of {} by {}: {:?}", operation, a, tiler, found);
            }
        }
    }

    #[test]
    fn products_repeat(a in binary(), b in binary()) {
        prop_assume!(a.size().expect("small").value() * b.size().expect("small").value() <= 1 << 12);
        for operation in ["logical_product", "blocked_product", "raked_product"] {
            let Some(contract) = of(&format!("{operation}({a}, {b})")) else { continue };
            for (kind, verdict) in verdicts(&contract) {
                prop_assert!(matches!(verdict, Verdict::Holds { .. }), "{operation}({a}, {b}) {kind:?} {verdict:?}");
            }
        }
    }

    #[test]
    fn recasts_see_the_same_memory(a in layout(), compact in binary(), factor in 0_u32..4) {
        let factor = 1 << factor;
        for operation in ["upcast", "downcast"] {
            check(&format!("{operation}<{factor}>({a})"));
            check(&format!("{operation}<{factor}>({compact})"));
        }
        check(&format!("recast_layout<{factor},16>({compact})"));
    }

    #[test]
    fn slices_are_the_layout_at_the_other_coordinates(a in layout(), keep: u64) {
        let mut leaf = 0;
        let place = a.shape().map(&mut |_| {
            leaf += 1;
            if keep >> (leaf % 64) & 1 == 1 { Slot::All } else { Slot::Int(Int::ZERO) }
        });
        check(&format!("slice({place}, {a})"));
        check(&format!("slice_and_offset({place}, {a})"));
        check(&format!("slice_and_offset({place}, Sw<2,1,3> o _0 o {a})"));
    }

    #[test]
    fn swizzles_undo_themselves(bits in 0_i64..4, base in 0_i64..4, more in 0_i64..3, sign: bool, a in binary()) {
        let shift = if sign { bits + more } else { -(bits + more) };
        holds(&format!("Swizzle<{bits},{base},{shift}>{{}}"));
        check(&format!("Sw<{bits},{base},{shift}> o _0 o {a}"));
        check(&format!("composition(Sw<{bits},{base},{shift}> o _0 o {a}, _2:_1)"));
    }
}

#[test]
fn a_mode_that_gains_does_not_make_up_for_one_that_loses() {
    // 54 elements cut into 27 and 2 into 4: as many in all, and not the same.
    let contract = of("logical_divide(((3,2,_9),2):((0,0,0),1), <_4:_1,4:_1>)").expect("a contract");
    let found = verdicts(&contract);
    assert!(found.iter().all(|(_, verdict)| !matches!(verdict, Verdict::Fails(_))), "{found:?}");
    assert!(found.iter().any(|(_, verdict)| matches!(verdict, Verdict::DoesNotApply { .. })), "{found:?}");
}

/// With an offset between two layouts their composition is no layout: CuTe prints it as it is written.
#[test]
fn an_offset_between_layouts_stays() {
    let text = "L = composition((_4,_5):(_1,_4), _2, (_2,_3):(_1,_2))\nL(0)\nL(1,2)\nL(1,_)\nsize(L)\nshape(L)\n\
        composition(L, _3:_2)\nmake_composed_layout((_4,_5):(_1,_4), _2, (_2,_3):(_1,_2))\n(_4,_5):(1@0,1@1) o _2 o (_2,_3):(_1,_2)";
    let found = evaluate(text, Settings::default());
    let values = (0..9).map(|line| found.value(line).map(ToString::to_string).unwrap_or_default()).collect::<Vec<_>>();
    let whole = "(_4,_5):(_1,_4) o _2 o (_2,_3):(_1,_2)";
    let expected = [
        whole,
        "2",
        "7",
        "(_4,_5):(_1,_4) o 3 o (_3):(_2)",
        "_6",
        "(_2,_3)",
        "(_4,_5):(_1,_4) o _2 o _3:_2",
        whole,
        "(_4,_5):(1@0,1@1) o _2 o (_2,_3):(_1,_2)",
    ];
    assert_eq!(values, expected);
}

/// `A + B` is layout_add, with its picture, its steps and its laws.
#[test]
fn a_sum_of_layouts_is_written_with_a_plus() {
    for (sum, call) in [
        ("((4,6):(1,4)) + ((4,6):(6,1))", "layout_add((4,6):(1,4), (4,6):(6,1))"),
        ("((4,3):(2@0,1@1)) + ((4,3):(1@1,3@1))", "layout_add((4,3):(2@0,1@1), (4,3):(1@1,3@1))"),
        ("((8,8):(F1,F9)) + ((8,8):(F2,F1))", "layout_add((8,8):(F1,F9), (8,8):(F2,F1))"),
    ] {
        let of = |text: &str| evaluate(text, Settings::default());
        let (sum, call) = (of(sum), of(call));
        assert!(call.value(0).is_some());
        assert_eq!(sum.value(0).map(ToString::to_string), call.value(0).map(ToString::to_string));
        assert_eq!(sum.steps(0), call.steps(0));
        let [summed, called] = [&sum, &call].map(|found| found.performed(0, None).expect("an operation"));
        assert_eq!(summed.function.name, called.function.name);
    }
    let refused = evaluate("((4,6):(1,4)) + 3", Settings::default());
    assert!(refused.value(0).is_none() && !refused.diagnostics().is_empty());
}

/// Checks output of CuTe's C++ for a layout after a layout: operations change the inner one.
#[test]
fn operations_on_a_layout_after_a_layout_change_the_inner_one() {
    let of = "composition((_4,_5):(_10,_1), _3, (_2,(_2,_2)):(_1,(_2,_4)))";
    let text = format!(
        "S = {of}\ncoalesce(S)\nflatten(S)\nS(1,(1,1))\ngroup<0,2>(S)\nlogical_divide(S, (_2,_2))\nlogical_product(S, _3)\n\
         S.with_shape(_8)\nlayout<1>(S)\ntake<0,1>(S)\ncosize(S)\ncomplement(S, _24)"
    );
    let evaluation = colex::evaluate(&text, colex::notebook::Settings::default());
    assert!(evaluation.diagnostics().is_empty(), "{:?}", evaluation.diagnostics());
    let outer = "(_4,_5):(_10,_1) o _3 o ";
    let expected = [
        &format!("{outer}(_2,(_2,_2)):(_1,(_2,_4))"),
        &format!("{outer}_8:_1"),
        &format!("{outer}(_2,_2,_2):(_1,_2,_4)"),
        "22",
        &format!("{outer}((_2,(_2,_2))):((_1,(_2,_4)))"),
        &format!("{outer}((_2,_1),(_2,_2)):((_1,_0),(_2,_4))"),
        &format!("{outer}((_2,(_2,_2)),_3):((_1,(_2,_4)),_8)"),
        &format!("{outer}_8:_1"),
        &format!("{outer}(_2,_2):(_2,_4)"),
        &format!("{outer}(_2):(_1)"),
        "_8",
        "_3:_8",
    ];
    for (place, expected) in expected.into_iter().enumerate() {
        assert_eq!(evaluation.value(place).map(|value| value.to_string()).as_deref(), Some(expected), "{place}");
    }
}
