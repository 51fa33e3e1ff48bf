// What an edit costs, counted: the grid is laid out once, whoever draws it, points into it or reads it.

import type { Page } from '@playwright/test';
import { test, expect, link, notebook, open } from './colex';
import { every } from './views';

const boards = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.boards));

test('a key builds one board, and a move of the pointer none', async ({ page }) => {
  await open(page, link('A = (64,64):(64,1)', { a: every }));
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await notebook(page).press('End');
  await notebook(page).press('ArrowLeft');
  const before = await boards(page);
  expect(before).toBeGreaterThan(0);
  await notebook(page).press('2');
  await expect(page).toHaveTitle(/:\(64,12\)/);
  expect(await boards(page)).toBe(before + 1);
  const box = await page.locator('canvas[data-view=grid]').boundingBox();
  for (let step = 0; step < 8; step += 1) await page.mouse.move((box?.x ?? 0) + 40 + 9 * step, (box?.y ?? 0) + 60 + 7 * step);
  await expect.poll(() => boards(page)).toBe(before + 1);
});
