//! A kernel on a device, and its result against that of its twin.

use std::ops::Range;

use colex::AnyLayout;

use crate::device::{Adapter, Fault, Gpu};
use crate::iota;
use crate::kernel::{Kernel, Refusal};

/// Number of elements that are compared at a time: a few milliseconds of work.
pub const SLICE: u32 = 1 << 14;

/// Comparison of the GPU's answers with the algebra.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Number of coordinates that were compared: all of them.
    pub elements: u32,
    /// At how many of them the two differ.
    pub mismatches: u32,
    /// The first of those.
    pub first: Option<Mismatch>,
    /// The GPU it ran on.
    pub adapter: Adapter,
    /// The kernel, as WGSL.
    pub wgsl: String,
}

impl Check {
    /// Returns true if GPU and algebra agree everywhere.
    pub fn agrees(&self) -> bool {
        self.mismatches == 0
    }
}

/// A coordinate at which GPU and algebra differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch {
    /// The 1-D coordinate.
    pub coordinate: u32,
    /// Value that the GPU wrote.
    pub gpu: i64,
    /// Value by the algebra.
    pub core: i64,
}

/// Computes `layout(i)` for every `i` on the GPU and compares it with the algebra, without a pause.
pub async fn check_iota(gpu: &Gpu, layout: &AnyLayout) -> Result<Check, Fault> {
    check_iota_in_slices(gpu, layout, async |_| ()).await
}

/// [`check_iota`] that waits for `pause` after each [`SLICE`] of the comparison: a page that waits there for its next
/// frame stays alive. `pause` is told how many coordinates are compared.
pub async fn check_iota_in_slices(gpu: &Gpu, layout: &AnyLayout, pause: impl AsyncFnMut(u32)) -> Result<Check, Fault> {
    let kernel = iota::generate(layout)?;
    check_kernel(gpu, &kernel, |coordinates| iota::twin(layout, coordinates), pause).await
}

/// Runs any kernel that writes one buffer and compares it with its `twin`, which is asked for one [`SLICE`] at a time;
/// `pause` as in [`check_iota_in_slices`].
pub async fn check_kernel(
    gpu: &Gpu,
    kernel: &Kernel,
    twin: impl Fn(Range<u32>) -> Result<Vec<i64>, Refusal>,
    mut pause: impl AsyncFnMut(u32),
) -> Result<Check, Fault> {
    let result = run(gpu, kernel).await?;
    let (mut mismatches, mut first) = (0, None);
    let mut start = 0;
    while start < kernel.elements {
        let end = kernel.elements.min(start.saturating_add(SLICE));
        let theirs = result.read(gpu, start..end)?;
        let ours = twin(start..end)?;
        if theirs.len() != ours.len() {
            return Err(Fault::ReadBack { message: format!("{} elements instead of {}", theirs.len(), ours.len()) });
        }
        for ((coordinate, bits), core) in (start..end).zip(theirs).zip(ours) {
            let gpu = kernel.element(bits);
            if gpu != core {
                mismatches += 1;
                first = first.or(Some(Mismatch { coordinate, gpu, core }));
            }
        }
        start = end;
        if start < kernel.elements {
            pause(start).await;
        }
    }
    let (adapter, wgsl) = (gpu.adapter().clone(), kernel.wgsl.clone());
    Ok(Check { elements: kernel.elements, mismatches, first, adapter, wgsl })
}

/// A buffer of results that the CPU can read.
struct Readable(wgpu::Buffer);

impl Readable {
    fn read(&self, gpu: &Gpu, elements: Range<u32>) -> Result<Vec<u32>, Fault> {
        let bytes = u64::from(elements.start) * 4..u64::from(elements.end) * 4;
        let view = self
            .0
            .get_mapped_range(bytes)
            .map_err(|error| gpu.explain(Fault::ReadBack { message: error.to_string() }))?;
        let (words, _) = view.as_chunks::<4>();
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}

impl Drop for Readable {
    fn drop(&mut self) {
        // The memory is given back at once: a browser would otherwise wait for its garbage collector.
        self.0.destroy();
    }
}

/// Runs a kernel that writes one buffer.
async fn run(gpu: &Gpu, kernel: &Kernel) -> Result<Readable, Fault> {
    gpu.begin()?;
    let (bytes, limit) = (kernel.bytes(), gpu.buffer_limit());
    if bytes > limit {
        return Err(Refusal::TooLargeForDevice { bytes, limit }.into());
    }
    let readable = gpu.guarded(|| submit(gpu, kernel)).await?;

    gpu.map(&readable.0, kernel.bytes(), false).await?;
    Ok(readable)
}

fn submit(gpu: &Gpu, kernel: &Kernel) -> Readable {
    let device = &gpu.device;
    let label = Some(kernel.entry_point);
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label,
        source: wgpu::ShaderSource::Wgsl(kernel.wgsl.as_str().into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: None,
        module: &module,
        entry_point: label,
        compilation_options: Default::default(),
        cache: None,
    });
    let buffer = |usage| {
        device.create_buffer(&wgpu::BufferDescriptor { label, size: kernel.bytes(), usage, mapped_at_creation: false })
    };
    let result = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
    let readable = Readable(buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST));
    let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: result.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        pass.dispatch_workgroups(kernel.grid.columns, kernel.grid.rows, 1);
    }
    encoder.copy_buffer_to_buffer(&result, 0, &readable.0, 0, kernel.bytes());
    gpu.queue.submit([encoder.finish()]);
    readable
}
