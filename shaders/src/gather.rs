//! Numbers of a buffer that lie all over it, brought together on the device: one short reading instead of a thousand
//! copies of four bytes.

use crate::device::{Fault, Gpu};
use crate::kernel::WORKGROUP_SIZE;
use crate::prepared::{Memory, bind_group, memory, pipeline};

/// Number of words that are brought together at a time.
pub(crate) const WORDS_AT_ONCE: usize = 1 << 20;

/// One thread a word.
const GATHER: &str = "
@group(0) @binding(0) var<storage, read> places: array<u32>;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> gathered: array<u32>;

@compute @workgroup_size(256)
fn gather(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&places)) {
        gathered[id.x] = source[places[id.x]];
    }
}
";

/// In which word of a buffer a number of so many bytes stands, and from which byte of that word on.
pub(crate) fn place(number: u64, width: u64) -> Option<(u32, usize)> {
    let at = number.checked_mul(width)?;
    Some((u32::try_from(at / 4).ok()?, (at % 4) as usize))
}

/// Words of a buffer by their places in it, [`WORDS_AT_ONCE`] at most and one at least, as bytes.
pub(crate) async fn gather(gpu: &Gpu, source: &wgpu::Buffer, places: &[u32]) -> Result<Vec<u8>, Fault> {
    let bytes = 4 * places.len() as u64;
    let staging = gpu.guarded(|| gathered(gpu, source, places, bytes)).await?;
    gpu.bytes(&staging.0, bytes).await
}

fn gathered(gpu: &Gpu, source: &wgpu::Buffer, places: &[u32], bytes: u64) -> Memory {
    use wgpu::BufferUsages as Usage;
    let device = &gpu.device;
    let label = Some("gather");
    let kinds = [true, true, false].map(|read_only| wgpu::BufferBindingType::Storage { read_only });
    let (layout, pipeline) = pipeline(device, label, wgpu::ShaderSource::Wgsl(GATHER.into()), kinds.into_iter());
    let [chosen, found, staging] = [
        ("places", Usage::STORAGE | Usage::COPY_DST),
        ("gathered", Usage::STORAGE | Usage::COPY_SRC),
        ("read", Usage::MAP_READ | Usage::COPY_DST),
    ]
    .map(|(name, usage)| memory(device, name, bytes, usage));
    gpu.queue.write_buffer(&chosen.0, 0, &places.iter().copied().flat_map(u32::to_le_bytes).collect::<Vec<_>>());
    let group = bind_group(device, &layout, [&chosen.0, source, &found.0].into_iter());
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups((places.len() as u32).div_ceil(WORKGROUP_SIZE), 1, 1);
    }
    encoder.copy_buffer_to_buffer(&found.0, 0, &staging.0, 0, bytes);
    gpu.queue.submit([encoder.finish()]);
    staging
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_halves_share_a_word() {
        let table = [
            (0, 4, Some((0, 0))),
            (7, 4, Some((7, 0))),
            (6, 2, Some((3, 0))),
            (7, 2, Some((3, 2))),
            (1 << 32, 4, None),
            (u64::MAX, 2, None),
        ];
        for (number, width, expected) in table {
            assert_eq!(place(number, width), expected, "{number} of {width} bytes");
        }
    }

    #[test]
    fn the_kernel_has_the_threads_that_are_counted_on_and_is_valid() {
        let module = naga::front::wgsl::parse_str(GATHER).unwrap();
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty())
            .validate(&module)
            .unwrap();
        assert_eq!(module.entry_points[0].workgroup_size, [WORKGROUP_SIZE, 1, 1]);
        assert!((WORDS_AT_ONCE as u32).div_ceil(WORKGROUP_SIZE) <= 65_535, "one dimension of a dispatch");
    }
}
