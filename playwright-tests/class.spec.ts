// A class without a server: a sheet is made, done by two, collected and printed; practice and mixed sets go on without end.

import { expect, type Page, test } from '@playwright/test';
import { examine } from './axe';
import { open } from './colex';
import { link } from './link.mjs';
import { thorough } from './some';

const rail = (page: Page) => page.locator('.rail');
const place = (page: Page, name: string, more = {}) => open(page, link('', { le: name, ...more }));
const next = (page: Page) => rail(page).locator('.rail-next');
const learn = async (page: Page) => {
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Learn' });
  await expect(dialog).toBeVisible();
  return dialog;
};

const SHEET = 'cosize-of-layout.1,bank-conflict.1;41;p;Week 3';

/** Begins a sheet under a name. */
const begin = async (page: Page, name: string) => {
  await rail(page).getByLabel('Your name').fill(name);
  await rail(page).getByRole('button', { name: 'Begin' }).click();
  await expect(rail(page).locator('.rail-kind')).toContainText('Exercise 1 of 2');
};

/** Takes all hints: two or three, as there are steps. */
const hints = async (page: Page) => {
  const more = rail(page).getByRole('button', { name: /^(Hint|Next step|Solution)$/ });
  while (await more.count() > 0) await more.click();
};

/** Takes all hints, then the answer that they told, from another browser's storage: what a student knows who was told. */
const toldAnswer = async (page: Page) => {
  await hints(page);
  return rail(page).locator('.rail-help code').last().innerText();
};

test('a sheet is put together, and its link opens it', async ({ page, context }) => {
  await open(page, '');
  const dialog = await learn(page);
  await dialog.getByRole('button', { name: 'A sheet for a class' }).click();
  await expect(dialog).toContainText('Choose at least one exercise');
  await dialog.locator('.sheet-kinds button').nth(0).click();
  await dialog.locator('.sheet-kinds button').nth(3).click();
  await dialog.locator('.sheet-kinds button').nth(4).click();
  await expect(dialog.locator('.sheet-items li')).toHaveCount(3);
  await dialog.locator('.sheet-items li').nth(0).getByRole('button').click();
  await expect(dialog.locator('.sheet-items li')).toHaveCount(2);
  await dialog.locator('.sheet-items select').first().selectOption('2');
  await dialog.getByLabel('Title').fill('  Week   3 ');
  await dialog.getByLabel('Seed').fill('41');
  await dialog.getByLabel('Seed').press('Tab');
  await expect(dialog.locator('.sheet-code svg')).toBeVisible();
  const address = await dialog.getByLabel('Link').inputValue();
  await examine(page, { what: 'making a sheet', within: ['dialog.learn'] });
  const student = await context.newPage();
  await student.goto(address);
  await expect(rail(student).locator('.rail-title')).toHaveText('Week 3');
  await expect(rail(student)).toContainText('2 exercises. Your name decides your numbers.');
  await expect(next(student)).toBeDisabled();
  await rail(student).getByRole('button', { name: 'Begin' }).click();
  await expect(rail(student)).toContainText('A name is needed');
});

test('two do a sheet, each with numbers of their own, and the teacher collects', async ({ page }) => {
  await place(page, `s,0,${SHEET}`);
  await begin(page, ' Ada  Lovelace');
  const first = await page.getByRole('textbox', { name: 'Notebook' }).inputValue();
  const answer = await toldAnswer(page);
  await rail(page).getByRole('button', { name: 'Start over' }).click();
  await next(page).click();
  await rail(page).locator('#learn-answer, .choice').first().waitFor();
  await next(page).click();
  const result = rail(page).locator('#sheet-result');
  await expect(rail(page).locator('.rail-kind')).toHaveText('Result of Ada Lovelace');
  await expect(rail(page).locator('.sheet-done')).toContainText('shown');
  const ada = await result.inputValue();
  // What was done is there after a reload, and another student of this browser begins anew.
  await page.reload();
  await expect(result).toHaveValue(ada);
  await rail(page).locator('.rail-steps button').first().click();
  await rail(page).getByRole('button', { name: 'Back' }).click();
  await rail(page).getByRole('button', { name: 'Another name' }).click();
  await begin(page, 'Eva');
  const second = await page.getByRole('textbox', { name: 'Notebook' }).inputValue();
  expect(second).not.toBe(first);
  await rail(page).locator('#learn-answer').fill('63');
  await page.keyboard.press('Enter');
  await expect(rail(page).locator('.rail-verdict')).toContainText('✗');
  await next(page).click();
  await rail(page).locator('#learn-answer, .choice').first().waitFor();
  await next(page).click();
  const eva = await result.inputValue();
  // The same name, however it is written, has the same numbers and finds what was done.
  await rail(page).locator('.rail-steps button').first().click();
  await rail(page).getByRole('button', { name: 'Back' }).click();
  await rail(page).getByRole('button', { name: 'Another name' }).click();
  await begin(page, 'ADA lovelace');
  await expect(page.getByRole('textbox', { name: 'Notebook' })).toHaveValue(first);
  expect(answer).not.toBe('');
  const dialog = await learn(page);
  await dialog.getByRole('button', { name: 'Collect results' }).click();
  await dialog.locator('#collect-text').fill(`Hello,\n${ada}\n> ${eva}.\n${eva.slice(0, -3)}\n`);
  await expect(dialog.locator('.collected tbody tr')).toHaveCount(2);
  await expect(dialog.locator('.collected tbody')).toContainText('Ada Lovelace');
  await expect(dialog.getByRole('status').first()).toContainText('Line 4');
  await examine(page, { what: 'collected results', within: ['dialog.learn'] });
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^colex-\w{5}\.csv$/);
});

