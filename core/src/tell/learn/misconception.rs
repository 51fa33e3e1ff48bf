//! Misconceptions that people have: each with a short name for results, what is said of it, and the card that clears it
//! up.

/// A known way to a wrong answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Misconception {
    /// Its name in results, which never changes.
    pub id: &'static str,
    /// Description of what was done instead, in English and Chinese: a whole sentence.
    pub said: [&'static str; 2],
    /// The lesson that clears it up.
    pub lesson: &'static str,
}

/// The misconceptions from one table.
macro_rules! misconceptions {
    ($($name:ident $id:literal $lesson:literal $english:literal $chinese:literal;)*) => {
        $(
            #[doc = $english]
            pub const $name: &Misconception =
                &Misconception { id: $id, said: [$english, $chinese], lesson: $lesson };
        )*

        /// All of them.
        pub const ALL: &[&Misconception] = &[$($name),*];
    };
}

misconceptions! {
    ROW_MAJOR "row-major" "colex-order"
        "The last number of the coordinate ran first; in CuTe the first one does."
        "让坐标的最后一个数先变了；在 CuTe 中先变的是第一个数。";
    NO_CARRY "no-carry" "colex-order"
        "A number has reached its extent; there it goes back to 0 and the next one goes up."
        "有一个数已经等于它的长度了；这时它要回到 0，后面的数加一。";
    NO_RESET "no-reset" "colex-order"
        "The next number went up, but the ones before it stayed; they go back to 0."
        "后面的数加了一，但前面的数没有回到 0。";
    DIVIDES_FIRST "divide-first" "idx2crd"
        "It was divided where the remainder is taken: the remainder is the coordinate here, the quotient goes on."
        "应取余数的地方取了商：余数是这一位的坐标，商继续传给后面。";
    INDEX_FOR_COORDINATE "index-coordinate" "idx2crd"
        "The memory index was taken for the 1-D coordinate."
        "把内存索引当成了一维坐标。";
    DIGITS_BY_STRIDE "digits-by-stride" "idx2crd"
        "The numbers are right but stand in the order of the strides; each belongs to the mode whose stride gave it."
        "数值对了，却是按步长的次序写的；每个数属于给出它的那个步长所在的 mode。";
    PARENTHESES "parentheses" "coordinates"
        "The numbers are right; the parentheses are not those that are asked for."
        "数值对了，但括号与所求的不一致。";
    FLAT_PARENTHESES "flat-parentheses" "coordinates"
        "The numbers are right; the parentheses of a natural coordinate are those of the shape."
        "数值对了；自然坐标的括号要与形状的括号一致。";
    ONLY_ONE "only-one" "coordinates"
        "That is one of several: with a stride 0, or where modes overlap, other coordinates reach the same index."
        "这只是其中一个；步长为 0 或 mode 互相重叠时，还有别的坐标到达同一个索引。";
    COUNTS_FORMS "counts-forms" "coordinates"
        "The 1-D and the natural form were counted each; they are one coordinate."
        "把一维形式和自然形式分开数了；它们是同一个坐标。";
    FIRST_STEP "first-step" "table"
        "The first step was taken for all of the mode; further on the table steps by another number."
        "把第一步的间距当成了整个 mode 的间距；后面的间距变了。";
    EXCHANGES_STRIDES "exchanges-strides" "table"
        "The strides were exchanged: mode 0 runs down a column, mode 1 along a row."
        "步长弄反了：mode 0 沿列向下走，mode 1 沿行向右走。";
    TRANSPOSED "transposed" "table"
        "That is the table on its side: the rows are mode 0, the columns mode 1."
        "这是转置后的表：行是 mode 0，列是 mode 1。";
    INNER_EXTENT "inner-extent" "coordinates"
        "A mode in parentheses was taken for as long as its first number; its extent is the product of all of them."
        "把带括号的 mode 的长度当成了它的第一个数；它的长度是括号里所有数的乘积。";
    INNER_ROW_MAJOR "inner-row-major" "colex-order"
        "Within the parentheses the last number ran first; the first one does, there too."
        "在括号里面让最后一个数先走了；括号里面也是第一个数先走。";
    SIZE_FOR_COSIZE "size-cosize" "cosize"
        "That is the size, the number of coordinates; cosize is the largest index plus one."
        "这是 size（坐标的个数）；cosize 是最大索引加一。";
    ADDS_COORDINATES "adds-coordinates" "crd2idx"
        "The numbers of the coordinate were added; each is first multiplied by the extents to its left."
        "把坐标的各数直接相加了；每个数要先乘以它左边各长度的乘积。";
    OWN_EXTENT "own-extent" "crd2idx"
        "A number was multiplied by the extent of its own mode; it is multiplied by the extents to its left."
        "把一个数乘以了它自己 mode 的长度；应该乘以它左边各长度的乘积。";
    ONE_EXTENT "one-extent" "crd2idx"
        "A number was multiplied by the one extent before it; it is multiplied by all extents to its left."
        "只乘了前面一个长度；应该乘以左边所有长度的乘积。";
    EXTENTS_FOR_LAST "extents-for-last" "cosize"
        "Extents were multiplied by the strides; the last coordinate of a mode is its extent less one."
        "用长度去乘步长了；一个 mode 的最后一个坐标是长度减一。";
    PERIOD_FOR_COSIZE "period-cosize" "cosize"
        "An extent times its stride was taken for cosize; cosize ends right behind the largest index."
        "把长度乘以步长当成了 cosize；cosize 在最大的索引之后就结束，不含后面的空隙。";
    LARGEST_FOR_COSIZE "largest-cosize" "cosize"
        "The largest index was taken for cosize; cosize is one more."
        "把最大的索引当成了 cosize；cosize 还要加一。";
    RUNS_FOR_SLOTS "runs-slots" "cosize"
        "That counts the stretches that are empty; asked is how many slots they have in all."
        "这是空隙的段数；问的是它们一共有多少个位置。";
    SUBTRACTS_COORDINATES "subtracts-coordinates" "cosize"
        "The number of coordinates was subtracted; several of them share a slot here."
        "减去的是坐标的个数；这里有几个坐标共用一个位置。";
    OVERLAPS "overlaps" "cosize"
        "The cosize is right, but two coordinates have one index."
        "cosize 对了，但是有两个坐标的索引相同。";
    MODES_REVERSED "modes-reversed" "mdspan"
        "The modes were put in the other order; they stay in the order of the extents, and the strides say which is fast."
        "把 mode 的次序倒过来了；mode 的次序与 extents 一致，哪个快由步长决定。";
    FORGETS_PADDING "no-padding" "mdspan"
        "The padding was left out: the next row or column begins after the padded length."
        "漏了填充：下一行（或列）从填充后的长度处开始。";
    PADDED_SHAPE "padded-shape" "mdspan"
        "The padding was counted as elements; it changes strides, and the shape stays that of the extents."
        "把填充也算成元素了；填充只改变步长，形状还是 extents。";
    PADDING_AS_STRIDE "padding-as-stride" "mdspan"
        "The padding was taken for the stride; the stride is the next multiple of it that is no less than the extent."
        "把填充值直接当成步长了；步长是不小于该长度的、填充值的倍数中最小的一个。";
    LARGEST_INDEX "largest-index" "cosize"
        "That is the largest index itself; cosize is one more."
        "这是最大的索引；cosize 还要加一。";
    COUNTS_USED "counts-used" "cosize"
        "That counts the indices that are used; the gaps between them count too."
        "这是用到的索引的个数；它们之间的空隙也要算。";
    STRIDE_OF_LEFT "left-strides" "left-right"
        "Those are the strides of LayoutLeft, which grow from the left."
        "这是 LayoutLeft 的步长，从左边开始增长。";
    STRIDE_OF_RIGHT "right-strides" "left-right"
        "Those are the strides of LayoutRight, which grow from the right."
        "这是 LayoutRight 的步长，从右边开始增长。";
    FORGETS_STRIDE "forgets-stride" "crd2idx"
        "The strides were left out: a coordinate is multiplied by the stride of its mode."
        "漏了步长：每个坐标要乘以所在 mode 的步长。";
    COORDINATE_FOR_INDEX "coordinate-index" "crd2idx"
        "The 1-D coordinate was taken for the index; it is split into the shape and multiplied by the strides first."
        "把一维坐标当成了索引；要先按形状拆开，再乘以步长。";
    ONE_STRIDE "one-stride" "crd2idx"
        "The whole 1-D coordinate was multiplied by the first stride, as if there were only one mode."
        "把整个一维坐标乘了第一个步长，好像只有一个 mode。";
    PATH_REVERSED "path-reversed" "paths"
        "The path was read from the inside out; its first number chooses among the outermost modes."
        "把路径由内向外读了；第一个数选的是最外层的 mode。";
    PATH_FROM_ONE "path-from-one" "paths"
        "The modes were counted from 1; they are counted from 0."
        "mode 从 1 数起了；应该从 0 数起。";
    PATH_STOPS "path-stops" "paths"
        "The last number of the path was left out; that is the mode around the one asked for."
        "漏了路径的最后一个数；这是外面一层的 mode。";
    PATH_SKIPS "path-skips" "paths"
        "The first number of the path is missing: begin at the outermost parentheses."
        "少了路径的第一个数：要从最外层括号开始。";
    PATH_COUNTS_ON "path-counts-on" "paths"
        "The numbers of the whole layout were counted on; within each parentheses the count begins at 0 again."
        "把整个布局的数连着数下去了；每进一层括号都要重新从 0 数起。";
    STRIDES_ANEW "strides-anew" "paths"
        "The strides were made anew; a mode of A keeps the strides that it has in A."
        "步长是重新生成的；A 的 mode 保留它在 A 中的步长。";
    SIZE_ALONE "size-alone" "compatible"
        "Equal sizes are not enough: every mode has to have the size of the number that it faces."
        "size 相等还不够：每个 mode 的 size 都要等于它对着的数。";
    COARSER "coarser" "compatible"
        "That is the other way round: compatible(S, T) asks that T refines S, not that S refines T."
        "方向反了：compatible(S, T) 要求 T 细分 S，而不是 S 细分 T。";
    FLATTENED "flattened" "compatible"
        "The parentheses are missing: what a number is split into stays within parentheses of its own."
        "少了括号：一个数拆开之后，各部分要留在自己的括号里。";
    SPLITS_SUM "splits-sum" "compatible"
        "The parts add up to the number; they have to multiply to it."
        "各部分相加等于原来的数；应该是相乘。";
    AS_CONGRUENT "as-congruent" "compatible"
        "That is asked of congruent shapes; compatible ones may have parentheses where the first has a number."
        "那是 congruent 的要求；compatible 允许第一个是数的地方对着括号。";
    PART_REFINES "part-refines" "compatible"
        "One mode refines the other, but another mode does not; every one has to."
        "有一个 mode 是细分，另一个却不是；每个 mode 都要满足。";
    REFINES_OTHER_MODE "refines-other" "compatible"
        "The factors stand in other modes than the number that they come from."
        "因数放到了别的 mode 里，不在原来那个数的位置上。";
    NEIGHBOUR_EXTENT "neighbour-extent" "left-right"
        "Only the extent beside it was taken; a stride is the product of all extents on that side."
        "只取了旁边那一个长度；步长是那一边所有长度的乘积。";
    STARTS_ANEW "starts-anew" "left-right"
        "The strides begin anew in each mode; they run on across the parentheses."
        "每个 mode 里的步长都重新从 1 开始了；步长是跨过括号一直累积的。";
    STRIDES_FLATTENED "strides-flattened" "left-right"
        "The strides are right but the parentheses are missing; a layout keeps those of its shape."
        "步长没错，但少了括号；布局保留形状的括号。";
    BROADCASTS_OTHER "broadcasts-other" "stride-zero"
        "The strides stand in the wrong modes: the stride 0 belongs to the mode along which the index stays the same."
        "步长放错了 mode：沿着哪个 mode 索引不变，步长 0 就放在哪里。";
    EXTENT_ONE "extent-one" "stride-zero"
        "The extent became 1, so the coordinates are gone; a broadcast keeps the extent and has the stride 0."
        "把长度改成了 1，坐标就少了；广播时长度不变，步长为 0。";
    ZERO_AS_ONE "zero-as-one" "stride-zero"
        "The stride 0 was taken for 1: with 1 the index grows along that mode, with 0 it stays."
        "把步长 0 当成了 1：步长 1 时索引沿着这个 mode 增大，步长 0 时不变。";
    NO_BROADCAST "no-broadcast" "stride-zero"
        "That gives each coordinate an index of its own; with stride 0 several coordinates share one."
        "这样每个坐标各有一个索引；步长为 0 时多个坐标共用一个。";
    COUNTS_COORDINATES "counts-coordinates" "stride-zero"
        "That is the size, which counts coordinates; with stride 0 several of them share an index."
        "这是 size，数的是坐标；步长为 0 时多个坐标共用一个索引。";
    SPAN_FOR_INDICES "span-indices" "stride-zero"
        "That is cosize, in which the unused indices between count too."
        "这是 cosize，中间没用到的索引也算在内了。";
    EXCHANGES_ZERO "exchanges-zero" "stride-zero"
        "The modes were exchanged: those with stride 0 say how many coordinates share an index, the others how many indices there are."
        "弄反了：步长为 0 的 mode 决定多少个坐标共用一个索引，其余的 mode 决定有多少个索引。";
    BASIS_IS_PLACE "basis-place" "basis-strides"
        "The modes were taken in their order; the number behind @ says which component a mode moves."
        "按 mode 的先后写分量了；由 @ 后面的数决定一个 mode 改变哪个分量。";
    BASIS_SCALE "basis-scale" "basis-strides"
        "The number before @ was left out: one step of the mode moves the component by so much."
        "漏了 @ 前面的数：mode 每走一步，分量就加这么多。";
    BASIS_REPLACED "basis-replaced" "basis-strides"
        "Two modes move the same component, and only the last was kept; they are added."
        "有两个 mode 改变同一个分量，却只留了后一个；应该相加。";
    MISSES_DYNAMIC "misses-dynamic" "static"
        "A dynamic number enters this one, so it is dynamic too."
        "这里用到了动态的数，所以它也是动态的。";
    DYNAMIC_SPREADS "dynamic-spreads" "static"
        "One dynamic number does not make the others dynamic; what is computed from static numbers alone stays static."
        "一个动态的数不会让其他的也变成动态；只用静态的数算出来的仍是静态的。";
    DYNAMIC_OF_SHAPE "dynamic-of-shape" "static"
        "A stride is not dynamic because its own extent is, but because an extent that it is the product of is."
        "步长是否动态不看它自己的长度，而看它由哪些长度相乘得来。";
    DYNAMIC_MERGED "dynamic-merged" "static"
        "The numbers fit, but the compiler does not know the dynamic ones, so these modes stay apart."
        "数值上接得上，但编译器不知道动态的数，所以这些 mode 保持分开。";
    SWAPS_MODES "swaps-modes" "coordinates"
        "The two modes were exchanged."
        "两个 mode 弄反了。";
    TILE_FOR_REST "tile-rest" "divides"
        "Mode 0 of a divide is the place in a tile, mode 1 says which tile; they were exchanged."
        "除法的 mode 0 是 tile 内的位置，mode 1 是第几个 tile；这里弄反了。";
    UNMERGED "unmerged" "coalesce"
        "The function is right, but it has more modes than it needs: one runs on into the next, or has the extent 1."
        "函数没错，但 mode 还能更少：有的能首尾相接，或者长度是 1。";
    MERGES_ALL "merges-all" "coalesce"
        "Modes became one although the next stride is not extent times stride."
        "下一个 mode 的步长不等于前一个的“长度 × 步长”，这里却合并了。";
    MERGES_BACKWARDS "merges-backwards" "coalesce"
        "The right mode was taken for the faster one; a mode merges only where it runs on into the one to its right."
        "把右边的 mode 当成走得快的了；只有左边的 mode 正好接上右边的 mode 时才能合并。";
    MERGES_ACROSS "merges-across" "coalesce"
        "Modes were merged across the outer parentheses; by mode, each of them stays by itself."
        "跨越了外层括号去合并；按 mode 合并时，外层的各个 mode 互不相干。";
    OTHER_ORDER "other-order" "composition"
        "A and B were exchanged: B comes first, and A is applied to what B gives."
        "A 和 B 的顺序反了：先用 B，再把 B 的结果交给 A。";
    INNER_ONLY "inner-only" "composition"
        "That is what B gives: a 1-D coordinate of A, to which A has still to be applied."
        "这是 B 给出的结果，它是 A 的一维坐标，还要再交给 A。";
    FIRST_STRIDE "first-stride" "composition"
        "B was multiplied by A's first stride alone, as if A were a single mode."
        "只用 A 的第一个步长去乘 B，好像 A 只有一个 mode。";
    FORGETS_INNER_STRIDE "inner-stride" "composition"
        "B's strides were left out: B steps over elements of A."
        "漏了 B 的步长：B 是跳着取 A 的元素的。";
    STRIDE_NOT_REFUSED "stride-taken" "composition"
        "This one is taken: its stride divides the extents of A's modes that it steps in, or is a multiple of them."
        "这一个可以复合：步长整除所经过的 A 的 mode 的长度，或是它的倍数。";
    SHAPE_NOT_REFUSED "shape-taken" "composition"
        "This one is taken: its elements stay within modes of A, or fill them whole."
        "这一个可以复合：它的元素要么不超出 A 的一个 mode，要么正好占满。";
    STRIDE_NOT_SHAPE "stride-not-shape" "composition"
        "The number of elements is not what is refused: it is the stride that does not fit A's extent."
        "被拒绝的原因不是元素个数，而是步长与 A 的长度不配。";
    SHAPE_NOT_STRIDE "shape-not-stride" "composition"
        "The stride is not what is refused: it is the number of elements that does not fit A's modes."
        "被拒绝的原因不是步长，而是元素个数与 A 的 mode 不配。";
    OUT_OF_DOMAIN "out-of-domain" "composition"
        "All of B's indices are 1-D coordinates of A here, so that is not the reason."
        "这里 B 的索引都是 A 的有效一维坐标，原因不在于此。";
    NOT_INVERTED "not-inverted" "inverses"
        "The shape was put in order but the strides stayed those of A; an inverse steps through A's 1-D coordinates."
        "形状的次序换过来了，步长却还是 A 的；逆的步长是在 A 的一维坐标上走的。";
    IDENTITY_FOR_INVERSE "identity-inverse" "inverses"
        "That gives every number back unchanged; A has its own order, which the inverse undoes."
        "这会把每个数原样还回来；A 改变了顺序，逆要把它还原。";
    ITSELF "itself" "inverses"
        "That is A again; the inverse goes from an index back to the 1-D coordinate."
        "这还是 A 本身；逆是由索引回到一维坐标。";
    APPLIED_FORWARD "applied-forward" "inverses"
        "The number was taken for a 1-D coordinate and A applied to it; it is an index, and the way goes back."
        "把这个数当成一维坐标代入了 A；它其实是索引，要往回走。";
    GAPS_UNFILLED "gaps-unfilled" "complement"
        "The gaps between A's elements stay empty; the complement fills them first."
        "A 的元素之间的空隙还空着；补要先把它们填满。";
    ONLY_GAPS "only-gaps" "complement"
        "The gaps within A are filled, but the copies up to the cotarget are missing."
        "A 内部的空隙填上了，但还缺一直铺到 cotarget 的那些副本。";
    COSIZE_FOR_PERIOD "cosize-period" "complement"
        "A's cosize was taken for the distance of its copies; that is the last extent times its stride."
        "把 A 的 cosize 当成了副本的间距；间距是最后的长度乘以它的步长。";
    SUBTRACTS_SIZE "subtracts-size" "complement"
        "A's size was subtracted from the cotarget; the sizes of A and its complement are multiplied."
        "从 cotarget 里减去了 A 的 size；A 与补的 size 是相乘的关系。";
    FLOOR_FOR_CEIL "floor-ceil" "predication"
        "It was rounded down; what is begun counts whole."
        "向下取整了；不满一份也要算一份。";
    LAYOUT_BY_MODE "layout-by-mode" "tilers"
        "A Layout as tiler runs over the 1-D coordinates; it was read mode by mode."
        "Layout 作 tiler 时走的是一维坐标；这里却逐 mode 去切了。";
    TUPLE_AS_ONE "tuple-as-one" "tilers"
        "A tuple tiles mode by mode; it was run over the 1-D coordinates."
        "元组作 tiler 时逐 mode 切分；这里却沿一维坐标走了。";
    TILER_STRIDE "tiler-stride" "tilers"
        "The tiler's strides were left out: it takes only every so-many-th coordinate."
        "漏了 tiler 的步长：它是隔着取坐标的。";
    TILES_FOR_TILE "tiles-for-tile" "divides"
        "The number of tiles was taken for the extent of a tile."
        "把 tile 的个数当成了 tile 的长度。";
    OTHER_DIVIDE "other-divide" "divides"
        "That is another divide: logical keeps A's modes, zipped is (tile,rest), tiled spreads the rest, flat spreads both."
        "这是另一种除法：logical 保留 A 的各 mode，zipped 是 (tile,rest)，tiled 展开 rest，flat 把两者都展开。";
    REST_SUBTRACTED "rest-subtracted" "divides"
        "The tile was subtracted; the rest counts tiles, so it is a quotient."
        "这里做了减法；rest 数的是 tile 的个数，应该是商。";
    BLOCKED_FOR_RAKED "blocked-raked" "products"
        "Blocked and raked were exchanged: blocked keeps each copy together, raked deals its elements out among the copies."
        "blocked 和 raked 弄反了：blocked 让每个副本连成一块，raked 让各副本的元素交错排列。";
    FORGETS_COPY_SIZE "copy-size" "products"
        "B's index was added as it is; a copy of A takes size(A) places, so it is multiplied by that."
        "直接加了 B 的索引；A 的一个副本占 size(A) 个位置，要先乘上它。";
    PRODUCT_ORDER "product-order" "products"
        "A and B were exchanged: A is what is copied, B says where the copies go."
        "A 和 B 弄反了：被复制的是 A，B 决定副本放在哪里。";
    LOGICAL_FOR_BLOCKED "logical-blocked" "products"
        "That is a logical product: A stays together in mode 0 and the copies are counted in mode 1."
        "这是 logical_product：A 整个留在 mode 0，mode 1 数副本。";
    FIRST_TILE "first-tile" "local-tile"
        "That is the place in the first tile; the coordinate of the tile was left out."
        "这是第一个 tile 里的位置；漏了 tile 自己的坐标。";
    TILE_EXTENT "tile-extent" "local-tile"
        "The tile's coordinate was added as it is; it counts tiles, so it is multiplied by their extent."
        "直接加了 tile 的坐标；它数的是 tile，要乘以 tile 的长度。";
    FIRST_THREAD "first-thread" "local-tile"
        "That is what thread 0 has; the place of the thread was left out."
        "这是线程 0 的元素；漏了线程自己的位置。";
    PARTITION_STEP "partition-step" "local-tile"
        "The thread's next element was taken right beside it; it lies as many further as there are threads."
        "把线程的下一个元素当成紧挨着的了；它要隔开线程数那么多。";
    VALUES_TOGETHER "values-together" "thread-value"
        "The values of a thread were put side by side; here their stride sets them apart."
        "把同一线程的值放在一起了；这里它们的步长把它们隔开了。";
    STEP_IGNORED "step-ignored" "local-tile"
        "Step was left out: the mode at X is dropped from the tiler and from the coordinate."
        "没有理会 Step：X 所在的 mode 要从 tiler 和坐标中一起去掉。";
    TILE_FOR_PARTITION "tile-partition" "local-tile"
        "That gives each thread a block of its own; local_partition deals the elements out one by one."
        "这样每个线程各拿一块；local_partition 是把元素轮流分给各线程的。";
    PARTITION_FOR_TILE "partition-tile" "local-tile"
        "That deals the elements out one by one; the elements of a local_tile lie side by side."
        "这是把元素轮流分发；local_tile 的元素是挨在一起的。";
    THREAD_ORDER "thread-order" "thread-value"
        "The threads were numbered the other way; the strides of the thread layout say which way they run."
        "线程编号的方向反了；线程布局的步长决定先走哪个方向。";
    BY_AREA "by-area" "predication"
        "Elements were divided by elements; tiles are counted in each mode, rounded up, and then multiplied."
        "用元素总数除以 tile 的元素数了；应该在每个 mode 里向上取整数 tile，再相乘。";
    ADDS_MODES "adds-modes" "predication"
        "The counts of the modes were added; they are multiplied."
        "把各 mode 的个数相加了；应该相乘。";
    ADDS_OVERHANGS "adds-overhangs" "predication"
        "The lengths by which the last tiles hang over were added; take the tensor's elements from the coordinates of all tiles."
        "把各 mode 伸出的长度相加了；应从全部 tile 的坐标数中减去张量的元素数。";
    REMAINDER_FOR_MISSING "remainder-missing" "predication"
        "The remainder is what the last tile still has; what lies beyond is the tile less that."
        "余数是最后一个 tile 里还有的；越界的是 tile 减去它。";
    CORNER_ONLY "corner-only" "predication"
        "Only the tile in the corner was looked at; every tile along an edge hangs over."
        "只看了角上的 tile；边上的每个 tile 都有越界的部分。";
    COUNTS_BEYOND "counts-beyond" "predication"
        "Those are the ones that lie beyond; asked is how many do not."
        "这是越界的个数；问的是没有越界的。";
    NO_PREDICATE "no-predicate" "predication"
        "That is the whole tile; a part of it lies beyond the tensor."
        "这是整个 tile；其中一部分已经超出张量。";
    THREAD_FOR_VALUE "thread-for-value" "thread-value"
        "Thread and value were exchanged: the thread is the first mode, the value the second."
        "线程和值弄反了：第一个 mode 是线程，第二个是值。";
    PERMUTATION_IGNORED "permutation-ignored" "mma"
        "That is without the permutation; each column goes where N puts it."
        "这是没有置换的结果；每一列都要放到 N 给出的位置。";
    PERMUTATION_BACK "permutation-back" "mma"
        "That is the other way: N leads from the columns of the atoms to those of C."
        "方向反了：N 是从各 atom 的列到 C 的列。";
    ATOM_IGNORED "atom-ignored" "mma"
        "The column was taken as one of atom 0; the columns of the atoms before it come first."
        "把它当成了 atom 0 的列；前面各 atom 的列要先算上。";
    VALUES_APART "values-apart" "thread-value"
        "The values of a thread lie side by side; they were set as far apart as there are threads."
        "同一线程的值是挨在一起的；这里却按线程数隔开了。";
    FORGETS_THREAD_STRIDE "thread-stride" "thread-value"
        "The thread was added as it is; it is multiplied by its stride."
        "直接加了线程号；它要乘以自己的步长。";
    S_FOR_B "swizzle-s-b" "swizzle"
        "B and S were exchanged: B is how many bits, S how far they are shifted."
        "B 和 S 弄反了：B 是位数，S 是移动的距离。";
    XOR_WRONG_WAY "xor-wrong-way" "swizzle"
        "The bits were XORed the wrong way: the ones S higher go onto the ones at M (for a negative S the other way round)."
        "XOR 的方向反了：是把高 S 位的那些位 XOR 到从 M 开始的位上（S 为负时相反）。";
    FORGETS_BASE "swizzle-base" "swizzle"
        "M was left out: the lowest M bits stay as they are."
        "漏了 M：最低的 M 位保持不变。";
    ADDS_FOR_XOR "adds-xor" "swizzle"
        "The bits were added; XOR carries nothing."
        "把各位相加了；XOR 不进位。";
    REPLACES_BITS "replaces-bits" "swizzle"
        "The bits were replaced by the higher ones; they are XORed with them."
        "直接用高位替换了；应该与高位做 XOR。";
    FORGETS_SWIZZLE "no-swizzle" "swizzle"
        "That is without the swizzle."
        "这是没有经过 swizzle 的结果。";
    ELEMENT_FOR_BANK "element-bank" "swizzle"
        "The element was taken for the word: its byte is index times size, and a bank is 4 bytes wide."
        "把元素当成了 4 字节的字：字节位置是索引乘以元素大小，而一个 bank 宽 4 字节。";
    BANK_NO_WRAP "bank-wrap" "swizzle"
        "That is the number of the word; after 32 words the banks begin again."
        "这是字的编号；每 32 个字 bank 从头开始。";
    BYTE_FOR_BANK "byte-bank" "swizzle"
        "That counts bytes; a bank is 4 bytes wide."
        "这是按字节数的；一个 bank 宽 4 字节。";
    SAME_WORD "same-word" "swizzle"
        "Threads that want the same word are served together; only different words of one bank take turns."
        "访问同一个字的线程一次就能服务；只有同一个 bank 里不同的字才要排队。";
    STRIDE_FOR_WAYS "stride-ways" "swizzle"
        "The distance of the threads was taken for the conflict; what counts is how many of their words share a bank."
        "把线程之间的间距当成了冲突路数；要看有多少个不同的字落在同一个 bank。";
    FEW_BITS "few-bits" "swizzle"
        "B bits tell only 2 to the B rows apart; some rows still share a bank."
        "B 位只能分开 2 的 B 次方行；还有一些行落在同一个 bank。";
    WRONG_SHIFT "wrong-shift" "swizzle"
        "With this S the bits that are XORed are not those that count the rows."
        "用这个 S 时，参与 XOR 的位不是数行的那些位。";
    WRONG_BASE "wrong-base" "swizzle"
        "With this M other bits change than those that choose the bank of an access."
        "用这个 M 时，改变的不是决定访问落在哪个 bank 的那些位。";
}
