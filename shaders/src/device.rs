//! The only place that opens a GPU, and what can go wrong on it.

use std::sync::{Arc, Mutex, PoisonError};

use futures_channel::oneshot;

use crate::kernel::Refusal;
use crate::program::{Limits, Matrices};

/// Number of times that an adapter is asked for: a GPU process that has just started may answer "none" the first time.
pub const ADAPTER_TRIES: u32 = 3;

/// Why a kernel did not run to its end. [`crate::words`] makes a sentence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no kernel for this layout, or not on this device. Nothing has run.
    Refused(Refusal),
    /// There is no GPU, or the browser does not let this page have one.
    NoAdapter {
        /// Number of times that it was asked for.
        tries: u32,
    },
    /// There is a GPU, but it could not be opened.
    NoDevice {
        /// Message of the driver or the browser.
        message: String,
    },
    /// The GPU went away: reset, driver restarted, or taken from the page. [`Gpu::open`] may get it back.
    DeviceLost {
        /// Message of the driver or the browser.
        message: String,
    },
    /// The GPU's memory does not suffice.
    OutOfMemory,
    /// The driver or the browser does not accept a shader or a command.
    Invalid {
        /// Message of the driver or the browser.
        message: String,
    },
    /// The driver or the browser failed by itself.
    Internal {
        /// Message of the driver or the browser.
        message: String,
    },
    /// It was called off.
    Cancelled,
    /// It would keep the GPU for longer than was allowed.
    TooLong {
        /// For how many milliseconds, as far as can be told.
        milliseconds: u64,
        /// Number of milliseconds that were allowed.
        most: u64,
    },
    /// The result could not be read back.
    ReadBack {
        /// Error message.
        message: String,
    },
}

impl Fault {
    /// Returns true if the same at half the size may work: the memory does not suffice, a buffer is too large, or it
    /// takes too long. Trying once is enough.
    pub fn is_worth_half(&self) -> bool {
        matches!(
            self,
            Fault::OutOfMemory
                | Fault::DeviceLost { .. }
                | Fault::TooLong { .. }
                | Fault::Refused(
                    Refusal::TooLargeForDevice { .. }
                        | Refusal::TooManyElements { .. }
                        | Refusal::TooManyWorkgroups { .. }
                )
        )
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Fault::Refused(refusal)
    }
}

impl From<wgpu::Error> for Fault {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => Fault::OutOfMemory,
            wgpu::Error::Validation { description, .. } => Fault::Invalid { message: description },
            wgpu::Error::Internal { description, .. } => Fault::Internal { message: description },
        }
    }
}

/// Names that a GPU gives itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Adapter {
    /// Its name, as in `NVIDIA H200` or `llvmpipe (LLVM 15.0.6, 256 bits)`; never empty on an open [`Gpu`].
    pub name: String,
    /// The driver or its version, or empty.
    pub driver: String,
    /// True if the processor does the work: its times say nothing about a GPU.
    pub is_software: bool,
}

impl Adapter {
    /// An adapter from what a browser tells of it, which wgpu does not pass on: the fields of `GPUAdapterInfo`.
    pub fn told(vendor: &str, architecture: &str, device: &str, description: &str, is_fallback: bool) -> Self {
        let parts = [vendor, architecture, device].map(str::trim);
        let short = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let name = if description.trim().is_empty() { short } else { description.trim().to_owned() };
        let is_software = is_fallback || [name.as_str(), vendor, architecture, device].into_iter().any(is_software);
        Adapter { name, driver: String::new(), is_software }
    }

    fn of(info: &wgpu::AdapterInfo) -> Self {
        let driver = format!("{} {}", info.driver, info.driver_info).trim().to_owned();
        let is_software = info.device_type == wgpu::DeviceType::Cpu || is_software(&info.name);
        Adapter { name: info.name.trim().to_owned(), driver, is_software }
    }
}

/// Returns true if a name is that of a rasterizer that runs on the processor.
fn is_software(name: &str) -> bool {
    let name = name.to_lowercase();
    ["swiftshader", "llvmpipe", "lavapipe", "basic render"].iter().any(|software| name.contains(software))
}

