//! The report: what ran, where, what was predicted and measured, as one page that needs nothing else.

use colex::words::Tongue;

use super::drawing::escaped;
use super::export::{Place, Row};
use super::figures::{bandwidth, percent, seconds, speed, speed_of};

/// A kernel that ran.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ran {
    /// What was measured of it.
    pub(super) row: Row,
    /// Its layouts, by name.
    pub(super) layouts: Vec<(String, String)>,
    /// Sentences that say what was predicted.
    pub(super) predicted: Vec<String>,
    /// Of what of the kernel that is.
    pub(super) covered: String,
    /// Its text.
    pub(super) wgsl: String,
}

/// What a report says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Report {
    /// Link to the page as it stood.
    pub(super) address: String,
    /// What the browser calls itself.
    pub(super) browser: String,
    /// Where and when it was measured.
    pub(super) place: Place,
    /// The kernels.
    pub(super) ran: Vec<Ran>,
    /// The roofline with all of them, in SVG.
    pub(super) picture: Option<String>,
    /// Language of its words.
    pub(super) tongue: Tongue,
}

/// Rules of how a report looks, in light and dark and on paper.
const STYLE: &str = ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}dd,a{overflow-wrap:anywhere}.wide{overflow-x:auto}small{font-weight:400;display:block;opacity:.8;overflow-wrap:anywhere}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}pre{overflow:auto;padding:.7rem;border:1px solid #8884;font-size:12px}\
code,pre{font-family:ui-monospace,monospace}dt{opacity:.7}dd{margin:0 0 .4rem}svg{max-width:34rem;display:block}\
text{fill:currentColor;font:9px system-ui,sans-serif}.bench-rule{stroke:#8883}.bench-roof{stroke:currentColor;stroke-width:1.5}\
circle,rect{fill:#2f6fde}.bar{width:9rem;height:12px}.whisker{stroke:currentColor}.wrong{color:#c0392b}";

/// The page.
pub(super) fn html(report: &Report) -> String {
    let Report { address, browser, place, ran, picture, tongue } = report;
    let word = |english: &'static str, chinese: &'static str| tongue.pick(english, chinese);
    let title = word("Measured with Colex", "Colex 测量报告");
    let language = word("en", "zh-Hans");
    let mut page = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1><dl>"
    );
    let software =
        word("a software adapter: its times say nothing about a GPU", "软件适配器：其时间不能说明 GPU 的性能");
    let gpu = if place.is_software { format!("{} ({software})", place.gpu) } else { place.gpu.clone() };
    let processors = place.processors.map(|count| count.to_string());
    let roofs = place.roofs.map(|(bytes, flops)| format!("{}, {}", bandwidth(bytes), speed(flops)));
    let facts = [
        (word("GPU, as the browser names it", "GPU（浏览器所报）"), gpu),
        (word("Processors counted on it", "计得的处理器数"), processors.unwrap_or_default()),
        (word("Roofs measured on it", "实测上限"), roofs.unwrap_or_default()),
        (word("Browser", "浏览器"), browser.clone()),
        (word("Day", "日期"), place.date.clone()),
        (word("Times by", "计时方式"), place.method.clone()),
    ];
    for (name, fact) in facts.iter().filter(|(_, fact)| !fact.is_empty()) {
        page += &format!("<dt>{name}</dt><dd>{}</dd>", escaped(fact));
    }
    let link = escaped(address);
    page +=
        &format!("<dt>{}</dt><dd><a href=\"{link}\">{link}</a></dd></dl>", word("The page as it stood", "当时的页面"));
    page += &table(ran, *tongue);
    if let Some(picture) = picture {
        page += &format!("<h2>{}</h2>{picture}", word("Roofline", "屋顶线"));
    }
    for (number, ran) in ran.iter().enumerate() {
        page += &format!("<h2>{}</h2>", name(number, &ran.row));
        if !ran.layouts.is_empty() {
            page += "<dl>";
            for (name, layout) in &ran.layouts {
                page += &format!("<dt>{}</dt><dd><code>{}</code></dd>", escaped(name), escaped(layout));
            }
            page += "</dl>";
        }
        if !ran.predicted.is_empty() {
            let sentences = ran.predicted.iter().map(|sentence| format!("<li>{}</li>", escaped(sentence)));
            let sentences = sentences.collect::<String>();
            let [before, between] = [word("Predicted from the layouts", "由布局预测"), word(": ", "：")];
            page += &format!("<p>{before}{between}{}</p><ul>{sentences}</ul>", escaped(&ran.covered));
        }
        page +=
            &format!("<details><summary>WGSL</summary><pre>{}</pre></details>", escaped(ran.wgsl.trim_matches('\n')));
    }
    page + "</body></html>\n"
}

/// The times as a table with bars.
fn table(ran: &[Ran], tongue: Tongue) -> String {
    let heads = [
        tongue.pick("kernel", "kernel"),
        tongue.pick("result", "结果"),
        tongue.pick("time, shorter is faster", "时间，越短越快"),
        tongue.pick("median", "中位数"),
        tongue.pick("quartiles", "四分位数"),
        tongue.pick("rate", "速率"),
        tongue.pick("of the roof", "占上限"),
    ];
    let mut table = String::from("<div class=\"wide\"><table><thead><tr>");
    for (number, head) in heads.iter().enumerate() {
        let class = if number > 2 { " class=\"n\"" } else { "" };
        table += &format!("<th scope=\"col\"{class}>{head}</th>");
    }
    table += "</tr></thead><tbody>";
    for (number, Ran { row, .. }) in ran.iter().enumerate() {
        // Bars are as long as they are among those of the same kernel.
        let same = ran.iter().filter(|other| kernel(&other.row).0 == kernel(row).0);
        let longest = same.filter_map(|ran| Some(ran.row.seconds?[3])).fold(0.0, f64::max);
        let class = if row.wrong == 0 { "" } else { " class=\"wrong\"" };
        table += &format!("<tr><th scope=\"row\">{}</th><td{class}>{}</td>", name(number, row), verdict(row, tongue));
        match row.seconds {
            None => table += "<td></td><td></td><td></td><td></td><td></td>",
            Some(times @ [median, _, low, high]) => {
                let rate = match row.flops {
                    0 => bandwidth(row.bytes as f64 / median),
                    flops => speed_of(flops as f64 / median, row.is_integer),
                };
                let part = row.of_roof.map(percent).unwrap_or_default();
                table += &format!("<td>{}</td><td class=\"n\">{}</td>", bar(times, longest), seconds(median));
                table += &format!("<td class=\"n\">{} – {}</td>", seconds(low), seconds(high));
                table += &format!("<td class=\"n\">{rate}</td><td class=\"n\">{part}</td>");
            }
        }
        table += "</tr>";
    }
    table + "</tbody></table></div>"
}

/// The kernel's name and its parameters.
fn kernel(row: &Row) -> (&str, &str) {
    row.name.split_once(": ").unwrap_or((&row.name, ""))
}

/// Its number, its name, and its parameters in small letters.
fn name(number: usize, row: &Row) -> String {
    let (kernel, parameters) = kernel(row);
    format!("{}. {}<small>{}</small>", number + 1, escaped(kernel), escaped(parameters))
}

fn verdict(row: &Row, tongue: Tongue) -> String {
    match row.wrong {
        0 => tongue.pick(format!("{} numbers right", row.compared), format!("{} 个数全部正确", row.compared)),
        wrong => tongue.pick(
            format!("{wrong} of {} numbers wrong", row.compared),
            format!("{} 个数中有 {wrong} 个错误", row.compared),
        ),
    }
}

/// A bar as long as the median, with its quartiles as a whisker.
fn bar([median, _, low, high]: [f64; 4], longest: f64) -> String {
    let place = |time: f64| if longest > 0.0 { (time / longest * 100.0).clamp(0.0, 100.0) } else { 0.0 };
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect y=\"2\" width=\"{:.2}\" height=\"8\"/><line class=\"whisker\" x1=\"{:.2}\" x2=\"{:.2}\" y1=\"6\" y2=\"6\"/></svg>",
        place(median),
        place(low),
        place(high)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_everything_and_nothing_in_it_is_markup() {
        let row = Row {
            name: "copy <b>, n 1,024".to_owned(),
            compared: 1024,
            wrong: 0,
            seconds: Some([2e-6, 1.9e-6, 1.95e-6, 2.1e-6]),
            samples: 9,
            runs: 64,
            bytes: 8192,
            flops: 0,
            is_integer: false,
            of_roof: Some(0.5),
        };
        let ran = Ran {
            row: row.clone(),
            layouts: vec![("A".to_owned(), "(4,8):(8,1)".to_owned())],
            predicted: vec!["Reads A in 4 sectors".to_owned()],
            covered: "all rounds".to_owned(),
            wgsl: "fn main() { let x = 1 << 2u; }\n".to_owned(),
        };
        let wrong = Ran { row: Row { wrong: 3, seconds: None, ..row }, ..ran.clone() };
        let place = Place {
            gpu: "GPU \"<x>\"".to_owned(),
            is_software: true,
            date: "2026-11-20".to_owned(),
            method: "timestamps".to_owned(),
            roofs: Some((1e9, 2e9)),
            processors: Some(132),
        };
        for (tongue, words) in [
            (Tongue::English, ["1024 numbers right", "3 of 1024 numbers wrong", "Predicted from the layouts"]),
            (Tongue::Chinese, ["1024 个数全部正确", "1024 个数中有 3 个错误", "由布局预测"]),
        ] {
            let report = Report {
                address: "https://a.example/#n=1&m=2".to_owned(),
                browser: "Browser/1".to_owned(),
                place: place.clone(),
                ran: vec![ran.clone(), wrong.clone()],
                picture: None,
                tongue,
            };
            let page = html(&report);
            let all = [
                "(4,8):(8,1)",
                "Reads A in 4 sectors",
                "all rounds",
                "2.00 µs",
                "50.0 %",
                "Browser/1",
                "2026-11-20",
                "1 &lt;&lt; 2u",
            ];
            for part in all.iter().chain(&words) {
                assert!(page.contains(part), "{part} in {page}");
            }
            assert!(page.contains("copy &lt;b&gt;") && page.contains("GPU &quot;&lt;x&gt;&quot;"), "{page}");
            assert!(page.contains("href=\"https://a.example/#n=1&amp;m=2\"") && !page.contains("<script"), "{page}");
        }
    }
}
