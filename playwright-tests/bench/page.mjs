// How long the page takes to answer: from the press of a key to the painted frame, panning and zooming, memory, and the
// first visit. Medians of 30 in one browser on this machine: compare them with each other, not with other machines.
// `FRAME=1 node playwright-tests/bench/page.mjs` also says where the time of a key goes.

import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.mjs';
import { link } from '../link.mjs';
import { serve } from '../serve.mjs';

const RUNS = 30;

/** Notebooks; the caret is where the bar stands, and `key` is typed there and taken away again. Targets in milliseconds. */
const notebooks = [
  { name: 'first example', text: 'A = (3,(2,3)):(3,(12,|1))', key: '2', target: { key: 16.7, frame: 16.7 } },
  { name: '64x64', text: 'A = (64,64):(64,|1)', key: '2', target: { key: 16.7, frame: 16.7 } },
  { name: '256x256', text: 'A = (256,256):(256,|1)', key: '2', target: { key: 16.7, frame: 16.7 } },
  { name: '1024x1024', text: 'A = (1024,1024):(1024,|1)', key: '2', target: { key: 33, frame: 33 } },
  { name: '4096x4096', text: 'A = (4096,4096):(4096,|1)', key: '2', target: { key: 33, frame: 33 } },
];

/** The same with every view unfolded: operands, thread-value map, comparison and all. Targets in milliseconds. */
const everyView = [
  { name: '64x64, every view', text: 'A = (64,64):(64,|1)', key: '2', target: { key: 33, frame: 33 } },
  { name: '256x256, every view', text: 'A = (256,256):(256,|1)', key: '2', target: { key: 33, frame: 33 } },
];

/** Twelve kernels side by side, most of them of the layout that the key changes. */
const kernels = {
  name: 'twelve kernels side by side',
  text: 'A = (64,64):(64,|1)\nB = (64,128):(128,1)\nS = (32,32):(33,1)',
  key: '2',
  run: 'copy(source=_A)copy(source=_A,element=f16)copy(source=_B)transpose(source=_A,way=naive)'
    + 'transpose(source=_A,way=scalars,tile=_S)transpose(source=_B,way=blocks)gemm(a=_A,b=_A)gemm(a=_A,b=_A,rung=naive)'
    + 'gemm(a=_B,b=_B)gemm(a=_B,b=_A)sum(source=_B)sum(source=_A)roofs()',
  target: { key: 16.7 },
};

/** From the pointer to the painted highlight, in milliseconds. */
const HOVER = 8;

/** From the loaded page to a link with 50 statements on the screen, in milliseconds. */
const LINK = 300;

/** The most memory that the page may take with any of them, in MB. */
const MEMORY = 200;

/** When a first visit may have its first drawing, and when the whole page, in milliseconds, on this machine. */
const FIRST_DRAWING = 500;
const WHOLE = 1500;

/** When it may have its first drawing where the network is slow: 400 kbit/s, 400 ms to the server and back. */
const SLOW_DRAWING = 8000;

const median = (numbers) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
};
const worst = (numbers) => Math.max(...numbers);
const ms = (number) => (number === undefined || Number.isNaN(number) ? '-' : number.toFixed(1));
/** A number and what it may be at most. */
const against = (number, target) => `${ms(number)}${number > target ? ' > ' : ' ≤ '}${target}`;
const mb = (bytes) => (bytes === undefined ? '-' : (bytes / 1e6).toFixed(1));

const open = async (page, url) => {
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
};

/** In the page: a promise, `answered`, of the milliseconds from the next key to the frame that shows what it did. */
const listen = () => {
  const drawn = () => Number(document.documentElement.dataset.drawn ?? 0);
  const before = drawn();
  window.answered = new Promise((resolve) => {
    // When the key was pressed, not when its turn came: waiting behind other work counts.
    let pressed;
    addEventListener('keydown', (event) => { pressed ??= event.timeStamp; }, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (drawn() <= before) return;
      observer.disconnect();
      // `drawn` is set in an animation frame; a message sent there is received after the frame has been painted.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { channel.port1.close(); resolve(performance.now() - pressed); };
      channel.port2.postMessage(null);
    });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-drawn'] });
  });
};

const press = async (page, key) => {
  await page.evaluate(listen);
  await page.keyboard.press(key);
  return page.evaluate(() => window.answered);
};

const write = async (page, editor, { text }) => {
  const caret = text.indexOf('|');
  await editor.fill(text.replace('|', ''));
  await editor.evaluate((element, at) => element.setSelectionRange(at, at), caret);
  await editor.focus();
};

const keys = async (page, editor, notebook) => {
  await write(page, editor, notebook);
  const times = [];
  // The first two warm the caches up.
  for (let run = 0; run < RUNS + 2; run += 1) {
    times.push(await press(page, run % 2 === 0 ? notebook.key : 'Backspace'));
  }
  return times.slice(2);
};

