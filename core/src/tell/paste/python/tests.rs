//! Python as it is written: kernels of our own, a construct each, and what their names are worth.

use crate::evaluate_given;
use crate::notebook::evaluation::{Evaluation, Settings};
use crate::notebook::syntax::Statement;
use crate::notebook::written::Given;
use crate::paste;

/// A program, inputs, and names with what they are worth at the end; `?` is not known, `-` has no value here.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static [(&'static str, &'static str)]);

const CASES: [Case; 164] = [
    // Structs in shared memory, as FlyDSL has them, in a text without an import.
    (
        r#"@fx.struct
class Storage:
    a: fx.Array[fx.Float32, 128, 16]
    b: fx.Array[fx.Float16, 256]
def k(N):
    lds = fx.SharedAllocator().allocate(Storage).peek()
    a = lds.a.view(fx.make_layout(128, 1))
    b = fx.make_view(lds.b.ptr, fx.make_layout((16, 16), (16, 1)))
    c = (lds.b.ptr + 32).view(fx.make_layout(8, 1))
"#,
        &[],
        &[
            ("a", "smem_ptr[32b](…) o _128:_1"),
            ("b", "smem_ptr[16b](…) o (_16,_16):(_16,_1)"),
            ("c", "smem_ptr[16b](…+32) o _8:_1"),
        ],
    ),
    // A constant is a number, whatever its first word; a tile that threads share out is a tensor.
    (
        r#"from common.dsl import flyc, fx, vec_divide
thr_layout = fx.make_layout((THR_M, 32), (32, 1))
copy = fx.make_tiled_copy_tv(fx.make_copy_atom(fx.UniversalCopy32b(), fx.Float32), fx.make_layout((4, 8), (8, 1)), fx.make_layout((1, 4), (4, 1)))
part = copy.get_slice(tid).partition_S(block_tile)
"#,
        &[],
        &[
            ("thr_layout", "(_128,_32):(_32,_1)"),
            ("block_tile", "gmem_ptr[16b](…) o (_128,_64):(_512,_1)"),
            ("part", "gmem_ptr[16b](…) o ((_1,_4),_32,_2):((_0,_1),_2048,_32)"),
        ],
    ),
    // FlyDSL: what is left of a cut is no tuple of one, and a fragment is of a tile.
    (
        r#"import flydsl.compiler as flyc
import flydsl.expr as fx
@flyc.kernel
def k(A: fx.Tensor):
    tid = fx.thread_idx.x
    bx, by, _ = fx.block_idx
    A = fx.rocdl.make_buffer_tensor(A)
    g = fx.slice(fx.zipped_divide(A, (64, 32)), (None, fx.block_idx.x))
    h = fx.flat_divide(A, fx.make_tile(64, 32))[None, None, bx, by]
    mma = fx.make_tiled_mma(fx.make_mma_atom(fx.rocdl.MFMA(16, 16, 16, fx.Float16)), fx.make_layout((2, 2, 1), (1, 2, 0)))
    thr = mma.thr_slice(tid)
    p = thr.partition_B(g)
    f = thr.make_fragment_A(g)
    c = thr.make_fragment_C(g, stages=2)
    tv = mma.tv_layout_A_tiled
    copy = fx.make_tiled_copy_tv(fx.make_copy_atom(fx.rocdl.BufferCopy128b(), fx.Float16), fx.make_layout((8, 4), (4, 1)), fx.make_layout((1, 8), (8, 1)))
    t = copy.tile_mn
    s = copy.get_slice(tid).partition_S(g)
    r = copy.get_slice(tid).retile(f)
@flyc.jit
def run(A: fx.Tensor, stream: fx.Stream = fx.Stream(None)):
    k(A).launch(grid=(2, 4, 1), block=(256, 1, 1), stream=stream)
run(torch.zeros(128, 128, dtype=torch.float16).cuda())
"#,
        &[],
        &[
            ("tid", "0"),
            ("g", "gmem_ptr[16b](…) o (_64,_32):(128,_1)"),
            ("h", "gmem_ptr[16b](…) o (_64,_32):(128,_1)"),
            ("p", "gmem_ptr[16b](…) o (_4,_2,_2):(_1,4096,_16)"),
            ("f", "ptr[16b](…) o (_4,_2,_2):(_1,_8,_4)"),
            ("c", "ptr[32b](…) o ((_4,_1),_2,_1,_2):((_1,_0),_4,_0,_8)"),
            ("tv", "((_16,_4,_2,_2),(_4,(_1,_1))):((_1,_128,_16,_0),(_32,(_0,_0)))"),
            ("t", "(_8,_32)"),
            ("s", "gmem_ptr[16b](…) o ((_8,_1),_8,_1):((_1,_0),1024,_0)"),
        ],
    ),
    (
        r#"import flydsl.expr as fx
L = fx.make_layout((4, 8), (1, 4))
a = fx.get_shape(L)
b = fx.int_tuple_add((4, 8), (1, 2))
c = fx.take((4, 8, 16), 0, 2)
d = fx.get_flat_coord(5, fx.make_layout(((2, 4), 8), ((1, 2), 8)))
e = fx.recast_layout(fx.make_layout((4, 8), (8, 1)), 16, 32)
f = fx.make_view(fx.get_dyn_shared(fx.Float16), fx.make_composed_layout(fx.static(fx.SwizzleType.get(3, 3, 3)), fx.make_ordered_layout((8, 64), (1, 0))))
g = fx.make_view((0, 0), fx.make_identity_layout((4, 8)))
h = fx.get_scalar(fx.size(L))
n = fx.idx2crd(13, fx.make_layout((4, 8), (8, 1)))
i = fx.make_int_tuple((4, (8, 2)))
j = fx.int_tuple_product_each(i)
k = fx.make_rmem_tensor((4, 2), fx.Float32)
l = L(3, 5).unpack()
m = fx.slice(fx.make_layout((4, (8, 2)), (1, (4, 32))), (2, (None, 1)))
"#,
        &[],
        &[
            ("a", "(_4,_8)"),
            ("b", "(_5,_10)"),
            ("c", "(_4,_8)"),
            ("d", "(_5,_0)"),
            ("e", "(_4,_4):(_4,_1)"),
            ("f", "smem_ptr[16b](…) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"),
            ("g", "ArithTuple(_0,_0) o (_4,_8):(_1@0,_1@1)"),
            ("h", "_32"),
            ("n", "(_1,_5)"),
            ("j", "(_4,_16)"),
            ("k", "ptr[32b](…) o (_4,_2):(_1,_4)"),
            ("l", "_23"),
            ("m", "_8:_4"),
        ],
    ),
    // Pointers to shared memory, wherever they come from.
    (
        "@cute.kernel\ndef k():\n    p = cute.arch.get_dyn_smem(cutlass.Float16, alignment=1024)\n    q = p + 2048\n    s = cute.make_tensor(q, cute.make_layout((64, 32)))\n    r = cute.arch.alloc_smem(cutlass.Float32, 32)\n    t = cute.make_tensor(utils.SmemAllocator().allocate_array(cutlass.Int8, 64), cute.make_layout(64))",
        &[],
        &[
            ("p", "smem_ptr[16b](…)"),
            ("s", "smem_ptr[16b](…+2048) o (_64,_32):(_1,_64)"),
            ("r", "smem_ptr[32b](…)"),
            ("t", "smem_ptr[8b](…) o _64:_1"),
        ],
    ),
    // What a call passes that is no number is none; what is said to be one is asked for.
    (
        "def run(fn, ms, m: int):\n    a = m + 1\n    b = fn(a)\nf = cute.compile(kernel)\nrun(f, time.time(), time.time())",
        &[],
        &[("fn", "-"), ("ms", "-"), ("m", "_512"), ("a", "_513")],
    ),
    // A tile and an instruction by the place at which they stand.
    (
        "@cute.jit\ndef f(op, a: cute.Tensor, l: cute.Layout, tile):\n    atom, t = cpasync.make_tiled_tma_atom(op, a, l, tile)\n    c = cute.composition(a, tile)",
        &[],
        &[
            ("tile", "(_128,_64)"),
            ("t", "ArithTuple(_0,_0) o (512,512):(_1@1,_1@0)"),
            ("c", "gmem_ptr[16b](…) o (_128,_64):(512,_1)"),
        ],
    ),
    // What is no mode stands in lists; texts are gone through letter by letter; types say nothing of names.
    (
        "import torch\nfrom types import MappingProxyType, SimpleNamespace\nfrom typing import Mapping\nfrom cutlass.cute.runtime import from_dlpack\nF: Mapping[str, tuple] = MappingProxyType({'3x3': (3, 2)})\nr, s = F['3x3']\na, b = [(4 if wide else 8) for wide in (False, True)]\nx, y = torch.randn(64, 32, dtype=torch.float16), torch.randn(32, 8, dtype=torch.float16)\np, q = (from_dlpack(t) for t in (x, y))\nd = {n: v * 2 for n, v in zip('QK', (4, 5))}\ne = d['K']\nclass B:\n    def __init__(self, own):\n        self.own = own\ntotal = 0\nfor op in [B(3), B(5)]:\n    total += op.own\ng = total\nh, = (7,)\ni = tuple(n + 1 for n in (1, 2))\ndef plan():\n    return SimpleNamespace(m=4, n=(2, 3))\nj = plan().n\nk = [c for c, _ in enumerate('ab', start=3)]",
        &[],
        &[
            ("r", "_3"),
            ("s", "_2"),
            ("a", "_8"),
            ("b", "_4"),
            ("q", "ptr[16b](…) o (_32,_8):(_8,_1)"),
            ("e", "_10"),
            ("g", "_8"),
            ("h", "_7"),
            ("i", "(_2,_3)"),
            ("j", "(_2,_3)"),
            ("k", "(_3,_4)"),
        ],
    ),
    // A function of the DSL under another name.
    (
        "from cutlass.cute.runtime import make_fake_compact_tensor as fake\n@cute.jit\ndef f(x: cute.Tensor):\n    row = x[0, None]\ncute.compile(f, fake(cutlass.Float16, (128, 4096), stride_order=(1, 0)))",
        &[],
        &[("row", "gmem_ptr[16b](…) o (_4096):(_1)")],
    ),
    // Methods that call each other end somewhere.
    (
        "class K:\n    def a(self, n):\n        x = n + 1\n        self.b(n)\n    def b(self, n):\n        y = n + 2\n        self.a(n)\n    @cute.jit\n    def __call__(self, t: cute.Tensor):\n        self.a(4)\n        z = cute.size(t)\nt = cute.runtime.make_fake_compact_tensor(cutlass.Float16, (8, 4))\ncute.compile(K(), t)",
        &[],
        &[("x", "_5"), ("y", "_6"), ("z", "_32")],
    ),
    // A name of an object may be that of a method; loops go through lists of lists with types; members of what is given.
    (
        "from collections import namedtuple\nfrom typing import NamedTuple\nclass Tile(NamedTuple):\n    m: int\n    n: int\nPlan = namedtuple('Plan', ['rows', 'vec'])\ndef plan_for(n):\n    return Plan(n // 4, 8)\ndef tv_for(plan: Plan):\n    shape = (plan.rows, plan.vec)\n    return shape\nclass K:\n    TILE = Tile(32, 128)\n    def __init__(self):\n        self.tile = tuple(self.TILE)\n    @cute.jit\n    def __call__(self, a: cute.Tensor):\n        m, n = cute.ceil_div(a.shape, self.tile)\n        s = tv_for(plan_for(64))\n        self.kernel(a, self.tile)\n    @cute.kernel\n    def kernel(self, a: cute.Tensor, tiler: cutlass.Constexpr):\n        k = tiler[1]\nkernel = K()\nfor dtype, size in ((cutlass.BFloat16, 512), (cutlass.Float32, 64)):\n    x = cute.runtime.make_fake_compact_tensor(dtype, (200, size), stride_order=(1, 0))\n    cute.compile(kernel, x)",
        &[],
        &[
            ("x", "gmem_ptr[16b](…) o (_200,_512):(_512,_1)"),
            ("m", "_7"),
            ("n", "_4"),
            ("s", "(_16,_8)"),
            ("shape", "(_16,_8)"),
            ("k", "_128"),
        ],
    ),
    (
        "import os\ndef flag(name, default):\n    val = os.getenv(name)\n    if val is None:\n        return default\n    return val in ('1', 'on')\na = flag('FAST', True)\nb = int(os.environ.get('STAGES', '4'))\nc = cute.make_layout((4, 8)) if hasattr(cute, 'make_layout') else None\nd = cutlass.Int32(300).to(cutlass.Int8)\ne = cutlass.Int32(300).to(cutlass.Uint8)",
        &[],
        &[("a", "true"), ("b", "_4"), ("c", "(_4,_8):(_1,_4)"), ("d", "44"), ("e", "44")],
    ),
    // FlashAttention's atoms of shared memory for Ampere.
    (
        "a = sm80_utils.get_smem_layout_atom(cutlass.Float16, 64)\nb = sm80_utils.get_smem_layout_atom(cutlass.Float16, 96)\nc = sm80_utils.get_smem_layout_atom(cutlass.Float32, 128)",
        &[],
        &[
            ("a", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"),
            ("b", "Sw<2,3,3> o _0 o (_8,_32):(_32,_1)"),
            ("c", "Sw<2,2,2> o _0 o (_8,_32):(_32,_1)"),
        ],
    ),
    // Methods are run where another method calls them, with what they are given; an object is called through a parameter.
    (
        "class G:\n    def __init__(self, m):\n        self.m = m\n    def _setup(self, a: cute.Tensor):\n        self.k = cute.size(a, mode=[1])\n        self.t = (self.m, self.k)\n        self.e, self.f = self._two()\n    def _two(self):\n        r = self.k // 2\n        return r, 4\n    @cute.jit\n    def __call__(self, a: cute.Tensor):\n        self._setup(a)\n        x = self.t\n        z = self.e\n@cute.jit\ndef bmm(op: cutlass.Constexpr, a: cute.Tensor):\n    op(cute.make_tensor(a.iterator, cute.select(a.layout, mode=[1, 2, 0])))\na = cute.runtime.make_fake_compact_tensor(cutlass.Float16, (1, 512, 256), stride_order=(2, 1, 0))\ng = G(2)\ncute.compile(bmm, g, a)",
        &[],
        &[("x", "(_2,_256)"), ("z", "_128"), ("a", "gmem_ptr[16b](…) o (_1,_512,_256):(_131072,_256,_1)")],
    ),
    (
        "class K:\n    @cute.jit\n    def __call__(self, a: cute.Tensor):\n        n = cute.size(a)\na = cute.runtime.make_fake_compact_tensor(cutlass.Float16, (4, 8))\ncute.compile(K(), a)",
        &[],
        &[("n", "_32")],
    ),
    // Elements of a byte on Hopper, predicates in registers, a coordinate like an element, tiles that say their own order.
    (
        "def f(t: cute.Tensor):\n    mma = sm90_utils.make_trivial_tiled_mma(cutlass.Float8E4M3FN, cutlass.Float8E4M3FN, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, (2, 1, 1), tiler_mn=(64, 128))\n    s = mma.shape_mnk\n    p = cute.make_rmem_tensor((4, 2), cutlass.Boolean)\n    c = (3, cute.repeat_like(None, t[1]))\n    e = sm90_utils.make_smem_layout_epi(cutlass.Float16, utils.LayoutEnum.ROW_MAJOR, (64, 32), 2, (64, 32, 2, 2), smem_order=(0, 1, 2, 3))",
        &[],
        &[
            ("s", "(_64,_128,_32)"),
            ("p", "ptr[8b](…) o (_4,_2):(_1,_4)"),
            ("c", "(_3,_)"),
            ("e", "Sw<2,4,3> o _0 o ((_8,_8),(_32,_1),(_1,_2),(_1,_2)):((_32,_256),(_1,_0),(_0,_2048),(_0,_4096))"),
        ],
    ),
    // Functions that give on, objects that are asked as lists, what the DSL finds and transforms.
    (
        "from functools import partial\ndef steps(n):\n    while n >= 1:\n        yield n\n        n //= 2\ndef pairs(n):\n    for i in range(n):\n        yield from [(i, j) for j in range(i)]\na = list(steps(8))\nb = sum(x + y for x, y in pairs(3))\nc = next(steps(5))\nclass Bag:\n    def __init__(self, items):\n        self.items = items\n    def __len__(self):\n        return len(self.items)\n    def __getitem__(self, i):\n        return self.items[i] * 2\n    def __contains__(self, x):\n        return x == 4\nbag = Bag((3, 5))\nd = len(bag) + bag[1]\ne = 4 in bag\nrow = partial(cute.make_layout, stride=(8, 1))\nf = row((4, 8))\ng = cute.find(((2, 3), (4, 5)), 5)\nh = cute.find_if((2, 4, 7), pred_fn=lambda val, pos: val % 2 == 1)\nii = cute.filter_tuple((1, 2, 3, 4), f=lambda x: (x,) if x % 2 == 0 else ())\nj = cute.transform_apply((1, 2), (3, 4), f=lambda x, y: x * y, g=lambda *xs: sum(xs))\nk = cute.repeat((0, 1), 2)\nl = cute.make_mma_atom(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))).tv_layout_C\nm = {2: 3}\nnn = m.get(2) + (1 if 3 in m else 0)\ntotal = 0\nfor key in {4: 1, 5: 2}:\n    total += key\no = total",
        &[],
        &[
            ("a", "(_8,_4,_2,_1)"),
            ("b", "_6"),
            ("c", "_5"),
            ("d", "_12"),
            ("e", "true"),
            ("f", "(_4,_8):(_8,_1)"),
            ("g", "(_1,_1)"),
            ("h", "_2"),
            ("ii", "(_2,_4)"),
            ("j", "_11"),
            ("k", "((_0,_1),(_0,_1))"),
            ("l", "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"),
            ("nn", "_3"),
            ("o", "_9"),
        ],
    ),
    // Named tuples, functions of items, keys, sets and dictionaries that are computed, functions that functions answer.
    (
        "from collections import namedtuple\nimport functools, operator\nTile = namedtuple('Tile', 'm n k')\nt = Tile(128, n=64, k=32)\na, b, c = t\nd = t._replace(m=256)\ne = d.m + len(t) + t[-1]\nf = functools.reduce(operator.mul, [2, 3, 4])\ng = list(map(lambda x: x * 2, (1, 2)))\nh = list(filter(lambda x: x > 1, (1, 2, 3)))\ni = sorted((3, 1, 2), key=lambda x: -x)\nj = max((4, 5, 6), key=lambda x: x % 4)\nks = {x % 4 for x in range(9)}\nl = {x: x * x for x in range(4)}\nms = l[3]\nns = [(x, y) for x in range(2) for y in range(x + 1)]\no = sum(v for _, (v, w) in {1: (2, 3), 2: (4, 5)}.items())\ndef make(k):\n    def add(x):\n        return x + k\n    return add\np = make(4)(10)\ndef conf(m=1, n=2):\n    return (m, n)\nKW = {'n': 8}\nq = conf(**{**KW, 'm': 4})\nr = int(3 > 2) + (5).bit_length()\ns = list((1, 2))\ns[1] = 7\nsa = tuple(s)\nu = getattr(t, 'n')\nv = min([], default=-1)\nw = sum(x > 1 for x in (1, 2, 3))",
        &[],
        &[
            ("a", "_128"),
            ("b", "_64"),
            ("c", "_32"),
            ("e", "_291"),
            ("f", "_24"),
            ("g", "(_2,_4)"),
            ("h", "(_2,_3)"),
            ("i", "(_3,_2,_1)"),
            ("j", "_6"),
            ("ks", "(_0,_1,_2,_3)"),
            ("ms", "_9"),
            ("ns", "((_0,_0),(_1,_0),(_1,_1))"),
            ("o", "_6"),
            ("p", "_14"),
            ("q", "(_4,_8)"),
            ("r", "_4"),
            ("sa", "(_1,_7)"),
            ("u", "_64"),
            ("v", "_-1"),
            ("w", "_2"),
        ],
    ),
    // The object at hand: its properties, and its own methods before those of what it is derived from.
    (
        "class Op:\n    def __init__(self, t=64):\n        self.t = t\n    @property\n    def pair(self):\n        return (self.t, 8)\n    def apply(self, x):\n        return x\n    def go(self):\n        return self.apply(3)\n    def lay(self):\n        s = self.pair\n        return cute.make_layout(s)\nclass Twice(Op):\n    def apply(self, x):\n        return x * 2\na = Op().go()\nb = Twice().go()\nc = Op(32).lay()\nu, (v, w) = 1, (2, 3)\nt = [0] * 4\nt[2] = 5\nd = tuple(t)\ndef last(n):\n    for q in (8, 4, 2):\n        if n % q == 0:\n            break\n    return q\ne = last(12)\nKW = {'stride': (8, 1)}\nf = cute.make_layout((4, 8), **KW)",
        &[],
        &[
            ("a", "_3"),
            ("b", "_6"),
            ("c", "(_32,_8):(_1,_32)"),
            ("v", "_2"),
            ("w", "_3"),
            ("d", "(_0,_0,_5,_0)"),
            ("e", "?"),
            ("f", "?"),
        ],
    ),
    // Vectors of values: nobody knows these, and their shapes and types are the program's.
    (
        "r = cute.make_rmem_tensor(((2, 2), (4,)), cutlass.Float16)\nx = r.load()\ny = x.to(cutlass.Float32)\na = y * 2.0\nb = y > 0.0\nc = cute.where(b, y, cute.full_like(y, 0.0))\nd = x[(None, 1)]\ne = y.reduce(cute.ReductionOp.ADD, 0.0, reduction_profile=(None, 1))\nf = cute.math.exp(y)\ng = y[0]\nh = x * 2\ns = y.shape\nm = y.reduce(cute.ReductionOp.MAX, 0.0, 0)\nn = -y / 3\nk = x * 2.0\nt = cute.full((4, 1), 1.0, cutlass.BFloat16) + cute.full((4, 8), 0.0, cutlass.BFloat16)\nu = cute.zeros_like(r, cutlass.Int32).reshape((16,))",
        &[],
        &[
            ("x", "tensor_value<vector<16xf16> o ((2, 2), (4,))>"),
            ("y", "tensor_value<vector<16xf32> o ((2, 2), (4,))>"),
            ("a", "tensor_value<vector<16xf32> o ((2, 2), (4,))>"),
            ("b", "tensor_value<vector<16xi1> o ((2, 2), (4,))>"),
            ("c", "tensor_value<vector<16xf32> o ((2, 2), (4,))>"),
            ("d", "tensor_value<vector<4xf16> o ((2, 2),)>"),
            ("e", "tensor_value<vector<4xf32> o ((2, 2),)>"),
            ("f", "tensor_value<vector<16xf32> o ((2, 2), (4,))>"),
            ("g", "?"),
            ("h", "tensor_value<vector<16xf32> o ((2, 2), (4,))>"),
            ("s", "((_2,_2),(_4))"),
            ("m", "?"),
            ("n", "tensor_value<vector<16xf32> o ((2, 2), (4,))>"),
            ("k", "?"),
            ("t", "tensor_value<vector<32xbf16> o (4, 8)>"),
            ("u", "tensor_value<vector<16xi32> o (16,)>"),
        ],
    ),
    // Functions as values: another name, some of the arguments, methods of the object at hand, items of a dictionary.
    (
        "def mk(m, n, s=1):\n    return cute.make_layout((m, n), stride=(n * s, s))\ng = mk\na = g(4, 8)\nh = partial(mk, 4, s=2)\nb = h(8)\ndef twice(fn, x):\n    u = fn(x, 2)\n    return u\nc = twice(mk, 6)\nclass K:\n    def __init__(self, t):\n        self.t = t\n    def lay(self, n, *, pad=0):\n        inner = cute.make_layout((self.t, n), stride=(n + pad, 1))\n        return inner\n    def run(self):\n        f = self.lay\n        d = f(8)\n        p = partial(self.lay, pad=8)\n        e = p(16)\n        q = functools.partial(self.step, (self.t, 3))\n        q(f, k=2)\n        return e\n    def step(self, pair, fn, k):\n        x, y = pair\n        z = fn(y)\n        return z\nk = K(4)\nr = k.run()\ntable = {\"row\": mk, \"col\": lambda m, n: cute.make_layout((m, n))}\nv = table[\"row\"](2, 3)\nw = table[\"col\"](2, 3)",
        &[],
        &[
            ("a", "(_4,_8):(_8,_1)"),
            ("b", "(_4,_8):(_16,_2)"),
            ("u", "(_6,_2):(_2,_1)"),
            ("c", "(_6,_2):(_2,_1)"),
            ("d", "(_4,_8):(_8,_1)"),
            ("e", "(_4,_16):(_24,_1)"),
            ("x", "_4"),
            ("z", "(_4,_3):(_3,_1)"),
            ("r", "(_4,_16):(_24,_1)"),
            ("v", "(_2,_3):(_3,_1)"),
            ("w", "(_2,_3):(_1,_2)"),
        ],
    ),
    // Types of elements are those that are said, not the first of as many bits.
    (
        "a = torch.empty(4, 8, dtype=torch.bfloat16, device='cuda')\nb = a.dtype\nt = from_dlpack(a.view(torch.uint16))\nr = cute.make_rmem_tensor((4, 2), cutlass.Float8E4M3FN)\nc = r.element_type\ns = cute.recast_tensor(r, cutlass.Int32)\nd = s.element_type\ne = from_dlpack(torch.zeros(4, 8).half()).element_type",
        &[],
        &[
            ("b", "bfloat16_t"),
            ("r", "ptr[8b](…) o (_4,_2):(_1,_4)"),
            ("c", "float_e4m3_t"),
            ("d", "int32_t"),
            ("e", "half_t"),
        ],
    ),
    // Prompts of a terminal, and what it printed.
    (
        "In [3]: a = cute.make_layout((4, (2, 3)), stride=(6, (3, 1)))\nIn [4]: cute.size(a)\nOut[4]: 24\nIn [5]: def f(n):\n   ...:     return cute.make_layout(n)\n   ...: \nIn [6]: b = f(3)",
        &[],
        &[("a", "(_4,(_2,_3)):(_6,(_3,_1))"), ("b", "_3:_1")],
    ),
    // Keywords without what stands before them, all that follow, and stars among arguments and names.
    (
        "def mk(m=4, pad=0):\n    return cute.make_layout((m, 8), stride=(8 + pad, 1))\ndef lay(a, *modes, s=2):\n    return cute.make_layout((a, *modes, s))\na = mk(pad=8)\nb = mk(16)\nt = (4, 2)\nc = lay(1, *t)\nd = lay(1, 5, s=3)\nm, *rest = (2, 3, 4)\ne = cute.make_layout(tuple(rest))\nu, *v, w = (1, 2, 3, 4, 5)\ndef pick(bits):\n    for n in (8, 4, 2):\n        if bits % n == 0:\n            return n\n    return 1\nf = pick(12)\nmatch 64:\n    case 32: q = 1\n    case 64: q = 2\ng = q",
        &[],
        &[
            ("a", "(_4,_8):(_16,_1)"),
            ("b", "(_16,_8):(_8,_1)"),
            ("c", "(_1,_4,_2,_2):(_0,_1,_4,_8)"),
            ("d", "(_1,_5,_3):(_0,_1,_5)"),
            ("e", "(_3,_4):(_1,_3)"),
            ("v", "(_2,_3,_4)"),
            ("w", "_5"),
            ("f", "_4"),
            ("g", "_2"),
        ],
    ),
    // Loops are run, where Python runs them: with `break` and `continue`, over lists and ranges, in functions that answer in them.
    (
        "def gcd(a, b):\n    while b != 0:\n        a, b = b, a % b\n    return a\ndef first_div(n, opts):\n    for v in opts:\n        if n % v == 0:\n            return v\n    return 1\ndef prefix(xs):\n    out = []\n    s = 0\n    for x in xs:\n        s += x\n        out.append(s)\n    return tuple(out)\ndef strides(shape):\n    d = 1\n    r = ()\n    for s in reversed(shape):\n        r = (d,) + r\n        d *= s\n    return r\ndef odd_sum(n):\n    t = 0\n    for i in range(n):\n        if i % 2 == 0:\n            continue\n        if i > 9:\n            break\n        t += i\n    return t\ndef pairs(xs, ys):\n    t = 0\n    for i, (x, y) in enumerate(zip(xs, ys)):\n        t += i * x * y\n    return t\ng = gcd(84, 36)\nf = first_div(96, (128, 64, 32, 16))\np = prefix((1, 2, 3, 4))\nst = strides((2, 3, 4))\nL = cute.make_layout((2, 3, 4), stride=st)\no = odd_sum(20)\nq = pairs((1, 2, 3), (4, 5, 6))\nacc = 0\nfor i in cutlass.range_constexpr(5):\n    acc = acc + i\nacc2 = acc\nn = 1\nfor a in (2, 3, 4):\n    n = n * a\nlst = [x * 2 for x in range(4)]\ntot = sum(lst)\nM = cute.make_layout((acc2, tot))",
        &[],
        &[
            ("g", "_12"),
            ("f", "_32"),
            ("p", "(_1,_3,_6,_10)"),
            ("st", "(_12,_4,_1)"),
            ("o", "_25"),
            ("q", "_46"),
            ("acc2", "_10"),
            ("tot", "_12"),
            ("M", "(_10,_12):(_1,_10)"),
        ],
    ),
    // What `and` answers, what a name in an expression is given, how tuples are compared; classes of data from others.
    (
        "@dataclass\nclass Base:\n    m: int = 4\n    n: int = 8\n@dataclass\nclass Cfg(Base):\n    stages: int = 3\n    shape: tuple = field(default_factory=lambda: (2, 3))\n    @classmethod\n    def small(cls, m):\n        return cls(m=m, n=2)\n    def area(self):\n        return self.m * self.n\nc = Cfg()\na = (c.m, c.stages, c.shape)\nd = Cfg.small(5).area()\ne = 3 and 5\nf = 0 and 5\nif (w := 5) > 3:\n    g = w + 1\nh = min((4, 2), (3, 9))\ni = math.prod((2, 3), start=4)\nj = sorted((3, 1, 2))\nk = {'x': 5}.get('y', 7)\nx, y = 3, 10\nx, y = y, x + y\nl = (x, y)\nxs = [1]\nxs += [2, 3]\nm = len(xs)",
        &[],
        &[
            ("a", "(_4,_3,(_2,_3))"),
            ("d", "_10"),
            ("e", "_5"),
            ("f", "_0"),
            ("g", "_6"),
            ("h", "(_3,_9)"),
            ("i", "_24"),
            ("j", "(_1,_2,_3)"),
            ("k", "_7"),
            ("l", "(_10,_13)"),
            ("m", "_3"),
        ],
    ),
    // Items of lists and dictionaries, and loops over them.
    (
        "tile = {'m': 128, 'n': 64}\ntile['m'] = 64\na = cute.make_layout((tile['m'], tile['n']))\nall = [4, 8]\nall[0] = 2\nb = cute.make_layout(tuple(all))\nfor name, (m, n) in {'small': (64, 32), 'big': (128, 256)}.items():\n    c = cute.make_layout((m, n), stride=(n, 1))\nfor i, (x, y) in enumerate([(3, 4), (5, 6)]):\n    d = (i, x, y)\ne = list(tile.values())\nboth = {}\nboth['x'], both['y'] = 4, 8\nf = both['x']",
        &[],
        &[
            ("a", "(_64,_64):(_1,_64)"),
            ("b", "(_2,_8):(_1,_2)"),
            ("c", "(_64,_32):(_32,_1)"),
            ("d", "(_0,_3,_4)"),
            ("e", "(_64,_64)"),
            ("f", "?"),
        ],
    ),
    // Methods change their object, and so do those of a class of data behind its `__init__`.
    (
        "class State:\n    def __init__(self, stages):\n        self.stages = stages\n        self.index = 0\n    def advance(self, by=1):\n        self.index = (self.index + by) % self.stages\ns = State(3)\ns.advance()\ns.advance(by=4)\na = s.index\n@dataclass\nclass C:\n    m: int = 128\n    n: int = 64\n    def __post_init__(self):\n        self.k = self.m // 2\nc = C(n=32)\nd = dataclasses.replace(c, m=8)\nb = (d.m, d.n, c.k)\nc.m = 1\nc.n = 2\ne = (c.m, c.n)\nl = LayoutEnum.from_tensor(cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout((256, 128), stride=(128, 1))))",
        &[],
        &[("a", "_2"), ("b", "(_8,_32,_64)"), ("e", "(_1,_2)"), ("l", "LayoutEnum.ROW_MAJOR")],
    ),
    // Of a tuple some of whose items nobody knows the others are known, and a coordinate has the modes that are asked of it.
    (
        "def f(a, b):\n    m, n, s = b\n    t = cute.make_layout((m, n))\n    return t\n@cute.kernel\ndef k(x: cute.Tensor, y: cute.Tensor):\n    both = (x.shape[0], 4, unknown_thing.run())\n    u = f(1, both)\n    v = both[1]\n    w = scheduler.make().initial_work_tile_info()\n    c = w.tile_idx\n    tile_coord = c\n    i = tile_coord[2][1]\n    g = cute.make_layout((2, 3, (4, 5)))[(None, None, tile_coord[2])]",
        &[],
        &[("m", "512"), ("n", "_4"), ("v", "_4"), ("t", "(512,_4):(_1,512)"), ("i", "0")],
    ),
    // Copies, threads of an instruction and parts of pipelines that a parameter holds are no numbers.
    (
        "def f(args: tuple):\n    tiled_tmem_load, thr_mma_pv, load_q_producer, rows = args\n    a = tiled_tmem_load",
        &[],
        &[("a", "?"), ("rows", "_128")],
    ),
    // Objects of the text's own classes hold what `__init__` gives them, each its own, and have methods and properties.
    (
        "class Config:\n    BITS = 128\n    def __init__(self, m, n=8):\n        self.m = m\n        self.n = n\n        self.shape = (m, n)\n        self.vec = self.BITS // 16\n    def layout(self, k=1):\n        return cute.make_layout((self.m, self.n, k))\n    @property\n    def size(self):\n        return self.m * self.n\n    @staticmethod\n    def half(x):\n        return x // 2\nclass Kernel:\n    def __init__(self, config, stages=2):\n        self.config = config if config is not None else Config(1)\n        self.stages = stages\n    def run(self):\n        return self.config.layout(k=self.stages)\nc = Config(4)\nd = Config(2, n=6)\na = c.shape\nb = d.layout()\ne = d.size\nf = Kernel(c).run()\ng = Kernel(None).config.n\nh = Kernel(stages=5, config=d).run()\ni = Config.half(c.n)\nj = Config.BITS\nk = c.vec",
        &[],
        &[
            ("a", "(_4,_8)"),
            ("b", "(_2,_6,_1):(_1,_2,_0)"),
            ("e", "_12"),
            ("f", "(_4,_8,_2):(_1,_4,_32)"),
            ("g", "_8"),
            ("h", "(_2,_6,_5):(_1,_2,_12)"),
            ("i", "_4"),
            ("j", "_128"),
            ("k", "_8"),
        ],
    ),
    // A class derived from another has what that has, and what it says itself stands before it.
    (
        "class Base:\n    STAGES = 3\n    def __init__(self, m, n):\n        self.m = m\n        self.n = n\n    def tile(self):\n        return (self.m, self.n)\n    def smem(self):\n        return cute.make_layout((*self.tile(), self.STAGES))\nclass Wide(Base):\n    STAGES = 4\n    def __init__(self, m):\n        super().__init__(m, 2 * m)\n        self.k = m // 2\nclass Same(Base):\n    def area(self):\n        return self.m * self.n\nw = Wide(8)\na = w.smem()\nb = w.n\nc = w.k\nd = Same(3, 5).area()\ne = Base(1, 2).smem()",
        &[],
        &[("a", "(_8,_16,_4):(_1,_8,_128)"), ("b", "_16"), ("c", "_4"), ("d", "_15"), ("e", "(_1,_2,_3):(_0,_1,_2)")],
    ),
    // Classes of data take their fields; members are given other values, and lists and dictionaries hold objects.
    (
        "@dataclass\nclass Tile:\n    m: int\n    n: int = 8\n    vec: int = field(default=2)\n    def layout(self):\n        return cute.make_layout((self.m, self.n))\nclass P(NamedTuple):\n    x: int\n    y: int\nt = Tile(4)\na = t.layout()\nb = Tile(n=3, m=2).layout()\nt.n = 16\nc = t.layout()\nall = [Tile(1), Tile(5)]\nd = all[1].m\nby = {'small': Tile(2), 'big': Tile(64, 64)}\ne = by['big'].layout()\nf = [x.m * x.n for x in all]\nfor x in all:\n    g = x.m\nh = P(3, y=4).y\ni = t.vec\ndef most(tile: Tile):\n    return tile.m + tile.n\nj = most(t)",
        &[],
        &[
            ("a", "(_4,_8):(_1,_4)"),
            ("b", "(_2,_3):(_1,_2)"),
            ("c", "(_4,_16):(_1,_4)"),
            ("d", "_5"),
            ("e", "(_64,_64):(_1,_64)"),
            ("f", "(_8,_40)"),
            ("h", "_4"),
            ("i", "_2"),
            ("j", "_20"),
        ],
    ),
    // A parameter that is an object of a class of the text is one as the text makes it; what the class lacks is asked for.
    (
        "class Config:\n    def __init__(self, rows: int = 4):\n        self.rows = rows\n@cute.kernel\ndef kernel(x: cute.Tensor, config: Config):\n    a = config.rows\n    b = config.block_m",
        &[("config.block_m", "32")],
        &[("a", "_4"), ("b", "32")],
    ),
    // A loop of a compiled function changes numbers when the program runs, and one that is written out when it is compiled.
    (
        "@cute.jit\ndef f(x: cute.Tensor):\n    n = 0\n    m = 5\n    for i in cutlass.range(4, unroll=1):\n        a = n % 4\n        n = n + 1\n        b = m\n    for j in cutlass.range_constexpr(4):\n        c = m % 4\n        d = j + 1",
        &[],
        &[("a", "0"), ("b", "_5"), ("c", "_1"), ("d", "_1")],
    ),
    // Members that a branch sets outlive their method, `or` chooses, and modes of a parameter are those that a call gives.
    (
        "class K:\n    def __init__(self, n, t=None):\n        self.n = t or self.most(n)\n    def most(self, n):\n        return max(n // 4, 1) * 32\n    def set_up(self):\n        if cutlass.const_expr(self.n > 4):\n            self.tile = (64, 32)\n        else:\n            self.tile = (128, 128)\n    @cute.jit\n    def __call__(self, size: tuple, x: cute.Tensor):\n        self.set_up()\n        m, n = size\n        t = cute.make_layout(self.tile)\n        s = cute.make_layout((m, n))\n        u = self.n\n        k = cute.make_layout_image_mask(cute.make_layout((1, 2, 2)), (0, 1, 0), mode=2)\nx = cute.runtime.make_fake_tensor(cutlass.Float16, (512, 256), stride=(256, 1))\ncute.compile(K(16), (512, 256), x)\nK(16)((512, 256), x)",
        &[],
        &[("t", "(_64,_32):(_1,_64)"), ("s", "(512,256):(_1,512)"), ("u", "_128"), ("k", "10")],
    ),
    // What the DSL itself prints of what it has otherwise than C++.
    (
        "w = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))\ns = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem, assumed_align=1024), w)\ng = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout(((2, 2), 4, 8), stride=((1, 1024), 4096, 16)))\nm = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))\na = cute.make_fragment_like(g)\nb = cute.make_fragment_like(cute.make_layout((4, 8), stride=(8, 1)))\nc = cute.domain_offset((3, 0), s)\nd = m.tv_layout_A\ne = m.tv_layout_A_tiled\nf = cute.append(w, cute.make_layout(2))\nh = cute.repeat(3, 2)\ni = m.permutation_mnk",
        &[],
        &[
            ("a", "ptr[16b](…) o ((_2,_2),_4,_8):((_1,_16),_32,_2)"),
            ("b", "(_4,_8):(_1,_4)"),
            ("c", "smem_ptr[16b](…+216) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"),
            ("d", "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))"),
            ("e", "((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))"),
            ("f", "Sw<3,3,3> o _0 o (_8,_64,_2):(_64,_1,_1)"),
            ("h", "(_3,_3)"),
            ("i", "(_32,_32,_16)"),
        ],
    ),
    // What a compiled function is given from outside is known when it runs, but for `Constexpr`; what it calls is a part of it.
    (
        "@cute.jit\ndef inner(a, b: cutlass.Constexpr):\n    x = cute.make_layout((a, b))\n@cute.jit\ndef outer(m: cutlass.Int32, n: cutlass.Constexpr, tile: Tuple[int, int]):\n    y = cute.make_layout((m, n))\n    t = tile[1]\n    inner(3, m)\nouter(4, 5, (8, 16))",
        &[],
        &[("x", "(_3,4):(_1,_3)"), ("y", "(4,_5):(_1,4)"), ("t", "16")],
    ),
    // A kernel is launched with numbers, wherever it is called.
    (
        "@cute.kernel\ndef k(n: int, c: cutlass.Constexpr[int]):\n    x = cute.make_layout((n, c))\n@cute.jit\ndef f():\n    k(8, 16).launch(grid=(1, 1, 1), block=(128, 1, 1))",
        &[],
        &[("x", "(8,_16):(_1,8)")],
    ),
    ("def f(n):\n    x = cute.make_layout((n, 4))\nf(6)", &[], &[("x", "(_6,_4):(_1,_6)")]),
    // A mode that is taken tells how many there are.
    (
        "def f(q: cute.Tensor, x: cute.Tensor, y: cute.Tensor):\n    d = q.shape[4]\n    h = q.stride[2]\n    l = cute.size(x, mode=[2])\n    t = x[None, None, 0]\n    m = y.shape[1]\n    r = cute.rank(q)",
        &[],
        &[
            ("d", "64"),
            ("h", "64"),
            ("l", "1"),
            ("t", "gmem_ptr[16b](…) o (512,512):(512,_1)"),
            ("m", "512"),
            ("r", "_5"),
        ],
    ),
    // Tensors that stand for others when a function is compiled, with sizes that are known when it runs.
    (
        "m = cute.sym_int()\nn = cute.sym_int(divisibility=8)\nx = cute.runtime.make_fake_tensor(cutlass.Float16, (m, n), stride=(n, 1), assumed_align=16)\ns = cute.size(x, mode=[1])",
        &[("n", "64")],
        &[("x", "gmem_ptr[16b](…) o (512,64):(64,_1)"), ("s", "64")],
    ),
    // What is asserted of objects says nothing of layouts, and a function that is passed on is none.
    (
        "class K:\n    def __init__(self):\n        self.smem = None\n        self.fast = False\n    def f(self, x: cute.Tensor):\n        assert self.smem is not None\n        if self.fast:\n            assert 1 == 2\n        def g(y):\n            return y\n        n = cute.arch.WARP_SIZE * 4\n        h = g",
        &[],
        &[("n", "_128"), ("h", "g")],
    ),
    // Scale factors from shared to tensor memory, as the DSL prints it.
    (
        "import cutlass.utils.blockscaled_layout as bs\ndef f():\n    m = sm100_utils.make_blockscaled_trivial_tiled_mma(cutlass.Float4E2M1FN, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K, cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.TWO, (256, 256))\n    a = bs.make_smem_layout_sfa(m, (256, 256, 256), 16, 3)\n    s = utils.SmemAllocator().allocate_tensor(element_type=cutlass.Float8E4M3FN, layout=a, byte_alignment=128)\n    x = bs.make_tmem_layout_sfa(m, (256, 256, 256), 16, cute.slice_(a, (None, None, None, 0)))\n    t = cute.make_tensor(cute.make_ptr(cutlass.Float8E4M3FN, 0, cute.AddressSpace.tmem, assumed_align=16), x)\n    n = utils.get_num_tmem_alloc_cols(t)\n    t = cute.filter_zeros(t)\n    s = cute.filter_zeros(s)\n    c = tcgen05.make_s2t_copy(cute.make_copy_atom(tcgen05.Cp4x32x128bOp(tcgen05.CtaGroup.TWO), cutlass.Float8E4M3FN), t)\n    l = c.layout_tv_tiled\n    p = c.get_slice(0).partition_S(s)\n    q = c.get_slice(0).partition_D(t)\n    d = tcgen05.get_s2t_smem_desc_tensor(c, p)",
        &[],
        &[
            ("n", "_32"),
            ("l", "(_2,(_32,(_4,_4),_4)):(_0,(_1,(_32,_128),_512))"),
            ("p", "smem_ptr[8b](…) o ((((_32,_4,_4),_4),_1),_1,_1,_4,_3):((((_16,_4,_4),_0),_0),_0,_0,_512,_2048)"),
            ("q", "tmem_[8b](…) o (((_32,_16,_4),_1),_1,_1,_4):(((_262144,_1,_8388608),_0),_0,_0,_16)"),
            (
                "d",
                "UMMA::DescriptorIterator o ((((_32,_1,_1),_4),_1),_1,_1,_4,_3):((((_1,_1,_1),_0),_0),_0,_0,_32,_128)",
            ),
        ],
    ),
    // Numbers with a point are compared and rounded, and have no value here.
    (
        "def f(m: cute.TiledMma):\n    a = 3 if 128 / 1 == 128 else 6\n    b = math.ceil((4 + 5) / 4) * 4\n    c = int(7 / 2)\n    d = 7 / 2\n    e = math.floor(7 / 2)\n    g = int(9)",
        &[],
        &[("a", "_3"), ("b", "_12"), ("c", "_3"), ("d", "-"), ("e", "_3"), ("g", "_9")],
    ),
    // The grid of blocks that go on from tile to tile.
    (
        "def f():\n    p = utils.PersistentTileSchedulerParams((7, 3, 2), (2, 1, 1))\n    g = utils.StaticPersistentTileScheduler.get_grid_shape(p, 4)\n    h = utils.StaticPersistentTileScheduler.get_grid_shape(p, 400)\n    q = utils.ClcDynamicPersistentTileSchedulerParams((7, 3, 2), (2, 1, 1))\n    i = utils.ClcDynamicPersistentTileScheduler.get_grid_shape(q)",
        &[],
        &[("g", "(_2,_1,_4)"), ("h", "(_2,_1,_24)"), ("i", "(_8,_3,_2)")],
    ),
    // The tile that a block of it begins with.
    (
        "# inputs: bidx = 1; bidz = 5\ndef f():\n    kind = utils.StaticPersistentTileScheduler\n    p = utils.PersistentTileSchedulerParams((7, 3, 2), (2, 1, 1))\n    s = kind.create(p, cute.arch.block_idx(), cute.arch.grid_dim())\n    w = s.initial_work_tile_info()\n    while w.is_valid_tile:\n        t = w.tile_idx\n        g = cute.make_layout((128, 64, 8))[(None, None, t[2])]\n        s.advance_to_next_work()\n        w = s.get_current_work()\n    c = utils.ClcDynamicPersistentTileScheduler.create(p, cute.arch.block_idx(), cute.arch.grid_dim())\n    d = c.initial_work_tile_info().tile_idx",
        &[],
        &[("t", "(3,1,0)"), ("d", "(1,0,5)")],
    ),
    // A staged layout of a tile in shared memory, as its major has it.
    (
        "def f():\n    s = sm100_utils.make_smem_layout(OperandMajorMode.K, (128, 64), cutlass.Float16, 3)\n    t = sm100_utils.make_smem_layout(utils.LayoutEnum.COL_MAJOR.mma_major_mode(), (128, 64), cutlass.Float32, 2)",
        &[],
        &[
            ("s", "Sw<3,4,3> o _0 o (_128,_64,_3):(_64,_1,_8192)"),
            ("t", "Sw<2,5,2> o _0 o ((_32,_4),_64,_2):((_1,_2048),_32,_8192)"),
        ],
    ),
    // All modes in another order say how many there are.
    (
        "def f(a: cute.Tensor):\n    b = cute.make_tensor(a.iterator, cute.select(a.layout, mode=[1, 2, 0]))\n    r = cute.rank(b)",
        &[],
        &[("r", "_3")],
    ),
    // Elements of eight bits are what the text speaks of.
    (
        "def f(a: cute.Tensor):\n    t = cute.make_rmem_tensor((4, 8), cutlass.Float8E4M3FN)\n    e = t.element_type",
        &[],
        &[("e", "float_e4m3_t")],
    ),
    // A parameter that is given an object has what the object has.
    (
        "def helper(kernel, n):\n    t = kernel.tile\n    d = kernel.c_dtype\n    w = cute.make_layout(kernel.tile)\nclass K:\n    reserved = 1024\n    def __init__(self):\n        self.tile = (8, 4)\n        self.c_dtype = cutlass.Float32\n        self.left = 4096 - K.reserved\n    def __call__(self):\n        helper(self, 3)\n        p = SimpleNamespace(rows=5, layout=cute.make_layout(6))\n        use(p)\ndef use(given):\n    r = given.rows + 1\n    l = given.layout",
        &[],
        &[
            ("t", "(_8,_4)"),
            ("w", "(_8,_4):(_1,_8)"),
            ("d", "float"),
            ("self.left", "_3072"),
            ("r", "_6"),
            ("l", "_6:_1"),
        ],
    ),
    // Of what nothing tells each name is asked for, and an accumulator is as it is indexed.
    (
        "class K:\n    def __call__(self, problem, layouts):\n        m, n, k, l = problem\n        self.a_major_mode, self.c_layout = layouts\n        s = cute.make_layout((m, n))\n        r = self.c_layout.is_n_major_c()\n    def epilogue(self, tAcc: cute.Tensor, tile: cute.Tile):\n        a = cute.flat_divide(tAcc[((None, None), 0, 0, None)], tile)",
        &[],
        &[
            ("s", "(_512,_512):(_1,_512)"),
            ("r", "true"),
            ("a", "tmem_[32b](…) o (_128,_64,_1,_2,_2):(_65536,_1,_0,_64,_128)"),
        ],
    ),
    // Exceptions set unknown values.
    (
        "def f():\n    failed = False\n    n = 4\n    try:\n        run()\n    except Error as e:\n        failed = True\n        m = 3\n    finally:\n        assert failed\n    k = n + 1\n    j = failed",
        &[],
        &[("j", "?"), ("k", "_5")],
    ),
    (
        "@cute.kernel\ndef f(gA: cute.Tensor, tv_layout: cute.Layout):\n    tidx, _, _ = cute.arch.thread_idx()\n    bidx, _, _ = cute.arch.block_idx()\n    coord = ((None, None), bidx)\n    a = gA[coord]\n    t = cute.composition(a, tv_layout)\n    r = t[(tidx, None)]",
        &[("tidx", "5")],
        &[
            ("a", "gmem_ptr[16b](…) o (_16,_16):(512,_1)"),
            ("t", "gmem_ptr[16b](…) o ((_8,_4),(_2,_4)):((1024,_4),(512,_1))"),
            ("r", "gmem_ptr[16b](…+5120) o ((_2,_4)):((512,_1))"),
        ],
    ),
    (
        "def f():\n    producer, consumer = pipeline.make_participants()\n    handle = producer.acquire()\n    n = 3",
        &[],
        &[("producer", "-"), ("consumer", "-"), ("handle", "-"), ("n", "_3")],
    ),
    (
        "def f(a_smem_layout: cute.ComposedLayout):\n    one = cute.slice_(a_smem_layout, (None, None, None, 0))",
        &[],
        &[("one", "Sw<3,4,3> o _0 o ((_128,_16),_1,_4):((_64,_1),_0,_16)")],
    ),
    (
        "def f():\n    op = tcgen05.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (128, 256, 16), tcgen05.CtaGroup.ONE, tcgen05.OperandSource.SMEM, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K)\n    m = cute.make_tiled_mma(op)\n    s = m.partition_shape_C((128, 256))\n    t = m.thr_id",
        &[],
        &[("s", "((_128,_256),_1,_1)"), ("t", "_1:_0")],
    ),
    // An object as it is when a line is run: what `__init__` sets, then what `__call__` sets, then the methods that it calls,
    // wherever they stand.
    (
        "class Gemm:\n    def __init__(self, tile_shape_mn: Tuple[int, int]):\n        self.tile = (*tile_shape_mn, 1)\n        self.kind: str = None\n    def _tile(self):\n        return (*self.tile[:2], 4 * self.depth)\n    def _set_up(self):\n        self.tile = self._tile()\n        (\n            self.low,\n            self.high,\n        ) = self._split(self.tile)\n    @staticmethod\n    def _split(tile):\n        return cute.make_layout(tile), tile[2]\n    @cute.jit\n    def __call__(self, a: cute.Tensor):\n        self.dtype: Type[cutlass.Numeric] = a.element_type\n        self.depth = 16\n        self._set_up()\n        n = self.high\n        self.kernel(a, self.low).launch(grid=[1, 1, 1])\n    @cute.kernel\n    def kernel(self, mA_mkl: cute.Tensor, low: cute.Layout):\n        t = cute.local_tile(mA_mkl, self.tile, (0, 1, None, 0), proj=(1, None, 1))\n        s = low.shape",
        &[],
        &[
            ("self.low", "(_128,_128,_64):(_1,_128,_16384)"),
            ("n", "_64"),
            ("t", "gmem_ptr[16b](…) o (_128,_64,8):(512,_1,_64)"),
            ("s", "(_128,_128,_64)"),
        ],
    ),
    // Hopper: a stage of a tile by TMA, in the order in which Python has it.
    (
        "def f(a: cute.Tensor):\n    s = sm90_utils.make_smem_layout_a(utils.LayoutEnum.ROW_MAJOR, (128, 256, 64), cutlass.Float16, 4)\n    atom, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, cute.slice_(s, (None, None, 0)), (128, 64))\n    g = cute.local_tile(t, (128, 64), (1, None))\n    b = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem), s)\n    x, y = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(b, 0, 2), cute.group_modes(g, 0, 2))\n    z = y[(None, 3)]",
        &[],
        &[
            ("t", "ArithTuple(_0,_0) o (512,512):(_1@1,_1@0)"),
            ("x", "smem_ptr[16b](…) o Sw<3,4,3> o _0 o ((_8192,_1),(_1,_4)):((_1,_0),(_0,_8192))"),
            ("y", "ArithTuple(_0,_128) o (((_64,_128),_1),8):(((_1@0,_1@1),_0),_64@0)"),
            ("z", "ArithTuple(_192,_128) o (((_64,_128),_1)):(((_1@0,_1@1),_0))"),
        ],
    ),
    // Tensors that are only described, and the scale factors of narrow elements.
    (
        "def f():\n    x = make_fake_compact_tensor(cutlass.Float32, (8, 3, 2))\n    y = cute.runtime.make_fake_compact_tensor(cutlass.Float16, (8, 16), stride_order=(1, 0))\n    l = blockscaled_utils.tile_atom_to_shape_SF((256, 128, 1), 16)\n    s = blockscaled_utils.make_smem_layout_sf((128, 128), 32, 3)",
        &[],
        &[
            ("x", "gmem_ptr[32b](…) o (_8,_3,_2):(_1,_8,_24)"),
            ("y", "gmem_ptr[16b](…) o (_8,_16):(_16,_1)"),
            ("l", "(((_32,_4),_2),((_16,_4),_2),(_1,_1)):(((_16,_4),_1024),((_0,_1),_512),(_0,_0))"),
            ("s", "(((_32,_4),_1),((_32,_4),_1),_3):(((_16,_4),_0),((_0,_1),_0),_512)"),
        ],
    ),
    // Blackwell: two CTAs share what they multiply, and an epilogue reads tensor memory.
    (
        "def f(a: cute.Tensor):\n    l = utils.LayoutEnum.from_tensor(a)\n    m = sm100_utils.make_trivial_tiled_mma(cutlass.Float16, cutlass.Float16, l.mma_major_mode(), l.mma_major_mode(), cutlass.Float32, tcgen05.CtaGroup.TWO, (256, 128))\n    s = sm100_utils.make_smem_layout_a(m, (256, 128, 64), cutlass.Float16, 7)\n    op = sm100_utils.cluster_shape_to_tma_atom_A((2, 1), m.thr_id)\n    atom, t = cute.nvgpu.make_tiled_tma_atom_A(op, a, s, (256, 128, 64), m, (2, 1, 1, 1))\n    acc = m.make_fragment_C(m.partition_shape_C((256, 128)))\n    ld = sm100_utils.get_tmem_load_op((128, 128, 64), utils.LayoutEnum.ROW_MAJOR, cutlass.Float16, cutlass.Float32, (128, 32), False)\n    c = tcgen05.make_tmem_copy(ld, acc)\n    p = c.get_slice(37).partition_S(acc)\n    k = cpasync.create_tma_multicast_mask(cute.make_layout((1, 2, 2, 1)), (0, 1, 0, 0), 2)",
        &[],
        &[
            ("t", "ArithTuple(_0,_0) o (512,512):(_1@1,_1@0)"),
            ("acc", "tmem_[32b](…) o ((_128,_128),_1,_1):((_65536,_1),_0,_0)"),
            ("k", "10"),
        ],
    ),
    (
        "def f(a: cute.Tensor):\n    l = utils.LayoutEnum.from_tensor(a)\n    m = sm100_utils.make_trivial_tiled_mma(cutlass.Float16, cutlass.Float16, l.mma_major_mode(), l.mma_major_mode(), cutlass.Float32, tcgen05.CtaGroup.TWO, (256, 128))\n    s = m.shape_mnk\n    x = sm100_utils.make_smem_layout_a(m, (256, 128, 64), cutlass.Float16, 7)\n    y = cute.slice_(x, (None, None, None, 0))\n    e = sm100_utils.compute_epilogue_tile_shape((128, 128, 64), True, l, cutlass.Float16)\n    c = sm100_utils.make_smem_layout_epi(cutlass.Float16, l, e, 4)",
        &[],
        &[
            ("s", "(_256,_128,_16)"),
            ("x", "Sw<3,4,3> o _0 o ((_128,_16),_1,_4,_7):((_64,_1),_0,_16,_8192)"),
            ("y", "Sw<3,4,3> o _0 o ((_128,_16),_1,_4):((_64,_1),_0,_16)"),
            ("e", "(_128:_1,_32:_1)"),
            ("c", "Sw<2,4,3> o _0 o ((_8,_16),(_32,_1),(_1,_4)):((_32,_256),(_1,_0),(_0,_4096))"),
        ],
    ),
    (
        "def f(a: cute.Tensor):\n    l = utils.LayoutEnum.from_tensor(a)\n    m = sm90_utils.make_trivial_tiled_mma(cutlass.Float16, cutlass.Float16, l.sm90_mma_major_mode(), l.sm90_mma_major_mode(), cutlass.Float32, (2, 1, 1), tiler_mn=(64, 128))\n    s = cute.size(m)\n    e = sm90_utils.compute_tile_shape_or_override((128, 128, 64), cutlass.Float16, is_cooperative=True)",
        &[],
        &[("s", "_256"), ("e", "(_128,_32)")],
    ),
    // Blocks of elements with scale factors, in shared and in tensor memory.
    (
        "def f():\n    m = sm100_utils.make_blockscaled_trivial_tiled_mma(cutlass.Float4E2M1FN, cutlass.Float4E2M1FN, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K, cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.ONE, (128, 128))\n    i = m.shape_mnk\n    p = sm100_utils.make_blockscaled_trivial_tiled_mma(cutlass.Float4E2M1FN, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K, cutlass.Float8E8M0FNU, 32, tcgen05.CtaGroup.TWO, (256, 256))\n    e = sm100_utils.make_blockscaled_trivial_tiled_mma(a_dtype=cutlass.Float8E4M3FN, b_dtype=cutlass.Float8E5M2, a_leading_mode=tcgen05.OperandMajorMode.K, b_leading_mode=tcgen05.OperandMajorMode.MN, sf_dtype=cutlass.Float8E8M0FNU, sf_vec_size=32, cta_group=tcgen05.CtaGroup.TWO, mma_tiler_mn=(256, 192))\n    j = e.shape_mnk\n    u = sm100_utils.sm103_make_blockscaled_trivial_tiled_mma(cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.ONE, (128, 256))\n    k = u.shape_mnk\n    a = blockscaled_utils.make_smem_layout_sfa(p, (256, 256, 256), 32, 1)\n    b = blockscaled_utils.make_smem_layout_sfb(p, (256, 256, 256), 32, 1)\n    x = blockscaled_utils.make_tmem_layout_sfa(p, (256, 256, 256), 32, cute.slice_(a, (None, None, None, 0)))\n    y = blockscaled_utils.make_tmem_layout_sfb(p, (256, 256, 256), 32, cute.slice_(b, (None, None, None, 0)))",
        &[],
        &[
            ("i", "(_128,_128,_64)"),
            ("j", "(_256,_192,_32)"),
            ("k", "(_128,_256,_96)"),
            ("b", "((((_32,_4),_2),(_32,_2)),_1,(_2,_2),_1):((((_16,_4),_1024),(_0,_1)),_0,(_2,_512),_2048)"),
            ("x", "((((_32,_4),_4),(_32,_2)),_1,(_2,_2)):((((_262144,_4),_8388608),(_0,_1)),_0,(_2,_16))"),
            ("y", "((((_32,_8),_4),(_32,_2)),_1,(_2,_2)):((((_262144,_4),_8388608),(_0,_1)),_0,(_2,_32))"),
        ],
    ),
    (
        "def f():\n    t = cute.make_tensor(ptr_a, cute.make_layout((8, 4)))",
        &[],
        &[("t", "gmem_ptr[16b](…) o (_8,_4):(_1,_8)")],
    ),
    (
        "def f():\n    s = cute.make_layout((8, 3))\n    state = pipeline.make_pipeline_state(kind, 3)\n    x = cute.slice_(s, (None, state.index))\n    i = s((1, state.index))\n    state.advance()",
        &[("state.index", "2")],
        &[("x", "(_8):(_1)"), ("i", "17"), ("state", "-")],
    ),
    (
        "def f():\n    args = parser.parse_args()\n    l = cute.make_layout((args.m, args.n), stride=(args.n, 1))",
        &[("args.m", "6"), ("args.n", "5")],
        &[("l", "(6,5):(5,_1)"), ("args", "-"), ("parser", "-")],
    ),
    (
        "def f(a: cute.Tensor):\n    work = scheduler.first_work()\n    while work.is_valid_tile:\n        c = work.tile_idx\n        g = cute.local_tile(a, (8, 8), (c[0], c[1]))\n        work = scheduler.next_work()",
        &[("work.tile_idx", "(1,2,0)")],
        &[("c", "(1,2,0)"), ("g", "gmem_ptr[16b](…+4112) o (_8,_8):(512,_1)")],
    ),
    // A value given elsewhere is not asked for, and what is passed on is asked for as it is taken.
    (
        "class P:\n    n = 4\ndef g(params):\n    x = params.n + 1\n    return x\ndef f():\n    y = g(P())",
        &[],
        &[("y", "_5")],
    ),
    (
        "def run(mnk: Tuple[int, int, int]):\n    m, n, k = mnk\n    return m\ndef f():\n    args = parser.parse_args()\n    r = run(args.mnk)",
        &[],
        &[("r", "128"), ("k", "64")],
    ),
    (
        "def f(mA, bits: cutlass.Constexpr = 128):\n    dtype = mA.element_type\n    n = bits // dtype.width\n    g = cute.zipped_divide(mA, cute.core._pack_shape((16, n)))",
        &[],
        &[("n", "_8"), ("g", "gmem_ptr[16b](…) o ((_16,_8),(32,64)):((512,_1),(8192,_8))")],
    ),
    (
        "def f(a, b):\n    g = cute.zipped_divide(a, (16, 8))\n    n = cute.size(b)",
        &[],
        &[("g", "gmem_ptr[16b](…) o ((_16,_8),(32,64)):((512,_1),(8192,_8))")],
    ),
    ("def f():\n    b = int(math.log2(64 // 4))\n    p = math.prod((2, 3))", &[], &[("b", "_4"), ("p", "_6")]),
    (
        "class K:\n    T = (cutlass.Float16, cutlass.Float32)\n    def f(self):\n        a = cutlass.Float16 in self.T\n        w = self.T[1].width",
        &[],
        &[("a", "true"), ("w", "_32")],
    ),
    (
        "def f(a: cute.Tensor):\n    m = utils.LayoutEnum.from_tensor(a)\n    n = 4 if m == utils.LayoutEnum.ROW_MAJOR else 8",
        &[],
        &[("n", "_4")],
    ),
    ("def f():\n    a = 7 // 2\n    b = 2 ** 3 % 5", &[], &[("a", "_3"), ("b", "_3")]),
    (
        "def f():\n    s = (4, 8, 2)\n    a, b = s[0], s[-1]\n    c = s[:2]",
        &[],
        &[("a", "_4"), ("b", "_2"), ("c", "(_4,_8)")],
    ),
    ("def f():\n    s = (4, 8)\n    l = cute.make_layout((*s, 3))", &[], &[("l", "(_4,_8,_3):(_1,_4,_32)")]),
    ("def f():\n    a, b = 3, 4\n    a, b = b, a", &[], &[("a", "_4"), ("b", "_3")]),
    ("def f():\n    n = 8\n    m = 1 if n > 4 else 2", &[], &[("m", "_1")]),
    ("def f():\n    x = not (3 == 4) and 1 < 2 < 3", &[], &[("x", "true")]),
    ("def f():\n    l = [2 * i for i in range(4) if i != 1]", &[], &[("l", "(_0,_4,_6)")]),
    ("def f():\n    l = tuple(a * b for a, b in zip((1, 2), (3, 4)))", &[], &[("l", "(_3,_8)")]),
    ("def f():\n    g = lambda x: x + 1\n    y = g(3)", &[], &[("y", "_4")]),
    (
        "def g(x, y=2):\n    return x * y\ndef f():\n    a = g(3)\n    b = g(y=5, x=2)",
        &[],
        &[("a", "_6"), ("b", "_10")],
    ),
    ("def f(n: cutlass.Int32):\n    l = cute.make_layout((n, 4))", &[("n", "6")], &[("l", "(6,_4):(_1,6)")]),
    ("def f(n: cutlass.Constexpr):\n    l = cute.make_layout((n, 4))", &[("n", "6")], &[("l", "(_6,_4):(_1,_6)")]),
    ("def f():\n    n = cutlass.Int32(6)\n    m = n // 4", &[], &[("n", "6"), ("m", "1")]),
    ("def f():\n    c = cute.ceil_div(M, 4)", &[("M", "10")], &[("c", "_3")]),
    (
        "def f():\n    tidx, _, _ = cute.arch.thread_idx()\n    w = tidx // 32",
        &[("tidx", "70")],
        &[("tidx", "70"), ("w", "2")],
    ),
    ("def f():\n    x = 1\n    for k in range(4):\n        x = x + 1\n    y = x", &[], &[("y", "_5")]),
    (
        "def f():\n    if cutlass.const_expr(4 > 2):\n        q = 5\n    else:\n        q = 6\n    r = q",
        &[],
        &[("r", "_5")],
    ),
    ("def f():\n    x = 3\n    x += 4\n    x *= 2", &[], &[("x", "_14")]),
    (
        "class K:\n    def __init__(self):\n        self.bm = 64\n    def run(self):\n        s = (self.bm, self.bk)",
        &[("self.bk", "32")],
        &[("s", "(_64,_32)")],
    ),
    (
        "@cute.jit\ndef f():\n    \"\"\"doc: {;\n    \"\"\"\n    l = cute.make_layout(shape=(2, 3), stride=(3, 1))",
        &[],
        &[("l", "(_2,_3):(_3,_1)")],
    ),
    ("%%time\n!pip install x\ndef f():\n    a = 1", &[], &[("a", "_1")]),
    (
        "def f():\n    t = cute.make_identity_tensor((4, 8))\n    r = t[2, None]\n    e = t[1, 3]",
        &[],
        &[("r", "ArithTuple(_2,_0) o (_8):(_1@1)"), ("e", "(_1,_3)")],
    ),
    (
        "def f():\n    t = cute.make_rmem_tensor((4, 8), cutlass.Float16)\n    b = t.element_type.width\n    l = t.layout",
        &[],
        &[("t", "ptr[16b](…) o (_4,_8):(_1,_4)"), ("b", "_16"), ("l", "(_4,_8):(_1,_4)")],
    ),
    (
        "def f():\n    t = cute.make_rmem_tensor((4, 8), cutlass.Float16)\n    r = cute.recast_tensor(t, cutlass.Float32)",
        &[],
        &[("r", "ptr[32b](…) o (_2,_8):(_1,_2)")],
    ),
    (
        "def f():\n    t = cute.domain_offset((1, 2), cute.make_identity_tensor((4, 8)))",
        &[],
        &[("t", "ArithTuple(_1,_2) o (_4,_8):(_1@0,_1@1)")],
    ),
    ("def f():\n    n = cute.size_in_bytes(cutlass.Float16, cute.make_layout((8, 3)))", &[], &[("n", "_48")]),
    (
        "def f():\n    a = cute.get_leaves(((1, 2), 3))\n    b = cute.append_ones(cute.make_layout((4, 8)))",
        &[],
        &[("a", "(_1,_2,_3)"), ("b", "(_4,_8,_1):(_1,_4,_0)")],
    ),
    ("def f():\n    d = cute.leading_dim((4, 8), (8, 1))", &[], &[("d", "_1")]),
    (
        "def f():\n    c = cute.make_composed_layout(cute.make_swizzle(2, 3, 3), 0, cute.make_layout((8, 32), stride=(32, 1)))\n    o = c.outer\n    i = c.inner",
        &[],
        &[("o", "(_8,_32):(_32,_1)"), ("i", "Sw<2,3,3>")],
    ),
    (
        "def f():\n    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem)\n    t = cute.make_tensor(p, cute.make_layout((4, 8)))",
        &[],
        &[("t", "gmem_ptr[16b](…) o (_4,_8):(_1,_4)")],
    ),
    (
        "def f(gA: cute.Tensor):\n    t = cute.local_tile(gA, (8, 8), (0, 1))",
        &[("gA", "gmem_ptr[16b](…) o (16,16):(16,_1)")],
        &[("t", "gmem_ptr[16b](…+8) o (_8,_8):(16,_1)")],
    ),
    (
        "def k(l: cute.Layout):\n    s = cute.size(l)\ndef f():\n    k(cute.make_layout((4, 2))).launch(grid=(1, 1, 1))",
        &[],
        &[("s", "_8")],
    ),
    (
        "def f():\n    a = cute.make_layout((2, 2))\n    l = cute.make_layout((a, cute.make_layout(3)))",
        &[],
        &[("l", "((_2,_2),_3):((_1,_2),_1)")],
    ),
    ("def f():\n    x = torch.softmax(w, 0)\n    y = 1.5 * 2", &[], &[("x", "-"), ("y", "-")]),
    // Tensors of the host, and what the DSL makes of them: the layouts that its documentation prints.
    (
        "a = torch.empty(16, 4, 8, 2).permute(2, 1, 0, 3)\nb = torch.empty(32, 1, 1, 1, 4).permute(3, 4, 1, 0, 2)\nd = torch.empty(3, 1, 1, 5).expand(3, 4, 2, 5)\nu = from_dlpack(a)\nt = from_dlpack(a).mark_layout_dynamic()\nv = from_dlpack(b)\nw = from_dlpack(b).mark_layout_dynamic(leading_dim=2)\nx = from_dlpack(d).mark_layout_dynamic()\np = from_dlpack(a).mark_compact_shape_dynamic(mode=0, divisibility=2)\nq = from_dlpack(a).mark_compact_shape_dynamic(mode=1, divisibility=2).mark_compact_shape_dynamic(mode=3, divisibility=2)\nr = from_dlpack(b).mark_compact_shape_dynamic(mode=2, divisibility=1, stride_order=(3, 0, 2, 4, 1))\ns = from_dlpack(b).mark_compact_shape_dynamic(mode=2, stride_order=(2, 3, 4, 0, 1))\nwrong = from_dlpack(a).mark_layout_dynamic(leading_dim=1)",
        &[],
        &[
            ("u", "ptr[32b](…) o (_8,_4,_16,_2):(_2,_16,_64,_1)"),
            ("t", "ptr[32b](…) o (8,4,16,2):(2,16,64,_1)"),
            ("v", "ptr[32b](…) o (_1,_4,_1,_32,_1):(_1,_1,_1,_4,_1)"),
            ("w", "ptr[32b](…) o (1,4,1,32,1):(1,1,_1,4,1)"),
            ("x", "ptr[32b](…) o (3,4,2,5):(5,_0,_0,_1)"),
            ("p", "ptr[32b](…) o (8,_4,_16,_2):(_2,16,64,_1)"),
            ("q", "ptr[32b](…) o (_8,4,_16,2):(2,16,64,_1)"),
            ("r", "ptr[32b](…) o (_1,_4,1,_32,_1):(_0,_1,_4,4,_0)"),
            ("s", "ptr[32b](…) o (_1,_4,1,_32,_1):(_0,_1,_128,_4,_0)"),
            ("wrong", "?"),
        ],
    ),
    // A tensor of the host that is given to a function as it is becomes dynamic; one that was converted stays.
    (
        "@cute.jit\ndef f(mA: cute.Tensor):\n    gA = cute.zipped_divide(mA, (2, 4))\nM, N = 16, 32\na = torch.randn(M, N, device=\"cuda\", dtype=torch.float16)\nf(a)\ns = a.shape\nn = a.t().stride(1)\nc = a.view(-1, 8).contiguous()\ne = from_dlpack(c.to(torch.float8_e4m3fn))",
        &[],
        &[
            ("gA", "gmem_ptr[16b](…) o ((_2,_4),(8,8)):((32,_1),(64,_4))"),
            ("s", "(_16,_32)"),
            ("n", "_32"),
            ("e", "gmem_ptr[8b](…) o (_64,_8):(_8,_1)"),
        ],
    ),
    (
        "@cute.jit\ndef f(mA: cute.Tensor):\n    gA = cute.zipped_divide(mA, (2, 4))\na = np.zeros((16, 32), dtype=np.float16)\nb = from_dlpack(a, assumed_align=16)\nf(b)",
        &[],
        &[("gA", "ptr[16b](…) o ((_2,_4),(_8,_8)):((_32,_1),(_64,_4))")],
    ),
    (
        "import cutlass.torch as cutlass_torch\na = cutlass_torch.matrix(2, 64, 32, True, cutlass.Float16)\nmA, held = cutlass_torch.cute_tensor_like(a, cutlass.Float16, is_dynamic_layout=True, assumed_align=16)\nmB = from_dlpack(held)",
        &[],
        &[
            ("mA", "gmem_ptr[16b](…) o (64,32,2):(_1,64,2048)"),
            ("mB", "gmem_ptr[16b](…) o (_64,_32,_2):(_1,_64,_2048)"),
        ],
    ),
    (
        "def f(d: int):\n    a = d[0] if isinstance(d, tuple) else d\n    b = 1 if isinstance((1, 2), (int, tuple)) else 2\n    c = 1 if isinstance(cute.make_layout(4), cute.ComposedLayout) else 2\n    e = 1 if isinstance(thing, (Foo, int)) else 2",
        &[("d", "64")],
        &[("a", "_64"), ("b", "_1"), ("c", "_2")],
    ),
    (
        "a = torch.empty(3, 4)[::2, ::2]\nb = from_dlpack(a)\nc = from_dlpack(a).mark_layout_dynamic()\nd = from_dlpack(torch.zeros(4, 6, 8)[1, 2:-1])",
        &[],
        &[
            ("b", "ptr[32b](…) o (_2,_2):(_8,_2)"),
            ("c", "ptr[32b](…) o (2,2):(8,2)"),
            ("d", "ptr[32b](…+64) o (_3,_8):(_8,_1)"),
        ],
    ),
    (
        "a = from_dlpack(np.full((2, 3), 1.5))\nb = from_dlpack(torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))\nc = from_dlpack(torch.arange(0, 12, 2).reshape(2, -1))\nd = from_dlpack(torch.randint(0, 9, (4, 8), dtype=torch.int32).T)\ne = from_dlpack(torch.from_numpy(np.ones((4, 2), dtype=np.int8)).cuda())",
        &[],
        &[
            ("a", "ptr[64b](…) o (_2,_3):(_3,_1)"),
            ("b", "ptr[32b](…) o (_2,_3):(_3,_1)"),
            ("c", "ptr[64b](…) o (_2,_3):(_3,_1)"),
            ("d", "ptr[32b](…) o (_8,_4):(_1,_8)"),
            ("e", "gmem_ptr[8b](…) o (_4,_2):(_2,_1)"),
        ],
    ),
    // Arguments of a class and its call, where the text makes an object and compiles it.
    (
        "class Gemm:\n    def __init__(self, tile, stages):\n        self.tile = tile\n        self.stages = stages\n    @cute.jit\n    def __call__(self, mA: cute.Tensor, mB: cute.Tensor):\n        gA = cute.local_tile(mA, self.tile, (0, None))\n        n = self.stages\n        gB = cute.zipped_divide(mB, self.tile)\na = torch.randn(256, 128, dtype=torch.float16)\ngemm = Gemm((64, 32), stages=3)\ncompiled = cute.compile(gemm, from_dlpack(a), mB=from_dlpack(a).mark_layout_dynamic())\ncompiled(from_dlpack(a))",
        &[],
        &[
            ("gA", "ptr[16b](…) o (_64,_32,_4):(_128,_1,_32)"),
            ("gB", "ptr[16b](…) o ((_64,_32),(4,4)):((128,_1),(8192,_32))"),
            ("n", "_3"),
        ],
    ),
    // A copy retiles itself; `c.shape` taken apart says how many modes there are; a word of an enumeration stands alone.
    (
        "from cutlass.utils import LayoutEnum\nfrom cutlass.cute.nvgpu import OperandMajorMode\ndef f(mma: cute.TiledMma, c: cute.Tensor, a_ptr: cute.Pointer):\n    op = cute.make_tiled_copy_A(cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16), cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))))\n    r = cute.make_rmem_tensor(((2, 2, 2), 2, 2), cutlass.Float16)\n    t = op.retile(r)\n    u = op.get_slice(0).retile(r)\n    m, n, l = c.shape\n    x = 1 if OperandMajorMode.K == OperandMajorMode.MN else 2\n    y = 3 if LayoutEnum.ROW_MAJOR == LayoutEnum.ROW_MAJOR else 4\n    p = cute.make_ptr(cutlass.Float16, thing.address(), cute.AddressSpace.gmem, assumed_align=16)\n    q = cute.make_tensor(p, (4, 8))",
        &[],
        &[
            ("t", "ptr[16b](…) o ((_8,_1),_2,_2):((_1,_0),_8,_16)"),
            ("u", "ptr[16b](…) o ((_8,_1),_2,_2):((_1,_0),_8,_16)"),
            ("l", "1"),
            ("x", "_2"),
            ("y", "_3"),
            ("q", "gmem_ptr[16b](…) o (_4,_8):(_1,_4)"),
        ],
    ),
    // A list that grows is longer, and one that is changed otherwise is not known.
    (
        "a = []\na.append(4)\na.append((2, 8))\nl = cute.make_layout(a[1])\nb = [1, 2]\nb.pop()\nc = b[0]\nd = []\nfor i in range(n):\n    d.append(i)\ne = len(d)",
        &[],
        &[("l", "(_2,_8):(_1,_2)"), ("c", "?"), ("e", "_512")],
    ),
    // Values on the command line where nobody says anything else.
    (
        "parser = argparse.ArgumentParser()\nparser.add_argument(\"--M\", default=1024, type=int)\nparser.add_argument(\"--tile-shape\", type=parse, default=(64, 32))\nparser.add_argument(\"--a_major\", choices=[\"k\", \"m\"], default=\"k\")\nparser.add_argument(\"--skip\", action=\"store_true\")\nargs = parser.parse_args()\nl = cute.make_layout((args.M, 8))\nt = cute.make_layout(args.tile_shape)\nm = 1 if args.a_major == \"k\" else 2\nn = 3 if args.skip else 4",
        &[],
        &[("l", "(_1024,_8):(_1,_1024)"), ("t", "(_64,_32):(_1,_64)"), ("m", "_1"), ("n", "_4")],
    ),
    (
        "def f():\n    m = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))\n    s = m.shape_mnk",
        &[],
        &[("s", "(_16,_8,_16)")],
    ),
    ("def f():\n    a = cute.transform_leaf(lambda x: x * 2, (1, (2, 3)))", &[], &[("a", "(_2,(_4,_6))")]),
    ("def f():\n    a = (1, 2) + (3,)\n    b = (0,) * 3", &[], &[("a", "(_1,_2,_3)"), ("b", "(_0,_0,_0)")]),
    (
        "def f():\n    k = cute.nvgpu.warpgroup.SmemLayoutAtomKind.K_SW64\n    a = cute.nvgpu.warpgroup.make_smem_layout_atom(k, cutlass.Float16)",
        &[],
        &[("a", "Sw<2,4,3> o _0 o (_8,_32):(_32,_1)")],
    ),
    ("def f():\n    with scope():\n        a = 4\n    b = a", &[], &[("b", "_4")]),
    (
        "def f():\n    a: cutlass.Constexpr = 4\n    b = len((1, 2)) + min(3, 5) + sum((1, 2))",
        &[],
        &[("a", "_4"), ("b", "_8")],
    ),
    (
        "import functools\nfrom cutlass import utils\nclass Gemm:\n    def __init__(self, tile=(128, 64), **options):\n        self.tile, self.stages = tile, 3\n        for name, value in options.items():\n            setattr(self, name, value)\n        self.m, self.n = self.tile\nclass Wide(Gemm):\n    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n        self.wide = self.n * 2\ndef made(**names):\n    return cute.make_layout((names[\"m\"], names[\"n\"]))\ndef passed(*sizes, **names):\n    return made(**{**names, \"m\": sizes[0]})\ng = Gemm(stages=5)\nw = Wide((32, 16), stages=7)\na = cute.make_layout((g.m, g.n, g.stages))\nb = (w.m, w.n, w.stages, w.wide)\nc = passed(8, n=4, m=1)",
        &[],
        &[("a", "(_128,_64,_5):(_1,_128,_8192)"), ("b", "(_32,_16,_7,_32)"), ("c", "(_8,_4):(_1,_8)")],
    ),
    (
        "import enum\nclass Kind(enum.Enum):\n    PLAIN = \"plain\"\n    PADDED = \"padded\"\n    @property\n    def pad(self):\n        return 8 if self is Kind.PADDED else 0\n    def width(self, of):\n        return {Kind.PLAIN: of, Kind.PADDED: 2 * of}[self]\nclass Bits(enum.Flag):\n    NONE = 0\n    A = enum.auto()\n    B = enum.auto()\n    BOTH = A | B\nclass Number(enum.IntEnum):\n    ONE = enum.auto()\n    TWO = enum.auto()\npads = [kind.pad for kind in Kind]\nwide = Kind(\"padded\").width(4)\nbits = (Bits.A, Bits.B, Bits.BOTH)\ntwo = Number.TWO\nl = cute.make_layout((wide, 4))",
        &[],
        &[("pads", "(_0,_8)"), ("wide", "_8"), ("bits", "(_1,_2,_3)"), ("two", "_2"), ("l", "(_8,_4):(_1,_8)")],
    ),
    (
        "class Tile:\n    def __init__(self, rows, cols):\n        self.rows, self.cols = rows, cols\n    def __iter__(self):\n        yield self.rows\n        yield self.cols\nt = Tile(8, 4)\na, b = t\nl = cute.make_layout(tuple(t))\nn = [x * 2 for x in t]",
        &[],
        &[("a", "_8"), ("b", "_4"), ("l", "(_8,_4):(_1,_8)"), ("n", "(_16,_8)")],
    ),
    (
        "def bits(row):\n    match row:\n        case 128 | 256:\n            return 3\n        case 64:\n            return 2\n        case (m, n) if m > n:\n            return m\n        case [1, n]:\n            return n\n        case _:\n            return 0\ndef of(name):\n    match name:\n        case \"k\":\n            l = cute.make_layout((8, 4))\n        case other:\n            l = cute.make_layout((4, 8))\n    return l\na = (bits(128), bits(64), bits((5, 4)), bits((1, 7)), bits((1, 2, 3)), bits(8))\nb, c = of(\"k\"), of(\"m\")\nsizes = [4, 8]",
        &[],
        &[("a", "(_3,_2,_5,_7,_0,_0)"), ("b", "(_8,_4):(_1,_8)"), ("c", "(_4,_8):(_1,_4)")],
    ),
    (
        "f = cute.coalesce\nl = f(cute.make_layout((4, 8)))\ntable = {\"size\": cute.size, \"cosize\": cute.cosize}\na = table[\"size\"](l)\ndef applied(g, *of):\n    return g(*of)\nb = applied(cute.composition, cute.make_layout((4, 8)), cute.make_layout(4, stride=2))\nc = list(map(cute.size, [l, b]))",
        &[],
        &[("l", "_32:_1"), ("a", "_32"), ("b", "_4:_2"), ("c", "(_32,_4)")],
    ),
    (
        "import itertools\na = [m * n for m, n in itertools.product((64, 128), (32, 16)) if m > n]\nb = list(itertools.chain((1, 2), [3]))\nl = cute.make_layout(a[0])",
        &[],
        &[("a", "(_2048,_1024,_4096,_2048)"), ("b", "(_1,_2,_3)"), ("l", "_2048:_1")],
    ),
    (
        "@cute.struct\nclass Inner:\n    a: cutlass.Int32\n    b: cute.struct.MemRange[cutlass.Float16, 5]\n@cute.struct\nclass Storage:\n    x: cutlass.Int8\n    bars: cute.struct.MemRange[cutlass.Int64, 3]\n    inner: Inner\n    sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 1000], 128]\n    z: cutlass.Int8\n    f: cute.struct.MemRange[cutlass.Float4E2M1FN, 7]\nn = Storage.size_in_bytes()\n@cute.kernel\ndef k():\n    storage = cutlass.utils.SmemAllocator().allocate(Storage)\n    p = storage.sA.data_ptr()\n    q = storage.bars.data_ptr()",
        &[],
        &[("n", "_2176"), ("p", "smem_ptr[16b](…)"), ("q", "smem_ptr[64b](…)")],
    ),
    (
        "l = cute.make_layout(4096)\nt = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), l)\ntiler = (1024,)\na = cute.local_tile(t, tiler, (1,))\nb = cute.local_tile(t, (1024,), (None,))\nc = cute.flat_divide(l, (1024,))\nd = cute.tiled_divide(t, (1024,))\ne = cute.zipped_divide(l, (1024,))\nf = cute.flat_divide(cute.make_layout((4096, 2)), (1024,))",
        &[],
        &[
            ("a", "gmem_ptr[16b](…+1024) o (_1024):(_1)"),
            ("b", "gmem_ptr[16b](…) o (_1024,_4):(_1,_1024)"),
            ("c", "(_1024,_4):(_1,_1024)"),
            ("d", "gmem_ptr[16b](…) o ((_1024),_4):((_1),_1024)"),
            ("e", "((_1024),(_4)):((_1),(_1024))"),
            ("f", "(_1024,_4,_2):(_1,_1024,_4096)"),
        ],
    ),
    (
        "class Op:\n    count = 0\n    def __init__(self, n):\n        Op.count += 1\n        self.n = n\n    @classmethod\n    def of(cls, n):\n        return cls(n)\nclass Twice(Op):\n    def __call__(self, x):\n        l = cute.make_layout((self.n, x))\nfor op, x in zip([Twice.of(4), Twice.of(8)], (16, 32)):\n    op(x)\nfor n in (3, 5):\n    if n == 3:\n        break\nelse:\n    n = 9\nm = Op.count",
        &[],
        &[("l", "(_4,_16):(_1,_4)"), ("m", "-")],
    ),
    (
        "import argparse\ndef run(mnkl=(512, 256, 128, 2), major=\"m\"):\n    M, N, K, L = mnkl\n    return cute.make_layout((M, N, K, L))\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--mnkl\", type=lambda s: tuple(int(x) for x in s.split(\",\")), default=(64, 32, 16, 2))\nargs = parser.parse_args()\nl = run(args.mnkl)",
        &[],
        &[("M", "_64"), ("l", "(_64,_32,_16,_2):(_1,_64,_2048,_32768)")],
    ),
    (
        "import enum\nclass Quant(enum.Enum):\n    W8 = (8, 4)\n    W4 = (4, 8)\n    def __init__(self, bits, pack):\n        self.bits = bits\n        self.pack = pack\n    def width(self):\n        return self.bits * self.pack\nclass Opt(enum.IntFlag):\n    SWIZZLE = enum.auto()\n    PAD = enum.auto()\n    BOTH = SWIZZLE | PAD\na = (Quant.W4.bits, Quant.W8.pack, Quant.W4.width())\nb = 4 if Opt.PAD in Opt.BOTH else 8\nc = 4 if Opt.PAD in Opt.SWIZZLE else 8",
        &[],
        &[("a", "(_4,_4,_32)"), ("b", "_4"), ("c", "_8")],
    ),
    (
        "import dataclasses, sys\n@dataclasses.dataclass(frozen=True)\nclass Conv:\n    h: int\n    w: int = 4\n    def padded(self):\n        return dataclasses.replace(self, h=self.h + 2)\np = Conv(8).padded()\nl = cute.make_layout((p.h, p.w))\nbest, cost = None, sys.maxsize\nfor n in (3, 2, 5):\n    if n < cost:\n        best, cost = n * 2, n\nfound = (best, cost)\ndef kernel(a, pad_m, pad_n, thr):\n    t = cute.make_layout((thr, pad_n))\npadded = (32, 8)\nkernel(1, *padded, 7)\ndef wide(a, size):\n    shape = (size, *a.shape)\n    tail = a.shape[0:]\n    return cute.make_layout(shape)\nw = wide(cute.make_layout(1024), 4)",
        &[],
        &[("l", "(_10,_4):(_1,_10)"), ("found", "(_4,_2)"), ("t", "(_7,_8):(_1,_7)"), ("w", "(_4,_1024):(_1,_4)")],
    ),
    (
        "import itertools as it\nfrom itertools import accumulate, chain, product as every\nclass Problem:\n    def __init__(self, m, n):\n        self.m, self.n = m, n\ndef parsed(text):\n    return [Problem(*map(int, part.split(\"x\"))) for part in text.strip().split(\";\") if part]\nps = parsed(\"64x32;128x16;\")\na = [p.m for p in ps]\nb = list(accumulate((4, 3, 2), initial=0))\nc = [0, *accumulate(p.n for p in ps)]\nd = list(chain.from_iterable(((1, 2), (3,))))\ne = [x * y for x, y in every((1, 2), (3, 4))]\nf = [x for x in it.chain((1,), (2,))]\nh = [0, 0, 0]\nfor i in (0, 2, 2):\n    h[i] += 1\ng = tuple(h)",
        &[],
        &[
            ("a", "(_64,_128)"),
            ("b", "(_0,_4,_7,_9)"),
            ("c", "(_0,_32,_48)"),
            ("d", "(_1,_2,_3)"),
            ("e", "(_3,_4,_6,_8)"),
            ("f", "(_1,_2)"),
            ("g", "(_1,_0,_2)"),
        ],
    ),
    (
        "class Base:\n    stage = 2\n    def threads(self): ...\n    def tile(self):\n        t = self.threads()\n        return t * 2, self.stage\nclass Norm(Base):\n    def __init__(self, n):\n        self.n = n\n    def threads(self):\n        return 8 if self.n < 64 else 32\n    def __call__(self, x):\n        s = self.stage\n        a, b = self.tile()\nkind = Norm\nop = kind(1024)\nop(4)",
        &[],
        &[("s", "_2"), ("a", "_64"), ("b", "_2"), ("n", "_1024")],
    ),
    (
        "none = cute.make_swizzle(3 - 3, 2, 3)\nsome = cute.make_swizzle(3, 4, 3)\nl = cute.make_composed_layout(none, 0, cute.make_layout((8, 4)))\ndef f(inputs: List[cute.Tensor], of: cute.Tensor):\n    r = [t.shape for t in inputs]\n    return r\nt = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout((4, 8)))\ns = f([t, t], t)",
        &[],
        &[
            ("none", "Sw<0,4,3>"),
            ("some", "Sw<3,4,3>"),
            ("l", "Sw<0,4,3> o _0 o (_8,_4):(_1,_8)"),
            ("s", "((_4,_8),(_4,_8))"),
        ],
    ),
    // What is compiled or launched is seen with what it is given, whoever made it.
    (
        "from typing import NamedTuple\nfrom cutlass.cute.runtime import make_fake_compact_tensor\nclass Shape(NamedTuple):\n    m: int\n    n: int\n    def up(self, t):\n        return self._replace(m=self.m * t)\n    def first(self):\n        return self[:1]\nclass Gemm:\n    def __init__(self, tile):\n        self.tile = tile\n    @cute.jit\n    def __call__(self, a: cute.Tensor, n: cutlass.Int32):\n        z = cute.zipped_divide(a, self.tile)\n        self.kernel(z, n).launch(grid=[1, 1, 1], block=[32, 1, 1])\n    @cute.kernel\n    def kernel(self, z: cute.Tensor, n: cutlass.Int32):\n        w = z[(None, 0)]\ns = Shape(4, 8).up(2)\nb = s.first()\nmade = [Gemm((4, 4)), Gemm((8, 8))]\nx = make_fake_compact_tensor(cutlass.Float16, (64, 32))\nfor g in made:\n    cute.compile(g, x, 4)",
        &[],
        &[("b", "(_8)"), ("z", "gmem_ptr[16b](…) o ((_4,_4),(_16,_8)):((_1,_64),(_4,_256))"), ("n", "4")],
    ),
    // What the command line has comes through functions, is made of other names, and is read by the function that it names.
    (
        "import argparse\nSIZES = (512, 256, 64)\ndef numbers(text):\n    return tuple(int(part) for part in text.split(\"x\"))\ndef options():\n    parser = argparse.ArgumentParser()\n    parser.add_argument(\"--mnk\", type=str, default=\",\".join(str(size) for size in SIZES))\n    parser.add_argument(\"--tile\", type=numbers, default=\"8x16\")\n    parser.add_argument(\"--k\", type=int, default=SIZES[2])\n    parser.add_argument(\"--cluster\", type=str, default=None)\n    parser.add_argument(\"--dtype\", type=cutlass.dtype, default=cutlass.Float4E2M1FN)\n    return parser.parse_args()\ndef run(tile, k, cluster, dtype):\n    l = cute.make_layout((*tile, k))\n    if cluster is None:\n        cluster = (2, 1)\n    c = cluster * 2\n    w = dtype.width\nif __name__ == \"__main__\":\n    args = options()\n    mnk = tuple(int(size) for size in args.mnk.split(\",\"))\n    cluster = numbers(args.cluster) if args.cluster else None\n    run(args.tile, args.k, cluster, args.dtype)",
        &[],
        &[("mnk", "(_512,_256,_64)"), ("l", "(_8,_16,_64):(_1,_8,_128)"), ("c", "(_2,_1,_2,_1)"), ("w", "_4")],
    ),
    // Tensors of the host computed from others, and the modules that make them under any name.
    (
        "import torch as th\nimport torch.nn.functional as F\nimport cutlass.torch as ct\nfrom cutlass.torch import dtype as host_type\nfrom cutlass.utils import create_cute_tensor_for_fp8, is_fp8_dtype\na = th.empty((2, 64, 32), dtype=th.float32, device=th.device(\"cuda\")).normal_(0, 0.5).permute(0, 2, 1)\nb = F.softplus(-th.exp(a) * 2 - 4).to(dtype=host_type(cutlass.Float16))\nt = from_dlpack(b)\nc = from_dlpack(a + th.ones(64, dtype=th.float32))\nd = create_cute_tensor_for_fp8(a.to(dtype=th.uint8), cutlass.Float8E4M3FN, 1, source_f32_tensor=a)\ne = is_fp8_dtype(cutlass.Float8E5M2)\nf = from_dlpack(th.ones(32, 1) * th.ones(1, 64))\ng = from_dlpack(th.zeros(3, 1, 64).permute(2, 1, 0) + th.ones(5, 3))\nn = 1 if cutlass.Float16.is_float and not cutlass.Int8.is_float else 0\ns = from_dlpack(th.empty(4, dtype=cutlass.torch.dtype(cutlass.Int8)))",
        &[],
        &[
            ("t", "gmem_ptr[16b](…) o (_2,_32,_64):(_2048,_1,_32)"),
            ("c", "gmem_ptr[32b](…) o (_2,_32,_64):(_2048,_1,_32)"),
            ("f", "ptr[32b](…) o (_32,_64):(_64,_1)"),
            ("g", "ptr[32b](…) o (_64,_5,_3):(_1,_64,_320)"),
            ("d", "gmem_ptr[8b](…) o (2,32,64):(2048,_1,32)"),
            ("e", "true"),
            ("n", "_1"),
            ("s", "ptr[8b](…) o (_4):(_1)"),
        ],
    ),
    (
        "import math\na = 2 ** math.ceil(math.log2(320))\nb = int(math.log2(320))\nc = math.log2(320)\nd = math.ceil(math.sqrt(17))\ne = cute.size_in_bytes(cutlass.Float16, None)\n(\n    f,\n    g,\n) = (4, 8) + (1,)[1:] + ()\nclass Grid:\n    def __init__(self, n):\n        self.l = cute.make_layout(n)\ndef make(kind=None):\n    if kind is None:\n        kind = Grid\n    h = kind(4).l\nmake()",
        &[],
        &[("a", "_512"), ("b", "_8"), ("c", "-"), ("d", "_5"), ("e", "_0"), ("f", "_4"), ("g", "_8"), ("h", "_4:_1")],
    ),
    // Where each element of a tensor is the same integer, it is read from it, unless the text may change it in place.
    (
        "import torch\ndef lengths(n, k):\n    of = torch.ones(n, dtype=torch.int32) * k\n    return of, of.cuda()\na, b = lengths(4, 512)\nx = a[0].item()\ny = torch.max(b)\nc = torch.zeros(4)\nc[1] = 5\nz = c[0].item()\nd = torch.ones(8)\nd.fill_(3)\nw = d[0].item()\ne = (torch.zeros(4, 2) + 7).view(-1).max().item()\nf = torch.empty(4)[0].item()",
        &[],
        &[("x", "_512"), ("y", "_512"), ("z", "-"), ("w", "-"), ("e", "_7"), ("f", "-")],
    ),
    ("import torch\ndef change(t):\n    t[0] = 5\na = torch.zeros(4)\nchange(a)\nx = a[0].item()", &[], &[("x", "-")]),
    // What is asked of the device is asked for, and a module's function is that whatever the text calls so.
    (
        "import torch\nimport argparse\ndef version():\n    if not torch.cuda.is_available():\n        return 80\n    props = torch.cuda.get_device_properties(0)\n    return props.major * 10 + props.minor\n@cute.jit\ndef host(a: cute.Tensor, tile: cutlass.Constexpr):\n    m, n = tile\n    z = cute.zipped_divide(a, tile)\n@functools.lru_cache\ndef compile(tile=None):\n    if tile is None:\n        tile = (16, 8)\n    return cute.compile(host, make_fake_compact_tensor(cutlass.Float16, (64, 32)), tile)\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--no_pairs\", dest=\"pairs\", action=\"store_false\")\nargs = parser.parse_args()\nv = version()\nc = utils.HardwareInfo().get_max_active_clusters(2)\np = 1 if args.pairs else 2\nk = compile()",
        &[("compute_capability", "(10,3)")],
        &[
            ("v", "_103"),
            ("c", "_132"),
            ("p", "_1"),
            ("m", "_16"),
            ("z", "gmem_ptr[16b](…) o ((_16,_8),(_4,_4)):((_1,_64),(_16,_512))"),
        ],
    ),
    (
        "def f(a: cute.Tensor):\n    k = sm100_utils.get_smem_layout_atom_ab(OperandMajorMode.MN, cutlass.Float32, (128, 32))\n    s = sm100_utils.make_smem_layout_atom(k, cutlass.Float32)\nx = torch.empty((1, 4096, 512), dtype=torch.float16, device=\"cuda\").permute(1, 2, 0)\nb = from_dlpack(x).mark_layout_dynamic(leading_dim=1)\nl = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((128, 64), stride=(64, 1)))\natom, t = cute.nvgpu.cpasync.make_tiled_tma_atom(cute.nvgpu.cpasync.CopyBulkTensorTileG2SOp(), b, l, (128, 64))",
        &[],
        &[("s", "Sw<2,5,2> o _0 o (_32,_4):(_1,_32)"), ("t", "ArithTuple(_0,_0,_0) o (4096,512,1):(_1@1,_1@0,_1@2)")],
    ),
    // Of what a function answers its caller has what is known.
    (
        "import torch\ndef make(m, n):\n    of = torch.load(\"weights\")\n    t = cute.make_layout((m, n))\n    return of, t, (m, of)\na, l, b = make(4, 8)\nwhole = make(2, 2)\nc = whole[1]\nkind = getattr(cutlass, name) if isinstance(name, str) else cutlass.Float16\nw = kind.width",
        &[],
        &[("l", "(_4,_8):(_1,_4)"), ("a", "-"), ("b", "-"), ("whole", "-")],
    ),
    // What a function gives a name of around it is not known behind it.
    (
        "count = 1\ndef more():\n    global count\n    count = 4\nmore()\nl = cute.make_layout(count)",
        &[],
        &[("l", "-")],
    ),
    // Scale factors where warps multiply: SM120.
    (
        "mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaMXF4NVF4Op(cutlass.Float4E2M1FN, cutlass.Float32, cutlass.Float8E4M3FN), cute.make_layout((4, 2, 1)), permutation_mnk=sm120_utils.get_permutation_mnk((128, 128, 128), 16, False))\nk = mma.shape_mnk\na = blockscaled_utils.sm120_make_smem_layout_sfa(mma, (128, 128, 128), 16, 3)\nb = blockscaled_utils.sm120_make_smem_layout_sfb(mma, (128, 256, 128), 16, 2)\ns = cute.make_tensor(cute.make_ptr(cutlass.Float8E4M3FN, 0, cute.AddressSpace.smem), a)\nx = sm120_utils.partition_fragment_SFA(s[None, None, 0], mma.get_slice(0), 0)\ny = sm120_utils.partition_fragment_SFB(s[None, None, 0], mma.get_slice(0), 0)\nu = sm120_utils.get_layoutSFA_TV(mma)\nv = sm120_utils.get_layoutSFB_TV(mma)\nw = cute.make_tiled_mma(cute.nvgpu.warp.MmaMXF8Op(ab_dtype=cutlass.Float8E4M3FN, acc_dtype=cutlass.Float32, sf_type=cutlass.Float8E8M0FNU), cute.make_layout((4, 2, 1)), permutation_mnk=sm120_utils.get_permutation_mnk((128, 128, 128), 32, True))\ni = w.shape_mnk\nc = blockscaled_utils.sm120_make_smem_layout_sfa(w, (128, 128, 128), 32, 3)\nd = sm120_utils.get_layoutSFA_TV(w)\nz = cute.make_tensor(cute.make_ptr(cutlass.Float8E8M0FNU, 0, cute.AddressSpace.smem), c)\ne = sm120_utils.partition_fragment_SFA(z[None, None, 0], w.get_slice(0), 0)",
        &[],
        &[
            ("k", "(_16,_8,_64)"),
            ("a", "(((_32,_4),_1),((_16,_4),_1,_2),_3):(((_16,_4),_512),((_0,_1),_4,_512),_1024)"),
            ("b", "(((_32,_4),_2),((_16,_4),_1,_2),_2):(((_16,_4),_512),((_0,_1),_4,_1024),_2048)"),
            ("x", "ptr[8b](…) o ((_16,_4),_2,_2):((_0,_1),_4,_8)"),
            ("y", "ptr[8b](…) o ((_16,_4),(_2,_4),_2):((_0,_1),(_16,_4),_32)"),
            ("u", "((_2,_2,_8,_4,_2),(_64,(_2,_1))):((_8,_0,_1,_16,_0),(_128,(_64,_0)))"),
            ("v", "((_4,_8,_4,_2),(_64,(_2,_1))):((_0,_1,_0,_16),(_32,(_8,_0)))"),
            ("i", "(_16,_8,_32)"),
            ("e", "ptr[8b](…) o ((_32,_1),_2,_4):((_0,_0),_4,_1)"),
        ],
    ),
    // An object that another one holds is called as that, whatever methods have its name.
    (
        "import cutlass\nimport cutlass.cute as cute\nfrom cutlass.cute.runtime import make_ptr\nclass Kern:\n    def __init__(self, tile):\n        self.tile = tile\n    @cute.jit\n    def __call__(self, a: cute.Tensor, n: cutlass.Constexpr):\n        self.a_dtype = a.element_type\n        g = cute.local_tile(a, self.tile, (0, 0))\n        self.kernel(a)\n    @cute.kernel\n    def kernel(self, mA: cute.Tensor):\n        x = cute.local_tile(mA, self.tile, (0, 0))\nclass Launcher:\n    def __init__(self, m: int, k: int):\n        self.m, self.k = m, k\n        self.kernel = Kern(tile=(8, 16))\n    @cute.jit\n    def __call__(self, a_ptr: cute.Pointer):\n        m, k = self.m, self.k\n        t = cute.make_tensor(a_ptr, cute.make_layout((m, k), stride=(k, 1)))\n        self.kernel(t, 5)\ndef scaled(obj: \"Launcher\", dtype):\n    p = make_ptr(dtype, 0, cute.AddressSpace.gmem, assumed_align=32)\n    return cute.compile(obj, p)\ndef run(m, k):\n    g = Launcher(m=m, k=k)\n    scaled(g, cutlass.Float4E2M1FN)\nif __name__ == \"__main__\":\n    run(64, 32)",
        &[],
        &[("x", "gmem_subptr[4b](…) o (_8,_16):(_32,_1)"), ("n", "_5")],
    ),
    // Types by the words that a module has them under; a line that only says that it goes on.
    (
        "import cutlass\ndef f(a_dtype, b_dtype):\n    a_dtype = getattr(cutlass, a_dtype) if isinstance(a_dtype, str) else a_dtype\n    b_dtype = getattr(cutlass, b_dtype) if isinstance(b_dtype, str) else b_dtype\n    l = cute.make_layout(a_dtype.width)\n    m = cute.make_layout(b_dtype.width)\nf(cutlass.Float16, \"Float8E4M3FN\")\nc = getattr(cutlass, \"Float16\")\nw = c.width",
        &[],
        &[("l", "_16:_1"), ("m", "_8:_1"), ("w", "_16")],
    ),
    (
        "class A:\n\\\n    def __init__(self, n: int):\n        self.n = n\n    @cute.jit\n    def __call__(self):\n        l = cute.make_layout(self.n)\nA(6)()",
        &[],
        &[("l", "_6:_1")],
    ),
    // What a text calls a function of the DSL hides it only by that name.
    (
        "t = cute.make_rmem_tensor(((16, 4), 2, 2), cutlass.Float16)\nsize = cute.size(t)\nb = cute.size(t, mode=[1])\nrank = cute.rank(t)\nc = cute.rank(t)\nd = cute.group_modes(t, 2, cute.rank(t))\ndef f(t):\n    rank = cute.rank(t)\n    c = cute.rank(t)\n    cosize = cute.cosize(t.layout)\n    e = cute.group_modes(t, 2, cute.rank(t))\n    return e\ng = f(t)",
        &[],
        &[
            ("b", "_2"),
            ("c", "_3"),
            ("d", "ptr[16b](…) o ((_16,_4),_2,(_2)):((_1,_16),_64,(_128))"),
            ("e", "ptr[16b](…) o ((_16,_4),_2,(_2)):((_1,_16),_64,(_128))"),
        ],
    ),
    // What is tried goes well; `int` of a choice; classes of Python's own are nobody's names.
    (
        "class K:\n    def __init__(self, tile, kind: str = \"int16\"):\n        self.tile = tuple(tile)\n        m, n, k = self.tile\n        self.kind = kind\n    @cute.jit\n    def __call__(self):\n        t = (\n            cutlass.Int16 if self.kind == \"int16\" else None\n        )\n        l = cute.make_layout(t.width)\n        r = self.grid((128, 96, 1), 32, True)\n    @staticmethod\n    def grid(n, swizzle: int = 1, along: bool = True):\n        eff = swizzle\n        try:\n            cnt = int(n[1] if along else n[0])\n            while eff > 1 and (cnt % eff) != 0:\n                eff //= 2\n        except (TypeError, ValueError):\n            pass\n        try:\n            p = utils.PersistentTileSchedulerParams(n, (1, 1, 1), swizzle_size=eff, raster_along_m=along)\n            print(f\"x {eff}\")\n        except TypeError:\n            p = utils.PersistentTileSchedulerParams(n, (1, 1, 1))\n        g = utils.StaticPersistentTileScheduler.get_grid_shape(p, 132)\n        return p, g\ndef run(tile):\n    k = K(tile)\n    cute.compile(k)\nrun((192, 128, 128))",
        &[],
        &[("cnt", "_96"), ("l", "_16:_1"), ("g", "(_1,_1,_132)"), ("m", "_192")],
    ),
    (
        "def f(kind: str, tile: tuple):\n    assert isinstance(tile, tuple)\n    kind = kind.lower()\n    a = 4 if kind == \"int16\" else 8\n    b = tuple(tile)\n    c = 1 if kind.startswith(\"int\") else 2\n    d = int(kind.removeprefix(\"int\").replace(\"6\", \"28\"))\nf(\"INT16\", (8, 4))",
        &[],
        &[("a", "_4"), ("b", "(_8,_4)"), ("c", "_1"), ("d", "_128")],
    ),
    // A class within a class, and members that are given by name.
    (
        "class Kern:\n    @dataclass(frozen=True)\n    class Chunk:\n        vec: int\n        major: OperandMajorMode = OperandMajorMode.K\n        _layout: cute.Layout = field(init=False, repr=False)\n        def __post_init__(self) -> None:\n            l = cute.make_layout((8, self.vec))\n            object.__setattr__(self, \"_layout\", l)\n        @property\n        def layout(self):\n            return self._layout\n    @staticmethod\n    def f(vec):\n        a = Kern.Chunk(vec, OperandMajorMode.K).layout\n        b = Kern.Chunk(vec)\n        c = b.layout\n        return a\nclass Chunk2:\n    def __init__(self, vec):\n        self.l = cute.make_layout(vec)\nx = Kern.f(16)\ny = Chunk2(4).l",
        &[],
        &[("a", "(_8,_16):(_1,_8)"), ("c", "(_8,_16):(_1,_8)"), ("x", "(_8,_16):(_1,_8)"), ("y", "_4:_1")],
    ),
    (
        "class P:\n    def __init__(self, m):\n        setattr(self, \"m\", (m, (m + 1) * 2))\n        setattr(self, 'n', 4)\n    def f(self):\n        a = self.m\n        b = self.n\np = P(3)\np.f()",
        &[],
        &[("a", "(_3,_8)"), ("b", "_4")],
    ),
    // A slice lies as it does wherever it begins, which memory may say; an element of memory is no layout.
    (
        "@cute.kernel\ndef k(ckv: cute.Tensor):\n    smem = cutlass.utils.SmemAllocator()\n    a = smem.allocate_array(cutlass.Int32, 32)\n    v = a[0]\n    b = smem.allocate_tensor(cutlass.Int32, cute.make_layout(32), byte_alignment=16)\n    w = b[3]\n    row = ckv[w, None]\n    row2 = ckv[v, None]\n    z = cute.zipped_divide(row, (8,))",
        &[],
        &[("w", "-"), ("row", "gmem_ptr[16b](…) o (512):(_1)"), ("z", "gmem_ptr[16b](…) o ((_8),(64)):((_1),(_8))")],
    ),
    (
        "import math\ndef f(n, vl=8):\n    a = min(int(math.log2(n / vl)), 3)\n    b = int(math.log2(n // vl))\n    c = n / vl\n    d = int(n / vl)\n    e = math.log2(64 / 8)\n    g = min(int(math.log2(8)), 3)\nf(32)",
        &[],
        &[("a", "_2"), ("b", "_2"), ("d", "_4"), ("g", "_3")],
    ),
    // Random numbers of NumPy lie by rows; a type by the DSL's own module; a helper's operands by name.
    (
        "import numpy\nimport torch\ndef gen(M, N, K):\n    a = numpy.random.uniform(1, 100, size=(M, N))\n    b = numpy.random.uniform(-1.0, 1.0, size=(K, N)).transpose()\n    a = torch.from_numpy(a).to(device=torch.device(\"cuda\"), dtype=torch.float16)\n    b = torch.from_numpy(b).to(device=torch.device(\"cuda\"), dtype=torch.float32)\n    return from_dlpack(a), from_dlpack(b, assumed_align=16)\nx, y = gen(64, 32, 16)",
        &[],
        &[("x", "ptr[16b](…) o (_64,_32):(_32,_1)"), ("y", "ptr[32b](…) o (_32,_16):(_1,_32)")],
    ),
    (
        "p = cute.make_ptr(cute.typing.BFloat16, 0, cute.AddressSpace.smem)\nt = cute.make_tensor(p, cute.make_layout((4, 8)))\ns = sm90_utils.make_smem_layout_a(a_layout=utils.LayoutEnum.ROW_MAJOR, mma_tiler_mnk=(128, 128, 64), a_dtype=cutlass.Float16, num_stages=3)",
        &[],
        &[
            ("t", "smem_ptr[16b](…) o (_4,_8):(_1,_4)"),
            ("s", "Sw<3,4,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))"),
        ],
    ),
];

#[test]
fn names_are_worth_what_python_says() {
    for (program, inputs, expected) in CASES {
        check(program, inputs, expected);
    }
}

#[track_caller]
fn check(program: &str, inputs: &[(&str, &str)], expected: &[(&str, &str)]) {
    let given = inputs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect::<Given>();
    let evaluation = evaluate_given(program, Settings::default(), given);
    let document = paste::of(&evaluation);
    assert!(document.is_some(), "no program: {program}");
    assert!(evaluation.diagnostics().is_empty(), "{program}\n{:?}", evaluation.diagnostics());
    for (name, worth) in expected {
        let last = evaluation.statements().iter().enumerate().filter(|(index, statement)| {
            let is_named = statement.name.as_ref().is_some_and(|(own, _)| own == name);
            let is_shown = document.is_some_and(|document| paste::status(document, &evaluation, *index).is_some());
            is_named && is_shown
        });
        let last = last.map(|(index, _)| index).next_back();
        let value = last.and_then(|index| evaluation.value(index)).map(ToString::to_string);
        match *worth {
            "?" | "-" => assert_eq!(value, None, "{name} in {program}"),
            worth => assert_eq!(value.as_deref(), Some(worth), "{name} in {program}"),
        }
    }
}

#[test]
fn what_prints_has_a_statement_for_each_value() {
    let program = "def f():\n    l = cute.make_layout((4, 8))\n    print(\"l\", l, f\"{cute.size(l)} of {l.shape}\")\n    cute.printf(\"%d\", l(1, 2))\n";
    let evaluation = evaluate_given(program, Settings::default(), Given::new());
    let values = (0..evaluation.statements().len()).filter_map(|index| {
        let statement = evaluation.statements().get(index).filter(|statement| statement.name.is_none())?;
        evaluation.value(index).filter(|_| statement.span.start > 0).map(ToString::to_string)
    });
    assert_eq!(values.collect::<Vec<_>>(), ["(_4,_8):(_1,_4)", "_32", "(_4,_8)", "_9"]);
}

#[test]
fn what_is_asked_of_a_function_itself_is_left_out() {
    let text =
        "def k(a: cute.Tensor):\n    b = a.shape\ndef f(a: cute.Tensor):\n    k.set_name_prefix(n)\n    k(a).launch()";
    let evaluation = evaluate_given(text, Settings::default(), Given::new());
    let unknown = paste::lines(&evaluation).into_iter().filter(|line| line.status == paste::Status::Unknown);
    assert_eq!(unknown.count(), 0, "{text}");
}

#[test]
fn texts_of_other_languages_are_none() {
    assert!(!super::is_program("auto a = make_layout(make_shape(_4{}, 8));"));
    assert!(!super::is_program("A = cute.make_layout((4, 8))\nB = cute.size(A)"));
    assert!(super::is_program("A = cute.make_layout((4, 8))\nB = cute.append_ones(A)"));
}

/// The value of the first statement of a name, as it is printed.
fn value(evaluation: &Evaluation, name: &str) -> Option<String> {
    let is_it = |found: &Statement| found.name.as_ref().is_some_and(|(own, _)| own == name);
    let of = evaluation.statements().iter().position(is_it)?;
    evaluation.value(of).map(ToString::to_string)
}

/// Of functions with one name each word means the one of its scope, and of those there the last before it.
#[test]
fn functions_of_one_name() {
    let text = "def one():
    @cute.kernel
    def kernel(a: cute.Tensor):
        k1 = a.shape
    @cute.jit
    def run(a: cute.Tensor):
        r1 = cute.size(a)
        kernel(a).launch(grid=(1, 1, 1), block=(4, 1, 1))
    return run
def two():
    @cute.kernel
    def kernel(a: cute.Tensor):
        k2 = a.shape
    @cute.jit
    def run(a: cute.Tensor):
        r2 = cute.size(a)
        kernel(a).launch(grid=(1, 1, 1), block=(4, 1, 1))
    return run
def twice(n):
    return n * 2
d = twice(4)
def twice(n):
    return n * 20
e = twice(4)
def main():
    a = from_dlpack(torch.zeros(4, 8))
    b = from_dlpack(torch.zeros(16))
    kernel = one()
    kernel(a)
    run = two()
    run(b)
main()
";
    let evaluation = evaluate_given(text, Settings::default(), Given::new());
    for (name, expected) in
        [("r1", "_32"), ("k1", "(_4,_8)"), ("r2", "_16"), ("k2", "(_16)"), ("d", "_8"), ("e", "_80")]
    {
        assert_eq!(value(&evaluation, name).as_deref(), Some(expected), "{name}");
    }
}

/// A parameter that is called a layout is one: swizzled in shared memory, and where a copy by TMA writes to it.
#[test]
fn parameters_that_are_called_layouts() {
    let text = "def f(a_layout, sQ_layout, box_layout, mQ: cute.Tensor):
    n = cute.size(a_layout)
    q = cute.size(sQ_layout)
    atom, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mQ, box_layout, (128, 64))
";
    let evaluation = evaluate_given(text, Settings::default(), Given::new());
    for (name, expected) in [
        ("a_layout", "(_8,_4):(_4,_1)"),
        ("sQ_layout", "Sw<3,4,3> o _0 o (_128,_64):(_64,_1)"),
        ("box_layout", "Sw<3,4,3> o _0 o (_128,_64):(_64,_1)"),
        ("n", "_32"),
        ("q", "_8192"),
        ("t", "ArithTuple(_0,_0) o (512,512):(_1@1,_1@0)"),
    ] {
        assert_eq!(value(&evaluation, name).as_deref(), Some(expected), "{name}");
    }
}

