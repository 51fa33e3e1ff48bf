//! Export of what was measured as a table in Markdown, as CSV and as JSON.

use colex_shaders::words::grouped;

use super::figures::{bandwidth, percent, seconds, speed_of};

/// A row of what is taken away.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// The kernel with its parameters.
    pub(super) name: String,
    /// Numbers compared, and wrong ones.
    pub(super) compared: u64,
    pub(super) wrong: u64,
    /// Median, least, first and third quartile of one run in seconds; nothing where the result was wrong.
    pub(super) seconds: Option<[f64; 4]>,
    /// Samples, and runs in each.
    pub(super) samples: usize,
    pub(super) runs: u32,
    /// Bytes and operations of a run.
    pub(super) bytes: u64,
    pub(super) flops: u64,
    /// True if they are of integers.
    pub(super) is_integer: bool,
    /// The part of the measured roof.
    pub(super) of_roof: Option<f64>,
}

/// Where it was measured.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    /// Name that the GPU gives itself.
    pub(super) gpu: String,
    /// True if the processor did the work.
    pub(super) is_software: bool,
    /// The day.
    pub(super) date: String,
    /// Method by which time was told, in English.
    pub(super) method: String,
    /// The measured roofs: bytes and operations in a second.
    pub(super) roofs: Option<(f64, f64)>,
    /// Number of processors, where they were counted.
    pub(super) processors: Option<u32>,
}

impl Row {
    fn result(&self) -> String {
        match self.wrong {
            0 => "right".to_owned(),
            wrong => format!("{} of {} wrong", grouped(wrong.into()), grouped(self.compared.into())),
        }
    }
}

/// A table in Markdown, with a line that says where it comes from.
pub(super) fn markdown(rows: &[Row], place: &Place) -> String {
    let mut text = String::from(
        "| kernel | result | median | minimum | IQR | bandwidth | arithmetic | of this GPU's roof |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let figures = match row.seconds {
            None => [const { String::new() }; 6],
            Some([median, least, low, high]) => [
                seconds(median),
                seconds(least),
                seconds(high - low),
                bandwidth(row.bytes as f64 / median),
                if row.flops == 0 { String::new() } else { speed_of(row.flops as f64 / median, row.is_integer) },
                row.of_roof.map(percent).unwrap_or_default(),
            ],
        };
        let name = row.name.replace('|', "\\|");
        text.push_str(&format!("| {name} | {} | {} |\n", row.result(), figures.join(" | ")));
    }
    let Place { gpu, date, method, .. } = place;
    let processors = place.processors.map(|count| format!(", {count} processors")).unwrap_or_default();
    let software = if place.is_software { ", a software adapter: its times say nothing about a GPU" } else { "" };
    text.push_str(&format!("\n{gpu}{processors}{software}; {date}; {method}.\n"));
    text
}

