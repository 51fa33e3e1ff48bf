// What the tests of the page share: opening it, writing into it, and reading it as people do.

import { test as plain, expect, type Locator, type Page } from '@playwright/test';

export { expect };

/** A test during which the page must not complain: no error on the console, no exception, nothing that the policy refuses. */
export const test = plain.extend<{ complaints: string[] }>({
  complaints: [async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(complaints);
    expect(complaints).toEqual([]);
  }, { auto: true }],
});

/** Opens the page, at a link if one is given, and waits until it has drawn. */
export const open = async (page: Page, fragment = '') => {
  await page.goto(fragment === '' ? '/' : `/#${fragment}`);
  await expect(page.locator('html[data-drawn]')).toBeAttached();
};

/** The field of the notebook. */
export const notebook = (page: Page) => page.getByRole('textbox', { name: /^(Notebook|笔记本)$/ });

/** A part of the page by its name. */
export const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });

/** The worked example's line with the forms of the point and the inner product. */
export const summary = (page: Page) => part(page, 'Worked example').getByRole('paragraph').filter({ hasText: ' = ' }).first();

/** The grid for keyboards and screen readers. */
export const grid = (page: Page) => page.getByRole('grid', { name: 'Indices' });

/** The cell that is chosen in the grid. */
export const chosenCell = (page: Page) => grid(page).getByRole('gridcell', { selected: true });

/** What stands in the cells around the chosen one: `0 2 / 4 6`. */
export const cells = (page: Page) => grid(page).evaluate((element) => {
  const row = (found: Element) => [...found.querySelectorAll('[role=gridcell]')]
    .map((cell) => cell.textContent?.split(' ').at(-1)).join(' ');
  return [...element.querySelectorAll('[role=row]')].map(row).join(' / ');
});

/** Waits until these are the cells. */
export const expectCells = (page: Page, rows: string) => expect.poll(() => cells(page)).toBe(rows);

/** The sentences about the text, each with its place. */
export const mistakes = (page: Page) => part(page, /^(Notebook|笔记本)$/).getByRole('status').getByRole('listitem');

/** The address's fragment without its `#`. */
export const fragment = (page: Page) => decodeURIComponent(new URL(page.url()).hash.slice(1));

/** Chooses a coordinate through its field. */
export const choose = (page: Page, coordinate: string) =>
  page.getByRole('textbox', { name: 'Coordinate' }).fill(coordinate);

/** The link to a text, made here and not by the page: what was published stays readable whatever the page makes of it. */
export const link = (text: string, fields: Record<string, string | number> = {}) => {
  const plainly: Record<string, string> = { '(': '~', ')': '/', ' ': '+', '\n': ';' };
  const spelled = (value: string) => [...value].map((letter) => {
    if (/[A-Za-z0-9_,=:-]/.test(letter)) return letter;
    return plainly[letter] ?? [...new TextEncoder().encode(letter)]
      .map((byte) => `.${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  }).join('');
  const body = ['v1', spelled(text), ...Object.entries(fields).map(([key, value]) => `${key}=${spelled(String(value))}`)].join(';;');
  return `${body};;${check(body)}`;
};

/** CRC-17/CAN-FD in base 62. */
const check = (text: string) => {
  let sum = 0;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte << 9;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x10000 ? 0x1685b : 0)) & 0x1ffff;
  }
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return [Math.floor(sum / 3844), Math.floor(sum / 62) % 62, sum % 62].map((digit) => digits[digit]).join('');
};

/** Whether an element lies within the width of the window. */
export const isWithin = async (page: Page, element: Locator) => {
  const box = await element.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  return box !== null && box.x >= 0 && box.x + box.width <= width;
};
