//! The text of the kernel, what it accepts and what it refuses, and the sentences of the refusals.

mod common;

use colex::words::Tongue;
use colex::{AnyLayout, Layout};
use colex_shaders::device::{Adapter, Fault};
use colex_shaders::iota::{generate, twin};
use colex_shaders::kernel::{ELEMENT_LIMIT, Grid, Kernel, Refusal, WORKGROUP_SIZE, WORKGROUPS_PER_DIMENSION};
use colex_shaders::run::{Check, Mismatch};
use colex_shaders::words;
use common::{LARGE, LAYOUTS, layout, layouts};
use proptest::prelude::*;

/// Parses and validates as a browser would.
fn validate(kernel: &Kernel) {
    let module = naga::front::wgsl::parse_str(&kernel.wgsl)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&kernel.wgsl)));
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
    if let Err(error) = validator.validate(&module) {
        panic!("{}", error.emit_to_string(&kernel.wgsl));
    }
    assert_eq!(module.entry_points.len(), 1);
    assert_eq!(module.entry_points[0].name, kernel.entry_point);
    assert_eq!(module.entry_points[0].workgroup_size, [WORKGROUP_SIZE, 1, 1]);
}

fn kernel(layout: &AnyLayout) -> Kernel {
    generate(layout).unwrap_or_else(|refusal| panic!("{layout}: {}", words::refusal(&refusal, Tongue::English)))
}

#[test]
fn every_kernel_is_valid() {
    for text in LAYOUTS.iter().chain([&LARGE]) {
        validate(&kernel(&layout(text)));
    }
}

#[test]
fn the_most_modes_that_a_tuple_may_have_are_valid() {
    let ones = vec!["1"; 4096].join(",");
    validate(&kernel(&layout(&format!("({ones}):({ones})"))));
    let twos = vec!["2"; 26].join(",");
    validate(&kernel(&layout(&format!("({twos}):({twos})"))));
    let deep = format!("{}4{}", "(".repeat(64), ")".repeat(64));
    validate(&kernel(&layout(&format!("{deep}:{deep}"))));
}

proptest! {
    #[test]
    fn every_random_kernel_is_valid(layout in layouts()) {
        validate(&kernel(&layout));
    }
}

fn check_text(text: &str, expected: &str) {
    assert_eq!(kernel(&layout(text)).wgsl, expected.trim_start_matches('\n'));
}

#[test]
fn the_text_says_which_mode_gave_which_expression() {
    check_text(
        "((2,4),(1,3),8,5):((1,16),(7,-2),2,0)",
        "
// layout(i) for every 1-D coordinate i of
//   ((2,4),(1,3),8,5):((1,16),(7,-2),2,0)
// 960 elements, one thread each; indices from -4 to 63.
// Negative indices are two's complement: read the result as i32.

@group(0) @binding(0) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(256)
fn iota(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= 960u) {
        return;
    }
    // The shape splits i from left to right: each mode takes its coordinate off.
    let m0_0 = i % 2u;        // mode 0.0 is 2:1
    let m0_1 = (i / 2u) % 4u; // mode 0.1 is 4:16
    let m1_1 = (i / 8u) % 3u; // mode 1.1 is 3:-2
    let m2 = (i / 24u) % 8u;  // mode 2 is 8:2
    // mode 1.0 is 1:7: its only coordinate is 0
    // mode 3 is 5:0: stride 0 adds nothing
    // The index is the sum of coordinate times stride.
    result[i] = m0_0 + m0_1 * 16u + m2 * 2u - m1_1 * 2u;
}
",
    );
    check_text(
        "Sw<2,0,3> o -5 o (4,8):(8,1)",
        "
// layout(i) for every 1-D coordinate i of
//   Sw<2,0,3> o -5 o (4,8):(8,1)
// 32 elements, one thread each; indices from -8 to 27.
// Negative indices are two's complement: read the result as i32.

@group(0) @binding(0) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(256)
fn iota(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= 32u) {
        return;
    }
    // The shape splits i from left to right: each mode takes its coordinate off.
    let m0 = i % 4u; // mode 0 is 4:8
    let m1 = i / 4u; // mode 1 is 8:1
    // The index is the sum of coordinate times stride.
    let k0 = m0 * 8u + m1;
    // The offset -5 is added.
    let k1 = k0 - 5u;
    // Sw<2,0,3>: the bits at 11000 move down by 3 onto 11 by exclusive or.
    result[i] = k1 ^ ((k1 & 24u) >> 3u);
}
",
    );
    check_text(
        "16776961:3",
        "
// layout(i) for every 1-D coordinate i of
//   16776961:3
// 16776961 elements, one thread each; indices from 0 to 50330880.

@group(0) @binding(0) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(256)
fn iota(@builtin(global_invocation_id) id: vec3<u32>) {
    // 2 rows of 32768 workgroups: one row may not be longer than 65535.
    let i = id.y * 8388608u + id.x;
    if (i >= 16776961u) {
        return;
    }
    // the layout is 16776961:3: its coordinate is i
    // The index is the sum of coordinate times stride.
    result[i] = i * 3u;
}
",
    );
}

