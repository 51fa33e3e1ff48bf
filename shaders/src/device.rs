//! The only place that opens a GPU, and what can go wrong on it.

use std::sync::{Arc, Mutex, PoisonError};

use crate::kernel::Refusal;

/// How often an adapter is asked for: a GPU process that has just started may answer "none" the first time.
pub const ADAPTER_TRIES: u32 = 3;

/// Why a kernel did not run to its end. [`crate::words`] makes a sentence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no kernel for this layout, or not on this device. Nothing has run.
    Refused(Refusal),
    /// There is no GPU, or the browser does not let this page have one.
    NoAdapter {
        /// How often it was asked for.
        tries: u32,
    },
    /// There is a GPU, but it could not be opened.
    NoDevice {
        /// What the driver or the browser says.
        message: String,
    },
    /// The GPU went away: reset, driver restarted, or taken from the page. [`Gpu::open`] may get it back.
    DeviceLost {
        /// What the driver or the browser says.
        message: String,
    },
    /// The GPU's memory does not suffice.
    OutOfMemory,
    /// The driver or the browser does not accept a shader or a command.
    Invalid {
        /// What it says.
        message: String,
    },
    /// The driver or the browser failed by itself.
    Internal {
        /// What it says.
        message: String,
    },
    /// The result could not be read back.
    ReadBack {
        /// What it says.
        message: String,
    },
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

/// What a GPU calls itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Adapter {
    /// Its name, as in `NVIDIA H200` or `llvmpipe (LLVM 15.0.6, 256 bits)`; never empty on an open [`Gpu`].
    pub name: String,
    /// The driver or its version, or empty.
    pub driver: String,
    /// Whether the processor does the work: its times say nothing about a GPU.
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

/// Whether a name is that of a rasteriser that runs on the processor.
fn is_software(name: &str) -> bool {
    let name = name.to_lowercase();
    ["swiftshader", "llvmpipe", "lavapipe", "basic render"].iter().any(|software| name.contains(software))
}

/// An open GPU. Keep it: opening takes long. Once it is lost ([`Gpu::lost`]), drop it and open another.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    adapter: Adapter,
    trouble: Arc<Trouble>,
}

/// What the device reports on its own account, outside of any call.
#[derive(Debug, Default)]
struct Trouble {
    lost: Mutex<Option<String>>,
    uncaptured: Mutex<Option<Fault>>,
}

impl Gpu {
    /// Opens the fastest GPU there is, or a software adapter where there is no other.
    ///
    /// `told` is what the caller knows of the adapter: a page hands in [`Adapter::told`], because wgpu passes hardly
    /// anything on; elsewhere `None`.
    pub async fn open(told: Option<Adapter>) -> Result<Gpu, Fault> {
        let adapter = request_adapter().await?;
        let theirs = adapter.limits();
        let defaults = wgpu::Limits::default();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("Colex"),
            // What every WebGPU device has, and buffers as large as this one takes.
            required_limits: wgpu::Limits {
                max_buffer_size: theirs.max_buffer_size.max(defaults.max_buffer_size),
                max_storage_buffer_binding_size: theirs
                    .max_storage_buffer_binding_size
                    .max(defaults.max_storage_buffer_binding_size),
                ..defaults
            },
            ..Default::default()
        };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|error| Fault::NoDevice { message: error.to_string() })?;

        let trouble = Arc::new(Trouble::default());
        let heard = Arc::clone(&trouble);
        device.set_device_lost_callback(move |reason, message| {
            set(&heard.lost, if message.is_empty() { format!("{reason:?}") } else { message });
        });
        let heard = Arc::clone(&trouble);
        // Without a handler wgpu panics.
        device.on_uncaptured_error(Arc::new(move |error| set(&heard.uncaptured, Fault::from(error))));

        let mut described = Adapter::of(&adapter.get_info());
        if let Some(told) = told {
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
        Ok(Gpu { device, queue, adapter: described, trouble })
    }

    /// Which GPU it is.
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// How many bytes one buffer of a kernel may have.
    pub fn buffer_limit(&self) -> u64 {
        let limits = self.device.limits();
        limits.max_buffer_size.min(limits.max_storage_buffer_binding_size)
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

    fn take_uncaptured(&self) -> Option<Fault> {
        self.trouble.uncaptured.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

async fn request_adapter() -> Result<wgpu::Adapter, Fault> {
    let options =
        wgpu::RequestAdapterOptions { power_preference: wgpu::PowerPreference::HighPerformance, ..Default::default() };
    for _ in 0..ADAPTER_TRIES {
        // A new instance each time: natively it is what finds the drivers.
        if let Ok(adapter) = wgpu::Instance::default().request_adapter(&options).await {
            return Ok(adapter);
        }
    }
    Err(Fault::NoAdapter { tries: ADAPTER_TRIES })
}

fn set<T>(slot: &Mutex<Option<T>>, value: T) {
    slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(value);
}

fn get<T: Clone>(slot: &Mutex<Option<T>>) -> Option<T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
