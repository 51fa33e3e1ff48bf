// Names of modes: written in the notebook or given in the tree, and read on every view.

import { test, expect, chosenCell, link, mistakes, notebook, open, part } from './colex';
import { thorough } from './some';

const named = 'A = (M=3,K=(a=2,b=3)):(3,(12,1))';

test('names stand on the axes, the coordinates, the facts and the worked example', async ({ page }) => {
  await open(page, link(named, { p: 16 }));
  await expect(part(page, 'Grid').getByRole('note', { name: 'rows M, columns K' })).toBeVisible();
  await expect(chosenCell(page)).toHaveText('M 1, K 5, index 17');
  await expect(page.getByRole('columnheader', { name: 'R-D (M,K)' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'natural (h-D) (M,(a,b))' })).toBeVisible();
  await expect(part(page, 'Facts').getByRole('button', { name: '1,0 a' })).toBeVisible();
  await expect(part(page, 'Worked example')).toContainText('coordinate in M');
  await expect(part(page, 'Worked example')).toContainText('left for K');
});

test('names follow the algebra to the axes of the result', thorough, async ({ page }) => {
  await open(page, link('A = (M=8,K=4):(1,8)\nB = zipped_divide(A, (4,2))', { s: 1 }));
  await expect(part(page, 'Grid').getByRole('note', { name: 'rows (TileM,TileK), columns (RestM,RestK)' })).toBeVisible();
  await notebook(page).fill('A = (M=8,K=4):(1,8)\nB = select<1,0>(A)');
  await expect(part(page, 'Grid').getByRole('note', { name: 'rows K, columns M' })).toBeVisible();
  await notebook(page).fill('A = (8,4):(1,8)\nB = select<1,0>(A)');
  await expect(part(page, 'Grid').getByRole('note')).toHaveCount(0);
});

test('the tree gives, changes and takes away a name', async ({ page }) => {
  await open(page);
  const name = (mode: string) => page.getByRole('textbox', { name: `name of mode ${mode}`, exact: true });
  await name('0').fill('M');
  await name('0').press('Enter');
  await expect(notebook(page)).toHaveValue('A = (M=3,(2,3)):(3,(12,1))\nA(16)');
  await name('1').fill('K');
  await name('1').press('Tab');
  await expect(notebook(page)).toHaveValue('A = (M=3,K=(2,3)):(3,(12,1))\nA(16)');
  await name('1,1').fill('b');
  await name('1,1').press('Enter');
  await expect(notebook(page)).toHaveValue('A = (M=3,K=(2,b=3)):(3,(12,1))\nA(16)');
  // A number that is stepped keeps the names.
  await page.getByRole('spinbutton', { name: 'extent of mode 0' }).press('ArrowUp');
  await expect(notebook(page)).toHaveValue('A = (M=4,K=(2,b=3)):(3,(12,1))\nA(16)');
  // What cannot be a name says why, and changes nothing.
  await name('1').fill('M');
  await expect(part(page, 'Modes')).toContainText('Two modes in the same parentheses are called M');
  await name('1').press('Enter');
  await expect(name('1')).toHaveAttribute('aria-invalid', 'true');
  await name('1').press('Escape');
  await expect(name('1')).toHaveValue('K');
  // What was refused goes when somebody leaves, as what was typed does.
  await name('1').fill('M');
  await name('1').press('Tab');
  await expect(name('1')).toHaveValue('K');
  await expect(part(page, 'Modes').locator('.trouble:not(:empty)')).toHaveCount(0);
  const extent = page.getByRole('spinbutton', { name: 'extent of mode 0' });
  await extent.fill('1');
  await extent.press('ArrowDown');
  await expect(part(page, 'Modes').locator('.trouble:not(:empty)')).toHaveCount(1);
  await extent.blur();
  await expect(part(page, 'Modes').locator('.trouble:not(:empty)')).toHaveCount(0);
  await extent.fill('4');
  await name('1').fill('');
  await name('1').press('Enter');
  await expect(notebook(page)).toHaveValue('A = (M=4,(2,b=3)):(3,(12,1))\nA(16)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(name('1')).toHaveValue('K');
});

test('a name that cannot be one has a sentence, and a repair where there is one', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = (M=3,M=4)');
  await expect(mistakes(page)).toContainText('Two modes in the same parentheses are called M');
  await mistakes(page).getByRole('button', { name: /M2/ }).click();
  await expect(notebook(page)).toHaveValue('A = (M=3,M2=4)');
  await expect(mistakes(page)).toHaveCount(0);
});
