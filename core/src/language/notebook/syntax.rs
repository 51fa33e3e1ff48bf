//! The syntax tree: what a text says, with the place of every part.

/// A range of bytes of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range at the end of this one.
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// The text of the range; empty where it does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A parsed text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notebook {
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// Diagnostics of what could not be understood.
    pub diagnostics: Vec<super::Diagnostic>,
    /// `true` if the meaning of a statement depends on text around it: lines between `#if` and `#endif`, a `//` that
    /// divides.
    pub is_contextual: bool,
    /// The program that the text is, where it is one.
    pub program: Option<super::Written>,
}

/// Which language a statement is written in; it decides whether its plain numbers are static.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spelling {
    /// CuTe's printed notation without underscores: the setting decides.
    #[default]
    Plain,
    /// C++: plain numbers are dynamic.
    Cpp,
    /// The Python DSL: plain numbers are compile-time.
    Python,
}

/// A type that a program gives to a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declared {
    /// `int`, `uint32_t`, `size_t`, …: what is assigned is known at run time, whatever it was.
    Int,
    /// `bool`.
    Truth,
    /// `T*`: a pointer to elements of this type.
    Pointer(String),
}

/// One statement: `name = expression`, or an expression alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The whole statement without its terminator.
    pub span: Span,
    /// The name it defines, and where.
    pub name: Option<(String, Span)>,
    /// Expression that it computes.
    pub expression: Expression,
    /// Spelling of the statement.
    pub spelling: Spelling,
    /// The type that a program declares its value as, where that changes the value.
    pub declared: Option<Declared>,
    /// `true` if parentheses around a single value only group it, as in C++ and Python; where they print a shape, they
    /// make a tuple of one.
    pub groups: bool,
    /// `true` if it is written as C++ alone is, where `(a, b)` is no tuple: the comma operator answers what stands last.
    pub is_cpp: bool,
    /// `true` if it names a mode.
    pub names_modes: bool,
    /// `true` if a part of it was not understood; then it has a diagnostic and is not evaluated.
    pub is_broken: bool,
}

/// An expression and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// Content of the expression.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

impl Expression {
    /// The names that may well be numbers, with their places: modes of a tuple, extents, strides, parts of sums, and what
    /// stands behind the first argument of a call.
    pub(crate) fn numbers(&self) -> Vec<(&str, Span)> {
        let mut found = Vec::new();
        self.numbers_below(false, &mut found);
        found
    }

    fn numbers_below<'a>(&'a self, is_number: bool, found: &mut Vec<(&'a str, Span)>) {
        let mut all = |parts: &'a [Expression], are_numbers: bool| {
            parts.iter().for_each(|part| part.numbers_below(are_numbers, found));
        };
        match &self.kind {
            ExpressionKind::Name(name) if is_number => found.push((name, self.span)),
            ExpressionKind::Tuple(parts) | ExpressionKind::Apply(_, parts) => all(parts, true),
            ExpressionKind::Compose(parts) | ExpressionKind::Tiler(parts) => all(parts, false),
            ExpressionKind::Call(call) => {
                let (first, others) = call.arguments.split_at(call.arguments.len().min(1));
                all(first, false);
                all(others, true);
            }
            ExpressionKind::Named(_, _, mode) => mode.numbers_below(true, found),
            ExpressionKind::Layout(left, right) | ExpressionKind::Binary(_, left, right) => {
                left.numbers_below(true, found);
                right.numbers_below(true, found);
            }
            _ => {}
        }
    }
}

/// Content of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpressionKind {
    /// An integer as written.
    Int {
        /// The number.
        value: i64,
        /// Written with an underscore.
        is_static: bool,
    },
    /// A basis stride: `_1@0`, the modes as written, outermost last.
    Basis {
        /// The factor.
        value: i64,
        /// What the factor is divided by, 1 where it is an integer: `_1/_2@0`.
        per: i64,
        /// The factor is written with an underscore.
        is_static: bool,
        /// The modes as written.
        modes: Vec<usize>,
    },
    /// `_`.
    Underscore,
    /// A name.
    Name(String),
    /// `(a,b)`.
    Tuple(Vec<Expression>),
    /// A mode of a tuple with its name, `M=8`, and where the name stands.
    Named(String, Span, Box<Expression>),
    /// `<a,b>`.
    Tiler(Vec<Expression>),
    /// `shape:stride`.
    Layout(Box<Expression>, Box<Expression>),
    /// `A o B`: functions, the last applied first. An offset may stand between two of them: `Sw<3,0,3> o _0 o 8:1`.
    Compose(Vec<Expression>),
    /// The offset of a swizzled slice, `M_0|(8&12)=8`: static bits, and the bits of a dynamic value within flags.
    MixedBits {
        /// Bits known at compile time.
        fixed: i64,
        /// A value known at run time.
        dynamic: i64,
        /// Which of its bits count.
        flags: i64,
    },
    /// A function of CuTe, or a type that makes a value.
    Call(Box<Call>),
    /// A value applied to a coordinate: `A(1,2)`.
    Apply(Box<Expression>, Vec<Expression>),
    /// An operator before one operand.
    Unary(&'static str, Box<Expression>),
    /// An operator between two operands.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// Text in quotes.
    Text(String),
    /// Code that only programs write.
    Code(Box<Code>),
    /// Nothing stands where something should.
    Missing,
}

impl Code {
    /// The expression that it is.
    pub(crate) fn kind(self) -> ExpressionKind {
        ExpressionKind::Code(Box::new(self))
    }
}

/// Code that only programs write, in C++ or in Python.
#[derive(Debug, Clone, PartialEq)]
pub enum Code {
    /// One of two values by a condition.
    Conditional(Expression, Expression, Expression),
    /// A member of a type or of a value: `A::b`, `a.b`.
    Member(Expression, String),
    /// A call of what the program defines, or of what nobody knows.
    Invoke(Call),
    /// A value that a type makes of values: `T{}`, `T(4)`.
    Construct(Expression, Vec<Expression>),
    /// The function of the program with this number: a lambda.
    Lambda(usize),
    /// The type of a pointer to elements of a type.
    Pointer(Expression),
    /// A value as a type declares it: the type, and the value.
    Typed(Expression, Expression),
    /// An object, a member of it by the names on the way there, and another value of that: `params.shape.m = 4`.
    With(Expression, Vec<String>, Expression),
    /// The target of a pointer.
    Deref(Expression),
    /// A type that a function finds out from the value of the statement with this number; whether it is what that points
    /// at.
    Deduced(usize, bool),
    /// The value of an earlier statement, by its number.
    Of(usize),
    /// Code without a value here: a number with a point, a letter, a call of the system.
    Foreign,
}

/// A call by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The name of the function or type, without `cute::`.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Template arguments.
    pub template: Vec<Expression>,
    /// Where they stand, angles included; the empty range behind the name where there are none.
    pub template_span: Span,
    /// Arguments in order; of a member call the receiver comes first.
    pub arguments: Vec<Expression>,
    /// Written `receiver.name(…)`.
    pub is_member: bool,
    /// Arguments by name, as Python has them.
    pub named: Vec<(String, Span, Expression)>,
}
