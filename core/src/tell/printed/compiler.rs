//! Messages of compilers in which a check of CuTe failed: which call it was, with the layouts that its template arguments
//! name.
//!
//! g++ says `required from '… cute::composition(…) [with LShape = …; …]'` before the error, nvcc
//! `instantiation of "… cute::composition(…) [with LShape=…, …]"` and clang `in instantiation of function template
//! specialization 'cute::composition<…>'` behind it.

use std::ops::Range;

use super::cursor::Cursor;
use super::types::{self, Type};
use super::value::Part;
use super::{Found, Reader};
use crate::operations;

/// Number of functions that one error names, and of layouts beside them that one tells.
const FRAMES: usize = 256;
const LAYOUTS: usize = 8;

/// Names of the operands in the notebook.
const OPERANDS: [&str; 4] = ["A", "B", "C", "D"];

/// A function that was being instantiated.
#[derive(Debug)]
struct Frame {
    place: Range<usize>,
    name: &'static str,
    /// It does the work of the function of its name, which is asked for where no other is told.
    is_inner: bool,
    operands: Operands,
}

type Operands = Vec<Vec<Part>>;

/// Messages of compilers, line by line.
#[derive(Debug, Default)]
pub(super) struct Messages {
    frames: Vec<Frame>,
    /// Layouts that the lines of one error name.
    layouts: Vec<(Range<usize>, Vec<Part>)>,
    /// Where the error stands, once it was read.
    error: Option<Range<usize>>,
    is_failed_check: bool,
    /// The call that the last failed check was of.
    told: Option<(&'static str, Operands)>,
}

impl Messages {
    /// Takes a line, if a compiler wrote it.
    pub(super) fn take(&mut self, line: &str, place: &Range<usize>, reader: &mut Reader) -> bool {
        let is_frame =
            ["required from", "instantiation of", "In substitution of"].iter().any(|word| line.contains(word));
        // The DSL's own messages quote values as its IR writes them.
        if line.contains("!cute.") || line.contains("!fly.") {
            return false;
        }
        let is_error = line.contains("error:") || line.contains("error :") || line.contains(": error ");
        if is_frame {
            // g++ tells the way to an error before it.
            if line.contains("In instantiation of") && self.error.is_some() {
                self.end(reader);
            }
            self.frame(line, place);
            return true;
        }
        if is_error {
            if self.error.is_some() {
                self.end(reader);
            }
            self.error = Some(place.clone());
            self.is_failed_check = line.contains("static assert") || line.contains("static_assert");
            // Of another error it counts what it was said of: `no matching function for call to 'copy(…)'`.
            if !self.is_failed_check {
                self.layouts.clear();
                self.layouts(line, place);
                // The DSL's own errors have values as they are printed.
                return !self.layouts.is_empty();
            }
            return true;
        }
        // nvcc tells with what a function was called below the error.
        if self.error.is_some() && line.contains("argument types are:") {
            self.layouts(line, place);
            return true;
        }
        // Source lines and marks below a message.
        let trimmed = line.trim_start();
        let is_quoted = trimmed.starts_with('|')
            || trimmed.split_once('|').is_some_and(|(number, _)| number.trim().parse::<u32>().is_ok());
        let is_remark = ["note:", "warning:", "detected during", "In file included from", "In function"]
            .iter()
            .any(|word| line.contains(word));
        (is_quoted && (self.error.is_some() || !self.frames.is_empty())) || is_remark
    }

    /// Nothing more belongs to the error.
    pub(super) fn end(&mut self, reader: &mut Reader) {
        let (frames, layouts) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.layouts));
        let Some(error) = self.error.take() else { return };
        // The outermost call is what the program wrote.
        let is_inner = frames.iter().all(|frame| frame.is_inner);
        let frame = frames.into_iter().rfind(|frame| frame.is_inner == is_inner);
        let Some(frame) = frame.filter(|_| std::mem::take(&mut self.is_failed_check)) else {
            for (place, parts) in layouts {
                let (text, unknowns) = reader.written(&parts);
                reader.found.push(Found { span: place, name: None, text, unknowns });
            }
            return;
        };
        // One call fails in several checks.
        let call = Some((frame.name, frame.operands.clone()));
        if std::mem::replace(&mut self.told, call.clone()) == call {
            return;
        }
        let mut names = Vec::new();
        for (operand, name) in frame.operands.iter().zip(OPERANDS) {
            let (text, unknowns) = reader.written(operand);
            reader.found.push(Found { span: frame.place.clone(), name: Some(name.to_string()), text, unknowns });
            names.push(name);
        }
        let text = format!("{}({})", frame.name, names.join(", "));
        reader.found.push(Found { span: error, name: None, text, unknowns: Vec::new() });
    }

    /// The function that a line says is being instantiated.
    fn frame(&mut self, line: &str, place: &Range<usize>) {
        if self.frames.len() >= FRAMES {
            return;
        }
        if let Some(((name, is_inner), operands)) = with_bindings(line).or_else(|| specialized(line)) {
            self.frames.push(Frame { place: place.clone(), name, is_inner, operands });
        }
        if self.error.is_none() || self.is_failed_check {
            self.layouts(line, place);
        }
    }

    /// The layouts and tensors that a line names.
    fn layouts(&mut self, line: &str, place: &Range<usize>) {
        let next = |from: usize| {
            let rest = line.get(from..)?;
            let found =
                ["ComposedLayout<", "Layout<", "Tensor<"].map(|name| rest.find(name).map(|at| (from + at, name)));
            found.into_iter().flatten().min_by_key(|(at, _)| *at)
        };
        let mut from = 0;
        while let Some((at, name)) = next(from) {
            let mut cursor = Cursor::new(line, at);
            let parts = types::read(&mut cursor).and_then(|found| found.parts());
            from = if parts.is_some() { cursor.at().max(at + 1) } else { at + name.len() };
            self.add(parts, place);
        }
        told_apart(line).into_iter().for_each(|parts| self.add(Some(parts), place));
    }

    fn add(&mut self, parts: Option<Vec<Part>>, place: &Range<usize>) {
        if let Some(parts) = parts
            && self.layouts.len() < LAYOUTS
            && self.layouts.iter().all(|(_, before)| *before != parts)
        {
            self.layouts.push((place.clone(), parts));
        }
    }
}

