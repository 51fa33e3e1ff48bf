//! The command line as people use it: what they type and pipe in, what comes out, what is said, and the exit status.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

/// Runs the command with a standard input.
fn colex(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_colex"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A command that does not read its input closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns the output where nothing is wrong.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = colex(arguments, input.as_bytes());
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)), "{arguments:?} {input}");
    text(&output.stdout).to_string()
}

#[test]
fn values_are_printed() {
    let cases: &[(&[&str], &str, &str)] = &[
        (&["-e", "composition((6,2):(8,2),(4,3):(3,1))"], "", "((2,2),(3,1)):((24,2),(8,2))\n"),
        (&["--static", "-e", "composition((6,2):(8,2),(4,3):(3,1))"], "", "((_2,_2),_3):((_24,_2),_8)\n"),
        (&["-e", "A = (4,8):(1,4)", "-e", "A(2,3)"], "", "A = (4,8):(1,4)\n14\n"),
        (&["-"], "A = make_layout((4,_8))\n// nothing\nsize(A)\n", "A = (4,_8):(_1,4)\n32\n"),
        (&["-"], "", ""),
        (
            &["-"],
            "print_layout((1,2):(1,1))",
            "(1,2):(1,1)\n      0   1 \n    +---+---+\n 0  | 0 | 1 |\n    +---+---+\n",
        ),
        (
            &["--emit", "cpp", "-e", "A = (_2,4):(4,_1)"],
            "",
            "auto A = make_layout(make_shape(Int<2>{}, 4), make_stride(4, Int<1>{}));\n",
        ),
        (
            &["--emit=python", "--static", "-"],
            "A = (2,4):(4,1)\nA(1)",
            "A = cute.make_layout((2, 4), stride=(4, 1))\n4\n",
        ),
        (&["--emit", "printed", "-e", "<_4:_1>"], "", "<_4:_1>\n"),
        (
            &["--json", "-e", "A = (_)"],
            "",
            "{\"version\":1,\"name\":\"A\",\"kind\":\"tuple\",\"tree\":[null],\"text\":\"(_)\"}\n",
        ),
        (
            &["--table", "-e", "A = (2,2):(2,1)", "-e", "size(A)"],
            "",
            "(2,2):(2,1)\n0  (0,0)  0\n1  (1,0)  2\n2  (0,1)  1\n3  (1,1)  3\n",
        ),
        (
            &["--layout", "-e", "4", "-e", "Sw<1,0,1> o _0 o (_1,_1):(_0,_0)"],
            "",
            "Sw<1,0,1> o _0 o (_1,_1):(_0,_0)\n      0 \n    +---+\n 0  | 0 |\n    +---+\n",
        ),
        (
            &["--steps", "-e", "B = coalesce((_2,_4):(_1,_2))"],
            "",
            "// coalesce((_2,_4):(_1,_2))\n//   Mode 0 _2:_1 and the next, _4:_2: _2 = _2·_1, so they are one\n// coalesce gives _8:_1\nB = _8:_1\n",
        ),
        (
            &["--static", "--why", "-e", "logical_divide((12,32):(1,12), (4,8):(1,4))", "-e", "compatible(24, (4,5))"],
            "",
            "((_4,_8),_12):((_1,_4),_32)\n// The tiler (_4,_8):(_1,_4) is a Layout: it counts in the 1-D order of all \
             elements; the shape (_4,_8) would cut mode by mode\nfalse\n// _24 and (_4,_5): the integer is not the size of the mode\n",
        ),
        (
            &["--static", "--check", "-e", "A = (4,8):(8,1)", "-e", "coalesce(A)"],
            "",
            "A = (_4,_8):(_8,_1)\n(_4,_8):(_8,_1)\n// result(i) = A(i): Holds at all 32\n// size(result) = size(A): Holds\n\
             // cosize(result) = cosize(A): Holds\n",
        ),
        (
            &["--static", "--cost", "-e", "(32,1):(32,0)", "-e", "4"],
            "",
            "(_32,_1):(_32,_0)\n// As (thread, value) of 4 bytes: 1 element, 4 bytes: each thread has only one value; shared \
             memory: 32-way bank conflict: 32 turns for 1 phase, 32 on average; global memory: 32 sectors and 32 lines a \
             request, 12.5 % of the bytes used\n_4\n",
        ),
        (&["--version"], "", concat!("colex ", env!("CARGO_PKG_VERSION"), "\n")),
    ];
    for (arguments, input, expected) in cases {
        assert_eq!(&printed(arguments, input), expected, "{arguments:?} {input}");
    }
    for (tongue, word) in [("en", "evaluates"), ("zh", "求值")] {
        assert!(printed(&["--help", "--lang", tongue], "").contains(word));
    }
    assert!(printed(&["--latex", "-e", "(2,2):(1,2)"], "").starts_with("% Layout: (2,2):(1,2)\n\\documentclass"));
}

