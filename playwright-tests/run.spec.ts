// Kernels on the GPU: here the browser's software adapter, on which results count and times do not.

import { examine } from './axe';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { test, expect, foreign, fragment, link, notebook, open, part } from './colex';
import { thorough } from './some';

/** Notebook and grid beside the view. */
const beside = '24ng/76r';
const matrices = 'A = (128,128):(128,1)\nS = Sw<5,0,5> o (32,32):(32,1)\nN = (32,32):(-1,32)';

/** The view on the GPU with a kernel chosen. */
const bench = async (page: Page, run: string, text = matrices) => {
  await open(page, link(text, { s: 0, r: run, a: beside }));
  return part(page, /^(On this GPU|在本机 GPU 上)$/);
};

/** Presses a button and waits until nothing runs any more. */
const finish = async (page: Page, name: string | RegExp = 'Run') => {
  await page.getByRole('button', { name, exact: true }).click();
  const run = page.getByRole('button', { name: /^(Run|运行)$/ });
  await expect(run).toBeEnabled({ timeout: 40_000 });
  // A busy machine is slow, and a run that may take long is asked for once more; of several it is left out, with a sentence.
  if (name !== 'Run' && await page.locator('.bench-why').count() > 0) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(run).toBeEnabled({ timeout: 40_000 });
  }
  const anyway = page.getByRole('button', { name: /^(Run it anyway|仍然运行)$/ });
  if (name !== 'Run' || !await anyway.isVisible()) return;
  await anyway.click();
  await expect(run).toBeEnabled({ timeout: 40_000 });
};

test('every kernel runs, is right, and is told with the adapter it ran on', async ({ page }) => {
  const gpu = await bench(page, 'copy()');
  for (const kernel of ['copy', 'transpose', 'gemm', 'sum', 'roofs']) {
    await gpu.getByRole('button', { name: kernel, exact: true }).click();
    await finish(page);
    await expect(gpu.getByText(/^✓Right: /)).toBeVisible();
    await expect(gpu.getByText('Median', { exact: true })).toBeVisible();
    await expect(gpu.getByText('the times say nothing about a GPU')).toBeVisible();
  }
  // The size that the page chose is small here, and in the link.
  await expect.poll(() => fragment(page)).toContain('roofs~n=16384/');
  await gpu.getByRole('button', { name: 'gemm', exact: true }).click();
  await gpu.getByText('The kernel in WGSL').click();
  // A long text is read part by part: at first its layouts are seen, and the keys open the others.
  await expect(gpu.getByText('who computes what')).toBeVisible();
  await expect(gpu.getByText('@compute')).toBeHidden();
  await gpu.getByText(/^Tile and addresses/).focus();
  await page.keyboard.press('Enter');
  await expect(gpu.getByText('@compute')).toBeVisible();
});

test('a GPU without subgroup matrices says so, and what would turn them on', async ({ page }) => {
  const gpu = await bench(page, 'gemm(n=128,rung=tensor)');
  await expect(gpu.getByLabel('Element')).toBeHidden();
  await finish(page);
  await expect(gpu.getByText(/No subgroup matrices .tensor cores. here\. Chrome offers them with/)).toBeVisible();
  await gpu.getByLabel('Rung').selectOption('naive');
  await finish(page);
  await expect(gpu.getByText(/^✓Right: /)).toBeVisible();
});

