//! Code that several parts share, in few files. The splitter makes a module of each set of parts that share something,
//! which with eight parts are more than a hundred, most of them of a few hundred bytes: each a request, and each
//! compressed by itself. Here the small ones become one for each part that is wanted first.
//!
//! Modules of the splitter share nothing but the table, the memory and globals of the page's module, which they import, and
//! they export nothing: joined, each only counts its types, functions and segments on from where the one before it ended.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, FunctionSection, ImportSection, Module, TypeSection,
};
use wasmparser::{ImportSectionReader, Parser, Payload, TypeRef};

use crate::build::Parts;

/// Which parts are wanted before others: the first follows by itself, the next two come with the first wish for more.
const WANTED_FIRST: [&str; 3] = ["panes", "algebra", "story"];

/// A module that weighs more stays by itself, in bytes before it is made smaller: whoever does not need it would wait for
/// it. What is shared with the part that follows by itself is there in any case.
const SMALL: u64 = 32 << 10;

/// Joins the small modules of a folder that parts share, and returns the files of each part as they are then.
pub(crate) fn gather(folder: &Path, parts: &Parts) -> Result<Parts> {
    let mut shared = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (part, stems) in parts {
        let (own, others) = stems.split_last().context("a part has no file")?;
        if !own.ends_with(part.as_str()) {
            bail!("the last file of the part {part} is {own}");
        }
        for stem in others {
            shared.entry(stem).or_default().insert(part);
        }
    }
    let mut joined = BTreeMap::<String, Vec<&str>>::new();
    for (stem, parts) in shared {
        let first = parts.iter().min_by_key(|part| wanted(part)).context("a module that no part needs")?;
        let size = fs::metadata(folder.join(format!("{stem}.wasm")))?.len();
        if size <= SMALL || *first == WANTED_FIRST[0] {
            joined.entry(format!("chunk_{first}")).or_default().push(stem);
        }
    }
    let mut names = BTreeMap::<&str, &str>::new();
    for (name, stems) in &joined {
        let files = stems.iter().map(|stem| folder.join(format!("{stem}.wasm"))).collect::<Vec<_>>();
        let modules = files.iter().map(fs::read).collect::<std::io::Result<Vec<_>>>()?;
        let module = join(&modules).with_context(|| format!("{name} cannot be made of {}", stems.join(", ")))?;
        for file in files {
            fs::remove_file(file)?;
        }
        fs::write(folder.join(format!("{name}.wasm")), module)?;
        names.extend(stems.iter().map(|stem| (*stem, name.as_str())));
    }
    let renamed = |stems: &Vec<String>| {
        let mut found = Vec::<String>::new();
        for stem in stems {
            let name = names.get(stem.as_str()).copied().unwrap_or(stem);
            if !found.iter().any(|known| known == name) {
                found.push(name.to_owned());
            }
        }
        found
    };
    Ok(parts.iter().map(|(part, stems)| (part.clone(), renamed(stems))).collect())
}

/// The place of a part in the order in which they are wanted.
fn wanted(part: &str) -> (usize, &str) {
    (WANTED_FIRST.iter().position(|first| *first == part).unwrap_or(WANTED_FIRST.len()), part)
}

/// Counts of the modules before one, and where what it imports stands among what all import.
#[derive(Default)]
struct Counted {
    types: u32,
    functions: u32,
    elements: u32,
    data: u32,
    tables: Vec<u32>,
    memories: Vec<u32>,
    globals: Vec<u32>,
}

/// The place of an import among those of all modules.
fn of_all(places: &[u32], index: u32) -> Result<u32, Error<Unknown>> {
    usize::try_from(index).ok().and_then(|index| places.get(index).copied()).ok_or(Error::UserError(Unknown))
}

/// Item that a module names and does not import.
#[derive(Debug)]
struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it has a table, a memory or a global of its own")
    }
}

impl std::error::Error for Unknown {}

impl Reencode for Counted {
    type Error = Unknown;

    fn type_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        Ok(self.types + index)
    }

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        Ok(self.functions + index)
    }

    fn element_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        Ok(self.elements + index)
    }

    fn data_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        Ok(self.data + index)
    }

    fn table_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        of_all(&self.tables, index)
    }

    fn memory_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        of_all(&self.memories, index)
    }

    fn global_index(&mut self, index: u32) -> Result<u32, Error<Unknown>> {
        of_all(&self.globals, index)
    }
}

/// Everything that modules import, each thing once.
#[derive(Default)]
struct Imports {
    section: ImportSection,
    tables: Vec<String>,
    memories: Vec<String>,
    globals: Vec<String>,
}

impl Imports {
    /// Adds what a module imports, and tells it where that stands.
    fn add(&mut self, counted: &mut Counted, section: ImportSectionReader<'_>) -> Result<()> {
        for import in section.into_imports() {
            let import = import?;
            let (known, places) = match import.ty {
                TypeRef::Table(_) => (&mut self.tables, &mut counted.tables),
                TypeRef::Memory(_) => (&mut self.memories, &mut counted.memories),
                TypeRef::Global(_) => (&mut self.globals, &mut counted.globals),
                _ => bail!("a module imports {import:?}"),
            };
            let written = format!("{import:?}");
            let place = known.iter().position(|known| *known == written);
            places.push(u32::try_from(place.unwrap_or(known.len()))?);
            if place.is_none() {
                known.push(written);
                counted.parse_import(&mut self.section, import).map_err(|error| anyhow!("{error}"))?;
            }
        }
        Ok(())
    }
}

