// How the tests, the measurements and the pictures start the browser.

/** `cargo xtask` finds the browser and names it here; without it, Playwright's own is used. */
export const executablePath = process.env.COLEX_CHROMIUM || undefined;

export const args = [
  // WebGPU on a machine without a GPU: Chromium's software adapter.
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader',
  // As root, in a container, the sandbox cannot start.
  '--no-sandbox',
  // The browser itself must not ask for anything either.
  '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const launchOptions = { executablePath, args };
