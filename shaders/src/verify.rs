//! Result of a program, against its twin.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use crate::device::{Fault, Gpu};
use crate::gather::{WORDS_AT_ONCE, gather, place};
use crate::prepared::{Memory, Prepared, memory};
use crate::program::{Element, Elements, Expectation, Twin};

/// Number of bytes that are read back at a time.
pub const STAGING_BYTES: u64 = 16 << 20;

/// After how many numbers the caller is asked whether to pause: each may be a sum of thousands of products.
const PACE: u64 = 32;

/// Outcome of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Verdict {
    /// Number of numbers that were compared.
    pub compared: u64,
    /// Number of them that are further from what they must be than they may.
    pub wrong: u64,
    /// The first of those.
    pub first: Option<Wrong>,
    /// The largest difference of all; infinite where the GPU wrote no number.
    pub largest_error: f64,
}

/// A number that is not what it must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrong {
    /// Which number of the buffer.
    pub number: u64,
    /// Number that the GPU wrote.
    pub gpu: f64,
    /// Number that it must be.
    pub expected: f64,
    /// Largest distance from it that is allowed.
    pub tolerance: f64,
}

impl Verdict {
    /// Returns true if every number is what it must be, and there was one at least.
    pub fn is_right(&self) -> bool {
        self.wrong == 0 && self.compared > 0
    }

    /// Compares one more number. What the program must not write must be the zero that stood there.
    pub fn add(&mut self, number: u64, gpu: f64, expectation: Option<Expectation>) {
        let Expectation { value, tolerance } = expectation.unwrap_or(Expectation { value: 0.0, tolerance: 0.0 });
        // Of equal infinities the difference is no number.
        let error = if gpu == value { 0.0 } else { (gpu - value).abs() };
        let error = if error.is_nan() { f64::INFINITY } else { error };
        self.compared += 1;
        self.largest_error = self.largest_error.max(error);
        if error > tolerance || tolerance.is_nan() {
            self.wrong += 1;
            self.first = self.first.or(Some(Wrong { number, gpu, expected: value, tolerance }));
        }
    }
}

/// Runs a program once, on zeros where it writes, and compares what it wrote with its twin.
///
/// `pause` is told which part is done, from 0 to 1. It is asked every few numbers, so it should answer at once unless
/// some milliseconds have passed; then it may wait for the next frame of a page. Where it breaks off, the answer is
/// [`Fault::Cancelled`].
pub async fn verify(
    gpu: &Gpu,
    prepared: &Prepared,
    twin: &Twin,
    mut pause: impl AsyncFnMut(f32) -> ControlFlow<()>,
) -> Result<Verdict, Fault> {
    gpu.begin()?;
    let (Some(binding), Some(result)) = (prepared.program().bindings.get(twin.binding), prepared.buffer(twin.binding))
    else {
        return Err(Fault::ReadBack { message: format!("no binding {}", twin.binding) });
    };
    gpu.guarded(|| run_on_zeros(gpu, prepared)).await?;

    let element = binding.element;
    let numbers = binding.elements * element.lanes();
    let mut verdict = Verdict::default();
    let mut compare = async |number: u64, gpu: f64, total: u64| {
        verdict.add(number, gpu, (twin.value)(number));
        if verdict.compared.is_multiple_of(PACE) {
            let done = (verdict.compared as f64 / total.max(1) as f64) as f32;
            if pause(done).await.is_break() {
                return Err(Fault::Cancelled);
            }
        }
        Ok(())
    };
    let width = element.bytes() / element.lanes();
    match &twin.elements {
        Elements::All => {
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            let staging = gpu.guarded(|| memory(&gpu.device, "read", result.size().min(STAGING_BYTES), usage)).await?;
            let mut first = 0;
            while first < numbers {
                let end = numbers.min(first + STAGING_BYTES / width);
                let bytes = read(gpu, result, &staging, first * width..end * width).await?;
                for (number, gpu) in (first..end).zip(bytes.chunks_exact(width as usize)) {
                    compare(number, decoded(element, gpu), numbers).await?;
                }
                first = end;
            }
        }
        Elements::Sampled(samples) => {
            if let Some(beyond) = samples.iter().find(|number| **number >= numbers) {
                return Err(Fault::ReadBack { message: format!("no number {beyond} of {numbers}") });
            }
            let total = samples.len() as u64;
            for samples in samples.chunks(WORDS_AT_ONCE) {
                let words = samples.iter().map(|number| place(*number, width)).collect::<Option<Vec<_>>>();
                let words = words.ok_or_else(|| Fault::ReadBack { message: format!("beyond {numbers}") })?;
                let bytes = gather(gpu, result, &words.iter().map(|(word, _)| *word).collect::<Vec<_>>()).await?;
                for ((number, (_, at)), word) in samples.iter().zip(words).zip(bytes.chunks_exact(4)) {
                    let gpu = decoded(element, word.get(at..at + width as usize).unwrap_or_default());
                    compare(*number, gpu, total).await?;
                }
            }
        }
    }
    Ok(verdict)
}

