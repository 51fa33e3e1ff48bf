//! Pasted programs: what each construct of C++ comes to, what is asked for, and what is left out.

use colex::look::{View, look};
use colex::notebook::written::Reason;
use colex::notebook::{Evaluation, Given, Settings};
use colex::paste::{self, InputKind, Status};
use colex::{evaluate, evaluate_given};

fn given(inputs: &[(&str, &str)]) -> Given {
    inputs.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect()
}

fn evaluated(text: &str, inputs: &[(&str, &str)]) -> Evaluation {
    assert!(paste::is_paste(text), "not taken for a program: {text}");
    evaluate_given(text, Settings::default(), given(inputs))
}

/// The last value of a name; its status where it has none.
fn value(evaluation: &Evaluation, name: &str) -> String {
    let lines = paste::lines(evaluation);
    let named = lines.iter().rev().find_map(|line| {
        let index = line.statement?;
        let found = evaluation.statements().get(index)?;
        (found.name.as_ref()?.0 == name).then_some((line.status, index))
    });
    match named {
        Some((Status::Value | Status::Input, index)) => {
            evaluation.value(index).map_or_else(|| "?".to_string(), ToString::to_string)
        }
        Some((status, _)) => status.name().to_string(),
        None => "nothing".to_string(),
    }
}

#[track_caller]
fn check(text: &str, inputs: &[(&str, &str)], expected: &[(&str, &str)]) {
    let evaluation = evaluated(text, inputs);
    for (name, wanted) in expected {
        assert_eq!(value(&evaluation, name), *wanted, "{name} in\n{text}");
    }
    let mistakes = evaluation.diagnostics();
    assert!(mistakes.is_empty(), "{mistakes:?} in\n{text}");
}

/// Other forms of a class are those that their arguments choose, the closest first; a class may have forms alone.
#[test]
fn arguments_choose_the_form_of_a_class() {
    check(
        "template <class T> struct Vec { static constexpr int value = 4; };
         template <> struct Vec<half_t> { static constexpr int value = 8; };
         template <int N, bool T> struct Sel { using type = Layout<Int<N>>; };
         template <int N> struct Sel<N, true> { using type = Layout<Int<N>, _4>; };
         template <> struct Sel<16, true> { using type = Layout<_3>; };
         template <class T> struct Conf;
         template <> struct Conf<float> { static constexpr int kM = 64; };
         template <> struct Conf<half_t> { static constexpr int kM = 128; };
         template <class T> struct Traits { using L = Layout<Shape<_1, Int<Vec<T>::value>>>; };
         auto a = make_layout(Shape<_1, Int<Vec<half_t>::value>>{});
         auto b = make_layout(Shape<_1, Int<Vec<float>::value>>{});
         auto c = typename Sel<8, true>::type{};
         auto d = typename Sel<8, false>::type{};
         auto e = typename Sel<16, true>::type{};
         auto f = Int<Conf<float>::kM>{};
         auto g = Int<Conf<half_t>::kM>{};
         auto h = typename Traits<half_t>::L{};",
        &[],
        &[
            ("a", "(_1,_8):(_0,_1)"),
            ("b", "(_1,_4):(_0,_1)"),
            ("c", "_8:_4"),
            ("d", "_8:_1"),
            ("e", "_3:_1"),
            ("f", "_64"),
            ("g", "_128"),
            ("h", "(_1,_8):(_0,_1)"),
        ],
    );
}

/// A `switch` takes the case that it comes to, shifts change what they stand behind, a loop answers in the round in which it
/// comes to that.
#[test]
fn cases_shifts_and_loops_are_not_guessed() {
    check(
        "constexpr int vec(int bytes) {
           switch (bytes) {
             case 2: return 8;
             case 4: case 6: { return 4; }
             default: return 1;
           }
         }
         int pad(int k) { int r = 0; switch (k) { case 1: case 2: r = 3; break; default: r = 7; } return r; }
         int falls(int k) { int r = 0; switch (k) { case 1: r = 3; case 2: r = 5; break; } return r; }
         constexpr int pick(int n) { for (int v = 64; v > 8; v /= 2) { if (n % v == 0) return v; } return 8; }
         constexpr int next(int n) { int p = 1; while (p < n) p <<= 1; return p; }
         int y = 1; y += 2; y <<= 3; y >>= 1;
         auto a = make_layout(y);
         auto b = make_layout(make_shape(vec(2), vec(6), vec(16)));
         auto c = make_layout(make_shape(pad(2), pad(9)));
         auto d = falls(1);
         auto e = pick(96);
         auto f = next(100);",
        &[],
        &[
            ("a", "12:_1"),
            ("b", "(8,4,1):(_1,8,32)"),
            ("c", "(3,7):(_1,3)"),
            ("d", "unknown"),
            ("e", "32"),
            ("f", "128"),
        ],
    );
}

/// Loops are run, round by round: with `break` and `continue`, one within another, in functions and methods, over arrays and
/// through lambdas. What one of them leaves that nobody can follow is not known.
#[test]
fn loops_are_run() {
    check(
        "template <class L> int first_bad(L const& l) { for (int i = 0; i < size(l); ++i) { if (l(i) != i) return i; } return -1; }
         int inner(int n) { for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) if (i * j == 12) return i * 10 + j; return 0; }
         struct P { int n; int sum() const { int s = 0; for (int i = 0; i < n; ++i) s += i * n; return s; } };
         int steps(int n) { int c = 0; do { if (n % 2) n = 3 * n + 1; else n /= 2; ++c; } while (n != 1); return c; }
         int main() {
           int bad = first_bad(make_layout(make_shape(4, 4), make_stride(1, 5)));
           int good = first_bad(make_layout(make_shape(4, 4)));
           int in = inner(7);
           P p{5}; int ps = p.sum();
           int c = steps(27);
           int n = 0; while (true) { if (n * n > 50) break; n++; } int n1 = n;
           int odd = 0; for (int i = 0; i < 10; ++i) { if (i % 2 == 0) continue; odd += i; } int odd1 = odd;
           int b = 0; for (int i = 0, j = 10; i < j; i += 2, --j) b += i * j;
           int b1 = b;
           int count = 0; for (int i = 0; i < 4; ++i) { for (int j = 0; j < 4; ++j) { if (j > i) break; ++count; } }
           int count1 = count;
           int m = 0; auto add = [&](int v) { m += v; }; for (int i = 0; i < 4; ++i) add(i);
           int m1 = m;
           int sw = 0; for (int i = 0; i < 4; ++i) { switch (i) { case 1: sw += 10; break; default: sw += 1; } sw += 100; }
           int sw1 = sw;
           int y = 3; { int y = 4; for (int i = 0; i < 2; ++i) y += i; } int y1 = y;
           int z = 0; for (int i = 0; i < 3; ++i) { int z = i; z += 1; } int z1 = z;
           int sizes[] = {64, 96, 128};
           int total = 0; for (auto size : sizes) total += size;
           for (int extra : {1, 2}) { total += extra; }
           int total1 = total;
           int prefix[4] = {}; for (int i = 0; i < 3; ++i) prefix[i + 1] = prefix[i] + sizes[i];
           auto s = make_shape(prefix[1], prefix[2], prefix[3]);
           int far = 0; for (int i = 0; i < 1000000; ++i) far += i;
           int far1 = far;
           int lost = 0; for (int i = 0; i < 3; ++i) { lost += other(i); } int lost1 = lost;
         }",
        &[],
        &[
            ("bad", "4"),
            ("good", "-1"),
            ("in", "26"),
            ("ps", "50"),
            ("c", "111"),
            ("n1", "8"),
            ("odd1", "25"),
            ("b1", "92"),
            ("count1", "10"),
            ("m1", "6"),
            ("sw1", "413"),
            ("y1", "3"),
            ("z1", "0"),
            ("total1", "291"),
            ("s", "(64,160,288)"),
            ("far1", "unknown"),
            ("lost1", "unknown"),
        ],
    );
}

/// What a macro stands for takes its place, letter by letter, with what it is defined as there.
#[test]
fn macros_are_written_out() {
    check(
        "#define SUM 4 + 4
         #define SQUARE(x) x * x
         #define OFFSET(row, col, ld) ((row) * (ld) + (col))
         #define DECLARE(type, name, ...) type name = make_layout(make_shape(__VA_ARGS__))
         #define TWICE(x) SQUARE(x) + SQUARE(x)
         #define HD __host__ __device__
         #define BLOCK 64
         #define TILE (BLOCK * 2)
         #define JOIN(a, b) a##b
         #ifndef STAGES
         #define STAGES 3
         #endif
         #define SWITCH(COND, NAME, ...) [&] { if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } else { constexpr static bool NAME = false; return __VA_ARGS__(); } }()
         #if STAGES > 2
         constexpr int depth = STAGES * 2;
         #else
         constexpr int depth = 1;
         #endif
         HD int f(int x) { return SQUARE(x); }
         int main() {
           int a = SUM * 2;
           int b = SQUARE(2 + 3);
           int c = OFFSET(3, 4, 10);
           DECLARE(auto, l, 3, 4, 5);
           int e = TWICE(3);
           int g = f(3);
           int before = TILE;
         #undef BLOCK
         #define BLOCK 32
           int behind = TILE;
           int JOIN(x, 1) = 4;
           int causal = 1;
           auto on = SWITCH(causal, Is_causal, [&] { return int(Is_causal) + 10; });
           int o = 010;
         }",
        &[],
        &[
            ("depth", "6"),
            ("a", "12"),
            ("b", "11"),
            ("c", "34"),
            ("l", "(3,4,5):(_1,3,12)"),
            ("e", "18"),
            ("g", "9"),
            ("before", "128"),
            ("behind", "64"),
            ("on", "11"),
            ("o", "8"),
        ],
    );
}

/// Constructors, methods that change their object, in a chain, and members that a class has from others.
#[test]
fn objects_are_made_and_changed_by_their_classes() {
    check(
        "struct A { int x, y; A(int v) : x(v), y(v * 2) {} A(int a, int b) : x(a), y(b) { y += 1; } };
struct W { int m; int tiles; W(int M, int tile = 64) : m(M) { tiles = (m + tile - 1) / tile; } int total() const { return tiles * 10; } };
struct Acc { int v = 0; Acc& add(int x) { v += x; return *this; } int get() const { return v; } };
struct Base { int a = 1; static constexpr int K = 32; int f() const { return a; } int g() const { return f() * 10; } };
struct Der : Base { int b = 5; int h() const { return a + b + K; } };
template <class Derived> struct LayoutOps {
  auto numel() const { return size(static_cast<Derived const&>(*this).layout()); }
};
struct RowMat : LayoutOps<RowMat> {
  int r, c;
  RowMat(int r_, int c_) : r(r_), c(c_) {}
  auto layout() const { return make_layout(make_shape(r, c), LayoutRight{}); }
};
struct Builder { int bm = 0, bn = 0, st = 1; Builder& tile(int m, int n) { bm = m; bn = n; return *this; } Builder& stages(int s) { st = s; return *this; } int smem() const { return (bm + bn) * 64 * 2 * st; } };
struct P3 { int m, n, k; P3 swapped() const { return P3{n, m, k}; } };
struct Priv { int v_; Priv(int v) { this->v_ = v * 3; } int get() const { return this->v_; } };
P3 make_p(int x) { P3 p; p.m = x; p.n = x * 2; p.k = 1; return p; }
int main() {
  A a(4); int ax = a.x, ay = a.y;
  A a2{1, 2}; int a2y = a2.y;
  W w(1000); int wt = w.total();
  W w2(1000, 100); int wt2 = w2.tiles;
  Acc s; s.add(3).add(4); int sv = s.get();
  Der d; int dh = d.h(); int dg = d.g(); int dk = Der::K; d.a = 7; int df = d.f();
  RowMat m(3, 5); auto n = m.numel();
  auto b = Builder{}.tile(128, 64).stages(3); int sm = b.smem();
  auto [pm, pn, pk] = make_p(7);
  P3 q{1, 2, 3}; auto [qm, qn, qk] = q;
  auto sw = q.swapped(); int swm = sw.m;
  Priv p(4); int pg = p.get();
}",
        &[],
        &[
            ("ax", "4"),
            ("a2y", "3"),
            ("wt", "160"),
            ("wt2", "10"),
            ("sv", "7"),
            ("dh", "38"),
            ("dg", "10"),
            ("dk", "32"),
            ("df", "7"),
            ("sm", "73728"),
            ("pm", "7"),
            ("pn", "14"),
            ("pk", "1"),
            ("qm", "1"),
            ("qn", "2"),
            ("qk", "3"),
            ("swm", "2"),
            ("pg", "12"),
        ],
    );
}

/// Parameter packs: expanded, folded, counted, told by arguments and by the forms of a class.
#[test]
fn packs_are_written_out() {
    check(
        "template <class... Ts> auto shape_of(Ts... ts) { return make_shape(ts...); }
template <class... Ts> auto sum_all(Ts... ts) { return (ts + ...); }
template <class T, class... Ts> auto prod(T t, Ts... ts) { return (t * ... * ts); }
template <int I, class Head, class... Tail> constexpr auto nth(Head h, Tail... t) { if constexpr (I == 0) return h; else return nth<I - 1>(t...); }
template <int... Ns> struct Dims { static constexpr int rank = sizeof...(Ns); static constexpr int product = (Ns * ... * 1); using shape = Shape<Int<Ns>...>; };
template <class A, class B> struct Concat;
template <int... A, int... B> struct Concat<Dims<A...>, Dims<B...>> { using type = Dims<A..., B...>; };
template <class S> struct Prod; template <int... N> struct Prod<tuple<C<N>...>> { static constexpr int value = (N * ...); };
template <class T> struct Unwrap { using type = T; static constexpr int depth = 0; };
template <class T> struct Unwrap<tuple<T>> { using type = typename Unwrap<T>::type; static constexpr int depth = 1 + Unwrap<T>::depth; };
template <class...> struct Overlap : std::false_type {}; template <class T, class... R> struct Overlap<T, T, R...> : std::true_type {};
template <class Tuple, size_t... I> auto rev(Tuple const& t, std::index_sequence<I...>) { return make_tuple(get<sizeof...(I) - 1 - I>(t)...); }
template <int... Is> constexpr auto pow2(std::integer_sequence<int, Is...>) { return make_shape(Int<(1 << Is)>{}...); }
template <class F, class... Ts> constexpr auto mapv(F f, Ts... ts) { return make_tuple(f(ts)...); }
template <class... C> auto at(Layout<Shape<_4, _8>> l, C... c) { return l(c...); }
int main() {
  auto s = shape_of(1, Int<2>{}, 3);
  auto a = sum_all(1, 2, 3);
  auto as = sum_all(Int<1>{}, Int<2>{});
  auto p = prod(2, 3, Int<4>{});
  auto n2 = nth<2>(10, 20, Int<30>{}, 40);
  using D = Dims<4, 8, 2>;
  int r = D::rank, pr = D::product;
  auto sh = D::shape{};
  using E = typename Concat<D, Dims<3>>::type;
  auto es = typename E::shape{};
  int pv = Prod<Shape<_2, _3, _7>>::value;
  auto uw = Unwrap<tuple<tuple<_5>>>::type{};
  int ud = Unwrap<tuple<tuple<_5>>>::depth;
  bool ov = Overlap<int, int, float>::value; bool ov2 = Overlap<int, float>::value;
  auto rv = rev(make_tuple(1, 2, 3), std::make_index_sequence<3>{});
  auto p2 = pow2(std::make_integer_sequence<int, 4>{});
  auto mk = [](auto... ds) { return make_shape(ds...); };
  auto m3 = mk(1, Int<2>{}, 3);
  auto mv = mapv([](auto x) { return x * x; }, 2, Int<3>{});
  auto tf = transform_apply(make_shape(2, 3, 4), [](auto x) { return x + 1; }, [](auto... xs) { return (xs * ...); });
  auto ap = apply(make_shape(2, 3, 4), [](auto... xs) { return make_coord(xs...); });
  int q = at(Layout<Shape<_4, _8>>{}, 1, 2);
}",
        &[],
        &[
            ("s", "(1,_2,3)"),
            ("a", "6"),
            ("as", "_3"),
            ("p", "24"),
            ("n2", "_30"),
            ("r", "3"),
            ("sh", "(_4,_8,_2)"),
            ("es", "(_4,_8,_2,_3)"),
            ("pv", "42"),
            ("uw", "_5"),
            ("ud", "2"),
            ("p2", "(_1,_2,_4,_8)"),
            ("m3", "(1,_2,3)"),
            ("q", "9"),
        ],
    );
}

/// A reference stands for a mode, a member or an element; numbers are held as their type holds them.
#[test]
fn references_stand_for_parts() {
    check(
        "struct P { int m, n; int d[3]; };
template <class T> void setm(T& t, int v) { get<1>(t) = v; }
template <int I, class T, class V> auto with(T t, V v) { get<I>(t) = v; return t; }
int main() {
  auto t = make_tuple(1, 2, 3);
  get<1>(t) = 9;
  int& r0 = get<0>(t);
  r0 = 7; r0 += 1;
  auto t2 = t; int rr = r0;
  auto& [a, b, c] = t;
  c = 11;
  auto t3 = t; int cc = c;
  setm(t, 40);
  auto t4 = t;
  auto w = with<2>(t, 5);
  auto t5 = t;
  int x = 1, y = 2; std::swap(x, y); int x1 = x, y1 = y;
  std::tie(x, y) = std::make_tuple(10, 20); int x2 = x, y2 = y;
  P p{1, 2, {3, 4, 5}}; auto& pm = p.m; pm = 9; int pm2 = p.m;
  std::swap(p.m, p.n); int pm3 = p.m, pn3 = p.n;
  unsigned u = 3; u -= 5; auto u1 = u / 2;
  unsigned char uc = 255; uc += 2; int uci = uc;
  short sh = 32767; sh++; int shi = sh;
  int arr[3] = {1, 2, 3}; int& e = arr[1]; e = 50; int e1 = arr[1]; std::swap(arr[0], arr[2]); int e0 = arr[0];
  auto shp = make_shape(4, Int<8>{}); get<0>(shp) *= 2; auto shp2 = shp;
  uint32_t h = 1; for (int i = 0; i < 40; ++i) h *= 3; uint32_t h2 = h;
}",
        &[],
        &[
            ("r0", "1"),
            ("t2", "(8,9,3)"),
            ("rr", "8"),
            ("a", "8"),
            ("b", "9"),
            ("c", "3"),
            ("t3", "(8,9,11)"),
            ("cc", "11"),
            ("t4", "(8,40,11)"),
            ("w", "(8,40,5)"),
            ("t5", "(8,40,11)"),
            ("x1", "2"),
            ("x2", "10"),
            ("pm", "1"),
            ("pm2", "9"),
            ("pm3", "2"),
            ("u1", "2147483647"),
            ("uci", "1"),
            ("shi", "-32768"),
            ("e", "2"),
            ("e1", "50"),
            ("e0", "3"),
            ("shp", "(4,_8)"),
            ("shp2", "(8,_8)"),
            ("h2", "689956897"),
        ],
    );
}

/// What a function gives an object or a number by reference or by pointer is there behind the call, also where it may answer
/// before its end; functions are given by their names, and lists in braces make what a function returns.
#[test]
fn calls_leave_what_they_give() {
    check(
        "struct Plan { int bm, bn, split; };
         static Plan made(int m) { return {m, m / 2, 1}; }
         static void split(Plan* p, int s) { p->split = s; p->bm *= 2; }
         static void anew(Plan& p, int s) { p = {s, 1, 2}; }
         static bool tried(Plan& p, int s) { if (s > 100) return false; p.bm = s; return true; }
         void sizes(int& m, int& n, int* k) { m = 11; n = m * 2; *k = n + 1; }
         template <class F> int twice(F f, int x) { return f(f(x)); }
         int triple(int x) { return 3 * x; }
         struct Tiles { int m, n; };
         struct Walk {
           Tiles at(int i) const { return Tiles{i / wide, i % wide}; }
           bool more() const { return now < 7; }
           void next() { now += 2; }
           Walk(int w) : wide(w) { now = 1; }
         private:
           int wide, now = 0;
         };
         int main() {
           Plan p = made(64);
           split(&p, 7); int a = p.split; int b = p.bm;
           bool yes = tried(p, 10); int c = p.bm;
           bool no = tried(p, 110); int d = p.bm;
           anew(p, 9); int e = p.bm;
           int m = 0, n = 0, k = 0; sizes(m, n, &k); auto s = make_shape(m, n, k);
           int f = twice(triple, 2);
           Walk walk(4); auto [tm, tn] = walk.at(11);
           int rounds = 0; for (auto w = walk; w.more(); w.next()) ++rounds;
           int r = rounds;
           using Shape3 = cutlass::gemm::GemmShape<128, 64, 32>;
           int g = Shape3::kM + Shape3::kMN;
           std::pair<int, int> both{3, 4}; int h = both.second;
           std::vector<int> lens = {3, 5, 9}; int longest = 0;
           for (size_t i = 0; i < lens.size(); ++i) longest = std::max(longest, lens[i]);
           int l = longest;
         }",
        &[],
        &[
            ("a", "7"),
            ("b", "128"),
            ("yes", "true"),
            ("c", "10"),
            ("no", "false"),
            ("d", "10"),
            ("e", "9"),
            ("s", "(11,22,23)"),
            ("tm", "2"),
            ("tn", "3"),
            ("r", "3"),
            ("g", "8320"),
            ("h", "4"),
            ("l", "9"),
        ],
    );
}

