// Lessons beside the live page: every card opens, can be done, and shows what it promises.

import { expect, type Page, test } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { examine } from './axe';
import { notebook, open } from './colex';
import { link } from './link.mjs';
import { asks, ordinary, thorough } from './some';

/** The cards of each lesson, as its file has them. */
const lessons = readdirSync('public/lessons').filter((file) => file !== 'course.txt').map((file) => {
  const text = readFileSync(`public/lessons/${file}`, 'utf8');
  const kinds = [...text.matchAll(/^### (\w+)$/gm)].map((match) => match[1]);
  return { name: file.replace('.txt', ''), kinds, practice: (text.match(/^practice: (.*)$/m)?.[1] ?? '').split(';').length };
});

const rail = (page: Page) => page.locator('.rail');
const card = (page: Page, place: string, more = {}) => open(page, link('', { le: place, ...more }));
const next = (page: Page) => rail(page).locator('.rail-next');

/** Does a card's task as its own solution does, and says what became of it. */
const solve = async (page: Page, kind: string) => {
  if (kind === 'see' || kind === 'do') {
    await rail(page).getByRole('button', { name: 'Show me' }).click();
    await expect(rail(page).locator('.rail-verdict')).toContainText('✓');
  } else if (kind === 'predict' && await rail(page).locator('#learn-answer').count() > 0) {
    await rail(page).getByRole('button', { name: 'Show the answer' }).click();
    const answer = await rail(page).locator('.rail-verdict code').innerText();
    // What it shows is what it accepts.
    await rail(page).getByRole('button', { name: 'Start over' }).click();
    await rail(page).locator('#learn-answer').fill(answer);
    await page.keyboard.press('Enter');
    await expect(rail(page).locator('.rail-verdict')).toContainText('✓ Right');
  } else if (kind !== 'recap') {
    const choices = rail(page).locator('.choice, .rail-table td button');
    for (let at = 0; at < await choices.count(); at += 1) {
      await choices.nth(at).click();
      if ((await rail(page).locator('.rail-verdict').innerText()).startsWith('✓')) break;
    }
    await expect(rail(page).locator('.rail-verdict')).toContainText('✓');
  }
};

for (const [number, { name, kinds, practice }] of lessons.entries()) {
  test(`every card of ${name} is done by its solution`, ordinary(number === 0), async ({ page }) => {
    await card(page, `${name},1`);
    for (const [at, kind] of kinds.entries()) {
      await expect(rail(page).locator('.rail-steps [aria-current]')).toHaveAttribute('aria-label', new RegExp(`^Card ${at + 1}`));
      if (kind !== 'recap') await expect(next(page)).not.toHaveClass(/done/);
      await solve(page, kind ?? '');
      await expect(next(page)).toHaveClass(/done/);
      await expect(page.locator('.wrongs li')).toHaveCount(await page.locator('.wrongs li').count());
      await next(page).click();
    }
    for (let at = 1; at <= practice; at += 1) {
      await expect(rail(page).locator('.rail-steps [aria-current]')).toHaveAttribute('aria-label', new RegExp(`^Exercise ${at}`));
      await expect(rail(page).locator('.rail-words')).not.toBeEmpty();
      await expect(rail(page).locator('#learn-answer, .choice').first()).toBeVisible();
      if (at < practice) await next(page).click();
    }
  });
}

test('a wrong prediction is named, and the views open with the right one', async ({ page }) => {
  await card(page, 'cosize,2');
  await expect(page.locator('#view-grid:not(.folded) canvas')).toHaveCount(0);
  await rail(page).locator('#learn-answer').fill('12');
  await page.keyboard.press('Enter');
  await expect(rail(page).locator('.rail-verdict')).toContainText('size');
  await rail(page).locator('#learn-answer').fill('_24');
  await rail(page).getByRole('button', { name: 'Check' }).click();
  await expect(rail(page).locator('.rail-verdict')).toContainText('✓ Right');
  await expect(page.locator('#view-grid canvas').first()).toBeVisible();
});

test('keys turn the cards and bring back the beginning, but not while one types', async ({ page }) => {
  await card(page, 'cosize,3');
  await notebook(page).fill('A = (4,2):(1,100)');
  await expect(rail(page).locator('.rail-verdict')).toBeEmpty();
  await notebook(page).press('0');
  await expect(notebook(page)).toHaveValue(/0$/);
  await rail(page).locator('.rail-title').click();
  await page.keyboard.press('0');
  await expect(notebook(page)).toHaveValue('A = (4,2):(1,8)');
  await notebook(page).fill('A = (4,2):(1,11)');
  await expect(rail(page).locator('.rail-verdict')).toContainText('✓');
  await rail(page).locator('.rail-title').click();
  await page.keyboard.press(']');
  await expect(rail(page).locator('.rail-steps [aria-current]')).toHaveText('4');
  await page.keyboard.press('[');
  await expect(rail(page).locator('.rail-steps [aria-current]')).toHaveText('3');
  await expect(rail(page).locator('.rail-steps button').nth(2)).toHaveClass(/done/);
});

test('what is tried in a lesson is nobody’s document, and what was done stays', async ({ page }) => {
  await open(page, '');
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  await page.getByRole('dialog', { name: 'Learn' }).getByRole('button', { name: /cosize/i }).first().click();
  await notebook(page).fill('A = (4,2):(1,9)');
  await rail(page).getByRole('button', { name: 'Show me' }).click();
  await expect(rail(page).locator('.rail-verdict')).toContainText('✓');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('colex.tab.')).length)).toBe(0);
  await page.reload();
  await expect(rail(page).locator('.rail-steps button').first()).toHaveClass(/done/);
  await rail(page).getByRole('button', { name: 'Leave the lesson' }).click();
  await expect(rail(page)).toHaveCount(0);
});

