//! Sentences in both languages, said in one form.

/// A sentence in the language asked for: only that one is made, and one that is missing does not compile.
///
/// `say!(tongue, en("{count} rows"), zh("{count} 行"))`; each takes what `format!` takes.
macro_rules! say {
    ($tongue:expr, en($($english:tt)+), zh($($chinese:tt)+) $(,)?) => {
        match $tongue {
            ::colex::words::Tongue::English => format!($($english)+),
            ::colex::words::Tongue::Chinese => format!($($chinese)+),
        }
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use colex::words::Tongue;

    #[test]
    fn only_the_sentence_asked_for_is_made() {
        let count = 3;
        let never = || -> i32 { unreachable!("nobody asked for it") };
        assert_eq!(say!(Tongue::English, en("{count} rows"), zh("{} 行", never())), "3 rows");
        assert_eq!(say!(Tongue::Chinese, en("{} rows", never()), zh("{count} 行")), "3 行");
    }
}