/// A name behind a type with values in parentheses is an object, wherever it stands; an integer is as its type holds it.
#[test]
fn objects_begin_with_values_outside_of_functions() {
    check(
        "dim3 grid(4, 2, 1);
         int n = 128;
         dim3 block(n);
         auto a = grid.x * grid.y;
         auto b = block.x / 32;
         uint8_t c = 300;
         int8_t d = 200;",
        &[],
        &[("a", "8"), ("b", "4"), ("c", "44"), ("d", "-56")],
    );
}

/// CUTLASS chooses the instruction and the layout of shared memory for a tile; angles may hold nothing. Source: NVIDIA
/// CUTLASS, mma_sm90.hpp and sm90_common.inl.
#[test]
fn selectors_choose_instructions_and_layouts() {
    check(
        "using namespace cute;
         using Tile = Shape<_128,_192,_64>;
         static constexpr bool is_k = false;
         static constexpr GMMA::Major major = is_k ? GMMA::Major::K : GMMA::Major::MN;
         auto ss = make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Tile, GMMA::Major::K, GMMA::Major::MN>(), Layout<Shape<_2,_1,_1>>{});
         auto rs = make_tiled_mma(GMMA::rs_op_selector<float_e4m3_t, float_e4m3_t, float, Shape<_64,_96,_64>>());
         auto fp8 = make_tiled_mma(SM90_64x128x32_F32E4M3E4M3_SS_TN<>{}, Layout<Shape<_2,_1,_1>>{});
         auto a = tile_shape(ss);
         auto b = tile_shape(rs);
         auto c = tile_shape(fp8);
         using A = decltype(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, half_t, _128, _64>());
         using B = decltype(cutlass::gemm::collective::detail::ss_smem_selector<major, half_t, _32, _64>());
         using C = decltype(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, float, _64, _8>());",
        &[],
        &[
            ("a", "(_128,_192,_16)"),
            ("b", "(_64,_96,_32)"),
            ("c", "(_128,_128,_32)"),
            ("A", "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"),
            ("B", "Sw<2,4,3> o smem_ptr[16b](unset) o (_32,_8):(_1,_32)"),
            ("C", "Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_8,_1)"),
        ],
    );
}

/// A class or a kernel that is written for any tile, any atoms and any traits comes alive with the ones that its text speaks
/// of; what is given for them counts instead.
#[test]
fn parameters_that_nothing_gives_are_what_their_names_say() {
    let kernel = |machine: &str| {
        format!(
            "template <class Dispatch, class TileShape_, class StrideA_, class TiledMma_, class SmemLayoutAtomA_, class Traits>
             struct Mainloop<{machine}, TileShape_> {{
               using TileShape = TileShape_;
               using TiledMma = TiledMma_;
               using SmemLayoutA = decltype(tile_to_shape(SmemLayoutAtomA_{{}}, select<0,2>(TileShape{{}})));
               static_assert(Dispatch::Stages >= 2);
               static constexpr int kBlockM = Traits::kBlockM;
               template <class ProblemShape_MNKL, class BlkCoord>
               void operator()(ProblemShape_MNKL problem_shape, BlkCoord const& blk_coord) {{
                 auto [M, N, K, L] = problem_shape;
                 auto whole = make_shape(M, K);
                 auto acc = partition_fragment_C(TiledMma{{}}, take<0,2>(TileShape{{}}));
                 typename Traits::GmemTiledCopyQ copy_q;
                 auto vectors = size<1>(copy_q);
                 auto rows = Int<kBlockM>{{}};
               }}
             }};"
        )
    };
    let warp = [
        ("TileShape", "(_128,_128,_64)"),
        ("SmemLayoutA", "Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))"),
        ("Dispatch::Stages", "4"),
        ("whole", "(512,512)"),
        ("acc", "ptr[32b](…) o ((_2,_2),_4,_8):((_1,_2),_4,_16)"),
        ("rows", "_128"),
    ];
    check(&kernel("MainloopSm80"), &[], &warp);
    check(&kernel("MainloopSm80"), &[("Traits::kBlockM", "64")], &[("rows", "_64")]);
    let of_tile = [("whole", "(512,512)"), ("acc", "ptr[32b](…) o ((_2,_2),_2,_4):((_1,_2),_4,_8)")];
    check(&kernel("MainloopSm80"), &[("TileShape_", "(_64,_64,_64)")], &of_tile);
    let hopper = [("acc", "ptr[32b](…) o ((_2,_2,_16),_1,_1):((_1,_2,_4),_0,_0)")];
    check(&kernel("MainloopSm90TmaGmma"), &[], &hopper);
}

/// Checks that the arguments of a template and what is `constexpr` are known when a kernel is compiled.
#[test]
fn a_condition_of_constants_is_no_remark() {
    let text = "template <int N, class T>\nvoid f(int M) {\n  constexpr int P = 2 * N;\n  static_assert(P >= N);\n  \
                static_assert(T::kStages > 1);\n  static_assert(M > 1);\n}\n";
    let evaluation = evaluated(text, &[]);
    let notes = evaluation.outcomes().map(|outcome| outcome.notes.len()).sum::<usize>();
    assert_eq!(notes, 1, "only M is known when it runs");
}

/// Traits that others are made of, as kernels of attention write them.
#[test]
fn a_class_has_the_members_of_its_base() {
    let text = "template <int kHeadDim_, int kWarps_, typename elem_type = half_t>
        struct Plain {
          using Element = elem_type;
          using Mma = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
        };
        template <int kHeadDim_, int kWarps_, class Base = Plain<kHeadDim_, kWarps_> >
        struct Traits : public Base {
          static constexpr int kSmem = kHeadDim_ % 64 == 0 ? 64 : 32;
          using TiledMma = TiledMMA<typename Base::Mma, Layout<Shape<Int<kWarps_>,_1,_1>>, Tile<Int<16 * kWarps_>, _16, _16>>;
          using Atom = decltype(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,Int<kSmem>>, Stride<Int<kSmem>,_1>>{}));
          using SmemLayout = decltype(tile_to_shape(Atom{}, Shape<_64, Int<kHeadDim_>>{}));
          using Bare = decltype(get_nonswizzle_portion(SmemLayout{}));
          using Same = decltype(SmemLayout{}.layout_b());
          struct Storage : cute::aligned_struct<128, _0> {
            array_aligned<typename Base::Element, cosize_v<SmemLayout>> q;
          };
        };";
    let bare = "((_8,_8),(_64,_2)):((_64,_512),(_1,_4096))";
    let expected =
        [("Atom", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"), ("Bare", bare), ("Same", bare), ("q", "ptr[16b](…)")];
    check(text, &[("kHeadDim_", "128")], &expected);
}

/// Whoever looks at a line that only programs write sees its layout, and not another one of the text.
#[test]
fn a_line_of_a_program_shows_its_own_layout() {
    let text = "template <class TiledMma>
        __global__ void gemm(float* C, int M, int N) {
          auto mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), LayoutRight{});
          auto gC = local_tile(mC, make_shape(_128{}, _128{}), make_coord(blockIdx.x, blockIdx.y));
          TiledMma mma;
          auto thr_mma = mma.get_slice(threadIdx.x);
          auto tCgC = thr_mma.partition_C(gC);
          using Atom = decltype(make_layout(Shape<_8,_64>{}));
        }";
    let evaluation = evaluated(text, &[]);
    for name in ["mC", "gC", "tCgC", "Atom"] {
        let is_it = |index: &usize| {
            let found = evaluation.statements().get(*index).and_then(|found| found.name.as_ref());
            found.is_some_and(|(own, _)| own == name)
        };
        let statement = (0..evaluation.statements().len()).find(is_it);
        let view = View { statement, ..View::default() };
        let seen = look(&evaluation, &view).expect(name);
        assert_eq!(Some(seen.statement), statement, "{name}");
    }
}

/// A pointer whose type is written needs no value.
#[test]
fn a_cast_tells_what_a_pointer_points_at() {
    let text = "void f() {\n  auto s = make_tensor(make_smem_ptr(reinterpret_cast<float*>(smem_)), Layout<Shape<_8,_8>>{});\n}";
    check(text, &[], &[("s", "smem_ptr[32b](…) o (_8,_8):(_1,_8)")]);
}

/// One line of C++ that calls what a notebook has not is a program; one with a misspelt name is a notebook with a mistake.
#[test]
fn what_a_notebook_has_not_may_be_what_a_program_has() {
    check(
        "auto t = make_tensor(make_gmem_ptr<int8_t>(nullptr) + 7, Layout<Shape<_8>, Stride<Int<-1>>>{}); auto r = recast<int32_t>(t);",
        &[],
        &[("r", "gmem_ptr[32b](…) o (_2):(_-1)")],
    );
    check("auto a = make_layout(_4{}); printf(\"at \"); print(a(3));", &[], &[("a", "_4:_1")]);
    for text in ["auto a = make_layuot(_4{});", "auto a = make_layout(_4{}); auto b = coalsce(a);"] {
        assert!(!paste::is_paste(text), "{text}");
        assert_eq!(evaluate(text, Settings::default()).diagnostics().len(), 1, "{text}");
    }
}

/// Checks that lines a reader writes below a program are read as in a notebook, and see all of the program.
#[test]
fn lines_below_a_program_are_a_notebook() {
    let kernel = "__global__ void f(int M) {\n  auto tA = make_layout(make_shape(Int<4>{}, 8));\n}\n";
    let below = "B = (4,2):(2,1)\n\nC = composition(tA, 2:1)\nsize(tA)\nSw<1,0,1> o 0 o 4:1\n";
    let text = format!("{kernel}{below}");
    check(&text, &[], &[("tA", "(_4,8):(_1,_4)"), ("B", "(4,2):(2,1)"), ("C", "(2,1):(1,4)")]);
    let evaluation = evaluated(&text, &[]);
    let printed = evaluation.outcomes().rev().take(2).map(|outcome| outcome.value.as_ref().map(ToString::to_string));
    assert_eq!(printed.collect::<Vec<_>>(), [Some("Sw<1,0,1> o 0 o 4:1".to_string()), Some("32".to_string())]);
    let written = evaluation.statements().iter().find(|one| one.name.as_ref().is_some_and(|(name, _)| name == "B"));
    assert_eq!(written.map(|one| one.expression.span.of(&text)), Some("(4,2):(2,1)"));
    // A statement of the program's own language is the program's.
    let python = "@cute.jit\ndef f():\n    a = cute.make_layout((4, 8))\n";
    check(&format!("{python}B = (4,2):(2,1)\n"), &[], &[("a", "(_4,_8):(_1,_4)"), ("B", "(4,2):(2,1)")]);
    check(&format!("{python}n = 4\nb = cute.make_layout((n, 2))\n"), &[], &[("b", "(_4,_2):(_1,_4)")]);
    check("#define X 4\nvoid f() {}\nauto a = make_layout(_4{});\n", &[], &[("a", "_4:_1")]);
}

/// A construct, and what names are worth in it.
#[test]
fn each_construct_has_its_value() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        (
            "using S = Shape<_4, _8>;\nauto a = S{};\nauto b = decltype(a){};\nif (true) {}",
            &[("a", "(_4,_8)"), ("b", "(_4,_8)")],
        ),
        ("auto [m, n] = make_shape(Int<4>{}, 8);", &[("m", "_4"), ("n", "8")]),
        ("void f() { int a = 1, b = 2; auto c = a < b ? 7 : 9; }", &[("a", "1"), ("b", "2"), ("c", "7")]),
        (
            "struct T { static constexpr int kM = 64; using L = Layout<Shape<Int<kM>, _8>>; };\nauto l = typename T::L{};",
            &[("l", "(_64,_8):(_1,_64)")],
        ),
        (
            "template <int M, class E> struct T { using L = Layout<Shape<Int<M>, _8>>; static constexpr int kBits = sizeof_bits_v<E>; };\nusing U = T<32, half_t>;\nauto l = U::L{};\nconstexpr int b = U::kBits;",
            &[("l", "(_32,_8):(_1,_32)"), ("b", "16")],
        ),
        ("auto f = [](auto x) { return x + Int<1>{}; };\nauto y = f(Int<3>{});\nif (true) {}", &[("y", "_4")]),
        (
            "template <class L> auto twice(L l) { return make_layout(l, l); }\nvoid g() { auto t = twice(Layout<_2,_4>{}); }",
            &[("t", "(_2,_2):(_4,_4)")],
        ),
        (
            "auto t = transform(make_shape(_2{}, _3{}), [](auto x) { return x * _2{}; });\nif (true) {}",
            &[("t", "(_4,_6)")],
        ),
        ("auto s = fold(make_shape(2, 3, 4), 0, [](auto a, auto b) { return a + b; });\nif (true) {}", &[("s", "9")]),
        ("#define TILE 64\nauto t = make_shape(Int<TILE>{}, TILE);", &[("t", "(_64,64)")]),
        ("#define ROUND(x, y) (((x) + (y) - 1) / (y) * (y))\nint r = ROUND(100, 32);", &[("r", "128")]),
        ("#if 0\nint a = 1;\n#else\nint a = 2;\n#endif\nvoid f();", &[("a", "2")]),
        ("#ifdef SOME_FEATURE\nint a = 1;\n#else\nint a = 2;\n#endif\nvoid f();", &[("a", "1")]),
        ("void f() { int x = 1; { x = 2; int y = 5; } int z = x; }", &[("z", "2"), ("y", "5")]),
        ("void f() { int x = 1; if constexpr (4 > 3) { x = 2; } else { x = 3; } int z = x; }", &[("z", "2")]),
        ("void f() { int x = 1; for (int i = 0; i < 4; ++i) { x += i; } int z = x; }", &[("z", "7"), ("i", "0")]),
        (
            "void f(int n) { int x = 1; while (n > x) { x *= 2; } while (more()) x *= 2; int z = x; }",
            &[("z", "unknown")],
        ),
        (
            "void f() { float a = 1.0f; int b = 4; double c = a * b; }",
            &[("a", "left out"), ("b", "4"), ("c", "left out")],
        ),
        (
            "auto p = make_tensor(make_smem_ptr<half_t>(nullptr), GMMA::Layout_K_SW128_Atom<half_t>{});\nif (true) {}",
            &[("p", "Sw<3,4,3>_smem_ptr[16b](…) o (_8,_64):(_64,_1)")],
        ),
        (
            "auto l = tile_to_shape(GMMA::Layout_MN_SW64_Atom<float>{}, Shape<_32,_16>{});\nif (true) {}",
            &[("l", "Sw<2,4,3> o smem_ptr[32b](unset) o ((_16,_2),(_8,_2)):((_1,_128),(_16,_256))")],
        ),
        ("using A = conditional_t<(4 > 3), _8, _16>;\nauto a = A{};", &[("a", "_8")]),
        (
            "static constexpr bool s = is_static<Shape<_4, int>>::value;\nbool t = is_same_v<Int<4>, _4>;",
            &[("s", "false"), ("t", "true")],
        ),
        (
            "enum class Kind { A, B = 4, C };\nenum class Other : int { C, D = C + 7 };\nint k = static_cast<int>(Kind::C);\nint d = int(Other::D);",
            &[("Kind::C", "5"), ("k", "5"), ("d", "7")],
        ),
        (
            "enum class Mode { Row, Col };\ntemplate <Mode M> struct Order;\ntemplate <> struct Order<Mode::Row> { template <class S> static auto make(S s) { return make_layout(s, LayoutRight{}); } };\ntemplate <> struct Order<Mode::Col> { template <class S> static auto make(S s) { return make_layout(s, LayoutLeft{}); } };\nint main() { auto r = Order<Mode::Row>::make(Shape<_4, _8>{}); auto c = Order<Mode::Col>::make(Shape<_4, _8>{}); }",
            &[("r", "(_4,_8):(_8,_1)"), ("c", "(_4,_8):(_1,_4)")],
        ),
        // What arguments tell of template parameters, and which function they fit.
        (
            "template <int N> auto g(Int<N>) { return Int<2 * N>{}; }\ntemplate <class S, class D> auto sh(Layout<S, D> const& l) { return S{}; }\ntemplate <int B, int M, int S> auto swz(Swizzle<B, M, S>) { return make_layout(Int<B>{}, Int<M>{}); }\ntemplate <class T, int M> struct Box { T t; };\ntemplate <class T, int M> auto of(Box<T, M> const& b) { return make_layout(Int<M>{}); }\ntemplate <class A, class B> auto second(cute::tuple<A, B> const& t) { return B{}; }\nint main() { auto a = g(Int<5>{}); auto b = sh(Layout<Shape<_4, _8>>{}); auto c = swz(Swizzle<3, 4, 3>{}); Box<half_t, 16> x; auto d = of(x); auto e = second(make_tuple(_3{}, _7{})); }",
            &[("a", "_10"), ("b", "(_4,_8)"), ("c", "_3:_4"), ("d", "_16:_1"), ("e", "_7")],
        ),
        (
            "int pick(int) { return 1; }\nint pick(float) { return 2; }\nint pick(bool) { return 3; }\ntemplate <class L> int kind(L const&) { return 1; }\ntemplate <class E, class L> int kind(Tensor<E, L> const&) { return 2; }\ntemplate <class S, class D> int kind(Layout<S, D> const&) { return 3; }\nint kind(int) { return 4; }\nint main() { int a = pick(3); int b = pick(true); int c = kind(make_shape(1, 2)); int d = kind(make_tensor((float*)nullptr, make_layout(4))); int e = kind(make_layout(4)); int f = kind(7); }",
            &[("a", "1"), ("b", "3"), ("c", "1"), ("d", "2"), ("e", "3"), ("f", "4")],
        ),
        (
            "template <class T> constexpr int kVec = 128 / sizeof_bits_v<T>;\ntemplate <int A, int B = 2> inline constexpr auto kPair = make_tuple(Int<A>{}, Int<B>{});\nint v = kVec<half_t>;\nauto p = kPair<3>;\nauto l = make_layout(make_shape(v, Int<kVec<float>>{}));",
            &[("v", "8"), ("p", "(_3,_2)"), ("l", "(8,_4):(_1,8)")],
        ),
        // What calls and steps change.
        (
            "struct P { int v_ = 3; int get() const { return v_; } void set(int v) { v_ = v; } };\nstruct A { int v = 3; };\nvoid addto(A& a, int k) { a.v += k; }\nint main() { P p; p.set(8); int a = p.get(); A x; addto(x, 5); int b = x.v; A* y = &x; y->v = 20; int c = x.v; x.v -= 4; int d = x.v; auto m = [n = 10](int k) { return n + k; }; int e = m(2); auto t = []<int N>(Int<N>) { return Int<N * N>{}; }; auto f = t(Int<3>{}); int i = 3; int r = i++ + 4; int g = i; }",
            &[("a", "8"), ("b", "8"), ("c", "20"), ("d", "16"), ("e", "12"), ("f", "_9"), ("r", "7"), ("g", "4")],
        ),
        (
            "struct Row {};\nstruct Col {};\nstruct Sub : Row {};\ntemplate <class S> auto by(S s, Row) { return make_layout(s, LayoutRight{}); }\ntemplate <class S> auto by(S s, Col) { return make_layout(s, LayoutLeft{}); }\ntemplate <class T> int kind(T) { return 0; }\ntemplate <class T> int kind(T*) { return 1; }\ntemplate <class T> requires (sizeof(T) == 2) int rq(T) { return 16; }\ntemplate <class T> requires (sizeof(T) == 4) int rq(T) { return 32; }\ntemplate <bool T> auto flip(bool_constant<T>) { if constexpr (T) return 1; else return 2; }\nint main() { auto a = by(Shape<_2, _3>{}, Sub{}); auto b = by(Shape<_2, _3>{}, Col{}); int c = kind(5); int d = rq(half_t{}); auto e = flip(true_type{}); }",
            &[("a", "(_2,_3):(_3,_1)"), ("b", "(_2,_3):(_1,_2)"), ("c", "0"), ("d", "left out"), ("e", "1")],
        ),
        (
            "void add(int a, int& sum, int by = 2) { sum += a * by; }\nvoid turn(int& a, int& b) { int t = a; a = b; b = t; }\ntemplate <class L> void grow(L& l, int n) { l = make_layout(make_shape(size(l) * n, 2)); }\nvoid maybe(int& x, bool y) { if (y) { x = 7; } else { x += 1; } }\nint main() { int s = 1; add(3, s); int s1 = s; add(4, s, 1); int s2 = s; int a = 1, b = 2; turn(a, b); int a1 = a; int b1 = b; auto l = make_layout(make_shape(4, 3)); grow(l, 2); auto m = l; int x = 4; maybe(x, true); int x1 = x; maybe(x, false); int x2 = x; }",
            &[("s1", "7"), ("s2", "11"), ("a1", "2"), ("b1", "1"), ("m", "(24,2):(_1,24)"), ("x1", "7"), ("x2", "8")],
        ),
        (
            "int counter = 3;\nint next() { return ++counter; }\nint main() { int n1 = next(); int n2 = next(); int k = 5; auto scale = [&](int z) { return z * k; }; auto fixed = [=](int z) { return z * k; }; k = 7; int a = scale(2); int b = fixed(2); int total = 0; auto sum = [&total](int v) { total += v; }; sum(3); sum(4); int t = total; for_each(make_tuple(1, 2), [&](auto v) { total += v; }); int u = total; }",
            &[("n1", "4"), ("n2", "5"), ("a", "14"), ("b", "10"), ("t", "7"), ("u", "10")],
        ),
        (
            "int main() { int i = 0; int a = i++ * 2 + 1; int b = ++i * 2; int c = i--; int d = i; int& r = d; r = 20; int e = d; d = 21; int f = r; if (i++ > 0) { int in = i; } int g = i; while (i-- > 0) {} int h = i; }",
            &[("a", "1"), ("b", "4"), ("c", "2"), ("e", "20"), ("f", "21"), ("g", "2"), ("h", "-1")],
        ),
        ("auto a = _m1{} * 3_c;\nif (true) {}", &[("a", "_-3")]),
        (
            "template <class T> using Row = Layout<Shape<_1, T>>;\nauto r = Row<_8>{};\nvoid f();",
            &[("r", "(_1,_8):(_0,_1)")],
        ),
        (
            "struct S { cute::ArrayEngine<float, 32> A; };\nvoid f(char* raw) { S& s = *reinterpret_cast<S*>(raw); auto t = make_tensor(make_smem_ptr(s.A.begin()), Layout<_32>{}); }",
            &[("t", "smem_ptr[32b](…) o _32:_1")],
        ),
    ];
    for (text, expected) in cases {
        check(text, &[], expected);
    }
}

