//! Code that the first picture does not run, in a file of its own that follows it.
//!
//! The splitter goes by what calls what, and much that the first module calls it calls for a press, a fault or a rare text.
//! Which functions those are is measured (`cargo xtask profile`) and kept in `web/rest.txt`; one that nobody measured
//! stays. A function that waits leaves a stub behind, which asks for the file the first time and then goes through the
//! table of functions; whoever calls it does not know. The page behaves the same with any list; only when it can draw its
//! first picture depends on it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context as _, Result, bail};
use walrus::ir::{Instr, Value};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalId, GlobalKind,
    Module, TableId, TypeId, ValType,
};

use crate::pack;

/// The module by whose name the rest imports what the first module exports.
pub(crate) const FIRST: &str = "first";
/// Prefix of the names that the first module exports for the rest alone, each with a number.
const SHARED: &str = "shared";
/// The global that says whether the rest is there.
pub(crate) const THERE: &str = "there";
/// The function that brings the rest at once.
pub(crate) const BRING: &str = "rest";
/// The digests of functions that wait, from the root of the project.
pub(crate) const LIST: &str = "web/rest.txt";
/// With fewer instructions a function costs the second file more than it takes from the first, if it leaves a stub.
const SMALL: u64 = 45;

/// The digests of the names of functions that wait.
pub(crate) struct Waiting(BTreeSet<String>);

impl Waiting {
    /// From the kept list: a digest in each line, and comments.
    pub(crate) fn read(text: &str) -> Waiting {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Waiting(lines.map(ToOwned::to_owned).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(&digest(name))
    }
}

/// A name of a function in eight letters.
pub(crate) fn digest(name: &str) -> String {
    pack::short_hash([plain(name).as_bytes()])[..8].to_owned()
}

/// A name of a function, the same whoever compiled it: without what tells two versions of a crate apart, and without the
/// number of a copy.
pub(crate) fn plain(name: &str) -> String {
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.rsplit_once('.').map_or(name, |(before, end)| if is_number(end) { before } else { name });
    let mut kept = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        kept.push_str(before);
        rest = match after.split_once(']') {
            Some((number, after)) if number.len() > 8 && number.bytes().all(|byte| byte.is_ascii_hexdigit()) => after,
            _ => {
                kept.push('[');
                after
            }
        };
    }
    kept + rest
}

/// A function by its place among all of a module, which is the same however often the module is read.
type Place = usize;

/// The functions of a module by their places.
struct Functions {
    ids: Vec<FunctionId>,
    places: HashMap<FunctionId, Place>,
}

impl Functions {
    fn of(module: &Module) -> Functions {
        let ids = module.funcs.iter().map(walrus::Function::id).collect::<Vec<_>>();
        let places = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        Functions { ids, places }
    }
}

/// The first module without the functions that wait, and a module of these. `link` is what the first imports loaders from.
pub(crate) fn halved(module: &[u8], waiting: &Waiting, link: &str) -> Result<(Vec<u8>, Vec<u8>)> {
    let (mut first, mut rest) = (Module::from_buffer(module)?, Module::from_buffer(module)?);
    let functions = Functions::of(&first);
    let table = first.tables.main_function_table()?.context("there is no table of functions")?;
    let calls = calls(&first, &functions)?;
    let mut slots = slots(&mut first, &functions, table)?;
    let waits = waiting_in(&first, &functions, waiting, &calls, &slots);

    // Where each function stands in the table; who is called from the other half needs a place there.
    let mut slot_of = vec![None; functions.ids.len()];
    for (slot, place) in &slots {
        slot_of[*place].get_or_insert(*slot);
    }
    let begin = u32::try_from(first.tables.get(table).initial)?;
    let mut added = Vec::new();
    for (caller, callee) in calls {
        if waits[caller] != waits[callee] && slot_of[callee].is_none() {
            let slot = begin + u32::try_from(added.len())?;
            slot_of[callee] = Some(slot);
            slots.insert(slot, callee);
            added.push(callee);
        }
    }
    for module in [&mut first, &mut rest] {
        let table = module.tables.main_function_table()?.context("there is no table of functions")?;
        let table = module.tables.get_mut(table);
        table.initial += added.len() as u64;
        table.maximum = table.maximum.map(|maximum| maximum + added.len() as u64);
    }

    leave_stubs(&mut first, &functions, table, &waits, &slot_of, link)?;
    let items = ElementItems::Functions(added.iter().map(|place| functions.ids[*place]).collect());
    activate(&mut first, table, begin, items);
    keep_waiting(&mut rest, &mut first, &waits, &slot_of, &slots)?;
    walrus::passes::gc::run(&mut first);
    Ok((first.emit_wasm(), rest.emit_wasm()))
}