/// The operation of CuTe that a name means, and whether it is the function that does its work: `detail::composition_impl`.
fn operation(name: &str) -> Option<(&'static str, bool)> {
    let is_inner = name.contains("detail::");
    let name = name.rsplit("::").next().unwrap_or(name);
    let name = if is_inner { name.strip_suffix("_impl").unwrap_or(name) } else { name };
    let is_lower = name.starts_with(|first: char| first.is_ascii_lowercase());
    operations::find(name).filter(|_| is_lower).map(|function| (function.name, is_inner))
}

/// `auto cute::composition(const Layout<…>&, …) [with LShape = …; LStride = …]`.
fn with_bindings(line: &str) -> Option<((&'static str, bool), Operands)> {
    let (head, rest) = line.split_once("[with ")?;
    // The name stands before the first parenthesis that opens arguments.
    let head = head.get(head.rfind("cute::").filter(|_| !head.contains('(')).unwrap_or(0)..)?;
    let before = head.split('(').next()?.trim_end();
    // nvcc says of which arguments it is a template: `composition_impl<LShape, LStride, RShape, RStride>`.
    let before = before.split('<').next()?;
    let name = before.rsplit([' ', '*', '&']).next()?;
    let name = operation(name)?;
    let mut operands = Vec::new();
    let mut shape = None::<Type>;
    let (bound, is_whole) = bindings(rest);
    for (variable, bound) in bound {
        match shape.take() {
            Some(first) if variable.ends_with("Stride") => {
                operands.push(vec![Part::Layout(first.tree()?, bound.tree()?)])
            }
            Some(first) => {
                operands.push(first.parts()?);
                operands.push(bound.parts()?);
            }
            None if variable.ends_with("Shape") => shape = Some(bound),
            None => operands.push(bound.parts()?),
        }
    }
    if let Some(first) = shape {
        operands.push(first.parts()?);
    }
    (is_whole && !operands.is_empty()).then_some((name, operands))
}

/// What the arguments of a template are bound to, as far as it is read, and whether that is all: `LShape = …; LStride = …]`.
fn bindings(rest: &str) -> (Vec<(String, Type)>, bool) {
    let mut cursor = Cursor::new(rest, 0);
    let mut found = Vec::new();
    for _ in 0..8 {
        cursor.blanks();
        let Some(variable) = cursor.until('=', 64).map(|variable| variable.trim().to_string()) else { break };
        if variable.contains(['.', ' ', '<']) {
            break;
        }
        let Some(bound) = types::read(&mut cursor) else { return (found, false) };
        found.push((variable, bound));
        cursor.blanks();
        if !cursor.take(";") && !cursor.take(",") {
            break;
        }
    }
    (found, true)
}

/// The layouts whose shapes and strides a line tells one by one: `[with Shape = …; Stride = …]`.
fn told_apart(line: &str) -> Vec<Vec<Part>> {
    let Some((_, rest)) = line.split_once("[with ") else { return Vec::new() };
    let (all, _) = bindings(rest);
    let pairs = all.iter().zip(all.iter().skip(1));
    let pairs = pairs.filter(|((shape, _), (stride, _))| shape.ends_with("Shape") && stride.ends_with("Stride"));
    pairs.filter_map(|((_, shape), (_, stride))| Some(vec![Part::Layout(shape.tree()?, stride.tree()?)])).collect()
}

/// `function template specialization 'cute::composition<…>' requested here`: shapes and strides by their place.
fn specialized(line: &str) -> Option<((&'static str, bool), Operands)> {
    let (_, rest) = line.split_once("specialization '")?;
    let found = types::read(&mut Cursor::new(rest, 0))?;
    let name = operation(rest.get(..rest.find('<')?)?)?;
    let operands = match found.arguments.as_slice() {
        [shape, stride, others @ ..] if shape.tree().is_some() && stride.tree().is_some() => {
            let mut operands = vec![vec![Part::Layout(shape.tree()?, stride.tree()?)]];
            match others {
                [shape, stride] if shape.tree().is_some() && stride.tree().is_some() => {
                    operands.push(vec![Part::Layout(shape.tree()?, stride.tree()?)]);
                }
                others => operands.extend(others.iter().map(Type::parts).collect::<Option<Vec<_>>>()?),
            }
            operands
        }
        all => all.iter().map(Type::parts).collect::<Option<Vec<_>>>()?,
    };
    (!operands.is_empty()).then_some((name, operands))
}