const KERNEL: &str = "
template <class TA, int BLK_M>
__global__ void move(TA const* A, int M, int ldA)
{
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, 64), make_stride(ldA, Int<1>{}));
  Tensor gA = local_tile(mA, make_shape(Int<BLK_M>{}, Int<32>{}), make_coord(blockIdx.x, _));
  Tensor tA = local_partition(gA(_, _, 0), Layout<Shape<_32, _4>>{}, threadIdx.x);
  copy(tA, tA);
  __syncthreads();
}
";

#[test]
fn what_is_not_known_is_asked_for() {
    let evaluation = evaluated(KERNEL, &[]);
    let document = paste::of(&evaluation).expect("a program");
    let inputs =
        document.inputs.iter().map(|input| (input.name.as_str(), input.kind, input.is_static, input.default.as_str()));
    let expected = [
        ("TA", InputKind::Element, true, "half_t"),
        ("BLK_M", InputKind::Size, true, "128"),
        ("M", InputKind::Size, false, "512"),
        ("ldA", InputKind::Size, false, "512"),
        ("blockIdx.x", InputKind::Index, false, "0"),
        ("threadIdx.x", InputKind::Index, false, "0"),
    ];
    assert_eq!(inputs.collect::<Vec<_>>(), expected);
    check(
        KERNEL,
        &[],
        &[("gA", "gmem_ptr[16b](…) o (_128,_32,2):(512,_1,_32)"), ("tA", "gmem_ptr[16b](…) o (_4,_8):(16384,_4)")],
    );
    let inputs = [("threadIdx.x", "37"), ("ldA", "96"), ("BLK_M", "64"), ("TA", "float")];
    check(
        KERNEL,
        &inputs,
        &[("mA", "gmem_ptr[32b](…) o (512,64):(96,_1)"), ("tA", "gmem_ptr[32b](…+481) o (_2,_8):(3072,_4)")],
    );
}

/// A parameter has the value of the argument that the text calls the function with, whichever stands first.
#[test]
fn a_function_is_seen_with_what_it_is_called_with() {
    let text = "
template <class Shape, class Layout>
__global__ void device(Shape shape, Layout layout) {
  auto tile = tile_to_shape(layout, shape);
}
void host(int m) {
  auto shape = make_shape(Int<16>{}, Int<8>{});
  device<<<1, 128>>>(shape, Layout<Shape<_4,_4>>{});
}
";
    check(text, &[], &[("tile", "((_4,_4),(_4,_2)):((_1,_16),(_4,_64))")]);
}

/// Checks that members of an object of another file are asked for where they are used, and that a tuple has the modes
/// that it is taken apart into.
#[test]
fn members_of_what_others_define_are_asked_for() {
    let text = "template <class ProblemShape_, class Params>\n\
                void f(ProblemShape_ const& problem_shape, Params const& params, at::Tensor& q, Plan const& plan) {\n\
                auto [Q, K, D, D_VO, HB] = problem_shape;\n\
                auto [H, B] = HB;\n\
                auto a = make_layout(make_shape(params.seqlen_q, plan.rows * 2), make_stride(q.stride(0), _1{}));\n\
                int n = plan.topk;\n\
                dim3 grid(ceil_div(q.size(1), 64), 2);\n\
                uint2 id = {grid.y, grid.z};\n\
                auto b = make_shape(id.x, id.y, n, grid.x);\n\
                dim3 cta = cute::block_id_in_cluster();\n\
                auto c = make_coord(cta.y, H);\n\
                auto blk_coord = scheduler.get_block_coord(params);\n\
                auto row_max = -INFINITY;\n\
                }";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "D_VO"), "128", "a mode that the usual problem has not");
    assert_eq!(value(&evaluation, "c"), "(0,128)");
    assert_eq!(value(&evaluation, "a"), "(128,256):(512,_1)");
    assert_eq!(value(&evaluation, "b"), "(2,1,64,2)");
    assert_eq!(value(&evaluation, "blk_coord"), "(0,0,_,0)");
    let given = [("params.seqlen_q", "7"), ("q.stride(0)", "99"), ("plan.topk", "5"), ("block_id_in_cluster.y", "1")];
    let evaluation = evaluated(text, &given);
    assert_eq!(value(&evaluation, "a"), "(7,256):(99,_1)");
    assert_eq!(value(&evaluation, "b"), "(2,1,5,2)");
    assert_eq!(value(&evaluation, "c"), "(1,128)");
    let left_out = paste::lines(&evaluation).into_iter().filter(|line| line.status == paste::Status::Unknown);
    assert_eq!(left_out.count(), 0);
}

/// A member of a class that the text has is no input, though what it is given to is read before.
#[test]
fn members_that_the_text_defines_are_not_assumed() {
    let text = "struct P { int M = 48; using Tile = Shape<_8, _16>; };\n\
                template <class T> auto rows(T const& params) { return make_shape(params.M, 8); }\n\
                template <class S> auto last(S const& shape) { return get<3>(shape); }\n\
                void g() {\n\
                P p;\n\
                auto a = rows(p);\n\
                auto b = last(make_shape(1, 2, 3, 4));\n\
                auto c = make_layout((typename P::Tile){});\n\
                }";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "a"), "(48,8)");
    assert_eq!(value(&evaluation, "c"), "(_8,_16):(_1,_8)");
    assert_eq!(value(&evaluation, "b"), "4");
}

/// Checks that a member of a pair that nobody tells is asked for by its own name.
#[test]
fn types_of_unknown_pairs_are_asked_for() {
    let text = "template <class GmemTiledCopyPairA_, class SmemLayoutAtomsA_, class ElementPairA_, class ProblemShape>\n\
                struct C {\n\
                using GmemTiledCopyPairA = GmemTiledCopyPairA_;\n\
                using SmemLayoutAtomA = remove_cvref_t<decltype(get<0>(SmemLayoutAtomsA_{}))>;\n\
                using ElementSF = remove_cvref_t<decltype(get<1>(ElementPairA_{}))>;\n\
                using GmemTiledCopyA = remove_cvref_t<decltype(get<0>(GmemTiledCopyPairA{}))>;\n\
                using L = decltype(tile_to_shape(SmemLayoutAtomA{}, Shape<_128, _64>{}));\n\
                void f(ProblemShape problem_shapes) {\n\
                constexpr int bits = cutlass::detail::get_input_alignment_bits<ElementSF>();\n\
                auto [M, N, K, L_] = append<4>(problem_shapes.get_host_problem_shape(3), 1);\n\
                auto s = make_shape(M, L_);\n\
                }\n\
                };";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "L"), "Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))");
    assert_eq!(value(&evaluation, "bits"), "128");
    assert_eq!(value(&evaluation, "s"), "(512,1)");
    let evaluation = evaluated(text, &[("SmemLayoutAtomA", "GMMA::Layout_K_SW64_Atom<half_t>")]);
    assert!(value(&evaluation, "L").starts_with("Sw<2,4,3>"));
}

/// Checks the bytes that an object takes in memory, as C++ lays it out.
#[test]
fn objects_have_their_bytes() {
    let text = "template <class T, class L> struct Storage { ArrayEngine<T, cosize_v<L>> smem; alignas(16) uint64_t bar[1]; };\n\
                template <class A, class B, class L> struct Two {\n\
                alignas(128) ArrayEngine<A, cosize_v<L>> a; alignas(128) ArrayEngine<B, cosize_v<L>> b;\n\
                alignas(16) uint64_t barrier; alignas(16) uint32_t base; };\n\
                template <class L> struct Nest {\n\
                struct Tensors : aligned_struct<256, _0> { array_aligned<half_t, cosize_v<L>> q;\n\
                union { array_aligned<half_t, 100> k; array_aligned<float, 30> o; }; } tensors;\n\
                uint32_t flags[3]; static constexpr int X = 4; float* p; };\n\
                struct Odd { char a; double b; char c; };\n\
                union Either { char a[5]; int b; };\n\
                struct Empty {};\n\
                struct Foreign { Unknown<3> a; };\n\
                using L = Layout<Shape<_8,_16>, Stride<_16,_1>>;\n\
                int one = sizeof(Storage<half_t, L>); constexpr int half = int(sizeof(Storage<int4_t, L>));\n\
                int two = sizeof(Two<half_t, float, L>); int align = alignof(Two<half_t, float, L>);\n\
                int nest = sizeof(Nest<L>); int odd = sizeof(Odd); int either = sizeof(Either); int empty = sizeof(Empty);\n\
                int sum = sizeof(Storage<half_t, L>) + sizeof(float); int list = sizeof(array<float, 7>);\n\
                int foreign = sizeof(Foreign);";
    // Values that g++ gives for the same text.
    check(
        text,
        &[],
        &[
            ("one", "272"),
            ("half", "80"),
            ("two", "896"),
            ("align", "128"),
            ("nest", "768"),
            ("odd", "24"),
            ("either", "8"),
            ("empty", "1"),
            ("sum", "276"),
            ("list", "28"),
            ("foreign", "left out"),
        ],
    );
}

/// A function that others call is seen with what they are called with, not with what nobody gives them.
#[test]
fn calls_are_followed_from_where_they_begin() {
    let text = "template <class T, class L, class C = Int<1>> auto inner(L const& l, C const& c = {}) { auto a = size(l) * c; return a; }\n\
                template <class T, class L> auto outer(L const& l) { return inner<T>(l); }\n\
                TEST(A, B) { Layout g = make_layout(make_shape(4, 8)); inner<half_t>(g, Int<2>{}); }";
    check(text, &[], &[("a", "64")]);
}

/// Checks that a parameter given by a call in the text is not asked for; its argument is asked for where it is not
/// known itself.
/// However its text decorates a kernel or passes its parameters, it is seen with what it is launched with; the same name is
/// asked for by the kernel and by who launches it.
#[test]
fn a_kernel_is_seen_with_what_it_is_launched_with() {
    check(
        "template <class TensorS, class ThreadLayout>
         __global__ static void __launch_bounds__(256, 1) copy_kernel(TensorS const S, ThreadLayout) {
           auto shape = S.shape();
           auto threads = ThreadLayout{};
         }
         __global__ void rows(__grid_constant__ const Params params, float const* __restrict__ data) {
           auto t = make_tensor(data, make_shape(params.M, 4));
         }
         void run(Params params) {
           auto s = make_shape(params.M, params.N);
           rows<<<1, 1>>>(params, nullptr);
           copy_kernel<<<1, 1>>>(make_tensor(make_gmem_ptr(params.input), s), Layout<Shape<_32,_8>>{});
         }",
        &[("params.N", "96")],
        &[
            ("s", "(512,96)"),
            ("t", "ptr[32b](…) o (512,4):(_1,512)"),
            ("shape", "(512,96)"),
            ("threads", "(_32,_8):(_1,_32)"),
        ],
    );
    check(
        "template <class GmemLayout_, class TileShape_> struct Params {
           using TileShape = TileShape_;
           GmemLayout_ const layout;
           TileShape_ const tile;
           Params(GmemLayout_ const& layout, TileShape_ const& tile) : layout(layout), tile(tile) {}
         };
         template <int N, class Params> __global__ void kernel(CUTE_GRID_CONSTANT Params const params) {
           auto t = local_tile(make_identity_tensor(shape(params.layout)), params.tile, make_coord(1, 0));
           using Tile = typename Params::TileShape;
         }
         void run() {
           Params params(make_layout(make_shape(64, 32)), Shape<_16,_8>{});
           void const* entry = (void const*)kernel<4, decltype(params)>;
           launch_kernel_on_cluster(launch_params, entry, params);
         }",
        &[],
        &[("t", "ArithTuple(16,0) o (_16,_8):(_1@0,_1@1)"), ("Tile", "(_16,_8)")],
    );
}

/// A tensor that nothing tells of has as many modes, and modes within modes, as it is called with coordinates for.
#[test]
fn a_tensor_has_the_modes_that_its_coordinates_ask_for() {
    check(
        "template <class TensorS> __global__ void kernel(TensorS S) {
           Tensor tile = S(make_coord(_, _), blockIdx.x, blockIdx.y);
           auto r = rank(tile); auto w = rank(S);
         }",
        &[],
        &[("r", "_2"), ("w", "_3")],
    );
}

/// A kernel alone, without what launches it: its copies by TMA, its tensors and its shared memory are what their names and
/// their uses say. Parameters of a template may stand on lines of their own.
#[test]
fn a_kernel_alone_comes_alive() {
    check(
        "template <class SharedStorage,
          class ATensor,
          class SmemLayoutA, class TmaA,
          class CtaTiler>
__global__ static
__launch_bounds__(128)
void
kernel(ATensor mA, CUTE_GRID_CONSTANT TmaA const tma_a, CtaTiler cta_tiler, float* out)
{
  extern __shared__ char memory[];
  SharedStorage& storage = *reinterpret_cast<SharedStorage*>(memory);
  Tensor mB = tma_a.get_tma_tensor(make_shape(256, 128));
  auto coord = make_coord(blockIdx.x, _, _);
  Tensor gA = local_tile(mA, cta_tiler, coord, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, Shape<_128,_64>{}, make_coord(0, _));
  Tensor sB = make_tensor(make_smem_ptr<half_t>(nullptr), SmemLayoutA{});
  auto [tBgB, tBsB] = tma_partition(tma_a, Int<0>{}, Layout<_1>{}, group_modes<0,2>(sB), group_modes<0,2>(gB));
  Tensor tCsA = storage.tensor_sA();
  warpgroup_arrive();
  Tensor mD_mn = somewhere(out);
}",
        &[],
        &[
            ("gA", "gmem_ptr[16b](…) o (_128,_64,8):(512,_1,_64)"),
            ("mB", "ArithTuple(_0,_0) o (256,128):(_1@1,_1@0)"),
            ("gB", "ArithTuple(_0,0) o (_128,_64,2):(_1@1,_1@0,_64@0)"),
            ("tBgB", "ArithTuple(_0,0) o (((_64,_128),_1),2):(((_1@0,_1@1),_0),_64@0)"),
            ("tBsB", "Sw<3,4,3>_smem_ptr[16b](…) o ((_8192,_1),(_1,_4)):((_1,_0),(_0,_8192))"),
            ("tCsA", "Sw<3,4,3>_smem_ptr[16b](…) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))"),
            ("mD_mn", "left out"),
        ],
    );
}

/// A function alone, whose parameters are of classes that the text has not, and members of such classes.
#[test]
fn a_function_alone_comes_alive() {
    check(
        "__global__ void device(ProblemShape shape_MNK, CtaTiler cta_tiler, TA const* A, AStride dA, ASmemLayout sA_layout,
                  TiledCopyA copy_a, S2RAtomA s2r_atom_a, TMA_B const tma_b, Params const& params) {
           Tensor mA = make_tensor(make_gmem_ptr(A), select<0,2>(shape_MNK), dA);
           Tensor gA = local_tile(mA, cta_tiler, make_coord(0, 0, _), Step<_1, X,_1>{});
           Tensor sA = make_tensor(make_smem_ptr(params.smem_A.data()), sA_layout);
           ThrCopy thr_copy_a = copy_a.get_slice(threadIdx.x);
           Tensor tAsA = thr_copy_a.partition_D(sA);
           auto stages = size<3>(tAsA);
           TiledMma mma;
           Tensor tCrA = mma.get_slice(0).partition_fragment_A(sA(_,_,0));
           TiledCopy s2r_copy_a = make_tiled_copy_A(s2r_atom_a, mma);
           constexpr int rows = Traits::kBlockM / 2;
           auto block_tma_b = tma_b.get_slice(0);
           Tensor tBsB = block_tma_b.partition_D(make_tensor(make_smem_ptr<half_t>(nullptr), Shape<_128,_64>{}, Stride<_64,_1>{}));
           auto bulk = Copy_Atom<SM90_BULK_COPY_AUTO, half_t>{};
         }",
        &[],
        &[
            ("gA", "gmem_ptr[16b](…) o (_128,_64,8):(512,_1,_64)"),
            ("stages", "_4"),
            ("tCrA", "GMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)"),
            ("rows", "64"),
            ("tBsB", "smem_ptr[16b](…) o (((_64,_128),_1),_1,_1):(((_1,_64),_0),_0,_0)"),
            ("bulk", "left out"),
        ],
    );
    check(
        "template <class TensorA, class KTileIterator>
CUTLASS_DEVICE void load(Params const& mainloop_params, cute::tuple<TensorA, TensorA> const& load_inputs, BlockCoord const& blk_coord, int thread_idx) {
    Tensor sA = make_tensor(make_smem_ptr(shared_tensors.smem_A.data()), SmemLayoutA{});        // (BLK_M,BLK_K,PIPE)
    constexpr uint32_t cluster_shape_x = get<0>(typename DispatchPolicy::ClusterShape());
    uint2 cluster_local_block_id = {block_rank_in_cluster % cluster_shape_x, block_rank_in_cluster / cluster_shape_x};
    Tensor gA_mkl = get<0>(load_inputs);
    auto block_tma_a = mainloop_params.tma_load_a.get_slice(cluster_local_block_id.y);
    auto [m_coord, n_coord, k_coord, l_coord] = blk_coord;
    Tensor gA = gA_mkl(_,_,m_coord,_,l_coord);                                                     // (BLK_M,BLK_K,k)
    Tensor tAgA = block_tma_a.partition_S(gA);                                                 // (TMA,TMA_M,TMA_K,k)
    Tensor tAsA = block_tma_a.partition_D(sA);                                              // (TMA,TMA_M,TMA_K,PIPE)
    TiledMma tiled_mma;
    auto thread_mma = tiled_mma.get_thread_slice(thread_idx);
    Tensor tCsA = thread_mma.partition_A(sA);
    Tensor tCrA = thread_mma.make_fragment_A(tCsA);
    wgmma_fence();
}
",
        &[],
        &[
            ("cluster_local_block_id", "(0,0)"),
            ("gA", "ArithTuple(_0,0,0) o (_128,_64,8):(_1@1,_1@0,_64@0)"),
            ("tAgA", "ArithTuple(_0,0,0) o (((_64,_128),_1),_1,_1,8):(((_1@0,_1@1),_0),_0,_0,_64@0)"),
            ("tCrA", "GMMA::DescriptorIterator o (_1,_1,_4,(_1,_4)):(_0,_0,_2,(_0,_1024))"),
        ],
    );
}

