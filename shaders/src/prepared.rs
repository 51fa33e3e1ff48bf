//! A program on a device: its pipelines, its buffers, its inputs filled.

use std::rc::Rc;

use crate::device::{Fault, Gpu};
use crate::kernel::{Grid, Refusal, WORKGROUP_SIZE};
use crate::program::{Access, Binding, Element, Program, seed};
use crate::random;

/// Largest number of numbers of a buffer: the fill kernel counts them, and the twin's functions number them, in u32.
pub const NUMBER_LIMIT: u32 = 1 << 31;

/// A [`Program`] that is ready to run. Dropping it gives its memory back at once, but for buffers that it shares.
#[derive(Debug)]
pub struct Prepared {
    program: Program,
    pipelines: Vec<wgpu::ComputePipeline>,
    group: wgpu::BindGroup,
    buffers: Vec<Rc<Memory>>,
}

/// A buffer whose memory is given back at once: a browser would otherwise wait for its garbage collector.
#[derive(Debug)]
pub(crate) struct Memory(pub(crate) wgpu::Buffer);

impl Drop for Memory {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

impl Prepared {
    /// Compiles a program and makes its buffers: number `i` of an input `k` is `random::value(seed(k), i)`, or of an
    /// input of `u32` `random::hash(seed(k), i)`, written on the GPU; zeros stand in what is written.
    ///
    /// Refused is what the device's limits do not allow; what driver or browser find wrong is a [`Fault`].
    pub async fn new(gpu: &Gpu, program: &Program) -> Result<Prepared, Fault> {
        Prepared::beside(gpu, program, None).await
    }

    /// [`Prepared::new`] with the buffers of another program where they are the same: two kernels for one task then take
    /// the memory of one.
    pub async fn beside(gpu: &Gpu, program: &Program, other: Option<&Prepared>) -> Result<Prepared, Fault> {
        Prepared::with_module(gpu, program, other, |device, descriptor| device.create_shader_module(descriptor)).await
    }

