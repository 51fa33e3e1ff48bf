//! Polynomials with rational coefficients, fitted to whole numbers.

use std::collections::BTreeMap;

/// A rational number, in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ratio {
    over: i128,
    under: i128,
}

impl Ratio {
    const ZERO: Ratio = Ratio { over: 0, under: 1 };

    fn new(over: i128, under: i128) -> Option<Ratio> {
        let shared = gcd(over, under).checked_mul(under.signum())?;
        (shared != 0).then(|| Ratio { over: over / shared, under: under / shared })
    }

    fn whole(number: i64) -> Ratio {
        Ratio { over: i128::from(number), under: 1 }
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        let (left, right) = (self.over.checked_mul(other.under)?, other.over.checked_mul(self.under)?);
        Ratio::new(left.checked_add(right)?, self.under.checked_mul(other.under)?)
    }

    fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    fn by(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio::new(other.under, other.over)?)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.checked_abs().unwrap_or(1)
}

/// A sum of coefficients times powers of variables, which are counted from 0. After a change of variables a power may be
/// negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Polynomial {
    terms: BTreeMap<Vec<i32>, Ratio>,
}

impl Polynomial {
    /// The polynomial that has the values on the grid of the nodes, the last variable running fastest, of a degree below
    /// the count of its nodes in each variable.
    ///
    /// `None` where it does not fit into 128 bits.
    pub(super) fn fit(nodes: &[Vec<i64>], values: &[i64]) -> Option<Polynomial> {
        let mut grid = values.iter().map(|value| Ratio::whole(*value)).collect::<Vec<_>>();
        let mut inner = 1;
        for own in nodes.iter().rev() {
            let basis = lagrange(own)?;
            let count = own.len();
            let mut next = vec![Ratio::ZERO; grid.len()];
            for (place, slot) in next.iter_mut().enumerate() {
                let power = place / inner % count;
                let first = place - power * inner;
                for (node, polynomial) in basis.iter().enumerate() {
                    let value = *grid.get(first + node * inner)?;
                    *slot = slot.plus(value.times(*polynomial.get(power)?)?)?;
                }
            }
            grid = next;
            inner *= count;
        }
        let mut terms = BTreeMap::new();
        for (place, coefficient) in grid.into_iter().enumerate().filter(|(_, coefficient)| coefficient.over != 0) {
            let mut rest = place;
            let mut powers = vec![0; nodes.len()];
            for (power, own) in powers.iter_mut().zip(nodes).rev() {
                *power = i32::try_from(rest % own.len()).ok()?;
                rest /= own.len();
            }
            terms.insert(powers, coefficient);
        }
        Some(Polynomial { terms })
    }

    /// The same in other variables: each of its own is a new one over a number and over other new ones.
    pub(super) fn changed(&self, change: &[(i64, Vec<usize>)]) -> Option<Polynomial> {
        let mut terms = BTreeMap::<Vec<i32>, Ratio>::new();
        for (powers, coefficient) in &self.terms {
            let (mut new, mut factor) = (powers.clone(), *coefficient);
            for (power, (step, over)) in powers.iter().zip(change) {
                for _ in 0..*power {
                    factor = factor.by(Ratio::whole(*step))?;
                }
                for over in over {
                    *new.get_mut(*over)? -= power;
                }
            }
            let sum = terms.get(&new).map_or(Some(factor), |before| before.plus(factor))?;
            terms.insert(new, sum);
        }
        terms.retain(|_, coefficient| coefficient.over != 0);
        Some(Polynomial { terms })
    }

    /// Reports whether it is a number.
    pub(super) fn is_constant(&self) -> bool {
        self.terms.keys().flatten().all(|power| *power == 0)
    }

    /// Its value; `None` where that is no whole number of 64 bits.
    pub(super) fn at(&self, numbers: &[i64]) -> Option<i64> {
        let mut sum = Ratio::ZERO;
        for (powers, coefficient) in &self.terms {
            let mut term = *coefficient;
            for (power, number) in powers.iter().zip(numbers) {
                for _ in 0..power.unsigned_abs() {
                    let number = Ratio::whole(*number);
                    term = if *power > 0 { term.times(number)? } else { term.by(number)? };
                }
            }
            sum = sum.plus(term)?;
        }
        (sum.under == 1).then(|| i64::try_from(sum.over).ok())?
    }