test('an exercise names the mistake, gives three hints, and is worked out on the page', async ({ page }) => {
  await card(page, 'x,index-of-coordinate,2,7');
  await rail(page).locator('#learn-answer').fill('(1,2)');
  await page.keyboard.press('Enter');
  await expect(rail(page).locator('.rail-verdict')).toContainText('Write a number');
  await rail(page).locator('#learn-answer').fill('99999');
  await page.keyboard.press('Enter');
  await expect(rail(page).locator('.rail-verdict')).toContainText('✗');
  for (const hint of ['Hint', 'Next step', 'Solution']) await rail(page).getByRole('button', { name: hint }).click();
  await expect(rail(page).locator('.rail-help')).toContainText('The answer is');
  await rail(page).getByRole('button', { name: 'See it on the page' }).click();
  await expect(page.locator('#view-worked')).toContainText('the index');
});

test('what is no place says so, and leads to all lessons', async ({ page }) => {
  for (const place of ['nothing,1', 'cosize,99', 'x,<b>,1,2', 'zz', 's,0,']) {
    await page.goto('about:blank');
    await card(page, place);
    await expect(rail(page)).toContainText('There is no such lesson');
    await next(page).click();
    await expect(page.getByRole('dialog', { name: 'Learn' })).toBeVisible();
  }
});

test('every heading leads to the card that explains it', thorough, async ({ page }) => {
  await open(page, '');
  const marks = page.locator('.view > .why');
  await expect(marks.first()).toBeVisible();
  const count = await marks.count();
  expect(count).toBeGreaterThan(3);
  await marks.first().click();
  await expect(rail(page).locator('.rail-words')).not.toBeEmpty();
  await expect(rail(page)).not.toContainText('There is no such lesson');
});

test('what is seen has its card beside the notebook, and the card its lesson', async ({ page }) => {
  await open(page, link('complement((2,2):(1,6), 24)'));
  const mark = page.getByRole('button', { name: 'Why? Operands and result' });
  await mark.click();
  const card = page.getByRole('dialog', { name: 'Function' });
  await expect(card).toContainText('complement');
  await page.keyboard.press('Escape');
  await expect(mark).toBeFocused();
  await expect(page.locator('#notebook')).toHaveValue(/^complement/);
  await mark.click();
  await card.getByRole('button', { name: 'Learn it in a lesson' }).click();
  await expect(rail(page).locator('.rail-words')).not.toBeEmpty();
});

test('a mistake leads to the card that explains it', async ({ page }) => {
  await open(page, link('composition((4,2):(1,8), 3:3)'));
  await page.locator('.wrongs').getByRole('button', { name: 'Why?' }).click();
  const card = page.getByRole('dialog', { name: 'Divisibility conditions' });
  await card.getByRole('button', { name: 'Learn it in a lesson' }).click();
  await expect(rail(page).locator('.rail-words')).not.toBeEmpty();
});

test('a card inside another page stays there', thorough, async ({ page }) => {
  await card(page, 'cosize,1', { e: 1 });
  await expect(rail(page).locator('.rail-words')).not.toBeEmpty();
  await next(page).click();
  await expect(rail(page).locator('.rail-steps [aria-current]')).toHaveText('2');
  await expect(page.locator('html')).toHaveAttribute('data-embed', '');
});

for (const [width, height] of [[320, 640], [390, 844], [1280, 720]] as const) {
  test(`a lesson at ${width} px has nothing to object to`, ordinary(width === 390), async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const [second, scheme] of (['light', 'dark'] as const).entries()) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [at, place] of ['cosize,1', 'cosize,2', 'cosize,4', 'cosize,5', 'cosize,6', 'x,coordinate-of-number,1,3'].entries()) {
        if (!asks(3, at, second)) continue;
        await page.goto('about:blank');
        await card(page, place);
        await expect(rail(page).locator('.rail-words')).not.toBeEmpty();
        await examine(page, { what: `${place}, ${scheme}, ${width} px`, within: ['.rail'] });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
        await expect(next(page)).toBeInViewport();
      }
    }
  });
}
