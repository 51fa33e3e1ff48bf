//! Atoms: every recorded one, and laws of all that the rules name.

use colex::atom::{Atom, family};
use colex::notebook::made::AtomValue;
use serde_json::Value as Json;

fn recorded() -> Vec<Json> {
    let text = include_str!("golden/atoms.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Returns what a recorded line says of an atom, in the order in which it says it.
fn said(atom: &Atom) -> Json {
    match atom {
        Atom::Mma(mma) => {
            let printed =
                |operand: &colex::atom::Operand| operand.printed.clone().unwrap_or_else(|| operand.layout.to_string());
            serde_json::json!({
                "shape": mma.shape.to_string(),
                "thr": mma.threads.to_string(),
                "A": printed(&mma.a),
                "B": printed(&mma.b),
                "C": printed(&mma.c),
                "types": {
                    "D": mma.d.printed(&mma.name),
                    "A": mma.a.element.printed(&mma.name),
                    "B": mma.b.element.printed(&mma.name),
                    "C": mma.c.element.printed(&mma.name),
                },
            })
        }
        Atom::Copy(copy) => serde_json::json!({
            "thr": copy.threads.to_string(),
            "src": copy.source.to_string(),
            "dst": copy.destination.to_string(),
            "ref": copy.reference.to_string(),
        }),
    }
}

#[test]
fn every_recorded_atom_follows_from_a_rule() {
    let mut differing = Vec::new();
    for line in recorded() {
        let name = line["args"][0].as_str().expect("a name");
        match family::find(name, &[]) {
            Ok(atom) if said(&atom) == line["out"] => {}
            Ok(atom) => differing.push(format!("{name}\n  Colex: {}\n  CuTe:  {}", said(&atom), line["out"])),
            Err(unknown) => differing.push(format!("{name}: {unknown:?}")),
        }
    }
    assert_eq!(differing.len(), 0, "{}", differing.iter().take(10).cloned().collect::<Vec<_>>().join("\n"));
}

/// The element that a value of a thread is, `(row, column)`.
fn element(name: &str, operand: char, thread: i64, value: i64) -> (i64, i64) {
    let Ok(Atom::Mma(atom)) = family::find(name, &[]) else { panic!("{name}") };
    let shape = atom.shape.leaves().iter().map(|extent| extent.value()).collect::<Vec<_>>();
    let (operand, rows) = match operand {
        'A' => (&atom.a, shape[0]),
        'B' => (&atom.b, shape[1]),
        _ => (&atom.c, shape[0]),
    };
    let at = |number: i64| colex::Nested::Leaf(colex::coordinate::Slot::Int(colex::Int::constant(number)));
    let index = operand.layout.index(&colex::Nested::Tuple(vec![at(thread), at(value)])).expect(name);
    let index = index.leaves()[0].value();
    (index % rows, index / rows)
}

/// Checks atoms against AMD's matrix instruction calculator and Intel's extension.
#[test]
fn atoms_of_others_hold_what_their_documents_say() {
    for (name, operand, thread, value, expected) in [
        ("v_mfma_f32_32x32x8_f16", 'A', 33, 2, (1, 6)),
        ("v_mfma_f32_32x32x8f16", 'B', 40, 3, (8, 7)),
        ("v_mfma_f32_32x32x8_f16", 'C', 40, 5, (13, 8)),
        ("v_mfma_f32_32x32x8_f16", 'C', 0, 15, (27, 0)),
        ("v_mfma_f32_16x16x32_fp8_bf8", 'A', 17, 7, (1, 15)),
        ("v_mfma_f64_16x16x4_f64", 'C', 17, 3, (13, 1)),
        ("v_mfma_i32_16x16x16i8", 'A', 63, 3, (15, 15)),
        ("v_mfma_f32_16x16x8_xf32", 'A', 16, 1, (0, 3)),
        ("gfx11::v_wmma_f32_16x16x16_f16", 'A', 18, 9, (2, 9)),
        ("gfx11::v_wmma_i32_16x16x16_iu8", 'C', 17, 3, (7, 1)),
        ("gfx12::v_wmma_f32_16x16x16_f16", 'A', 16, 3, (0, 7)),
        ("gfx12::v_wmma_f32_16x16x16_f16", 'A', 0, 5, (0, 9)),
        ("gfx12::v_wmma_f32_16x16x16_fp8_bf8", 'B', 17, 6, (1, 14)),
        ("gfx12::v_wmma_i32_16x16x32_iu4", 'A', 16, 7, (0, 23)),
        ("gfx12::v_wmma_f16_16x16x16_f16", 'C', 20, 3, (11, 4)),
        ("XE_8x16x16_F32BF16BF16F32_TT", 'A', 5, 3, (3, 5)),
        ("XE_4x16x32_S32S8S8S32_TT", 'A', 5, 3, (1, 11)),
        ("XE_8x16x8_F32TF32TF32F32_TT", 'A', 9, 3, (7, 1)),
        ("XE_8x16x16_F32F16F16F32_TT", 'B', 9, 12, (9, 12)),
    ] {
        assert_eq!(
            element(name, operand, thread, value),
            expected,
            "{name}, value {value} of thread {thread} of {operand}"
        );
    }
}

/// Each element of A, B and C has as many holders as each other, whatever the rule.
#[test]
fn every_element_of_an_atom_is_held_equally_often() {
    let names =
        family::all_names().filter(|name| name.starts_with("v_") || name.starts_with("gfx") || name.starts_with("XE"));
    let mut count = 0;
    for name in names {
        let Ok(Atom::Mma(atom)) = family::find(&name, &[]) else { panic!("{name} is listed and not found") };
        count += 1;
        for operand in [&atom.a, &atom.b, &atom.c] {
            let size = operand.layout.size().expect(&name).value();
            let mut table = vec![0; usize::try_from(size).expect("a size")];
            colex::table::FlatLayout::new(&operand.layout).and_then(|flat| flat.fill(0, &mut table)).expect(&name);
            let mut holders = std::collections::BTreeMap::<i64, usize>::new();
            table.iter().for_each(|place| *holders.entry(*place).or_default() += 1);
            let first = holders.values().next().copied();
            assert!(holders.values().all(|count| Some(*count) == first), "{name}");
            assert_eq!(
                holders.keys().copied().collect::<Vec<_>>(),
                (0..holders.len() as i64).collect::<Vec<_>>(),
                "{name}"
            );
        }
    }
    assert!(count >= 60, "{count}");
}

/// Returns what is printed of a statement, or the sentence why not.
fn said_of(text: &str) -> String {
    let evaluation = colex::evaluate(text, colex::notebook::Settings::default());
    let sentences = evaluation.diagnostics().into_iter();
    let mut sentences = sentences.map(|found| colex::words::diagnostic(found, colex::words::Tongue::English));
    match evaluation.value(0) {
        Some(value) => value.to_string(),
        None => sentences.next().unwrap_or_default(),
    }
}

#[test]
fn canonical_layouts_have_names_and_descriptors() {
    for (text, expected) in [
        ("GMMA::Layout_K_SW128_Atom<half_t>{}", "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"),
        ("GMMA::Layout_SW32_Atom<half_t, GMMA::Major::MN>{}", "Sw<1,4,3> o smem_ptr[16b](unset) o (_16,_8):(_1,_16)"),
        ("UMMA::Layout_MN_SW128_32B_Atom<float>{}", "Sw<2,5,2> o smem_ptr[32b](unset) o (_32,_4):(_1,_32)"),
        (
            "tile_to_mma_shape(UMMA::Layout_MN_SW64_Atom<half_t>{}, make_shape(make_shape(_128{},_16{}),_2{},_4{},_3{}))",
            "Sw<2,4,3> o smem_ptr[16b](unset) o (((_32,_4),(_8,_2)),_2,_4,(_1,_3)):(((_1,_256),(_32,_2048)),_1024,_4096,(_0,_16384))",
        ),
        ("GMMA::Layout_K_SW9_Atom<half_t>{}", "There is no atom GMMA::Layout_K_SW9_Atom: no atom is called so"),
    ] {
        assert_eq!(said_of(text), expected, "{text}");
    }
    for (text, expected) in [
        ("composition(Swizzle<3,3,3>{}, Layout<Shape<_64,_16>,Stride<_64,_1>>{})", "0x4000004000010000"),
        ("composition(Swizzle<2,3,3>{}, Layout<Shape<_64,_16>,Stride<_32,_1>>{})", "0x8000002000010000"),
        ("Layout<Shape<Shape<_8,_8>,Shape<_8,_2>>,Stride<Stride<_8,_64>,Stride<_1,_512>>>{}", "0x0000000800400000"),
        ("composition(Swizzle<2,3,3>{}, Layout<Shape<_64,_16>,Stride<_64,_1>>{})", "the stride of M or N is 8 times"),
        ("composition(Swizzle<3,2,3>{}, Layout<Shape<_64,_16>,Stride<_64,_1>>{})", "its swizzle, of bytes Sw<3,3,3>"),
        ("composition(Swizzle<3,3,3>{}, Layout<Shape<_64,_64>,Stride<_64,_1>>{})", "K has 64 elements"),
        ("composition(Swizzle<3,3,3>{}, Layout<Shape<_64,_16>,Stride<_1,_64>>{})", "16 bytes do not lie side by side"),
        ("composition(Swizzle<3,3,3>{}, Layout<Shape<_60,_16>,Stride<_64,_1>>{})", "it has 60 rows"),
        ("Layout<Shape<_64,_16,_2>>{}", "it has 3 modes"),
    ] {
        let said = said_of(&format!("make_gmma_desc<GMMA::Major::K>({text}, half_t)"));
        assert!(said.contains(expected), "{text}: {said}");
    }
}

#[test]
fn what_is_no_atom_is_told_why() {
    for (text, expected) in [
        ("v_mfma_f32_32x32x4_2b_f16{}", "it multiplies 2 pairs of matrices at once"),
        ("v_mfma_f32_32x32x9_f16{}", "K is 9; with F16 it may be 8"),
        ("gfx11::v_wmma_f16_16x16x16_f16{}", "each result of F16 has a register of its own"),
        ("subgroup_matrix_result{}", "a program of WebGPU can only load, multiply and store"),
        ("simdgroup_half8x8{}", "a program of Metal can only"),
        ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,2,2))", "This needs rank 3, but the rank is 4"),
        (
            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_33,_7,_16>{}).get_slice(0).partition_C(make_layout(make_shape(64,64)))",
            "The atom takes 32 elements of M at a time, and there are 33 here, which is no multiple of 32",
        ),
    ] {
        let said = said_of(text);
        assert!(said.contains(expected), "{text}: {said}");
    }
    let Err(unknown) = family::find("v_wmma_f32_16x16x16_f16", &[]) else { panic!("RDNA 3 or 4?") };
    assert_eq!(unknown.nearest[0], "gfx11::v_wmma_f32_16x16x16_f16");
}