/// Decides for each function whether it waits. What the page's script calls itself does not, nor what is as small as
/// the stub that it would leave.
fn waiting_in(
    module: &Module,
    functions: &Functions,
    waiting: &Waiting,
    calls: &BTreeSet<(Place, Place)>,
    slots: &BTreeMap<u32, Place>,
) -> Vec<bool> {
    let mut here = BTreeSet::from_iter(module.start);
    here.extend(module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) => Some(id),
        _ => None,
    }));
    let mut is_small = vec![false; functions.ids.len()];
    let mut waits = vec![false; functions.ids.len()];
    for (place, id) in functions.ids.iter().enumerate() {
        let function = module.funcs.get(*id);
        let FunctionKind::Local(local) = &function.kind else { continue };
        is_small[place] = local.size() < SMALL;
        waits[place] = !here.contains(id) && function.name.as_deref().is_some_and(|name| waiting.has(name));
    }
    for place in slots.values() {
        waits[*place] &= !is_small[*place];
    }
    // Functions that stay may call those that are small.
    loop {
        let stays = calls.iter().find(|(caller, callee)| !waits[*caller] && waits[*callee] && is_small[*callee]);
        let Some((_, callee)) = stays else { return waits };
        waits[*callee] = false;
    }
}

/// Which function stands in each slot of the table. Segments of nothing are taken away: a table begins empty.
fn slots(module: &mut Module, functions: &Functions, table: TableId) -> Result<BTreeMap<u32, Place>> {
    let mut slots = BTreeMap::new();
    let mut empty = Vec::new();
    for element in module.elements.iter() {
        let ElementKind::Active { table: own, offset: ConstExpr::Value(Value::I32(begin)) } = &element.kind else {
            bail!("a segment of the table begins nowhere");
        };
        let ids = match &element.items {
            ElementItems::Functions(ids) => ids.iter().copied().map(Some).collect::<Vec<_>>(),
            ElementItems::Expressions(_, items) => {
                let found = items.iter().map(|item| match item {
                    ConstExpr::RefFunc(id) => Ok(Some(*id)),
                    ConstExpr::RefNull(_) => Ok(None),
                    other => bail!("the table holds {other:?}"),
                });
                found.collect::<Result<Vec<_>>>()?
            }
        };
        if ids.iter().all(Option::is_none) {
            empty.push(element.id());
        } else if *own != table {
            bail!("functions stand in a second table");
        }
        for (slot, id) in (u32::try_from(*begin)?..).zip(ids) {
            if let Some(id) = id {
                slots.insert(slot, functions.places[&id]);
            }
        }
    }
    for id in empty {
        module.tables.get_mut(table).elem_segments.remove(&id);
        module.elements.delete(id);
    }
    Ok(slots)
}

/// Returns who calls whom by name.
fn calls(module: &Module, functions: &Functions) -> Result<BTreeSet<(Place, Place)>> {
    let mut calls = BTreeSet::new();
    for (id, local) in module.funcs.iter_local() {
        let mut found = Found::default();
        walrus::ir::dfs_in_order(&mut found, local, local.entry_block());
        if found.is_odd {
            bail!("a function is called in a way that this does not know");
        }
        let caller = functions.places[&id];
        calls.extend(found.callees.iter().map(|callee| (caller, functions.places[callee])));
    }
    Ok(calls)
}

/// Calls of others that a walk over a function finds.
#[derive(Default)]
struct Found {
    callees: Vec<FunctionId>,
    is_odd: bool,
}

impl<'a> walrus::ir::Visitor<'a> for Found {
    fn visit_instr(&mut self, instr: &'a Instr, _: &'a walrus::ir::InstrLocId) {
        match instr {
            Instr::Call(call) => self.callees.push(call.func),
            Instr::RefFunc(_) | Instr::ReturnCall(_) => self.is_odd = true,
            _ => {}
        }
    }
}

