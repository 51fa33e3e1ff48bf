//! A pasted log: its values, with what was not printed as inputs, and what other lines come to.

use colex::evaluate;
use colex::notebook::Settings;
use colex::paste::{self, Status};
use colex::words::{self, Tongue};

const LOG: &str = "\
Running on device 0 at 12:30:45
mA: gmem_ptr[16b](0x7f0040000000) o (512,256):(256,_1)
sA: Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)
atom: Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
tAcc: tmem_[32b](0x0000.0000) o (_128,_8):(_65536,_1)
>>> L: (4,?):(?{div=4},1)
S<2,3,3> o 0 o (8,32):(32,1)
ptr[32b](0x7ffc) o (_2,_2):(_1,_2):
  0.00e+00  1.00e+00
  2.00e+00  3.00e+00
done
";

#[test]
fn values_print_as_they_were_printed() {
    let evaluation = evaluate(LOG, Settings::default());
    let values = paste::lines(&evaluation).into_iter().filter(|line| line.status == Status::Value);
    let values = values.filter_map(|line| evaluation.value(line.statement?)).map(ToString::to_string);
    let expected = [
        "gmem_ptr[16b](…) o (512,256):(256,_1)",
        "Sw<3,4,3>_smem_ptr[16b](…) o (_8,_64):(_64,_1)",
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
        "tmem_[32b](…) o (_128,_8):(_65536,_1)",
        "(4,64):(64,1)",
        "Sw<2,3,3> o 0 o (8,32):(32,1)",
        "ptr[32b](…) o (_2,_2):(_1,_2)",
    ];
    assert_eq!(values.collect::<Vec<_>>(), expected);
    assert!(evaluation.diagnostics().is_empty());
}

#[test]
fn a_failed_check_is_said_of_its_call() {
    let message = "x.hpp:9:2:   required from ‘constexpr auto cute::composition(const Layout<A, B>&, const Layout<C, D>&) [with \
                   LShape = tuple<C<6>, C<5> >; LStride = tuple<C<1>, C<9> >; RShape = C<10>; RStride = C<1>]’\n\
                   config.hpp:1:6: error: static assertion failed: Shape Divisibility Condition\n";
    let evaluation = evaluate(message, Settings::default());
    let said = evaluation
        .diagnostics()
        .iter()
        .map(|diagnostic| words::diagnostic(diagnostic, Tongue::English))
        .collect::<Vec<_>>();
    assert!(said.len() == 1 && said[0].starts_with("Shape divisibility"), "{said:?}");
    let operands = (0..2).filter_map(|index| evaluation.value(index)).map(ToString::to_string);
    assert_eq!(operands.collect::<Vec<_>>(), ["(_6,_5):(_1,_9)", "_10:_1"]);
}
