// A line is shown as what it is: a coordinate, a truth, a number, a tensor, tiles that overhang.

import { examine } from './axe';
import { cells, chosenCell, expect, expectCells, grid, link, notebook, open, openAs, part, summary, test } from './colex';
import type { Page } from '@playwright/test';

const answer = (page: Page) => part(page, 'Answer');
/** What no view may say of a coordinate that is inside. */
const reproach = /no elements|Division by zero|outside the domain/i;

for (const [text, statement, title, natural, index] of [
  ['S = (3,(2,3))\nidx2crd(16, S)', 1, '(3,(2,3)):(1,(3,6))', '(1,(1,2))', '16'],
  ['print(idx2crd(make_coord(1,5), (3,(2,3))))', 0, '(3,(2,3)):(1,(3,6))', '(1,(1,2))', '16'],
  ['I = make_identity_layout((4,8))\nI(2,3)', 1, '(4,8):(1@0,1@1)', '(2,3)', '(2,3)'],
  ['A = (4,8):(8,1)\nget_hier_coord(A, 9)', 1, '(4,8):(8,1)', '(1,1)', '9'],
] as const) {
  test(`a coordinate is a cell of its shape: ${text}`, async ({ page }) => {
    await open(page, link(text, { s: statement }));
    await expect(part(page, 'Grid').getByRole('heading').first()).toContainText(title);
    await expect(chosenCell(page)).toContainText(index);
    await expect(summary(page)).toContainText(natural);
    await expect(page.locator('body')).not.toContainText(reproach);
  });
}

test('a coordinate that is typed marks its cell, and the next one moves on', async ({ page }) => {
  await open(page, link('S = (3,(2,3))'));
  await notebook(page).fill('S = (3,(2,3))\nidx2crd(16, S)');
  await expect(chosenCell(page)).toContainText('index 16');
  await notebook(page).fill('S = (3,(2,3))\nidx2crd(7, S)');
  await expect(chosenCell(page)).toContainText('index 7');
});

test('a truth says why, beside its operand', async ({ page }) => {
  await open(page, link('A = ((2,3),4):((1,2),6)\nB = ((2,2),(3,2)):((1,2),(4,12))\ncompatible(A, B)', { s: 2 }));
  await expect(answer(page).getByRole('status')).toHaveText('compatible(A, B) does not hold');
  await expect(answer(page)).toContainText('3 and 2: the integer is not the size of the mode');
  await expect(answer(page).locator('mark').first()).toHaveText('3');
  await expect(part(page, 'Steps')).toContainText('get<0,1> 3 and 2');
  await expect(grid(page)).toBeAttached();
});

test('alone on the page a truth, a number and a text are shown', async ({ page }) => {
  await open(page, link('compatible((4,8), (4,(2,4)))'));
  await expect(answer(page).getByRole('status')).toHaveText('compatible((4,8), (4,(2,4))) holds');
  await expect(part(page, 'Steps')).toContainText('4 and 4: the integer is the size of the mode');
  await expectCells(page, '0 4 8 12 16 20 24 28 / 1 5 9 13 17 21 25 29 / 2 6 10 14 18 22 26 30 / 3 7 11 15 19 23 27 31');
  await notebook(page).fill('17');
  await expect(answer(page).getByRole('status')).toHaveText('17');
  await notebook(page).fill('print_layout((2,2):(2,1))');
  await expect(answer(page).locator('pre')).toContainText('+---+---+');
  await notebook(page).fill('cosize((3,(2,3)):(3,(12,1)))');
  await expect(answer(page)).toContainText('((3,(2,3)):(3,(12,1)))(17) + 1 = 20 + 1 = 21');
});

test('a number is chosen by its line', async ({ page }) => {
  await open(page, link('A = (4,8):(8,1)\nsize(A)'));
  await notebook(page).press('Control+End');
  await expect(answer(page)).toContainText('4 · 8 = 32');
});

test('what lies beyond the operand is said in every view, and on later lines', async ({ page }) => {
  for (const text of ['A = (10,8):(8,1)\nlogical_divide(A,(4,2))', 'A = (10,8):(8,1)\nT = logical_divide(A,(4,2))\nT']) {
    await open(page, link(text, { s: text.split('\n').length - 1, p: 10 }));
    await expect(part(page, 'Grid').getByRole('list', { name: 'Hatched' })).toContainText('16 of 96: beyond A');
    await expect(chosenCell(page)).toContainText('beyond A');
    await expect(part(page, 'Memory').getByRole('heading')).toContainText('80 of 80 slots used; each once; 16 more are reached from beyond alone');
    await expect(part(page, 'Coordinates').getByRole('row', { selected: true })).toContainText('beyond A');
    await expect(part(page, 'Facts')).toContainText('80 of 96 within');
    await expect(part(page, 'Worked example')).toContainText('a kernel must mask it');
  }
});

test('a tensor is drawn from where its data begin', async ({ page }) => {
  await open(page, link('local_partition(make_counting_tensor((8,8):(1,8)),(2,4):(1,2),3)', { p: 2 }));
  await expectCells(page, '9 41 / 11 43 / 13 45 / 15 47');
  await expect(part(page, 'Grid').getByRole('heading').first()).toContainText('counting_iter(9) o (4,2):(2,32)');
  await expect(part(page, 'Memory').getByRole('heading')).toContainText('8 of 39 slots used');
  await expect(summary(page)).toContainText('9 + 2·2 + 0·32 = 13');
  await notebook(page).fill('A = (64,64):(64,1)\nlocal_tile(make_identity_layout(shape(A)), (32,16), (1,2))');
  await notebook(page).press('Control+End');
  await expect(part(page, 'Grid').getByRole('heading').first()).toContainText('ArithTuple(32,32) o (32,16):(1@0,1@1)');
  await expect.poll(() => cells(page)).toContain('(34,32)');
  await expect(page.locator('body')).not.toContainText('do not add up');
});

