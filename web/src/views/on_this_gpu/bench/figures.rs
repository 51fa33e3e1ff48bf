//! Figures as people read them: three digits and a unit.

/// Three significant digits: `0.123`, `1.23`, `12.3`, `123`, `1,230`.
pub(super) fn three(number: f64) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    let size = number.abs();
    let decimals = match size {
        _ if size >= 99.95 => 0,
        _ if size >= 9.995 => 1,
        _ if size >= 0.9995 => 2,
        _ if size >= 0.09995 => 3,
        _ if size == 0.0 => 0,
        _ => return format!("{number:.1e}"),
    };
    if decimals > 0 {
        return format!("{number:.decimals$}");
    }
    // Below 2^63, which no figure here reaches.
    colex_shaders::words::grouped(number.round() as i128)
}

/// A number with the largest unit that leaves it above one; each unit is a thousand of the one before.
fn scaled(number: f64, units: &[&str]) -> String {
    let mut number = number;
    let mut unit = units.first().copied().unwrap_or_default();
    for next in units.iter().skip(1) {
        if number.abs() < 999.5 {
            break;
        }
        number /= 1000.0;
        unit = next;
    }
    format!("{} {unit}", three(number))
}

/// A time: `12.3 µs`.
pub(super) fn seconds(seconds: f64) -> String {
    scaled(seconds * 1e9, &["ns", "µs", "ms", "s"])
}

/// Bytes in a second: `412 GB/s`.
pub(super) fn bandwidth(bytes_per_second: f64) -> String {
    scaled(bytes_per_second / 1e6, &["MB/s", "GB/s"])
}

/// Operations in a second: `51.2 TFLOP/s`.
pub(super) fn speed(operations_per_second: f64) -> String {
    speed_of(operations_per_second, false)
}

/// The same of integers, if they are: `400 TOP/s`.
pub(super) fn speed_of(operations_per_second: f64, is_integer: bool) -> String {
    let units = if is_integer { ["MOP/s", "GOP/s", "TOP/s"] } else { ["MFLOP/s", "GFLOP/s", "TFLOP/s"] };
    scaled(operations_per_second / 1e6, &units)
}

/// A part of a whole: `88 %`, `0.4 %`.
pub(super) fn percent(part: f64) -> String {
    let number = part * 100.0;
    if number.is_finite() && number.abs() < 10.0 { format!("{number:.1} %") } else { format!("{} %", three(number)) }
}

/// Writes how many times one is the other: `1.04×`, `12×`.
pub(super) fn times(ratio: f64) -> String {
    if ratio.is_finite() && ratio.abs() < 9.95 { format!("{ratio:.2}×") } else { format!("{}×", three(ratio)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        let cases = [
            (three(0.0), "0"),
            (three(1234.4), "1,234"),
            (three(99.96), "100"),
            (three(0.123456), "0.123"),
            (three(0.00123), "1.2e-3"),
            (three(f64::NAN), "–"),
            (seconds(1.234e-5), "12.3 µs"),
            (seconds(9.9999e-7), "1.00 µs"),
            (seconds(2.5), "2.50 s"),
            (seconds(7200.0), "7,200 s"),
            (bandwidth(4.17e12), "4,170 GB/s"),
            (bandwidth(5e7), "50.0 MB/s"),
            (speed(51.2e12), "51.2 TFLOP/s"),
            (speed(9e8), "900 MFLOP/s"),
            (speed_of(4e14, true), "400 TOP/s"),
            (percent(0.884), "88.4 %"),
            (percent(0.004), "0.4 %"),
            (percent(1.2), "120 %"),
            (times(1.0), "1.00×"),
            (times(12.34), "12.3×"),
        ];
        for (figure, expected) in cases {
            assert_eq!(figure, expected);
        }
    }
}
