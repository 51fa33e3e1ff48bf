// Texts of a million characters: a link or a paste of one opens, nothing of it is lost, and the page goes on answering.

import type { Page } from '@playwright/test';
import { packed, unpacked } from './link.mjs';
import { pieces } from './pieces.mjs';
import { test, expect, expectCells, fragment, mistakes, notebook, open, openAs, part } from './colex';
import { thorough } from './some';

const million = 1_000_000;

/** A piece again and again, up to a length. */
const filled = (piece: string, length = million) => piece.repeat(Math.floor(length / piece.length));

/** What says which part of the text stands in the field. */
const shown = (page: Page) => part(page, 'Notebook').getByText(/^The field shows KiB/);

/** The whole text, as the link in the address has it. */
const expectText = (page: Page, text: string) =>
  expect.poll(() => unpacked(fragment(page)) === text, { timeout: 20_000 }).toBe(true);

for (const some of [0, 1, 2, 3, 4, 5]) test(`links of a million characters open, whatever they repeat, part ${some + 1} of 6`, thorough, async ({ page }) => {
  for (const piece of pieces.filter((_, place) => place % 6 === some)) {
    const given = filled(piece, million * piece.length / new TextEncoder().encode(piece).length);
    // A field of a page knows one kind of line break.
    const text = given.replaceAll('\r', '\n');
    await page.goto('about:blank');
    await open(page, packed(given));
    await expect(shown(page), piece).toBeVisible();
    const held = await notebook(page).inputValue();
    expect(held.length > 0 && text.startsWith(held), piece).toBe(true);
    expect(held.length, piece).toBeLessThanOrEqual(16 << 10);
    expect(held.split('\n').length, piece).toBeLessThanOrEqual(401);
    // A key is written where the caret is, and the rest stays.
    await notebook(page).press('Control+Home');
    await page.keyboard.type('7');
    await expectText(page, `7${text}`);
    // Another text takes its place: that of all, not of the part that is shown.
    await notebook(page).fill('size((2,3))');
    await expect(shown(page)).toBeHidden();
    await expect(part(page, 'Notebook').getByRole('list', { name: 'Values' })).toContainText('6');
  }
});

test('a paste of a million characters is kept whole, edited where it is seen, and undone', async ({ page }) => {
  await open(page);
  const text = filled('(4,8):(8,1)\n');
  await notebook(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await expect(shown(page)).toBeVisible();
  await expect(mistakes(page).first()).toContainText('There are more than 2000 statements; what follows is not evaluated');
  await expectText(page, text);
  // The caret is behind what was pasted; what is typed stands there.
  await page.keyboard.type('size(9)');
  await expectText(page, `${text}size(9)`);
  expect((await notebook(page).inputValue()).endsWith('(4,8):(8,1)\nsize(9)')).toBe(true);
  // A place that the field does not show comes into it.
  await mistakes(page).first().getByRole('button', { name: /Line 2001/ }).click();
  const place = await notebook(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart);
  const held = await notebook(page).inputValue();
  expect(held.length).toBeLessThanOrEqual(32 << 10);
  expect(held.slice(place).startsWith('(4,8):(8,1)')).toBe(true);
  await part(page, 'Notebook').getByRole('button', { name: 'Earlier part' }).click();
  await notebook(page).press('Control+Home');
  await page.keyboard.type('// first\n');
  await expectText(page, `// first\n${text}size(9)`);
  // Later parts follow it without a gap.
  const first = await notebook(page).inputValue();
  await part(page, 'Notebook').getByRole('button', { name: 'Later part' }).click();
  const second = await notebook(page).inputValue();
  expect(`// first\n${text}`.startsWith(first + second)).toBe(true);
  await part(page, 'Notebook').getByRole('button', { name: 'Earlier part' }).click();
  expect((first + second).endsWith((await notebook(page).inputValue()) + second)).toBe(true);
  // What is taken away there is taken away there alone.
  await notebook(page).press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  await expectText(page, `${text}size(9)`);
  for (let step = 0; step < 10 && await shown(page).isVisible(); step += 1) await notebook(page).press('Control+Z');
  await expect(shown(page)).toBeHidden();
});

test('a paste of a million characters is taken before all of the page has arrived', async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => { go = resolve; });
  await page.route(/panes-[0-9a-f]+\.wasm$/, async (route) => { await held; await route.continue(); });
  await openAs(page);
  const text = filled('(4,8):(8,1)\n');
  await notebook(page).press('Control+A');
  await page.keyboard.insertText(text);
  await page.keyboard.type('size(9)');
  // The browser never lays out all of it.
  expect((await notebook(page).inputValue()).length).toBeLessThanOrEqual(32 << 10);
  go();
  await expectText(page, `${text}size(9)`);
});