test('sentences call operands and results as the notebook does', async ({ page }) => {
  await open(page, link('A = (6,2):(8,2)\nB = composition(A,(4,3):(3,1))', { s: 1, p: 11 }));
  await expect(part(page, 'Operands and result').getByRole('status')).toHaveText('B(11) = A(rhs(11)) = A(11) = 42');
  await expect(part(page, 'Laws')).toContainText('B(c) = A(rhs(c))');
  await expect(part(page, 'Laws')).not.toContainText('R(c)');
});

test('a layout is read as threads and values where the reader says so, and not before', async ({ page }) => {
  const arrangement = '26nf/44vp/30mgwcslbtoDEXr';
  await open(page, link('A = (4,8):(8,1)', { a: arrangement }));
  for (const name of ['Thread-value map', 'Cost']) {
    await expect(part(page, name)).toContainText('Nothing says that its two modes are threads and values.');
    await expect(part(page, name).getByRole('grid')).toHaveCount(0);
  }
  await part(page, 'Thread-value map').getByRole('button', { name: 'Read it as (thread, value) 4 × 8' }).click();
  for (const name of ['Thread-value map', 'Cost']) {
    await expect(part(page, name)).toContainText('Read as you said: mode 0 is the thread (4 threads), mode 1 the value (8 values each)');
  }
  await part(page, 'Cost').getByRole('button', { name: 'It is no such map' }).click();
  await expect(part(page, 'Thread-value map')).toContainText('Nothing says');
  await part(page, 'Cost').getByRole('button', { name: 'Read it as (thread, value)' }).click();
  await part(page, 'Cost').getByRole('button', { name: 'Read it as (value, thread)' }).click();
  await expect(notebook(page)).toHaveValue('A = (4,8):(8,1)\nT = select<1,0>(A)');
  await expect(part(page, 'Thread-value map')).toContainText('mode 0 is the thread (8 threads)');
  await notebook(page).fill('T = make_layout_tv((4,8):(8,1), (2,2):(2,1))');
  await expect(part(page, 'Thread-value map').getByRole('heading').first()).toContainText('32 threads');
  await expect(part(page, 'Thread-value map')).not.toContainText('Read as you said');
  // What takes the place of what was read so is not.
  await notebook(page).fill('B = (4,8):(8,1)');
  await expect(part(page, 'Thread-value map')).toContainText('Nothing says');
});

test('a swizzle is its bits, and a tile before and after', async ({ page }) => {
  await openAs(page, '', link('S = Swizzle<2,3,3>{}'));
  await expect(answer(page)).toContainText('Bits 7-6 are XORed onto bits 4-3. Runs of 8 elements stay whole: in row r of 64 elements, run c goes to c XOR (r mod 4).');
  const rows = (name: string) => answer(page).getByRole('table', { name }).getByRole('row').allTextContents();
  await expect.poll(() => rows('after')).toEqual(['001234567', '110325476', '223016745', '332107654']);
  expect(await rows('before')).toEqual(['001234567', '101234567', '201234567', '301234567']);
  // Nothing that has no layout to show stands empty.
  await expect(page.getByRole('heading', { name: 'Memory' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Worked example' })).toHaveCount(0);
  await notebook(page).fill('S = Swizzle<2,0,3>{}\nS(26)');
  await notebook(page).press('Control+End');
  await expect(answer(page).getByRole('table', { name: 'The bits of an index: 26 → 25' }).getByRole('row', { name: 'result' })).toHaveText('result1100125');
  await examine(page, { what: 'a swizzle', within: ['.answer'] });
});

test('a map of threads and values comes first where the line is one, and goes with it', async ({ page }) => {
  await openAs(page, '', link('A = (4,8):(8,1)\nT = make_layout_tv((4,8):(8,1), (2,2):(2,1))', { s: 0 }));
  const map = part(page, 'Thread-value map');
  await expect(grid(page)).toBeAttached();
  await expect(map).toHaveCount(0);
  await notebook(page).press('Control+End');
  await expect(map).toBeVisible();
  const top = async (name: string) => (await part(page, name).boundingBox())?.y ?? 0;
  expect(await top('Thread-value map')).toBeLessThan(await top('Grid'));
  await notebook(page).press('Control+Home');
  await expect(map).toHaveCount(0);
});

test('two shapes are boxes, with the order between them both ways', async ({ page }) => {
  await openAs(page, '', link('compatible((4,8), ((2,2),8))'));
  await expect(answer(page)).toContainText('The other way round it does not hold: compatible(((2,2),8), (4,8)) is false.');
  await expect(answer(page).locator('.tuple')).toHaveCount(3);
  await notebook(page).fill('compatible((4,8), (4,8))');
  await expect(answer(page)).toContainText('The other way round it holds too: compatible((4,8), (4,8)) is true.');
  await notebook(page).fill('compatible((4,8), 31)');
  await expect(answer(page)).toContainText('The other way round it does not hold either: compatible(31, (4,8)) is false.');
  await notebook(page).fill('congruent((4,8), (4,(2,4)))');
  await expect(answer(page).locator('.parting, mark')).toHaveCount(2);
});