#[test]
fn tma_moves_boxes_that_it_has() {
    for (tensor, tile, expected) in [
        (
            "(1024,256):(256,1)",
            "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_128{}))",
            "Extents: (64,128)",
        ),
        (
            "(1024,256):(256,1)",
            "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_128{}))",
            "Boxes:   2",
        ),
        ("(1024,256):(1,1024)", "Layout<Shape<_64,_32>>{}", "Extents: (64,32)"),
        ("(1024,256):(1,1024)", "Layout<Shape<_64,_32>>{}", "Swizzle: INTER"),
        ("(1024,256):(256,1)", "Layout<Shape<_64,_32>>{}", "neighbours in shared memory are none in the tensor"),
        (
            "(1024,250):(250,1)",
            "Layout<Shape<_64,_32>,Stride<_32,_1>>{}",
            "the stride of mode 0 of the tensor is 500 bytes",
        ),
        ("(1024,256):(256,1)", "Layout<Shape<_64,_4>,Stride<_4,_1>>{}", "a row of the box has 64 bits"),
        ("(1024,512):(512,1)", "Layout<Shape<_4,_512>,Stride<_512,_1>>{}", "the extent 512 of mode 1"),
        (
            "(1024,256):(256,1)",
            "composition(Swizzle<2,3,3>{}, Layout<Shape<_64,_64>,Stride<_64,_1>>{})",
            "a row of the box has 128 bytes, and the swizzle reaches over 64",
        ),
        ("(1024,256):(512,2)", "Layout<Shape<_64,_32>,Stride<_32,_1>>{}", "no mode of the tensor has stride 1"),
        ("(1024,256,2):(256,1,262144)", "Layout<Shape<_64,_32>>{}", "the tensor has 3 modes and the tile 2"),
    ] {
        let said = said_of(&format!("tma_box({tensor}, {tile}, half_t)"));
        assert!(said.contains(expected), "{tensor} {tile}: {said}");
    }
}