test('all that is selected of a long text is all of the text, and undo brings it back', thorough, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = filled('(4,8):(8,1) // 甲\n', 400_000);
  await open(page, packed(text));
  await expect(shown(page)).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const back = async (what: string) => {
    await notebook(page).press('Control+Z');
    await expect(shown(page), what).toBeVisible();
    await expectText(page, text);
    await notebook(page).press('Control+A');
  };
  const field = notebook(page);
  await field.press('Control+A');
  // Copied.
  await page.keyboard.press('Control+C');
  expect(await copied() === text).toBe(true);
  await expectText(page, text);
  // Replaced by a letter, what is pasted, a line break, what is composed; taken away.
  await page.keyboard.type('7');
  await expect(field).toHaveValue('7');
  await expect(shown(page)).toBeHidden();
  await back('typing');
  await page.evaluate(() => navigator.clipboard.writeText('size((2,3))'));
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue('size((2,3))');
  await back('pasting');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('\n');
  await back('a line');
  const client = await context.newCDPSession(page);
  for (const typed of ['n', 'ni']) await client.send('Input.imeSetComposition', { text: typed, selectionStart: typed.length, selectionEnd: typed.length });
  await expect(field).toHaveValue('ni');
  await client.send('Input.insertText', { text: '你' });
  await expect(field).toHaveValue('你');
  await back('composing');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('');
  await back('erasing');
  await page.keyboard.press('Control+X');
  await expect(field).toHaveValue('');
  expect(await copied() === text).toBe(true);
  // And pasted where it was.
  await page.keyboard.press('Control+V');
  await expect(shown(page)).toBeVisible();
  await expectText(page, text);
  // A part of what is shown is that part.
  await field.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(1, field.value.length));
  const held = await field.inputValue();
  await page.keyboard.press('Control+C');
  expect(await copied() === held.slice(1)).toBe(true);
  const at = text.length - held.length;
  await page.keyboard.press('Delete');
  await expectText(page, text.slice(0, at + 1));
});

test('the caret goes on where the part that is shown ends', thorough, async ({ page }) => {
  const lines = Array.from({ length: 30_000 }, (_, number) => `a${number} = ${number}\n`);
  const text = lines.join('');
  await open(page, packed(text));
  await expect(shown(page)).toBeVisible();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const field = notebook(page);
  /** The line of the text before whose beginning the caret stands. */
  const line = () => field.evaluate((field: HTMLTextAreaElement) => Number(/a([0-9]+)/.exec(field.value.slice(field.value.lastIndexOf('\n', field.selectionStart - 1) + 1))?.[1] ?? NaN));
  /** Whether the caret can be seen in the field, in rows of it. */
  const seen = () => field.evaluate((field: HTMLTextAreaElement) => {
    const style = getComputedStyle(field);
    const row = field.value.slice(0, field.selectionStart).split('\n').length - 1;
    const top = row * Number.parseFloat(style.lineHeight) + Number.parseFloat(style.paddingTop) - field.scrollTop;
    return top > -Number.parseFloat(style.lineHeight) && top < field.clientHeight;
  });
  await field.press('Control+Home');
  for (let step = 1; step <= 60; step += 1) {
    const before = await line();
    await page.keyboard.press('PageDown');
    const after = await line();
    expect(after, `page ${step}`).toBeGreaterThan(before);
    expect(after, `page ${step}`).toBeLessThan(before + 40);
    await expect.poll(seen, `page ${step}`).toBe(true);
  }
  const far = await line();
  expect(far).toBeGreaterThan(500);
  for (let step = 1; step <= 120; step += 1) await page.keyboard.press('ArrowUp');
  expect(await line()).toBe(far - 120);
  for (let step = 1; step <= 60; step += 1) await page.keyboard.press('PageUp');
  expect(await line()).toBe(0);
  // At the end of the text, and what is typed and taken away there.
  await field.press('Control+End');
  expect(await field.evaluate((field: HTMLTextAreaElement) => field.value.slice(0, field.selectionStart).endsWith('a29999 = 29999\n'))).toBe(true);
  await page.keyboard.type('7');
  await expectText(page, `${text}7`);
  // What is undone elsewhere is seen.
  await field.press('Control+Home');
  await page.keyboard.press('Control+Z');
  await expectText(page, text);
  expect(await field.evaluate((field: HTMLTextAreaElement) => field.value.slice(0, field.selectionStart).endsWith('a29999 = 29999\n'))).toBe(true);
  // At the edge of a part, what is taken away lies before it.
  await field.press('Control+Home');
  await part(page, 'Notebook').getByRole('button', { name: 'Later part' }).click();
  await field.evaluate((field: HTMLTextAreaElement) => { field.focus(); field.setSelectionRange(0, 0); });
  const first = await line();
  await page.keyboard.press('Backspace');
  const joined = text.replace(`\na${first} `, `a${first} `);
  await expectText(page, joined);
  await page.keyboard.press('Control+Z');
  await expectText(page, text);
  // A selection goes on, too.
  await field.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(field.value.length - 11, field.value.length - 11));
  const from = await line();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  await expectText(page, lines.filter((_, number) => number < from || number >= from + 5).join(''));
  await page.keyboard.press('Control+Z');
  await expectText(page, text);
});

test('at the caret of a later part the page knows what stands there', thorough, async ({ page }) => {
  const text = `A = (4,8):(8,1)\n${'// nothing here\n'.repeat(60_000)}thread_layout = (2,3):(3,1)\n`;
  await open(page, packed(text));
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(part(page, 'Notebook').getByRole('list', { name: 'Values' })).toContainText('thread_layout');
  await notebook(page).press('Control+End');
  await page.keyboard.press('ArrowUp');
  await expectCells(page, '0 1 2 / 3 4 5');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('size(thr');
  await expect(page.getByRole('option', { name: /thread_layout/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expectText(page, `${text}size(thread_layout`);
  await page.keyboard.type(')');
  await expectText(page, `${text}size(thread_layout)`);
  // The link opens with what was looked at.
  const link = fragment(page);
  await page.goto('about:blank');
  await open(page, link);
  await expectCells(page, '0 1 2 / 3 4 5');
});
