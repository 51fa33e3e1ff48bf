//! Output of logs and compilers, and what is read of it.

use super::{is_log, read};

/// A log, and what is read: name, text, numbers that were not printed.
type Case = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

const LOGS: [Case; 60] = [
    // A loop shows its first round.
    (
        "%l = fly.make_layout() : () -> !fly.layout<(8,16):(16,1)>\n%c2 = arith.constant 2 : i32\n\
         scf.for %i = %c2 to %e step %c2 : i32 {\n  %q = arith.addi %i, %c2 : i32\n\
         %c = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<(?,3)>\n}\n",
        &[("l", "(8,16):(16,1)", ""), ("c2", "2", ""), ("", "i", "i=2"), ("q", "i+2", ""), ("c", "(i,3)", "")],
    ),
    // Attributes of IR are no code.
    (
        "I have this\n#a = #ttg.blocked<{sizePerThread = [1, 4]}>\n#b = #ttg.shared<{vec = 8}>\nIs it (4,8):(8,1) ?\n",
        &[("", "(4,8):(8,1)", "")],
    ),
    // What a function takes has its name, and what nothing says is asked for.
    (
        "func.func @k(%n: i32, %l: !cute.layout<\"(4,8):(8,1)\">) {\n%c4 = arith.constant 4 : i32\n%m = arith.muli %n, %c4 : i32\n\
         %s = cute.make_shape(%n, %m) : (i32, i32) -> !cute.shape<\"(?,?)\">\n\
         %y = cute.make_coord(%m, %z) : (i32, i32) -> !cute.coord<\"(?,?)\">\n\
         %i = cute.make_int_tuple(%n) : (i32) -> !cute.int_tuple<\"?\">\n\
         %d = cute.idx2crd(%i, %l) : (!cute.int_tuple<\"?\">, !cute.layout<\"(4,8):(8,1)\">) -> !cute.coord<\"(?,?)\">\n",
        &[
            ("", "n", "n=64"),
            ("l", "(4,8):(8,1)", ""),
            ("c4", "4", ""),
            ("m", "n*4", ""),
            ("s", "(n,n*4)", ""),
            ("y", "(n*4,n1)", "n1=1"),
            ("i", "n", ""),
            ("d", "(get<0>(idx2crd(n,(4,8),(8,1))),get<1>(idx2crd(n,(4,8),(8,1))))", ""),
        ],
    ),
    ("[DSL INFO]   tiler_mn = (16, 256) per thread block", &[("tiler_mn", "(16,256)", "")]),
    // Atoms, as C++ names them; an arrow is no bracket.
    (
        "!mma = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = \
         <\"(2,2,1):(1,2,0)\">, permutation_MNK = <\"[32:1;32:1;16:1]\">>\n\
         !ldsm = !cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = f16, mode = <\"(8,8)\">, sz_pattern = u16, num_matrices = 2, t>, \
         layout_copy_tv = <\"((4,8),2):((32,1),16)\">, tiler_mn = <\"[16:1;8:1]\">>\n\
         %f = cute.make_atom() : () -> !cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >\n\
         %c = cute.make_atom() : () -> !cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>\n\
         %u = cute.make_atom() : () -> !cute_nvgpu.atom.universal_copy<f32>\n%m = cute.make_tiled_mma(%f) : !mma\n\
         %g = fly.make_copy_atom() : () -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<64>, 16>",
        &[
            ("mma", "make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN{}, (2,2,1):(1,2,0), <32:1,32:1,16:1>)", ""),
            (
                "ldsm",
                "make_tiled_copy_impl(Copy_Atom<SM75_U16x4_LDSM_T, half_t>{}, ((4,8),2):((32,1),16), <16:1,8:1>)",
                "",
            ),
            ("f", "MMA_Atom<UniversalFMA<float>>{}", ""),
            ("c", "Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}", ""),
            ("u", "Copy_Atom<UniversalCopy<uint32_t>, float>{}", ""),
            ("m", "make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN{}, (2,2,1):(1,2,0), <32:1,32:1,16:1>)", ""),
            ("g", "Copy_Atom<UniversalCopy<uint64_t>, uint16_t>{}", ""),
        ],
    ),
    // FlyDSL: its types without quotes, its operations over several lines, its values as it prints them.
    (
        "// CHECK: fly.size(%{{.*}}) : (!fly.layout<(9,9):(1,9)>)\n\
         func.func @f(%l: !fly.layout<((16, 1)) : ((1, 16))>,\n    %t: !fly.tile<[2:7|(3, 6):(1, 3)]>) -> !fly.layout<4:1> {\n\
         %r = fly.logical_divide(%l, %d)\n    : (!fly.layout<((16, 1)) : ((1, 16))>, !fly.layout<4:1>)\n\
         -> !fly.layout<((4, 1), 4) : ((1, 0), 4)>\n%i = fly.static : !fly.int_tuple<(1, *)>\n\
         %e = fly.make_identity_layout(%s) : (!fly.int_tuple<(4,(8,2))>) -> !fly.layout<(4,(8,2)):(1E0,(1E1E0,1E1E1))>\n\
         %m = fly.make_view(%p, %r) : (!fly.ptr<f16, shared>, !fly.layout<(8,64):(64,1)>) -> \
         !fly.memref<f16, shared, (8,64):(64,1), align<16>, S<3,3,3>>\n\
         %c = fly.static : !fly.composed_layout<CS<3,0,[1],0,[2]> o (0,0) o (4,8):(1E0,1E1)>\nreturn %m : !fly.memref<f16, shared, 8:1>",
        &[
            ("l", "((16,1)):((1,16))", ""),
            ("t", "<2:7,(3,6):(1,3)>", ""),
            ("d", "4:1", ""),
            ("r", "((4,1),4):((1,0),4)", ""),
            ("i", "(1,_)", ""),
            ("s", "(4,(8,2))", ""),
            ("e", "(4,(8,2)):(1@0,(1@0@1,1@1@1))", ""),
            ("p", "smem_ptr[16b](…)", ""),
            ("m", "smem_Sw<3,3,3>_ptr[16b](…) o (8,64):(64,1)", ""),
        ],
    ),
    (
        "L = Layout<(4,8):(1,4)>\nTensor<f32, #fly_rocdl.buffer_desc, (8,24):(?{i64},1)>\ntile Tile<[2|4:1|*]>\n\
         id: Tensor<(0,0), (4,8):(1E0,1E1)>\nIntTuple<32> Swizzle<S<3,4,3>>\n\
         TiledCopy<!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.layout<((4,8),8):((64,1),8)>, !fly.tile<[8|32]>>",
        &[
            ("L", "(4,8):(1,4)", ""),
            ("", "gmem_ptr[32b](…) o (8,24):(d1,1)", "d1=24"),
            ("tile", "<2,4:1,_>", ""),
            ("id", "ArithTuple(0,0) o (4,8):(1@0,1@1)", ""),
            ("", "32", ""),
            ("", "Sw<3,4,3>", ""),
            (
                "",
                "make_tiled_copy_impl(Copy_Atom<UniversalCopy<uint128_t>, uint16_t>{}, ((4,8),8):((64,1),8), <8,32>)",
                "",
            ),
        ],
    ),
    // Numbers of a program are computed from what is known when it runs.
    (
        "func.func @k(%m: i32) {\n%c32 = arith.constant 32 : i32\n%tid = nvvm.read.ptx.sreg.tid.x : i32\n\
         %0 = arith.divsi %tid, %c32 : i32\n%1 = arith.remsi %tid, %c32 : i32\n%2 = arith.addi %0, %1 : i32\n\
         %s = cute.make_coord(%0, %1) : (i32, i32) -> !cute.coord<\"(?,?)\">\n\
         %l = cute.static : !cute.layout<\"(8,32):(32,1)\">\n\
         %i = cute.crd2idx(%s, %l) : (!cute.coord<\"(?,?)\">, !cute.layout<\"(8,32):(32,1)\">) -> !cute.int_tuple<\"?\">\n\
         %n = cute.get_scalars(%i) : (!cute.int_tuple<\"?\">) -> i32\n",
        &[
            ("c32", "32", ""),
            ("tid", "threadIdx_x", "threadIdx_x=0"),
            ("", "threadIdx_x/32", ""),
            ("", "threadIdx_x%32", ""),
            ("", "(threadIdx_x/32)+(threadIdx_x%32)", ""),
            ("s", "(threadIdx_x/32,threadIdx_x%32)", ""),
            ("l", "(8,32):(32,1)", ""),
            ("i", "crd2idx((threadIdx_x/32,threadIdx_x%32),(8,32):(32,1))", ""),
            ("n", "crd2idx((threadIdx_x/32,threadIdx_x%32),(8,32):(32,1))", ""),
        ],
    ),
    (
        "%x = cute.memref.load(%t, %c) : (!cute.memref<f16, gmem, \"8:1\">, !cute.coord<\"?\">) -> f16",
        &[("t", "gmem_ptr[16b](…) o 8:1", ""), ("c", "n1", "n1=1")],
    ),
    ("gmem_ptr[16b](0x7f0040000000) o (512,256):(256,_1)\n", &[("", "gmem_ptr[16b](…) o (512,256):(256,_1)", "")]),
    ("mA : gmem_ptr[32b](GMEM_A) o (8,4):(4,_1)", &[("mA", "gmem_ptr[32b](…) o (8,4):(4,_1)", "")]),
    (
        "sA: Sw<2,4,3>_smem_ptr[16b](0x10) o (_8,_32):(_32,_1)",
        &[("sA", "make_tensor(smem_ptr[16b](…), Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1))", "")],
    ),
    ("smem_Sw<2,4,3>_ptr[16b](0x10) o (_8):(_1)", &[("", "smem_Sw<2,4,3>_ptr[16b](…) o (_8):(_1)", "")]),
    ("tAcc: tmem_[32b](0x0000.0100) o (_64,_8):(_65536,_1)", &[("tAcc", "tmem_[32b](…) o (_64,_8):(_65536,_1)", "")]),
    ("subptr[4b](0x7ffe.0) o (_4):(_1)", &[("", "subptr[4b](…) o (_4):(_1)", "")]),
    ("ArithTuple(_0,8) o (4,_8):(_1@0,_1@1)", &[("", "ArithTuple(_0,8) o (4,_8):(_1@0,_1@1)", "")]),
    (
        "Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)",
        &[("", "Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)", "")],
    ),
    ("S<2,3,3> o 0 o (8,32):(32,1)", &[("", "Sw<2,3,3> o 0 o (8,32):(32,1)", "")]),
    ("grid: (Int32(?), Int32(5), 2)", &[("grid", "(n1,5,2)", "n1=1")]),
    ("tiler: (32:1, 32:1, 16:1)", &[("tiler", "<32:1,32:1,16:1>", "")]),
    ("%t = cute.make_tile() : () -> !cute.tile<\"[32:1;_]\">", &[("t", "<32:1,_>", "")]),
    ("%t = cute.static : !cute.tile<\"[_;_;_]\">", &[("t", "<_,_,_>", "")]),
    // A number that was not printed is that of the value from which it is taken.
    (
        "func.func @k(%arg0: !cute.layout<\"(2,?):(1,2)\">, %arg1: !cute.layout<\"(2,?):(1,2)\">) {\n\
         %0 = cute.make_layout() : !cute.layout<\"(8,?):(?,1)\">\n\
         %1 = cute.get_shape(%0) : (!cute.layout<\"(8,?):(?,1)\">) -> !cute.shape<\"(8,?)\">\n\
         %sA = cute.make_view(%p, %0) : (!cute.ptr<f16, smem>, !cute.layout<\"(8,?):(?,1)\">) -> \
         !cute.memref<f16, smem, \"(8,?):(?,1)\">\ncute.print(%sA) : !cute.memref<f16, smem, \"(8,?):(?,1)\">\n\
         %2 = cute.divide(%0) : (!cute.layout<\"(8,?):(?,1)\">) -> !cute.layout<\"(8,?):(?,1)\">\n\
         %c4 = arith.constant 4 : i32\n",
        &[
            ("arg0", "(2,n1):(1,2)", "n1=64"),
            ("arg1", "(2,n2):(1,2)", "n2=64"),
            ("", "(8,n3):(d1,1)", "n3=64 d1=64"),
            ("", "(8,n3)", ""),
            ("p", "smem_ptr[16b](…)", ""),
            ("sA", "smem_ptr[16b](…) o (8,n3):(d1,1)", ""),
            ("", "smem_ptr[16b](…) o (8,n3):(d1,1)", ""),
            ("", "(8,n4):(d2,1)", "n4=64 d2=64"),
            ("c4", "4", ""),
        ],
    ),
    (
        "!m = !cute.memref<f16, gmem, \"(?,4):(4,1)\">\nfunc.func @k(%a: !m, %n: i32) {\n%i = cute.get_iter(%a) : !m\n\
         %l = cute.get_layout(%a) : !m\n%s = cute.get_shape(%l) : (!cute.layout<\"(?,4):(4,1)\">) -> !cute.shape<\"(?,4)\">",
        &[
            ("a", "gmem_ptr[16b](…) o (n1,4):(4,1)", "n1=64"),
            ("i", "gmem_ptr[16b](…)", ""),
            ("l", "(n1,4):(4,1)", ""),
            ("s", "(n1,4)", ""),
        ],
    ),
    (
        "%t = cute.get_shape(%l) : (!cute.layout<\"(8,?):(?,1)\">) -> !cute.shape<\"(8,?)\">",
        &[("l", "(8,n1):(d1,1)", "n1=64 d1=64"), ("t", "(8,n1)", "")],
    ),
    ("L: (?,3):(1,?)", &[("L", "(n1,3):(1,d1)", "n1=64 d1=64")]),
    ("L: (4,?{i64 div=6}):(?{div=6},1)", &[("L", "(4,n1):(d1,1)", "n1=66 d1=66")]),
    (
        "tensor<ptr<bf16, smem, align<128>, S<1,4,3>> o (8,8):(8,1)>",
        &[("", "smem_Sw<1,4,3>_ptr[16b](…) o (8,8):(8,1)", "")],
    ),
    (
        "tensor<(0,0) o ((32,4),(16,4)):((8@0,2@0),(0,1/2@0))>",
        &[("", "ArithTuple(0,0) o ((32,4),(16,4)):((8@0,2@0),(0,1/2@0))", "")],
    ),
    (
        "x = tensor_value<vector<16xf32> o ((8, 1), (2,))>",
        &[("x", "make_tensor(ptr[32b](…), make_layout(((8,1),(2))))", "")],
    ),
    ("tensor<(?{div=16},0) o (16,8):(1@0,1@1)>", &[("", "ArithTuple(n1,0) o (16,8):(1@0,1@1)", "n1=16")]),
    (
        "tensor(raw_ptr(0x7f00: f32, gmem, align<4>) o (2,2):(2,1), data=\n  [[ 0.0,  1.0, ],\n   [ 2.0,  3.0, ]])\n(4,2):(1,4)",
        &[("", "gmem_ptr[32b](…) o (2,2):(2,1)", ""), ("", "(4,2):(1,4)", "")],
    ),
    (
        "ptr[32b](0x7f) o (_2,_2):(_1,_2):\n  0.00e+00  1.00e+00\n  2.00e+00  3.00e+00\ndone",
        &[("", "ptr[32b](…) o (_2,_2):(_1,_2)", "")],
    ),
    ("%1 = op : () -> !cute.layout<\"(4,?):(1,4)\">", &[("", "(4,n1):(1,4)", "n1=64")]),
    ("!cute.memref<f8E4M3FN, gmem, \"(4,8):(8,1)\">", &[("", "gmem_ptr[8b](…) o (4,8):(8,1)", "")]),
    ("!cute.coord_tensor<\"(0,0)\", \"(4,8):(1@0,1@1)\">", &[("", "ArithTuple(0,0) o (4,8):(1@0,1@1)", "")]),
    ("tile MN:  (4:1,8:2)", &[("tile_MN", "<4:1,8:2>", "")]),
    ("[2:1;(2,2):(1,4)]", &[("", "<2:1,(2,2):(1,4)>", "")]),
    ("stages = 3", &[("stages", "3", "")]),
    ("shape (4, 8)", &[("shape", "(4,8)", "")]),
    (
        "tiler (4, 256), tv ((32,4),8):((32,1),4) is (4,2):(1,4)",
        &[("tiler", "(4,256)", ""), ("tv", "((32,4),8):((32,1),4)", ""), ("", "(4,2):(1,4)", "")],
    ),
    ("at 12:30:45, a ratio of 4:1, 3 errors in f(4,8)", &[]),
    ("       0    1 \n    +---+---+\n 0  | 0 | 1 |", &[]),
    ("R = A o B\n  = ((2, 2), 3): ((6, 2), 8)\nat (0,1): (3,4)", &[("", "((2,2),3):((6,2),8)", ""), ("", "(3,4)", "")]),
    // Tables alone; below a layout they are what it prints.
    ("> print2D(a)\n  0  2\n  1  3\n> print1D(b)\n  0  3  6  9", &[("a", "(_2,_2):(_1,_2)", ""), ("b", "_4:_3", "")]),
    (
        "> print_layout(a)\n(2,2):(2,1)\n     0   1\n   +---+---+\n 0 | 0 | 1 |\n   +---+---+\n 1 | 2 | 3 |",
        &[("a", "(2,2):(2,1)", "")],
    ),
    (
        "A layout:\n     0   1\n   +---+---+\n 0 | 0 | 3 |\n   +---+---+\n 1 | 1 | 4 |",
        &[("A_layout", "(_2,_2):(_1,_3)", "")],
    ),
    (
        "Shape :  (4,2)\nStride:  (1,4)\n  0   4\n  1   5",
        &[("Shape", "(4,2)", ""), ("Stride", "(1,4)", ""), ("", "(4,2):(1,4)", "")],
    ),
    (
        "  TV Layout A:   (4,2):(_1,8)\nThe layout that one has to use here: (4,2):(_1,8)",
        &[("TV_Layout_A", "(4,2):(_1,8)", ""), ("", "(4,2):(_1,8)", "")],
    ),
    (
        "shape=(4,(_2,3)) stride=(_6,(_1,2)) size=24",
        &[
            ("shape", "(4,(_2,3))", ""),
            ("stride", "(_6,(_1,2))", ""),
            ("", "(4,(_2,3)):(_6,(_1,2))", ""),
            ("size", "24", ""),
        ],
    ),
    ("shape (4, 2) stride (1, 4)", &[("shape", "(4,2)", ""), ("stride", "(1,4)", ""), ("", "(4,2):(1,4)", "")]),
    ("(_2,_2):(_1,_2)[3] = 3", &[("", "(_2,_2):(_1,_2)", "")]),
    ("C = (4,4):(2,(8))", &[("C", "(4,4):(2,(8))", "")]),
    ("_1@0 _1@0@1", &[("", "_1@0", ""), ("", "_1@0@1", "")]),
    ("(_4,_2:_4)", &[("", "<_4,_2:_4>", "")]),
    ("  --> kernel.py:43:9\nsrc/a.cu:7:3 f(x)", &[]),
    ("sA layout:\n\n(4,2):(_1,8)\n(4,2):(_1,8)", &[("sA_layout", "(4,2):(_1,8)", ""), ("", "(4,2):(_1,8)", "")]),
    ("coord tensor o (0,0) o (128,64):(1@0,1@1)", &[("", "ArithTuple(0,0) o (128,64):(1@0,1@1)", "")]),
    ("c = ArithTupleIterator(0,_8) o (4,_8):(_1@0,_1@1)", &[("c", "ArithTuple(0,_8) o (4,_8):(_1@0,_1@1)", "")]),
    ("A: (2,2):(1,2), B: (4,2):(_1,8)", &[("A", "(2,2):(1,2)", ""), ("B", "(4,2):(_1,8)", "")]),
];

