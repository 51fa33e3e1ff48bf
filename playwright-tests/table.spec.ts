// From a table to a layout: typing, painting, pasting and importing, and what is found.

import { examine } from './axe';
import { expect, link, notebook, open, part, test } from './colex';
import { ordinary, thorough } from './some';

type Page = Parameters<typeof open>[0];

const arranged = { a: '28nft/40gmc/32ewslbVDXr' };
const region = (page: Page) => part(page, 'From a table to a layout');
const field = (page: Page, row: number, column: number) =>
  region(page).getByRole('textbox', { name: new RegExp(`^row ${row}, column ${column}(;|$)`) });
const button = (page: Page, name: string) => region(page).getByRole('button', { name, exact: true });
const found = (page: Page) => region(page).locator('.sketch-layout');

/** What stands in the table: `0 2 / 1 3`. */
const numbers = (page: Page) => region(page).getByRole('table').evaluate((table) =>
  [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('input')].map((input) => input.value || '.').join(' ')).join(' / '));

/** Pastes a text into what has the focus. */
const paste = (page: Page, text: string) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

test('the shown layout is found again; a wrong number is marked, explained and put right', async ({ page }) => {
  await open(page, link('A = (3,(2,3)):(3,(12,1))', arranged));
  await expect(found(page)).toHaveText('(3,(2,3)):(3,(12,1))');
  await field(page, 1, 2).fill('99');
  await expect(region(page)).toContainText('No layout has the table');
  await expect(region(page)).toContainText('Row 1, column 2 is 99, but every column repeats the steps of the first');
  await expect(field(page, 1, 2)).toHaveAccessibleName(/proves that there is no layout: it would have to be 4$/);
  await expect(field(page, 1, 0)).toHaveAccessibleName(/says what the marked cell would have to be$/);
  await button(page, 'Put 4 into row 1, column 2').click();
  await expect(found(page)).toHaveText('(3,(2,3)):(3,(12,1))');
  await button(page, 'Undo in the table').click();
  await expect(field(page, 1, 2)).toHaveValue('99');
  await button(page, 'Redo in the table').click();
  await expect(field(page, 1, 2)).toHaveValue('4');
});

test('until something is drawn it follows the layout on the screen', thorough, async ({ page }) => {
  await open(page, link('A = Sw<1,0,2> o 0 o (2,4):(4,1)', arranged));
  await expect.poll(() => numbers(page)).toBe('0 1 2 3 / 5 4 7 6');
  await notebook(page).fill('A = (2,2):(7,1)');
  await expect.poll(() => numbers(page)).toBe('0 1 / 7 8');
  await field(page, 0, 0).fill('1');
  await notebook(page).fill('A = (2,2):(5,1)');
  await expect.poll(() => numbers(page)).toBe('1 1 / 7 8');
  await button(page, 'From the shown layout').click();
  await expect.poll(() => numbers(page)).toBe('0 1 / 5 6');
});