test('layouts of the notebook are bound, and what does not fit says why', thorough, async ({ page }) => {
  const gpu = await bench(page, 'transpose(n=128,way=scalars)');
  await gpu.getByLabel('Workgroup memory').selectOption({ label: 'S = Sw<5,0,5> o 0 o (32,32):(32,1)' });
  await expect(gpu.getByText('Reads tile: No bank conflicts')).toBeVisible();
  await finish(page);
  await expect(gpu.getByText(/^✓Right: all 16,384 numbers/)).toBeVisible();
  await gpu.getByLabel('Workgroup memory').selectOption({ label: 'row-major' });
  await expect(gpu.getByText('Reads tile: 32-way bank conflict')).toBeVisible();
  // The result was another configuration's.
  await expect(gpu.getByText(/^✓Right: /)).toHaveCount(0);
  await gpu.getByLabel('Source').selectOption({ label: 'N = (32,32):(-1,32)' });
  await expect(gpu.getByText('a buffer starts at 0')).toBeVisible();
  await expect(gpu.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  // The notebook goes on, and so does the kernel once its layout fits.
  await notebook(page).fill(matrices.replace('(-1,32)', '(1,32)'));
  await expect(gpu.getByText('a buffer starts at 0')).toHaveCount(0);
  await finish(page);
  await expect(gpu.getByText(/^✓Right: all 1,024 numbers/)).toBeVisible();
  await page.goto('about:blank');
  await bench(page, 'gemm(a=_A,b=_B)', 'A = (64,32):(32,1)\nB = (64,16):(1,64)');
  await expect(gpu.getByText('M, N and K must be the same')).toBeVisible();
});

test('a name that the notebook no longer has is missed, and figures of what it meant are not shown', thorough, async ({ page }) => {
  const gpu = await bench(page, 'transpose(n=128,way=scalars,tile=_S,t=51000:50000:50500:52000:7)on(gpu=G,date=2026-m11-m20)');
  const recorded = page.getByRole('region', { name: 'Recorded measurement' });
  await expect(recorded).toContainText('1 more of other layouts than the notebook has now: not shown');
  await expect(recorded.getByRole('row')).toHaveCount(0);
  await notebook(page).fill('A = (128,128):(128,1)');
  await expect(gpu.getByText('S is no layout of the notebook')).toBeVisible();
  await expect(gpu.getByLabel('Workgroup memory')).toHaveValue('_S');
  await expect(gpu.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await notebook(page).fill(matrices);
  await expect(gpu.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await gpu.getByLabel('Size').fill('0');
  await gpu.getByLabel('Size').press('Tab');
  await expect(gpu.getByText('A whole number from 128 to 16384: 128 is used')).toBeVisible();
});

test('side by side: checked, timed, taken away, shared, and shown as recorded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const gpu = await bench(page, 'transpose(n=128,way=naive)transpose(n=128,way=scalars,tile=padded)');
  const comparison = gpu.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByText('not run yet')).toHaveCount(2);
  await finish(page, 'Run all side by side');
  // The button is there again a moment before it is gone: each row says that it ran.
  await expect(comparison.getByText('not run yet')).toHaveCount(0);
  await expect(comparison.getByRole('row')).toHaveCount(3);
  await expect(comparison.getByRole('row', { name: /number by number, row-major, padded/ })).toContainText('no bank conflict');
  await gpu.getByRole('button', { name: 'Copy as a table' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('| kernel | result | median |');
  const table = await page.evaluate(() => navigator.clipboard.readText());
  expect(table.split('\n').filter((line) => line.includes('| right |'))).toHaveLength(2);
  expect(table).toContain('transpose: way=scalars, n=128, element=f32, source=(128,128):(128,1), destination=(128,128):(128,1), tile=(32,32):(33,1)');
  expect(table).toContain('a software adapter: its times say nothing about a GPU');
  const saved = page.waitForEvent('download');
  await gpu.getByRole('button', { name: 'Report' }).click();
  const report = readFileSync(await (await saved).path(), 'utf8');
  for (const part of ['2. transpose<small>way=scalars', 'numbers right', '(32,32):(33,1)', 'Predicted from the layouts', 'HeadlessChrome', '#v1'])
    expect(report).toContain(part);
  await expect(comparison.getByRole('row')).toHaveCount(3);
  await gpu.getByRole('button', { name: 'Link with this measurement' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#v1');
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  await page.goto('about:blank');
  await open(page, address.hash.slice(1));
  const recorded = page.getByRole('region', { name: 'Recorded measurement' });
  await expect(recorded).toContainText(/Recorded on .+, 20\d\d-\d\d-\d\d; not measured here and now/);
  await expect(recorded).toContainText('the times say nothing about a GPU');
  // They stand in the comparison, each under the one that is to run here.
  await expect(comparison.getByRole('row', { name: /^recorded, 20\d\d/ })).toHaveCount(2);
  await expect(comparison.getByText('not run yet')).toHaveCount(2);
  await recorded.getByRole('button', { name: 'Remove' }).click();
  await expect(recorded).toHaveCount(0);
  await expect(comparison.getByRole('row')).toHaveCount(3);
  await examine(page, { within: ['section.gpu'] });
});

test('a link with a measurement shows it first, on a phone from another column', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await bench(page, 'transpose(n=128,way=scalars,t=51000:50000:50500:52000)on(gpu=G,date=2026-m11-m20)');
  await expect(page.getByRole('region', { name: 'Recorded measurement' })).toBeInViewport();
});

test('odd sizes: what nobody chose fits them, and operands that no four divides are packed', thorough, async ({ page }) => {
  const gpu = await bench(page, 'transpose(n=129)', 'c = (1,2)\nA = (7,9):(9,1)');
  await finish(page);
  await expect(gpu.getByText(/^✓Right: all 16,641 numbers/)).toBeVisible();
  // A coordinate is no layout.
  await expect(gpu.getByLabel('Source').locator('option')).toHaveText(['row-major', 'column-major', 'A = (7,9):(9,1)']);
  // What nobody chose follows the layouts, not the size.
  await page.goto('about:blank');
  await bench(page, 'transpose(source=_A)', 'A = (33,35):(35,1)');
  await finish(page);
  await expect(gpu.getByText(/^✓Right: all 1,155 numbers/)).toBeVisible();
  await page.goto('about:blank');
  await bench(page, 'gemm(n=131,scheme=64x64x16.8x4.4x8.4.2.2.8.0.bck)', 'A = (7,9):(9,1)');
  await expect(gpu.getByText('Reads packed_a: ')).toBeVisible();
  await finish(page);
  await expect(gpu.getByText(/^✓Right: all 17,161 numbers/)).toBeVisible();
});

test('a run is cancelled, and one that would take too long is refused', async ({ page }) => {
  const gpu = await bench(page, 'gemm(n=128)');
  await gpu.getByRole('button', { name: 'Guided experiment' }).click();
  await expect(gpu.getByRole('progressbar')).toBeVisible();
  await gpu.getByRole('button', { name: 'Cancel' }).click();
  await expect(gpu.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  // By key as well, and the focus is never lost.
  await gpu.getByRole('button', { name: 'Guided experiment' }).press('Enter');
  await expect(gpu.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(gpu.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  await gpu.getByRole('button', { name: 'gemm', exact: true }).click();
  await gpu.getByLabel('Size').fill('8192');
  await finish(page);
  await expect(gpu.getByRole('status').filter({ hasText: /One run is expected to take .* take a smaller size/ })).toBeVisible();
  await expect(gpu.getByRole('cell', { name: /One run is expected to take/ })).toBeVisible();
  await expect(gpu.getByText(/^✓Right: /)).toHaveCount(0);
});

test('a hidden page pauses and goes on', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'hidden', { get: () => (window as { away?: boolean }).away === true });
  });
  const gpu = await bench(page, 'copy(n=128)');
  await page.evaluate(() => { (window as { away?: boolean }).away = true; });
  await gpu.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(gpu.getByText(/^Paused: the page is hidden/)).toBeVisible();
  await page.evaluate(() => { (window as { away?: boolean }).away = false; });
  await expect(gpu.getByText(/^✓Right: /)).toBeVisible();
});

test('no adapter: a sentence, and everything else works', async ({ page }) => {
  await page.addInitScript(() => { navigator.gpu.requestAdapter = () => Promise.resolve(null); });
  const gpu = await bench(page, 'copy(n=128)');
  await finish(page);
  await expect(gpu.getByText('No GPU is available')).toBeVisible();
  await gpu.getByText('The kernel in WGSL').click();
  await expect(gpu.getByText('@compute')).toBeVisible();
});

test('a lost device: a sentence, and the next run opens another', async ({ page }) => {
  await page.addInitScript(() => {
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = await request.apply(this, given);
      (window as { device?: GPUDevice }).device = device;
      return device;
    };
  });
  const gpu = await bench(page, 'gemm(n=128)');
  await finish(page);
  await expect(gpu.getByText(/^✓Right: /)).toBeVisible();
  await gpu.getByRole('button', { name: 'Guided experiment' }).click();
  await expect(gpu.getByText(/^Running once and checking/)).toBeVisible();
  await page.evaluate(() => (window as { device?: GPUDevice }).device?.destroy());
  await expect(gpu.getByText('The GPU went away')).toBeVisible();
  await finish(page);
  await expect(gpu.getByText(/^✓Right: /)).toBeVisible();
});

test('a device of tiny limits: the limit is told', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    const limits = Object.getOwnPropertyDescriptor(GPUDevice.prototype, 'limits')?.get;
    Object.defineProperty(GPUDevice.prototype, 'limits', {
      get() {
        return new Proxy(limits?.call(this), {
          get: (own, name) => (/BufferSize|BufferBindingSize/.test(String(name)) ? 65536 : Reflect.get(own, name, own)),
        });
      },
    });
  });
  const gpu = await bench(page, 'gemm(n=256)');
  await finish(page);
  await expect(gpu.getByText('262,144 bytes, and a buffer of this GPU at most 65,536')).toBeVisible();
});