/// The same of the DSL: what its parameters are annotated as, called and used for says what they are.
#[test]
fn a_kernel_of_the_dsl_alone_comes_alive() {
    check(
        "@cute.kernel
def kernel(
    self,
    tiled_mma: cute.TiledMma,
    tma_atom_a: cute.CopyAtom,
    mA_mkl: cute.Tensor,
    cluster_layout_vmnk: cute.Layout,
    a_smem_layout_staged: cute.ComposedLayout,
    tile_sched_params: utils.PersistentTileSchedulerParams,
):
    bidx, _, _ = cute.arch.block_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, a_smem_layout_staged.outer, swizzle=a_smem_layout_staged.inner)
    gA_mkl = cute.local_tile(mA_mkl, cute.slice_(self.mma_tiler, (None, 0, None)), (None, None, None))
    thr_mma = tiled_mma.get_slice(0)
    tCgA = thr_mma.partition_A(gA_mkl)
    a_cta_layout = cute.make_layout(cute.slice_(cluster_layout_vmnk, (0, 0, None, 0)).shape)
    tAsA, tAgA = cpasync.tma_partition(tma_atom_a, 0, a_cta_layout, cute.group_modes(sA, 0, 3), cute.group_modes(tCgA, 0, 3))
    tCrA = tiled_mma.make_fragment_A(sA)
    tile_sched = utils.StaticPersistentTileScheduler.create(tile_sched_params, cute.arch.block_idx(), cute.arch.grid_dim())
    work_tile = tile_sched.initial_work_tile_info()
    tile = work_tile.tile_idx
    self.cta_sync_barrier.arrive_and_wait()
    tcgen05.commit(0)
",
        &[],
        &[
            ("gA_mkl", "gmem_ptr[16b](…) o (_128,_64,4,8,1):(512,_1,65536,_64,262144)"),
            ("a_cta_layout", "(_1):(_0)"),
            ("tAsA", "smem_Sw<3,4,3>_ptr[16b](…) o ((_8192,_1),_4):((_1,_0),_8192)"),
            ("tAgA", "gmem_ptr[16b](…) o (((_64,_128),_1),4,8,1):(((_1,512),_0),65536,_64,262144)"),
            ("tCrA", "UMMA::DescriptorIterator o (_1,_1,_4,_4):(_0,_0,_2,_1024)"),
            ("tile", "(0,0,0)"),
        ],
    );
}

/// What is given to a mode of a tuple is in it from there on; what an array holds that nobody changes is known.
#[test]
fn modes_and_tables_are_what_was_given_last() {
    check(
        "void run(int k) {
           auto shape = make_shape(4, 8, make_shape(2, 3));
           get<1>(shape) = 5;
           cute::get<2,1>(shape) = 7;
           auto a = make_layout(shape);
           int table[4] = {1, 2, 3, 4};
           auto b = table[2];
           int changed[2] = {1, 2};
           changed[1] = k;
           auto c = changed[0];
           sA(3) = 4;
           using S = typename Copy_Traits<SM75_U32x4_LDSM_N>::DstLayout;
         }",
        &[],
        &[("a", "(4,5,(2,7)):(_1,4,(20,40))"), ("b", "3"), ("c", "1"), ("S", "(_32,(_32,_4)):(_32,(_1,_1024))")],
    );
}

/// A list in braces makes what the member is, by place or by name; a member that is given a value has it from there on.
#[test]
fn members_are_given_in_braces_by_name_and_later() {
    check(
        "struct Shape3 { int m, n, k; };
         struct Params { Shape3 shape; int stages = 3; int lda; };
         __global__ void kernel(Params params) {
           auto t = make_layout(make_shape(params.shape.m, params.shape.n), make_stride(params.lda, 1));
         }
         void run() {
           Params p{{128, 64, 32}, 4, 64};
           auto a = make_shape(p.shape.m, p.shape.k, p.stages);
           Params q = {.shape = {.m = 8, .k = 2}, .lda = 16};
           auto b = make_shape(q.shape.m, q.shape.k, q.stages, q.lda);
           Params r;
           r.shape.m = 256;
           r.shape.n = r.shape.m / 2;
           r.lda = r.shape.n;
           auto c = make_shape(r.shape.m, r.lda);
           kernel<<<1, 1>>>(r);
           dim3 grid(4, 2);
           grid.y = 8;
           auto d = make_shape(grid.x, grid.y, grid.z);
           Arguments arguments;
           arguments.tile.m = 40;
           auto e = make_shape(arguments.tile.m, 2);
         }",
        &[],
        &[
            ("a", "(128,32,4)"),
            ("b", "(8,2,3,16)"),
            ("c", "(256,128)"),
            ("d", "(4,8,1)"),
            ("e", "(40,2)"),
            ("t", "(256,128):(128,1)"),
        ],
    );
    // What a loop gives, or what nobody knows, is not known behind it.
    let unknown = evaluated(
        "struct Params { int m = 4; };
         void run() {
           Params p; for (int i = 0; i < 4; ++i) { p.m = i; p.m += other(); } auto a = make_shape(p.m, 1);
           Params q; q.m = somewhere(); auto b = make_shape(q.m, 1);
           Handle handle = {1, 2};
         }",
        &[],
    );
    for name in ["a", "b", "handle"] {
        let found = value(&unknown, name);
        assert!(["unknown", "left out"].contains(&found.as_str()), "{name} is {found}");
    }
}

/// An object holds what it is made of, by a constructor or member by member; a parameter of a class whose numbers nobody
/// says is asked for them.
#[test]
fn objects_hold_what_they_are_made_of() {
    let text = "struct Params { int M; int N; float* ptr; Shape<_8, int> tile = {_8{}, 4}; };
         __global__ void kernel(Params params) {
           auto t = make_tensor(make_gmem_ptr(params.ptr), make_shape(params.M, params.N));
           auto tile = params.tile;
         }";
    check(text, &[("params.M", "48")], &[("t", "gmem_ptr[32b](…) o (48,512):(_1,48)"), ("tile", "(_8,4)")]);
    let run = "void run(float* d) {
           int m = 96;
           Params params{m, 64, d};
           kernel<<<1, 1>>>(params);
           Params q = {m, 32};
           auto s = make_shape(q.M, q.N);
           Params copy = q;
           auto c = copy.N;
         }";
    let both = [("t", "gmem_ptr[32b](…) o (96,64):(_1,96)"), ("s", "(96,32)"), ("c", "32")];
    check(&format!("{text}\n{run}"), &[], &both);
    // What the object says is not asked for.
    let evaluation = evaluated(&format!("{text}\n{run}"), &[]);
    let document = paste::of(&evaluation).expect("a program");
    let asked = document.inputs.iter().filter(|input| !paste::is_said(&evaluation, input)).collect::<Vec<_>>();
    assert!(asked.is_empty(), "{asked:?}");
    check(
        "class Range {
           int begin_; int end_;
         public:
           Range(int begin, int end) noexcept : begin_(begin), end_{end} {}
           int size() const { return end_ - begin_; }
         };
         template <class Layout_> struct Holder { Layout_ layout; int count; };
         void run() {
           Range range(3, 11);
           auto n = range.size();
           Holder holder{make_layout(Shape<_4,_2>{}), 5};
           auto l = holder.layout; auto k = holder.count;
         }",
        &[],
        &[("n", "8"), ("l", "(_4,_2):(_1,_4)"), ("k", "5")],
    );
}

/// A slice has the same layout wherever in memory it begins; memory of a framework's tensor has elements.
#[test]
fn slices_at_what_a_loop_left_have_their_layout() {
    check(
        "void run(torch::Tensor x) {
           auto p = x.data_ptr<float>();
           auto t = make_tensor(make_smem_ptr(p), make_shape(8, 4, 3));
           int stage = 0;
           while (more()) stage += 1;
           auto s = t(_, _, stage);
           auto e = make_tensor(t(_, _, stage).data(), 8);
           auto c = make_identity_tensor(make_shape(8, 4))(_, stage);
         }",
        &[],
        &[
            ("p", "ptr[32b](…)"),
            ("s", "smem_ptr[32b](…) o (8,4):(_1,8)"),
            ("e", "smem_ptr[32b](…) o 8:_1"),
            ("c", "unknown"),
        ],
    );
}

#[test]
fn what_a_call_gives_is_not_asked_for() {
    let text = "template <class T> __global__ void kernel(T const* A, int m, int n) { auto s = make_shape(m, n, threadIdx.x); }\n\
                void run(float* A) { int m = 8; kernel<<<1, 32>>>(A, m, unheard_of()); }";
    let asked = |inputs: &[(&str, &str)]| {
        let evaluation = evaluated(text, inputs);
        let document = paste::of(&evaluation).expect("a program");
        let asked = document.inputs.iter().filter(|input| !paste::is_said(&evaluation, input));
        asked.map(|input| input.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(asked(&[]), ["n", "threadIdx.x"]);
    assert_eq!(asked(&[("m", "16")]), ["m", "n", "threadIdx.x"]);
}

/// Checks that the language named by a text counts.
#[test]
fn a_text_says_what_it_is_written_in() {
    let text = "a = make_layout((4, 8))\nb = a(3)\n";
    let of = |head: &str| {
        let evaluation = evaluate_given(&format!("{head}{text}"), Settings::default(), given(&[]));
        paste::of(&evaluation).map(|found| found.language)
    };
    assert_eq!(of(""), None);
    assert_eq!(of("# inputs: read as = Python\n"), Some(paste::Language::Python));
    assert_eq!(of("// inputs: read as = C++\n"), Some(paste::Language::Cpp));
    assert_eq!(of("// inputs: read as = notation\n"), None);
}

/// What CuTe's headers have beside layouts: traits, types that are given values, and tensors whose swizzle has an offset. The
/// answers are those of a program that g++ compiled.
#[test]
fn traits_and_types_are_worth_what_the_compiler_says() {
    let text = "auto s = make_layout(Shape<_8,_6>{}, LayoutRight{});
auto a = make_shape(cosize_v<decltype(s)>, rank_v<decltype(s)>, tuple_size_v<decltype(s.shape())>, Int<cosize_v<decltype(s)>>{});
auto b = is_integral<int>::value; auto c = bool_constant<true>{}; auto d = make_coord(_, 1, X{});
auto e = conditional_return<true>(_1{}, 2); auto f = conditional_return(_1{} == _2{}, 5, _2{}); auto g = seq<1,2,3>{};
auto h = make_basis_like(make_shape(1, make_shape(2, 3)));
auto swizzled = tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), Shape<_128,_64>{});
auto sA = make_tensor(make_smem_ptr<half_t>((half_t*)nullptr), swizzled);
auto moved = domain_offset(make_coord(3, _0{}), sA);
using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}));
auto tiler = typename Copy::Tiler_MN{}; auto count = typename Copy::AtomNumVal{};
";
    check(
        text,
        &[],
        &[
            ("a", "(48,2,2,_48)"),
            ("b", "true"),
            ("c", "true"),
            ("d", "(_,1,_)"),
            ("e", "_1"),
            ("f", "_2"),
            ("g", "(_1,_2,_3)"),
            ("h", "(_1@0,(_1@0@1,_1@1@1))"),
            ("moved", "smem_ptr[16b](…) o Sw<3,3,3> o 192 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))"),
            ("tiler", "(_16,_64)"),
            ("count", "_8"),
        ],
    );
}

/// Templates that are given to templates, kernels that are launched with types, and types of composed layouts.
#[test]
fn templates_are_arguments_of_templates() {
    let text = "template <class T, template <typename> typename ATOM> void f() { auto s = ATOM<T>{}; }\n\
                template <class T> __global__ void device(uint16_t* in) { constexpr int count = sizeof(T) / 4; }\n\
                void g(uint16_t* in) { f<int8_t, GMMA::Layout_MN_SW128_Atom>(); device<uint64_t><<<1, 32>>>(in); dim3 block(16, _2{}); }\n\
                using P = ComposedLayout<Swizzle<1,0,2>, smem_ptr_flag_bits<8>, Layout<Shape<_4,_4>, Stride<_1,_4>>>;\n\
                using Q = ComposedLayout<Swizzle<3,4,3>, smem_ptr_flag, Layout<Shape<_8,_1024>, Stride<_1024,_1>>>;\n\
                auto u = upcast<16>(Q{}); auto a = u.layout_a(); auto o = u.offset();\n\
                auto c = ComposedLayout<Swizzle<1,0,2>, _0, Layout<Shape<_4,_4>, Stride<_1,_4>>>{};\n\
                array<int, 4> written; array<int, 4> zeros{};";
    check(
        text,
        &[],
        &[
            ("s", "Sw<3,4,3> o smem_ptr[8b](unset) o (_128,_8):(_1,_128)"),
            ("count", "2"),
            ("P", "Sw<1,0,2> o smem_ptr[8b](unset) o (_4,_4):(_1,_4)"),
            // A swizzle of bytes stays what it is, whatever the elements are.
            ("Q", "Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)"),
            ("u", "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"),
            ("a", "Sw<3,4,3>"),
            ("o", "smem_ptr[16b](unset)"),
            ("c", "Sw<1,0,2> o _0 o (_4,_4):(_1,_4)"),
            ("block", "(16,2,1)"),
            // Its content is written later.
            ("written", "ptr[32b](…)"),
            ("zeros", "(0,0,0,0)"),
        ],
    );
}

/// The headers' own names of the instructions of a warpgroup are their usual ones.
#[test]
fn instructions_have_two_names() {
    let text = "using A = MMA_Atom<SM90::GMMA::MMA_64x64x16_F32BF16BF16_RS<GMMA::Major::K, GMMA::Major::MN>>;\n\
                using B = MMA_Atom<SM90_64x64x16_F32BF16BF16_RS<GMMA::Major::K, GMMA::Major::MN>>;\n\
                using C = MMA_Atom<SM90::GMMA::SPARSE::GMMA_64x64x32_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>;\n\
                void f() { }";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "A"), value(&evaluation, "B"));
    assert!(value(&evaluation, "C").contains("Shape_MNK"));
}

/// A branch that nobody decides leaves a name unknown, and what depends on it; never a number.
/// What CUTLASS asks of strides, types and integers has its answer here.
#[test]
fn traits_of_cutlass_have_their_answers() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        (
            "template <class Stride> struct X {
               using Order = cutlass::conditional_t< ::cutlass::gemm::detail::is_major<0,Stride>(), Step<_2,_1>, Step<_1,_2>>;
               static constexpr bool k = cutlass::detail::is_k_major<Stride>();
             };
             using A = X<Stride<_1, int64_t>>::Order; using B = X<Stride<int64_t, _1>>::Order;
             constexpr bool k = X<Stride<int64_t, Stride<_1, _8>>>::k;",
            &[("A", "(_2,_1)"), ("B", "(_1,_2)"), ("k", "true")],
        ),
        (
            "using Word = cutlass::AlignedArray<float, 4>;
             auto c = make_tiled_copy(Copy_Atom<UniversalCopy<Word>, float>{}, Layout<_32>{}, Layout<_4>{});
             auto s = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<_32>{}, Layout<_4>{});
             bool same = is_same_v<decltype(c), decltype(s)>;
             auto t = recast<cutlass::Array<float, 2>>(make_tensor<float>(Layout<_8>{}));
             cutlass::Array<float, 2> pair;",
            &[("same", "true"), ("t", "ptr[64b](…) o _4:_1"), ("pair", "Array")],
        ),
        (
            "int a = bits_to_bytes(size(Shape<_8,_8>{}) * 3); int b = round_nearest(100, 16);
             using C = conditional_t<is_void_v<void>, _1, _2>; using D = conditional_t<is_void_v<float>, _1, _2>;
             constexpr bool e = detail::is_sm120_f8f6f4<void, float_e4m3_t, float_e2m1_t>();",
            &[("a", "24"), ("b", "112"), ("C", "_1"), ("D", "_2"), ("e", "true")],
        ),
    ];
    for (text, expected) in cases {
        check(text, &[], expected);
    }
}

/// A tensor that is made of what the text has not is a tensor, and nothing claims what the value of others is.
#[test]
fn what_comes_from_elsewhere_is_said_so() {
    let text = "void f() {
                  auto plan = unheard_of(4); auto next = plan + 1;
                  auto t = make_tensor(make_smem_ptr<float>(nullptr), plan.layout());
                  float x = 1.0f;
                  int n = 1; while (x < 2) n += 1;
                  auto l = make_layout(n);
                }";
    let evaluation = evaluated(text, &[]);
    let said = paste::lines(&evaluation).into_iter().filter_map(|line| {
        let name = &evaluation.statements().get(line.statement?)?.name.as_ref()?.0;
        Some(format!("{name}: {}", colex::words::program_line(&evaluation, &line, colex::words::Tongue::English)))
    });
    let expected = [
        "plan: Left out: it comes from what this text does not have",
        "next: Left out: it comes from what this text does not have",
        "t: Not known: it depends on plan, which is not known",
        "x: Left out: its value is neither a layout, a tuple nor an integer",
        "n: ",
        "n: ",
        "l: Not known: it depends on n, which a loop changes",
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
}

#[test]
fn unknown_is_never_a_number() {
    let text = "void f(Thing t) { int x = 4; if (t.ready()) { x = 8; } int y = x + 1; auto l = make_layout(y); }";
    check(text, &[], &[("y", "unknown"), ("l", "unknown")]);
}

#[test]
fn a_mistake_about_layouts_is_one() {
    let cases = [
        ("auto a = composition(Layout<Shape<_4,_3>,Stride<_1,_5>>{}, Layout<_6,_1>{});\nif (true) {}", 1),
        ("static_assert(size(Shape<_4,_8>{}) == 31);\nvoid f();", 1),
        // With another size it may hold: nobody said 128.
        ("template <int N> void f() { static_assert(N % 96 == 0); }", 0),
        ("void f() { std::vector<int> v; v.push_back(4); foo(bar); cudaMalloc(&p, 4); }", 0),
    ];
    for (text, mistakes) in cases {
        let evaluation = evaluated(text, &[]);
        assert_eq!(
            (evaluation.diagnostics().len(), paste::counts(&evaluation).mistakes),
            (mistakes, mistakes),
            "{text}"
        );
    }
}