/// Puts stubs in place of the functions that wait and that the first module calls, or has in its table.
fn leave_stubs(
    module: &mut Module,
    functions: &Functions,
    table: TableId,
    waits: &[bool],
    slot_of: &[Option<u32>],
    link: &str,
) -> Result<()> {
    let nothing = module.types.add(&[], &[]);
    let (bring, _) = module.add_import_func(link, BRING, nothing);
    let there = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    module.exports.add(THERE, there);
    let mut ways = BTreeMap::new();
    for (place, id) in functions.ids.iter().enumerate() {
        let Some(slot) = slot_of[place].filter(|_| waits[place]) else { continue };
        let ty = module.funcs.get(*id).ty();
        let way = *ways.entry(ty).or_insert_with(|| way(module, ty, bring, there, table));
        let (parameters, results) = (module.types.params(ty).to_vec(), module.types.results(ty).to_vec());
        let mut builder = FunctionBuilder::new(&mut module.types, &parameters, &results);
        let arguments = parameters.iter().map(|ty| module.locals.add(*ty)).collect::<Vec<_>>();
        let mut body = builder.func_body();
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.i32_const(i32::try_from(slot)?).call(way);
        module.funcs.get_mut(*id).kind = FunctionKind::Local(builder.local_func(arguments));
    }
    Ok(())
}

/// The way from stubs of a type to their functions: the arguments, and a slot of the table.
fn way(module: &mut Module, ty: TypeId, bring: FunctionId, there: GlobalId, table: TableId) -> FunctionId {
    let (mut parameters, results) = (module.types.params(ty).to_vec(), module.types.results(ty).to_vec());
    parameters.push(ValType::I32);
    let mut builder = FunctionBuilder::new(&mut module.types, &parameters, &results);
    let arguments = parameters.iter().map(|ty| module.locals.add(*ty)).collect::<Vec<_>>();
    let mut body = builder.func_body();
    body.global_get(there).if_else(
        None,
        |_| {},
        |absent| {
            absent.call(bring);
        },
    );
    for argument in &arguments {
        body.local_get(*argument);
    }
    body.call_indirect(ty, table);
    builder.finish(arguments, &mut module.funcs)
}

/// Adds a segment of the table.
fn activate(module: &mut Module, table: TableId, begin: u32, items: ElementItems) {
    let offset = ConstExpr::Value(Value::I32(begin.cast_signed()));
    let id = module.elements.add(ElementKind::Active { table, offset }, items);
    module.tables.get_mut(table).elem_segments.insert(id);
}

