//! The pictures of what was measured: bars with whiskers, and the roofline.

use colex::words::Tongue;
use colex_document::run::Times;
use colex_shaders::rate::Rate;
use leptos::prelude::*;

use super::figures::{bandwidth, speed, three};
use super::measured::{ridge, speed_at};

/// A bar as long as the median, its quartiles as a whisker, the fastest sample as a tick. `longest` fills the width.
pub(super) fn bar(times: Times, longest: u64) -> AnyView {
    let place = |time: u64| (time as f64 / longest.max(1) as f64 * 100.0).min(100.0);
    let [median, least, low, high] = [times.median, times.least, times.low, times.high].map(place);
    let line = |x1: f64, x2: f64, y1: &'static str, y2: &'static str| {
        view! { <line x1=format!("{x1:.2}") x2=format!("{x2:.2}") y1=y1 y2=y2 vector-effect="non-scaling-stroke"/> }
    };
    view! {
        <svg class="bench-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
            <rect x="0" y="2" width=format!("{median:.2}") height="8"/>
            {line(low, high, "6", "6")}{line(low, low, "3.5", "8.5")}{line(high, high, "3.5", "8.5")}{line(least, least, "1", "11")}
        </svg>
    }
    .into_any()
}

/// A point under the roofs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dot {
    /// Name of the point.
    pub(super) name: String,
    /// Operations a byte.
    pub(super) intensity: f64,
    /// Operations in a second.
    pub(super) speed: f64,
}

/// Where the lines and the points of a roofline stand, both axes logarithmic.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Roofline {
    /// The two roofs from the left to the ridge to the right.
    pub(super) roof: [(f64, f64); 3],
    /// The points, in their order, each with its name.
    pub(super) dots: Vec<((f64, f64), String)>,
    /// Ticks of the axis of intensity, each a power of 4 or so: place and number.
    pub(super) across: Vec<(f64, String)>,
    /// Ticks of the axis of speed.
    pub(super) up: Vec<(f64, String)>,
}

/// The size of the picture, and the room for its axes.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 74.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 12.0;
const BOTTOM: f64 = 34.0;

impl Roofline {
    /// The picture of points under roofs; `None` where there is nothing to draw.
    pub(super) fn new(roofs: Rate, dots: &[Dot]) -> Option<Roofline> {
        let is_fine = |number: f64| number.is_finite() && number > 0.0;
        let dots = dots.iter().filter(|dot| is_fine(dot.intensity) && is_fine(dot.speed)).collect::<Vec<_>>();
        if dots.is_empty() || !is_fine(ridge(roofs)) || !is_fine(roofs.flops_per_s) {
            return None;
        }
        let meeting = ridge(roofs);
        let intensities = || dots.iter().map(|dot| dot.intensity).chain([meeting]);
        let (least, most) =
            (intensities().fold(f64::INFINITY, f64::min) / 4.0, intensities().fold(0.0, f64::max) * 8.0);
        let speeds = || dots.iter().map(|dot| dot.speed).chain([roofs.flops_per_s]);
        let lowest = speeds().fold(f64::INFINITY, f64::min).min(speed_at(roofs, least)) / 2.0;
        let highest = speeds().fold(0.0, f64::max) * 2.0;
        let x = |intensity: f64| LEFT + (intensity / least).ln() / (most / least).ln() * (WIDTH - LEFT - RIGHT);
        let y =
            |speed: f64| HEIGHT - BOTTOM - (speed / lowest).ln() / (highest / lowest).ln() * (HEIGHT - TOP - BOTTOM);
        let at = |intensity: f64| (x(intensity), y(speed_at(roofs, intensity)));
        Some(Roofline {
            roof: [at(least), at(meeting), at(most)],
            dots: dots.iter().map(|dot| ((x(dot.intensity), y(dot.speed)), dot.name.clone())).collect(),
            across: powers(least, most, 5).into_iter().map(|number| (x(number), plain(number))).collect(),
            up: powers(lowest, highest, 4).into_iter().map(|number| (y(number), plain_speed(number))).collect(),
        })
    }
}

/// The number of a tick, a power of ten: `0.1`, `1,000`.
fn plain(number: f64) -> String {
    if number < 99.0 { format!("{number}") } else { three(number) }
}

/// The speed of a tick, a power of ten: `1 TFLOP/s`.
fn plain_speed(number: f64) -> String {
    speed(number).replace(".00 ", " ").replace(".0 ", " ")
}

/// Powers of ten between two numbers, at most so many, at equal distances.
fn powers(least: f64, most: f64, count: usize) -> Vec<f64> {
    let (first, last) = (least.log10().ceil() as i32, most.log10().floor() as i32);
    let step = ((last - first + 1).max(1) as usize).div_ceil(count.max(1)).max(1);
    (first..=last).step_by(step).map(|power| 10_f64.powi(power)).collect()
}