#[test]
fn mistakes_are_shown_in_their_places() {
    let cases: &[(&[&str], &[u8], &str, &str)] = &[
        (
            &["-"],
            b"A = (4,8):(1,4)\nB = Aa(3)\nA(1,1)",
            "A = (4,8):(1,4)\n5\n",
            "error: There is no function Aa\n --> <stdin>:2:5\n  |\n2 | B = Aa(3)\n  |     ^^\n  = help: Write A\n",
        ),
        (
            &["-e", "make_layuot((2,4))"],
            b"",
            "",
            "error: There is no function make_layuot\n --> <-e>:1:1\n  |\n1 | make_layuot((2,4))\n  | ^^^^^^^^^^^\n  = help: Write make_layout\n  = help: Write make_layout_tv\n",
        ),
        (
            &["--lang", "zh", "-e", "(2,4"],
            b"",
            "",
            "错误: 这个 ( 没有闭合\n --> <-e>:1:1\n  |\n1 | (2,4\n  | ^   -\n  = 帮助: 插入 )\n",
        ),
        // Bytes that are not UTF-8 are a mistake in their place; the rest is evaluated.
        (
            &["-"],
            b"4\n(2,\xff4)\n5",
            "4\n5\n",
            "error: \u{fffd} means nothing here\n --> <stdin>:2:4\n  |\n2 | (2,\u{fffd}4)\n  |    ^\n  = help: Remove it\n",
        ),
        (
            &["--layout", "-e", "(2,2,2):(1,2,4)"],
            b"",
            "",
            "error: This needs rank 2, but the rank is 3\n --> <-e>:1:1\n  |\n1 | (2,2,2):(1,2,4)\n  | ^^^^^^^^^^^^^^^\n",
        ),
        (
            &["--emit", "python", "-e", "4", "-e", "LayoutLeft"],
            b"",
            "cutlass.Int32(4)\n",
            "error: Python has no spelling for LayoutLeft (<-e>:2)\n",
        ),
    ];
    for (arguments, input, expected, sentences) in cases {
        let output = colex(arguments, input);
        assert_eq!(text(&output.stdout), *expected, "{arguments:?}");
        assert_eq!(text(&output.stderr), *sentences, "{arguments:?}");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_understood_or_read_is_said() {
    let cases: &[&[&str]] = &[
        &[],
        &["--nonsense"],
        &["a", "b"],
        &["-e", "4", "-"],
        &["-e"],
        &["--emit", "latin", "-e", "4"],
        &["--lang", "la", "-e", "4"],
        &["--layout", "--table", "-e", "4"],
        &["--json", "--steps", "-e", "4"],
        &["a file that is not there"],
        &["."],
    ];
    for arguments in cases {
        let output = colex(arguments, b"");
        assert!(text(&output.stderr).starts_with("colex: "), "{arguments:?}");
        assert_eq!((text(&output.stdout), output.status.code()), ("", Some(2)), "{arguments:?}");
    }
}

/// Checks that the output is a notebook of the same values.
#[test]
fn output_is_input_again() {
    let notebook = "A = ((2,2),_4):((_1,4),2)\nsize(A)\nT = <4:1,(_2,_)>\nS = Sw<2,0,3> o 16 o A\nmake_identity_tensor((4,8))\n\
                    X = composition(Swizzle<3,0,3>{}, Layout<Shape<_8,_8>>{})\n(1,_)";
    let plain = printed(&["-"], notebook);
    assert_eq!(plain.lines().count(), 7);
    assert_eq!(printed(&["-"], &plain), plain);
    assert_eq!(printed(&["-"], &printed(&["--emit", "cpp", "-"], notebook)), plain);
    assert_eq!(printed(&["--static", "-"], &printed(&["--emit", "python", "-"], notebook)), plain);
    assert_eq!(printed(&["-"], &printed(&["--steps", "-"], notebook)), plain);
}

#[test]
fn files_are_read_and_pictures_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (notes, picture) = (folder.join("notes.colex"), folder.join("picture.svg"));
    std::fs::write(&notes, "A = Sw<1,0,1> o _0 o (_2,_4,_2):(_4,_1,_8)\n4").expect("a file");
    let path = |path: &std::path::Path| path.to_str().expect("a name in UTF-8").to_string();
    let shown = printed(&[&path(&notes), "--svg", &path(&picture)], "");
    assert_eq!(shown, "A = Sw<1,0,1> o _0 o (_2,_4,_2):(_4,_1,_8)\n4\n");
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    assert!(drawn.starts_with("<svg") && drawn.contains("Sw&lt;1,0,1&gt;"));
    assert_eq!(printed(&[&path(&notes), "--svg", "-"], ""), drawn);
    let figure = ["-e", "T = zipped_divide((10,8):(8,1), <4:1,2:1>)", "--static", "--svg", "-", "--figure"];
    let figure = |parts: &str| printed(&[&figure[..], &[parts]].concat(), "");
    let whole = figure("grid,memory,operation");
    assert!(whole.starts_with("<svg") && whole.contains(">Memory</text>") && whole.contains(">tile 0, 8</text>"));
    assert!(figure("operation").len() < whole.len());
    for wrong in [&["-e", "4:1", "--figure", "grid"][..], &["-e", "4:1", "--svg", "-", "--figure", "grid,x"]] {
        let output = colex(wrong, b"");
        assert!(text(&output.stderr).starts_with("colex: --figure ") && output.status.code() == Some(2));
    }
    let output = colex(&["-e", "4", "--svg", &path(&picture)], b"");
    assert_eq!((text(&output.stderr), output.status.code()), ("error: there is no layout to draw\n", Some(1)));
    let output = colex(&["-e", "4:1", "--svg", &path(&folder.join("no such folder").join("a.svg"))], b"");
    assert!(text(&output.stderr).starts_with("colex: ") && output.status.code() == Some(2));
    let output = colex(&["-e", "4:1", "--svg", &path(&picture), "-e", "x"], b"");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_reader_that_leaves_is_no_mistake() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_colex"))
        .args(["--table", "-e", "(512,512):(1,512)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut first = [0; 17];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a line");
    assert_eq!(&first, b"(512,512):(1,512)");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
}

/// A layout whose modes double with each line, and what is done with it again and again.
fn tower(lines: usize, again: &str, times: usize) -> String {
    format!("A = (2,2):(1,2)\n{}{}", "A = make_layout(A,A)\n".repeat(lines), again.repeat(times))
}

/// Whatever multiplies, each mode of the command line writes a bounded amount, and says where it stops.
#[test]
fn hostile_texts_end_in_every_mode() {
    let modes: [&[&str]; 9] = [
        &[],
        &["--steps"],
        &["--layout"],
        &["--latex"],
        &["--table"],
        &["--svg", "-"],
        &["--svg", "-", "--figure", "grid,memory,operation,threads"],
        &["--json"],
        &["--emit", "cpp"],
    ];
    let ones = "1,".repeat(1000) + "1";
    let wide = format!("A = ((2,2,2,2,2,2,2,2,2,{ones}),(2,2,2,2,2,2,2,2,2,{ones}))\n");
    let texts = [
        tower(5, "composition(A,A)\n", 20),
        tower(5, "A(7)\n", 200),
        tower(3, "blocked_product(A,A)\n", 40),
        format!("A = 2:1\n{}", "A = logical_product(A,A)\n".repeat(12) + &"print(A)\n".repeat(40)),
        "print_layout((128,128):(1,128))\n".repeat(20),
        format!("{wide}{}", "B = make_layout(A)\n".repeat(12)),
        format!("{wide}{}", "Sw<3,4,3> o 0 o A\n".repeat(12)),
        "(".repeat(1 << 20),
        "\"".repeat(1 << 20),
        "f(1,".repeat(1 << 16),
        "x\n".repeat(1 << 17),
        format!("({}1)", (0..20_000).map(|number| format!("a{number}=1,")).collect::<String>()),
        format!("{}\n{}", "n".repeat(400_000), "name_of_something\n".repeat(1000)),
        "// a note\n".repeat(100_000),
    ];
    for text in &texts {
        for mode in modes {
            let output = colex(&[mode, &["-"]].concat(), text.as_bytes());
            let begin = text.get(..40).unwrap_or(text);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{mode:?} {begin}");
            assert!(output.stdout.len() <= 64 << 20, "{mode:?} {begin}: {} bytes", output.stdout.len());
            assert!(output.stderr.len() <= 1 << 20, "{mode:?} {begin}: {} bytes", output.stderr.len());
        }
    }
}

/// Steps have a budget of their own; where they stop they say so, and the values go on.
#[test]
fn steps_stop_and_values_go_on() {
    let text = tower(6, "coalesce(A)\n", 400);
    for (tongue, comment, form, sentence) in [
        ("en", "//", "printed", "1 MiB of steps are shown; they stop here, at line"),
        ("zh", "#", "python", "步骤已显示 1 MiB，到第"),
    ] {
        let output = colex(&["--steps", "--lang", tongue, "--emit", form, "-"], text.as_bytes());
        let written = std::str::from_utf8(&output.stdout).expect("UTF-8");
        let (said, values): (Vec<_>, Vec<_>) = written.lines().partition(|line| line.starts_with(comment));
        let bytes = said.iter().map(|line| line.len() + 1).sum::<usize>();
        assert!((1_000_000..=(1 << 20) + 200).contains(&bytes), "{bytes}");
        assert!(said.last().is_some_and(|last| last.contains(sentence)), "{:?}", said.last());
        assert_eq!(values.len(), 407, "{tongue}");
    }
    // Those of one value have a limit, too.
    let one = tower(6, "composition(A,A)\n", 1);
    let output = colex(&["--steps", "-"], one.as_bytes());
    assert!(String::from_utf8_lossy(&output.stdout).contains("The steps stop here: there are too many of them"));
}

#[test]
fn output_and_input_are_bounded() {
    let many = "(256,256):(1,256)\n".repeat(30);
    let output = colex(&["--latex", "-"], many.as_bytes());
    assert!(output.stdout.len() <= 64 << 20);
    assert!(output.stdout.ends_with(b"% the output is longer than 64 MiB; the rest is left out\n"));
    assert_eq!(text(&output.stderr), "error: the output is longer than 64 MiB; the rest is left out\n");
    assert_eq!(output.status.code(), Some(1));
    let output = colex(&["-"], &vec![b'x'; 3 << 20]);
    assert!(text(&output.stderr).contains("The text is longer than 1024 KiB"));
    let output = colex(&["-"], "x\n".repeat(1000).as_bytes());
    assert!(text(&output.stderr).ends_with("\nerror: and 900 more\n"));
    assert_eq!(output.status.code(), Some(1));
}

/// The words of a command as a shell splits them, with single quotes only.
fn words(command: &str) -> Vec<&str> {
    let pieces = command.split('\'').enumerate();
    let words = pieces.flat_map(|(index, piece)| match index % 2 {
        0 => piece.split_whitespace().collect::<Vec<_>>(),
        _ => vec![piece],
    });
    words.collect()
}

#[test]
fn the_readme_shows_what_comes_out() {
    let readme = include_str!("../../README.md");
    let console = readme.split("```console\n").nth(1).and_then(|rest| rest.split("```").next()).expect("examples");
    let examples = console.split("$ colex ").skip(1).collect::<Vec<_>>();
    assert!(examples.len() >= 4);
    for example in examples {
        let (command, expected) = example.split_once('\n').expect("a command and its output");
        let output = colex(&words(command), b"");
        assert_eq!(format!("{}{}", text(&output.stdout), text(&output.stderr)), expected, "{command}");
    }
}

/// The example of a pasted kernel in the README: its file, the command, what comes out; and what is said beside it.
#[test]
fn a_pasted_kernel_comes_alive_as_the_readme_says() {
    let readme = include_str!("../../README.md");
    let kernel = readme.split("```cpp\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a kernel");
    let console = readme.split("```console\n").nth(2).and_then(|rest| rest.split("```").next()).expect("an example");
    let (command, expected) =
        console.strip_prefix("$ colex ").and_then(|rest| rest.split_once('\n')).expect("a command");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("move.cu"), kernel).expect("a place for the kernel");
    let path = folder.join("move.cu");
    let arguments =
        command.split(' ').map(|word| if word == "move.cu" { path.to_str().expect("a path") } else { word });
    let output = colex(&arguments.collect::<Vec<_>>(), b"");
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(text(&output.stderr), "5 statements about layouts, 1 other left out\n");
    assert_eq!(output.status.code(), Some(0));
}

/// The exit status of a program is that of its mistakes about layouts; inputs that are none are said to be none.
#[test]
fn a_program_fails_by_mistakes_about_layouts_alone() {
    let cases: &[(&[&str], &str, i32)] = &[
        (&["-"], "void f() { cudaMalloc(&p, 4); int x = strange(p)->y; }", 0),
        (&["-"], "static_assert(size(Shape<_4,_8>{}) == 31);\nvoid f();", 1),
        (&["--inputs", "N=6", "-"], "template <int N> void f() { static_assert(N % 4 == 0); }", 1),
        (&["--inputs", "N=8", "-"], "template <int N> void f() { static_assert(N % 4 == 0); }", 0),
        (&["--inputs", "N", "-"], "", 2),
        (&["--inputs", "L=(4,8):(8,1),N=2", "-"], "template <class L> void f(L l) { auto n = size(l); }", 0),
    ];
    for (arguments, input, status) in cases {
        let output = colex(arguments, input.as_bytes());
        assert_eq!(output.status.code(), Some(*status), "{arguments:?} {input} {}", text(&output.stderr));
    }
}

/// Bytes of every kind, and texts that nearly are notebooks.
#[test]
fn no_input_brings_it_down() {
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let pieces: [&[u8]; 24] = [
        b"(",
        b")",
        b",",
        b":",
        b"_4",
        b"8",
        b"\n",
        b"A = ",
        b"A",
        b" o ",
        b"Sw<3,0,3>",
        b"make_layout",
        b"\xff",
        b"\xe6\xb1",
        "汉".as_bytes(),
        b"\t",
        b"\r\n",
        b"\0",
        b"\x1b[2J",
        b"\"",
        b"//",
        b"<",
        b"composition",
        b"M_0|(8&8)=8",
    ];
    for view in ["--emit=cpp", "--emit=python", "--json", "--layout", "--table", "--latex", "--static"] {
        let mut input = Vec::new();
        for _ in 0..2000 {
            input.extend_from_slice(pieces[next() % pieces.len()]);
        }
        let output = colex(&[view, "--lang", "zh", "-"], &input);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{view}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
