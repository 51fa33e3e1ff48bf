//! Help: what the page shows, how to write a layout, the keys, and the functions.

use leptos::prelude::*;

use crate::browser;
use crate::dialog::dialog;
use crate::reference::{FUNCTIONS_ID, SEARCH_ID, functions};
use crate::session::Session;

/// Rows of the table of keys: the key, in English, in Chinese.
const KEYS: [(&str, &str, &str); 9] = [
    (
        "← ↑ → ↓",
        "in the grid: choose the next cell; in the worked example: step",
        "在表格中：选择相邻单元格；在演算中：前后一步",
    ),
    (
        "Home End",
        "in the grid: first and last column; with Ctrl the first and last cell",
        "在表格中：首列、末列；加 Ctrl 为首个、最后一个单元格",
    ),
    ("Page Up, Page Down", "in the grid: eight rows; in big type: step", "在表格中：移动八行；大字模式下：前后一步"),
    ("+ − 0", "in the grid: larger cells, smaller cells, fit", "在表格中：放大、缩小、适应"),
    ("Ctrl + wheel", "zoom the grid; drag to pan", "缩放表格；拖动可平移"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo and redo, outside the text", "撤销、重做（在文本之外）"),
    ("Ctrl+Shift+L", "copy the link", "复制链接"),
    ("Tab", "from part to part", "在各部分之间移动"),
    ("?", "this help", "打开帮助"),
];

/// Paragraphs: in English, in Chinese.
const TEXT: [(&str, &str, &str, &str); 5] = [
    (
        "What a layout is",
        "布局是什么",
        "Shape:Stride is a function. A coordinate goes in, an index comes out: the coordinate times the stride, summed over all modes. The grid shows the index of every coordinate; mode 0 runs down the rows, mode 1 along the columns.",
        "Shape:Stride 是一个函数：输入坐标，输出索引，即坐标与步长按模式相乘再求和。表格给出每个坐标的索引：第 0 个模式沿行方向，第 1 个模式沿列方向。",
    ),
    (
        "One point, many coordinates",
        "同一点的多种坐标",
        "16, (1,5) and (1,(1,2)) are the same point of the shape (3,(2,3)). A 1-D coordinate is split from the left: the remainder belongs to the mode, the quotient goes on. It is not an index: the index is where the point lies in memory.",
        "在形状 (3,(2,3)) 中，16、(1,5) 与 (1,(1,2)) 是同一点。一维坐标从左向右拆分：余数属于当前模式，商传给后面的模式。它不是索引；索引是该点在内存中的位置。",
    ),
    (
        "Writing",
        "书写方式",
        "Write CuTe's printed form, C++ as in its tutorials, or the Python DSL: (4,(2,2)):(4,(2,1)), make_layout(make_shape(4,2), LayoutRight{}), cute.make_layout((4,2), stride=(2,1)). A shape alone gets generated strides. Name a value with =, and use it below: A = (4,2):(1,4), then A(1,1), size(A), flatten(A).",
        "可以书写 CuTe 的打印形式、教程中的 C++，或 Python DSL：(4,(2,2)):(4,(2,1))、make_layout(make_shape(4,2), LayoutRight{})、cute.make_layout((4,2), stride=(2,1))。只写形状时自动生成步长。用 = 命名，之后即可使用：A = (4,2):(1,4)，然后 A(1,1)、size(A)、flatten(A)。",
    ),
    (
        "Static and dynamic",
        "静态与动态",
        "_4 is known when C++ compiles, 4 when it runs, and CuTe's results print accordingly. Plain numbers count as compile-time here unless the statement is written as C++; a switch under the facts changes that.",
        "_4 在编译期已知，4 在运行期才知道，CuTe 的结果也据此打印。这里的普通数字默认视为编译期常量，除非该语句以 C++ 书写；可在“事实”下方的开关中更改。",
    ),
    (
        "Your work stays here",
        "内容保存在本地",
        "Nothing is sent anywhere. Your work is kept in this browser, and everything on the screen is in the address: copy it, and whoever opens it sees exactly this. What came from a link or an example lives in the address alone until you keep it. After the first visit the page works without a network.",
        "没有任何内容会被发送出去。你的内容保存在本浏览器中，画面上的一切都在地址栏里：复制地址，打开者看到的就是同样的画面。来自链接或示例的内容只存在于地址中，直到你选择保留。首次访问之后，断网也能使用。",
    ),
];

/// The help dialog, which opens whenever `asked` changes.
pub fn help(session: Session, asked: RwSignal<u32>) -> AnyView {
    let paragraphs = move || {
        TEXT.map(|(english_title, chinese_title, english, chinese)| {
            view! { <h3>{session.say(english_title, chinese_title)}</h3><p>{session.say(english, chinese)}</p> }
        })
        .collect_view()
    };
    let keys = move || {
        KEYS.map(|(key, english, chinese)| view! { <tr><th scope="row"><kbd>{key}</kbd></th><td>{session.say(english, chinese)}</td></tr> })
            .collect_view()
    };
    let to_functions = move |_| {
        browser::bring_into_view(FUNCTIONS_ID);
        browser::focus(SEARCH_ID);
    };
    let body = view! {
            <button on:click=to_functions>{session.text("All functions", "全部函数")}</button>
            {paragraphs}
            <h3>{session.text("Keys", "按键")}</h3>
            <table><tbody>{keys}</tbody></table>
            {functions(session)}
    };
    dialog(session, asked, "help", ("Help", "帮助"), || (), || (), body.into_any())
}
