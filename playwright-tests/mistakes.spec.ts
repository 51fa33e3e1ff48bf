// Whatever is typed: a sentence with its place, no picture of what is not there any more, and a page that goes on.

import { test, expect, cells, choose, chosenCell, expectCells, grid, link, mistakes, notebook, open, part, summary } from './colex';
import { ordinary, thorough } from './some';

const matrix = '0 12 1 13 2 14 / 3 15 4 16 5 17 / 6 18 7 19 8 20';

/** What is typed, where it is wrong, and what the page says. */
const broken: [name: string, text: string, place: string, sentence: string][] = [
  ['an open parenthesis', '(4,2', 'Line 1, column 1', 'This ( is never closed'],
  ['a stray parenthesis', '(4,2))', 'Line 1, column 6', 'This ) closes nothing'],
  ['the wrong bracket', '(4,2]', 'Line 1, column 5', 'Expected a comma or ), not ]'],
  ['on a later line', 'A = (4,2):(1,4)\n\nB = (4,2', 'Line 3, column 5', 'This ( is never closed'],
  ['neither number nor name', '4abc', 'Line 1, column 1', '4abc is neither a number nor a name'],
  ['no parentheses', '2,4:1,2', 'Line 1, column 1', 'Several numbers need parentheses around them'],
  ['another profile', '((2,4),8):(1,2)', 'Line 1, column 11', 'do not have the same parentheses, first at get<0>'],
  ['another rank', '(2,4):(1,2,3)', 'Line 1, column 7', 'do not have the same parentheses'],
  ['an absent extent', '(,4):(1,2)', 'Line 1, column 2', 'Expected a number, a tuple or a layout, not ,'],
  ['an absent extent at the end', '(4,):(1,2)', 'Line 1, column 6', 'do not have the same parentheses'],
  ['an absent stride', '(4,2):', 'Line 1, column 7', 'Expected the stride here'],
  ['a stride beyond 64 bits', '(4,4):(1,99999999999999999999)', 'Line 1, column 10', '99999999999999999999 does not fit in 64 bits'],
  ['an unknown name', 'A = (4,2):(1,4)\nZ', 'Line 2, column 1', 'Nothing is called Z'],
  ['an unknown function', 'frobnicate(4)', 'Line 1, column 1', 'There is no function frobnicate'],
  ['two statements on a line', '4:1 5:1', 'Line 1, column 5', 'Expected the end of the statement, not 5'],
  ['another script', '(٤,2):(1,4)', 'Line 1, column 2', '٤ means nothing here'],
  ['an emoji', '(4,2):(1,4) 🧮', 'Line 1, column 13', '🧮 means nothing here'],
  ['a right-to-left mark', '(4,\u200f2):(1,4)', 'Line 1, column 4', 'U+200F means nothing here'],
  ['an override of direction', '\u202e(4,2)', 'Line 1, column 1', 'U+202E means nothing here'],
  ['10,000 parentheses', `${'('.repeat(10_000)}4${')'.repeat(10_000)}`, 'Line 1, column 65', 'This nests deeper than 64 levels'],
  ['10,000 open parentheses', '('.repeat(10_000), 'Line 1, column 65', 'This nests deeper than 64 levels'],
  ['a megabyte of parentheses', '('.repeat(1 << 20), 'Line 1, column 65', 'This nests deeper than 64 levels'],
];