#[test]
fn a_grid_covers_every_element() {
    for elements in [1, 255, 256, 257, 65_535 * 256, 65_535 * 256 + 1, ELEMENT_LIMIT - 1, ELEMENT_LIMIT] {
        let Grid { columns, rows } = Grid::covering(elements);
        assert!(columns <= WORKGROUPS_PER_DIMENSION && rows <= WORKGROUPS_PER_DIMENSION);
        assert!(elements <= columns * rows * WORKGROUP_SIZE);
        assert_eq!(rows == 1, elements <= 65_535 * 256);
    }
}

#[test]
fn the_twin_can_be_taken_in_parts() {
    let layout = layout("((2,4),8):((1,16),2)");
    let all = twin(&layout, 0..64).expect("a table");
    assert_eq!(all[..4], [0, 1, 16, 17]);
    assert_eq!([twin(&layout, 0..10).expect("a part"), twin(&layout, 10..64).expect("the rest")].concat(), all);
}

/// Refused, with these sentences.
fn check_refusal(layout: &AnyLayout, english: &str, chinese: &str) {
    let refusal = generate(layout).expect_err("it is refused");
    assert_eq!(words::refusal(&refusal, Tongue::English), english);
    assert_eq!(words::refusal(&refusal, Tongue::Chinese), chinese);
    assert_eq!(words::fault(&refusal.into(), Tongue::English), english);
}

#[test]
fn what_is_refused() {
    check_refusal(
        &Layout::identity(layout("(4,8):(0,0)").shape().clone()).into(),
        "The stride _1@0 is a basis vector: this layout answers coordinates, not numbers, and the kernel writes \
         numbers. Use integer strides.",
        "步长 _1@0 是基向量：这个布局的结果是坐标而不是数字，GPU kernel 无法写出。请改用整数步长。",
    );
    check_refusal(
        &layout("(4,0):(1,4)"),
        "The shape (4,0) has an extent below 1, so there is no coordinate to compute.",
        "形状 (4,0) 中有小于 1 的维度，因此没有任何坐标可以计算。",
    );
    check_refusal(
        &layout("(-4,-2):(1,4)"),
        "The shape (-4,-2) has an extent below 1, so there is no coordinate to compute.",
        "形状 (-4,-2) 中有小于 1 的维度，因此没有任何坐标可以计算。",
    );
    check_refusal(
        &layout("(67108864,2):(1,0)"),
        "The layout has 134,217,728 elements, and a kernel writes at most 67,108,864. Take a smaller shape.",
        "这个布局有 134,217,728 个元素，而 kernel 最多写 67,108,864 个。请选小一些的形状。",
    );
    check_refusal(
        &layout("(9223372036854775807,9223372036854775807):(1,1)"),
        "The layout has more elements than 64 bits can count, and a kernel writes at most 67,108,864. Take a smaller \
         shape.",
        "这个布局的元素多到 64 位整数都数不下，而 kernel 最多写 67,108,864 个。请选小一些的形状。",
    );
    check_refusal(
        &layout("2:4294967296"),
        "The indices run from 0 to 4,294,967,296, which the 32-bit integers of the kernel cannot hold. Take smaller \
         strides.",
        "索引范围从 0 到 4,294,967,296，超出了 GPU kernel 所用的 32 位整数。请减小步长。",
    );
    check_refusal(
        &layout("(2,2):(2147483648,-1)"),
        "The indices run from -1 to 2,147,483,648, which the 32-bit integers of the kernel cannot hold. Take smaller \
         strides.",
        "索引范围从 -1 到 2,147,483,648，超出了 GPU kernel 所用的 32 位整数。请减小步长。",
    );
    check_refusal(
        &layout("Sw<3,20,10> o 0 o (4,8):(8,1)"),
        "Sw<3,20,10> moves bits that the 32-bit integers of the kernel do not have. Take a swizzle of lower bits.",
        "Sw<3,20,10> 会移动 kernel 所用 32 位整数之外的位。请选位数更低的 swizzle。",
    );
    for text in ["Sw<1,0,1> o 4294967295 o 2:1", "Sw<1,0,1> o -1 o 2:4294967295", "Sw<2,1,2> o -1 o 2:2147483649"] {
        assert!(matches!(generate(&layout(text)), Err(Refusal::IndexTooWide { .. })), "{text}");
    }
    assert!(matches!(generate(&layout("Sw<1,0,31> o -1 o 2:1")), Err(Refusal::SwizzleTooWide { .. })));
    for text in ["2:-2147483649", "3:9223372036854775807", "3:-9223372036854775808", "(2,2):(4294967295,1)"] {
        assert!(matches!(generate(&layout(text)), Err(Refusal::IndexTooWide { .. })), "{text}");
    }
    let identity = Layout::identity(layout("(4,8):(0,0)").shape().clone()).into();
    assert!(matches!(twin(&identity, 0..1), Err(Refusal::BasisStride { .. })));
}