test('asking the page counts as shown', thorough, async ({ page }) => {
  await place(page, `s,0,${SHEET}`);
  await begin(page, 'Zoe');
  const notebook = page.getByRole('textbox', { name: 'Notebook' });
  const given = await notebook.inputValue();
  await expect(rail(page)).not.toContainText('The page was asked');
  await notebook.fill(`${given}\ncosize(A)`);
  await expect(rail(page)).toContainText('The page was asked: this counts as shown');
  // A question to the notebook is no answer.
  await rail(page).locator('#learn-answer').fill('cosize(A)');
  await page.keyboard.press('Enter');
  await expect(rail(page).locator('.rail-verdict')).toContainText('Write a number');
});

test('300 results are a table within a second', thorough, async ({ page }) => {
  await place(page, `s,0,${SHEET}`);
  await begin(page, 'Ada');
  await next(page).click();
  await rail(page).locator('#learn-answer, .choice').first().waitFor();
  await next(page).click();
  const word = await rail(page).locator('#sheet-result').inputValue();
  const dialog = await learn(page);
  await dialog.getByRole('button', { name: 'Collect results' }).click();
  // The same result with 300 names, its check made here a second time.
  const results = Array.from({ length: 300 }, (_, number) => {
    const [, sheet, , entries] = word.split('+');
    const body = `${sheet}+${Buffer.from(`Student ${number}`).toString('hex')}+${entries}`;
    return `colex1+${body}+${check(body)}`;
  });
  results[7] = `${results[7]}0`.replace('colex1+', 'colex1+x');
  await page.evaluate((text) => {
    const field = document.querySelector<HTMLTextAreaElement>('#collect-text')!;
    field.value = text;
    const begin = performance.now();
    field.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => { (window as unknown as { took: number }).took = performance.now() - begin; }));
  }, results.join('\n'));
  await expect(dialog.locator('.collected tbody tr')).toHaveCount(299);
  await expect(dialog.getByRole('status').first()).toContainText('Line 8');
  console.log(`300 results: ${await page.evaluate(() => Math.round((window as unknown as { took: number }).took))} ms`);
});

/** The check of a result, written a second time: FNV-1a, mixed by SplitMix64, in six digits of base 36. */
const check = (text: string) => {
  const mask = (1n << 64n) - 1n;
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & mask;
  let mixed = (hash + 0x9e3779b97f4a7c15n) & mask;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & mask;
  mixed ^= mixed >> 31n;
  return (mixed % 36n ** 6n).toString(36).padStart(6, '0');
};

test('a sheet prints, with the solutions on pages of their own', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const paper = document.querySelector('.paper');
      (window as unknown as { printed: string }).printed = paper?.outerHTML ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await open(page, '');
  const dialog = await learn(page);
  await dialog.getByRole('button', { name: 'A sheet for a class' }).click();
  for (const kind of [0, 1, 3]) await dialog.locator('.sheet-kinds button').nth(kind).click();
  await dialog.locator('#sheet-names').fill('Ada\nEva\nada ');
  await expect(dialog).toContainText('Ada stands there twice');
  await dialog.locator('#sheet-names').fill('Ada\nEva');
  await dialog.getByRole('button', { name: 'Print, solutions apart' }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed?: string }).printed ?? '')).toContain('Ada');
  const printed = await page.evaluate(() => (window as unknown as { printed: string }).printed);
  expect(printed.match(/class="paper-sheet"/g)).toHaveLength(2);
  expect(printed.match(/paper-solutions/g)).toHaveLength(2);
  // Solutions come behind all exercises.
  expect(printed.lastIndexOf('class="paper-sheet"')).toBeLessThan(printed.indexOf('paper-solutions'));
  await expect(page.locator('.paper')).toHaveCount(0);
  // The sheet is there to go on with.
  await expect(dialog.locator('.sheet-items li')).toHaveCount(3);
});

test('practice says why, goes on without end, and is kept', async ({ page }) => {
  await open(page, '');
  const dialog = await learn(page);
  await dialog.getByRole('button', { name: 'Practise' }).click();
  await expect(rail(page)).toContainText('New: not practised yet');
  for (let turn = 0; turn < 4; turn += 1) {
    await hints(page);
    await expect(rail(page).locator('.rail-help')).toContainText('The answer is');
    await next(page).click();
    await expect(rail(page).locator('.rail-help')).not.toContainText('The answer is');
  }
  await expect(rail(page)).toContainText('Again, because it was wrong the last time');
  expect(await page.evaluate(() => localStorage.getItem('colex.practice'))).toMatch(/=0\.\d+/);
});

test('a mixed set does not tell what kind comes', thorough, async ({ page }) => {
  await place(page, 'm,1,41,0');
  await expect(rail(page).locator('.rail-kind')).toHaveText('Exercise 1 of 8');
  await expect(rail(page)).not.toContainText('Explained in');
  await expect(rail(page).locator('.rail-steps button')).toHaveCount(8);
  await toldAnswer(page);
  await expect(rail(page)).toContainText('Explained in');
  await rail(page).locator('.rail-steps button').last().click();
  await expect(rail(page).locator('.rail-kind')).toHaveText('Exercise 8 of 8');
  await next(page).click();
  await expect(page.getByRole('dialog', { name: 'Learn' })).toBeVisible();
});

test('a name is text', thorough, async ({ page }) => {
  await place(page, `s,0,bank-conflict.1;41;s;<img src=x onerror=alert(1)>`);
  await expect(rail(page).locator('.rail-title')).toHaveText('<img src=x onerror=alert(1)>');
  await rail(page).getByLabel('Your name').fill('<script>alert(1)</script>');
  await rail(page).getByRole('button', { name: 'Begin' }).click();
  await next(page).click();
  await expect(rail(page).locator('.rail-kind')).toHaveText('Result of <script>alert(1)</script>');
});