    /// As one writes it: `8*N*X + N/4 - 1`, the highest powers first. Whether it is a sum is said too.
    pub(super) fn written(&self, names: &[String]) -> (String, bool) {
        let mut all = self.terms.iter().collect::<Vec<_>>();
        all.sort_by_key(|(powers, _)| {
            let degree = powers.iter().sum::<i32>();
            (-degree, powers.iter().map(|power| -power).collect::<Vec<_>>())
        });
        let mut text = String::new();
        for (powers, coefficient) in &all {
            let is_negative = coefficient.over < 0;
            text.push_str(match (text.is_empty(), is_negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
            text.push_str(&term(powers, coefficient.over.unsigned_abs(), coefficient.under.unsigned_abs(), names));
        }
        if text.is_empty() {
            text.push('0');
        }
        (text, all.len() > 1)
    }
}

/// A product over a product.
fn term(powers: &[i32], over: u128, under: u128, names: &[String]) -> String {
    let product = |number: u128, sign: i32| {
        let powers = powers.iter().zip(names).filter(|(power, _)| **power * sign > 0);
        let number = (number != 1).then(|| number.to_string());
        let powers = powers.flat_map(|(power, name)| (0..power.abs()).map(|_| name.clone()));
        number.into_iter().chain(powers).collect::<Vec<_>>()
    };
    let (above, below) = (product(over, 1), product(under, -1));
    let above = if above.is_empty() { "1".to_string() } else { above.join("*") };
    match below.as_slice() {
        [] => above,
        [one] => format!("{above}/{one}"),
        several => format!("{above}/({})", several.join("*")),
    }
}

/// For each node the coefficients, from the constant up, of the polynomial that is 1 there and 0 at the other nodes.
fn lagrange(nodes: &[i64]) -> Option<Vec<Vec<Ratio>>> {
    let one = |node: usize| {
        let mut polynomial = vec![Ratio::whole(1)];
        let own = *nodes.get(node)?;
        for (_, root) in nodes.iter().enumerate().filter(|(other, _)| *other != node) {
            // Times (x - root) / (own - root).
            let under = Ratio::whole(own.checked_sub(*root)?);
            let mut next = vec![Ratio::ZERO; polynomial.len() + 1];
            for (power, coefficient) in polynomial.iter().enumerate() {
                let scaled = coefficient.by(under)?;
                *next.get_mut(power + 1)? = next.get(power + 1)?.plus(scaled)?;
                *next.get_mut(power)? = next.get(power)?.plus(scaled.times(Ratio::whole(root.checked_neg()?))?)?;
            }
            polynomial = next;
        }
        Some(polynomial)
    };
    (0..nodes.len()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names() -> Vec<String> {
        ["M", "N"].map(str::to_string).to_vec()
    }

    #[test]
    fn it_is_written_as_one_writes_it() {
        let nodes = [vec![8, 16, 24], vec![3, 5]];
        let of = |f: fn(i64, i64) -> i64| {
            let values = nodes[0].iter().flat_map(|m| nodes[1].iter().map(move |n| f(*m, *n))).collect::<Vec<_>>();
            Polynomial::fit(&nodes, &values).expect("it fits").written(&names())
        };
        assert_eq!(of(|m, n| m * n), ("M*N".to_string(), false));
        assert_eq!(of(|m, n| 3 * m * m * n / 8 - n + 1), ("3*M*M*N/8 - N + 1".to_string(), true));
        assert_eq!(of(|_, _| 0), ("0".to_string(), false));
        assert_eq!(of(|m, _| -m / 8), ("-M/8".to_string(), false));
    }

    #[test]
    fn a_variable_may_be_a_multiple_of_another() {
        // M = 4 u, N = u v: u * v is N, and v is 4 N / M.
        let nodes = [vec![2, 3], vec![5, 7]];
        let fit = |values: &[i64]| Polynomial::fit(&nodes, values).expect("it fits");
        let change = [(4, vec![]), (1, vec![0])];
        let product = fit(&[10, 14, 15, 21]);
        // u is M / 4, and v is counted over M itself.
        assert_eq!(product.changed(&change).expect("it fits").written(&names()).0, "N/4");
        let second = fit(&[5, 7, 5, 7]).changed(&change).expect("it fits");
        assert_eq!(second.written(&names()).0, "N/M");
        assert_eq!((second.at(&[8, 40]), second.at(&[8, 41])), (Some(5), None));
    }

    proptest! {
        #[test]
        fn fitted_it_has_the_values(
            coefficients in prop::collection::vec(-50_i64..50, 9),
            m in 1_i64..1000,
            n in 1_i64..1000,
        ) {
            let value = |m: i64, n: i64| {
                let powers = (0..9_u32).map(|place| m.pow(place / 3) * n.pow(place % 3));
                coefficients.iter().zip(powers).map(|(coefficient, power)| coefficient * power).sum::<i64>()
            };
            let nodes = [vec![5, 7, 11], vec![13, 17, 19]];
            let values = nodes[0].iter().flat_map(|m| nodes[1].iter().map(move |n| (*m, *n)));
            let values = values.map(|(m, n)| value(m, n)).collect::<Vec<_>>();
            let fitted = Polynomial::fit(&nodes, &values).unwrap();
            prop_assert_eq!(fitted.at(&[m, n]), Some(value(m, n)));
        }
    }
}