/// Number of expectations that [`remembering`] keeps.
const MEMORY_LIMIT: usize = 1 << 20;

/// A twin that computes each number once, and answers from memory when it is asked again, as far as a million numbers
/// go: for several programs that must all compute the same.
pub fn remembering(twin: Twin) -> Twin {
    let Twin { binding, elements, value } = twin;
    let known = Mutex::new(HashMap::new());
    let value = move |number: u64| {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MEMORY_LIMIT && !known.contains_key(&number) {
            return value(number);
        }
        *known.entry(number).or_insert_with(|| value(number))
    };
    Twin { binding, elements, value: Box::new(value) }
}

fn run_on_zeros(gpu: &Gpu, prepared: &Prepared) {
    let label = Some("verify");
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    prepared.clear(&mut encoder);
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        prepared.encode(&mut pass, 1);
    }
    gpu.queue.submit([encoder.finish()]);
}

/// Some bytes of a buffer, by way of the staging buffer.
async fn read(gpu: &Gpu, from: &wgpu::Buffer, staging: &Memory, range: Range<u64>) -> Result<Vec<u8>, Fault> {
    // Copies are made of whole words, and buffers hold whole words.
    let bytes = (range.end - range.start).next_multiple_of(4);
    let submit = || {
        let label = Some("read");
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        encoder.copy_buffer_to_buffer(from, range.start, &staging.0, 0, bytes);
        gpu.queue.submit([encoder.finish()]);
    };
    gpu.guarded(submit).await?;
    gpu.bytes(&staging.0, bytes).await
}

/// The number that bytes stand for.
fn decoded(element: Element, bytes: &[u8]) -> f64 {
    match (element, bytes) {
        (Element::F16 | Element::F16x4, [low, high]) => half(u16::from_le_bytes([*low, *high])),
        (Element::U32, [a, b, c, d]) => u32::from_le_bytes([*a, *b, *c, *d]).into(),
        (Element::I32, [a, b, c, d]) => i32::from_le_bytes([*a, *b, *c, *d]).into(),
        (Element::I8 | Element::I8x4 | Element::I8x8, [number]) => number.cast_signed().into(),
        (_, [a, b, c, d]) => f32::from_le_bytes([*a, *b, *c, *d]).into(),
        _ => f64::NAN,
    }
}

/// Returns the number that the bits of an f16 stand for (IEEE 754, binary16).
pub fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        let table = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0400, 2f64.powi(-14)),
            (0x0001, 2f64.powi(-24)),
            (0x3555, 0.333_251_953_125),
            (0xfc00, f64::NEG_INFINITY),
        ];
        for (bits, value) in table {
            assert_eq!(half(bits), value, "{bits:04x}");
        }
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn what_is_wrong() {
        let expect = |value, tolerance| Some(Expectation { value, tolerance });
        let mut verdict = Verdict::default();
        assert!(!verdict.is_right(), "nothing compared is nothing shown");
        verdict.add(0, 1.0, expect(1.0, 0.0));
        verdict.add(1, -0.0, None);
        verdict.add(2, 1.5, expect(1.25, 0.25));
        verdict.add(3, f64::INFINITY, expect(f64::INFINITY, 0.0));
        assert!(verdict.is_right());
        assert_eq!(verdict.largest_error, 0.25);
        verdict.add(4, 2.0, expect(1.0, 0.5));
        verdict.add(5, 1e-9, None);
        verdict.add(6, f64::NAN, expect(f64::NAN, 1.0));
        assert_eq!((verdict.compared, verdict.wrong), (7, 3));
        assert_eq!(verdict.first, Some(Wrong { number: 4, gpu: 2.0, expected: 1.0, tolerance: 0.5 }));
        assert_eq!(verdict.largest_error, f64::INFINITY);
    }
}