#[test]
fn what_is_left_out_has_places_and_is_counted() {
    let evaluation = evaluated(KERNEL, &[]);
    let lines = paste::lines(&evaluation);
    assert!(lines.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
    let left_out = lines.iter().filter(|line| line.status == Status::LeftOut).map(|line| line.span.of(KERNEL));
    assert_eq!(left_out.collect::<Vec<_>>(), ["copy(tA, tA)", "__syncthreads()"]);
    let counts = paste::counts(&evaluation);
    assert_eq!((counts.about, counts.unknown, counts.left_out), (3, 0, 2));
    let said = colex::words::program_counts(&counts, colex::words::Tongue::English);
    assert_eq!(said, "3 statements about layouts, 2 others left out");
}

/// Checks that text that calls itself, nests or grows ends, and soon.
#[test]
fn what_has_no_end_ends() {
    let deep = format!("void f() {{ {} int x = 1; {} }}", "{".repeat(5000), "}".repeat(5000));
    let long = format!("void f() {{ auto x = {}1; }}", "1 + ".repeat(20_000));
    let macros = (1..40).map(|n| format!("#define D{n}(x) (D{}(x) + D{}(x))\n", n - 1, n - 1)).collect::<String>();
    let texts = [
        "auto f(int n) { return f(n - 1) + f(n - 2); }\nint x = f(40);".to_string(),
        "auto f = [](auto g, auto n) { return g(g, n) + g(g, n); };\nauto x = f(f, 1);\nif (true) {}".to_string(),
        "template <int N> struct T { using U = typename T<N + 1>::U; };\nusing X = T<0>::U;".to_string(),
        format!("#define D0(x) (x)\n{macros}int x = D39(1);"),
        deep,
        long,
        "struct A {".repeat(3000),
        "template <".repeat(3000) + "\nvoid f();",
        "if (".repeat(3000) + "\nvoid f();",
        "[](".repeat(3000) + "\nvoid f();",
        "#if A\n".repeat(3000) + "void f();",
    ];
    for text in texts {
        let evaluation = evaluate(&text, Settings::default());
        let _ = paste::lines(&evaluation);
    }
}

/// Checks that the work of a function that calls itself is paid for by its first call: two calls within each would else
/// be sixteen million, 24 deep.
#[test]
fn functions_that_call_themselves_several_times_end() {
    for body in [
        "auto a = f(x); auto b = f(x); return b;",
        "auto a = g(x); auto b = g(x); f(b); return f(a);",
        "auto a = f(x); if constexpr (R == 1) { return f(a); } else { f(a); f(x); return f(a); }",
    ] {
        let text = format!(
            "template <class T> auto g(T const& x) {{ auto c = f(x); auto d = f(c); return f(d); }}\n\
             template <class T> auto f(T const& x) {{ {body} }}\n\
             auto l = make_layout(make_shape(4, 8));\nauto y = f(l);"
        );
        let evaluation = evaluated(&text, &[]);
        assert_eq!(value(&evaluation, "l"), "(4,8):(_1,4)", "{text}");
        assert_ne!(value(&evaluation, "y"), "nothing", "{text}");
    }
}

/// A notebook stays a notebook.
#[test]
fn a_notebook_is_no_program() {
    let texts = [
        "A = (8,8):(8,1)\nT = zipped_divide(A, <4:1, 2:1>)\nT((1,2), _)",
        "Layout b = group<0,2>(Layout<Shape<_2,_3,_5,_7>>{});",
        "#if 1\nA = 4\n#else\nA = 5\n#endif\nA",
        "auto A = make_layout(make_shape(Int<2>{}, 4), make_stride(4, Int<1>{}));  // if (so) {",
    ];
    for text in texts {
        assert!(!paste::is_paste(text), "{text}");
    }
    assert!(paste::is_paste("auto dA = make_stride(Int<1>{}, ldA);"), "a name that is asked for");
}

/// Checks the output of CuTe's C++ for its algorithms on tuples.
#[test]
fn algorithms_on_tuples_are_those_of_cute() {
    let cases: &[(&str, &str)] = &[
        ("tuple_cat(make_tuple(1,2), make_tuple(3,_4{}))", "(1,2,3,_4)"),
        ("wrap(3)", "(3)"),
        ("unwrap(make_tuple(make_tuple(3)))", "3"),
        ("flatten_to_tuple(make_shape(make_shape(1,2),3))", "(1,2,3)"),
        ("flatten_to_tuple(5)", "(5)"),
        ("filter_tuple(make_tuple(1, _2{}), [](auto x) { return make_tuple(x, x); })", "(1,1,_2,_2)"),
        ("find_if(make_tuple(_1{},_2{},_3{}), [](auto x) { return x == _2{}; })", "_1"),
        ("find(make_tuple(_1{},_2{},_3{}), _3{})", "_2"),
        ("insert<1>(make_tuple(1,2), 9)", "(1,9,2)"),
        ("remove<0>(make_tuple(1,2))", "(2)"),
        ("iscan(make_tuple(1,2,3), 1, multiplies{})", "(1,2,6)"),
        ("escan(make_tuple(1,_2{},3), _1{}, multiplies{})", "(_1,1,2)"),
        ("fold_first(make_tuple(1,2,_3{}), plus{})", "6"),
        ("fold(make_tuple(1,2,3), 0, max_fn{})", "3"),
        ("front(make_tuple(make_tuple(4,5),6))", "4"),
        ("back(make_tuple(1,make_tuple(4,5)))", "5"),
        ("replace_front(make_tuple(1,2), 7)", "(7,2)"),
        ("replace_back(make_tuple(1,2), 7)", "(1,7)"),
        ("tuple_repeat<3>(_1{})", "(_1,_1,_1)"),
        ("repeat_like(make_shape(1,make_shape(2,3)), _7{})", "(_7,(_7,_7))"),
        ("cute::apply(make_tuple(1,2), [](auto a, auto b){ return a + b; })", "3"),
        (
            "transform(make_tuple(1,2), make_tuple(3,4), make_tuple(5,6), [](auto a, auto b, auto c){ return a + b * c; })",
            "(16,26)",
        ),
        (
            "transform_leaf(make_shape(make_shape(1,2),3), make_shape(make_shape(4,5),6), [](auto a, auto b){ return a * b; })",
            "((4,10),18)",
        ),
        ("transform(4, [](auto x){ return x * _2{}; })", "8"),
        ("reverse(make_shape(1,make_shape(2,3)))", "((2,3),1)"),
        ("std::min<int>(500, 300)", "300"),
        ("std::max<size_t>(5, 3)", "5"),
        ("abs(_m1{})", "_1"),
        ("signum(_m1{})", "_-1"),
        ("bit_width(8u)", "4"),
        ("bit_ceil(9u)", "16"),
        ("bit_floor(9u)", "8"),
        ("countr_zero(8u)", "3"),
        ("popcount(7u)", "3"),
        ("log_2(16u)", "4"),
        ("shiftl(_1{}, _3{})", "_8"),
        ("shiftr(16, 2)", "4"),
        ("safe_div(_12{}, _4{})", "_3"),
        ("safe_div(13, 4)", "3"),
    ];
    for (call, wanted) in cases {
        check(&format!("void f() {{ auto answer = {call}; }}"), &[], &[("answer", wanted)]);
    }
    let truth = "auto answer = all_of(make_tuple(1,2), [](auto x) { return x > 0; });\nauto none = none_of(make_tuple(_1{},_2{}), [](auto x) { return x == _2{}; });";
    check(&format!("void f() {{ {truth} }}"), &[], &[("answer", "true"), ("none", "false")]);
}

/// Elements of arrays, their sizes, and the aliases of a class that take parameters.
#[test]
fn arrays_have_elements_and_classes_aliases_with_parameters() {
    let text = "struct Config { template <int N> using Rows = Layout<Shape<Int<N>, _8>>; };
         void f() {
           constexpr int table[] = {8, 16};
           auto one = table[1];
           std::array<int, 3> sizes = {4, 5, 6};
           auto last = sizes[2];
           auto count = sizes.size();
           auto rows = Config::Rows<16>{};
         }";
    let expected = [("one", "16"), ("last", "6"), ("count", "3"), ("rows", "(_16,_8):(_1,_16)")];
    check(text, &[], &expected);
}

/// Checks that assertions, and how tuples, layouts and tensors are taken apart, decide what nobody gave.
#[test]
fn inputs_meet_what_the_text_demands_of_them() {
    let demanded: &[(&str, &[(&str, &str)])] = &[
        ("template <int M> struct S { static_assert(M == 32 || M == 64 || M == 128, \"M\"); };", &[("M", "128")]),
        ("template <int D> void f() { static_assert(D == 576 || D == 512); }", &[("D", "512")]),
        ("template <int N> void f() { static_assert((N % 16 == 0) && (16 <= N) && (N <= 256)); }", &[("N", "256")]),
        // One that comes later keeps what was decided.
        (
            "template <int M, int N> void f() { static_assert(M == 32); static_assert(M * N == 4096); }",
            &[("M", "32"), ("N", "128")],
        ),
        (
            "template <bool Causal, bool Local> void f() { static_assert(Causal); static_assert(!(Causal && Local)); }",
            &[("Causal", "true"), ("Local", "false")],
        ),
        ("template <class T> void f() { static_assert(std::is_same_v<T, cute::bfloat16_t>); }", &[("T", "bfloat16_t")]),
        (
            "template <class T> void f() { static_assert(sizeof_bits_v<T> == 8 || is_same_v<T, float>); }",
            &[("T", "float")],
        ),
        // What the text gives to one of its functions is not changed.
        (
            "template <int M> void f() { static_assert(M == 32); auto m = M + 0; }\nvoid g() { f<32>(); }",
            &[("m", "32")],
        ),
        // A branch demands nothing.
        (
            "template <int M> void f() { if constexpr (M == 8) { static_assert(M == 8); } auto m = M + 0; }",
            &[("m", "512")],
        ),
        (
            "template <class TileShape> struct S { using D = decltype(get<3>(TileShape{})); };",
            &[("TileShape", "(_128,_128,_64,_64)"), ("D", "_64")],
        ),
        (
            "template <class TileShape> struct S { static constexpr int H = size<2,1>(TileShape{}); static_assert(H == 32); };",
            &[("TileShape", "(_128,_128,(_64,_32))"), ("H", "32")],
        ),
        (
            "template <class P> void f(P const& problem_shape) { auto [Q, K, D, HB] = problem_shape; auto [H, B] = HB; auto s = make_shape(Q, HB); }",
            &[("B", "1"), ("K", "512")],
        ),
        ("template <class Offset> void f(Offset offset) { auto o = select<1,2,4>(offset); }", &[("o", "(0,0,0)")]),
        (
            "template <typename Layout> auto rowcol(Layout acc) {
               static_assert(decltype(size<0>(acc))::value == 4);
               static_assert(decltype(rank(acc))::value == 3);
               auto l = logical_divide(acc, Shape<_2>{});
               auto r = make_layout(make_layout(get<0, 1>(l), get<1>(l)), make_layout(get<0, 0>(l), get<2>(l)));
             }",
            &[("l", "((_2,_2),_4,_4):((_1,_2),_4,_16)"), ("r", "((_2,_4),(_2,_4)):((_2,_4),(_1,_16))")],
        ),
        (
            "template <class E, class Layout0> void f(Tensor<E, Layout0> const& S) { auto c = S(_, 0, _); }",
            &[("Layout0", "(_8,_4,_4):(_1,_8,_32)"), ("c", "ptr[16b](…) o (_8,_4):(_1,_32)")],
        ),
        // As many elements as a thread has make whole accesses of the atom.
        (
            "template <class TA> void f(TA const* A) {
               auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, TA>{}, Layout<Shape<_32,_8>>{}, Layout<Shape<_4,_1>>{});
             }",
            &[("TA", "float")],
        ),
        (
            "template <class SmemLayoutA> void f(half_t* p) {
               static_assert(size<0>(SmemLayoutA{}) == 64);
               static_assert(rank(SmemLayoutA{}) == 3);
               auto s = make_tensor(make_smem_ptr(p), SmemLayoutA{});
             }",
            &[("SmemLayoutA", "(_64,_64,_3):(_1,_64,_4096)")],
        ),
    ];
    for (text, expected) in demanded {
        check(text, &[], expected);
    }
    // What is given is never changed, and what is refused by it is said to rest on it.
    let text = "template <int M, int N> void f() { static_assert(M * N == 4096); auto m = M + 0; auto n = N + 0; }";
    check(&format!("// inputs: M = 64\n{text}"), &[], &[("m", "64"), ("n", "64")]);
    check(&format!("// inputs: M = 100\n{text}"), &[], &[("m", "100")]);
}

/// Checks names that CUTLASS has beside CuTe: orders of matrices, strides by them, the strides of matrices that are packed.
#[test]
fn lambdas_change_what_is_around_them_with_each_item() {
    let text = "void f() {
  int acc = 0;
  for_each(make_tuple(4, Int<5>{}, 6), [&](auto v) { acc += v; });
  int a = acc;
  for_each(make_int_sequence<3>{}, [&](auto I) { acc += decltype(I)::value; });
  auto l = make_layout(acc);
  int count = 0, last = 7;
  for_each(make_tuple(_1{}, _2{}), [&](auto v) { ++count; last = v; });
  int c = count, d = last;
  for (int i = 0; i < 2; ++i) {
    for_each(make_tuple(1, 2), [&](auto v) { count += v; });
  }
  int e = count;
}";
    check(text, &[], &[("a", "15"), ("l", "18:_1"), ("c", "2"), ("d", "2"), ("e", "8")]);
}

#[test]
fn tables_of_pointers_and_coordinates_of_cutlass() {
    let text = "template <class Element>
__global__ void grouped(Element const** ptr_a, float** ptr_c, half_t const* const* q, int g, float* arr[4]) {
  auto a = make_tensor(make_gmem_ptr(ptr_a[g]), make_shape(4, 8));
  auto c = make_tensor(make_gmem_ptr(ptr_c[g + 1]), make_shape(4, 8));
  auto p = q[2];
  auto e = make_tensor(make_gmem_ptr(arr[1]), make_shape(4, 8));
}
void host() {
  cutlass::gemm::GemmCoord coord(8, 4, 2);
  int cm = coord.m(), ck = coord.k();
  auto prod = coord.product();
  cutlass::MatrixCoord at(3, 5);
  int row = at.row(), column = at.column();
}";
    let expected = [
        ("a", "gmem_ptr[16b](…) o (4,8):(_1,4)"),
        ("c", "gmem_ptr[32b](…) o (4,8):(_1,4)"),
        ("p", "ptr[16b](…)"),
        ("e", "gmem_ptr[32b](…) o (4,8):(_1,4)"),
        ("cm", "8"),
        ("ck", "2"),
        ("prod", "64"),
        ("row", "3"),
        ("column", "5"),
    ];
    check(text, &[], &expected);
}

#[test]
fn functions_that_are_given_to_others_are_seen_with_what_they_are_called_with() {
    let text =
        "template <class T> struct Params { T* in; int M; int N; Params(T* i, int m, int n) : in(i), M(m), N(n) {} };
template <class T> void transposed(Params<T> p) { auto shape = make_shape(p.M, p.N); int bytes = sizeof(T); }
template <class T> void bench(void (*transpose)(Params<T> params), int M, int N) {
  Params<T> params(nullptr, M, N);
  for (int i = 0; i < 2; i++) transpose(params);
}
template <class F> void twice(F fn, int M) { fn(2 * M); }
void plain(int m) { auto l = make_layout(m); }
int main(int argc, char const** argv) {
  int M = 256, N = 192;
  if (argc > 1) M = std::stoi(argv[1]);
  bench<float>(transposed<float>, M, N);
  twice(plain, 5);
}";
    check(text, &[], &[("shape", "(256,192)"), ("bytes", "4"), ("l", "10:_1")]);
}

#[test]
fn members_begin_with_what_stands_in_braces() {
    let text = "class Place { int at_; public: explicit Place(int s = 0) : at_{s} {} void go(int by = 1) { at_ += by; } int now() const { return at_; } };
void f() {
  Place p(2); p.go(7); int a = p.now();
  Place q; q.go(); auto l = make_layout(make_shape(q.now(), a));
}";
    check(text, &[], &[("a", "9"), ("l", "(1,9):(_1,1)")]);
}

#[test]
fn packs_of_classes_are_those_of_their_first_use() {
    let text = "template <int... Vs> struct List {
  static constexpr int count = sizeof...(Vs);
  static constexpr int total = (Vs + ...);
};
void f() {
  using L = List<3, 9, 4>;
  int c = L::count;
  auto l = make_layout(Int<L::total>{});
}";
    check(text, &[], &[("count", "3"), ("total", "16"), ("c", "3"), ("l", "_16:_1")]);
}

#[test]
fn orders_and_strides_of_cutlass_are_read() {
    let text = "using LayoutA = cutlass::layout::RowMajor;
        using LayoutB = cutlass::layout::ColumnMajor;
        using StrideA = cutlass::gemm::TagToStrideA_t<LayoutA>;
        using StrideB = cutlass::gemm::TagToStrideB_t<LayoutA>;
        using StrideC = cutlass::gemm::TagToStrideC_t<LayoutB>;
        StrideA a = cutlass::make_cute_packed_stride(StrideA{}, cute::make_shape(128, 64, 2));
        StrideB b = cutlass::make_cute_packed_stride(StrideB{}, cute::make_shape(96, 64, 1));
        auto c = cutlass::make_cute_packed_stride(Stride<_1, int64_t>{}, cute::make_shape(128, 96));
        auto is_row = cute::is_same_v<LayoutA, cutlass::layout::RowMajor>;";
    let expected = [
        ("LayoutA", "LayoutRight"),
        ("a", "(64,_1,8192)"),
        ("StrideB", "(_1,0,0)"),
        ("b", "(_1,96,0)"),
        ("c", "(_1,128)"),
        ("is_row", "true"),
    ];
    check(text, &[], &expected);
}

/// Checks that members of a union without a name are those of the class around it.
#[test]
fn members_of_a_union_without_a_name_are_found() {
    let text = "struct Storage { union { array<half_t, 64> q; array<half_t, 32> k; }; array<float, 4> r; };
        void f(Storage& s) { auto q = make_tensor(make_smem_ptr(s.q.begin()), Layout<Shape<_8,_8>>{}); auto n = sizeof(Storage); }";
    check(text, &[], &[("q", "smem_ptr[16b](…) o (_8,_8):(_1,_8)"), ("n", "144")]);
}

/// Checks that what stands where only a layout or a tensor can is asked for as one, as its name and its uses tell.
#[test]
fn layouts_and_tensors_that_nothing_defines_are_asked_for() {
    let asked: &[(&str, &[(&str, &str)])] = &[
        ("auto r = f(x);\nauto s = size(r);", &[("r", "(_8,_4):(_4,_1)"), ("s", "_32")]),
        (
            "auto tma = make_tma_copy(SM90_TMA_LOAD{}, gA, layoutA(_, _, 0), make_shape(bM, bK), size<1>(cluster));",
            &[
                ("gA", "gmem_ptr[16b](…) o (512,512):(512,_1)"),
                ("bM", "_128"),
                ("layoutA", "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))"),
            ],
        ),
        (
            "auto n = size<1>(tAgA);\nTensor cA = make_identity_tensor(shape(mA));   // (m,k) -> (m,k)",
            &[
                ("mA", "gmem_ptr[16b](…) o (512,512):(512,_1)"),
                ("cA", "ArithTuple(_0,_0) o (512,512):(_1@0,_1@1)"),
                ("tAgA", "gmem_ptr[16b](…) o (_8,_4):(_1,_8)"),
                ("n", "_4"),
            ],
        ),
        (
            "Tensor tApA = make_tensor<bool>(make_shape(size<0>(tAcA), size<1>(tAcA)), make_stride(Int<1>{}, Int<0>{}));",
            &[("tAcA", "ArithTuple(0,0) o (_8,_4):(_1@0,_1@1)"), ("tApA", "subptr[1b](…) o (_8,_4):(_1,_0)")],
        ),
        (
            "Tensor part = tiled_a(make_coord(_, _), make_coord(blockIdx.x, blockIdx.y));",
            &[
                ("tiled_a", "ptr[16b](…) o ((_2,_2),(_2,_2)):((_1,_2),(_4,_8))"),
                ("part", "ptr[16b](…) o (_2,_2):(_1,_2)"),
            ],
        ),
        (
            "Tensor tAgA = local_partition(gA, tA, threadIdx.x);\nTensor tAsA = local_partition(sA, tA, threadIdx.x);\n\
             CUTE_STATIC_ASSERT_V(size<0>(tAgA) == size<0>(tAsA));",
            &[("gA", "gmem_ptr[16b](…) o (_128,_64):(512,_1)")],
        ),
        (
            "auto i = layout(2, 3);\nauto m = A.layout();",
            &[("layout", "(_8,_4):(_4,_1)"), ("i", "11"), ("m", "(_8,_4):(_4,_1)")],
        ),
        (
            "template <class LS, class LD, class TS, class TD>
             auto logical_divide(Layout<LS, LD> const& layout, Layout<TS, TD> const& tiler) {
               auto divided = composition(layout, make_layout(tiler, complement(tiler, size(layout))));
             }",
            &[("layout", "(_8,_4):(_4,_1)"), ("tiler", "_4:_2"), ("divided", "(_4,(_2,_4)):(_8,(_4,_1))")],
        ),
        (
            "template <class L, class B> void f(L const& l, B const& b) { auto c = composition(l, b); }",
            &[("L", "(_8,_4):(_4,_1)"), ("B", "_4:_2"), ("c", "_4:_8")],
        ),
        // What is no layout is none: a shape, a pair, a class of the text.
        ("template <class TileShape> void f() { auto m = size<0>(TileShape{}); }", &[("m", "_128")]),
        // Parts of a thread, states of a pipeline, memory, strides of as many modes as the shape.
        (
            "template <class ThrMma> void f(ThrMma& thread_mma, PipelineState smem_pipe_read) {
               auto part = thread_mma.partition_C(gC);
               int stage = smem_pipe_read.index();
               block_D.reset(4);
             }",
            &[("part", "gmem_ptr[16b](…) o ((_2,_2),_4,_8):((_1,4096),16384,_16)"), ("stage", "0")],
        ),
        (
            "void f(Params const& params) {
               auto [M, N, K, L] = problem_shape_mnkl;
               Tensor mA = make_tensor(make_gmem_ptr(params.ptr_A), make_shape(M, K, L), params.dA);
               Tensor mK = make_tensor(make_gmem_ptr(params.ptr_K), params.shape_K, params.stride_K)(_, _, bidh, bidb);
             }",
            &[("mA", "gmem_ptr[16b](…) o (512,512,1):(512,_1,262144)"), ("mK", "gmem_ptr[16b](…) o (512,64):(512,_1)")],
        ),
        // Strides are numbers, a matrix that is cut has the size of one, and a layout as many modes as its tiler.
        (
            "template <class TStride, class LayoutOut, class Layout> void f(TStride s, LayoutOut out, Layout const& l) {
               auto d = depth(s);
               auto t = local_tile(make_tensor(p, out), make_shape(_128{}, _64{}), make_coord(0, 0));
               auto c = composition(l, make_tuple(_, _, _, make_layout(_1{})));
             }",
            &[("c", "(_8,_4,_4,_1):(_1,_8,_32,_0)")],
        ),
        // A function without the line of its template above it.
        (
            "void gemm_device(ATensor mA, MmaTiler_MNK mma_tiler, TiledMMA tiled_mma, ClusterShape_MNK cluster_shape) {
               Layout cluster_layout_vmnk = tiled_divide(make_layout(cluster_shape), make_tile(typename TiledMMA::AtomThrID{}));
               auto mma_coord = make_coord(blockIdx.x / size<0>(cluster_layout_vmnk), blockIdx.y, _);
               Tensor gA = local_tile(mA, mma_tiler, mma_coord, Step<_1, X, _1>{});
               auto copy = make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x{}, tStS);
               Tensor part = copy.get_slice(0).partition_S(tStS);
             }",
            &[
                ("cluster_layout_vmnk", "((_1),_1,_1,_1):((_0),_0,_0,_0)"),
                ("gA", "gmem_ptr[16b](…) o (_128,_64,8):(512,_1,_64)"),
                ("tStS", "tmem_[32b](…) o ((_128,_128),_1,_1):((_65536,_1),_0,_0)"),
                ("part", "tmem_[32b](…) o ((_32,_1),_128,_1,_1):((_65536,_0),_1,_0,_0)"),
            ],
        ),
        // What CUTLASS calls a few functions of CuTe.
        (
            "int group = __shfl_sync(0xFFFFFFFF, thread_idx / NumThreadsPerWarpGroup, 0);
             auto c = make_coord_tensor(make_layout(make_shape(4, 8), make_stride(E<1>{}, E<0>{})));
             Tensor d = sm90_partition_for_epilogue<true>(gD, make_tile(_64{}, _32{}), tiled_copy, thread_idx);",
            &[
                ("group", "0"),
                ("c", "ArithTuple(_0,_0) o (4,8):(_1@1,_1@0)"),
                ("d", "gmem_ptr[16b](…) o ((_8,_1),_4,_1,8,16):((_1,_0),8192,_0,32768,_32)"),
            ],
        ),
        // Lines in which a document leaves the value out.
        (
            "Tensor gmem = ...     // e.g. size 1000\nTensor smem = ...     // e.g. size 128\n\n\
             Layout id = make_layout(shape(gmem));\nTensor gA = gA_mk(make_coord(_,_), select<0,2>(cta_coord));",
            &[("id", "(_128,_64):(_1,_128)"), ("gA_mk", "gmem_ptr[16b](…) o ((_2,_2),(_2,_2)):((_1,_2),(_4,_8))")],
        ),
        ("ArithmeticTupleIterator it = make_inttuple_iter(42, Int<2>{}, Int<7>{});\nprint(*it);", &[("it", "ArithTuple(42,_2,_7)")]),
        // Values that whoever wrote them left out.
        (
            "int lda = ...;\nfloat* p = ...;\nauto layout = /* some layout */;\nauto t = make_tensor(p, make_shape(lda, 4));",
            &[("lda", "512"), ("layout", "(_8,_4):(_4,_1)"), ("t", "ptr[32b](…) o (512,4):(_1,512)")],
        ),
    ];
    for (text, expected) in asked {
        check(text, &[], expected);
    }
}

