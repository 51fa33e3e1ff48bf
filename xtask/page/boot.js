
// Starts the page. The build puts this at the end of the JavaScript that wasm-bindgen writes, and fills the marks.
// A Worker may import this file too; there is no page to start then.
if (typeof document !== 'undefined') {
  const show = (id, detail) => {
    document.getElementById('loading')?.remove();
    const message = document.getElementById(id);
    if (message === null) return;
    message.hidden = false;
    if (detail) message.querySelector('[data-detail]')?.append(String(detail));
  };

  const start = async () => {
    if (typeof WebAssembly !== 'object') return show('no-wasm');
    try {
      const wasm = fetch(new URL('{{wasm}}', import.meta.url), { integrity: '{{wasm-integrity}}' });
      await __wbg_init({ module_or_path: wasm });
    } catch (error) {
      // A browser that knows WebAssembly, but not the parts of it that the page is compiled to, says CompileError.
      show(error instanceof WebAssembly.CompileError ? 'no-wasm' : 'failed', error);
      throw error;
    }
    document.getElementById('loading')?.remove();
    // The page itself says `data-ready` when also that is there which it loads after its first picture.
  };

  // A part of the page ended in its middle. That must never happen; where it does, the page says so and does not stand
  // there as if it still heard.
  const stopped = (error) => { if (error instanceof WebAssembly.RuntimeError) show('stopped'); };
  addEventListener('error', (event) => stopped(event.error));
  addEventListener('unhandledrejection', (event) => stopped(event.reason));
  document.querySelector('#stopped button')?.addEventListener('click', () => location.reload());

  start();

  if ({{offline}} && 'serviceWorker' in navigator) {
    // In a frame of another site, or with storage switched off, this is refused: the page works without it.
    navigator.serviceWorker.register(new URL('sw.js', import.meta.url)).catch(() => {});
  }
}
