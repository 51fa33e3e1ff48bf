// Operands and result of an operation side by side, and what the steps do with them.

import { examine } from './axe';
import { test, expect, fragment, grid, link, notebook, open, part } from './colex';

const DIVIDE = 'A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 2:1>)';

const operation = (page: Parameters<typeof open>[0]) => part(page, 'Operands and result');
const panel = (page: Parameters<typeof open>[0], name: RegExp) => operation(page).getByRole('group', { name });

test('a divide shows A, the tiler and the result, and says where a cell comes from', async ({ page }) => {
  await open(page, link(DIVIDE, { s: 1, p: 16 }));
  await expect(panel(page, /^A, operand, \(8,8\):\(8,1\)/)).toBeVisible();
  await expect(panel(page, /^tiler, <4:1, 2:1> = \(4,2\):\(1@0,1@1\)/)).toBeVisible();
  await expect(panel(page, /^D, result/)).toBeVisible();
  await expect(operation(page).getByRole('status')).toHaveText('D(16) = 2 is A(16), element 0 of tile 2');
  await expect(operation(page).getByRole('list', { name: 'Colours of the panels' })).toContainText('tile 7');
});

test('keys go through a panel, and the point of the page follows', async ({ page }) => {
  await open(page, link(DIVIDE, { s: 1, p: 0 }));
  const a = panel(page, /^A, operand/);
  await a.focus();
  await a.press('ArrowDown');
  await a.press('ArrowRight');
  await expect(operation(page).getByRole('status')).toHaveText('A(9) = 9 is D(5), element 5 of tile 0');
  await expect(page.getByRole('textbox', { name: 'Coordinate' })).toHaveValue('5');
  await a.press('End');
  await expect(operation(page).getByRole('status')).toContainText('A(63) = 63 is D(63)');
});

test('pointing at a cell of an operand lights up the grid', async ({ page }) => {
  await open(page, link('A = (4,4):(4,1)\nB = (2,2):(1,4)\nR = A o B', { s: 2, p: 0 }));
  const canvas = panel(page, /^B, applied first/).locator('canvas');
  await canvas.hover({ position: { x: 35, y: 35 } });
  await expect(operation(page).getByRole('status')).toHaveText('B(3) = 5, the coordinate of A: A(5) = 5, which is R(3)');
  await canvas.click({ position: { x: 35, y: 35 } });
  await expect(page.getByRole('textbox', { name: 'Coordinate' })).toHaveValue('3');
});

test('a complement says who fills a slot', async ({ page }) => {
  await open(page, link('R = complement(2:2, 8)', { s: 0 }));
  const space = panel(page, /index space/);
  await space.focus();
  await space.press('Home');
  await expect(operation(page).getByRole('status')).toHaveText('Slot 0 is filled by the layout itself: layout(0) = 0');
  await space.press('End');
  await expect(operation(page).getByRole('status')).toHaveText('Slot 7 is filled by copy 3: layout(1) = 2 and R(3) = 5');
});

test('a step colours the grid and the panels, and is part of the link', async ({ page }) => {
  await open(page, link('R = logical_divide(8:1, 2:2)', { s: 0 }));
  const steps = part(page, 'Steps');
  const legend = part(page, 'Grid').getByRole('list', { name: 'Colours' });
  await expect(legend).toHaveCount(0);
  const list = steps.getByRole('group', { name: 'Steps, by arrow keys' });
  await list.press('PageDown');
  await expect(steps.getByRole('status')).toHaveText(/^Step 1 of/);
  await expect(legend).toContainText('tile 3');
  while (!(await steps.locator('[aria-current=step]').innerText()).startsWith('Leaf 0 of the right')) {
    await list.press('PageDown');
  }
  await expect(legend).toContainText('coordinate 1');
  await expect(legend).not.toContainText('tile');
  await expect(operation(page)).toContainText('Colour: coordinate along leaf 0 of the tiler and its complement');
  await expect.poll(() => fragment(page)).toContain(';;q=');
  await steps.getByRole('button', { name: 'All', exact: true }).click();
  await expect(legend).toHaveCount(0);
  await expect.poll(() => fragment(page)).not.toContain(';;q=');
});

test('the grid takes the colours of the panels when asked', async ({ page }) => {
  await open(page, link(DIVIDE, { s: 1 }));
  const button = operation(page).getByRole('button', { name: 'Use these colours in the grid' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(part(page, 'Grid').getByRole('list', { name: 'Colours' })).toContainText('tile 7');
  await button.click();
  await expect(part(page, 'Grid').getByRole('list', { name: 'Colours' })).toHaveCount(0);
});

test('what is no operation shows nothing, and what does not fit says so', async ({ page }) => {
  await open(page);
  await expect(grid(page)).toBeVisible();
  await expect(operation(page)).toHaveCount(0);
  await notebook(page).fill('A = (1024,1024):(1024,1)\nD = zipped_divide(A, <64, 64>)');
  await page.getByRole('list', { name: 'Values' }).getByRole('button', { name: /^D/ }).click();
  await expect(panel(page, /^A, operand/)).toContainText(/\d+ of 1048576 cells are shown/);
});

for (const [theme, language] of [['light', 'en'], ['dark', 'zh']] as const) {
  test(`axe finds nothing: ${theme}, ${language}`, async ({ page }) => {
    await open(page, link(DIVIDE, { s: 1, p: 16, q: 3, b: theme, l: language }));
    await expect(page.locator('.operation canvas').first()).toBeVisible();
    await examine(page, { within: ['#view-operation', '#view-steps'] });
  });
}