/// Checks that an instruction that a text describes itself is one, as CuTe's own are.
#[test]
fn instructions_that_a_text_describes_are_instructions() {
    let text = "template <>
struct Copy_Traits<PairLoad>
{
  using ThrID = Layout<_16>;
  using SrcLayout = Layout<Shape<_16,_2>, Stride<_64,_32>>;
  using DstLayout = Layout<Shape<_16,_2>, Stride<_32,_512>>;
  using RefLayout = DstLayout;
};

template <>
struct MMA_Traits<HalfWarpProduct>
{
  using ValTypeD = float;
  using ValTypeA = float;
  using ValTypeB = float;
  using ValTypeC = float;
  using Shape_MNK = Shape<_8,_8,_4>;
  using ThrID = Layout<_16>;
  using ALayout = Layout<Shape<Shape<_8,_2>,_2>, Stride<Stride<_1,_8>,_16>>;
  using BLayout = Layout<Shape<Shape<_8,_2>,_2>, Stride<Stride<_1,_8>,_16>>;
  using CLayout = Layout<Shape<Shape<_8,_2>,_4>, Stride<Stride<_1,_8>,_16>>;
};
{
  using load = Copy_Atom<Copy_Traits<PairLoad>, float>;
  using mma = TiledMMA<MMA_Atom<HalfWarpProduct>, Layout<Shape<_2,_2,_1>>>;
  auto n = size(mma{});
  auto c = mma{}.get_slice(17).partition_C(make_tensor(make_gmem_ptr<float>(nullptr), Layout<Shape<_32,_32>>{}));
  auto copy = make_tiled_copy_A(load{}, mma{});
}";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "n"), "_64");
    assert_eq!(value(&evaluation, "c"), "gmem_ptr[32b](…+9) o (_4,_2,_2):(_64,_16,_512)");
    assert!(value(&evaluation, "mma").contains("LayoutA_TV: ((_8,_2),_2):((_1,_8),_16)"));
    assert!(value(&evaluation, "load").contains("ValLayoutSrc: (_16,_2):(_2,_1)"));
    assert!(value(&evaluation, "copy").contains("Tiler_MN:       (_16,_4)"));
}

/// Checks that code beside what it prints is code.
#[test]
fn code_that_says_what_it_prints_is_no_log() {
    let text = "import cutlass.cute as cute\n\n@cute.jit\ndef show(m: cutlass.Int32, n: cutlass.Constexpr):\n    \
                layout = cute.make_layout((m, n))\n    print(\">>>\", layout)  # => (?,2):(1,?)\n\nshow(8, 2)\n(?,2):(1,?)\n";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "layout"), "(8,_2):(_1,8)");
    assert_eq!(paste::of(&evaluation).map(|document| document.language), Some(paste::Language::Python));
    let text = "auto s = make_layout(make_shape(Int<4>{}, M));\nauto t = make_tensor(make_smem_ptr<half_t>(nullptr), s);\n\
                print(t);\nsmem_ptr[16b](0x7f0000) o (_4,8):(_1,_4)\n";
    let evaluation = evaluated(text, &[("M", "8")]);
    assert_eq!(value(&evaluation, "t"), "smem_ptr[16b](…) o (_4,8):(_1,_4)");
    let text = "#include <cute/tensor.hpp>\nint main() {\n  auto s = GMMA::Layout_K_SW32_Atom<half_t>{};\n  print(s);\n}\n\n\
                Output:\nSw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)\n";
    assert_eq!(value(&evaluated(text, &[]), "s"), "Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)");
    // An address of the machine that printed it says nothing of where elements lie.
    let evaluation = evaluate("smem_ptr[16b](0x7f0000) o (_4,8):(_1,_4)", Settings::default());
    assert_eq!(evaluation.value(0).map(ToString::to_string).as_deref(), Some("smem_ptr[16b](…) o (_4,8):(_1,_4)"));
    // Without code it is what was printed.
    assert_eq!(
        evaluated("layout: (?,2):(1,?)", &[]).value(2).map(ToString::to_string).as_deref(),
        Some("(64,2):(1,64)")
    );
}

/// Checks that a text that begins or ends within a statement, or that is about something else, is no wall of mistakes.
#[test]
fn parts_of_programs_are_no_mistakes() {
    let parts = [
        "gemm_call(\n  ...\n  ptr_A,  // first element\n  lda,    // leading dimension\n  ...\n);",
        "  using Element = // later\n  constexpr int Align = // later\n  using Stride = // later\n  using Acc = float;",
        "using Kernel = typename lib::conv::Default<\n  ElementA,  // of A\n  LayoutA,   // of A\n  ElementB,  // of B\n  lib::kFast // how\n>::Kernel",
        "key = f\"{dtype}x{tiler}\"",
        "compiled = cute.compile(host, *args, options=\"fast\")",
    ];
    for part in parts {
        let evaluation = evaluated(part, &[]);
        assert!(evaluation.diagnostics().is_empty(), "{part}: {:?}", evaluation.diagnostics());
        assert!(paste::is_paste(part), "{part}");
    }
    // Of few lines that are wrong each is told.
    assert!(!paste::is_paste("A = (4,8\nB = (2,3"));
    assert!(!paste::is_paste("auto A = make_layout((4,8));\nf(2,3)"));
}

/// Checks that what people write around code does not hide it, and that what they leave out is asked for.
#[test]
fn snippets_of_questions_come_alive() {
    let asked: &[(&str, &[(&str, &str)])] = &[
        (
            "  TiledMMA tiled_mma;\n  auto thr_mma = tiled_mma.get_slice(threadIdx.x);\n  auto tCgC = thr_mma.partition_C(gC);",
            &[("tCgC", "gmem_ptr[16b](…) o ((_2,_2),_4,_8):((_1,4096),16384,_16)")],
        ),
        (
            "```cpp\nauto gA = local_tile(mA, blk_shape, blk_coord, Step<_1, X,_1>{});\n```",
            &[("blk_coord", "(0,0,_)"), ("gA", "gmem_ptr[16b](…) o (_128,_64,8):(512,_1,_64)")],
        ),
        (
            "Tensor gA = local_tile(A, make_tile(Int<kTileM>{}, Int<kTileK>{}), make_coord(iy, _));",
            &[("iy", "0"), ("gA", "gmem_ptr[16b](…) o (_128,_64,8):(512,_1,_64)")],
        ),
        ("`auto m = make_layout(make_shape(Int<4>{}, (Int<8>{}, Int<2>{})));`", &[("m", "(_4,_2):(_1,_4)")]),
        (
            "struct Config { constexpr static int M = 64; };\n\
             template <typename Config> __global__ void f() { auto m = make_layout(Int<Config::M>{}); }",
            &[("m", "_64:_1")],
        ),
        // Parts of what the text has, shapes that are divided, matrices by their names, a prompt.
        (
            "TiledMMA tiled_mma = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>{});
             Tensor tCtAcc = cta_mma.make_fragment_C(cta_mma.partition_C(gC));",
            &[("tCtAcc", "tmem_[32b](…) o ((_128,_256),_1,_1):((_65536,_1),_0,_0)")],
        ),
        ("def f(mC: cute.Tensor):\n    grid = cute.ceil_div(mC.shape, (128, 128, 1))", &[("grid", "(4,4,1)")]),
        (
            "def f(mA, mC):\n    cC = cute.zipped_divide(cute.make_identity_tensor(mC.shape), (16, 256))",
            &[("cC", "ArithTuple(_0,_0) o ((_16,_256),(32,2)):((_1@0,_1@1),(_16@0,_256@1))")],
        ),
        (
            ">>> l = cute.make_layout((4, 8), stride=(8, 1))\n>>> m = cute.coalesce(l)\ntensor<ptr<f16, gmem> o (4,2):(2,1)>\nTiled Copy\n  Tiler MN:  (16:1,256:1)",
            &[("m", "(_4,_8):(_8,_1)")],
        ),
        ("a: (_4,_8):(_8,_1)\nb: (4,3):(3,1)\nt: gmem_ptr[16b](0x7f) o (4):(1)\nit took 3 ms", &[("b", "(4,3):(3,1)")]),
        (
            "auto part = tiled_mma.get_slice(warp_group_thread_layout(warp_group_idx)).partition_C(gC);\nreturn 0;",
            &[("warp_group_thread_layout", "_2:_128")],
        ),
        // Words and output beside blocks of code, a difference, memory.
        (
            "I use `Layout` as:\n```\nauto a = make_layout(make_shape(Int<4>{}, Int<2>{}));\n```\nand get\n```\n(_4,_2):(_1,_4)\n```\nWhy?",
            &[("a", "(_4,_2):(_1,_4)")],
        ),
        // What a list holds says of which type it is.
        (
            "int main() {\n  int a = 4;\n  tuple m{a, 2};\n  Layout l{make_shape(2, 3), make_stride(3, 1)};\n  pair q{_4{}, a};\n  std::array r{1, 2, 3};\n  int k = std::log2(16);\n  auto s = size(m);\n}",
            &[("m", "(4,2)"), ("l", "(2,3):(3,1)"), ("q", "(_4,4)"), ("r", "(1,2,3)"), ("k", "4"), ("s", "8")],
        ),
        // Of two languages one is read.
        (
            "```cpp\nauto l = make_layout(make_shape(4, 6));\n```\nand in Python\n```python\nl = cute.make_layout((4, 6), stride=(6, 1))\n```",
            &[("l", "(4,6):(_1,4)")],
        ),
        (
            " auto a = make_layout(make_shape(2, 2),\n-                make_stride(1, 2));\n+                make_stride(2, 1));",
            &[("a", "(2,2):(2,1)")],
        ),
        (
            "int main() { half_t* p = new half_t[256*32]; auto a = make_tensor(p, Layout<Shape<_4,_2>>{}); }",
            &[("a", "ptr[16b](…) o (_4,_2):(_1,_4)")],
        ),
        ("int main()\n{\n  auto a = make_layout(make_shape(_4{}, _2{}));\n}", &[("a", "(_4,_2):(_1,_4)")]),
        (
            "import pycute\na = pycute.layout.Layout((64,50,80),(16000,160,1))\nfor tile in [(32, 25), (8, 5)]:\n    z = pycute.zipped_divide(a, tile)",
            &[("tile", "(_32,_25)"), ("z", "((_32,_25),(_2,_2,_80)):((_16000,_160),(_512000,_4000,_1))")],
        ),
        (
            "tAgW_k = tAgW_mk[(None, mainloop_producer_state.count)]\npipe = tAsW[(None, mainloop_producer_state.index)]",
            &[("tAgW_k", "gmem_ptr[16b](…) o (_512):(_512)")],
        ),
    ];
    for (text, expected) in asked {
        check(text, &[], expected);
    }
    // What stands beside the code that is read says so; one block that is a program makes of the others no output.
    let text = "`(_4,_8):(_16,_1)`, but why?\n\n```python\nimport cutlass.cute as cute\nl = cute.make_layout((8, 16), stride=(16, 1))\n```\n```cpp\nauto m = make_layout(make_shape(2, 2));\n```\n";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "l"), "(_8,_16):(_16,_1)");
    let beside = |line: &&paste::Line| line.reason == Some(Reason::Beside);
    let lines = paste::lines(&evaluation).iter().filter(beside).map(|line| line.span.of(text)).collect::<Vec<_>>();
    assert_eq!(lines, ["`(_4,_8):(_16,_1)`, but why?", "auto m = make_layout(make_shape(2, 2));"]);
    assert_eq!(paste::of(&evaluation).map(|document| document.is_printed), Some(false));
    // What is no function but a slip of one is no number of others; what is known needs no asking.
    for (text, meant) in [
        ("auto l = make_layuot(make_shape(4, 8));\nint k = foo.bar;\nauto e = size(l);", "make_layout"),
        ("auto l = logical_devide(Layout<_8>{}, _4{});\nint k = foo.bar;", "logical_divide"),
        ("import cutlass.cute as cute\ndef f(a):\n    l = cute.make_layot((4, 8))\n    k = a.bar", "make_layout"),
    ] {
        let evaluation = evaluated(text, &[]);
        assert!(!paste::of(&evaluation).expect("a program").inputs.iter().any(|input| input.name == "l"), "{text}");
        let found = evaluation.diagnostics();
        assert_eq!(found.len(), 1, "{text} {found:?}");
        assert_eq!(found[0].repairs.first().map(|repair| repair.text.as_str()), Some(meant), "{text}");
    }
    for own in [
        "make_layouts",
        "make_layout2",
        "my_layout",
        "make_rmem",
        "local_tiles",
        "tiled_copies",
        "partition_D",
        "uint2_t",
        "CopyG2ROp",
    ] {
        let text = format!("auto l = {own}(make_shape(4, 8));\nint k = foo.bar;");
        assert!(evaluated(&text, &[]).diagnostics().is_empty(), "{text}");
    }
    let text = "Tensor gS = make_tensor(make_gmem_ptr(S), make_shape(Int<4>{}, Int<8>{}));\nauto r = make_tensor_like(gS);\nauto m = lcm(4, 6);";
    let evaluation = evaluated(text, &[]);
    let asked = &paste::of(&evaluation).expect("a program").inputs;
    assert_eq!(asked.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), ["S"]);
    assert_eq!(
        (value(&evaluation, "r"), value(&evaluation, "m")),
        ("ptr[16b](…) o (_4,_8):(_1,_4)".to_string(), "12".to_string())
    );
    let text = "auto a = make_layout(Shape<_4,_8>{}, Stride<_1,_4>{};\nTensor t = make_tensor(make_gmem_ptr(p), make_shape(M, N));";
    let lines = paste::lines(&evaluated(text, &[]));
    assert_eq!(lines.first().map(|line| (line.status, line.reason)), Some((Status::Unknown, Some(Reason::Unclosed))));
    // A message of the DSL, whose composition says why.
    let text = "error: unable to compute the following composition: '!cute.layout<\"(2,3):(4,1)\">' o '!cute.layout<\"(3,4):(3,1)\">";
    let evaluation = evaluated(text, &[]);
    assert_eq!((evaluation.statements().len(), evaluation.diagnostics().len()), (3, 1));
    // Tables and code in one text.
    let text = "      0   1\n    +---+---+\n 0  | 0 | 2 |\n    +---+---+\n 1  | 1 | 3 |\n    +---+---+\nauto a = make_layout(make_shape(2, 2));\n\n      0   1\n    +---+---+\n 0  | 0 | 1 |\n    +---+---+\n 1  | 2 | 3 |\n    +---+---+\nprint_layout(a);";
    let evaluation = evaluated(text, &[]);
    assert_eq!(value(&evaluation, "a"), "(2,2):(_1,2)");
    let all = (0..evaluation.statements().len()).filter_map(|statement| evaluation.value(statement));
    let all = all.map(|value| value.to_string().lines().next().unwrap_or_default().to_string());
    assert_eq!(all.collect::<Vec<_>>(), ["(_2,_2):(_1,_2)", "(2,2):(_1,2)", "(_2,_2):(_2,_1)", "(2,2):(_1,2)"]);
}

/// Checks that parentheses with a comma are what C++ makes of them in C++, a tuple in Python and in notation, and that C++
/// says so.
#[test]
fn a_comma_in_parentheses_of_cpp_makes_no_tuple() {
    let text = "auto A = make_tensor(make_gmem_ptr<uint1_t>(nullptr), make_shape(8, 1024), make_stride(1024, _1{}));
auto g = local_tile(A, make_shape(Int<8>{}, Int<128>{}), (0, _));";
    let evaluation = evaluate(text, Settings::default());
    let value = |evaluation: &Evaluation, statement: usize| evaluation.value(statement).map(ToString::to_string);
    let cut = "gmem_subptr[1b](…) o (_8,_128,(1,8)):(1024,_1,(8192,_128))";
    assert_eq!(value(&evaluation, 1).as_deref(), Some(cut));
    let [note] = &evaluation.notes()[..] else { panic!("no note") };
    let mended =
        format!("{}{}{}", &text[..note.repairs[0].span.start], note.repairs[0].text, &text[note.repairs[0].span.end..]);
    let evaluation = evaluate(&mended, Settings::default());
    assert_eq!(value(&evaluation, 1).as_deref(), Some("gmem_subptr[1b](…) o (_8,_128,8):(1024,_1,_128)"));
    assert!(evaluation.diagnostics().is_empty());
    check(
        "__global__ void f() {\n  auto x = (0, 5);\n  auto m = make_layout((4, 8));\n  auto y = (x + 1);\n}",
        &[],
        &[("x", "5"), ("m", "8:_1"), ("y", "6")],
    );
    for (text, expected) in [
        ("a = cute.make_layout((4, 8))", "(_4,_8):(_1,_4)"),
        ("make_layout((4, 8))", "(4,8):(_1,4)"),
        ("logical_divide((_8,_8):(_8,_1), (_4,_2));", "((_4,_2),(_2,_4)):((_8,_32),(_1,_2))"),
        ("auto a = zipped_divide(Layout<Shape<_8, _8>>{}, <_4:_1, _2:_1>);", "((_4,_2),(_2,_4)):((_1,_8),(_4,_16))"),
    ] {
        let evaluation = evaluate(text, Settings::default());
        assert_eq!(value(&evaluation, 0).as_deref(), Some(expected), "{text}");
    }
}

