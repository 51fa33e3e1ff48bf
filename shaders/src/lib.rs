//! Kernels from layouts: the WGSL that a layout becomes, what it computes, and running it with wgpu.
//!
//! | room | holds | knows |
//! |---|---|---|
//! | [`expression`] | index arithmetic over u32: simplified, printed as WGSL, evaluated on the CPU | nothing |
//! | [`kernels`] | the table of all kernels, which whoever asks something of each of them walks | every `row` |
//! | [`row`], [`parameter`] | what a row of the table says of a kernel: names, parameters, variants | layouts |
//! | [`generator`] | what every configuration can: be drafted, tell its twin, list its accesses | `program` |
//! | [`bound`] | a kernel with values for its parameters; each drafted and analysed once, when it is asked for | the rows above |
//! | [`kernel`] | what every kernel has (text, entry point, workgroups), and why there is none for a layout | layouts |
//! | [`index`] | the index of a layout for coordinates that are expressions | layouts |
//! | [`section`] | the parts of a kernel's text | nothing |
//! | [`program`] | a kernel of several buffers as data: text, buffers, passes, the work it does, the limits it needs | nothing |
//! | [`random`] | inputs that CPU and GPU make alike | nothing |
//! | [`gemm`] | the matrix product, in rungs from naive to tuned | layouts, expressions |
//! | [`make`] | layouts that kernels start from | nothing |
//! | [`origin`] | from an index back to its coordinate | layouts |
//! | [`accesses`] | what the threads of a kernel touch together, as data | nothing |
//! | `classes` | those of all workgroups and rounds, counted by what differs | expressions |
//! | [`iota`] | the kernel that writes `layout(i)` for every `i`, beside its twin on the CPU | the rows above |
//! | [`copy`], [`transpose`], [`reduce`], [`roof`] | a kernel each, from its configuration, beside its twin | the rows above |
//! | [`predicted`] | what the analysis of cost says of accesses | `accesses` |
//! | [`device`] | the only place that opens a GPU; what can go wrong on it | wgpu |
//! | [`run`] | a kernel on a device, compared with its twin | all above |
//! | [`prepared`] | a program on a device: pipelines, buffers, inputs filled | `program`, `random`, wgpu |
//! | [`verify`] | what a program wrote, against its twin | `prepared` |
//! | [`timing`] | how long a program takes, and how that was measured | `prepared` |
//! | [`tune`] | which of several programs for one task is the fastest on a device, and keeping that as text | `timing` |
//! | [`rate`] | what a time means for a work, and how much of a roof that is | `program` |
//! | [`words`] | the sentences of every refusal and fault, in English and Chinese | kinds only |
//!
//! The way through it: a layout becomes expressions, expressions become a kernel, the kernel runs on a device, and what
//! the device answers is compared with the algebra's own answer, for every coordinate. Everything up to the kernel is
//! pure: it can be generated, read, validated and tested where there is no GPU.
//!
//! A new kernel is a module with a generator and a `row`, its name here, its name in [`kernels`], and a test.
//!
//! No module imports one that imports it, by whatever way: what several parts of a kernel need stands in a module of its
//! own, and `copy`, `gemm`, … only put the parts together.
//!
//! Nothing here panics: what cannot be done is a [`kernel::Refusal`] before anything runs, or a [`device::Fault`] after.
//! On the web the same code talks to the browser's WebGPU, elsewhere to Vulkan.
#![forbid(unsafe_code)]

pub mod accesses;
pub mod bound;
mod classes;
pub mod copy;
pub mod device;
pub mod expression;
mod gather;
pub mod gemm;
pub mod generator;
pub mod index;
pub mod iota;
pub mod kernel;
pub mod kernels;
pub mod machine;
pub mod make;
pub mod origin;
pub mod parameter;
pub mod predicted;
pub mod prepared;
pub mod program;
pub mod random;
pub mod rate;
pub mod reduce;
pub mod roof;
pub mod row;
pub mod run;
pub mod section;
pub mod timing;
pub mod transpose;
pub mod tune;
pub mod verify;
pub mod words;
mod writer;