/// A launch says how many threads a block has; which thread it is nobody says, though a call shows the kernel.
#[test]
fn a_launch_says_extents_and_no_thread() {
    let text = "@cute.kernel
def k(A: cute.Tensor):
    bx, by, _ = cute.arch.block_dim()
    gx, _, _ = cute.arch.grid_dim()
    tidx, _, _ = cute.arch.thread_idx()
    l = cute.make_layout((by, 32), stride=(32, 1))
    t = tidx + bx
@cute.jit
def f(A: cute.Tensor):
    block_x = 16
    kern = k(A)
    kern.launch(grid=(cute.size(A) // 64, 4, 1), block=(block_x, 8, 1))
f(from_dlpack(torch.zeros(32, 64)))
";
    let evaluation = evaluate_given(text, Settings::default(), Given::new());
    for (name, expected) in [("bx", "16"), ("by", "8"), ("gx", "32"), ("l", "(8,_32):(_32,_1)"), ("t", "16")] {
        assert_eq!(value(&evaluation, name).as_deref(), Some(expected), "{name}");
    }
    let document = paste::of(&evaluation).expect("a program");
    let asked = document.inputs.iter().filter(|input| !paste::is_said(&evaluation, input));
    assert_eq!(asked.map(|input| input.name.as_str()).collect::<Vec<_>>(), ["tidx"]);
}
