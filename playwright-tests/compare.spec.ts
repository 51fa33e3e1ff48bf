// Two values side by side: verdicts, the table of differences, the next one, pinning and swapping.

import { examine } from './axe';
import { expect, fragment, grid, link, notebook, open, part, test } from './colex';
import { thorough } from './some';

const arranged = { a: '28nft/40gmc/32dwslbEVXr' };
const region = (page: import('@playwright/test').Page) => part(page, /^(Compare|比较)$/);
const table = (page: import('@playwright/test').Page) => region(page).getByRole('grid');
const cell = (page: import('@playwright/test').Page, text: string) => table(page).getByRole('gridcell', { name: text, exact: true });

test('two layouts: the verdict, the first difference, how many, and both indices in each cell that differs', async ({ page }) => {
  await open(page, link('A = (4,(2,4)):(8,(4,1))\nB = (4,8):(1,4)', { ...arranged, p: '0' }));
  await expect(region(page)).toContainText('A and B are different functions');
  await expect(region(page)).toContainText('They first differ at 1-D coordinate 1: A(1,(0,0)) = 8, but B(1,0) = 1');
  await expect(region(page)).toContainText('They differ at 24 of 32 coordinates');
  await expect(region(page)).toContainText('Every coordinate of B is one of A');
  await expect(cell(page, 'differs: A 8, B 1')).toHaveText('8→1');
  await expect(table(page).getByRole('gridcell').and(page.locator('[id]'))).toHaveCount(32);

  // The same function in another shape.
  await notebook(page).fill('A = (4,8):(1,4)\nB = 32:1');
  await expect(region(page)).toContainText('the same function of the 1-D coordinate');
  await expect(table(page).locator('.differs')).toHaveCount(0);
  await expect(region(page).getByRole('button', { name: 'Next difference' })).toBeDisabled();

  // Other sizes.
  await notebook(page).fill('A = (4,8):(1,4)\nB = 20:1');
  await region(page).getByRole('combobox', { name: 'This' }).selectOption({ label: 'A = (4,8):(1,4)' });
  await expect(region(page)).toContainText('the 20 coordinates that both have are compared');
  await expect(cell(page, '20, beyond the size of B')).toHaveText('20→–');
});

test('the next difference, by button and key, is chosen everywhere; the pointer lights the same cell', thorough, async ({ page }) => {
  await open(page, link('A = (4,4):(1,4)\nB = (4,4):(1,5)', { ...arranged, p: '0' }));
  await region(page).getByRole('button', { name: 'Next difference' }).click();
  await expect.poll(() => fragment(page)).toContain('p=4');
  await expect(table(page).getByRole('gridcell', { selected: true })).toHaveText('4→5');
  await expect(grid(page).getByRole('gridcell', { selected: true })).toContainText('4');
  await table(page).focus();
  await page.keyboard.press('n');
  await expect.poll(() => fragment(page)).toContain('p=5');
  await page.keyboard.press('p');
  await expect.poll(() => fragment(page)).toContain('p=4');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => fragment(page)).toContain('p=0');
  await page.keyboard.press('End');
  await expect.poll(() => fragment(page)).toContain('p=12');
  await region(page).getByRole('button', { name: 'Previous difference' }).click();
  await expect.poll(() => fragment(page)).toContain('p=11');
  await page.keyboard.press('Tab');
  await cell(page, '3').click();
  await region(page).getByRole('button', { name: 'Previous difference' }).click();
  await expect(region(page)).toContainText('No further difference in this direction');
});

test('the other is the statement before, unless it is pinned; both change places', thorough, async ({ page }) => {
  await open(page, link('A = 8:1\nB = 8:2\nC = 8:3', arranged));
  const other = region(page).getByRole('combobox', { name: 'Other' });
  const self = region(page).getByRole('combobox', { name: 'This' });
  const pin = region(page).getByRole('button', { name: 'Pin' });
  await self.selectOption({ label: 'C = 8:3' });
  await expect(other).toHaveValue('1');
  await self.selectOption({ label: 'B = 8:2' });
  await expect(other).toHaveValue('0');
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await self.selectOption({ label: 'C = 8:3' });
  await expect(other).toHaveValue('0');
  await expect.poll(() => fragment(page)).toContain('y=0');
  await region(page).getByRole('button', { name: 'Swap' }).click();
  await expect(self).toHaveValue('0');
  await expect(other).toHaveValue('2');
  await expect(region(page)).toContainText('A and C are different functions');
  await pin.click();
  await expect(other).toHaveValue('1');
  await other.selectOption({ label: 'C = 8:3' });
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
});

test('integers and tuples, nothing to compare with, a huge layout, Chinese', thorough, async ({ page }) => {
  await open(page, link('A = (4,(2,3))\nB = (4,(2,5))', { ...arranged, s: 1 }));
  await expect(region(page)).toContainText('B and A first differ at mode 1,1: 5 is not 3');
  await expect(table(page)).toHaveCount(0);
  await notebook(page).fill('A = (4,8):(1,4)');
  await expect(region(page)).toContainText('There is no other statement to compare with yet');
  await notebook(page).fill('A = (1000000000,1000000000):(1,1000000000)\nB = (1000000000,1000000000):(1000000000,1)');
  await expect(region(page)).toContainText('They differ at 999999999000000000 of 1000000000000000000 coordinates');
  await expect(region(page)).toContainText('rows 0–15 of 1000000000');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(region(page)).toContainText('B 与 A 是不同的函数');
});

test('axe finds nothing, in both themes', async ({ page }) => {
  for (const b of ['light', 'dark']) {
    await open(page, link('A = (4,(2,4)):(8,(4,1))\nB = (4,8):(1,4)', { ...arranged, p: '5', b }));
    await expect(table(page)).toBeVisible();
    await examine(page, { within: ['.compare'] });
    await page.goto('about:blank');
  }
});
