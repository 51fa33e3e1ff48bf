// What accesses cost: bank conflicts, sectors and lines, the widest vector, and the way through the requests.

import { examine } from './axe';
import { expect, foreign, fragment, grid, link, notebook, open, part, test } from './colex';
import type { Page } from '@playwright/test';
import { thorough } from './some';

const tiles = 'row = (32,32):(32,1)\npadded = (32,32):(33,1)\nswizzled = Sw<5,0,5> o _0 o (32,32):(32,1)';
const arrangement = '28nf/40gp/32mwcslbtovDEXR';
const view = (page: Page) => part(page, 'Cost');
// Every statement is read as threads and values, for none of these says that it is.
const all = (text: string) => text.split('\n').map((_, statement) => statement).join(',');
const opened = (page: Page, text = tiles, fields: Record<string, string | number> = {}) =>
  open(page, link(text, { s: 0, rd: all(text), hv: 1, ...fields, a: arrangement }));
const verdict = (page: Page) => view(page).getByRole('status').first();
const banks = (page: Page) => view(page).getByRole('grid', { name: 'Banks of shared memory' });
const number = (page: Page, name: string) =>
  view(page).locator('.cost-line').filter({ has: page.getByText(name, { exact: true }) }).locator('b');

test('a column of a row-major tile is a 32-way conflict; padding and a swizzle take it away', async ({ page }) => {
  await opened(page);
  await expect(verdict(page)).toHaveText('32-way bank conflict: 1024 turns for 32 phases, 32 on average');
  await expect(banks(page).getByRole('row')).toHaveText(/^Threads 0–31: 32 turns, conflict in bank 0/);
  await expect(banks(page).getByRole('gridcell', { name: 'bank 0: 32' })).toBeVisible();
  await expect(banks(page).getByRole('gridcell', { name: /: 0$/ })).toHaveCount(31);
  await expect(number(page, 'Conflict degree')).toHaveText('32');
  await expect(view(page).getByText('By bits: every phase reaches 2^5 words in 2^0 banks, 2^5 in each')).toBeVisible();
  for (const statement of [1, 2]) {
    await opened(page, tiles, { s: statement });
    await page.reload();
    await expect(verdict(page)).toHaveText('No bank conflicts: each of the 32 phases takes one turn');
    await expect(banks(page).getByRole('gridcell', { name: /: 1$/ })).toHaveCount(32);
  }
});

test('accesses beside the tile are told', thorough, async ({ page }) => {
  await opened(page, 'T = (32,8):(-8,1)');
  await expect(view(page).getByText('248 of 256 accesses lie outside the tile: nothing is counted of them')).toBeVisible();
});

test('a bank says who meets there, by key, and the choice is one everywhere', async ({ page }) => {
  await opened(page, 'T = ((4,8),1):((16,1),1)');
  await expect(verdict(page)).toHaveText('2-way bank conflict: 2 turns for 1 phase, 2 on average');
  await banks(page).focus();
  for (let step = 0; step < 17; step += 1) await page.keyboard.press('ArrowRight');
  await expect(view(page).getByText('Bank 16 serves 2 words one after the other: word 16 for T1, word 48 for T3')).toBeVisible();
  await expect(banks(page).getByRole('gridcell', { selected: true })).toHaveAccessibleName('bank 16: 2');
  await expect.poll(() => fragment(page)).toContain(';;p=1;;');
  // The other way round: the chosen coordinate is marked in the picture.
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(banks(page).locator('.lit')).toHaveAccessibleName('bank 0: 2');
  // And what is under the pointer, before what is chosen.
  await banks(page).getByRole('gridcell').nth(17).hover();
  await expect(banks(page).locator('.lit')).toHaveAccessibleName('bank 17: 2');
});

test('vectors are served in phases, and a wider one than is legal is not offered', thorough, async ({ page }) => {
  await opened(page, tiles, { hv: 0 });
  await expect(verdict(page)).toHaveText('8-way bank conflict: 256 turns for 32 phases, 8 on average');
  await expect(banks(page).getByRole('row')).toHaveCount(4);
  const once = view(page).getByRole('combobox', { name: 'At once' });
  await expect(once).toHaveValue('0');
  await expect(once.getByRole('option', { name: '8' })).toBeDisabled();
  await once.selectOption('2');
  await expect(banks(page).getByRole('row')).toHaveCount(2);
  await expect.poll(() => fragment(page)).toContain(';;hv=2');
  await view(page).getByRole('combobox', { name: 'Element' }).selectOption('2 bytes');
  await expect(number(page, 'Phases of a request')).toHaveText('1');
  await expect(view(page).getByText('8 elements, 16 bytes: the widest access of a thread')).toBeVisible();
  await opened(page, 'T = (32,4):(33,1)', { hv: 4 });
  await page.reload();
  await expect(view(page).getByText('1 element, 4 bytes: T1 V0 lies at 33, which is no multiple of 2. 4 at once are not legal here')).toBeVisible();
});