/// Options for opening a GPU. The default is what a page wants: everything the adapter has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Details that the caller knows of the adapter: a page hands in [`Adapter::told`], because wgpu passes hardly
    /// anything on.
    pub told: Option<Adapter>,
    /// Limits that are not exceeded, although the adapter may have higher ones.
    pub most: Option<Limits>,
    /// True if timestamps are asked for where the adapter has them.
    pub has_timestamps: bool,
    /// Number of times that an adapter is asked for.
    pub adapter_tries: u32,
    /// Subgroup matrices that whoever opens it asks for beside wgpu, which has no name for them in a browser.
    pub matrices: Matrices,
}

impl Default for Opening {
    fn default() -> Self {
        Opening {
            told: None,
            most: None,
            has_timestamps: true,
            adapter_tries: ADAPTER_TRIES,
            matrices: Matrices::default(),
        }
    }
}

/// Longest wait for a device where the program itself must wait: a browser has a watchdog of its own.
#[cfg(not(target_arch = "wasm32"))]
const ANSWER_LIMIT: std::time::Duration = std::time::Duration::from_secs(60);

/// Number of times that a slow browser is asked whether it is done, before it is waited for.
const NUDGE_LIMIT: u32 = 10_000;

/// An open GPU. Keep it: opening takes long. Once it is lost ([`Gpu::lost`]), drop it and open another.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    adapter: Adapter,
    limits: Limits,
    trouble: Arc<Trouble>,
}

/// Reports of the device on its own account, outside of any call.
#[derive(Debug, Default)]
struct Trouble {
    lost: Mutex<Option<String>>,
    uncaptured: Mutex<Option<Fault>>,
}

impl Gpu {
    /// Opens the fastest GPU there is, or a software adapter where there is no other, with all that it has.
    ///
    /// `told` is what the caller knows of the adapter, as in [`Opening::told`].
    pub async fn open(told: Option<Adapter>) -> Result<Gpu, Fault> {
        Gpu::open_as(Opening { told, ..Opening::default() }).await
    }

    /// Opens a GPU with the limits that the adapter has, or with those that every WebGPU device has where that fails.
    pub async fn open_as(opening: Opening) -> Result<Gpu, Fault> {
        let most = opening.most.unwrap_or(Limits {
            threads: u32::MAX,
            shared_bytes: u32::MAX,
            workgroups: u32::MAX,
            buffer_bytes: u64::MAX,
            has_half: true,
            matrices: Matrices::ALL,
        });
        let adapter = request_adapter(opening.adapter_tries).await?;
        let mut features = wgpu::Features::empty();
        features.set(wgpu::Features::TIMESTAMP_QUERY, opening.has_timestamps);
        features.set(wgpu::Features::SHADER_F16, most.has_half);
        features &= adapter.features();
        let wanted = wanted(&adapter.limits(), &most);
        let (described, opened) = match request_device(&adapter, features, wanted).await {
            Ok(opened) => (Adapter::of(&adapter.get_info()), opened),
            Err(fault) => {
                // An adapter may be spent by a request that failed, so another is asked for.
                let adapter = request_adapter(opening.adapter_tries).await?;
                let plain = request_device(&adapter, wgpu::Features::empty(), wgpu::Limits::default()).await;
                (Adapter::of(&adapter.get_info()), plain.map_err(|_| fault)?)
            }
        };
        let (device, queue) = opened;

        let trouble = Arc::new(Trouble::default());
        let heard = Arc::clone(&trouble);
        device.set_device_lost_callback(move |reason, message| {
            set(&heard.lost, if message.is_empty() { format!("{reason:?}") } else { message });
        });
        let heard = Arc::clone(&trouble);
        // Without a handler wgpu panics.
        device.on_uncaptured_error(Arc::new(move |error| set(&heard.uncaptured, Fault::from(error))));

        // Less than every device has cannot be asked for, only kept to.
        let theirs = device.limits();
        let limits = Limits {
            threads: theirs
                .max_compute_invocations_per_workgroup
                .min(theirs.max_compute_workgroup_size_x)
                .min(most.threads),
            shared_bytes: theirs.max_compute_workgroup_storage_size.min(most.shared_bytes),
            workgroups: theirs.max_compute_workgroups_per_dimension.min(most.workgroups),
            buffer_bytes: theirs.max_buffer_size.min(theirs.max_storage_buffer_binding_size).min(most.buffer_bytes),
            has_half: device.features().contains(wgpu::Features::SHADER_F16),
            matrices: opening.matrices.and(most.matrices),
        };
        let mut described = described;
        if let Some(told) = opening.told {
            described.is_software |= told.is_software;
            if !told.name.is_empty() {
                described.name = told.name;
            }
            if !told.driver.is_empty() {
                described.driver = told.driver;
            }
        }
        if described.name.is_empty() {
            described.name = "GPU".to_owned();
        }
        Ok(Gpu { device, queue, adapter: described, limits, trouble })
    }

