//! The command line: a notebook in, its values out. The only file of this package that reads, writes, or ends a process.

mod lesson;
mod program;
mod told;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use colex::draw::latex::print_any_latex;
use colex::draw::palette::Theme;
use colex::draw::svg::{GridOptions, any_svg};
use colex::draw::text::{TEXT_CELL_LIMIT, print_any_layout, print_table};
use colex::emit::{self, Form, Unspelled};
use colex::evaluate_given;
use colex::figure::{Figure, Fill, Part};
use colex::laws::Letters;
use colex::look::{self, Held, Label};
use colex::notebook::{
    Diagnostic, DiagnosticKind, Evaluation, Given, Outcome, Settings, Span, State, TEXT_LIMIT, Value,
};
use colex::operations::scene;
use colex::paste;
use colex::steps::Step;
use colex::words::{self, Tongue};
use colex::{AnyLayout, Error};
use lexopt::Arg::{Long, Short, Value as Free};
use told::{Checked, Told};

const HELP: &str = "\
colex FILE          evaluates a notebook and prints the value of each statement as CuTe does
colex -             the same from standard input
colex -e TEXT       the same of TEXT; several are one notebook
colex lesson check FILE…
                    says whether lessons hold what they promise

  --emit FORM       prints values as cpp, python, printed (the default) or json
  --json            --emit json; of a program an array of what became of each statement: line, name, value, status
  --inputs LIST     values of what a program leaves open: M=512,threadIdx.x=37,TA=half_t
  --layout          prints layouts, and only these, as print_layout does
  --latex           as print_latex does
  --table           as a line for each coordinate: 1-D, natural, index
  --svg OUT         draws the last layout into the file OUT; - is standard output, instead of the values
  --figure PARTS    what stands in that drawing: grid, memory, operation, threads, or several with commas
  --steps           says above each value how it came about
  --why             says below each value why it is so, where the numbers alone do not
  --check           says below each value which laws hold of it, and fails where one does not
  --cost            says below each layout what its accesses cost, read as (thread, value)
  --formula         says below each value what it is for other numbers than those with a name: (X,1):(1,N*X)
  --static          plain numbers are compile-time, as on the page; otherwise they are dynamic, as in C++
  --lang en|zh      the language of sentences
  --help, --version

A named value prints as `name = value`, so that what is printed is a notebook again. Numbers print to the letter of CuTe:
_4 is compile-time, 4 is not. The exit status is 1 where the notebook has mistakes, 2 where it cannot be read.
";

const HELP_CHINESE: &str = "\
colex FILE          对笔记本求值，按 CuTe 的格式打印每条语句的值
colex -             从标准输入读取
colex -e TEXT       对 TEXT 求值；多个 -e 合为一个笔记本
colex lesson check FILE…
                    检查课程文件是否符合其承诺

  --emit FORM       以 cpp、python、printed（默认）或 json 输出
  --json            即 --emit json；对于程序，输出一个数组，每条语句一项：line、name、value、status
  --inputs LIST     程序中未给定的值：M=512,threadIdx.x=37,TA=half_t
  --layout          只输出布局，格式同 print_layout
  --latex           格式同 print_latex
  --table           每个坐标一行：一维坐标、自然坐标、索引
  --svg OUT         把最后一个布局画到文件 OUT；- 表示标准输出，此时不输出值
  --figure PARTS    图中的内容：grid、memory、operation、threads，多个用逗号分隔
  --steps           在每个值上方说明它的由来
  --why             在每个值下方说明数字本身没有说出的原因
  --check           在每个值下方说明哪些性质成立；有不成立的则失败
  --cost            在每个布局下方说明访问代价，布局读作（线程，值）
  --formula         在每个值下方给出以有名称的数为变量的公式：(X,1):(1,N*X)
  --static          普通数字视为编译期常量（与网页相同）；否则与 C++ 一样视为运行期
  --lang en|zh      语句的语言
  --help, --version

有名称的值输出为 `name = value`，因此输出仍是笔记本。数字与 CuTe 逐字相同：_4 为编译期，4 不是。
笔记本有错误时退出码为 1，无法读取时为 2。
";

/// The most bytes of standard output; it says itself where it stops.
const OUTPUT_LIMIT: u64 = 64 << 20;

/// Number of them left for the sentence that says so.
const LAST_LINE: u64 = 256;

/// The most bytes of it that are steps.
const STEPS_LIMIT: u64 = 1 << 20;

/// The most numbers in all tables that are drawn.
const DRAW_LIMIT: u64 = 1 << 23;

