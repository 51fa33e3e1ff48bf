//! Kernels from layouts.
