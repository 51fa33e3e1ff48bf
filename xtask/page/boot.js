
// Starts the page. The build puts this at the end of the JavaScript that wasm-bindgen writes, and fills the marks.
// A Worker may import this file too; there is no page to start then. A second copy, which was asked for because the
// first one seemed lost, finds the page running.
if (colex && !colex.runs) {
  colex.runs = true;
  const leave = () => document.getElementById('loading')?.remove();

  const start = async () => {
    if (typeof WebAssembly !== 'object') {
      leave();
      return colex.show('no-wasm');
    }
    const [wasm] = await Promise.all([colex.file('{{wasm}}', '{{wasm-integrity}}'), colex.style]);
    try {
      if (!isWhole) restComes().catch(() => {});
      await __wbg_init({ module_or_path: wasm });
      whole().catch(() => {});
    } catch (error) {
      // A browser that knows WebAssembly, but not the parts of it that the page is compiled to, says CompileError.
      leave();
      const message = colex.show(error instanceof WebAssembly.CompileError ? 'no-wasm' : 'failed');
      message.querySelector('[data-detail]')?.append(String(error));
      throw error;
    }
    leave();
    // The page itself says `data-ready` when also that is there which it loads after its first picture.
  };

  // A part of the page ended in its middle. That must never happen; where it does, the page says so and does not stand
  // there as if it still heard.
  const stopped = (error) => {
    if (error instanceof WebAssembly.RuntimeError) colex.show('stopped', () => location.reload());
  };
  addEventListener('error', (event) => stopped(event.error));
  addEventListener('unhandledrejection', (event) => stopped(event.reason));

  start();

  if ({{offline}} && 'serviceWorker' in navigator) {
    // In a frame of another site, or with storage switched off, this is refused: the page works without it.
    navigator.serviceWorker.register(new URL('sw.js', import.meta.url)).catch(() => {});
  }
}