#[test]
fn faults_and_checks_have_sentences_in_both_languages() {
    let message = || "reset".to_owned();
    let faults = [
        Fault::Refused(Refusal::TooLargeForDevice { bytes: 2048, limit: 1024 }),
        Fault::NoAdapter { tries: 3 },
        Fault::NoDevice { message: message() },
        Fault::DeviceLost { message: message() },
        Fault::OutOfMemory,
        Fault::Invalid { message: message() },
        Fault::Internal { message: message() },
        Fault::ReadBack { message: message() },
        Fault::Cancelled,
        Fault::TooLong { milliseconds: 3000, most: 2000 },
    ];
    for fault in &faults {
        let english = words::fault(fault, Tongue::English);
        assert!(english.is_ascii() && english.contains(". ") || english.ends_with('.'), "{english}");
        let chinese = words::fault(fault, Tongue::Chinese);
        assert!(chinese.contains('。'), "{chinese}");
    }
    assert_eq!(words::fault(&faults[3], Tongue::English), "The GPU went away. Try once more. (reset)");
    assert_eq!(words::fault(&faults[3], Tongue::Chinese), "GPU 连接已中断。请再试一次。（reset）");

    let adapter = Adapter::told("google", "swiftshader", "", "", false);
    assert_eq!(adapter, Adapter { name: "google swiftshader".into(), driver: String::new(), is_software: true });
    let agreed = Check { elements: 1024, mismatches: 0, first: None, adapter, wgsl: String::new() };
    assert_eq!(
        words::check(&agreed, Tongue::English),
        "All 1,024 indices computed on google swiftshader (software) equal the algebra's."
    );
    assert_eq!(
        words::check(&agreed, Tongue::Chinese),
        "google swiftshader（软件模拟）：全部 1,024 个索引与代数计算的结果一致。"
    );
    let one = Check { elements: 1, ..agreed.clone() };
    assert_eq!(
        words::check(&one, Tongue::English),
        "The only index computed on google swiftshader (software) equals the algebra's."
    );
    let first = Some(Mismatch { coordinate: 3, gpu: -7, core: 1000 });
    let adapter = Adapter::told("nvidia", "hopper", "", "NVIDIA H200", false);
    assert!(!adapter.is_software);
    let differs = Check { mismatches: 2, first, adapter, ..agreed };
    assert_eq!(
        words::check(&differs, Tongue::English),
        "2 of 1,024 indices computed on NVIDIA H200 differ from the algebra's; the first at coordinate 3: the GPU says \
         -7, the algebra 1,000."
    );
    assert_eq!(
        words::check(&differs, Tongue::Chinese),
        "NVIDIA H200：1,024 个索引中有 2 个不一致；第一个在坐标 3：GPU 得到 -7，代数得到 1,000。"
    );
}