/// Checks that lines of C++ alone are told from notation, so that nothing is called a mistake that is none.
#[test]
fn single_lines_of_cpp_are_cpp() {
    for text in [
        "static_assert(congruent(my_shape, my_stride));",
        "Layout coalesce(Layout const& layout)",
        "template <class ProblemShape, class CtaTiler,\n          class TA>\n__global__ void f(ProblemShape shape)",
        "layout::ColumnMajor layout(lda);",
        "int ldm = ...;",
        "using DRegisters = float[8];",
        "complex<float> a;",
        "run(Params& params, cudaStream_t stream = nullptr);",
    ] {
        assert!(colex::paste::is_paste(text), "{text}");
    }
    for text in
        ["make_layot(4);", "a = (4,2):(1,4);\nb = coalesce(a);", "auto a = Layout<_4>{};\ncoalesce(a);", "a = 4 & 2;"]
    {
        assert!(!colex::paste::is_paste(text), "{text}");
    }
}

/// Checks that lines of Python alone are told from notation, and that what they do not define is asked for.
#[test]
fn single_lines_of_python_are_python() {
    let asked: &[(&str, &[(&str, &str)])] = &[
        (
            "tCgC = thr_mma.partition_C(gC)   # (MMA, MMA_M, MMA_N)\ntCrC = tiled_mma.make_fragment_C(tCgC)",
            &[
                ("gC", "gmem_ptr[16b](…) o (_128,_128):(_512,_1)"),
                ("tCgC", "gmem_ptr[16b](…) o ((_2,_2),_4,_8):((_1,_4096),_16384,_16)"),
                ("tCrC", "ptr[32b](…) o ((_2,_2),_4,_8):((_1,_2),_4,_16)"),
            ],
        ),
        (
            "tCsA = thr_mma.partition_A(sA)   # (MMA, MMA_M, MMA_K, PIPE)\ntCrA = tiled_mma.make_fragment_A(tCsA[None, None, None, 0])",
            &[("tCsA", "smem_ptr[16b](…) o ((_2,_2,_2),_4,_4):((_1,_512,_8),_2048,_16)")],
        ),
        // A method alone: what lies in tensor memory, stages of tiles, how many there are.
        (
            "def epilogue(self, tCtAcc: cute.Tensor, tStS):
    a_smem_layout = cute.slice_(self.a_smem_layout_staged, (None, None, None, 0))
    c_smem_layout = cute.slice_(self.c_smem_layout_staged, (None, None, 0))
    tAcc = tStS[(None, None), 0, 0, 1]
    n = self.num_mma_warp_groups + self.mma_s_stage
    op = tcgen05.Ld32x32bOp(tcgen05.Repetition.x32)",
            &[
                ("tCtAcc", "tmem_[32b](…) o ((_128,_128),_1,_1):((_65536,_1),_0,_0)"),
                ("a_smem_layout", "Sw<3,4,3> o _0 o ((_128,_16),_1,_4):((_64,_1),_0,_16)"),
                ("c_smem_layout", "Sw<3,4,3> o _0 o (_128,_64):(_64,_1)"),
                ("tAcc", "tmem_[32b](…+128) o (_128,_128):(_65536,_1)"),
                ("n", "_4"),
            ],
        ),
    ];
    for (text, expected) in asked {
        check(text, &[], expected);
    }
    for text in [
        "tiled_mma = cute.make_tiled_mma(atom, (2, 2, 1))",
        "def mark_layout_dynamic(self, leading_dim: int|None = None):",
        "queue = Queue()\nqueue.push(tile)",
    ] {
        assert!(colex::paste::is_paste(text), "{text}");
    }
    for text in ["a = cute.make_layot((4, 2))", "a = (4,2):(1,4)\na.shape", "a = (4,2):(1,4)\nprint(a)"] {
        assert!(!colex::paste::is_paste(text), "{text}");
    }
}

/// Members are defined outside of their class, constructors begin with others, functions answer functions, vectors and sets
/// grow, names are put together, and expressions give values.
#[test]
fn what_is_printed_says_what_functions_take() {
    check(
        "int f(int a, int b) { int c = a * b; return c; }\nint main() {\n  printf(\"%d %d\\n\", 7, f(2, 3));\n}",
        &[],
        &[("a", "2"), ("b", "3"), ("c", "6")],
    );
    check("int main() { auto l = make_layout(make_shape(4, 8)); print(l); }", &[], &[("l", "(4,8):(_1,4)")]);
}

#[test]
fn members_stand_anywhere_and_lists_grow() {
    check(
        "struct Plan {
  int m, n, tiles_ = 0;
  Plan(int m_, int n_);
  Plan(int side) : Plan(side, side) { tiles_ += 1; }
  int tiles() const;
  int scaled(int by, int plus = 3) const;
  void grow(int by);
};
Plan::Plan(int m_, int n_) : m(m_), n(n_) { tiles_ = m * n; }
int Plan::tiles() const { return tiles_; }
int Plan::scaled(int by, int plus) const { return tiles() * by + plus; }
void Plan::grow(int by) { m += by; tiles_ = m * n; }
template <class T, int N>
struct Buf { int used = 0; int room() const; template <class U> int with(U u) const; };
template <class S, int K>
int Buf<S, K>::room() const { return K * int(sizeof(S)) - used; }
template <class S, int K>
template <class U>
int Buf<S, K>::with(U u) const { return K + int(u); }
struct Base { int a; Base(int x) : a(x * 2) {} int twice() const { return a * 2; } };
struct Derived : Base { int b; Derived(int x, int y) : Base(x + 1), b(y) {} int sum() const { return a + b; } };
auto make_adder(int k) { return [k](int x) { return x + k; }; }
auto make_map(int s) { auto l = make_layout(make_shape(4, 8), make_stride(s, 1)); return [=](int i, int j) { return l(i, j); }; }
#define DECL(name, v) auto layout_##name = make_layout(Int<v>{}); int count_##name = v
int main() {
  Plan p(4, 8);
  int t0 = p.tiles();
  int t1 = p.scaled(2);
  int t2 = p.scaled(2, 1);
  p.grow(2);
  int t3 = p.tiles();
  Plan q(5);
  int t4 = q.tiles();
  Buf<float, 16> buf;
  int r0 = buf.room();
  int r1 = buf.with(4);
  Derived d(3, 4);
  int s0 = d.sum();
  int s1 = d.twice();
  auto add4 = make_adder(4);
  auto add7 = make_adder(7);
  int c0 = add4(10);
  int c1 = add7(10);
  auto f = make_map(8);
  int c2 = f(2, 3);
  DECL(a, 8);
  DECL(b, 16);
  int l0 = size(layout_a) + count_b;
  int x = 0, y = 0;
  x = y = 5;
  int e0 = x + y;
  int n = 100, steps = 0;
  while ((n /= 2) > 0) { ++steps; }
  int e1 = steps;
  int seen[4] = {0, 0, 0, 0};
  int dup = 0;
  auto lay = make_layout(make_shape(4, 4), make_stride(1, 1));
  for (int i = 0; i < 16; ++i) { if (seen[lay(i) % 4]++ > 0) dup++; }
  int e2 = dup;
  int e3 = seen[1];
  std::vector<int> v;
  for (int i = 0; i < 5; ++i) v.push_back(i * i);
  int v0 = v.size();
  int v1 = v[3];
  int v2 = std::accumulate(v.begin(), v.end(), 0);
  int v3 = *std::max_element(v.begin(), v.end());
  std::vector<int> banks(32, 0);
  for (int i = 0; i < 64; ++i) banks[(i * 8) % 32]++;
  int v4 = *std::max_element(banks.begin(), banks.end());
  int v5 = std::count(banks.begin(), banks.end(), 0);
  std::set<int> s;
  for (int i = 0; i < 16; ++i) s.insert(lay(i));
  int v6 = s.size();
  std::vector<int> w{3, 1, 2};
  std::sort(w.begin(), w.end());
  int v7 = w[0] * 100 + w[1] * 10 + w[2];
  std::reverse(w.begin(), w.end());
  int v8 = w[0];
  bool v9 = std::all_of(w.begin(), w.end(), [](int x) { return x > 0; });
  int v10 = std::count_if(w.begin(), w.end(), [](int x) { return x > 1; });
  std::vector<int> ids(6);
  std::iota(ids.begin(), ids.end(), 3);
  int v11 = ids[5];
  int v12 = std::accumulate(ids.begin(), ids.end(), 1, std::multiplies<int>());
  std::vector<int> raw(6);
  auto m0 = make_tensor(reinterpret_cast<short*>(raw.data()), make_layout(12));
  auto m1 = make_tensor(recast_ptr<uint4b_t>(raw.data()), make_layout(48));
  std::vector<int> none;
  auto m2 = make_tensor(recast_ptr<half_t>(none.data()), make_layout(8));
  auto m3 = cute::tuple{4, v11, make_shape(_2{}, 3)};
  return 0;
}",
        &[],
        &[
            ("m0", "ptr[16b](…) o 12:_1"),
            ("m1", "subptr[4b](…) o 48:_1"),
            ("m2", "ptr[16b](…) o 8:_1"),
            ("m3", "(4,8,(_2,3))"),
            ("t0", "32"),
            ("t1", "67"),
            ("t2", "65"),
            ("t3", "48"),
            ("t4", "26"),
            ("r0", "64"),
            ("r1", "20"),
            ("s0", "12"),
            ("s1", "16"),
            ("c0", "14"),
            ("c1", "17"),
            ("c2", "19"),
            ("l0", "24"),
            ("e0", "10"),
            ("e1", "6"),
            ("e2", "12"),
            ("e3", "4"),
            ("v0", "5"),
            ("v1", "9"),
            ("v2", "30"),
            ("v3", "16"),
            ("v4", "16"),
            ("v5", "28"),
            ("v6", "7"),
            ("v7", "123"),
            ("v8", "3"),
            ("v9", "true"),
            ("v10", "2"),
            ("v11", "8"),
            ("v12", "20160"),
        ],
    );
}

/// Operators of classes change their objects, what stands behind a comma sees what was changed before it, and numbers without
/// a sign wrap.
#[test]
fn operators_change_objects_and_numbers_wrap() {
    check(
        "struct Log { int events = 0; Log& operator<<(int e) { events += 1; return *this; } };
struct Sum { int v = 0; Sum& operator+=(int x) { v += x; return *this; } void operator()(bool ok) { (ok ? v : v) += 2; } };
struct Cnt { int a = 0, b = 0; void operator()(bool ok) { if (ok) a++; else b++; } };
int main() {
  Log log;
  log << 1;
  log << 2;
  int e = log.events;
  Sum s;
  s += 4;
  s += 5;
  int sv = s.v;
  Cnt c;
  c(true); c(false); c(true);
  int ca = c.a;
  int cb = c.b;
  uint32_t head = 5, tail = 0xfffffff0u;
  auto dist = head - tail;
  auto neg = 5u - 6;
  auto ok = 5u - 6 > 0;
  auto sign = int32_t(0x80u << 24) >> 24;
  int i = 3;
  auto ch = (i += 4, i <<= 1, i % 5);
  int stage = 0, phase = 1;
  int &st = stage, &ph = phase;
  st = 4; ph = 7;
  int sum = stage * 10 + phase;
  auto [q, r] = std::pair<int, int>(17 / 5, 17 % 5);
  auto pr = std::make_pair(4, 8);
  int m = sizeof(float) - 5 > 0;
  size_t sz = 4;
  auto big = sz * 3 - 2;
  unsigned mask = ~0u;
  int bits = mask >> 28;
  uint8_t small = 250; small += 10;
  int sm = small;
  return 0;
}",
        &[],
        &[
            ("e", "2"),
            ("sv", "9"),
            ("ca", "2"),
            ("cb", "1"),
            ("dist", "21"),
            ("neg", "4294967295"),
            ("ok", "true"),
            ("sign", "-128"),
            ("ch", "4"),
            ("sum", "47"),
            ("q", "3"),
            ("r", "2"),
            ("pr", "(4,8)"),
            ("big", "10"),
            ("bits", "15"),
            ("sm", "4"),
        ],
    );
}

/// What is changed in a way that is not followed is not known.
#[test]
fn what_is_not_followed_is_not_known() {
    let text = "struct Stats { int full = 0, part = 0; int& at(bool is) { return is ? full : part; } };
         struct Range { int n; void of(int i, int& b) const { b = n * i; } };
         int main() {
           Stats stats; stats.at(true)++; int a = stats.full;
           Range range{4}; int b = 0; range.of(3, b); int c = b;
           int x = 0, y = 1; (x > 0 ? x : y)++; int d = y;
           int e = (x > 3 && (y = 9)) ? y : 0; int f = y;
         }";
    let evaluation = evaluated(text, &[]);
    for name in ["a", "c", "d", "e", "f"] {
        let mut statements = evaluation.statements().iter();
        let last = statements.rposition(|statement| statement.name.as_ref().is_some_and(|(own, _)| own == name));
        assert!(last.and_then(|index| evaluation.value(index)).is_none(), "{name} of {text}");
    }
}

/// A method is shown with the first object of its class; vectors hold objects, and parts of objects change behind branches.
#[test]
fn methods_are_shown_with_an_object() {
    check(
        "struct Seg { int tile, begin, end; int size() const { return end - begin; } };
class Plan {
 public:
  Plan(int m, int n) : m_(m), n_(n) { log_ = m > 4 ? 2 : 1; }
  int padded() const { int s = 1 << log_; return (m_ + s - 1) / s * s; }
  Seg at(int i) const {
    Seg w{-1, 0, 0};
    if (i >= total()) return w;
    w.tile = i;
    if (i > 90) { w.begin = -1; return w; }
    switch (log_) { case 1: w.end = 3; break; case 2: w.end = 8; break; default: break; }
    w.begin = 2;
    return w;
  }
  int total() const { return padded() * n_; }
  void add(int x) { all_.push_back(x); }
  int count() const { return all_.size(); }
 private:
  int m_, n_, log_ = 0;
  std::vector<int> all_;
};
int main() {
  Plan plan(6, 9);
  int a = plan.total();
  Seg s = plan.at(5);
  int b = s.tile * 100 + s.size();
  std::vector<Seg> segs;
  for (int i = 0; i < 4; ++i) segs.push_back({i, i, 2 * i + 1});
  int c = segs.size();
  int d = segs.back().size();
  segs[1].end = 9;
  int e = segs[1].size();
  plan.add(3); plan.add(4);
  int f = plan.count();
  std::vector<int> seen;
  int dup = 0;
  for (int i = 0; i < 8; ++i) {
    int x = i % 3;
    if (std::find(seen.begin(), seen.end(), x) != seen.end()) { ++dup; continue; }
    seen.push_back(x);
  }
  int g = dup;
  bool h = false && a > 3;
  int k = 3 + (a > 3);
  auto st = Step<_1, X, _1>{};
}",
        &[],
        &[
            ("a", "72"),
            ("b", "506"),
            ("c", "4"),
            ("d", "4"),
            ("e", "8"),
            ("f", "2"),
            ("g", "5"),
            ("h", "false"),
            ("k", "4"),
            ("st", "(_1,_,_1)"),
        ],
    );
}

/// What a parameter of a class of the text holds is asked for, with as many modes as its type has; divisors of CUTLASS are
/// numbers, and an object of a class of others has members that are asked for. Branches around a whole text are read.
#[test]
fn parameters_hold_what_nobody_says() {
    check(
        "#if CUTLASS_ARCH_MMA_SM90_SUPPORTED
template <bool Varlen, int kBlockM>
struct Main {
  using ShapeQ = cute::Shape<int32_t, int32_t, int32_t, int32_t>;
  using StrideQ = cute::Stride<int64_t, _1, int64_t, int64_t>;
  using Seqlen = flash::SeqlenInfo<Varlen, kBlockM>;
  using Atoms = Layout<Shape<_2, _4, _1>>;
  using Tiled = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Atoms,
      Tile<Int<16 * CUTE_STATIC_V(size<0>(Atoms{}))>, Int<8 * CUTE_STATIC_V(size<1>(Atoms{}))>, _16>>;
  static constexpr int tile_m = tile_size<0>(Tiled{});
  struct Params { half_t const* ptr_Q; ShapeQ shape_Q; StrideQ stride_Q; cutlass::FastDivmod heads; int batch = 3; };
  __device__ void load(Params const& params, int bidh, SharedStorage& storage) {
    auto block_coord = scheduler.get_block_coord();
    auto [m_block, bidb] = block_coord;
    Seqlen seqlen{bidb, params.batch};
    int head = params.heads.divide(bidh);
    int rest;
    int by = params.heads.divmod(rest, bidh);
    int left = rest;
    Tensor mQ = make_tensor(make_gmem_ptr(params.ptr_Q), params.shape_Q, params.stride_Q)(_, _, head, bidb);
    Tensor gQ = local_tile(domain_offset(make_coord(seqlen.offset_q, _0{}), mQ), Shape<_128, _64>{}, make_coord(_, _0{}));
    Tensor sK = make_tensor(make_smem_ptr(storage.tensors.smem_k.data()), Layout<Shape<_8, _8>>{});
    int told = params.batch;
  }
};
#endif",
        &[("params.heads", "3"), ("bidh", "7")],
        &[
            ("tile_m", "32"),
            ("head", "2"),
            ("by", "2"),
            ("left", "1"),
            ("mQ", "gmem_ptr[16b](…+65536) o (512,64):(64,_1)"),
            ("gQ", "gmem_ptr[16b](…+65536) o (_128,_64,4):(64,_1,8192)"),
            ("sK", "smem_ptr[16b](…) o (_8,_8):(_1,_8)"),
            ("told", "3"),
        ],
    );
}

/// What FlashAttention's headers make of accumulators is known, a class is the one of its scope, and an assertion about a rank
/// says how many modes a layout has. The values are those of the headers, compiled by g++.
#[test]
fn functions_of_headers_and_classes_of_their_scope() {
    check(
        "void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{});
  auto acc = partition_fragment_C(mma, Shape<_64, _128>{});
  auto rc = make_tensor(acc.data(), flash::convert_layout_acc_rowcol(acc.layout()));
  auto rt = flash::convert_layout_acc_rowcol<true>(acc.layout());
  auto ar = FLASH_NAMESPACE::convert_layout_acc_Aregs<decltype(mma)>(acc.layout());
  auto half = flash::convert_type<half_t>(acc);
  auto mma9 = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<_1, _1, _1>>{});
  auto acc9 = partition_fragment_C(mma9, Shape<_64, _128>{});
  auto rc9 = flash::convert_layout_acc_rowcol(acc9.layout());
  auto ar9 = flash::convert_layout_acc_Aregs<decltype(mma9)>(acc9.layout());
  auto one = cute::conditional_return<size<0>(acc) == 4>(_3{}, _7{});
  auto part = mma_partition_fragment_AB<false>(mma.get_slice(0), make_counting_tensor(make_layout(Shape<_64, _32>{})));
}
struct A { struct P { int x = 3; int b = 4; }; static int f(P const& p) { int v = p.b; return v; } };
struct B { struct P { int y = 5; }; static int f(P const& p) { int w = p.y; return w; } };
template <bool V>
struct C {
  void g(int bidb) {
    flash::SeqlenInfo<V, 4> seqlen(bidb, 3);
    auto at = make_coord(seqlen.offset, _0{});
  }
};
template <typename Engine, typename Layout, typename E1, typename L1>
void apply(Tensor<Engine, Layout>& t, Tensor<E1, L1>& s) {
  static_assert(Layout::rank == 3, \"three modes\");
  static_assert(L1::rank == 1, \"one mode\");
  auto last = size<2>(t);
  auto rank_of = rank(s);
}",
        &[],
        &[
            ("rc", "ptr[32b](…) o ((_2,_1),(_2,_16)):((_2,_0),(_1,_4))"),
            ("rt", "((_2,_16),(_2,_1)):((_1,_4),(_2,_0))"),
            ("ar", "(((_2,_2),_2),_1,_8):(((_1,_2),_4),_0,_8)"),
            ("half", "ptr[16b](…) o ((_2,_2),_1,_16):((_1,_2),_0,_4)"),
            ("rc9", "((_2,_1),(_2,_16,_1)):((_2,_0),(_1,_4,_0))"),
            ("ar9", "((_2,_2,_2),_1,_8):((_1,_2,_4),_0,_8)"),
            ("one", "_3"),
            ("part", "ptr[16b](…) o ((_2,_2),_8,_2):((_1,_2),_4,_32)"),
            ("v", "4"),
            ("w", "5"),
            ("at", "(0,_0)"),
            ("last", "_4"),
            ("rank_of", "_1"),
        ],
    );
}

