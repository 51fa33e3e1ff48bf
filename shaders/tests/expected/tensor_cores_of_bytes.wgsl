// C(m,n) = sum over k of A(m,k) B(n,k), M = 64, N = 64, K = 64, by subgroup matrices.
//   A  (_64,_64):(_64,_1)
//   B  (_64,_64):(_64,_1)
//   C  (_64,_64):(_64,_1)
// A workgroup computes a tile of C, 64 by 64, 64 steps of K at a time,
// in 10240 bytes of workgroup memory; a subgroup 32 by 32 of it, in fragments of 16 by 16.
//   sA (32,64):(80,1)  (m,k) to workgroup memory, 2 such parts along M
//   sB (32,64):(80,1)  (n,k) to workgroup memory, 2 such parts along N

requires buffer_view;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);

@group(0) @binding(0) var<storage, read> a: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> b: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> c: array<i32>;

var<workgroup> tiles: buffer<10240>;

@compute @workgroup_size(128)
fn gemm(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    // Which tile of C: along N first, so that neighbours share what is cached.
    let number = group.x;
    let tile_m = number / 1u;
    let tile_n = number % 1u;
    let m0 = tile_m * 64u;
    let n0 = tile_n * 64u;
    // Which part of the tile the subgroup computes.
    let warp_m = t / 32u % 2u;
    let warp_n = t / 64u % 2u;
    // The fragments of C: zeros.
    var c0_0: subgroup_matrix_result<i32, 16, 16>;
    var c0_1: subgroup_matrix_result<i32, 16, 16>;
    var c1_0: subgroup_matrix_result<i32, 16, 16>;
    var c1_1: subgroup_matrix_result<i32, 16, 16>;
    // The first tiles.
    {
        let step = 0u;
        let a0 = a[(m0 + t / 8u) * 8u + t % 8u];
        let a1 = a[(m0 + t / 8u) * 8u + t % 8u + 128u];
        let a2 = a[(m0 + t / 8u) * 8u + t % 8u + 256u];
        let a3 = a[(m0 + t / 8u) * 8u + t % 8u + 384u];
        let b0 = b[(n0 + t / 8u) * 8u + t % 8u];
        let b1 = b[(n0 + t / 8u) * 8u + t % 8u + 128u];
        let b2 = b[(n0 + t / 8u) * 8u + t % 8u + 256u];
        let b3 = b[(n0 + t / 8u) * 8u + t % 8u + 384u];
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u) = a0;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 1280u) = a1;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 2560u) = a2;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 3840u) = a3;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 5120u) = b0;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 6400u) = b1;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 7680u) = b2;
        *bufferView<vec2<u32>>(&tiles, (t / 8u) * 80u + (t % 8u) * 8u + 8960u) = b3;
    }
    workgroupBarrier();
    let f0_0 = subgroupMatrixLoad<subgroup_matrix_left<i8, 32, 16>>(bufferView<array<i32, 640>>(&tiles, warp_m * 2560u), 0u, false, 80u);
    let f0_1 = subgroupMatrixLoad<subgroup_matrix_left<i8, 32, 16>>(bufferView<array<i32, 640>>(&tiles, warp_m * 2560u), 1280u, false, 80u);
    let g0_0 = subgroupMatrixLoad<subgroup_matrix_right<i8, 16, 32>>(bufferView<array<i32, 640>>(&tiles, 5120u + warp_n * 2560u), 0u, true, 80u);
    c0_0 = subgroupMatrixMultiplyAccumulate(f0_0, g0_0, c0_0);
    c1_0 = subgroupMatrixMultiplyAccumulate(f0_1, g0_0, c1_0);
    let g0_1 = subgroupMatrixLoad<subgroup_matrix_right<i8, 16, 32>>(bufferView<array<i32, 640>>(&tiles, 5120u + warp_n * 2560u), 1280u, true, 80u);
    c0_1 = subgroupMatrixMultiplyAccumulate(f0_0, g0_1, c0_1);
    c1_1 = subgroupMatrixMultiplyAccumulate(f0_1, g0_1, c1_1);
    let f1_0 = subgroupMatrixLoad<subgroup_matrix_left<i8, 32, 16>>(bufferView<array<i32, 640>>(&tiles, warp_m * 2560u), 32u, false, 80u);
    let f1_1 = subgroupMatrixLoad<subgroup_matrix_left<i8, 32, 16>>(bufferView<array<i32, 640>>(&tiles, warp_m * 2560u), 1312u, false, 80u);
    let g1_0 = subgroupMatrixLoad<subgroup_matrix_right<i8, 16, 32>>(bufferView<array<i32, 640>>(&tiles, 5120u + warp_n * 2560u), 32u, true, 80u);
    c0_0 = subgroupMatrixMultiplyAccumulate(f1_0, g1_0, c0_0);
    c1_0 = subgroupMatrixMultiplyAccumulate(f1_1, g1_0, c1_0);
    let g1_1 = subgroupMatrixLoad<subgroup_matrix_right<i8, 16, 32>>(bufferView<array<i32, 640>>(&tiles, 5120u + warp_n * 2560u), 1312u, true, 80u);
    c0_1 = subgroupMatrixMultiplyAccumulate(f1_0, g1_1, c0_1);
    c1_1 = subgroupMatrixMultiplyAccumulate(f1_1, g1_1, c1_1);
    subgroupMatrixStore(&c, (m0 + warp_m * 32u) * 64u + (n0 + warp_n * 32u), c0_0, false, 64u);
    subgroupMatrixStore(&c, (m0 + warp_m * 32u) * 64u + (n0 + warp_n * 32u) + 16u, c0_1, false, 64u);
    subgroupMatrixStore(&c, (m0 + warp_m * 32u) * 64u + (n0 + warp_n * 32u) + 1024u, c1_0, false, 64u);
    subgroupMatrixStore(&c, (m0 + warp_m * 32u) * 64u + (n0 + warp_n * 32u) + 1040u, c1_1, false, 64u);
}
