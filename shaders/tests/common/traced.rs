//! What the text of a kernel touches, one request after the other: naga's reading of it, interpreted thread by thread.
//!
//! No place and no branch of a kernel depends on a number that it reads from memory, so numbers from there are unknown, and
//! each thread runs by itself. What the threads of a warp touch in the same place of the text, in the same turn of each loop
//! around it, is one request.

use std::collections::BTreeMap;

use colex::cost::{Accesses, GlobalCost, Machine, SharedCost, Vector, global, shared};
use colex_shaders::predicted::{Cost, Predicted};
use colex_shaders::program::Program;
use naga::{
    AddressSpace, BinaryOperator, Block, BuiltIn, Expression, Function, GlobalVariable, Handle, Literal, LocalVariable,
    MathFunction, Module, ScalarKind, Statement, Type, TypeInner, UnaryOperator,
};

/// Memory, whether it is written, and whether it is workgroup memory.
pub(crate) type Place = (String, bool, bool);

/// Totals of what is touched, without where the worst is.
pub(crate) type Totals = BTreeMap<Place, Cost>;

/// The totals of a prediction.
pub(crate) fn totals(predicted: Vec<Predicted>) -> Totals {
    let total = |part: Predicted| {
        let cost = match part.cost {
            Cost::Shared(cost) => Cost::Shared(SharedCost { worst_at: None, ..cost }),
            Cost::Global(cost) => Cost::Global(GlobalCost { worst_at: None, ..cost }),
        };
        ((part.memory.to_owned(), part.is_store, matches!(cost, Cost::Shared(_))), cost)
    };
    predicted.into_iter().map(total).collect()
}

/// The totals of all workgroups of all passes, of each of which every thread runs.
pub(crate) fn traced(program: &Program) -> Totals {
    let module = naga::front::wgsl::parse_str(&program.wgsl)
        .unwrap_or_else(|error| panic!("{}\n{}", error.emit_to_string(&program.wgsl), program.wgsl));
    let machine = Machine::default();
    let mut all = Totals::new();
    for pass in &program.passes {
        let entry = module.entry_points.iter().find(|entry| entry.name == pass.entry_point).expect("an entry point");
        let [x, y, z] = pass.workgroups;
        for group in (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z]))) {
            for first in (0..pass.threads).step_by(32) {
                // For each place of the text, in each turn, what each thread of the warp touches there.
                let mut requests = BTreeMap::<_, (_, _, BTreeMap<u32, u32>)>::new();
                for thread in first..pass.threads.min(first + 32) {
                    let builtin = |argument: &naga::FunctionArgument| {
                        let Some(naga::Binding::BuiltIn(builtin)) = argument.binding else { panic!("a builtin") };
                        let [across, up, _] = entry.workgroup_size;
                        let own = [thread % across, thread / across % up, thread / across / up];
                        let three = |of: [u32; 3]| Value::Many(of.map(Value::U32).to_vec());
                        match builtin {
                            BuiltIn::WorkGroupId => three(group),
                            BuiltIn::LocalInvocationIndex => Value::U32(thread),
                            BuiltIn::LocalInvocationId => three(own),
                            BuiltIn::GlobalInvocationId => {
                                three([0, 1, 2].map(|mode| group[mode] * entry.workgroup_size[mode] + own[mode]))
                            }
                            other => panic!("{other:?}"),
                        }
                    };
                    let arguments = entry.function.arguments.iter().map(builtin).collect();
                    let mut run = Run { module: &module, at: Vec::new(), touched: Vec::new() };
                    run.call(&entry.function, arguments);
                    for (at, is_store, memory, offset, bytes) in run.touched {
                        let request = requests.entry((at, is_store)).or_insert((memory, bytes, BTreeMap::new()));
                        assert!(request.0 == memory && request.1 == bytes);
                        assert!(request.2.insert(thread - first, offset).is_none(), "a turn is told from others");
                    }
                }
                for ((_, is_store), (memory, bytes, offsets)) in requests {
                    let variable = &module.global_variables[memory];
                    let is_shared = variable.space == AddressSpace::WorkGroup;
                    let vector = Vector::new(bytes.into(), 1, &machine).expect("a vector");
                    let index = |thread: u64, _| {
                        let offset = offsets.get(&(thread as u32))?;
                        assert!(offset.is_multiple_of(bytes));
                        Some(i64::from(offset / bytes))
                    };
                    let accesses = Accesses::new(vector, 32, 1, &machine, index).expect("accesses");
                    let name = variable.name.clone().expect("a name");
                    let none = if is_shared {
                        Cost::Shared(SharedCost::default())
                    } else {
                        Cost::Global(GlobalCost::default())
                    };
                    // Added one by one, by hand: what is tested adds with counts.
                    match all.entry((name, is_store, is_shared)).or_insert(none) {
                        Cost::Shared(total) => {
                            let one = shared(&accesses, &machine);
                            total.requests += one.requests;
                            total.phases += one.phases;
                            total.turns += one.turns;
                            total.conflicting += one.conflicting;
                            total.worst = total.worst.max(one.worst);
                        }
                        Cost::Global(total) => {
                            let one = global(&accesses, &machine);
                            total.requests += one.requests;
                            total.sectors += one.sectors;
                            total.lines += one.lines;
                            total.bytes_used += one.bytes_used;
                            total.bytes_moved += one.bytes_moved;
                            total.fewest_sectors += one.fewest_sectors;
                            total.worst = total.worst.max(one.worst);
                        }
                    }
                }
            }
        }
    }
    all
}

