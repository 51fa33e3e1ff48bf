// Who holds what of an instruction's operands: asked by text, by key and by a link; and what names of atoms become.

import { examine } from './axe';
import { expect, foreign, fragment, link, notebook, open, part, test } from './colex';
import type { Page } from '@playwright/test';

const atom = 'MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}';
const tiled = `make_tiled_mma(${atom}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})`;
const view = (page: Page) => part(page, 'Atom');
const question = (page: Page) => view(page).getByRole('textbox');
const answer = (page: Page) => view(page).locator('#atom-answer');

test('who holds an element, and what a thread holds', async ({ page }) => {
  await open(page, link(atom));
  await expect(view(page).getByRole('heading')).toHaveText('Atom SM80_16x8x16_F32F16F16F32_TN');
  await question(page).fill('C(9,5)');
  await expect(answer(page)).toHaveText('C(9,5): thread 6 holds it as its value 3, in register 3.');
  await question(page).fill('A T17');
  await expect(answer(page)).toContainText('V7 (12,11)');
  await question(page).fill('C(99,5)');
  await expect(answer(page)).toHaveText('The mode has the extent 16: 0 to 15 (at character 3).');
  await expect(question(page)).toHaveAttribute('aria-invalid', 'true');
  await view(page).getByRole('button', { name: 'Clear' }).click();
  await expect(question(page)).toHaveValue('');
});

test('a link carries the question', async ({ page }) => {
  await open(page, link(tiled));
  await question(page).fill('C(9,5)');
  await expect(answer(page)).toContainText('thread 6 (lane 6 of warp 0)');
  await expect.poll(() => fragment(page)).toContain(';;as=');
  await page.reload();
  await expect(question(page)).toHaveValue('C(9,5)');
  await view(page).getByRole('button', { name: 'All of T6' }).click();
  await expect(question(page)).toHaveValue('T6');
  await view(page).getByRole('button', { name: 'Next thread' }).click();
  await expect(question(page)).toHaveValue('T7');
});

test('a name of an atom is completed, and one that is none is told why', async ({ page }) => {
  await open(page, link(`${atom}\nx = SM80_16x8x12_F32F16F16F32_TN{}`));
  await expect(page.getByText('K is 12; with F16 it may be 8 or 16').first()).toBeVisible();
  await notebook(page).fill('');
  await notebook(page).pressSequentially('SM75_U32x4_LD');
  await expect(page.getByRole('option').first()).toContainText('SM75_U32x4_LDSM_N');
});

test('it is complete in Chinese, and there is nothing to object to', async ({ page }) => {
  await open(page, link(tiled, { as: 'A+T17', l: 'zh' }));
  const own = part(page, 'Atom');
  await expect(own.getByText('128 个线程')).toBeVisible();
  await own.getByText('布局为何如此').click();
  await expect.poll(() => foreign(page, `${tiled} TiledMMA ThrLayoutVMNK PermutationMNK ThrID half_t float lane warp quad block CTA LaTeX print latex M N K T V R A B C`)).toEqual([]);
  await examine(page);
});