/// Rows of plain numbers, in seconds, bytes and operations.
pub(super) fn csv(rows: &[Row], place: &Place) -> String {
    let mut text = String::from(
        "kernel,compared,wrong,median_s,minimum_s,quartile_1_s,quartile_3_s,samples,runs_per_sample,bytes,flops,of_roof,gpu,software,date,method\r\n",
    );
    for row in rows {
        let times =
            row.seconds.map_or([const { String::new() }; 4], |seconds| seconds.map(|second| format!("{second:e}")));
        let of_roof = row.of_roof.map(|part| format!("{part:.4}")).unwrap_or_default();
        let fields = [
            quoted(&row.name),
            row.compared.to_string(),
            row.wrong.to_string(),
            times.join(","),
            row.samples.to_string(),
            row.runs.to_string(),
            row.bytes.to_string(),
            row.flops.to_string(),
            of_roof,
            quoted(&place.gpu),
            place.is_software.to_string(),
            quoted(&place.date),
            quoted(&place.method),
        ];
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A field that no comma, quote or line ends, and that no spreadsheet takes for a formula.
fn quoted(text: &str) -> String {
    let guarded = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    format!("\"{}\"", guarded.replace('"', "\"\""))
}

/// An object with where it was measured and the rows.
pub(super) fn json(rows: &[Row], place: &Place) -> String {
    let number = |number: f64| if number.is_finite() { format!("{number:e}") } else { "null".to_owned() };
    let row = |row: &Row| {
        let times = match row.seconds {
            None => "null".to_owned(),
            Some([median, least, low, high]) => format!(
                "{{\"median\":{},\"minimum\":{},\"quartiles\":[{},{}]}}",
                number(median),
                number(least),
                number(low),
                number(high)
            ),
        };
        format!(
            "{{\"kernel\":{},\"compared\":{},\"wrong\":{},\"seconds\":{times},\"samples\":{},\"runs_per_sample\":{},\"bytes\":{},\"flops\":{},\"of_roof\":{}}}",
            string(&row.name),
            row.compared,
            row.wrong,
            row.samples,
            row.runs,
            row.bytes,
            row.flops,
            row.of_roof.map_or("null".to_owned(), number),
        )
    };
    let roofs = place.roofs.map_or("null".to_owned(), |(bytes, flops)| {
        format!("{{\"bytes_per_second\":{},\"flops_per_second\":{}}}", number(bytes), number(flops))
    });
    let processors = place.processors.map_or("null".to_owned(), |count| count.to_string());
    format!(
        "{{\"gpu\":{},\"software\":{},\"processors\":{processors},\"date\":{},\"method\":{},\"roofs\":{roofs},\"kernels\":[{}]}}\n",
        string(&place.gpu),
        place.is_software,
        string(&place.date),
        string(&place.method),
        rows.iter().map(row).collect::<Vec<_>>().join(","),
    )
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if u32::from(letter) < 32 => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Vec<Row>, Place) {
        let right = Row {
            name: "copy, n 1,024".to_owned(),
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
        let wrong = Row { name: "a \"|\" b".to_owned(), wrong: 3, seconds: None, of_roof: None, ..right.clone() };
        let place = Place {
            gpu: "=GPU".to_owned(),
            is_software: true,
            date: "2026-11-20".to_owned(),
            method: "timestamps".to_owned(),
            roofs: Some((1e9, 2e9)),
            processors: Some(132),
        };
        (vec![right, wrong], place)
    }

    #[test]
    fn a_table_says_what_it_is() {
        let (rows, place) = sample();
        let text = markdown(&rows, &place);
        let lines = text.lines().collect::<Vec<_>>();
        assert_eq!(lines[2], "| copy, n 1,024 | right | 2.00 µs | 1.90 µs | 150 ns | 4.10 GB/s |  | 50.0 % |");
        assert_eq!(lines[3], "| a \"\\|\" b | 3 of 1,024 wrong |  |  |  |  |  |  |");
        assert!(lines[5].starts_with("=GPU, 132 processors, a software adapter"), "{}", lines[5]);
        assert!(lines[..4].iter().all(|line| line.replace("\\|", "").matches('|').count() == 9));
    }

    #[test]
    fn rows_are_plain_numbers() {
        let (rows, place) = sample();
        let text = csv(&rows, &place);
        let lines = text.split("\r\n").collect::<Vec<_>>();
        assert_eq!(
            lines[1],
            "\"copy, n 1,024\",1024,0,2e-6,1.9e-6,1.95e-6,2.1e-6,9,64,8192,0,0.5000,\"'=GPU\",true,\"2026-11-20\",\"timestamps\""
        );
        assert!(lines[2].starts_with("\"a \"\"|\"\" b\",1024,3,,,,,9,64,"));
        let text = json(&rows, &place);
        assert!(text.starts_with("{\"gpu\":\"=GPU\",\"software\":true,\"processors\":132,"), "{text}");
        assert!(
            text.contains("{\"kernel\":\"a \\\"|\\\" b\",\"compared\":1024,\"wrong\":3,\"seconds\":null,"),
            "{text}"
        );
        assert!(
            text.contains("\"seconds\":{\"median\":2e-6,\"minimum\":1.9e-6,\"quartiles\":[1.95e-6,2.1e-6]}"),
            "{text}"
        );
    }
}