test('typed by keys alone, down the columns, into the notebook', async ({ page }) => {
  await open(page, link('L = 4:1', arranged));
  for (let more = 0; more < 3; more += 1) await button(page, 'Add a column').click();
  for (let fewer = 0; fewer < 2; fewer += 1) await button(page, 'Remove the last row').click();
  await button(page, 'Clear').click();
  await expect(region(page)).toContainText('8 cells are empty, the first in row 0, column 0');
  await field(page, 0, 0).focus();
  for (const number of [0, 1, 4, 5, 2, 3, 6, 7]) {
    await page.keyboard.type(String(number));
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => numbers(page)).toBe('0 4 2 6 / 1 5 3 7');
  await expect(found(page)).toHaveText('(2,(2,2)):(1,(4,2))');
  // Arrow keys move, and within a number only at its ends.
  await page.keyboard.press('ArrowUp');
  await expect(field(page, 0, 3)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(field(page, 0, 2)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(field(page, 1, 3)).toHaveValue('');
  await page.keyboard.press('Control+y');
  await button(page, 'Add to the notebook').click();
  // `L` is taken.
  await expect(notebook(page)).toHaveValue('L = 4:1\nL2 = (2,(2,2)):(1,(4,2))');
});

test('pasted, imported, refused', thorough, async ({ page }) => {
  await open(page, link('4:1', arranged));
  await button(page, 'Clear').click();
  await field(page, 0, 0).focus();
  await paste(page, '0\t1\t2\t3\n5\t4\t7\t6\n');
  await expect.poll(() => numbers(page)).toBe('0 1 2 3 / 5 4 7 6 / . . . . / . . . .');
  for (let fewer = 0; fewer < 2; fewer += 1) await button(page, 'Remove the last row').click();
  await expect(found(page)).toHaveText('Sw<1,0,2> o 0 o (2,4):(4,1)');
  await expect(region(page)).toContainText('No layout alone has the table, but this one under a swizzle has');

  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const chooser = region(page).getByLabel('Import CSV');
  await chooser.setInputFiles(file('numbers.csv', '5,7\n6,8\n'));
  await expect(found(page)).toHaveText('Sw<0,4,3> o 5 o (2,2):(1,2)');
  await expect(region(page)).toContainText('The first cell is 5, which is an offset after the strides');
  await button(page, 'Add to the notebook').click();
  await expect(notebook(page)).toHaveValue('4:1\nL = Sw<0,4,3> o 5 o (2,2):(1,2)');
  await expect(page.getByRole('grid', { name: 'Indices' })).toContainText('8');
  await chooser.setInputFiles(file('words.csv', '5,7\n6,eight\n'));
  await expect(region(page).getByRole('alert')).toContainText('Line 2, field 2: “eight” is not an integer');
  await expect.poll(() => numbers(page)).toBe('5 7 / 6 8');
  await chooser.setInputFiles(file('large.csv', `${'1,'.repeat(99)}1\n`.repeat(50)));
  await expect(region(page).getByRole('alert')).toContainText('the limit is 4096');
  const wide = Array.from({ length: 40 }, (_, row) => Array.from({ length: 64 }, (_, column) => row * 64 + column).join(','));
  await chooser.setInputFiles(file('wide.csv', wide.join('\n')));
  await expect(found(page)).toHaveText('(40,64):(64,1)');
  await expect(region(page)).toContainText('rows 0–15 of 40, columns 0–15 of 64');
});

test('painted with the pointer in the order of the cells, taken back at once', async ({ page }) => {
  await open(page, link('(2,3):(1,2)', arranged));
  await button(page, 'Clear').click();
  await button(page, 'Paint').click();
  const middle = async (row: number, column: number) => {
    const box = await field(page, row, column).boundingBox();
    return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
  };
  await page.mouse.move(...await middle(0, 0));
  await page.mouse.down();
  for (const [row, column] of [[0, 1], [0, 2], [1, 2], [1, 1], [1, 2], [1, 0]] as const) {
    await page.mouse.move(...await middle(row, column), { steps: 4 });
  }
  await page.mouse.up();
  await expect.poll(() => numbers(page)).toBe('0 1 2 / 5 4 3');
  await expect(region(page)).toContainText('No layout has the table');
  await button(page, 'Undo in the table').click();
  await expect.poll(() => numbers(page)).toBe('. . . / . . .');
});

test('painted with the keys: space puts the brush down, arrow keys move it', thorough, async ({ page }) => {
  await open(page, link('(2,2):(1,2)', arranged));
  await button(page, 'Clear').click();
  await button(page, 'Paint').click();
  await field(page, 0, 0).focus();
  await page.keyboard.press('Space');
  await expect(region(page)).toContainText('The brush is down');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => numbers(page)).toBe('0 1 / . 2');
  // From where there is none it goes on after the largest.
  await page.keyboard.press('Space');
  await expect.poll(() => numbers(page)).toBe('0 1 / 3 2');
  await page.keyboard.press('Escape');
  await expect(region(page)).toContainText('Drag over cells to number them');
});

test('what is drawn outlasts folding; Chinese', thorough, async ({ page }) => {
  await open(page, link('(2,2):(1,2)', arranged));
  await field(page, 0, 1).fill('77');
  await field(page, 1, 1).fill('78');
  await page.getByRole('button', { name: 'Fold: From a table to a layout' }).click();
  await expect(region(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Unfold: From a table to a layout' }).click();
  await expect(field(page, 0, 1)).toHaveValue('77');
  await expect(found(page)).toHaveText('(2,2):(1,77)');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(part(page, '从表格到布局')).toContainText('具有此表且 mode 最少的布局：2 个 mode');
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds nothing in ${theme}, ${width} px wide`, ordinary(theme === 'light' && width === 360), async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      await open(page, link('(4,2):(1,4)', { a: '30enfgmcwslbVDXrt' }));
      await field(page, 1, 1).fill('9');
      await expect(region(page)).toContainText('No layout has the table');
      await examine(page, { within: ['.sketch'] });
    });
  }
}