    /// Which GPU it is.
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// Returns the number of bytes that one buffer of a kernel may have.
    pub fn buffer_limit(&self) -> u64 {
        self.limits.buffer_bytes
    }

    /// Returns what a program may use on it.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns true if it can say by itself when a pass began and ended.
    pub fn has_timestamps(&self) -> bool {
        self.device.features().contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Why the device is gone, if it is. Then only a new [`Gpu::open`] helps.
    pub fn lost(&self) -> Option<Fault> {
        get(&self.trouble.lost).map(|message| Fault::DeviceLost { message })
    }

    /// Gives the GPU back. What is asked of it afterwards is answered with [`Fault::DeviceLost`].
    pub fn close(&self) {
        set(&self.trouble.lost, "closed".to_owned());
        self.device.destroy();
    }

    /// Runs calls of the device and answers their result, or what the device found wrong with them.
    pub(crate) async fn guarded<T>(&self, calls: impl FnOnce() -> T) -> Result<T, Fault> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = calls();
        // All scopes are closed before the first is waited for: none stays open over an await.
        let (validation, internal, memory) = (validation.pop(), internal.pop(), memory.pop());
        let errors = [validation.await, internal.await, memory.await];
        if let Some(lost) = self.lost() {
            return Err(lost);
        }
        match errors.into_iter().flatten().next() {
            Some(error) => Err(error.into()),
            None => Ok(result),
        }
    }

    /// Forgets the errors that no call answered for, so that they do not explain what comes now.
    pub(crate) fn begin(&self) -> Result<(), Fault> {
        self.take_uncaptured();
        self.lost().map_or(Ok(()), Err)
    }

    /// The better explanation of a failure: that the device is lost, or an error that no call answered for.
    pub(crate) fn explain(&self, fault: Fault) -> Fault {
        self.lost().or(self.take_uncaptured()).unwrap_or(fault)
    }

    /// Returns what a callback of the device sends, once the device has come that far.
    pub(crate) async fn answered<T>(&self, answer: oneshot::Receiver<T>) -> Result<T, Fault> {
        // Natively the callback is called from here; in a browser it is the browser that calls it and wakes us.
        #[cfg(not(target_arch = "wasm32"))]
        {
            let wait = wgpu::PollType::Wait { submission_index: None, timeout: Some(ANSWER_LIMIT) };
            if let Err(error) = self.device.poll(wait) {
                return Err(self.explain(Fault::ReadBack { message: error.to_string() }));
            }
        }
        answer.await.map_err(|error| self.explain(Fault::ReadBack { message: error.to_string() }))
    }

    /// [`Gpu::answered`], sooner where a browser looks for what is done only now and then: it looks at each submission,
    /// so nothing is submitted until the answer is there.
    pub(crate) async fn answered_soon<T>(&self, mut answer: oneshot::Receiver<T>) -> Result<T, Fault> {
        for _ in 0..NUDGE_LIMIT {
            if let Ok(Some(answer)) = answer.try_recv() {
                return Ok(answer);
            }
            self.guarded(|| self.queue.submit([])).await?;
        }
        self.answered(answer).await
    }

