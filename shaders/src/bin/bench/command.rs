//! The command line of the benchmark.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use colex::words::Tongue;
use colex_shaders::device::{Fault, Gpu, Opening};
use colex_shaders::program::{Program, Twin};
use colex_shaders::rate::Rate;
use colex_shaders::timing::Plan;
use colex_shaders::words;
use lexopt::Arg::Long;
use lexopt::ValueExt as _;
use serde_json::json;

use crate::case::Case;
use crate::cases;
use crate::measure::{Measuring, Outcome};
use crate::{beside, products, report};

const HELP: &str = "\
cargo run --release -p colex-shaders --bin bench -- [OPTIONS]

  --case TEXT     only cases whose name has TEXT in it; several options mean any of them;
                  those that begin with sweep only where TEXT does
  --size N        this size instead of the standard ones; several mean each
  --quick         one size and fewer samples
  --together      all cases side by side: a sample of each in turn (they must fit in memory together)
  --samples N     how many samples (9)
  --most S        how many seconds a case may keep the GPU (2)
  --wake S        how long the first program of those side by side runs before anything counts (0.5)
  --pass S        how long a sample lasts at least (0.02)
  --wall          the clock on the wall instead of timestamps
  --trusted       without the runtime checks that keep kernels inside their buffers
  --no-roof       without measuring the roofs first
  --json          one JSON document on standard output, the lines on standard error
  --dump DIR      no measuring: each case as a JSON file (WGSL, buffers, passes, work)
  --products FILE products of other shapes instead: a line each, `M N K LAYOUTS SCHEME...`; LAYOUTS are three letters,
                  r or c for A, B and C as they are written in mathematics (rrr is PyTorch's), and a scheme is spelled as
                  in links, or `tuned`; those of a line side by side
  --few           compares fewer elements of each product
  --beside DIR:N  N processes with this option compile and compare at the same time, and measure one after the other
  --list          the names of the cases
  --help

Each result is compared with the CPU first; a wrong one shows no time, and makes the exit status 1.
";

/// Options that were asked for.
#[derive(Default)]
struct Asked {
    cases: Vec<String>,
    sizes: Vec<u32>,
    is_quick: bool,
    is_together: bool,
    is_trusted: bool,
    is_json: bool,
    is_list: bool,
    is_on_the_wall: bool,
    is_without_roof: bool,
    samples: Option<u32>,
    most_s: Option<f64>,
    dump: Option<PathBuf>,
    products: Option<PathBuf>,
    is_few: bool,
    beside: Option<String>,
    wake_s: Option<f64>,
    pass_s: Option<f64>,
}

pub(crate) fn main() -> ExitCode {
    let asked = match parse() {
        Ok(Some(asked)) => asked,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    if asked.is_list || asked.dump.is_some() {
        return without_a_gpu(&asked);
    }
    match with_a_gpu(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("{}", words::fault(&fault, Tongue::English));
            ExitCode::from(2)
        }
    }
}

fn parse() -> Result<Option<Asked>, lexopt::Error> {
    let mut asked = Asked::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("case") => asked.cases.push(parser.value()?.string()?),
            Long("size") => asked.sizes.push(parser.value()?.parse()?),
            Long("quick") => asked.is_quick = true,
            Long("together") => asked.is_together = true,
            Long("trusted") => asked.is_trusted = true,
            Long("json") => asked.is_json = true,
            Long("list") => asked.is_list = true,
            Long("wall") => asked.is_on_the_wall = true,
            Long("no-roof") => asked.is_without_roof = true,
            Long("samples") => asked.samples = Some(parser.value()?.parse()?),
            Long("most") => asked.most_s = Some(parser.value()?.parse()?),
            Long("dump") => asked.dump = Some(parser.value()?.into()),
            Long("products") => asked.products = Some(parser.value()?.into()),
            Long("few") => asked.is_few = true,
            Long("beside") => asked.beside = Some(parser.value()?.string()?),
            Long("wake") => asked.wake_s = Some(parser.value()?.parse()?),
            Long("pass") => asked.pass_s = Some(parser.value()?.parse()?),
            Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(asked))
}

impl Asked {
    fn is_chosen(&self, case: &Case) -> bool {
        // A family from which one is chosen is measured only when it is asked for.
        let is_asked =
            |text: &String| case.name.contains(text.as_str()) && text.starts_with("sweep") == case.is_of_sweep();
        (self.cases.is_empty() && !case.is_of_sweep()) || self.cases.iter().any(is_asked)
    }
}

