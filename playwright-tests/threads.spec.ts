// Thread-value maps: who holds which element, one thread alone, and what a warp touches in one instruction.

import { examine } from './axe';
import { expect, fragment, grid, link, notebook, open, part, test, fresh } from './colex';
import type { Page } from '@playwright/test';
import { ordinary, thorough } from './some';

const text = 'thr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)';
const arrangement = '26nf/44vg/30mwcslbtoDEXr';
const view = (page: Page) => part(page, 'Thread-value map');
const opened = (page: Page, notebook = text, fields: Record<string, string | number> = {}) =>
  open(page, link(notebook, { s: notebook.split('\n').length - 1, a: arrangement, ...fields }).replace(/a=[^;]*/, `a=${arrangement}`));
const tile = (page: Page) => view(page).getByRole('grid', { name: 'Tile' });
const said = (page: Page) => view(page).getByRole('status').filter({ hasText: /element/i }).first();

test('what make_layout_tv answers is drawn as its tile, and each element says who holds it', async ({ page }) => {
  await opened(page);
  await expect(view(page).getByRole('heading').first()).toContainText('32 threads × 4 values, tile 8 × 16. Each element is held once');
  await tile(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(said(page)).toHaveText('Element (0,0): thread 0 holds it as its value 0: T0 V0, index 0 in the tile');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(said(page)).toHaveText('Element (1,3): thread 1 holds it as its value 3: T1 V3, index 25 in the tile');
  await expect(tile(page).getByRole('gridcell', { selected: true })).toHaveText(/T1 V3/);
  // The same coordinate everywhere: thread 1, value 3 of 32 threads.
  await expect.poll(() => fragment(page)).toContain(';;p=97;;');
});

test('one thread alone, then one value, by stepper and by key', async ({ page }) => {
  await opened(page, text, { p: 5 });
  await expect(said(page)).toContainText('T5 V0');
  await tile(page).focus();
  await page.keyboard.press('Enter');
  await expect(view(page).getByText('T5 V0 (0,10) V1 (0,11) V2 (1,10) V3 (1,11)')).toBeVisible();
  await view(page).getByRole('button', { name: 'Next thread' }).click();
  await expect(view(page).getByText('T6 V0 (0,12)', { exact: false })).toBeVisible();
  await view(page).getByRole('spinbutton', { name: 'Thread' }).fill('31');
  await expect(view(page).getByRole('button', { name: 'Next thread' })).toBeDisabled();
  await expect.poll(() => fragment(page)).toContain(';;th=31');
  await view(page).getByRole('button', { name: 'Next value' }).click();
  await expect.poll(() => fragment(page)).toContain(';;va=0');
  await view(page).getByRole('button', { name: 'All of every thread' }).click();
  await expect.poll(() => fragment(page)).not.toContain(';;th=');
});

test('an instruction of a warp: what it touches depends on where the tile lies', async ({ page }) => {
  await opened(page, `${text}\npitch = (8,16):(1,128)`, { s: 2 });
  const instruction = view(page).getByRole('group', { name: 'One instruction of a warp' });
  await expect(instruction).toContainText('value 0: 32 elements in 8 sectors of 32 bytes (4 at least) and 4 lines of 128 bytes');
  await instruction.getByRole('combobox', { name: 'Data' }).selectOption({ label: 'pitch' });
  await expect(instruction).toContainText('value 0: 32 elements in 8 sectors of 32 bytes (4 at least) and 8 lines of 128 bytes');
  await instruction.getByRole('combobox', { name: 'Values at once' }).selectOption('4');
  await expect(instruction).toContainText('values 0–3: 128 elements in 16 sectors of 32 bytes (16 at least) and 16 lines of 128 bytes. Indices 0 to 1927, a span of 1928, with gaps');
  await instruction.getByRole('combobox', { name: 'Bits' }).selectOption('16');
  await expect(instruction).toContainText('in 16 sectors of 32 bytes (8 at least) and 16 lines');
  await expect.poll(() => fragment(page)).toMatch(/;;da=3;;.*hb=16;;hw=4/);
  await page.reload();
  await expect(instruction).toContainText('in 16 sectors of 32 bytes (8 at least) and 16 lines');
});

fresh('the values play one after the other, and with less motion they only step', thorough, async ({ page }) => {
  await page.clock.install();
  await opened(page);
  const value = view(page).getByRole('spinbutton', { name: 'Value' });
  await view(page).getByRole('button', { name: 'Play the values' }).click();
  await expect(value).toHaveValue('0');
  await page.clock.runFor(1100);
  await expect(value).toHaveValue('1');
  await page.clock.runFor(1100);
  await expect(value).toHaveValue('2');
  await view(page).getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(3000);
  await expect(value).toHaveValue('2');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await view(page).getByRole('button', { name: 'Play the values' }).click();
  await expect(value).toHaveValue('3');
  await page.clock.runFor(3000);
  await expect(value).toHaveValue('3');
});

test('a bare layout gets the tile of the notebook, else one that is a guess, and another one by choice', thorough, async ({ page }) => {
  await opened(page, 'tile = (8,16)\nC = ((4,8),(2,2)):((32,1),(16,8))', { rd: '1' });
  const heading = view(page).getByRole('heading').first();
  await expect(heading).toContainText('tile 8 × 16 of tile. Each element is held once');
  await notebook(page).fill('other = (8,32)\nC = ((4,8),(2,2)):((32,1),(16,8))');
  await expect(heading).toContainText('tile 16 × 8 (a guess');
  await view(page).getByRole('combobox', { name: 'Tile' }).selectOption({ label: 'other' });
  await expect(heading).toContainText('tile 8 × 32 of other');
});

test('what is no bijection says where', thorough, async ({ page }) => {
  await opened(page, 'B = (4,2):(1,2)', { p: 1, rd: '0' });
  await expect(view(page).getByRole('heading').first()).toContainText('2 elements are held more than once, first (0,1) by T0 V1 and T2 V0');
  await notebook(page).fill('B = (4,2):(1,8)');
  await expect(view(page).getByRole('heading').first()).toContainText('elements are held by nobody');
  await notebook(page).fill('B = (1000000,64):(64,1)');
  await expect(view(page).getByRole('heading').first()).toContainText('It is not drawn');
});

test('without a map it says what to type, and types it', thorough, async ({ page }) => {
  await opened(page, 'A = 8:1');
  await view(page).getByRole('button', { name: 'Write an example' }).click();
  await expect(notebook(page)).toHaveValue('A = 8:1\nthr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)');
  await expect(view(page).getByRole('heading').first()).toContainText('32 threads × 4 values');
  await view(page).getByText('From a thread layout and a value layout').click();
  await view(page).getByRole('combobox', { name: 'Values' }).last().selectOption('A');
  await view(page).getByRole('button', { name: 'make_layout_tv' }).click();
  await expect(notebook(page)).toHaveValue(/\nT2 = make_layout_tv\(thr, A\)$/);
  await expect(view(page).getByRole('heading').first()).toContainText('32 threads × 8 values');
});

test('from the facts to the map, and the map as LaTeX', thorough, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, link(text, { s: 2, a: '28nft/40gomc/32wslbVPDEXr' }));
  await part(page, 'Facts').getByRole('button', { name: 'Show which thread holds what' }).click();
  await expect(view(page).getByRole('heading').first()).toContainText('32 threads × 4 values');
  await expect(part(page, 'Facts').getByRole('button', { name: 'Show which thread holds what' })).toHaveCount(0);
  await view(page).getByRole('button', { name: 'Copy as LaTeX' }).click();
  await expect(page.getByText('LaTeX copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('% Layout TV: ((_8,_4),(_2,_2)):((_16,_2),(_8,_1))');
  expect(copied).toContain(String.raw`at (1,3) {\shortstack{T1 \\ V3}};`);
});

test('the tile and the grid point at the same', thorough, async ({ page }) => {
  await opened(page, text, { p: 0 });
  const canvas = view(page).locator('canvas').first();
  const box = await canvas.boundingBox();
  await canvas.click({ position: { x: (box?.width ?? 0) - 8, y: (box?.height ?? 0) - 8 } });
  await expect(said(page)).toContainText('T31 V3');
  await expect(grid(page).getByRole('gridcell', { selected: true })).toContainText('row 31, column 3');
});

for (const [theme, width] of [['light', 1280], ['dark', 360]] as const) {
  test(`nothing stands in the way of anybody: ${theme}, ${width} px`, ordinary(theme === 'dark'), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    await opened(page, text, { p: 5, th: 5, va: 1 });
    await expect(said(page)).toContainText('T5 V0');
    await examine(page, { within: ['#view-threads'] });
    const frame = page.locator('#view-threads');
    expect(await frame.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true);
  });
}

test('in Chinese there is no English', thorough, async ({ page }) => {
  await opened(page, text, { l: 'zh', p: 5, th: 5 });
  const chinese = part(page, '线程-值映射');
  await expect(chinese).toContainText('32 个线程 × 4 个值');
  await expect(chinese).toContainText('warp 的一条指令');
  await expect(chinese).not.toContainText(/[a-z]{4,}\s+[a-z]{3,}\s+[a-z]{3,}/);
});