/// Number of diagnostics shown.
const REPORT_LIMIT: usize = 100;

/// Printed view of the values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Emit(Form),
    Layout,
    Latex,
    Table,
}

#[derive(Default)]
struct Options {
    file: Option<OsString>,
    texts: Vec<String>,
    view: Option<View>,
    svg: Option<OsString>,
    figure: Vec<Part>,
    steps: bool,
    told: Told,
    compile_time: bool,
    inputs: Option<Given>,
    json: bool,
    tongue: Tongue,
    help: bool,
    version: bool,
}

/// Why nothing more is written.
enum Stop {
    /// Whoever read has gone; that is no mistake.
    Gone,
    /// The output is longer than [`OUTPUT_LIMIT`].
    TooLong,
    /// Writing failed.
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Stop::Gone } else { Stop::Failed(error) }
    }
}

/// Standard output with a limit.
struct Output {
    inner: BufWriter<io::Stdout>,
    written: u64,
    /// Number of bytes that were steps.
    steps: u64,
}

impl Output {
    fn line(&mut self, text: &str) -> Result<(), Stop> {
        let written = self.written + text.len() as u64 + 1;
        if written > OUTPUT_LIMIT - LAST_LINE {
            return Err(Stop::TooLong);
        }
        self.written = written;
        self.inner.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            self.inner.write_all(b"\n")?;
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).collect::<Vec<_>>();
    if let Some((_, rest)) = arguments.split_first().filter(|(word, rest)| *word == "lesson" && !rest.is_empty()) {
        let (printed, status) = lesson::run(rest, Tongue::English);
        // Arrival no longer matters.
        let _ = io::stdout().write_all(printed.as_bytes());
        return ExitCode::from(status);
    }
    let options = match options() {
        Ok(options) => options,
        Err(reason) => {
            complain(&format!("colex: {reason}; see colex --help\n"));
            return ExitCode::from(2);
        }
    };
    let mut out = Output { inner: BufWriter::new(io::stdout()), written: 0, steps: 0 };
    let done = run(&options, &mut out).and_then(|status| {
        out.inner.flush()?;
        Ok(status)
    });
    match done {
        Ok(status) => ExitCode::from(status),
        Err(Stop::Gone) => ExitCode::SUCCESS,
        Err(Stop::TooLong) => {
            let limit = OUTPUT_LIMIT >> 20;
            let sentence = options.tongue.pick(
                format!("the output is longer than {limit} MiB; the rest is left out"),
                format!("输出超过 {limit} MiB，其余省略"),
            );
            // Output written so far may be of use, and says itself that it is not all; whether it arrives no longer
            // matters. A picture and JSON have no place for a sentence.
            if let Some(comment) = options.view().comment().filter(|_| !options.is_picture()) {
                let _ = writeln!(out.inner, "{comment} {sentence}");
            }
            let _ = out.inner.flush();
            complain(&format!("{}: {sentence}\n", options.tongue.pick("error", "错误")));
            ExitCode::FAILURE
        }
        Err(Stop::Failed(reason)) => {
            complain(&format!("colex: {reason}\n"));
            ExitCode::from(2)
        }
    }
}

impl View {
    /// Returns the mark that begins a comment in the output, if it has any.
    fn comment(self) -> Option<&'static str> {
        match self {
            View::Emit(Form::Json) => None,
            View::Emit(Form::Python) => Some("#"),
            View::Latex => Some("%"),
            View::Emit(_) | View::Layout | View::Table => Some("//"),
        }
    }
}

impl Options {
    fn view(&self) -> View {
        self.view.unwrap_or(View::Emit(Form::Printed))
    }

    /// Reports whether standard output is the picture.
    fn is_picture(&self) -> bool {
        self.svg.as_deref() == Some(OsStr::new("-"))
    }
}

