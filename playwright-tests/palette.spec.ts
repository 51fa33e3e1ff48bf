// Find anything, and the page of a function: by keys and by pointer, in both languages.

import { examine } from './axe';
import type { Page } from '@playwright/test';
import { test, expect, isWithin, link, notebook, open } from './colex';
import { thorough } from './some';

const palette = (page: Page, name = 'Find anything') => page.getByRole('dialog', { name });
const search = (page: Page) => palette(page).getByRole('combobox', { name: 'Find anything' });
const options = (page: Page) => palette(page).getByRole('option');

const find = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k');
  await search(page).fill(words);
};

test('a few letters find functions, views, examples, actions and documents', async ({ page }) => {
  await open(page);
  await notebook(page).focus();
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeFocused();
  await expect(palette(page).getByRole('status')).toContainText('are not listed');
  const cases: [string, string, string][] = [
    ['zd', 'zipped_divide', 'Function'], ['grid', 'Grid', 'View'], ['copy link', 'Copy the link', 'Action'], ['导出', 'Export', 'Action'],
  ];
  for (const [words, label, kind] of cases) {
    await search(page).fill(words);
    await expect(options(page).first()).toContainText(label);
    await expect(options(page).first()).toContainText(kind);
  }
  await search(page).fill('row-major');
  await expect(options(page).filter({ hasText: 'Example' }).first()).toBeVisible();
  await search(page).fill('xyzzy');
  await expect(palette(page).getByRole('status')).toHaveText('No match');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await expect(notebook(page)).toBeFocused();
});

test('an empty search offers the first concepts with their pictures', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Control+k');
  const first = options(page).filter({ has: page.locator('.picture-place') });
  await expect(first).toHaveCount(12);
  await expect(first.locator('img')).toHaveCount(12);
  await expect(options(page).first()).toContainText('Layout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Layout' })).toBeVisible();
});

test('what is offered has no picture before it has its own', async ({ page }) => {
  let goOn = () => {};
  const held = new Promise<void>((done) => { goOn = done; });
  await page.route(/\/algebra-[0-9a-f]+\.wasm$/, async (route) => { await held; await route.continue(); });
  await page.goto('/');
  await page.locator('html[data-drawn]').waitFor();
  await page.getByRole('button', { name: 'Find anything' }).click();
  const first = options(page).filter({ has: page.locator('.picture-place') });
  await expect(first).toHaveCount(12);
  const pictures = () => first.evaluateAll((all) => all.map((option) => option.querySelector('img')?.getAttribute('src') ?? ''));
  const before = await pictures();
  expect(before.filter((picture) => picture === '').length).toBeGreaterThan(0);
  goOn();
  await expect(first.locator('img')).toHaveCount(12);
  const after = await pictures();
  expect(before.filter((picture, place) => picture !== '' && picture !== after[place])).toEqual([]);
});

test('the arrow keys choose and Enter goes; what was chosen comes first the next time', async ({ page }) => {
  await open(page);
  await find(page, 'theme');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(search(page)).toHaveAttribute('aria-activedescendant', 'palette-0');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(page.locator('html[data-theme=dark]')).toBeAttached();
  await page.keyboard.press('Control+k');
  await expect(options(page).first()).toContainText('Dark or light theme');
});

test('a folded view is unfolded and brought to where it is seen', thorough, async ({ page }) => {
  await open(page);
  await find(page, 'static and dynamic');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Static and dynamic' })).toBeInViewport();
});

test('documents and examples open', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).fill('mine = 4:1');
  await expect(page.getByRole('tab', { name: 'mine' })).toBeVisible();
  await find(page, 'example');
  await search(page).fill('row-major');
  await options(page).filter({ hasText: 'Example' }).first().click();
  await expect(notebook(page)).not.toHaveValue('mine = 4:1');
  await expect(page.locator('.example-notice')).toBeVisible();
  await find(page, 'mine');
  await expect(options(page).first()).toContainText('Document');
  await page.keyboard.press('Enter');
  await expect(notebook(page)).toHaveValue('mine = 4:1');
});

test('the page of a function has an example to change, its laws, its steps, and goes into the notebook', async ({ page }) => {
  await open(page, link('A = (2,2):(1,2)'));
  await find(page, 'composition');
  await page.keyboard.press('Enter');
  const reference = page.getByRole('dialog', { name: 'Function' });
  await expect(reference).toContainText('composition(A, B, …)');
  // What it is, with a picture, as the card of its concept has it.
  await expect(reference.locator('img.small-picture')).toBeAttached();
  const example = reference.getByRole('textbox', { name: 'Example, to be changed' });
  await expect(example).toBeFocused();
  await example.fill('composition((6,2):(8,2), (4,3):(3,1))');
  await expect(reference.locator('.answer')).toHaveText('((2,2),3):((24,2),8)');
  await expect(reference).toContainText('R(c) = A(B(c))');
  await expect(reference).toContainText('Holds at all 12');
  await expect(reference.locator('.told').getByRole('listitem').first()).toContainText('composition');
  await example.fill('composition((6,2):(8,2), ');
  await expect(reference.locator('.warn')).toContainText('never closed');
  await examine(page);
  await example.fill('composition(8:2, 4:1)');
  await page.keyboard.press('Enter');
  await expect(reference).toBeHidden();
  await expect(notebook(page)).toHaveValue('A = (2,2):(1,2)\ncomposition(8:2, 4:1)');
});