/// Makes of a whole module the one of the functions that wait: they reach the others through the table, and the memory, the
/// tables and the globals are those of the first module.
fn keep_waiting(
    rest: &mut Module,
    first: &mut Module,
    waits: &[bool],
    slot_of: &[Option<u32>],
    slots: &BTreeMap<u32, Place>,
) -> Result<()> {
    let functions = Functions::of(rest);
    let table = rest.tables.main_function_table()?.context("there is no table of functions")?;
    let types = functions.ids.iter().map(|id| rest.funcs.get(*id).ty()).collect::<Vec<_>>();
    for (id, local) in rest.funcs.iter_local_mut() {
        if !waits[functions.places[&id]] {
            continue;
        }
        let mut blocks = vec![local.entry_block()];
        while let Some(block) = blocks.pop() {
            let instructions = std::mem::take(&mut local.block_mut(block).instrs);
            let mut through = Vec::with_capacity(instructions.len());
            for (instruction, at) in instructions {
                match &instruction {
                    Instr::Block(inner) => blocks.push(inner.seq),
                    Instr::Loop(inner) => blocks.push(inner.seq),
                    Instr::IfElse(inner) => blocks.extend([inner.consequent, inner.alternative]),
                    _ => {}
                }
                if let Instr::Call(call) = &instruction {
                    let callee = functions.places[&call.func];
                    if !waits[callee] {
                        let slot = slot_of[callee].context("a function has no place in the table")?;
                        let value = Value::I32(slot.cast_signed());
                        through.push((walrus::ir::Const { value }.into(), at));
                        through.push((walrus::ir::CallIndirect { ty: types[callee], table }.into(), at));
                        continue;
                    }
                }
                through.push((instruction, at));
            }
            local.block_mut(block).instrs = through;
        }
    }
    rest.start = None;
    rest.customs = walrus::ModuleCustomSections::default();
    for id in rest.exports.iter().map(walrus::Export::id).collect::<Vec<_>>() {
        rest.exports.delete(id);
    }
    for id in rest.data.iter().map(walrus::Data::id).collect::<Vec<_>>() {
        rest.data.delete(id);
    }
    for id in rest.elements.iter().map(walrus::Element::id).collect::<Vec<_>>() {
        rest.elements.delete(id);
    }
    let tables = rest.tables.iter().map(walrus::Table::id).collect::<Vec<_>>();
    let memories = rest.memories.iter().map(walrus::Memory::id).collect::<Vec<_>>();
    let globals = rest.globals.iter().map(walrus::Global::id).collect::<Vec<_>>();
    for id in &memories {
        rest.memories.get_mut(*id).data_segments.clear();
    }
    for id in &tables {
        rest.tables.get_mut(*id).elem_segments.clear();
    }
    let mut segments = Vec::<(u32, Vec<FunctionId>)>::new();
    for (slot, place) in slots.iter().filter(|(_, place)| waits[**place]) {
        match segments.last_mut() {
            Some((begin, ids)) if *begin as usize + ids.len() == *slot as usize => ids.push(functions.ids[*place]),
            _ => segments.push((*slot, vec![functions.ids[*place]])),
        }
    }
    for (begin, ids) in segments {
        activate(rest, table, begin, ElementItems::Functions(ids));
    }
    // The memory, the tables and the globals are the first module's, where they have the same places.
    let mut shared = Vec::new();
    for (id, theirs) in tables.into_iter().zip(first.tables.iter().map(walrus::Table::id)) {
        let import = rest.imports.add(FIRST, "", id);
        rest.tables.get_mut(id).import = Some(import);
        shared.push((import, ExportItem::Table(theirs)));
    }
    for (id, theirs) in memories.into_iter().zip(first.memories.iter().map(walrus::Memory::id)) {
        let import = rest.imports.add(FIRST, "", id);
        rest.memories.get_mut(id).import = Some(import);
        shared.push((import, ExportItem::Memory(theirs)));
    }
    for (id, theirs) in globals.into_iter().zip(first.globals.iter().map(walrus::Global::id)) {
        let import = rest.imports.add(FIRST, "", id);
        rest.globals.get_mut(id).kind = GlobalKind::Import(import);
        shared.push((import, ExportItem::Global(theirs)));
    }
    walrus::passes::gc::run(rest);
    let left = rest.imports.iter().map(walrus::Import::id).collect::<BTreeSet<_>>();
    for (import, item) in shared.into_iter().filter(|(import, _)| left.contains(import)) {
        rest.imports.get_mut(import).name = exported(first, item);
    }
    Ok(())
}

/// The name by which a module exports something, a new one where it has none.
fn exported(module: &mut Module, item: ExportItem) -> String {
    let is_it = |export: &&walrus::Export| match (export.item, item) {
        (ExportItem::Memory(one), ExportItem::Memory(other)) => one == other,
        (ExportItem::Table(one), ExportItem::Table(other)) => one == other,
        (ExportItem::Global(one), ExportItem::Global(other)) => one == other,
        _ => false,
    };
    if let Some(export) = module.exports.iter().find(is_it) {
        return export.name.clone();
    }
    let name = format!("{SHARED}{}", module.exports.iter().count());
    module.exports.add(&name, item);
    name
}