#[test]
fn pages_of_documents_are_told_from_notebooks() {
    let pages = [
        "Redistribution and use in source and binary forms\nare permitted provided that\nthe following conditions\nare met:",
        "0 1 2 3\n4 5 6 7",
        "Composition, R := A o B\n\nR(0) = A(B(0)) = 0\nA = (6,2):(8,2)",
        "T0V0 => ( 0,0)\nT0V1 => ( 1,0)",
    ];
    pages.iter().for_each(|page| assert!(super::is_page(page), "{page}"));
    let notebooks = [
        "A = (6,2):(8,2)\nB = (4 2):(1,4)\nA o B",
        "A = (6,2):(8,2)\nB = 4 2",
        "(4 2):(1 2)\n(2 2):(1 2)",
        "complement(4:2, 24)\n(4,2):(1,4",
        "0 1 2 3",
        "make layout 4 8\nlayout of 2 by 4",
    ];
    notebooks.iter().for_each(|page| assert!(!super::is_page(page), "{page}"));
}

#[test]
fn what_is_told_is_no_code() {
    let told = [
        "mA layout: (4,8):(8,1)",
        "sA   (_4,_8):(_8,_1)",
        "sA (4,8):(8,1) bytes 64",
        "A: 4:1, B: 8:2",
        "M=128 N=256\nshape: (4,8)",
        "layout (4,8):(8,1)\ntile (4,8)\nsize 32",
        "composition\n(4,3):(3,1) o (2,2):(1,4) => (2,2):(3,1)\nPASS",
        "It is (4,8):(8,1) and should be (4,8):(1,4).",
        "A=(8,4):(1,8);B=(4,2):(2,1)",
    ];
    told.iter().for_each(|text| assert!(super::is_told(text), "{text}"));
    let code = [
        "B (4,8):(8,1)",
        "A = (4,8):(8,1) // a layout of mine",
        "A o (2,2):(1,8) o (z=2):(1)",
        "A = (6,2):(8,2)\nB = 4 2",
        "complement(4:2, 24)\n(4,2):(1,4",
        "((8,4):(1,8))(M=2,1)",
        "x = make_layout((4,8))\ny = (4,8):(8,1), z",
        "auto l = make_layout(make_shape(4,8)); // l: (4,8):(8,1)",
    ];
    code.iter().for_each(|text| assert!(!super::is_told(text), "{text}"));
}