test('memory that does not suffice: once more at half the size', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    // A buffer of 256 x 256 numbers or more is one too large, and the scope around it says so.
    const filters: string[] = [];
    let isTooLarge = false;
    const { createBuffer, pushErrorScope, popErrorScope } = GPUDevice.prototype;
    GPUDevice.prototype.createBuffer = function (descriptor) {
      isTooLarge ||= descriptor.size >= 256 * 256 * 4 && (descriptor.usage & GPUBufferUsage.STORAGE) !== 0;
      return createBuffer.call(this, descriptor);
    };
    GPUDevice.prototype.pushErrorScope = function (filter) {
      filters.push(filter);
      return pushErrorScope.call(this, filter);
    };
    GPUDevice.prototype.popErrorScope = async function () {
      const says = filters.pop() === 'out-of-memory' && isTooLarge;
      if (says) isTooLarge = false;
      const found = await popErrorScope.call(this);
      return says ? new GPUOutOfMemoryError('too large') : found;
    };
  });
  const gpu = await bench(page, 'copy(n=256,source=row)');
  await finish(page);
  await expect(gpu.getByText('this is half the size, 128')).toBeVisible();
  await expect(gpu.getByText(/^✓Right: all 16,384 numbers/)).toBeVisible();
});

test('a kernel that the browser does not accept: a sentence', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      const code = descriptor.code.replaceAll('destination[', 'nowhere[');
      return createShaderModule.call(this, { ...descriptor, code });
    };
  });
  const gpu = await bench(page, 'copy(n=128)');
  await finish(page);
  await expect(gpu.getByText('does not accept this kernel')).toBeVisible();
});