    /// [`Prepared::beside`] with a shader module that the caller makes: natively one without runtime checks, to see
    /// what the checks cost. That is `unsafe`, which this crate has none of.
    pub async fn with_module(
        gpu: &Gpu,
        program: &Program,
        other: Option<&Prepared>,
        module: impl FnOnce(&wgpu::Device, wgpu::ShaderModuleDescriptor<'_>) -> wgpu::ShaderModule,
    ) -> Result<Prepared, Fault> {
        gpu.begin()?;
        program.fits(&gpu.limits())?;
        for binding in &program.bindings {
            let numbers = binding.elements.saturating_mul(binding.element.lanes());
            if numbers > NUMBER_LIMIT.into() {
                return Err(Refusal::TooManyElements { elements: Some(numbers), limit: NUMBER_LIMIT }.into());
            }
        }
        gpu.guarded(|| create(gpu, program, other, module)).await
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The buffer of a binding.
    pub(crate) fn buffer(&self, binding: usize) -> Option<&wgpu::Buffer> {
        self.buffers.get(binding).map(|memory| &memory.0)
    }

    /// Writes zeros wherever the program writes.
    pub(crate) fn clear(&self, encoder: &mut wgpu::CommandEncoder) {
        for (binding, memory) in self.program.bindings.iter().zip(&self.buffers) {
            if binding.access == Access::Write {
                encoder.clear_buffer(&memory.0, 0, None);
            }
        }
    }

    /// Adds the dispatches of some runs to a pass. Each follows all of the one before: WebGPU orders what writes the
    /// same buffer.
    pub(crate) fn encode(&self, pass: &mut wgpu::ComputePass<'_>, runs: u32) {
        pass.set_bind_group(0, &self.group, &[]);
        let dispatches = || self.pipelines.iter().zip(&self.program.passes);
        let is_one = self.program.passes.len() == 1;
        if let (true, Some((pipeline, _))) = (is_one, dispatches().next()) {
            pass.set_pipeline(pipeline);
        }
        for _ in 0..runs {
            for (pipeline, dispatch) in dispatches() {
                if !is_one {
                    pass.set_pipeline(pipeline);
                }
                let [x, y, z] = dispatch.workgroups;
                pass.dispatch_workgroups(x, y, z);
            }
        }
    }
}

impl Prepared {
    /// Adds the dispatches of one run to a pass, each with about `1 / cut` of its workgroups.
    pub(crate) fn encode_part(&self, pass: &mut wgpu::ComputePass<'_>, cut: u32) {
        pass.set_bind_group(0, &self.group, &[]);
        for (pipeline, dispatch) in self.pipelines.iter().zip(&self.program.passes) {
            pass.set_pipeline(pipeline);
            let [x, y, z] = part_of(dispatch.workgroups, cut);
            pass.dispatch_workgroups(x, y, z);
        }
    }

    /// Which part of all workgroups that is, up to 1 for all of them.
    pub(crate) fn part(&self, cut: u32) -> f64 {
        let count = |workgroups: [u32; 3]| workgroups.map(f64::from).iter().product::<f64>();
        let passes = || self.program.passes.iter().map(|dispatch| dispatch.workgroups);
        let all = passes().map(count).sum::<f64>();
        passes().map(|workgroups| count(part_of(workgroups, cut))).sum::<f64>() / all.max(1.0)
    }
}

/// About `1 / cut` of these workgroups, one at least in each dimension: the last dimension is cut first.
fn part_of([x, y, z]: [u32; 3], cut: u32) -> [u32; 3] {
    let mut left = cut.max(1);
    let mut shorter = |count: u32| {
        let part = count.div_ceil(left).max(1);
        // The next dimension must give what one cannot.
        left = (left / (count / part).max(1)).max(1);
        part.min(count)
    };
    let z = shorter(z);
    let y = shorter(y);
    [shorter(x), y, z]
}

fn create(
    gpu: &Gpu,
    program: &Program,
    other: Option<&Prepared>,
    module: impl FnOnce(&wgpu::Device, wgpu::ShaderModuleDescriptor<'_>) -> wgpu::ShaderModule,
) -> Prepared {
    let device = &gpu.device;
    let source = wgpu::ShaderSource::Wgsl(program.wgsl.as_str().into());
    let module = module(device, wgpu::ShaderModuleDescriptor { label: Some("program"), source });
    let kinds = program
        .bindings
        .iter()
        .map(|binding| wgpu::BufferBindingType::Storage { read_only: binding.access == Access::Read });
    let layout = bind_group_layout(device, kinds);
    let pipeline_layout = pipeline_layout(device, &layout);
    let pipelines = program.passes.iter().map(|pass| {
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(pass.entry_point),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(pass.entry_point),
            compilation_options: Default::default(),
            cache: None,
        })
    });
    let pipelines = pipelines.collect();

    let mut buffers = Vec::with_capacity(program.bindings.len());
    let mut fresh = Vec::new();
    for (index, binding) in program.bindings.iter().enumerate() {
        let same = other.and_then(|other| {
            let theirs = other.program.bindings.get(index)?;
            (theirs.access == binding.access
                && size(theirs) == size(binding)
                && Filling::of(theirs.element) == Filling::of(binding.element))
            .then(|| other.buffers.get(index))?
        });
        let memory = same.cloned().unwrap_or_else(|| {
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
            Rc::new(memory(device, binding.name, size(binding), usage))
        });
        if same.is_none() && binding.access == Access::Read {
            fresh.push((seed(index), binding, Rc::clone(&memory)));
        }
        buffers.push(memory);
    }
    if !fresh.is_empty() {
        fill(gpu, &fresh);
    }
    let group = bind_group(device, &layout, buffers.iter().map(|memory| &memory.0));
    Prepared { program: program.clone(), pipelines, group, buffers }
}

/// The bytes of a buffer: as many as its elements, in whole words, and never none, which no binding may have.
fn size(binding: &Binding) -> u64 {
    binding.bytes().next_multiple_of(4).max(4)
}

pub(crate) fn memory(device: &wgpu::Device, label: &str, size: u64, usage: wgpu::BufferUsages) -> Memory {
    Memory(device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false }))
}

fn bind_group_layout(
    device: &wgpu::Device,
    kinds: impl Iterator<Item = wgpu::BufferBindingType>,
) -> wgpu::BindGroupLayout {
    let entry = |(binding, ty)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    };
    let entries = (0..).zip(kinds).map(entry).collect::<Vec<_>>();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn pipeline_layout(device: &wgpu::Device, layout: &wgpu::BindGroupLayout) -> wgpu::PipelineLayout {
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    })
}