#[test]
fn values_of_a_log_are_read() {
    for (log, expected) in LOGS {
        check(log, expected);
    }
}

/// Messages of our own in the words of g++, nvcc and clang.
const MESSAGES: [Case; 6] = [
    (
        "x.hpp:1:2:   required from ‘constexpr auto cute::detail::composition_impl(const LShape&) [with LShape = int]’\n\
         x.hpp:9:2:   required from ‘constexpr auto cute::composition(const Layout<A, B>&, const Layout<C, D>&) [with \
         LShape = tuple<C<6>, C<5> >; LStride = tuple<C<1>, C<9> >; RShape = C<10>; RStride = C<1>]’\n\
         y.cpp:3:4:   required from here\nconfig.hpp:1:6: error: static assertion failed: Shape Divisibility Condition\n",
        &[("A", "(_6,_5):(_1,_9)", ""), ("B", "_10:_1", ""), ("", "composition(A, B)", "")],
    ),
    (
        "layout.hpp(12): error: static assertion failed with \"Shape Divisibility Condition\"\n          detected during:\n\
         \x20           instantiation of \"auto cute::logical_divide(const cute::Layout<LShape, LStride> &, const Tiler &) \
         [with LShape=cute::tuple<cute::_6, int>, LStride=cute::tuple<cute::_1, cute::_6>, Tiler=cute::tuple<cute::C<4>, \
         cute::Layout<cute::C<2>, cute::C<3>>>]\" at line 7 of k.cu\n",
        &[("A", "(_6,n1):(_1,_6)", "n1=64"), ("B", "<_4,_2:_3>", ""), ("", "logical_divide(A, B)", "")],
    ),
    (
        "layout.hpp:12:3: error: static assertion failed due to requirement 'x': Shape Divisibility Condition\n\
         k.cpp:3:9: note: in instantiation of function template specialization 'cute::composition<cute::tuple<cute::C<6>, \
         cute::C<5>>, cute::tuple<cute::C<1>, cute::C<9>>, cute::C<10>, cute::C<1>>' requested here\n",
        &[("A", "(_6,_5):(_1,_9)", ""), ("B", "_10:_1", ""), ("", "composition(A, B)", "")],
    ),
    (
        "layout.hpp(12): error: static assertion failed with \"Stride Divisibility Condition\"\n\
         \x20           instantiation of \"auto cute::detail::composition_impl<LShape, LStride, RShape, RStride>(const \
         LShape &, const LStride &, const RShape &, const RStride &) [with LShape=cute::tuple<cute::C<6>, cute::C<5>>, \
         LStride=cute::tuple<cute::C<1>, cute::C<9>>, RShape=cute::C<10>, RStride=cute::C<4>]\"\n",
        &[("A", "(_6,_5):(_1,_9)", ""), ("B", "_10:_4", ""), ("", "composition(A, B)", "")],
    ),
    (
        "k.cu:7: error: no matching function for call to 'copy(cute::Tensor<cute::ViewEngine<cute::gmem_ptr<float*> >, \
         cute::Layout<cute::C<8>, cute::C<2> > >, cute::ComposedLayout<cute::Swizzle<1, 2, 3>, cute::C<0>, \
         cute::Layout<cute::C<64>, cute::C<1> > >)'\nk.hpp:9: note: candidate: 'void copy(const cute::Layout<A, B>&)'\n",
        &[("", "gmem_ptr[32b](…) o _8:_2", ""), ("", "Sw<1,2,3> o _0 o _64:_1", "")],
    ),
    (
        "k.hpp:9: error: static assertion failed: too large\n k.hpp:3: instantiation of 'f(const cute::Layout<Shape, \
         Stride>&) [with Shape = cute::tuple<cute::C<8>, int>; Stride = cute::tuple<cute::C<1>, long>]'\n",
        &[("", "(_8,n1):(_1,d1)", "n1=64 d1=8")],
    ),
];