test('a wrong result is told with its first place, and shows no time', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      return createShaderModule.call(this, { ...descriptor, code: descriptor.code.replaceAll('= source[', '= 0.5 + source[') });
    };
  });
  const gpu = await bench(page, 'copy(n=128)');
  await finish(page);
  await expect(gpu.getByText(/^✗Wrong, so no time is shown: 16,384 of 16,384 numbers; the first is number 0/)).toBeVisible();
  await expect(gpu.getByText('Median', { exact: true })).toHaveCount(0);
});

test('without timestamps the clock on the wall is named', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    const features = Object.getOwnPropertyDescriptor(GPUAdapter.prototype, 'features')?.get;
    Object.defineProperty(GPUAdapter.prototype, 'features', {
      get() { return new Set([...features?.call(this)].filter((name) => name !== 'timestamp-query')); },
    });
  });
  const gpu = await bench(page, 'transpose(n=128)');
  await finish(page);
  await expect(gpu.getByText(/by the clock on the wall: less exact/)).toBeVisible();
});

test('a search says how far it is, and is cancelled', thorough, async ({ page }) => {
  const gpu = await bench(page, 'gemm(n=128)');
  await gpu.getByRole('button', { name: 'Tune for this GPU' }).click();
  await expect(gpu.getByText(/^Looking for the fastest: \d+ in the running/)).toBeVisible();
  await gpu.getByRole('button', { name: 'Cancel' }).click();
  await expect(gpu.getByText(/^Looking for/)).toHaveCount(0);
  await expect(gpu.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
});

test('the bench speaks Chinese', thorough, async ({ page }) => {
  const gpu = await bench(page, 'transpose(n=128)transpose(n=128,way=naive)');
  await page.getByRole('button', { name: '中文' }).click();
  await finish(page, '全部交替运行');
  await expect(gpu.getByText(/^✓正确：/)).toBeVisible();
  expect(await foreign(page, `${matrices} google swiftshader source tile destination ns ms kB MB GB JSON`)).toEqual([]);
});