/// The roofline as a picture with words, in SVG; several points have the numbers of their names.
pub(super) fn roofline_svg(roofs: Rate, dots: &[Dot], words: &str, axes: [&str; 2]) -> Option<String> {
    let picture = Roofline::new(roofs, dots)?;
    let text = |x: f64, y: f64, anchor: &str, text: &str| {
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text))
    };
    let rule = |[x1, x2, y1, y2]: [f64; 4]| {
        format!("<line class=\"bench-rule\" x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\"/>")
    };
    let floor = HEIGHT - BOTTOM;
    let mut svg = format!(
        "<svg class=\"bench-roofline\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\"><g class=\"bench-axis\" aria-hidden=\"true\">",
        escaped(words)
    );
    for (x, number) in &picture.across {
        svg += &rule([*x, *x, TOP, floor]);
        svg += &text(*x, floor + 13.0, "middle", number);
    }
    for (y, number) in &picture.up {
        svg += &rule([LEFT, WIDTH - RIGHT, *y, *y]);
        svg += &text(LEFT - 5.0, y + 3.5, "end", number);
    }
    let [(left_x, left_y), (ridge_x, ridge_y), (roof_x, roof_y)] = picture.roof;
    let points = picture.roof.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ");
    svg += &format!("<polyline class=\"bench-roof\" points=\"{points}\" fill=\"none\"/>");
    svg += &text(roof_x, roof_y - 4.0, "end", &speed(roofs.flops_per_s));
    let middle = ((left_x + ridge_x) / 2.0 + 8.0, (left_y + ridge_y) / 2.0 + 10.0);
    svg += &text(middle.0, middle.1, "start", &bandwidth(roofs.bytes_per_s));
    let [across_name, up_name] = axes;
    svg += &text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 5.0, "middle", across_name);
    svg += &text(4.0, 9.0, "start", up_name);
    svg += "</g><g class=\"bench-dots\" aria-hidden=\"true\">";
    for ((x, y), name) in &picture.dots {
        svg += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>");
        svg += &text(x + 7.0, y + 3.5, "start", name);
    }
    Some(svg + "</g></svg>")
}

/// The roofline on the page.
pub(super) fn roofline(roofs: Rate, dots: &[Dot], words: &str, axes: [&str; 2]) -> Option<AnyView> {
    let svg = roofline_svg(roofs, dots, words, axes)?;
    Some(view! { <div inner_html=svg></div> }.into_any())
}

/// The words of the axes of a roofline.
pub(super) fn axes(tongue: Tongue) -> [&'static str; 2] {
    [
        tongue.pick("arithmetic intensity, FLOP/B (log)", "运算强度，FLOP/B（对数）"),
        tongue.pick("FLOP/s (log)", "FLOP/s（对数）"),
    ]
}

/// Text between tags, and in quotes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_lies_inside_and_under_the_roof() {
        let roofs = Rate { bytes_per_s: 4e12, flops_per_s: 60e12 };
        let dot = |intensity: f64, part: f64| Dot {
            name: String::new(),
            intensity,
            speed: speed_at(roofs, intensity) * part,
        };
        let picture = Roofline::new(roofs, &[dot(0.25, 0.9), dot(300.0, 0.001), dot(15.0, 1.0)]).unwrap();
        let inside =
            |(x, y): &(f64, f64)| (LEFT..=WIDTH - RIGHT + 0.1).contains(x) && (TOP..=HEIGHT - BOTTOM + 0.1).contains(y);
        let places = picture.dots.iter().map(|(place, _)| place);
        assert!(picture.roof.iter().chain(places).all(inside), "{picture:?}");
        // The dot at the ridge lies on the roof.
        let ((x, y), (ridge_x, ridge_y)) = (picture.dots[2].0, picture.roof[1]);
        assert!((x - ridge_x).abs() < 0.1 && (y - ridge_y).abs() < 0.1);
        assert!((1..=5).contains(&picture.across.len()) && (1..=4).contains(&picture.up.len()), "{picture:?}");
        for nothing in [vec![], vec![dot(0.0, 1.0)], vec![dot(f64::NAN, 1.0)]] {
            assert_eq!(Roofline::new(roofs, &nothing), None);
        }
        assert_eq!(Roofline::new(Rate::default(), &[dot(1.0, 1.0)]), None);
    }

    #[test]
    fn ticks_are_powers_of_ten() {
        assert_eq!(powers(0.3, 2000.0, 5), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(powers(1.0, 1e9, 4).len(), 4);
        assert_eq!(powers(2.0, 3.0, 4), Vec::<f64>::new());
        assert_eq!(plain_speed(1e12), "1 TFLOP/s");
        assert_eq!(plain_speed(1e11), "100 GFLOP/s");
    }
}