/// The module with a byte for each function that is written when the function is run, and as JSON where the bytes begin in
/// the memory and the digests of the functions that they stand for.
pub(crate) fn counted(module: &[u8]) -> Result<(Vec<u8>, Vec<u8>)> {
    const PAGE: u64 = 1 << 16;
    let mut module = Module::from_buffer(module)?;
    let memory = module.memories.iter().next().context("there is no memory")?.id();
    let begin = module.memories.get(memory).initial * PAGE;
    let names = module.funcs.iter().map(|function| (function.id(), function.name.clone())).collect::<HashMap<_, _>>();
    let mut digests = Vec::new();
    let store = walrus::ir::StoreKind::I32_8 { atomic: false };
    for (id, local) in module.funcs.iter_local_mut() {
        let place = i32::try_from(begin + digests.len() as u64)?;
        digests.push(names.get(&id).and_then(|name| name.as_deref()).map(digest));
        let entry = local.entry_block();
        let mut body = local.builder_mut().instr_seq(entry);
        body.instr_at(0, walrus::ir::Const { value: Value::I32(place) })
            .instr_at(1, walrus::ir::Const { value: Value::I32(1) })
            .instr_at(2, walrus::ir::Store { memory, kind: store, arg: walrus::ir::MemArg { align: 1, offset: 0 } });
    }
    // The pages are the module's own from the start, so nothing is given room there.
    module.memories.get_mut(memory).initial += (digests.len() as u64).div_ceil(PAGE);
    Ok((module.emit_wasm(), serde_json::to_vec(&serde_json::json!({ "begin": begin, "digests": digests }))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module as the compiler leaves one: `open` is exported and calls `rare`, which calls `common` and `deep`, which
    /// nothing else calls; `rare` is long enough to wait.
    fn module() -> Vec<u8> {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        module.exports.add("memory", memory);
        let table = module.tables.add_local(false, 1, Some(1), walrus::RefType::FUNCREF);
        module.exports.add("table", table);
        let pointer = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
        let mut function = |name: &str, calls: &[FunctionId], length: i32| {
            let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I32]);
            builder.name(name.to_owned());
            let given = module.locals.add(ValType::I32);
            let mut body = builder.func_body();
            body.global_get(pointer).drop().local_get(given);
            for callee in calls {
                body.call(*callee);
            }
            for number in 0..length {
                body.i32_const(number).binop(walrus::ir::BinaryOp::I32Add);
            }
            builder.finish(vec![given], &mut module.funcs)
        };
        let common = function("common", &[], 1);
        let deep = function("deep", &[], 2);
        let rare = function("a[0123456789abcdef]::rare.17", &[common, deep], 100);
        let open = function("open", &[rare, common], 3);
        module.exports.add("open", open);
        activate(&mut module, table, 0, ElementItems::Functions(vec![rare]));
        module.emit_wasm()
    }

    fn names(module: &[u8]) -> BTreeSet<String> {
        let module = Module::from_buffer(module).expect("a valid module");
        module.funcs.iter_local().filter_map(|(id, _)| module.funcs.get(id).name.clone()).collect()
    }

    #[test]
    fn what_waits_is_in_the_second_module_and_reaches_the_first_through_the_table() {
        let waiting = Waiting(["a::rare", "deep", "open"].map(digest).into());
        let (first, rest) = halved(&module(), &waiting, "./link.js").unwrap();
        assert_eq!(names(&rest), ["a[0123456789abcdef]::rare.17", "deep"].map(ToOwned::to_owned).into());
        // Exports stay, and what only a function that waits calls goes with it.
        assert!(names(&first).is_superset(&["common", "open"].map(ToOwned::to_owned).into()));
        assert!(!names(&first).contains("deep"));
        let (first, rest) = (Module::from_buffer(&first).unwrap(), Module::from_buffer(&rest).unwrap());
        let imports = |module: &Module| {
            module.imports.iter().map(|import| (import.module.clone(), import.name.clone())).collect::<BTreeSet<_>>()
        };
        assert_eq!(imports(&first), [("./link.js".to_owned(), BRING.to_owned())].into());
        let exported = first.exports.iter().map(|export| export.name.clone()).collect::<BTreeSet<_>>();
        for (module, name) in imports(&rest) {
            assert_eq!(module, FIRST);
            assert!(exported.contains(&name), "{name} is exported");
        }
        assert!(exported.contains(THERE));
        // Slot 0 was there, and `common` has one now.
        let table = first.tables.main_function_table().unwrap().unwrap();
        assert_eq!(first.tables.get(table).initial, 2);
        assert_eq!(rest.elements.iter().count(), 1);
    }

    #[test]
    fn without_a_list_everything_is_in_the_first_module() {
        let (first, rest) = halved(&module(), &Waiting::read("# none\n"), "./link.js").unwrap();
        assert_eq!(names(&rest), BTreeSet::new());
        assert_eq!(names(&first).len(), 4);
    }

    #[test]
    fn a_digest_is_of_the_name_alone() {
        assert_eq!(digest("<a[0123456789abcdef]::B>::c.704"), digest("<a[fedcba9876543210]::B>::c"));
        assert_eq!(digest("x::[u8; 4]"), digest("x::[u8; 4].1"));
        assert_ne!(digest("x::[u8; 4]"), digest("x::[u8; 5]"));
        assert_ne!(digest("a::v1.x"), digest("a::v1"));
    }

    #[test]
    fn a_counted_module_is_valid_and_knows_every_function() {
        let (module, functions) = counted(&module()).unwrap();
        let module = Module::from_buffer(&module).expect("a valid module");
        let told: serde_json::Value = serde_json::from_slice(&functions).unwrap();
        assert_eq!(told["begin"], 1 << 16);
        assert_eq!(told["digests"].as_array().unwrap().len(), 4);
        assert_eq!(module.memories.iter().next().unwrap().initial, 2);
    }
}