    /// Maps the first bytes of a buffer, so that the CPU can read them; `is_urgent` as in [`Gpu::answered_soon`].
    pub(crate) async fn map(&self, buffer: &wgpu::Buffer, bytes: u64, is_urgent: bool) -> Result<(), Fault> {
        let (sender, receiver) = oneshot::channel();
        buffer.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
            // Nobody listens any more where the caller has dropped the future.
            let _ = sender.send(result);
        });
        let mapped = if is_urgent { self.answered_soon(receiver).await? } else { self.answered(receiver).await? };
        mapped.map_err(|error| self.explain(Fault::ReadBack { message: error.to_string() }))
    }

    /// The first bytes of a buffer, mapped and given free again.
    pub(crate) async fn bytes(&self, buffer: &wgpu::Buffer, bytes: u64) -> Result<Vec<u8>, Fault> {
        self.map(buffer, bytes, false).await?;
        let read = buffer.get_mapped_range(0..bytes).map(|view| view.to_vec());
        buffer.unmap();
        read.map_err(|error| self.explain(Fault::ReadBack { message: error.to_string() }))
    }

    fn take_uncaptured(&self) -> Option<Fault> {
        self.trouble.uncaptured.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

async fn request_adapter(tries: u32) -> Result<wgpu::Adapter, Fault> {
    let options =
        wgpu::RequestAdapterOptions { power_preference: wgpu::PowerPreference::HighPerformance, ..Default::default() };
    for _ in 0..tries {
        // A new instance each time: natively it is what finds the drivers.
        if let Ok(adapter) = wgpu::Instance::default().request_adapter(&options).await {
            return Ok(adapter);
        }
    }
    Err(Fault::NoAdapter { tries })
}

async fn request_device(
    adapter: &wgpu::Adapter,
    required_features: wgpu::Features,
    required_limits: wgpu::Limits,
) -> Result<(wgpu::Device, wgpu::Queue), Fault> {
    let descriptor =
        wgpu::DeviceDescriptor { label: Some("Colex"), required_features, required_limits, ..Default::default() };
    adapter.request_device(&descriptor).await.map_err(|error| Fault::NoDevice { message: error.to_string() })
}

/// Returns what is asked of an adapter: what every WebGPU device has, and of what kernels use all that this one has.
fn wanted(theirs: &wgpu::Limits, most: &Limits) -> wgpu::Limits {
    let defaults = wgpu::Limits::default();
    // Never below what every device has: a browser would not give less, and the kernel that fills inputs needs it.
    let at_least = |theirs: u32, default: u32, most: u32| theirs.min(most).max(default);
    let bytes = |theirs: u64, default: u64| theirs.min(most.buffer_bytes).max(default);
    let threads = |theirs, default| at_least(theirs, default, most.threads);
    wgpu::Limits {
        max_buffer_size: theirs.max_buffer_size.max(defaults.max_buffer_size),
        max_storage_buffer_binding_size: bytes(
            theirs.max_storage_buffer_binding_size,
            defaults.max_storage_buffer_binding_size,
        ),
        max_compute_workgroup_storage_size: at_least(
            theirs.max_compute_workgroup_storage_size,
            defaults.max_compute_workgroup_storage_size,
            most.shared_bytes,
        ),
        max_compute_invocations_per_workgroup: threads(
            theirs.max_compute_invocations_per_workgroup,
            defaults.max_compute_invocations_per_workgroup,
        ),
        max_compute_workgroup_size_x: threads(
            theirs.max_compute_workgroup_size_x,
            defaults.max_compute_workgroup_size_x,
        ),
        max_compute_workgroup_size_y: threads(
            theirs.max_compute_workgroup_size_y,
            defaults.max_compute_workgroup_size_y,
        ),
        max_compute_workgroups_per_dimension: at_least(
            theirs.max_compute_workgroups_per_dimension,
            defaults.max_compute_workgroups_per_dimension,
            most.workgroups,
        ),
        ..defaults
    }
}

fn set<T>(slot: &Mutex<Option<T>>, value: T) {
    slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(value);
}

fn get<T: Clone>(slot: &Mutex<Option<T>>) -> Option<T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