#[test]
fn code_that_a_compiler_quotes_is_no_output() {
    let message =
        "k.cpp:3:9: error: no matching function for call to 'f'\n  auto r = f(A, (4,8):(8,1));\n           ^~~~\n";
    assert!(super::is_of_compiler(message));
    check(message, &[]);
    check("k.cpp(3): error : x\nA = (4,8):(8,1)\n", &[("A", "(4,8):(8,1)", "")]);
}

#[test]
fn failed_checks_name_their_call() {
    for (message, expected) in MESSAGES {
        check(message, expected);
    }
}

#[track_caller]
fn check(log: &str, expected: &[(&str, &str, &str)]) {
    let found = read(log);
    let found = found.iter().map(|found| {
        let unknowns = found.unknowns.iter().map(|unknown| format!("{}={}", unknown.name, unknown.sensible));
        (found.name.clone().unwrap_or_default(), found.text.clone(), unknowns.collect::<Vec<_>>().join(" "))
    });
    let expected =
        expected.iter().map(|(name, text, unknowns)| (name.to_string(), text.to_string(), unknowns.to_string()));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{log}");
}

#[test]
fn programs_are_no_logs() {
    assert!(is_log("Running\nmA: gmem_ptr[16b](0x7f00) o (4,8):(8,_1)\n"));
    assert!(!is_log("auto a = make_layout(make_shape(_4{}, 8));\n// gmem_ptr[16b](0x7f00) o (4,8):(8,_1)\nprint(a);"));
}
