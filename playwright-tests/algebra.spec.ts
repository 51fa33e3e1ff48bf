// The algebra on the page: results, how they came about, what they promise.

import { test, expect, expectCells, grid, link, notebook, open, part } from './colex';
import { thorough } from './some';

const value = (page: Parameters<typeof open>[0], name: RegExp) =>
  page.getByRole('list', { name: 'Values' }).getByRole('button', { name });

test('a composition shows its result, its steps and its laws', async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)');
  await value(page, /^R/).click();
  await expectCells(page, '0 8 16 / 24 32 40 / 2 10 18 / 26 34 42');

  const steps = part(page, 'Steps');
  await expect(steps).toContainText('Mode 0 of the second operand, 4:3, is read through (6,2):(8,2)');
  await expect(steps.getByRole('status')).toHaveText('All 7 steps');
  await steps.getByRole('button', { name: 'Next step' }).click();
  await expect(steps.getByRole('status')).toHaveText('Step 1 of 7');
  await steps.getByRole('button', { name: 'Next step' }).click();
  await expect(steps.locator('[aria-current=step]')).toContainText('Mode 0 of the second operand');
  await steps.getByRole('group', { name: 'Steps, by arrow keys' }).press('End');
  await expect(steps.getByRole('status')).toHaveText('Step 7 of 7');
  await expect(steps.getByRole('button', { name: 'Next step' })).toBeDisabled();

  const laws = part(page, 'Laws');
  await expect(laws).toContainText('R(c) = A(B(c))');
  await expect(laws).toContainText('Holds at all 12');
});

test('an answer of CuTe that is not the mathematical one is marked with the coordinate', thorough, async ({ page }) => {
  await open(page, link('composition((4,3):(1,5), 4:3)'));
  const laws = part(page, 'Laws');
  await expect(laws.getByRole('listitem').filter({ hasText: 'result(c) = A(B(c))' })).toContainText(/Does not hold here: result\(2\) = 5/);
});

test('a derived operation unfolds', async ({ page }) => {
  await open(page, link('logical_divide((4,2,3):(2,1,8), 4:2)'));
  const steps = part(page, 'Steps');
  await expect(steps).toContainText('is by definition composition(layout, (tiler, complement(tiler, shape(coalesce(layout)))))');
  await expect(steps.getByText(/Mode 0 of the second operand/)).toBeHidden();
  await steps.getByRole('group').first().press('End');
  await expect(steps.getByText(/One element is left|The last mode/).last()).toBeVisible();
});

test('a refused composition says which condition fails', async ({ page }) => {
  await open(page);
  await notebook(page).fill('composition((4,3):(1,5), 6:1)');
  await expect(part(page, 'Notebook')).toContainText('Shape divisibility');
});

test('what would work instead is one click away', async ({ page }) => {
  await open(page);
  await notebook(page).fill('composition((4,3):(1,5), 6:1)');
  const advice = part(page, 'What would work');
  await expect(advice.getByRole('button').first()).toBeVisible();
  await advice.getByRole('button').first().click();
  await expect(part(page, 'Notebook')).not.toContainText('Shape divisibility');
  await expect(value(page, /composition/)).toContainText(':');
});

test('an answer that is not the mathematical one is said beside it', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).fill('R = composition((4,3):(1,5), 4:3)');
  await expect(value(page, /^R/)).toContainText("CuTe's answer, not the mathematical one");
  await expect(part(page, 'What would work').getByRole('button').first()).toBeVisible();
});

test('the lens shows which integers are static and which checks vanish', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).fill('R = composition((_4,3):(_1,5), _6:2)');
  await value(page, /^R/).click();
  await page.getByRole('button', { name: 'Unfold: Static and dynamic' }).click();
  const lens = part(page, 'Static and dynamic');
  await expect(lens).toContainText('Every integer is dynamic');
  await expect(lens.getByRole('row').filter({ hasText: 'stride divisibility' }).first()).toContainText(/never|at compile time/);
});

test('steps and laws are there in Chinese', thorough, async ({ page }) => {
  await open(page, link('complement((2,4):(1,8), 48)', { l: 'zh' }));
  await expect(part(page, '步骤')).toContainText('complement');
  await expect(part(page, '性质')).toContainText('布局与结果只共有索引 0');
});

test('a grid that fits shows its first row, whichever cell is chosen', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = (6,2):(8,2)\nR = composition(A, (4,3):(3,1))');
  await value(page, /^R/).click();
  await grid(page).focus();
  // The chosen cell of the first screen, 16, is outside; the last cell is chosen, and the first is still in view.
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Fit' }).click();
  const canvas = page.locator('canvas').first();
  await canvas.click({ position: { x: 90, y: 66 } });
  await expect(part(page, 'Worked example').getByRole('textbox', { name: 'Coordinate' })).toHaveValue('0');
});