fn options() -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        let mut view = None;
        match argument {
            Short('h') | Long("help") => options.help = true,
            Short('V') | Long("version") => options.version = true,
            Short('e') => options.texts.push(arguments.value()?.to_string_lossy().into_owned()),
            Long("steps") => options.steps = true,
            Long("why") => options.told.why = true,
            Long("check") => options.told.check = true,
            Long("cost") => options.told.cost = true,
            Long("formula") => options.told.formula = true,
            Long("static") => options.compile_time = true,
            Long("svg") => options.svg = Some(arguments.value()?),
            Long("figure") => {
                let value = arguments.value()?;
                let parts = value.to_str().map(|parts| parts.split(',').map(Part::of_word).collect::<Option<Vec<_>>>());
                options.figure = parts.flatten().ok_or("--figure is grid, memory, operation, threads, or several")?;
            }
            Long("lang") => {
                options.tongue = match arguments.value()?.to_str() {
                    Some("en") => Tongue::English,
                    Some("zh") => Tongue::Chinese,
                    _ => return Err("--lang is en or zh".into()),
                }
            }
            Long("emit") => {
                let name = arguments.value()?;
                let form = Form::ALL.into_iter().find(|form| OsStr::new(form.name()) == name);
                view = Some(View::Emit(form.ok_or("--emit is cpp, python, printed or json")?));
            }
            Long("json") => {
                options.json = true;
                view = Some(View::Emit(Form::Json));
            }
            Long("inputs") => {
                let list = arguments.value()?;
                let given = list.to_str().and_then(program::inputs);
                options.inputs = Some(given.ok_or("--inputs is NAME=VALUE, or several with commas")?);
            }
            Long("layout") => view = Some(View::Layout),
            Long("latex") => view = Some(View::Latex),
            Long("table") => view = Some(View::Table),
            Free(file) if options.file.is_none() => options.file = Some(file),
            other => return Err(other.unexpected()),
        }
        if view.is_some() && options.view.is_some_and(|before| Some(before) != view) {
            return Err("--emit, --json, --layout, --latex and --table exclude each other".into());
        }
        options.view = view.or(options.view);
    }
    if options.help || options.version {
        return Ok(options);
    }
    if options.file.is_some() != options.texts.is_empty() {
        return Err("give a FILE, - or -e TEXT".into());
    }
    if !options.figure.is_empty() && options.svg.is_none() {
        return Err("--figure goes with --svg".into());
    }
    let speaks = options.steps || options.told.any();
    if speaks && !matches!(options.view, None | Some(View::Emit(Form::Cpp | Form::Python | Form::Printed))) {
        return Err("--steps, --why, --check, --cost and --formula go with values as cpp, python or printed".into());
    }
    Ok(options)
}