const copies = 'copy = (32,4):(1,32)\nstride = (32,4):(2,64)\ncolumn = (64,64):(64,1)';
const coalesced = (statement: number) => link(copies, { s: statement, rd: all(copies), hv: 1, hm: 1, a: arrangement });

test('global memory: sectors, lines, and how much of them is used', thorough, async ({ page }) => {
  await opened(page, copies);
  await view(page).getByRole('button', { name: 'Global memory' }).click();
  await expect(verdict(page)).toHaveText('4 sectors and 1 line a request, 100 % of the bytes used');
  await expect.poll(() => fragment(page)).toContain(';;hm=1');
  await open(page, coalesced(1));
  await page.reload();
  await expect(verdict(page)).toHaveText('8 sectors and 2 lines a request, 50 % of the bytes used');
  await expect(number(page, 'Efficiency')).toHaveText('50 %');
  await open(page, coalesced(2));
  await page.reload();
  const sectors = view(page).getByRole('grid', { name: 'Sectors of global memory' });
  await expect(sectors.getByRole('row')).toHaveCount(32);
  await sectors.getByRole('gridcell').nth(4).click();
  await expect(view(page).getByText('Bytes 256–287: 4 of 32 are used, by T1', { exact: true })).toBeVisible();
  const instruction = view(page).getByRole('group', { name: 'Instruction' });
  await instruction.getByRole('button', { name: 'Next instruction' }).click();
  await expect(instruction).toContainText('2 of 64');
  await expect.poll(() => fragment(page)).toContain(';;va=1');
  await view(page).getByRole('group', { name: 'Warp' }).getByRole('button', { name: 'Next warp' }).click();
  await expect(view(page).getByRole('group', { name: 'Warp' })).toContainText('T32–63');
  await expect(view(page).getByText(/^Bytes 8448–8479: 4 of 32 are used, by T33$/)).toBeVisible();
});

test('the memory of a tile is another layout, and a refusal is a sentence', thorough, async ({ page }) => {
  await opened(page, 'T = (32,32):(1,32)\nS = (32,32):(32,1)\nsmall = (4,4):(4,1)');
  await expect(verdict(page)).toContainText('No bank conflicts');
  const data = view(page).getByRole('combobox', { name: 'Data' });
  await data.selectOption({ label: 'S' });
  await expect(verdict(page)).toContainText('32-way bank conflict');
  await data.selectOption({ label: 'small' });
  await expect(verdict(page)).toContainText('The tile does not fit into this layout');
});

test('without threads and values it writes an example', thorough, async ({ page }) => {
  await opened(page, 'A = 8:1');
  await view(page).getByRole('button', { name: 'Write an example' }).click();
  await expect(notebook(page)).toHaveValue(`A = 8:1\n${tiles}`);
  await expect(verdict(page)).toContainText('32-way bank conflict');
  await notebook(page).press('Control+End');
  await expect(verdict(page)).toContainText('No bank conflicts');
});

test('a large map is counted in slices, and what is not counted is said', thorough, async ({ page }) => {
  await opened(page, 'T = (1000000,64):(64,1)', { hv: 0 });
  await expect(view(page).getByText('Counted are the first 16384 of 1000000 threads and 64 of 64 values')).toBeVisible();
  await expect(verdict(page)).toContainText('8-way bank conflict');
});

test('it is complete in Chinese, and there is nothing to object to', async ({ page }) => {
  await opened(page, tiles, { l: 'zh', p: 5 });
  const own = part(page, '访存代价');
  await expect(own.getByRole('status').first()).toHaveText('32 路 bank 冲突：32 个阶段需要 1024 轮，平均 32 轮');
  await own.getByRole('gridcell').first().click();
  await expect(own.getByText('bank 0 依次服务 32 个字：字 0 给 T0')).toBeVisible();
  await expect.poll(() => foreign(page, tiles)).toEqual([]);
  await own.getByRole('button', { name: '全局内存' }).click();
  await expect(own.getByRole('status').first()).toHaveText('每次请求 32 个扇区、32 条缓存行，字节利用率 12.5 %');
  await expect.poll(() => foreign(page, tiles)).toEqual([]);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await examine(page, { within: ['#view-cost'] });
  }
});
