//! Kernels from layouts: the WGSL that a layout becomes, what it computes, and running it with wgpu.
//!
//! | room | holds | knows |
//! |---|---|---|
//! | [`expression`] | index arithmetic over u32: simplified, printed as WGSL, evaluated on the CPU | nothing |
//! | [`kernel`] | what every kernel has (text, entry point, workgroups), and why there is none for a layout | layouts |
//! | [`iota`] | the kernel that writes `layout(i)` for every `i`, beside its twin on the CPU | the rows above |
//! | [`device`] | the only place that opens a GPU; what can go wrong on it | wgpu |
//! | [`run`] | a kernel on a device, compared with its twin | all above |
//! | [`words`] | the sentences of every refusal and fault, in English and Chinese | kinds only |
//!
//! The way through it: a layout becomes expressions, expressions become a kernel, the kernel runs on a device, and what
//! the device answers is compared with the algebra's own answer, for every coordinate. Everything up to the kernel is
//! pure: it can be generated, read, validated and tested where there is no GPU.
//!
//! Nothing here panics: what cannot be done is a [`kernel::Refusal`] before anything runs, or a [`device::Fault`] after.
//! On the web the same code talks to the browser's WebGPU, elsewhere to Vulkan.
#![forbid(unsafe_code)]

pub mod device;
pub mod expression;
pub mod iota;
pub mod kernel;
pub mod run;
pub mod words;
