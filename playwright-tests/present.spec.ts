// Presenting: large, by the keys of a remote, with answers that are hidden until they are asked for.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { test, chosenCell, expect, fragment, grid, link, notebook, open, part } from './colex';

const bar = (page: Page, name = 'Presenting') => page.getByRole('navigation', { name });
const place = (page: Page) => part(page, 'Worked example').getByRole('status', { name: 'Step' });

test('a remote goes through the steps, and past the last to the next statement', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)\nB = (2,2):(1,2)', { p: '4' }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect(place(page)).toHaveText(/^1 \/ /);
  await page.keyboard.press('PageDown');
  await expect(place(page)).toHaveText(/^2 \/ /);
  await page.keyboard.press('PageUp');
  await expect(place(page)).toHaveText(/^1 \/ /);
  const steps = Number((await place(page).textContent())?.split('/')[1]);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('PageDown');
  await expect(bar(page)).toContainText('Statement 1 of 2');
  await expect(place(page)).toHaveText(`${steps} / ${steps}`);
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('Statement 2 of 2');
  await expect(place(page)).toHaveText(/^1 \/ /);
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page)).toContainText('Statement 1 of 2');
});

test('the steps of an operation are gone through where there are some', async ({ page }) => {
  await open(page, link('A = (8,8):(8,1)\nT = coalesce(A)', { s: 1 }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  const steps = part(page, 'Steps');
  await expect(steps.getByRole('status')).toContainText('Step 1 of');
  await page.keyboard.press('PageDown');
  await expect(steps.getByRole('status')).toContainText('Step 2 of');
  await expect(part(page, 'Worked example')).toHaveCount(0);
});

test('answers are hidden and revealed, the spotlight follows, and Escape leaves', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)', { p: '4' }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('h');
  await expect(bar(page).getByRole('button', { name: /^Hide answers/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(part(page, 'Worked example').getByRole('textbox', { name: /answer|Answer/ }).or(page.locator('#worked-answer'))).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.locator('#worked-answer')).toHaveCount(0);
  await page.keyboard.press('p');
  await page.mouse.move(200, 150);
  await expect.poll(() => page.locator('.spotlight').evaluate((light) => getComputedStyle(light).getPropertyValue('--x'))).toBe('200px');
  await page.keyboard.press('p');
  await expect(page.locator('.spotlight')).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Colex');
});

test('it is in the link, needs no full screen, and stands on a small projector and on 4K', async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined }); });
  await open(page);
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => fragment(page)).toContain(';;');
  const address = fragment(page);
  await page.reload();
  await expect(bar(page)).toBeVisible();
  expect(fragment(page)).toBe(address);
  for (const [width, height] of [[1024, 768], [3840, 2160]] as const) {
    await page.setViewportSize({ width, height });
    await expect(notebook(page)).toBeInViewport();
    await expect(part(page, 'Worked example')).toBeInViewport();
    await expect(part(page, 'Grid')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

// What follows a moment after a cell was chosen belongs to a grid that is gone by then.
test('it begins while the page still follows what was chosen', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)', { p: '4' }));
  await expect(grid(page).getByRole('gridcell').first()).toBeAttached();
  for (const name of ['Present', 'Leave']) {
    await page.evaluate((name) => {
      const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true });
      document.getElementById('grid-table')?.dispatchEvent(key);
      [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith(name))?.click();
    }, name);
    await expect(bar(page)).toHaveCount(name === 'Present' ? 1 : 0);
    // The new grid's cells follow as late as those of the old one would have.
    await expect(chosenCell(page)).toBeAttached();
  }
  await expect(part(page, 'Grid')).toBeVisible();
});

test('it speaks Chinese', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)', { p: '4', l: 'zh', b: 'dark' }));
  await page.getByRole('button', { name: '演示' }).click();
  await expect(bar(page, '演示')).toContainText('第 1 条，共 1 条');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
