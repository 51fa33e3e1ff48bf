// Layouts with a swizzle: every view shows what comes after the strides, too.

import { test, expect, cells, choose, chosenCell, expectCells, grid, link, notebook, open, part, summary } from './colex';
import { thorough } from './some';

const swizzled = 'A = Sw<2,0,3> o _5 o (4,8):(8,1)';
// swizzle(5 + 8 * row + column): the bits 11000 onto 11.
const table = Array.from({ length: 4 }, (_, row) => Array.from({ length: 8 }, (_, column) => {
  const index = 5 + 8 * row + column;
  return index ^ ((index & 24) >> 3);
}));

test('every view shows the swizzled index of one point', async ({ page }) => {
  await open(page, link(swizzled, { p: '(3,2)' }));
  await expect(page).toHaveTitle('A = Sw<2,0,3> o 5 o (4,8):(8,1) · Colex');
  await expectCells(page, table.map((row) => row.join(' ')).join(' / '));
  await expect(chosenCell(page)).toHaveText('row 3, column 2, index 28');
  await expect(page.getByRole('grid', { name: 'Coordinates' }).getByRole('row', { selected: true })).toHaveText(/^11\s*\(3,2\)\s*28/);
  await expect(page.getByRole('slider', { name: 'Index' })).toHaveAttribute('aria-valuenow', '28');
  await expect(part(page, 'Memory')).toContainText('each once');
  await expect(part(page, 'Facts')).toContainText('cosize32of the layout before the swizzle; the indices run from');

  await expect(summary(page)).toContainText('Sw<2,0,3>(5 + 3·8 + 2·1) = 28');
  await expect(part(page, 'Worked example').getByRole('listitem')).toHaveText([
    /^3·8 = 24/, /^2·1 = 2/, /^24 \+ 2 = 26\s*the index before the swizzle/, /^5 \+ 26 = 31\s*the offset/,
    /^Sw<2,0,3>\(31\) = 28\s*31 is 11111 in binary.*which is 28/,
  ]);

  const back = part(page, 'From an index to its coordinates');
  await expect(back.getByRole('status').first()).toHaveText('One coordinate reaches 28');
  await expect(back.getByRole('list', { name: 'Coordinates found' }).getByRole('button')).toHaveText(['11 ~ (3,2)']);
  for (const line of ['Sw<2,0,3>(28) = 31', '31 − 5 = 26', '26 − 3·8 = 2', '2 − 2·1 = 0']) {
    await expect(back.getByText(line, { exact: true })).toBeVisible();
  }
  // CuTe has no such function for a layout without strides.
  await expect(back.getByText('get_hier_coord')).toHaveCount(0);
  await back.getByRole('textbox', { name: 'Index' }).fill('2');
  await expect(back.getByRole('status').first()).toHaveText('No coordinate reaches 2');
  await expect(back).toContainText('Before the swizzle that is Sw<2,0,3>(2) = 2, 2 − 5 = -3. The indices run from 0 to 31');
});

test('pointing and choosing go both ways', async ({ page }) => {
  await open(page, link(swizzled));
  await choose(page, '0');
  await expect(chosenCell(page)).toHaveText('row 0, column 0, index 5');
  await page.getByRole('slider', { name: 'Index' }).press('End');
  await expect(chosenCell(page)).toHaveText(/index 36$/);
  await grid(page).press('Control+Home');
  await expect(page.getByRole('slider', { name: 'Index' })).toHaveAttribute('aria-valuenow', '5');
});

test('predicting does not tell what the swizzle makes', thorough, async ({ page }) => {
  await open(page, link(swizzled, { p: '(3,2)' }));
  const worked = part(page, 'Worked example');
  await worked.getByRole('button', { name: 'Predict' }).click();
  for (const answer of ['24', '2', '26', '31']) {
    await page.getByRole('textbox', { name: / is$/ }).fill(answer);
    await page.getByRole('textbox', { name: / is$/ }).press('Enter');
    await page.keyboard.press('ArrowRight');
  }
  const line = worked.getByRole('listitem').last();
  await expect(line).toContainText('bits 4-3 are XORed onto bits 1-0');
  await expect(worked).not.toContainText('28');
  await page.getByRole('textbox', { name: / is$/ }).fill('28');
  await page.getByRole('textbox', { name: / is$/ }).press('Enter');
  await expect(summary(page)).toContainText('= 28');
});

test('the layout inside is edited where it is spelt out', thorough, async ({ page }) => {
  await open(page, link(swizzled));
  const extent = part(page, 'Modes').getByRole('spinbutton', { name: 'extent of mode 0' });
  await extent.press('ArrowDown');
  await extent.press('ArrowDown');
  await expect(notebook(page)).toHaveValue('A = Sw<2,0,3> o _5 o (2,8):(8,1)');
  await expectCells(page, table.slice(0, 2).map((row) => row.join(' ')).join(' / '));
  await notebook(page).fill('A = composition(Swizzle<1,0,1>{}, make_layout(4))');
  await expect(part(page, 'Modes')).toContainText('This layout is computed by a call');
  await part(page, 'Modes').getByRole('button', { name: 'Edit a copy' }).click();
  await expect(notebook(page)).toHaveValue(/\nA_copy = Sw<1,0,1> o _0 o 4:_1$/);
  await expect.poll(() => cells(page)).toBe('0 1 3 2');
});

test('a tensor shows its data from where they begin', thorough, async ({ page }) => {
  await open(page, link('make_tensor(counting_iterator(7), (2,4):(4,1))'));
  await expectCells(page, '7 8 9 10 / 11 12 13 14');
});

test('the kernel swizzles, too', thorough, async ({ page }) => {
  await open(page, link(swizzled));
  const gpu = part(page, 'On this GPU');
  await gpu.getByRole('button', { name: 'Check on the GPU' }).click();
  await expect(gpu.getByRole('status')).toHaveText(/^All 32 indices computed on .* equal the algebra's\.$/);
  await gpu.getByText('The kernel in WGSL').click();
  await expect(gpu.getByText('k1 ^ ((k1 & 24u) >> 3u)')).toBeVisible();
});