fn without_a_gpu(asked: &Asked) -> ExitCode {
    let cases = match &asked.products {
        None => cases::all(&asked.sizes, asked.is_quick, false),
        Some(path) => match fs::read_to_string(path) {
            Ok(text) => text.lines().flat_map(|line| products::cases(line, false)).collect(),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        },
    };
    for case in cases.iter().filter(|case| asked.is_chosen(case)) {
        let Some(folder) = &asked.dump else {
            println!("{}", case.name);
            continue;
        };
        let program = match case.program(false) {
            Ok(program) => program,
            Err(refusal) => {
                eprintln!("{}: {}", case.name, words::refusal(&refusal, Tongue::English));
                continue;
            }
        };
        let path = folder.join(format!("{}.json", case.name.replace('/', "-")));
        let written = fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, format!("{:#}\n", report::program(&case.name, &program))));
        if let Err(error) = written {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Measures; whether every result was right.
fn with_a_gpu(asked: &Asked) -> Result<bool, Fault> {
    let gpu = pollster::block_on(Gpu::open_as(Opening::default()))?;
    let say = |line: &str| if asked.is_json { eprintln!("{line}") } else { println!("{line}") };
    let (adapter, limits) = (gpu.adapter(), gpu.limits());
    let software = if adapter.is_software { "; software: its times say nothing about a GPU" } else { "" };
    say(&format!("{} ({}){software}", adapter.name, adapter.driver));
    say(&format!(
        "runtime checks {}; {} threads, {} bytes shared, buffers of {} MiB{}",
        if asked.is_trusted { "off" } else { "on" },
        limits.threads,
        limits.shared_bytes,
        limits.buffer_bytes >> 20,
        if limits.has_half { ", f16" } else { "" },
    ));
    let standard = Plan::default();
    let samples = asked.samples.unwrap_or(if asked.is_quick { 5 } else { standard.samples });
    let most_s = asked.most_s.unwrap_or(standard.most_s);
    let plan = Plan {
        samples,
        most_s,
        on_the_wall: asked.is_on_the_wall,
        wake_s: asked.wake_s.unwrap_or(standard.wake_s),
        pass_s: asked.pass_s.unwrap_or(standard.pass_s),
        ..standard
    };
    let measuring = Measuring { gpu: &gpu, plan, is_trusted: asked.is_trusted };

    if let Some(path) = &asked.products {
        return products(&measuring, asked, path, say);
    }
    let cases = cases::all(&asked.sizes, asked.is_quick, adapter.is_software);
    let (roofs, others): (Vec<_>, Vec<_>) = cases.iter().partition(|case| case.is_roof);
    let roofs = roofs.into_iter().filter(|case| !asked.is_without_roof || asked.is_chosen(case)).collect::<Vec<_>>();
    let others = others.into_iter().filter(|case| asked.is_chosen(case)).collect::<Vec<_>>();
    let mut roof = Rate::default();
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut told = |found: Vec<Outcome>, roof: &mut Rate, is_roof: bool| {
        for outcome in found {
            if let (true, Some(timing)) = (is_roof, &outcome.timing) {
                let rate = Rate::of(outcome.work, timing.median());
                roof.bytes_per_s = roof.bytes_per_s.max(rate.bytes_per_s);
                roof.flops_per_s = roof.flops_per_s.max(rate.flops_per_s);
            }
            if let (None, Some(timing)) = (outcomes.iter().find(|outcome| outcome.timing.is_some()), &outcome.timing) {
                say(&format!("time by {}", report::method(timing)));
            }
            say(&report::line(&outcome, *roof));
            outcomes.push(outcome);
        }
    };
    for case in &roofs {
        told(measured(&measuring, &[case]), &mut roof, true);
    }
    if asked.is_together {
        told(measured(&measuring, &others), &mut roof, false);
    } else {
        for case in &others {
            told(measured(&measuring, &[case]), &mut roof, false);
        }
    }
    if asked.is_json {
        let mut document = report::device(&gpu, asked.is_trusted);
        document["roof"] = json!({ "bytes_per_s": roof.bytes_per_s, "flops_per_s": roof.flops_per_s });
        document["together"] = asked.is_together.into();
        document["cases"] = outcomes.iter().map(|outcome| report::json(outcome, roof)).collect();
        println!("{document:#}");
    }
    Ok(outcomes.iter().all(|outcome| outcome.verdict.is_none_or(|verdict| verdict.is_right())))
}

/// Products of the shapes in a file, those of a line side by side.
fn products(
    measuring: &Measuring<'_>,
    asked: &Asked,
    path: &std::path::Path,
    say: impl Fn(&str),
) -> Result<bool, Fault> {
    let internal = |message: String| Fault::Internal { message };
    let text = fs::read_to_string(path).map_err(|error| internal(error.to_string()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let groups = lines.map(|line| products::cases(line, asked.is_few)).collect::<Vec<_>>();
    let mut is_right = true;
    let mut told = |outcomes: Vec<Outcome>| {
        for outcome in outcomes {
            is_right &= outcome.verdict.is_none_or(|verdict| verdict.is_right());
            say(&report::line(&outcome, Rate::default()));
        }
    };
    let Some((folder, count)) = asked.beside.as_deref().and_then(|beside| beside.rsplit_once(':')) else {
        groups.iter().for_each(|cases| told(measured(measuring, &cases.iter().collect::<Vec<_>>())));
        return Ok(is_right);
    };
    let mut ready = Vec::new();
    for cases in &groups {
        let (programs, refused) = programs(&cases.iter().collect::<Vec<_>>(), !measuring.is_trusted);
        told(refused);
        ready.push(measuring.prepare(&programs));
    }
    let turn = beside::turn(folder, count.parse().unwrap_or(1)).map_err(|error| internal(error.to_string()))?;
    ready.into_iter().for_each(|group| told(measuring.time(group)));
    drop(turn);
    Ok(is_right)
}

fn measured(measuring: &Measuring<'_>, cases: &[&Case]) -> Vec<Outcome> {
    let (programs, mut outcomes) = programs(cases, !measuring.is_trusted);
    outcomes.extend(measuring.measure(&programs));
    outcomes
}

/// The programs of some cases, and what became of the others.
fn programs(cases: &[&Case], has_checks: bool) -> (Vec<(String, Program, Twin)>, Vec<Outcome>) {
    let mut programs = Vec::new();
    let mut refused = Vec::new();
    for case in cases {
        match case.program(has_checks).and_then(|program| Ok((program, case.twin()?))) {
            Ok((program, twin)) => programs.push((case.name.clone(), program, twin)),
            Err(refusal) => refused.push(Outcome::failed(&case.name, refusal.into())),
        }
    }
    (programs, refused)
}