/// Evaluates and prints; answers the exit status.
fn run(options: &Options, out: &mut Output) -> Result<u8, Stop> {
    if options.help {
        out.line(options.tongue.pick(HELP, HELP_CHINESE))?;
        return Ok(0);
    }
    if options.version {
        out.line(concat!("colex ", env!("CARGO_PKG_VERSION")))?;
        return Ok(0);
    }
    let (name, text) = match source(options) {
        Ok(source) => source,
        Err((name, reason)) => {
            complain(&format!("colex: {name}: {reason}\n"));
            return Ok(2);
        }
    };
    let settings = Settings { compile_time: options.compile_time, ..Settings::default() };
    let evaluation = evaluate_given(&text, settings, options.inputs.clone().unwrap_or_default());
    let mut found = evaluation.diagnostics().into_iter().cloned().collect::<Vec<_>>();
    let mut unspelled = Vec::new();
    let is_picture = options.is_picture();
    let mut holds = true;
    if !is_picture && program::is_array(options, &evaluation) {
        program::array(&evaluation, options.tongue, out)?;
    } else if !is_picture {
        holds = values(options, &evaluation, out, &mut found, &mut unspelled)?;
    }
    let mut status = 0;
    if let Some(path) = &options.svg {
        match picture(&evaluation, options) {
            Ok(Some(svg)) if is_picture => out.line(&svg)?,
            Ok(Some(svg)) => {
                if let Err(reason) = std::fs::write(path, svg) {
                    complain(&format!("colex: {}: {reason}\n", path.to_string_lossy()));
                    status = 2;
                }
            }
            Ok(None) => {
                complain(options.tongue.pick("error: there is no layout to draw\n", "错误: 没有可画的布局\n"));
                status = 1;
            }
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    out.inner.flush()?;
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    for diagnostic in found.iter().take(REPORT_LIMIT) {
        complain(&words::report(&name, &text, diagnostic, options.tongue));
    }
    for (place, reason) in unspelled.iter().take(REPORT_LIMIT) {
        let error = options.tongue.pick("error", "错误");
        complain(&format!("{error}: {} ({name}:{place})\n", words::unspelled(reason, options.tongue)));
    }
    // Why there is no answer with values that are assumed is no mistake: `--why` tells it.
    let has_value = |outcome: &&Outcome| outcome.state == State::Evaluated;
    let notes = evaluation.outcomes().filter(has_value).flat_map(|outcome| &outcome.notes);
    for note in notes.take(REPORT_LIMIT) {
        complain(&words::report(&name, &text, note, options.tongue));
    }
    let more = found.len().saturating_sub(REPORT_LIMIT) + unspelled.len().saturating_sub(REPORT_LIMIT);
    if more > 0 {
        complain(&words::more_reports(more, options.tongue));
    }
    if paste::of(&evaluation).is_some() {
        complain(&format!("{}\n", words::program_counts(&paste::counts(&evaluation), options.tongue)));
    }
    let is_good = found.is_empty() && unspelled.is_empty() && holds;
    Ok(if is_good { status } else { status.max(1) })
}

/// The text and what it is called. What is not UTF-8 becomes a character that the notebook refuses at its place; what
/// is longer than a notebook may be is not read.
fn source(options: &Options) -> Result<(String, String), (String, io::Error)> {
    let Some(path) = &options.file else { return Ok(("<-e>".to_string(), options.texts.join("\n"))) };
    let mut bytes = Vec::new();
    let most = TEXT_LIMIT as u64 + 4;
    if path == "-" {
        let name = "<stdin>".to_string();
        return match io::stdin().lock().take(most).read_to_end(&mut bytes) {
            Ok(_) => Ok((name, String::from_utf8_lossy(&bytes).into_owned())),
            Err(reason) => Err((name, reason)),
        };
    }
    let name = path.to_string_lossy().into_owned();
    match File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
        Ok(_) => Ok((name, String::from_utf8_lossy(&bytes).into_owned())),
        Err(reason) => Err((name, reason)),
    }
}

/// Prints the value of every statement; what cannot be shown so is collected.
fn values(
    options: &Options,
    evaluation: &Evaluation,
    out: &mut Output,
    found: &mut Vec<Diagnostic>,
    unspelled: &mut Vec<(usize, Unspelled)>,
) -> Result<bool, Stop> {
    let view = options.view();
    let mut drawn = 0_u64;
    let mut checked = Checked::default();
    let mut lines = Lines { text: evaluation.text(), at: 0, line: 1 };
    let has_inputs = paste::has_inputs(evaluation);
    for (index, statement) in evaluation.statements().iter().enumerate() {
        let line = lines.number(statement.span.start);
        if options.steps && out.steps <= STEPS_LIMIT {
            steps(&evaluation.steps(index), view, line, options.tongue, out)?;
        }
        let Some(value) = evaluation.value(index) else {
            // Why it has none may be known, too.
            if let Some(comment) = view.comment() {
                options.told.tell(evaluation, index, (comment, options.tongue), &mut checked, out)?;
            }
            continue;
        };
        if !program::is_shown(evaluation, index, has_inputs) {
            continue;
        }
        let name = statement.name.as_ref().map(|(name, _)| name.as_str());
        let names = evaluation.names(index);
        let layout = if matches!(view, View::Table) { pictured(value) } else { value.as_any_layout() };
        if let Some(layout) = layout.as_ref().filter(|_| !matches!(view, View::Emit(_))) {
            drawn = drawn.saturating_add(numbers(layout, view));
            if drawn > DRAW_LIMIT {
                let error = Error::TooLarge { what: "elements", count: drawn.to_string(), limit: DRAW_LIMIT };
                found.push(refused(error, statement.span));
                continue;
            }
        }
        let shown = match (view, layout) {
            (View::Emit(form), _) => {
                match emit::named_statement(name, value, names.map(|names| &**names), form) {
                    Ok(text) => out.line(&text)?,
                    Err(reason) => unspelled.push((line, reason)),
                }
                if let Some(comment) = view.comment() {
                    options.told.tell(evaluation, index, (comment, options.tongue), &mut checked, out)?;
                }
                continue;
            }
            (_, None) => continue,
            (View::Layout, Some(layout)) => print_any_layout(&layout),
            (View::Latex, Some(layout)) => print_any_latex(&layout),
            (View::Table, Some(layout)) => print_table(&layout),
        };
        match shown {
            Ok(text) => out.line(&text)?,
            Err(reason) => found.push(refused(reason, statement.span)),
        }
    }
    Ok(checked.holds)
}

/// Counts the numbers that are computed to draw a layout; of one that is refused before that, one.
fn numbers(layout: &AnyLayout, view: View) -> u64 {
    let size = layout.size().ok().and_then(|size| u64::try_from(size.value()).ok());
    let Some(size) = size.filter(|size| *size <= TEXT_CELL_LIMIT) else { return 1 };
    let leaves = layout.shape().leaf_count() as u64;
    size.saturating_mul(if view == View::Table { 1 + leaves } else { 1 }).saturating_add(leaves)
}

fn refused(reason: Error, span: Span) -> Diagnostic {
    Diagnostic::new(DiagnosticKind::Algebra(reason), span)
}

/// The numbers of lines, asked for from the top down.
struct Lines<'a> {
    text: &'a str,
    /// Up to where they are counted.
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line in which a byte stands, 1 first.
    fn number(&mut self, byte: usize) -> usize {
        self.line += self.text.get(self.at..byte).unwrap_or_default().matches('\n').count();
        self.at = self.at.max(byte);
        self.line
    }
}