/// One module of several that import of one other what it shares, and export nothing.
fn join(modules: &[Vec<u8>]) -> Result<Vec<u8>> {
    let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
    let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
    let mut imports = Imports::default();
    let mut counts_data = false;
    for module in modules {
        let mut counted = Counted {
            types: types.len(),
            functions: functions.len(),
            elements: elements.len(),
            data: data.len(),
            ..Counted::default()
        };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => counted.parse_type_section(&mut types, section),
                Payload::ImportSection(section) => {
                    imports.add(&mut counted, section)?;
                    Ok(())
                }
                Payload::FunctionSection(section) => counted.parse_function_section(&mut functions, section),
                Payload::ElementSection(section) => counted.parse_element_section(&mut elements, section),
                Payload::DataCountSection { .. } => {
                    counts_data = true;
                    Ok(())
                }
                Payload::CodeSectionEntry(body) => counted.parse_function_body(&mut code, body),
                Payload::DataSection(section) => counted.parse_data_section(&mut data, section),
                Payload::Version { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => Ok(()),
                // Empty, it says nothing.
                Payload::ExportSection(section) if section.count() == 0 => Ok(()),
                other => bail!("a module has {other:?}"),
            }
            .map_err(|error| anyhow!("{error}"))?;
        }
    }
    let mut module = Module::new();
    module.section(&types).section(&imports.section).section(&functions).section(&elements);
    if counts_data {
        module.section(&DataCountSection { count: data.len() });
    }
    module.section(&code).section(&data);
    Ok(module.finish())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder::{ConstExpr, Elements, EntityType, Function, MemoryType, RefType, TableType, ValType};

    use super::*;

    /// A module as the splitter writes one: its function of `count` parameters calls itself, stands at a place of the
    /// shared table, and beside it a byte in the shared memory.
    fn shared(count: usize, place: i32) -> Vec<u8> {
        let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function(vec![ValType::I32; count], []);
        functions.function(0);
        let mut body = Function::new([]);
        let mut write = body.instructions();
        for local in 0..count as u32 {
            write.local_get(local);
        }
        write.call(0).end();
        code.function(&body);
        let table =
            TableType { element_type: RefType::FUNCREF, table64: false, minimum: 9, maximum: None, shared: false };
        let memory = MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        let mut imports = ImportSection::new();
        imports.import("m", "table", EntityType::Table(table));
        imports.import("m", "memory", EntityType::Memory(memory));
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(place), Elements::Functions(Cow::Borrowed(&[0])));
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(place), [place as u8]);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&elements).section(&code).section(&data);
        module.finish()
    }

    #[test]
    fn joined_modules_have_the_functions_and_segments_of_each() {
        let joined = join(&[shared(1, 3), shared(2, 5)]).unwrap();
        let module = walrus::Module::from_buffer(&joined).expect("a valid module");
        let mut found = Vec::new();
        for function in module.funcs.iter() {
            let parameters = module.types.params(function.ty()).len();
            let walrus::FunctionKind::Local(local) = &function.kind else { continue };
            let mut calls = 0;
            for (instruction, _) in &local.block(local.entry_block()).instrs {
                calls +=
                    usize::from(matches!(instruction, walrus::ir::Instr::Call(call) if call.func == function.id()));
            }
            found.push((parameters, calls));
        }
        found.sort_unstable();
        assert_eq!(found, [(1, 1), (2, 1)], "each calls itself");
        assert_eq!(
            (module.elements.iter().count(), module.data.iter().count(), module.imports.iter().count()),
            (2, 2, 2)
        );
    }

    #[test]
    fn the_small_ones_are_gathered_by_the_part_that_is_wanted_first() {
        let folder = std::env::temp_dir().join(format!("colex-gather-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (number, stem) in ["chunk_1", "chunk_2", "chunk_3"].iter().enumerate() {
            fs::write(folder.join(format!("{stem}.wasm")), shared(number, 1)).unwrap();
        }
        let list = |stems: &[&str]| stems.iter().map(ToString::to_string).collect::<Vec<_>>();
        let parts = Parts::from([
            ("gpu".to_owned(), list(&["chunk_1", "chunk_2", "chunk_3", "split_gpu"])),
            ("panes".to_owned(), list(&["chunk_1", "split_panes"])),
            ("story".to_owned(), list(&["chunk_1", "chunk_2", "chunk_3", "split_story"])),
        ]);
        let gathered = gather(&folder, &parts).unwrap();
        let expected = Parts::from([
            ("gpu".to_owned(), list(&["chunk_panes", "chunk_story", "split_gpu"])),
            ("panes".to_owned(), list(&["chunk_panes", "split_panes"])),
            ("story".to_owned(), list(&["chunk_panes", "chunk_story", "split_story"])),
        ]);
        assert_eq!(gathered, expected);
        let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        files.sort();
        assert_eq!(files, ["chunk_panes.wasm", "chunk_story.wasm"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