pub(crate) fn bind_group<'a>(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    buffers: impl Iterator<Item = &'a wgpu::Buffer>,
) -> wgpu::BindGroup {
    let entry = |(binding, buffer): (u32, &'a wgpu::Buffer)| wgpu::BindGroupEntry {
        binding,
        resource: buffer.as_entire_binding(),
    };
    let entries = (0..).zip(buffers).map(entry).collect::<Vec<_>>();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}

/// The pipeline of the only entry point of a shader, and the layout of its bindings.
pub(crate) fn pipeline(
    device: &wgpu::Device,
    label: Option<&str>,
    source: wgpu::ShaderSource<'_>,
    kinds: impl Iterator<Item = wgpu::BufferBindingType>,
) -> (wgpu::BindGroupLayout, wgpu::ComputePipeline) {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source });
    let layout = bind_group_layout(device, kinds);
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: Some(&pipeline_layout(device, &layout)),
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    (layout, pipeline)
}

/// Conversion of random numbers to words: the selector in the kernel below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filling {
    Single = 0,
    Half = 1,
    Unsigned = 2,
    Bytes = 3,
}

impl Filling {
    fn of(element: Element) -> Self {
        match element {
            Element::F32 | Element::F32x4 => Filling::Single,
            Element::F16 | Element::F16x4 => Filling::Half,
            Element::U32 | Element::I32 => Filling::Unsigned,
            Element::I8 | Element::I8x4 | Element::I8x8 => Filling::Bytes,
        }
    }
}

/// The kernel that fills inputs, one thread a word; the functions of [`random::WGSL`] come before it.
const FILL: &str = "
struct Fill { seed: u32, words: u32, row: u32, filling: u32 }

@group(0) @binding(0) var<uniform> fill: Fill;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(256)
fn fill_with_random_numbers(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.y * fill.row + id.x;
    if (i >= fill.words) {
        return;
    }
    switch fill.filling {
        case 0u: { words[i] = bitcast<u32>(value(fill.seed, i)); }
        case 1u: { words[i] = pack2x16float(vec2<f32>(value(fill.seed, 2u * i), value(fill.seed, 2u * i + 1u))); }
        case 3u: {
            var bytes = 0u;
            for (var place = 0u; place < 4u; place++) {
                bytes |= byte(fill.seed, 4u * i + place) << (8u * place);
            }
            words[i] = bytes;
        }
        default: { words[i] = hash(fill.seed, i); }
    }
}
";

fn fill(gpu: &Gpu, inputs: &[(u32, &Binding, Rc<Memory>)]) {
    let device = &gpu.device;
    let label = Some("fill");
    let source = wgpu::ShaderSource::Wgsl(format!("{}{FILL}", random::WGSL).into());
    let kinds = [wgpu::BufferBindingType::Uniform, wgpu::BufferBindingType::Storage { read_only: false }];
    let (layout, pipeline) = pipeline(device, label, source, kinds.into_iter());
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    // Parameters that the commands use live until they are handed over.
    let mut parameters = Vec::new();
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        pass.set_pipeline(&pipeline);
        for (seed, binding, input) in inputs {
            let words = u32::try_from(size(binding) / 4).unwrap_or(NUMBER_LIMIT);
            let grid = Grid::covering(words);
            let numbers = [*seed, words, grid.columns * WORKGROUP_SIZE, Filling::of(binding.element) as u32];
            let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
            let uniform = memory(device, "fill", 16, usage);
            gpu.queue.write_buffer(&uniform.0, 0, &numbers.map(u32::to_le_bytes).concat());
            pass.set_bind_group(0, &bind_group(device, &layout, [&uniform.0, &input.0].into_iter()), &[]);
            pass.dispatch_workgroups(grid.columns, grid.rows, 1);
            parameters.push(uniform);
        }
    }
    gpu.queue.submit([encoder.finish()]);
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn parts_of_a_grid() {
        let table = [
            ([64, 32, 1], 1, [64, 32, 1]),
            ([64, 32, 1], 4, [64, 8, 1]),
            ([64, 32, 1], 32, [64, 1, 1]),
            ([64, 32, 1], 128, [16, 1, 1]),
            ([64, 32, 2], 4096, [1, 1, 1]),
            ([1, 1, 1], 4096, [1, 1, 1]),
            ([1000, 1, 1], 3, [334, 1, 1]),
            ([0, 5, 1], 2, [0, 3, 1]),
        ];
        for (workgroups, cut, expected) in table {
            assert_eq!(part_of(workgroups, cut), expected, "{workgroups:?} by {cut}");
        }
    }
}