/// Prints how a value came about, as comments, so that the output stays a notebook.
fn steps(steps: &[Step], view: View, line: usize, tongue: Tongue, out: &mut Output) -> Result<(), Stop> {
    let comment = view.comment().unwrap_or("//");
    let mut depth: usize = 0;
    let mut operations: Vec<&'static str> = Vec::new();
    for step in steps {
        if matches!(step, Step::Leave { .. } | Step::Result { .. }) {
            depth = depth.saturating_sub(1);
            operations.pop();
        }
        let sentence = words::step(step, tongue);
        let sentence = match (step, operations.last()) {
            (Step::Define { .. }, Some(operation)) => {
                words::in_names(&sentence, &Letters { operation, ..Letters::default() }, tongue)
            }
            _ => sentence,
        };
        if let Step::Enter { operation, .. } = step {
            operations.push(operation);
        }
        let text = format!("{comment} {}{sentence}", "  ".repeat(depth.min(16)));
        out.steps += text.len() as u64 + 1;
        if out.steps > STEPS_LIMIT {
            let limit = STEPS_LIMIT >> 20;
            let sentence = tongue.pick(
                format!("{limit} MiB of steps are shown; they stop here, at line {line}, and the values go on"),
                format!("步骤已显示 {limit} MiB，到第 {line} 行为止；其后只显示值"),
            );
            return out.line(&format!("{comment} {sentence}"));
        }
        out.line(&text)?;
        depth += usize::from(matches!(step, Step::Enter { .. }));
    }
    Ok(())
}

/// The layout of a value; of one that is none, such as a layout after a layout, the one by which it is drawn.
fn pictured(value: &Value) -> Option<AnyLayout> {
    value.as_any_layout().or_else(|| value.drawn())
}

/// The last layout as a picture: its table alone, or a figure.
fn picture(evaluation: &Evaluation, options: &Options) -> Result<Option<String>, Box<Diagnostic>> {
    let layout_of = |index: usize| evaluation.value(index).and_then(pictured);
    let mut statements = evaluation.statements().iter().enumerate().rev();
    let last: Option<(usize, AnyLayout, Span)> =
        statements.find_map(|(index, statement)| Some((index, layout_of(index)?, statement.span)));
    let Some((index, layout, span)) = last else { return Ok(None) };
    if !options.figure.is_empty() {
        return figure(evaluation, index, options).transpose().map_err(|reason| Box::new(refused(reason, span)));
    }
    // Of more modes than two the first slice is drawn.
    let slice = vec![0; layout.innermost().rank().saturating_sub(2)];
    let grid = GridOptions { slice, ..GridOptions::default() };
    any_svg(&layout, &grid).map(Some).map_err(|reason| Box::new(refused(reason, span)))
}

/// The figure of a statement: the parts that were asked for and that it has.
fn figure(evaluation: &Evaluation, statement: usize, options: &Options) -> Option<colex::Result<String>> {
    // Readers who ask for threads by name read the value as theirs.
    let read = options.figure.contains(&Part::Threads).then_some(statement).into_iter().collect();
    let view = look::View { statement: Some(statement), read, ..look::View::default() };
    let look = look::look(evaluation, &view)?;
    let scene = scene(evaluation, statement);
    let figure = Figure {
        evaluation,
        look: &look,
        view: &view,
        held: Held::default(),
        label: Label::default(),
        theme: Theme::Light,
        tongue: options.tongue,
        underscores: true,
        chosen: None,
        index: None,
        fill: Fill::Index,
        slots: Fill::Index,
        legend: Vec::new(),
        operation: scene.as_ref().map(|scene| (scene, &scene.colours)),
    };
    Some(figure.svg(&options.figure))
}

/// Writes to standard error. Where that is closed too, there is nobody left to tell.
fn complain(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