#[derive(Debug, Clone)]
enum Value {
    U32(u32),
    I32(i32),
    Bool(bool),
    Many(Vec<Value>),
    Pointer(Pointer),
    /// What depends on memory, or is no integer.
    Unknown,
}

#[derive(Debug, Clone, Copy)]
struct Pointer {
    to: To,
    offset: u32,
    of: Of,
}

#[derive(Debug, Clone, Copy)]
enum To {
    Global(Handle<GlobalVariable>),
    /// A whole variable, or a part of one.
    Local(Handle<LocalVariable>, bool),
}

/// What a pointer leads to: a type, or so many bytes of a vector.
#[derive(Debug, Clone, Copy)]
enum Of {
    Type(Handle<Type>),
    Bytes(u32),
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

type Touched = (Vec<usize>, bool, Handle<GlobalVariable>, u32, u32);

/// A thread.
struct Run<'a> {
    module: &'a Module,
    /// Calls and turns of loops around the place.
    at: Vec<usize>,
    touched: Vec<Touched>,
}

/// A function that runs.
struct Frame<'a> {
    function: &'a Function,
    arguments: Vec<Value>,
    values: Vec<Option<Value>>,
    locals: Vec<Value>,
}

impl<'a> Run<'a> {
    fn call(&mut self, function: &'a Function, arguments: Vec<Value>) -> Value {
        let values = vec![None; function.expressions.len()];
        let mut frame = Frame { function, arguments, values, locals: Vec::new() };
        for (_, local) in function.local_variables.iter() {
            let value = local.init.map_or(Value::Unknown, |init| self.value(&mut frame, init));
            frame.locals.push(value);
        }
        match self.block(&mut frame, &function.body) {
            Flow::Return(value) => value,
            _ => Value::Unknown,
        }
    }

