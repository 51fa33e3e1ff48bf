//! Expressions as WGSL, and as a block of statements in which what is needed twice has a name.

use std::collections::{BTreeMap, HashSet};

use super::arena::{Expression, Expressions, Node};

/// A value of a block of statements: an expression with the name and the comment it is printed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Name that `let` gives it.
    pub name: String,
    /// Its value.
    pub value: Expression,
    /// Comment behind the statement.
    pub comment: String,
}

/// One `let` of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The WGSL, with its semicolon.
    pub code: String,
    /// The comment, without its slashes; empty where there is none.
    pub comment: String,
    /// True if it stands here only because several others need its value.
    pub is_shared: bool,
}

/// Where an operand stands, which decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    FirstOfSum,
    NextOfSum,
    OfProduct,
}

impl Expressions {
    /// The expression as WGSL.
    pub fn wgsl(&self, expression: Expression) -> String {
        self.print(expression, &BTreeMap::new())
    }

    /// The statements `let name = value; // comment`, one for each value, and the expression `result` in their terms.
    /// What is needed more than once gets a `let` of its own, `shared0` and so on, before it is first needed.
    pub fn statements(&self, values: &[Named], result: Expression) -> (Vec<Statement>, String) {
        let own = values.iter().map(|named| named.value).collect::<HashSet<_>>();
        let roots = values.iter().map(|named| named.value).chain([result]).collect::<Vec<_>>();
        let shared = self.uses(&roots).into_iter().filter(|(_, uses)| *uses > 1).map(|(expression, _)| expression);
        let shared = shared.filter(|expression| !own.contains(expression)).collect::<Vec<_>>();

        let mut names = BTreeMap::new();
        let mut statements = Vec::new();
        let share = |root: Expression, names: &mut BTreeMap<_, _>, statements: &mut Vec<_>| {
            let needed = self.uses(&[root]);
            for expression in shared.iter().filter(|expression| needed.contains_key(expression)) {
                if !names.contains_key(expression) {
                    let name =
                        format!("shared{}", statements.iter().filter(|line: &&Statement| line.is_shared).count());
                    let code = format!("let {name} = {};", self.print(*expression, names));
                    statements.push(Statement { code, comment: String::new(), is_shared: true });
                    names.insert(*expression, name);
                }
            }
        };
        for named in values {
            share(named.value, &mut names, &mut statements);
            let code = format!("let {} = {};", named.name, self.print(named.value, &names));
            statements.push(Statement { code, comment: named.comment.clone(), is_shared: false });
            if !self.is_plain(named.value) {
                names.entry(named.value).or_insert_with(|| named.name.clone());
            }
        }
        share(result, &mut names, &mut statements);
        let result = self.print(result, &names);
        (statements, result)
    }

    /// Counts the uses of each expression below these roots, operands before what they are used in. Numbers and
    /// variables do not count: they are not worth a name.
    pub(super) fn uses(&self, roots: &[Expression]) -> BTreeMap<Expression, usize> {
        let mut uses = BTreeMap::new();
        let mut open = roots.to_vec();
        while let Some(expression) = open.pop() {
            if self.is_plain(expression) {
                continue;
            }
            let count = uses.entry(expression).or_default();
            *count += 1;
            if *count == 1 {
                open.extend(self.operands(expression).into_iter().flatten());
            }
        }
        uses
    }

    pub(super) fn operands(&self, expression: Expression) -> [Option<Expression>; 2] {
        match self.node(expression) {
            Node::Constant(_) | Node::Variable(_) => [None, None],
            Node::Quotient(a, _) | Node::Remainder(a, _) => [Some(a), None],
            Node::Sum(a, b) | Node::Difference(a, b) | Node::Product(a, b) | Node::Exclusive(a, b) => {
                [Some(a), Some(b)]
            }
        }
    }

    fn print(&self, expression: Expression, names: &BTreeMap<Expression, String>) -> String {
        if let Some(name) = names.get(&expression) {
            return name.clone();
        }
        let operand = |operand: Expression, context: Context| {
            let text = self.print(operand, names);
            let bare = names.contains_key(&operand)
                || match self.node(operand) {
                    Node::Constant(_) | Node::Variable(_) => true,
                    Node::Sum(..) | Node::Difference(..) => context == Context::FirstOfSum,
                    Node::Product(..) | Node::Quotient(..) | Node::Remainder(..) | Node::Exclusive(..) => {
                        matches!(context, Context::FirstOfSum | Context::NextOfSum)
                    }
                };
            if bare { text } else { format!("({text})") }
        };
        match self.node(expression) {
            Node::Constant(value) => format!("{value}u"),
            Node::Variable(index) => self.variables[index].clone(),
            Node::Sum(a, b) => format!("{} + {}", operand(a, Context::FirstOfSum), operand(b, Context::NextOfSum)),
            Node::Difference(a, b) => {
                format!("{} - {}", operand(a, Context::FirstOfSum), operand(b, Context::NextOfSum))
            }
            Node::Product(a, b) => format!("{} * {}", operand(a, Context::OfProduct), operand(b, Context::OfProduct)),
            Node::Quotient(a, divisor) => format!("{} / {divisor}u", operand(a, Context::OfProduct)),
            Node::Remainder(a, divisor) => format!("{} % {divisor}u", operand(a, Context::OfProduct)),
            Node::Exclusive(a, b) => {
                let text = format!("{} ^ {}", operand(a, Context::OfProduct), operand(b, Context::OfProduct));
                match self.range(expression).high().checked_add(1) {
                    Some(modulus) => format!("({text}) % {modulus}u"),
                    None => format!("(({text}))"),
                }
            }
        }
    }
}
