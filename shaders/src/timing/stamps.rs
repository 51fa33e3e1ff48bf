//! Timestamps that the GPU writes before and after a pass.

use crate::device::{Fault, Gpu};
use crate::prepared::{Memory, Prepared, memory};

/// Memory that timestamps are written to and read from.
pub(super) struct Stamps {
    queries: wgpu::QuerySet,
    resolved: Memory,
    readable: Memory,
    /// Nanoseconds of one tick.
    period: f64,
    first: Option<u64>,
    /// All that were written, in nanoseconds since the first, up to [`STAMP_LIMIT`].
    nanoseconds: Vec<u64>,
}

/// Two timestamps.
const STAMP_BYTES: u64 = 16;

/// Number of timestamps that say whether they are rounded.
const STAMP_LIMIT: usize = 64;

impl Stamps {
    pub(super) async fn new(gpu: &Gpu) -> Result<Stamps, Fault> {
        let resolved = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let readable = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let make = || Stamps {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timing"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: memory(&gpu.device, "timestamps", STAMP_BYTES, resolved),
            readable: memory(&gpu.device, "timestamps", STAMP_BYTES, readable),
            period: gpu.queue.get_timestamp_period().into(),
            first: None,
            nanoseconds: Vec::new(),
        };
        gpu.guarded(make).await
    }

    /// To how many nanoseconds the timestamps are rounded, as far as those so far tell.
    pub(super) fn quantum(&self) -> Option<u64> {
        quantum(&self.nanoseconds)
    }

    /// Returns what a pass writes at its beginning and at its end.
    fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// Copies what was written to where it can be read.
    fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved.0, 0);
        encoder.copy_buffer_to_buffer(&self.resolved.0, 0, &self.readable.0, 0, STAMP_BYTES);
    }

    /// Seconds of some work, as the GPU tells them.
    pub(super) async fn pass(&mut self, gpu: &Gpu, work: Work<'_>, is_urgent: bool) -> Result<f64, Fault> {
        gpu.guarded(|| gpu.queue.submit([encoded(gpu, work, Some(self))])).await?;
        gpu.map(&self.readable.0, STAMP_BYTES, is_urgent).await?;
        let stamps = self.readable.0.get_mapped_range(0..STAMP_BYTES).map(|view| {
            let (stamps, _) = view.as_chunks::<8>();
            stamps.iter().map(|stamp| u64::from_le_bytes(*stamp)).collect::<Vec<_>>()
        });
        self.readable.0.unmap();
        let stamps = stamps.map_err(|error| gpu.explain(Fault::ReadBack { message: error.to_string() }))?;
        let [began, ended] = stamps.as_slice() else { return Ok(0.0) };
        let first = *self.first.get_or_insert(*began);
        for stamp in [began, ended] {
            if self.nanoseconds.len() < STAMP_LIMIT {
                self.nanoseconds.push((stamp.saturating_sub(first) as f64 * self.period).round() as u64);
            }
        }
        Ok(ended.saturating_sub(*began) as f64 * self.period * 1e-9)
    }
}

/// Work that is measured.
#[derive(Clone, Copy)]
pub(super) enum Work<'a> {
    /// Some runs of a program.
    Runs(&'a Prepared, u32),
    /// Less than a run: about one of so many workgroups.
    Part(&'a Prepared, u32),
}

/// A pass of some work, between two timestamps where there are any.
pub(super) fn encoded(gpu: &Gpu, work: Work<'_>, stamps: Option<&Stamps>) -> wgpu::CommandBuffer {
    let label = Some("timing");
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    {
        let timestamp_writes = stamps.map(Stamps::writes);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        match work {
            Work::Runs(prepared, runs) => prepared.encode(&mut pass, runs),
            Work::Part(prepared, cut) => prepared.encode_part(&mut pass, cut),
        }
    }
    if let Some(stamps) = stamps {
        stamps.resolve(&mut encoder);
    }
    encoder.finish()
}

/// Steps below this many nanoseconds are those of the clock itself, and small beside a pass.
const LEAST_QUANTUM: u64 = 10_000;

/// Largest distance of differences from multiples, in nanoseconds: ticks that are no whole nanoseconds are rounded.
const SLACK: u64 = 100;

/// Number of differences that must be multiples before that is believed.
const EVIDENCE: usize = 4;

/// To which step timestamps are rounded, if they are: the largest of which all differences are multiples. Chrome has
/// 65,536 ns or 100 µs, and where a tick of the GPU is longer than a nanosecond, more.
pub fn quantum(nanoseconds: &[u64]) -> Option<u64> {
    let (first, rest) = nanoseconds.split_first()?;
    let mut steps = rest.iter().map(|stamp| stamp.abs_diff(*first)).filter(|step| *step > 0).collect::<Vec<_>>();
    steps.sort_unstable();
    steps.dedup();
    let step = steps.iter().fold(0, |step, other| common(*other, step));
    (steps.len() >= EVIDENCE && step >= LEAST_QUANTUM).then_some(step)
}

/// Euclid's algorithm, for which a remainder of at most [`SLACK`] either way is none.
fn common(mut a: u64, mut b: u64) -> u64 {
    while b > SLACK {
        let rest = a % b;
        (a, b) = (b, if b - rest <= SLACK { 0 } else { rest });
    }
    a
}

#[cfg(test)]
mod tests {
    use super::quantum;

    #[test]
    fn rounded_timestamps_are_found_out() {
        let rounded = |step: u64, offset: u64| [0, 7, 7, 8, 300, 301].map(|count| offset + count * step);
        let table: [(&[u64], Option<u64>); 10] = [
            (&[], None),
            (&[0], None),
            (&rounded(100_000, 0), Some(100_000)),
            (&rounded(65_536, 0), Some(65_536)),
            // The first need not be a multiple itself: what counts is the differences.
            (&rounded(100_000, 12_345), Some(100_000)),
            // 65,536 ticks of 52.08 ns, each rounded to a nanosecond.
            (&[0, 3_413_333, 10_240_000, 17_066_666, 34_133_333], Some(3_413_333)),
            (&[0, 100_000, 200_000, 300_000], None),
            (&[0, 100_000, 200_000, 301_001, 400_000], None),
            // The clock of a GPU that ticks every microsecond.
            (&[0, 1024, 2048, 65_536, 131_072, 1_024_000], None),
            (&[0, 20_481_337, 20_490_118, 41_007_231, 41_019_002, 61_533_874], None),
        ];
        for (nanoseconds, expected) in table {
            assert_eq!(quantum(nanoseconds), expected, "{nanoseconds:?}");
        }
    }
}