    fn block(&mut self, frame: &mut Frame<'a>, block: &'a Block) -> Flow {
        for statement in block.iter() {
            let flow = self.statement(frame, statement);
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, frame: &mut Frame<'a>, statement: &'a Statement) -> Flow {
        let site = std::ptr::from_ref(statement) as usize;
        match statement {
            Statement::Emit(range) => {
                range.clone().for_each(|expression| frame.values[expression.index()] = None);
                for expression in range.clone() {
                    // All others are computed when they are asked for.
                    if matches!(frame.function.expressions[expression], Expression::Load { .. }) {
                        self.value(frame, expression);
                    }
                }
            }
            Statement::Block(block) => return self.block(frame, block),
            Statement::If { condition, accept, reject } => {
                let Value::Bool(condition) = self.value(frame, *condition) else { panic!("an unknown condition") };
                return self.block(frame, if condition { accept } else { reject });
            }
            Statement::Loop { body, continuing, break_if } => {
                self.at.push(0);
                loop {
                    match self.block(frame, body) {
                        Flow::Break => break,
                        Flow::Return(value) => {
                            self.at.pop();
                            return Flow::Return(value);
                        }
                        Flow::Next | Flow::Continue => {}
                    }
                    self.block(frame, continuing);
                    if break_if.is_some_and(|end| matches!(self.value(frame, end), Value::Bool(true))) {
                        break;
                    }
                    *self.at.last_mut().expect("a turn") += 1;
                }
                self.at.pop();
            }
            Statement::Break => return Flow::Break,
            Statement::Continue => return Flow::Continue,
            Statement::Return { value } => {
                return Flow::Return(value.map_or(Value::Unknown, |value| self.value(frame, value)));
            }
            Statement::Store { pointer, value } => {
                let Value::Pointer(pointer) = self.value(frame, *pointer) else { panic!("a pointer") };
                let value = self.value(frame, *value);
                match pointer.to {
                    To::Global(memory) => self.touch(site, true, memory, pointer),
                    To::Local(local, true) => frame.locals[local.index()] = value,
                    To::Local(local, false) => frame.locals[local.index()] = Value::Unknown,
                }
            }
            Statement::Call { function, arguments, result } => {
                let arguments = arguments.iter().map(|argument| self.value(frame, *argument)).collect();
                self.at.push(site);
                let value = self.call(&self.module.functions[*function], arguments);
                self.at.pop();
                if let Some(result) = result {
                    frame.values[result.index()] = Some(value);
                }
            }
            Statement::ControlBarrier(_) | Statement::MemoryBarrier(_) => {}
            other => panic!("{other:?}"),
        }
        Flow::Next
    }

    fn touch(&mut self, site: usize, is_store: bool, memory: Handle<GlobalVariable>, pointer: Pointer) {
        let bytes = match pointer.of {
            Of::Type(of) => self.module.types[of].inner.size(self.module.to_ctx()),
            Of::Bytes(bytes) => bytes,
        };
        let at = [self.at.as_slice(), &[site]].concat();
        self.touched.push((at, is_store, memory, pointer.offset, bytes));
    }

    fn value(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Value {
        if let Some(value) = &frame.values[handle.index()] {
            return value.clone();
        }
        let value = self.computed(frame, handle);
        frame.values[handle.index()] = Some(value.clone());
        value
    }

    fn computed(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Value {
        let function = frame.function;
        match &function.expressions[handle] {
            Expression::Literal(literal) => literal_value(*literal),
            Expression::Constant(constant) => {
                match &self.module.global_expressions[self.module.constants[*constant].init] {
                    Expression::Literal(literal) => literal_value(*literal),
                    _ => Value::Unknown,
                }
            }
            Expression::ZeroValue(of) => match self.module.types[*of].inner {
                TypeInner::Scalar(scalar) if scalar.kind == ScalarKind::Uint => Value::U32(0),
                _ => Value::Unknown,
            },
            Expression::Compose { components, .. } => {
                Value::Many(components.iter().map(|component| self.value(frame, *component)).collect())
            }
            Expression::Splat { size, value } => Value::Many(vec![self.value(frame, *value); *size as usize]),
            Expression::Access { base, index } => {
                let Value::U32(index) = self.number(frame, *index) else { panic!("an unknown index") };
                let base = self.value(frame, *base);
                self.within(base, index)
            }
            Expression::AccessIndex { base, index } => {
                let base = self.value(frame, *base);
                self.within(base, *index)
            }
            Expression::FunctionArgument(number) => frame.arguments[*number as usize].clone(),
            Expression::GlobalVariable(global) => {
                let of = Of::Type(self.module.global_variables[*global].ty);
                Value::Pointer(Pointer { to: To::Global(*global), offset: 0, of })
            }
            Expression::LocalVariable(local) => {
                let of = Of::Type(function.local_variables[*local].ty);
                Value::Pointer(Pointer { to: To::Local(*local, true), offset: 0, of })
            }
            Expression::Load { pointer } => {
                let Value::Pointer(pointer) = self.value(frame, *pointer) else { panic!("a pointer") };
                match pointer.to {
                    To::Global(memory) => {
                        let site = std::ptr::from_ref(&function.expressions[handle]) as usize;
                        self.touch(site, false, memory, pointer);
                        Value::Unknown
                    }
                    To::Local(local, true) => frame.locals[local.index()].clone(),
                    To::Local(..) => Value::Unknown,
                }
            }
            Expression::Unary { op, expr } => match (op, self.value(frame, *expr)) {
                (UnaryOperator::LogicalNot, Value::Bool(value)) => Value::Bool(!value),
                _ => Value::Unknown,
            },
            Expression::Binary { op, left, right } => {
                let (left, right) = (self.value(frame, *left), self.value(frame, *right));
                binary(*op, &left, &right)
            }
            Expression::Select { condition, accept, reject } => match self.value(frame, *condition) {
                Value::Bool(true) => self.value(frame, *accept),
                Value::Bool(false) => self.value(frame, *reject),
                _ => Value::Unknown,
            },
            Expression::Math { fun, arg, arg1: Some(other), .. } => {
                match (fun, self.value(frame, *arg), self.value(frame, *other)) {
                    (MathFunction::Min, Value::U32(one), Value::U32(other)) => Value::U32(one.min(other)),
                    (MathFunction::Max, Value::U32(one), Value::U32(other)) => Value::U32(one.max(other)),
                    _ => Value::Unknown,
                }
            }
            Expression::CallResult(_) => Value::Unknown,
            _ => Value::Unknown,
        }
    }

    fn number(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Value {
        match self.value(frame, handle) {
            Value::I32(value) => Value::U32(value.cast_unsigned()),
            value => value,
        }
    }

    /// A part of a value, or a pointer to a part of what another points to.
    fn within(&self, base: Value, index: u32) -> Value {
        let pointer = match base {
            Value::Pointer(pointer) => pointer,
            Value::Many(parts) => return parts.get(index as usize).cloned().unwrap_or(Value::Unknown),
            _ => return Value::Unknown,
        };
        let Of::Type(of) = pointer.of else { panic!("a part of a number") };
        let (step, of) = match self.module.types[of].inner {
            TypeInner::Array { base, stride, .. } => (stride, Of::Type(base)),
            TypeInner::Vector { scalar, .. } => (scalar.width.into(), Of::Bytes(scalar.width.into())),
            ref other => panic!("{other:?}"),
        };
        let to = match pointer.to {
            To::Local(local, _) => To::Local(local, false),
            to @ To::Global(_) => to,
        };
        Value::Pointer(Pointer { to, offset: pointer.offset + index * step, of })
    }
}

fn literal_value(literal: Literal) -> Value {
    match literal {
        Literal::U32(value) => Value::U32(value),
        Literal::I32(value) => Value::I32(value),
        Literal::Bool(value) => Value::Bool(value),
        _ => Value::Unknown,
    }
}

fn binary(op: BinaryOperator, left: &Value, right: &Value) -> Value {
    use BinaryOperator as Op;
    match (op, left, right) {
        (Op::Add, Value::U32(a), Value::U32(b)) => Value::U32(a.wrapping_add(*b)),
        (Op::Subtract, Value::U32(a), Value::U32(b)) => Value::U32(a.wrapping_sub(*b)),
        (Op::Multiply, Value::U32(a), Value::U32(b)) => Value::U32(a.wrapping_mul(*b)),
        (Op::Divide, Value::U32(a), Value::U32(b)) => Value::U32(a / b),
        (Op::Modulo, Value::U32(a), Value::U32(b)) => Value::U32(a % b),
        (Op::ExclusiveOr, Value::U32(a), Value::U32(b)) => Value::U32(a ^ b),
        (Op::Equal, Value::U32(a), Value::U32(b)) => Value::Bool(a == b),
        (Op::NotEqual, Value::U32(a), Value::U32(b)) => Value::Bool(a != b),
        (Op::Less, Value::U32(a), Value::U32(b)) => Value::Bool(a < b),
        (Op::LessEqual, Value::U32(a), Value::U32(b)) => Value::Bool(a <= b),
        (Op::Greater, Value::U32(a), Value::U32(b)) => Value::Bool(a > b),
        (Op::GreaterEqual, Value::U32(a), Value::U32(b)) => Value::Bool(a >= b),
        (Op::LogicalAnd | Op::And, Value::Bool(a), Value::Bool(b)) => Value::Bool(*a && *b),
        (Op::LogicalOr | Op::InclusiveOr, Value::Bool(a), Value::Bool(b)) => Value::Bool(*a || *b),
        (Op::LogicalAnd, Value::Bool(false), _) => Value::Bool(false),
        _ => Value::Unknown,
    }
}