/** Where the main thread's time goes between the press of a key and the painted frame: one line a kind of work. */
const profile = async (page, { name, key }) => {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await page.getByRole('textbox', { name: 'Notebook' }).focus();
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,disabled-by-default-devtools.timeline' });
  for (let run = 0; run < 10; run += 1) await press(page, run % 2 === 0 ? key : 'Backspace');
  await session.send('Tracing.end');
  await done;
  const totals = new Map();
  // Of its own processor time, so that other programs count less; of events, which.
  for (const { name: kind, ph, tdur, args } of events) {
    if (ph !== 'X' || tdur === undefined) continue;
    const called = kind === 'EventDispatch' ? `${kind} ${args?.data?.type}` : kind;
    totals.set(called, (totals.get(called) ?? 0) + tdur / 1000);
  }
  const most = [...totals].sort(([, one], [, other]) => other - one).slice(0, 14);
  return `\n${name}, ms a key: ${most.map(([kind, time]) => `${kind} ${ms(time / 10)}`).join(', ')}`;
};

/** The times between frames while the wheel turns over the grid: with `Control` it zooms, without it pans. */
const frames = async (page, zoom) => {
  const canvas = page.locator('canvas[data-view=grid]');
  if (await canvas.count() === 0) return [];
  await canvas.hover();
  await page.evaluate(() => {
    window.frames_ = [];
    let last;
    const tick = (now) => {
      if (last !== undefined) window.frames_.push(now - last);
      last = now;
      window.tick_ = requestAnimationFrame(tick);
    };
    window.tick_ = requestAnimationFrame(tick);
  });
  if (zoom) await page.keyboard.down('Control');
  for (let turn = 0; turn < RUNS * 2; turn += 1) await page.mouse.wheel(zoom ? 0 : 15, turn < RUNS ? 30 : -30);
  if (zoom) await page.keyboard.up('Control');
  return page.evaluate(() => { cancelAnimationFrame(window.tick_); return window.frames_; });
};

/**
 * From a pointer over the grid to the painted frame that marks the cell, in milliseconds: the page's own work and the
 * browser's, without the wait for the screen's next frame in between.
 */
const hovers = (page) => page.locator('canvas[data-view=grid]').evaluate(async (canvas, runs) => {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    // Asked for before the page asks for its own frame, this is called before it, in the same one.
    const painted = new Promise((resolve) => requestAnimationFrame(() => {
      const start = performance.now();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { channel.port1.close(); resolve(performance.now() - start); };
      channel.port2.postMessage(null);
    }));
    const start = performance.now();
    canvas.dispatchEvent(new PointerEvent('pointermove', {
      bubbles: true, clientX: left + width * (0.3 + 0.013 * (run % 30)), clientY: top + height * (0.4 + 0.017 * (run % 30)),
    }));
    // Effects run in microtasks.
    for (let turn = 0; turn < 20; turn += 1) await undefined;
    const handled = performance.now() - start;
    times.push(handled + await painted);
  }
  return times;
}, RUNS);

/** Opens the page with every view unfolded. */
const openEveryView = async (page, url) => {
  await open(page, url);
  const folded = page.getByRole('button', { name: /^Unfold: / });
  while (await folded.count() > 0) await folded.first().click();
  await page.waitForTimeout(1500);
};

/** A link with so many statements, made by the page itself. */
const linkOf = async (page, editor, statements) => {
  const line = (number) => `A${number} = logical_divide((${(number % 7) + 2},(4,8)):(32,(8,1)), ${(number % 7) + 2}:1)`;
  await editor.fill(Array.from({ length: statements }, (_, number) => line(number)).join('\n'));
  await page.waitForFunction(() => location.hash.length > 100 && location.hash.startsWith('#v1'));
  await page.waitForTimeout(1500);
  return page.url();
};

/** From the load of the module to the values of all statements, in milliseconds. */
const opened = async (browser, address, statements) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript((statements) => {
    const look = () => {
      if (document.documentElement.dataset.drawn !== undefined) window.drawn_ ??= performance.now();
      const listed = [...document.querySelectorAll('.values .printed')].filter((value) => value.textContent.includes(':'));
      if (listed.length >= statements) window.all_ ??= performance.now();
    };
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
  }, statements);
  await open(page, address);
  const times = await page.evaluate(() => {
    const wasm = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/app-') && name.endsWith('.wasm'));
    return { all: window.all_ - wasm[0]?.responseEnd, drawn: window.drawn_ - wasm[0]?.responseEnd };
  });
  await context.close();
  return times;
};

const memory = async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value;
  // Counts WebAssembly's memory too; it is there because the server isolates the page.
  const all = await page.evaluate(async () => {
    if (!globalThis.crossOriginIsolated || !performance.measureUserAgentSpecificMemory) return undefined;
    const late = new Promise((resolve) => setTimeout(resolve, 30_000));
    return (await Promise.race([performance.measureUserAgentSpecificMemory(), late]))?.bytes;
  });
  return { heap, all };
};