/// Extents of the tensor, strides in bytes, the box and the share of it that one CTA moves, as CUTLASS fills them in
/// before `cuTensorMapEncodeTiled`.
#[test]
fn a_tensor_map_says_what_the_driver_is_told() {
    let halves = |layout: &str| format!("make_tensor(make_gmem_ptr<half_t>(nullptr), {layout})");
    let rows = halves("make_layout(make_shape(512,1024), make_stride(1024,_1{}))");
    let columns = halves("make_layout(make_shape(512,1024), make_stride(_1{},512))");
    let plain = "make_layout(make_shape(_64{},_64{}), make_stride(_64{},_1{}))";
    let nested = halves(
        "make_layout(make_shape(make_shape(_64{},10),make_shape(_32{},5)), make_stride(make_stride(1600,160),make_stride(_1{},_32{})))",
    );
    let six = halves("make_layout(make_shape(_64{},6,5,4,3,2), make_stride(_1{},64,384,1920,7680,23040))");
    let three = halves("make_layout(make_shape(256,128,7), make_stride(128,_1{},32768))");
    let k = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{}))";
    let wide = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_128{}))";
    let mn = "tile_to_shape(GMMA::Layout_MN_SW64_Atom<half_t>{}, make_shape(_128{},_64{}))";
    let cases = [
        ("", &rows, k, "make_shape(_128{},_64{})", 1, "1024 512|2 2048|64 128|64 128|SW128|1"),
        ("", &rows, wide, "make_shape(_128{},_128{})", 2, "1024 512|2 2048|64 128|64 64|SW128|2"),
        ("", &columns, mn, "make_shape(_128{},_64{})", 1, "512 1024|2 1024|32 8|32 8|SW64|32"),
        ("", &rows, plain, "make_shape(_64{},_64{})", 4, "1024 512|2 2048|64 64|64 16|INTER|1"),
        (
            "",
            &three,
            "make_layout(make_shape(_32{},_64{},_2{}), make_stride(_64{},_1{},_2048{}))",
            "make_shape(_32{},_64{},_2{})",
            4,
            "128 256 7|2 256 65536|64 32 2|64 16 1|INTER|1",
        ),
        (
            "",
            &nested,
            "make_layout(make_shape(_64{},_32{}), make_stride(_32{},_1{}))",
            "make_shape(_64{},_32{})",
            1,
            "32 64 10 5|2 3200 320 64|32 64 1 1|32 64 1 1|INTER|1",
        ),
        (
            "",
            &six,
            "make_layout(make_shape(_64{},_2{},_1{},_1{},_1{},_1{}))",
            "make_shape(_64{},_2{},_1{},_1{},_1{},_1{})",
            1,
            "64 6 5 4 6|2 128 768 3840 15360|64 2 1 1 1|64 2 1 1 1|INTER|1",
        ),
        ("<uint8_t>", &rows, plain, "make_shape(_64{},_64{})", 1, "2048 512|1 2048|128 64|128 64|INTER|1"),
    ];
    for (unit, tensor, tile, tiler, ctas, expected) in cases {
        let text = format!("make_tma_atom{unit}(SM90_TMA_LOAD{{}}, {tensor}, {tile}, {tiler}, Int<{ctas}>{{}})");
        let evaluation = colex::evaluate(&text, colex::notebook::Settings::default());
        let value = evaluation.value(0).unwrap_or_else(|| panic!("{text}: {:?}", evaluation.diagnostics()));
        let colex::notebook::Value::Made(made) = value else { panic!("{text}") };
        let map = made.as_kind::<AtomValue>().and_then(AtomValue::tensor_map).expect("a copy by TMA");
        let each = |pick: &dyn Fn(&colex::atom::tensor_map::MapMode) -> i64| {
            map.modes.iter().map(|mode| pick(mode).to_string()).collect::<Vec<_>>().join(" ")
        };
        let found = [
            each(&|mode| mode.extent),
            each(&|mode| mode.step / 8),
            each(&|mode| mode.boxed),
            each(&|mode| mode.share),
            map.span.map_or("none", |span| span.word()).to_string(),
            map.boxes().expect("a count").to_string(),
        ];
        assert_eq!(found.join("|"), expected, "{text}");
        // The boxes of a tile lie side by side: none begins where another does, and all within the tile.
        let starts = (0..map.boxes().expect("a count")).map(|number| map.start(number).expect("a start"));
        let starts = starts.collect::<Vec<_>>();
        let different = starts.iter().collect::<std::collections::HashSet<_>>();
        assert_eq!(different.len(), starts.len(), "{text}");
        for start in &starts {
            assert!(start.iter().zip(&map.modes).all(|(at, mode)| at % mode.boxed == 0 && *at < mode.extent), "{text}");
        }
    }
}
