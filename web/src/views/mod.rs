//! The views of the page, each in a folder with the name of its heading, and the one table of them. A view knows no other.

mod atom;
mod compare;
mod coordinates;
mod cost;
mod facts;
mod finder;
mod from_a_table_to_a_layout;
mod from_an_index_to_its_coordinates;
mod grid;
mod laws;
mod memory;
mod modes;
mod notebook;
mod on_this_gpu;
mod operands_and_result;
mod static_and_dynamic;
mod steps;
mod thread_value_map;
mod worked_example;

use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use crate::loader::{Load, quietly, titled};
use crate::session::Session;

/// Content of the frame of a view.
enum Content {
    /// Content that is there with the page.
    Here(fn(Session) -> AnyView),
    /// Content that follows with a part.
    Later(Load),
    /// Content that follows once there is something to tell: nothing stands there before.
    Told(Load),
}
use Content::{Here, Later, Told};

/// A view: what it is called in both languages, and what it shows.
struct Row(&'static str, &'static str, Content);

/// The views. Only the notebook and the grid are there with the page; the others follow.
const fn row(view: ViewId) -> &'static Row {
    match view {
        ViewId::Notebook => const { &Row("Notebook", "笔记本", Here(notebook::notebook)) },
        ViewId::Facts => const { &Row("Facts", "属性", Later(facts::PART)) },
        ViewId::Modes => const { &Row("Modes", "Mode", Later(modes::PART)) },
        ViewId::Grid => const { &Row("Grid", "网格", Here(grid::grid)) },
        ViewId::Operation => const { &Row("Operands and result", "操作数与结果", Told(operands_and_result::PART)) },
        ViewId::Memory => const { &Row("Memory", "内存", Later(memory::PART)) },
        ViewId::Coordinates => const { &Row("Coordinates", "坐标", Later(coordinates::PART)) },
        ViewId::Threads => const { &Row("Thread-value map", "线程-值映射", Later(thread_value_map::PART)) },
        ViewId::Cost => const { &Row("Cost", "访存代价", Later(cost::PART)) },
        ViewId::Worked => const { &Row("Worked example", "逐步演算", Later(worked_example::PART)) },
        ViewId::Steps => const { &Row("Steps", "步骤", Told(steps::PART)) },
        ViewId::Laws => const { &Row("Laws", "性质", Later(laws::PART)) },
        ViewId::Lens => const { &Row("Static and dynamic", "静态与动态", Later(static_and_dynamic::PART)) },
        ViewId::WayBack => {
            const {
                &Row("From an index to its coordinates", "从索引到坐标", Later(from_an_index_to_its_coordinates::PART))
            }
        }
        ViewId::Compare => const { &Row("Compare", "比较", Later(compare::PART)) },
        ViewId::Table => {
            const { &Row("From a table to a layout", "从表格到布局", Later(from_a_table_to_a_layout::PART)) }
        }
        ViewId::Atom => const { &Row("Atom", "Atom", Later(atom::PART)) },
        ViewId::Finder => const { &Row("Finder", "查找", Later(finder::PART)) },
        ViewId::Run => const { &Row("On this GPU", "在本机 GPU 上", Later(on_this_gpu::PART)) },
    }
}

/// The heading of a view in both languages.
pub fn heading(view: ViewId) -> (&'static str, &'static str) {
    let Row(english, chinese, _) = row(view);
    (english, chinese)
}

/// Returns the content of the frame of a view.
pub fn content(session: Session, view: ViewId) -> AnyView {
    match row(view).2 {
        Here(show) => show(session),
        Told(load) => quietly(session, session.arrivals.more, load),
        Later(load) => titled(session, load, session.tastes.heading(view)),
    }
}