/** The first visit, with nothing cached: the first words, and the page itself. */
const visit = async (browser, url, network) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  if (network) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  }
  await page.addInitScript(() => {
    const look = () => {
      const { ready, drawn } = document.documentElement.dataset;
      if (ready !== undefined) window.ready_ ??= performance.now();
      if (drawn !== undefined) window.drawn_ ??= performance.now();
      const has = (selector) => document.querySelector(selector) !== null;
      if (document.querySelector('#notebook')?.value) window.text_ ??= performance.now();
      // What the page begins with, and the names of what else there is.
      if (has('.worked-parts') && has('.memory canvas') && has('.dock button')) window.whole_ ??= performance.now();
    };
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await open(page, url);
  await page.waitForFunction(() => window.whole_ !== undefined, undefined, { timeout: 120_000 });
  const times = await page.evaluate(() => ({
    words: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    text: window.text_,
    ready: window.ready_,
    drawn: window.drawn_,
    whole: window.whole_,
  }));
  await context.close();
  return times;
};

const table = (title, columns, rows) => {
  const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at].length)));
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  console.log(`\n${title}\n${[columns, ...rows].map(line).join('\n')}`);
};

const server = await serve({ isolated: true, packed: true });
const browser = await chromium.launch({
  ...launchOptions,
  // Without it, memory is measured only when the collector happens to run.
  args: [...launchOptions.args, '--enable-blink-features=ForceEagerMeasureMemory'],
});
try {
  const url = `${server.url}/colex/`;
  console.log(`Chromium ${browser.version()}, medians of ${RUNS}`);

  const slow = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
  const slowest = { latency: 400, downloadThroughput: 0.4e6 / 8, uploadThroughput: 0.4e6 / 8 };
  const visits = [];
  for (const [name, network, runs, drawing, whole] of [
    ['this machine', undefined, 9, FIRST_DRAWING, WHOLE],
    ['1.6 Mbit/s, 150 ms', slow, 3],
    ['400 kbit/s, 400 ms', slowest, 3, SLOW_DRAWING],
  ]) {
    const times = [];
    for (let run = 0; run < runs; run += 1) times.push(await visit(browser, url, network));
    const found = (what) => median(times.map((time) => time[what]));
    const told = (what, target) => (target === undefined ? ms(found(what)) : against(found(what), target));
    visits.push([name, ms(found('words')), ms(found('text')), ms(found('ready')), told('drawn', drawing), told('whole', whole)]);
  }
  table('first visit, nothing cached (ms)', ['network', 'first words', 'notebook', 'page', 'first drawing', 'whole page'], visits);

  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await open(page, url);
  const editor = page.getByRole('textbox', { name: 'Notebook' });
  if (await editor.count() === 0) {
    console.log('\nthe page has no notebook: nothing to type into');
  } else {
    const rows = [];
    for (const notebook of notebooks) {
      const times = await keys(page, editor, notebook);
      const pan = await frames(page, false);
      const zoom = await frames(page, true);
      const { heap, all } = await memory(page);
      const { key, frame } = notebook.target;
      rows.push([
        notebook.name, against(median(times), key), ms(worst(times)),
        against(median(pan), frame), ms(worst(pan)), against(median(zoom), frame), ms(worst(zoom)),
        mb(heap), against((all ?? NaN) / 1e6, MEMORY),
      ]);
      if (process.env.FRAME) console.log(await profile(page, notebook));
    }
    await write(page, editor, notebooks[2]);
    const pointed = await hovers(page);
    const address = await linkOf(page, editor, 50);
    const links = [];
    for (let run = 0; run < 9; run += 1) links.push(await opened(browser, address, 50));
    await openEveryView(page, url);
    const all = [];
    for (const notebook of everyView) {
      const times = await keys(page, editor, notebook);
      all.push([notebook.name, against(median(times), notebook.target.key), ms(worst(times))]);
      const hover = await hovers(page);
      all.push([`${notebook.name}: hover`, against(median(hover), HOVER), ms(worst(hover))]);
    }
    const bench = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await open(bench, `${url}#${link(kernels.text.replace('|', ''), { s: 0, r: kernels.run, a: '24ng/76r' })}`);
    await bench.getByRole('button', { name: 'Run all side by side' }).waitFor();
    const beside = await keys(bench, bench.getByRole('textbox', { name: 'Notebook' }), kernels);
    all.push([kernels.name, against(median(beside), kernels.target.key), ms(worst(beside))]);
    if (process.env.FRAME) console.log(await profile(bench, kernels));
    table(
      'from a key to the painted frame, and between frames (ms); memory (MB); behind each median its target',
      ['notebook', 'key', 'worst', 'pan', 'worst', 'zoom', 'worst', 'JS heap', 'all'],
      rows,
    );
    table('the rest (ms); behind each median its target', ['what', 'median', 'worst'], [
      ['256x256: from the pointer to the painted mark', against(median(pointed), HOVER), ms(worst(pointed))],
      ['a link with 50 statements: from the loaded module to its first picture',
        against(median(links.map(({ drawn }) => drawn)), LINK), ms(worst(links.map(({ drawn }) => drawn)))],
      ['a link with 50 statements: to all its values',
        against(median(links.map(({ all }) => all)), LINK), ms(worst(links.map(({ all }) => all)))],
      ...all,
    ]);
  }
} finally {
  await browser.close();
  server.close();
}
