//! Help: what the page shows, how to write a layout, the keys, and the functions.

use crate::signals::RwSignal;
use leptos::prelude::*;

use crate::browser;
use crate::loader::part;
use crate::panels::commands::{self, Command};
use crate::panels::dialog::dialog;
use crate::panels::functions::{FUNCTIONS_ID, SEARCH_ID, functions};
use crate::session::{Parts, Session};

/// A row of the table of keys: the key, in English, in Chinese.
type Row = (&'static str, &'static str, &'static str);

/// The keys of the views, and behind them those of tabs and of a presentation.
const KEYS: [Row; 13] = [
    (
        "← ↑ → ↓",
        "in the grid: choose the next cell; in the worked example: step",
        "在网格中：选择相邻单元格；在演算中：前后一步",
    ),
    (
        "Home End",
        "in the grid: first and last column; with Ctrl the first and last cell",
        "在网格中：首列、末列；加 Ctrl 为首个、最后一个单元格",
    ),
    ("Page Up, Page Down", "in the grid: eight rows; in big type: step", "在网格中：移动八行；大字显示时：前后一步"),
    ("+ − 0", "in the grid: larger cells, smaller cells, fit", "在网格中：放大、缩小、适合窗口"),
    ("Ctrl + wheel", "zoom the grid; drag to pan", "缩放网格；拖动可平移"),
    (
        "Alt+↑, Alt+↓",
        "in the notebook: the number at the caret one more or less; with Shift twice or half as much",
        "在笔记本中：光标处的数字加一、减一；加 Shift 为加倍、减半",
    ),
    (
        "Alt + drag",
        "in the notebook: a number follows the pointer; the one under the field can be dragged without Alt",
        "在笔记本中：拖动数字即可更改；输入框下方的数字无需按 Alt",
    ),
    (
        "Ctrl+Space",
        "in the notebook: names that fit; Tab takes one, Esc closes the list",
        "在笔记本中：列出匹配的名称；Tab 采用，Esc 关闭列表",
    ),
    (
        "↑ ↓, Enter",
        "in that list: choose and take a name; before one is chosen, Enter begins a new line",
        "在该列表中：选择并采用；尚未选择时，Enter 仍为换行",
    ),
    (
        "] [ 0",
        "in a lesson: the next card, the one before, the card as it was at first",
        "在课程中：下一张卡片、上一张卡片、恢复本卡片的最初状态",
    ),
    (
        "F2, Delete, Ctrl+← →",
        "on a document's tab: rename, close, move it; the arrow keys go to the next",
        "在文档标签上：重命名、关闭、移动；方向键切换到相邻文档",
    ),
    (
        "Page Down, → ↓ Space",
        "presenting: one step on, past the last to the next statement; Page Up, ← ↑ back; H hides answers, P is a spotlight, F the full screen, Esc leaves",
        "演示时：前进一步，最后一步之后进入下一条语句；Page Up、← ↑ 后退；H 隐藏答案，P 聚光灯，F 全屏，Esc 退出",
    ),
    ("Tab", "from part to part", "在各部分之间移动"),
];

/// Number of them that are those of the views.
const VIEWS: usize = 9;

/// Returns the help on the keys of a command.
fn told(command: Command) -> Row {
    let [english, chinese] = command.told;
    (command.keys, english, chinese)
}

/// The rows of what the page can be told to do from anywhere.
fn commands() -> impl Iterator<Item = Row> {
    let (_, english, chinese) = told(commands::UNDO);
    let steps = ("Ctrl+Z, Ctrl+Shift+Z", english, chinese);
    [steps, told(commands::LINK), told(commands::FIND), told(commands::FUNCTION)].into_iter()
}

/// Paragraphs: in English, in Chinese.
const TEXT: [(&str, &str, &str, &str); 13] = [
    (
        "Finding",
        "查找",
        "Ctrl+K finds concepts, functions, views, examples, documents and commands by any of their names, in both languages: type broadcast, 1@0, 越界, or who holds. A concept opens a card of three lines with a notebook to try; so does an underlined word, such as cosize in the facts. The examples stand in an order that teaches, three and more for each operation.",
        "Ctrl+K 按任一名称查找概念、函数、视图、示例、文档和操作，中英文皆可：输入 广播、1@0、越界 或 who holds。概念会打开三行卡片，并附可试的笔记本；带下划点线的词（如“属性”中的 cosize）也是如此。示例按学习的次序排列，每个运算至少三个。",
    ),
    (
        "What a layout is",
        "布局是什么",
        "Shape:Stride is a function. A coordinate goes in, an index comes out: the coordinate times the stride, summed over all modes. The grid shows the index of every coordinate; mode 0 runs down the rows, mode 1 along the columns.",
        "Shape:Stride 是一个函数：输入坐标，输出索引，即坐标与步长按 mode 相乘再求和。网格给出每个坐标的索引：第 0 个 mode 沿行方向，第 1 个 mode 沿列方向。",
    ),
    (
        "One point, many coordinates",
        "同一点的多种坐标",
        "16, (1,5) and (1,(1,2)) are the same point of the shape (3,(2,3)). A 1-D coordinate is split from the left: the remainder belongs to the mode, the quotient goes on. It is not an index: the index is where the point lies in memory.",
        "在形状 (3,(2,3)) 中，16、(1,5) 与 (1,(1,2)) 是同一点。一维坐标从左向右拆分：余数属于当前 mode，商传给后面的 mode。它不是索引；索引是该点在内存中的位置。",
    ),
    (
        "Writing",
        "书写方式",
        "Write CuTe's printed form, C++ as in its tutorials, or the Python DSL: (4,(2,2)):(4,(2,1)), make_layout(make_shape(4,2), LayoutRight{}), cute.make_layout((4,2), stride=(2,1)). A shape alone gets generated strides. Name a value with =, and use it below: A = (4,2):(1,4), then A(1,1), size(A), flatten(A). A whole kernel, a Python module or a log is read as it is pasted.",
        "可以书写 CuTe 的打印形式、教程中的 C++，或 Python DSL：(4,(2,2)):(4,(2,1))、make_layout(make_shape(4,2), LayoutRight{})、cute.make_layout((4,2), stride=(2,1))。只写形状时自动生成步长。用 = 命名，之后即可使用：A = (4,2):(1,4)，然后 A(1,1)、size(A)、flatten(A)。也可以直接粘贴整个 kernel、Python 模块或日志。",
    ),
    (
        "Names of modes",
        "mode 的名称",
        "(M=8, K=(a=2,b=2)) names the modes of a shape, and so does the tree. A name changes nothing that is computed or printed; it follows its mode through the algebra. A divide calls the parts of M TileM and RestM, and a mode whose origin is not known has no name.",
        "(M=8, K=(a=2,b=2)) 为形状的各 mode 命名，也可在 mode 树中命名。名称不改变任何计算和打印结果，只随 mode 经过代数运算。划分把 M 的两部分称为 TileM 与 RestM；来源不明的 mode 没有名称。",
    ),
    (
        "Operations",
        "运算",
        "Operands and result show an operation in one set of colours: the same colour and number is the same tile or copy. The switches above them write another operation, or the tiler in another way, into the notebook; undo takes it back. Pull the corner of the first tile, or a number below a picture, and the notebook follows. ▶ tells the operation in a few acts, each in the picture; all steps of CuTe stand under Steps. What is too large for its cells to be read is drawn as tiles, and below them the cells of the one that is pressed. Hatched cells lie beyond the operand: a kernel masks them by the predicate that stands below, in C++ and in Python.",
        "“操作数与结果”用同一组颜色显示一次运算：颜色和编号相同，即为同一块或同一副本。上方的开关把另一个运算、或 tiler 的另一种写法写入笔记本，可以撤销。拖动第一个 tile 的角，或拖动图下方的数字，笔记本随之改变。▶ 分几个阶段讲解这次运算，每个阶段都显示在图中；CuTe 的全部步骤见“步骤”。格子太小而无法读出时，画成一个个 tile，下方显示所点 tile 的各格。带斜线的格超出操作数：kernel 用下方的谓词屏蔽它们，谓词有 C++ 和 Python 两种写法。",
    ),
    (
        "Static and dynamic",
        "静态与动态",
        "_4 is known when C++ compiles, 4 when it runs, and CuTe's results print accordingly. Plain numbers count as compile-time here unless the statement is written as C++; a switch under the facts changes that.",
        "_4 在编译期已知，4 在运行期才知道，CuTe 的结果也据此打印。这里的普通数字默认视为编译期常量，除非该语句以 C++ 书写；可在“属性”下方的开关中更改。",
    ),
    (
        "What accesses cost",
        "访存代价",
        "In a layout of threads and values, the view Cost counts what a warp's accesses take. Shared memory has 32 banks: different words of one bank are served one after the other, the same word once for all. Global memory moves sectors of 32 bytes: what is not used of them is moved in vain. A vector is legal where a thread's values lie one after the other and begin at a multiple of its size. Padding or a swizzle changes the cost, not the values.",
        "对线程和值的布局，“访存代价”视图统计一个 warp 的访问需要多少代价。共享内存有 32 个 bank：同一 bank 的不同字依次服务，同一个字只需一次。全局内存以 32 字节的扇区传输：未使用的部分也会被传输。当线程的各个值彼此相邻，且起始于其大小的整数倍处时，向量才合法。填充或 swizzle 改变代价，而不改变值。",
    ),
    (
        "On this GPU",
        "在本机 GPU 上",
        "A layout becomes a kernel in WGSL that runs through WebGPU. Choose a kernel; layouts of the notebook are bound to its parameters. Its result is checked first, and a wrong one shows no time. Then come the median, the minimum and the spread of the samples, and which part that is of what this GPU can do at most, which is measured too. Several stand side by side and take turns. A size that you leave empty is chosen for this GPU, from small to large. The guided experiment runs transposes and products, and says what was seen. A link may carry a measurement: it is shown with its GPU and date, and not as one made here.",
        "布局会成为 WGSL kernel，通过 WebGPU 运行。选择一个 kernel，笔记本中的布局即绑定到它的参数。先核对结果，错误的结果不显示时间；然后给出样本的中位数、最小值和波动，以及占本机 GPU 上限（同样由实测得到）的比例。多个 kernel 可以并排轮流运行。大小留空时，会从小到大为本机 GPU 选择。引导实验运行转置与矩阵乘，并说明观察到的结果。链接可以带上一次测量，显示时会注明 GPU 和日期，而不当作此处的测量。",
    ),
    (
        "Lessons",
        "课程",
        "Learn has a course of short lessons. A card stands beside the page and is done in it: every edit is allowed, and Start over brings back how it began. A prediction closes the views that would give it away. Exercises are drawn from a seed, so they never end; an answer is judged by what it means, and a known mistake is named. The mark ? behind a heading, and Why? behind a mistake, lead to the card that explains it. Progress stays in this browser and goes into the file of all documents.",
        "“学习”里是一门由短课组成的课程。卡片显示在页面旁边，就在页面里完成：可以随意编辑，“重来”恢复最初状态。预测时会关闭会透露答案的视图。练习由种子生成，不限量；答案按含义判定，已知的错误会被指出。标题旁的 ? 和错误旁的“为什么？”会打开讲解它的卡片。进度保存在本浏览器中，并随全部文档一起导出。",
    ),
    (
        "A class",
        "班级",
        "Learn, A sheet for a class: choose exercises, and give the link or the code to your students; each has numbers of their own, by name, or all have the same. At the end a student copies a short result. Collect results takes any number of them and shows who did what and where the class stumbles, as CSV too. A sheet prints, with the solutions on pages of their own. Asking the page for an answer is allowed and counts as shown. Nothing is sent anywhere, and a result proves nothing. Practise draws from the lessons that you began: what was wrong comes again soon, what was right after days.",
        "在“学习”的“给班级的练习单”中选好练习，把链接或二维码给学生；可以按姓名每人一组数字，也可以全班相同。学生最后复制一段结果。“收集结果”接受任意多段，列出谁做了什么、全班在哪里出错，也可存为 CSV。练习单可以打印，解答另页。向页面要答案是允许的，算作看过答案。一切都不会发送，结果也不是证明。“开始练习”从已开始的课程出题：答错的很快再来，答对的过几天再来。",
    ),
    (
        "Figures",
        "插图",
        "Export makes a figure of what you see, for a report or a slide: choose grid, memory, operands and result, the thread-value map, together or alone, and save or copy it as SVG or PNG. It is always in light, has the colours and the mark of the page, and its text can be selected and edited. Of a layout too large to print it shows a part, and says so.",
        "“导出”把你看到的内容做成插图，用于报告或幻灯片：选择网格、内存、操作数与结果、线程-值映射，可单独也可组合，保存或复制为 SVG 或 PNG。插图始终为浅色，颜色和标记与页面一致，文字可选取和编辑。布局过大时只画出一部分，并注明。",
    ),
    (
        "Your work stays here",
        "内容保存在本地",
        "Nothing is sent anywhere. Your documents are tabs that this browser keeps, each with its undo steps, and everything on the screen is in the address: copy it, and whoever opens it sees exactly this. What came from a link or an example is a tab in italics, which is not kept until you edit or name it. All documents go into one file, and come out of it, under ▾. After the first visit the page works without a network.",
        "没有任何内容会被发送出去。你的文档是标签页，连同各自的撤销步骤保存在本浏览器中；画面上的一切都在地址栏里：复制地址，打开者看到的就是同样的画面。来自链接或示例的内容是斜体的标签页，编辑或命名之后才会保留。在 ▾ 中可以把全部文档导出为一个文件，也可以导入。首次访问之后，断网也能使用。",
    ),
];

part! {
    /// The dialog that helps.
    pub PART: dialogs = help
}

/// The help dialog, which opens whenever `asked` changes.
fn help(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { tastes, .. } = *session;
    let paragraphs = move || {
        TEXT.map(|(english_title, chinese_title, english, chinese)| {
            view! { <h3>{tastes.say(english_title, chinese_title)}</h3><p>{tastes.say(english, chinese)}</p> }
        })
        .collect_view()
    };
    let rows = KEYS.iter().take(VIEWS).copied().chain(commands()).chain(KEYS.iter().skip(VIEWS).copied());
    let rows = rows.chain([told(commands::HELP)]).collect::<Vec<_>>();
    let keys = move || {
        rows.iter().map(|&(key, english, chinese)| view! { <tr><th scope="row"><kbd>{key}</kbd></th><td>{tastes.say(english, chinese)}</td></tr> })
            .collect_view()
    };
    let to_functions = move |_| {
        browser::bring_into_view(FUNCTIONS_ID);
        browser::focus(SEARCH_ID);
    };
    let body = view! {
            <button on:click=to_functions>{tastes.text("All functions", "全部函数")}</button>
            {paragraphs}
            <h3>{tastes.text("Keys", "按键")}</h3>
            <table><tbody>{keys}</tbody></table>
            {functions(session.draft, tastes, session.asked)}
            <p>
                <a href="licences.html" target="_blank" rel="noreferrer">
                    {tastes.text("What Colex is made of, with its licences", "Colex 的组成部分及其许可证")}
                </a>
            </p>
    };
    dialog(session, asked, "help", tastes.text("Help", "帮助"), || (), || (), body.into_any())
}