test('F1 explains the function at the caret, and without one all of them', thorough, async ({ page }) => {
  await open(page, link('A = (4,2):(1,4)\ncoalesce(A)'));
  await notebook(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('F1');
  const reference = page.getByRole('dialog', { name: 'Function' });
  await expect(reference).toContainText('coalesce(layout, [profile])');
  await page.keyboard.press('Escape');
  await expect(reference).toBeHidden();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'right_inverse', exact: true }).click();
  await expect(reference).toContainText('right_inverse(');
});

test('it is there by pointer, in Chinese and on a phone, for everybody', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, link('A = 4:1', { l: 'zh', b: 'dark' }));
  await page.getByRole('button', { name: '查找任何内容' }).click();
  const dialog = palette(page, '查找任何内容');
  await dialog.getByRole('combobox').fill('右逆');
  await expect(dialog.getByRole('option').first()).toContainText('right_inverse');
  await dialog.getByRole('combobox').fill('undo');
  await expect(dialog.getByRole('option').first()).toContainText('撤销');
  expect(await isWithin(page, dialog)).toBe(true);
  await examine(page);
});

test('a concept opens its card, and the card a notebook to try', async ({ page }) => {
  await open(page);
  await find(page, 'broadcasting');
  await expect(options(page).first()).toContainText('Broadcast, stride 0');
  await expect(options(page).first()).toContainText('Concept');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Broadcast, stride 0' });
  await expect(card).toContainText('the coordinate moves and the index does not');
  await expect(card.locator('img.small-picture')).toBeAttached();
  await expect(card.getByRole('button', { name: 'Try it' })).toBeFocused();
  await examine(page);
  await card.getByRole('button', { name: 'cosize' }).click();
  await expect(page.getByRole('dialog', { name: 'Function' })).toContainText('cosize<modes>(layout)');
  await page.keyboard.press('Escape');
  await find(page, '步幅 0');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Try it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(notebook(page)).toHaveValue('A = (4,3):(1,0)\ncosize(A)');
  // What the card says stands beside what one tries, also when it is opened again, until the text is another.
  const said = page.locator('.example-notice').filter({ hasText: 'Broadcast, stride 0' });
  await expect(said).toContainText('the coordinate moves and the index does not');
  await examine(page);
  await page.reload();
  await expect(said).toContainText('the coordinate moves and the index does not');
  await notebook(page).fill('A = (4,3):(1,4)');
  await expect(said).toBeHidden();
});

test('a word with a mistake finds what is nearest, and says that it is no more', thorough, async ({ page }) => {
  await open(page);
  await find(page, 'brodcast');
  await expect(palette(page).getByRole('status')).toHaveText('No match. The nearest:');
  await expect(options(page).first()).toContainText('Broadcast');
  await search(page).fill('broadcast');
  await expect(palette(page).getByRole('status')).not.toContainText('No match');
});

test('a word of the facts and of the laws opens its card, and the page stays where it is', thorough, async ({ page }) => {
  await open(page, link('A = 4:2\nR = complement(A, 24)', { s: 1 }));
  const word = page.getByRole('region', { name: 'Facts' }).getByRole('button', { name: 'cosize' });
  await word.scrollIntoViewIfNeeded();
  const before = await word.boundingBox();
  await word.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Cosize' });
  await expect(card).toContainText('the last index plus 1');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(word).toBeFocused();
  expect(await word.boundingBox()).toEqual(before);
  await page.getByRole('region', { name: 'Laws' }).locator('.law').getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'Complement' })).toBeVisible();
});

test('examples have pictures and say what to notice, which stays with the link', thorough, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Examples' }).click();
  const examples = page.getByRole('dialog', { name: 'Examples' });
  await expect(examples.getByRole('status')).toHaveText(/^\d{3} examples$/);
  await expect.poll(() => examples.locator('.small-picture').count()).toBeGreaterThan(200);
  await examples.getByRole('textbox').fill('every fourth');
  await expect(examples.locator('.small-picture')).toHaveCount(1);
  await expect(examples).toContainText('R(c) = A(B(c))');
  await examples.getByRole('listitem').getByRole('button').click();
  await expect(page.locator('.example-notice')).toContainText('so R steps by 8');
  await page.reload();
  await expect(page.locator('.example-notice')).toContainText('so R steps by 8');
  await notebook(page).press('Control+End');
  await page.keyboard.type('0');
  await expect(page.locator('.example-notice')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.example-notice')).toContainText('so R steps by 8');
});