for (const [name, text, place, sentence] of broken) {
  test(`broken: ${name}`, ordinary(['an open parenthesis', 'on a later line', 'a megabyte of parentheses'].includes(name)), async ({ page }) => {
    await open(page);
    await expectCells(page, matrix);
    // Not `fill`: it would repeat a megabyte into its log.
    await notebook(page).evaluate((field, typed) => {
      (field as HTMLTextAreaElement).value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
    const first = mistakes(page).first();
    await expect(first.getByRole('button', { name: place, exact: true })).toBeVisible();
    await expect(first).toContainText(sentence);
    await expect(notebook(page)).toHaveAttribute('aria-invalid', 'true');
    // What stood there before is not shown any more.
    await expect(grid(page).getByRole('gridcell', { name: /index 17$/ })).toHaveCount(0);
    // Nothing that was typed is lost, the place is found by its button, and the page goes on.
    // Of a long text the field holds the part that is looked at.
    const held = await notebook(page).inputValue();
    expect(text.length < 1 << 15 ? held === text : held.length > 1000 && text.includes(held)).toBe(true);
    await first.getByRole('button', { name: place, exact: true }).click();
    await expect(notebook(page)).toBeFocused();
    await notebook(page).fill('B = (2,2):(2,1)');
    await expectCells(page, '0 1 / 2 3');
    await expect(mistakes(page)).toHaveCount(0);
    await expect(notebook(page)).toHaveAttribute('aria-invalid', 'false');
  });
}

test('a name that nothing defines may be any number', async ({ page }) => {
  await open(page);
  await notebook(page).fill('right_inverse((M,N):(N,1))');
  await mistakes(page).first().getByRole('button', { name: 'Insert M = 4, N = 8' }).click();
  await expect(notebook(page)).toHaveValue('M = 4\nN = 8\nright_inverse((M,N):(N,1))');
  await expect(part(page, 'Facts')).toContainText('(N,M):(M,1)');
});

test('a megabyte of statements', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).evaluate((field) => {
    (field as HTMLTextAreaElement).value = 'A = (4,2):(1,4)\n'.repeat(1 << 16);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(mistakes(page).first()).toContainText('There are more than 2000 statements; what follows is not evaluated');
  await expectCells(page, '0 4 / 1 5 / 2 6 / 3 7');
});

test('nothing moves while a text is broken and written on', async ({ page }) => {
  await open(page);
  // The values come after the first picture, and with them their rows; so do other views.
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(page.getByRole('list', { name: 'Values' }).getByRole('button')).toHaveCount(2);
  const facts = async () => (await part(page, 'Facts').boundingBox())?.y;
  const before = await facts();
  await notebook(page).fill('A = (3,(2,3)):(3,(12,1');
  await expect(mistakes(page)).toHaveCount(1);
  const broken = await facts();
  // What was said keeps its place.
  await notebook(page).press('End');
  await notebook(page).pressSequentially(')');
  expect(await facts()).toBe(broken);
  await notebook(page).pressSequentially(')');
  await expect(mistakes(page)).toHaveCount(0);
  // One statement is less than the two of the beginning: a row of values, and no more, is between the two places.
  await notebook(page).pressSequentially('\nA(16)');
  await expect(page.getByRole('list', { name: 'Values' }).getByRole('button')).toHaveCount(2);
  // What was said gives its place up after a pause.
  await expect.poll(facts).toBe(before);
});

test('a repair is one click', async ({ page }) => {
  await open(page);
  await notebook(page).fill('2,4:1,2');
  await mistakes(page).getByRole('button', { name: 'Write (2,4):(1,2)' }).click();
  await expect(notebook(page)).toHaveValue('(2,4):(1,2)');
  await expectCells(page, '0 2 4 6 / 1 3 5 7');
  await expect(mistakes(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notebook(page)).toHaveValue('2,4:1,2');
});

test('a stride that does not fit has three repairs', async ({ page }) => {
  await open(page);
  await notebook(page).fill('((2,4),8):(1,2)');
  await expect(mistakes(page).getByRole('button', { name: /^(Layout|Keep)/ }))
    .toHaveText(['Keep and fill ((1,2),2)', 'LayoutLeft ((1,2),8)', 'LayoutRight ((32,8),1)']);
  await mistakes(page).getByRole('button', { name: 'LayoutRight' }).click();
  await expect(notebook(page)).toHaveValue('((2,4),8):((32,8),1)');
  await expect(page).toHaveTitle('((2,4),8):((32,8),1) · Colex');
});

test('a mistake in one statement leaves the others alone', async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = (2,3):(1,2)\nB = (2,3:(1,2)\nC = B(1)\nD = (3,3):(3,1)');
  await expect(mistakes(page)).toHaveText([
    /Line 2, column 5.*This \( is never closed/, /Line 3, column 5.*B has no value, because its own statement has a mistake/,
  ]);
  await expect(page.getByRole('list', { name: 'Values' }).getByRole('button')).toHaveText([/^A\s*\(2,3\)/, /^B\s*—/, /^C\s*—/, /^D\s*\(3,3\)/]);
  await expectCells(page, '0 1 2 / 3 4 5 / 6 7 8');
});

/** Layouts that are right but awkward: what stands in the grid, or the sentence in its place. */
const awkward: [name: string, text: string, expected: { cells?: string; says?: [part: string, sentence: string][] }][] = [
  ['stride zero', '(2,2):(0,1)', { cells: '0 1 / 0 1', says: [['Memory', '2 of 2 slots used']] }],
  ['a negative stride', '(2,2):(-1,4)', { cells: '0 4 / -1 3', says: [['Facts', 'the indices run from -1 to 4']] }],
  ['extent zero', '(0,4):(1,2)', { says: [['Grid', 'has no elements'], ['Memory', 'The domain is empty: no slot is used']] }],
  ['a negative extent', '(-2,4):(1,2)', { says: [['Grid', 'has no elements']] }],
  ['an empty tuple', '():()', { says: [['Coordinates', '']] }],
  ['a huge stride', '(2,2):(1,4611686018427387904)', { cells: '0 4611686018427387904 / 1 4611686018427387905' }],
  ['an index beyond 64 bits', '(4,4):(1,9223372036854775807)', { says: [['Facts', 'does not fit in 64 bits']] }],
  ['a size beyond 64 bits', '(4294967296,4294967296):(1,0)', { says: [['Facts', 'does not fit in 64 bits']] }],
  ['another script as a name', '布局 = (2,2):(1,2)', { cells: '0 2 / 1 3' }],
];

for (const [name, text, expected] of awkward) {
  test(`awkward: ${name}`, ordinary(['stride zero', 'extent zero'].includes(name)), async ({ page }) => {
    await open(page);
    await notebook(page).fill(text);
    if (expected.cells !== undefined) await expectCells(page, expected.cells);
    for (const [where, sentence] of expected.says ?? []) await expect(part(page, where)).toContainText(sentence);
    await expect(mistakes(page)).toHaveCount(0);
    await notebook(page).fill('(3,2):(2,1)');
    await expectCells(page, '0 1 / 2 3 / 4 5');
  });
}

test('10^18 elements are walked like any other', async ({ page }) => {
  await open(page, link('(1000000000,1000000000):(1,1000000000)', { p: 0 }));
  await expect(part(page, 'Facts')).toContainText('1000000000000000000');
  await expect(chosenCell(page)).toHaveText('row 0, column 0, index 0');
  await grid(page).press('Control+End');
  await expect(chosenCell(page)).toHaveText('row 999999999, column 999999999, index 999999999999999999');
  await expect(summary(page)).toContainText('= 999999999999999999');
  await expect(part(page, 'From an index to its coordinates')).toContainText('One coordinate reaches 999999999999999999');
  await choose(page, '(12,34)');
  await expect(chosenCell(page)).toHaveText('row 12, column 34, index 34000000012');
});

test('a coordinate outside the layout is computed as CuTe does, and told', async ({ page }) => {
  await open(page);
  await choose(page, '(5,7)');
  await expect(part(page, 'Worked example')).toContainText('Outside the shape: CuTe would still return');
  await expect(chosenCell(page)).toHaveCount(0);
  await choose(page, '(1,5)');
  await expect(part(page, 'Worked example')).not.toContainText('Outside the shape');
});

test('a coordinate that fits no shape gets a sentence', thorough, async ({ page }) => {
  await open(page);
  for (const [typed, sentence] of [['(1,2,3)', 'do not have the same number of modes'], ['(1,', 'never closed'], ['x', 'x']] as const) {
    await choose(page, typed);
    const field = part(page, 'Worked example').getByRole('textbox', { name: 'Coordinate' });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    // The point that was chosen stays.
    await expect(chosenCell(page)).toHaveText('row 1, column 5, index 17');
  }
});

test('an empty page waits for a layout', thorough, async ({ page }) => {
  await open(page);
  await notebook(page).fill('');
  await expect(page).toHaveTitle('Colex');
  await expect(mistakes(page)).toHaveCount(0);
  await expect(grid(page).getByRole('gridcell')).toHaveCount(0);
  await notebook(page).fill('(2,2):(2,1)');
  await expectCells(page, '0 1 / 2 3');
});