/// A pointer that is moved by what nobody knows is a pointer; accumulators have three modes where a header's function takes them.
#[test]
fn pointers_are_moved_by_what_nobody_knows() {
    check(
        "template <typename Kernel_traits, bool Is_even_MN, typename Params>
__device__ void compute(const Params &params, const int bidb, const int bidh, int m_block) {
  using Element = typename Kernel_traits::Element;
  using index_t = typename Kernel_traits::index_t;
  const BlockInfo</*Is_Varlen=*/!Is_even_MN> binfo(params, bidb);
  const index_t row_offset_k = binfo.k_offset(params.k_batch_stride, params.k_row_stride, bidb);
  Tensor gK = make_tensor(make_gmem_ptr(reinterpret_cast<Element *>(params.k_ptr) + row_offset_k), Shape<_64, _128>{},
                          make_stride(params.k_row_stride, _1{}));
  Tensor mQ = make_tensor(make_gmem_ptr(reinterpret_cast<Element *>(params.q_ptr) + binfo.q_offset(bidb)),
                          make_shape(binfo.actual_seqlen_q, params.h, params.d),
                          make_stride(params.q_row_stride, params.q_head_stride, _1{}));
  Tensor gQ = local_tile(mQ(_, bidh, _), Shape<_64, _128>{}, make_coord(m_block, 0));
  Tensor gO = make_tensor(make_gmem_ptr(reinterpret_cast<Element *>(params.o_ptr) + 128), Shape<_8>{});
}
template <typename Tensor0>
__device__ void soft(Tensor0 &acc_s) {
  Tensor scores = make_tensor(acc_s.data(), flash::convert_layout_acc_rowcol(acc_s.layout()));
  auto modes = rank(scores);
}",
        &[],
        &[
            ("gK", "gmem_ptr[16b](…) o (_64,_128):(128,_1)"),
            ("mQ", "gmem_ptr[16b](…) o (128,1,128):(128,128,_1)"),
            ("gQ", "gmem_ptr[16b](…) o (_64,_128):(128,_1)"),
            ("gO", "gmem_ptr[16b](…+128) o (_8):(_1)"),
            ("modes", "_2"),
        ],
    );
}

/// What the one kernel of a text is launched with says how many threads a block has; a tuple of one mode is made of its mode.
#[test]
fn a_launch_says_how_many_threads_there_are() {
    let kernel = "__global__ void scale(float* p) {
  int stride = blockDim.x;
  auto all = make_layout(make_shape(blockDim.x, blockDim.y, gridDim.x * gridDim.y));
}
void host(int m) {
  dim3 block(64, 2);
  dim3 grid(ceil_div(m, 128), 2);
  cute::tuple<int> one{42};
  scale<<<grid, BLOCK, 0, stream>>>(nullptr);
}";
    let of_dim3 = [("stride", "64"), ("all", "(64,2,8):(_1,64,128)"), ("one", "(42)")];
    check(&kernel.replace("BLOCK", "block"), &[], &of_dim3);
    check(&kernel.replace("BLOCK", "256"), &[], &[("stride", "256"), ("all", "(256,1,8):(_1,256,256)")]);
    // Several launches that differ say nothing.
    let both =
        kernel.replace("BLOCK", "256").replace("stream>>>(nullptr);", "stream>>>(nullptr); scale<<<1, 32>>>(nullptr);");
    check(&both, &[], &[("stride", "128")]);
}

/// A member of a template parameter is that of the parameter of its own function; another function's of the same name is not.
#[test]
fn members_of_parameters_belong_to_their_function() {
    check(
        "struct Small { using SmemLayout = Layout<_8>; };
struct Large { using SmemLayout = Layout<_64>; };
template <class Traits> int unused(int x) { typename Traits::SmemLayout s; return x + size(s); }
template <class Traits> int helper(int x) { typename Traits::SmemLayout h; return x + size(h); }
template <class Traits> __global__ void kernel() {
  typename Traits::SmemLayout m;
  auto n = size(m);
  int q = helper<Large>(1);
}
int main() { kernel<Small><<<1, 128>>>(); }",
        &[],
        &[("h", "_64:_1"), ("m", "_8:_1"), ("n", "_8"), ("q", "65")],
    );
}

/// Arrays and vectors of shapes and strides, and what is made of their elements; a declared type says what is static.
#[test]
fn lists_hold_tuples_of_cute() {
    check(
        "using Problem = Shape<int,int,int>;
using StrideA = Stride<int64_t, Int<1>, int64_t>;
struct Scheduler {
  Problem const* problems; int groups;
  static int tiles_of(Problem const& p) { return ceil_div(get<0>(p), 64); }
  int find(int linear) const {
    int start = 0;
    for (int g = 0; g < groups; ++g) { int t = tiles_of(problems[g]); if (linear < start + t) return g; start += t; }
    return -1;
  }
};
int main() {
  std::vector<Problem> all{make_shape(100, 64, 48), {200, 130, 96}};
  auto count = all.size();
  auto [m, n, k] = all[1];
  auto four = append<4>(all.back(), 1);
  int tiles = 0;
  for (auto const& p : all) tiles += Scheduler::tiles_of(p);
  int sum = tiles;
  Scheduler of_vector{all.data(), 2};
  int found = of_vector.find(3);
  Problem few[2] = {make_shape(1, 2, 3), {4, 5, 6}};
  auto second = few[1];
  Problem none[2];
  none[0] = make_shape(7, 8, 9);
  auto given = none[0];
  auto left = none[1];
  std::vector<StrideA> strides(2);
  strides[1] = make_stride(int64_t(9), Int<1>{}, int64_t(0));
  auto stride = strides[1];
  std::array<Shape<int,int>, 2> pair{make_shape(1, 2), make_shape(3, 4)};
  auto last = pair[1];
  Shape<int, _4> shape = make_shape(_8{}, _4{});
}",
        &[],
        &[
            ("count", "2"),
            ("m", "200"),
            ("k", "96"),
            ("four", "(200,130,96,1)"),
            ("sum", "6"),
            ("found", "1"),
            ("second", "(4,5,6)"),
            ("given", "(7,8,9)"),
            ("left", "(0,0,0)"),
            ("stride", "(9,_1,0)"),
            ("last", "(3,4)"),
            ("shape", "(8,_4)"),
        ],
    );
}

/// CUDA's vectors of integers are values wherever they stand; elements of less than a byte have a pointer of their own.
#[test]
fn vectors_of_cuda_and_elements_of_less_than_a_byte() {
    check(
        "struct Plan { dim3 grid; int stages; };
template <int B> Plan plan_for(int64_t m) { Plan p{}; p.grid = dim3(ceil_div(m, Int<B>{}), 4); p.stages = 3; return p; }
__global__ void kernel(int4b_t* p) {
  auto [bx, by, bz] = uint3{blockIdx.x, blockIdx.y + 2, blockIdx.z};
  auto at = make_coord(by, _);
  Tensor g = make_tensor(make_gmem_ptr<int4b_t>(p), Layout<Shape<_8, _4>>{});
}
int main() {
  auto plan = plan_for<128>(1024);
  unsigned x = plan.grid.x, z = plan.grid.z;
  dim3 block = dim3(32, 2);
  int threads = block.x * block.y;
}",
        &[],
        &[
            ("by", "2"),
            ("at", "(2,_)"),
            ("g", "gmem_subptr[4b](…) o (_8,_4):(_1,_8)"),
            ("x", "8"),
            ("z", "1"),
            ("threads", "64"),
        ],
    );
}

/// Steps of objects are what their class says; limits of types are numbers; a layout is no tuple that is reversed.
#[test]
fn steps_of_objects_and_limits_of_types() {
    check(
        "template <int S> struct State {
  int index = 0;
  void operator++() { index = (index + 1) % S; }
};
int main() {
  State<3> state;
  ++state;
  ++state;
  int at = state.index;
  for (int i = 0; i < 2; ++i) { ++state; }
  int behind = state.index;
  int most = INT_MAX;
  auto least = std::numeric_limits<int16_t>::lowest();
  auto same = reverse(Layout<Shape<_4, _5>>{});
  auto C = Layout<Shape<_12, Shape<_4, _8>>, Stride<_59, Stride<_13, _1>>>{};
  auto cut = C.compose(Int<3>{}, Layout<_8, _2>{});
}",
        &[],
        &[
            ("at", "2"),
            ("behind", "1"),
            ("most", "2147483647"),
            ("least", "-32768"),
            ("same", "(_4,_5):(_1,_4)"),
            ("cut", "(_3,(_2,_4)):(_59,(_26,_1))"),
        ],
    );
}

/// A lambda that is called where it stands is the block that it is: each statement sees the names around it, a kernel is seen
/// with what the switch that is taken launches it with, and a switch of another header is read as that header has it.
#[test]
fn lambdas_that_are_called_at_once() {
    check(
        "#define BOOL_SWITCH(COND, NAME, ...) [&] { \\
    if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } \\
    else { constexpr static bool NAME = false; return __VA_ARGS__(); } }()
struct P { int h; bool causal; };
template <int K, bool Causal>
__global__ void kernel(P p) {
  auto l = make_layout(make_shape(Int<K>{}, p.h));
  constexpr int bm = Causal ? 64 : 128;
}
template <int K>
void run(P& p) {
  dim3 grid(4, p.h);
  BOOL_SWITCH(p.causal, IsC, [&] {
     auto q = make_shape(Int<K>{}, grid.y);
     kernel<K, IsC><<<grid, 128>>>(p);
  });
  EVENK_SWITCH(p.h % 4 == 0, IsEven, [&] {
     auto tile = make_shape(conditional_t<IsEven, _64, _32>{}, p.h);
  });
  auto found = [&] { if (p.h > 4) { return 1; } return 2; }();
}
int main() {
  P p{6, false};
  run<64>(p);
}",
        &[],
        &[
            ("l", "(_64,6):(_1,_64)"),
            ("bm", "128"),
            ("q", "(_64,6)"),
            ("IsEven", "false"),
            ("tile", "(_32,6)"),
            ("found", "1"),
        ],
    );
}

/// What is called through an object, or is a form of a class that nothing names, is seen with what it is called with first;
/// a line that the first round does not come to is seen in the round that does.
#[test]
fn what_is_met_in_calls() {
    check(
        "template <int S_> struct Pol { static constexpr int S = S_; };
template <class P, class T> struct Coll {};
template <int S, class T_> struct Coll<Pol<S>, T_> {
  using T = T_;
  using L = decltype(make_layout(make_shape(size<0>(T{}), Int<S>{})));
  auto operator()(int x) const { auto q = make_shape(L{}, x); return q; }
};
template <class M> struct Kern {
  using T = typename M::T;
  void operator()(int t) const { auto z = make_shape(T{}, t); M{}(t + 1); }
};
template <class K> __global__ void dev(int n) { K{}(n); }
int main() {
  using Main = Coll<Pol<3>, Shape<_64, _32>>;
  dev<Kern<Main>><<<1, 32>>>(7);
  for (int i = 0; i < 5; ++i) {
    if (i == 2) { auto two = make_shape(i, 4); }
  }
  std::vector<float> data(64 * 4);
  std::iota(data.begin(), data.end(), 0.0f);
  auto t = make_tensor(make_gmem_ptr(data.data()), make_layout(64));
}",
        &[],
        &[
            ("S", "3"),
            ("L", "(_64,_3):(_1,_64)"),
            ("q", "((_64,_3):(_1,_64),8)"),
            ("z", "((_64,_32),7)"),
            ("two", "(2,4)"),
            ("t", "gmem_ptr[32b](…) o 64:_1"),
        ],
    );
}

/// A member that is given an object in braces has it; arrays of objects are gone through, in braces within braces, by name.
#[test]
fn objects_in_braces() {
    check(
        "struct Main { int* ptr; Stride<int, _1> d; };
struct Args { int m = 1; Main main; };
struct Conv { int n = 2, h = 8; int pad = 1; int p() const { return h + 2 * pad; } };
auto layout_of(Conv const& c) { return make_layout(make_shape(c.n, c.p())); }
void use(Args args) { auto l = make_layout(make_shape(args.m, 4), args.main.d); }
int main() {
  std::vector<int> a(64);
  int k = 16;
  Args args;
  args.m = 8;
  args.main = {a.data(), make_stride(k, _1{})};
  use(args);
  std::array<Conv, 2> const cases = {{
    {.n = 4},
    {.h = 16, .pad = 2},
  }};
  for (auto const& c : cases) {
    auto one = layout_of(c);
  }
  auto last = layout_of(cases[1]);
}",
        &[],
        &[("l", "(8,4):(16,_1)"), ("one", "(4,10):(_1,4)"), ("last", "(2,20):(_1,2)")],
    );
}

/// What a call writes through an address: a pointer stays one, what the machine says is asked for.
#[test]
fn addresses_that_are_given_away() {
    check(
        "template <typename To, typename Engine, typename Layout>
auto convert_type(Tensor<Engine, Layout> const& tensor) {
  using From = typename Engine::value_type;
  constexpr int numel = decltype(size(tensor))::value;
  cutlass::NumericArrayConverter<To, From, numel> convert_op;
  auto frag = convert_op(*reinterpret_cast<const cutlass::Array<From, numel>*>(tensor.data()));
  return make_tensor(make_rmem_ptr<To>(&frag), tensor.layout());
}
struct Rows {
  template <class C, class Q>
  auto operator()(C& c, Q& q) { return make_layout(get<0>(make_ordered_layout(q(_, 0, _).layout())), get<1>(c.layout())); }
};
template <class TA, class Alpha> void f(TA* a, Alpha alpha) { Tensor t = make_tensor(a, make_layout(Int<8>{})); }
int main() {
  using TI = cute::half_t;
  TI* A;
  cudaMalloc(&A, 1024);
  TI alpha = static_cast<TI>(1.0f);
  f(A, alpha);
  Tensor acc = make_tensor<float>(make_shape(Int<4>{}, Int<2>{}));
  Tensor out = convert_type<half_t>(acc);
  Tensor q = make_tensor<half_t>(make_shape(make_shape(Int<2>{}, Int<2>{}), Int<2>{}, Int<4>{}));
  auto rows = Rows()(acc, q);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  size_t blocks{static_cast<size_t>(prop.multiProcessorCount)};
  int sms;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  auto waves = ceil_div(1000, 2 * sms);
  auto strides = make_stride<int64_t>(sms, 1);
}",
        &[("sms", "100")],
        &[
            ("Alpha", "half_t"),
            ("t", "ptr[16b](…) o _8:_1"),
            ("out", "ptr[16b](…) o (_4,_2):(_1,_4)"),
            ("rows", "((_2,_2),_2):((_1,_2),_4)"),
            ("blocks", "132"),
            ("waves", "5"),
            ("strides", "(100,1)"),
        ],
    );
}

/// A form of a class without members of its own is what it is derived from.
#[test]
fn forms_of_classes_are_derived_from_forms() {
    check(
        "template <typename L, int S> struct OpA;
template <typename L, int S> struct OpB;
template <> struct OpA<half_t, 64> { using Atom = Layout<Shape<_8, _64>>; };
template <int S> struct OpA<float, S> { using Atom = Layout<Shape<_8, Int<S>>>; };
template <int S> struct OpB<half_t, S> : OpA<half_t, S> {};
template <int S> struct OpB<float, S> : OpA<float, S> {};
template <typename L, int S> struct OpC : OpA<L, S> {};
using V = typename OpB<half_t, 64>::Atom;
using W = typename OpB<float, 6>::Atom;
using X = typename OpC<float, 6>::Atom;",
        &[],
        &[("V", "(_8,_64):(_1,_8)"), ("W", "(_8,_6):(_1,_8)"), ("X", "(_8,_6):(_1,_8)")],
    );
}

/// The parenthesis of the first argument is none around all of them; a number alone is an extent along x.
#[test]
fn extents_of_a_launch() {
    check(
        "void f(int M, int N) {
  dim3 a((N + 63) / 64, (M + 127) / 128);
  dim3 b((N), M, 2);
  dim3 c((N + 63) / 64);
  dim3 d = 128;
  dim3 e = a;
  dim3 g = {4, 2};
  int x = d.x * d.y + g.z;
}",
        &[("M", "512"), ("N", "256")],
        &[
            ("a", "(4,4,1)"),
            ("b", "(256,512,2)"),
            ("c", "(4,1,1)"),
            ("d", "(128,1,1)"),
            ("e", "(4,4,1)"),
            ("g", "(4,2,1)"),
            ("x", "129"),
        ],
    );
}

/// Macros that do something end a statement; a function that is only named has the template arguments that it is named
/// with; an enumeration makes one of a number.
#[test]
fn extensions_of_frameworks() {
    check(
        "#define CHECK_DTYPE(T, D) \\
  do { \\
    if ((T).dtype() != (D)) std::exit(1); \\
  } while (0);
template <typename T, int kM> struct Spec_ { using L = Layout<Shape<Int<kM>, _4>>; static constexpr int kThreads = kM * 2; };
enum class Role { Producer = 0, Consumer0 = 1, Consumer1 = 2 };
template <class Spec> __global__ void kern(int group) {
  auto role = Role(group);
  int tid = 5;
  if (role == Role::Consumer1) { tid += 128; }
  auto l = typename Spec::L{};
}
template <typename T, int kM>
torch::Tensor run(const torch::Tensor a, bool is_gemm) {
  CHECK_DTYPE(a, torch::kHalf)
  if (!is_gemm) CHECK_DTYPE(a, torch::kHalf)
  CHECK_DTYPE(a, torch::kHalf)

  using Spec = Spec_<T, kM>;
  auto shared = typename Spec::L{};
  dim3 block = Spec::kThreads;
  kern<Spec><<<1, block>>>(2);
  return a;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def(\"run\", &(run<cute::half_t, 16>), \"Run.\"); }",
        &[],
        &[("kM", "16"), ("shared", "(_16,_4):(_1,_16)"), ("l", "(_16,_4):(_1,_16)"), ("block", "(32,1,1)"), ("tid", "133")],
    );
}

/// Lists of numbers are memory where a tensor is made of them; function objects are arguments of templates; what stands
/// in an index is not changed.
#[test]
fn lists_are_memory() {
    check(
        "struct Config { static constexpr int BK = 8; };
template <class Tuple, class Fn> void each() { auto res = transform_leaf(Tuple{}, Fn{}); }
template <class F> void first(F f) { auto place = find_if(tuple<_1, _4>{}, [&](auto x) { return f(x, _2{}); }); }
void fill(float* p, int n) {
  using C = Config;
  __shared__ float tile[C::BK * 4];
  for (int k = 0; k < n; ++k) { tile[(k + 1) * C::BK] = p[k]; }
  int last = 2 * C::BK;
}
int main() {
  std::vector<int> v{10, 11, 12, 13};
  auto a = make_tensor(v.data(), make_shape(_2{}, _2{}));
  auto w = std::vector{1, 5, 8, 11};
  auto b = make_tensor(w.data(), Layout<Shape<_2, _2>, Stride<_2, _1>>{});
  std::vector u{1.0f, 2.0f};
  auto c = make_tensor(u.data(), _2{});
  int second = v[1];
  each<tuple<_2, _m1, tuple<_m5, _1>>, abs_fn>();
  first(greater{});
  fill(nullptr, 4);
}",
        &[],
        &[
            ("a", "ptr[32b](…) o (_2,_2):(_1,_2)"),
            ("b", "ptr[32b](…) o (_2,_2):(_2,_1)"),
            ("c", "ptr[32b](…) o _2:_1"),
            ("second", "11"),
            ("res", "(_2,_1,(_5,_1))"),
            ("place", "_1"),
            ("last", "16"),
        ],
    );
}

/// Of two functions of a name one is for pointers to a type of its own: the other is seen with another type.
#[test]
fn functions_for_any_type_and_for_one() {
    check(
        "template <class Alpha> void run(int m, Alpha alpha, half_t const* A) { auto h = make_tensor(A, m); }
template <class TA, class Alpha>
void run(int m, Alpha alpha, TA const* A) {
  TiledCopy copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, TA>{}, Layout<Shape<_32, _8>>{},
                                   Layout<Shape<_4, _1>>{});
  auto any = make_tensor(A, m);
  auto tile = size(copy);
}
template <class TA> void both(TA const* A) { return run(8, 1.0f, A); }
int main() {
  half_t* p;
  both(p);
}",
        &[],
        &[("h", "ptr[16b](…) o 8:_1"), ("any", "ptr[32b](…) o 8:_1"), ("tile", "_256")],
    );
}

/// A tuple that nobody gives has extents as any size that is asked for has, each profile its own; coordinates begin at 0.
#[test]
fn tuples_that_nobody_gives() {
    check(
        "using ProblemShape = Shape<int, int, int>;
void f(ProblemShape s) { auto [M, N, K] = s; auto l = make_layout(make_shape(M, K)); }
void g(Shape<int, _4> s) { auto one = make_layout(s); }
void h(Coord<int, int> tile_coord, Shape<int, int> cluster_shape) { auto at = make_layout(cluster_shape)(tile_coord); }
void d(cute::tuple<int, int> range = {-2, 2}) { auto [least, most] = range; }",
        &[],
        &[("l", "(512,4):(_1,512)"), ("one", "(512,_4):(_1,512)"), ("at", "0"), ("least", "-2"), ("most", "2")],
    );
}
