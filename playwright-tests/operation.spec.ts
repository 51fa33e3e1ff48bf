// Operands and result of an operation side by side, and what the steps do with them.

import { examine } from './axe';
import { test, expect, fragment, grid, link, notebook, open, openAs, part } from './colex';
import { ordinary } from './some';

const DIVIDE = 'A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 2:1>)';

const operation = (page: Parameters<typeof open>[0]) => part(page, 'Operands and result');
const panel = (page: Parameters<typeof open>[0], name: RegExp) => operation(page).getByRole('group', { name });

test('a divide shows A, the tiler and the result, and says where a cell comes from', async ({ page }) => {
  await open(page, link(DIVIDE, { s: 1, p: 16 }));
  await expect(panel(page, /^A, operand, \(8,8\):\(8,1\)/)).toBeVisible();
  await expect(panel(page, /^tiler, <4:1, 2:1> = \(4,2\):\(1@0,1@1\)/)).toBeVisible();
  await expect(panel(page, /^D, result/)).toBeVisible();
  await expect(operation(page).getByRole('status')).toHaveText('D(16) = 2 is A(16), element 0 of tile 2');
  await expect(operation(page).getByRole('list', { name: 'Colours of the panels' })).toContainText('tile 7');
});

test('keys go through a panel, and the point of the page follows', async ({ page }) => {
  await open(page, link(DIVIDE, { s: 1, p: 0 }));
  const a = panel(page, /^A, operand/);
  await a.focus();
  await a.press('ArrowDown');
  await a.press('ArrowRight');
  await expect(operation(page).getByRole('status')).toHaveText('A(9) = 9 is D(5), element 5 of tile 0');
  await expect(page.getByRole('textbox', { name: 'Coordinate' })).toHaveValue('5');
  await a.press('End');
  await expect(operation(page).getByRole('status')).toContainText('A(63) = 63 is D(63)');
});

test('pointing at a cell of an operand lights up the grid', async ({ page }) => {
  await open(page, link('A = (4,4):(4,1)\nB = (2,2):(1,4)\nR = A o B', { s: 2, p: 0 }));
  const canvas = panel(page, /^B, applied first/).locator('canvas');
  // The last of its 2x2 cells.
  const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
  const position = { x: 0.75 * width, y: 0.75 * height };
  await canvas.hover({ position });
  await expect(operation(page).getByRole('status')).toHaveText('R(3) = A(B(3)) = A(5) = 5');
  await canvas.click({ position });
  await expect(page.getByRole('textbox', { name: 'Coordinate' })).toHaveValue('3');
});

test('a complement says who fills a slot', async ({ page }) => {
  await open(page, link('R = complement(2:2, 8)', { s: 0 }));
  const space = panel(page, /index space/);
  await space.focus();
  await space.press('Home');
  await expect(operation(page).getByRole('status')).toHaveText('Slot 0 is filled by the layout itself: layout(0) = 0');
  await space.press('End');
  await expect(operation(page).getByRole('status')).toHaveText('Slot 7 is filled by copy 3: layout(1) = 2 and R(3) = 5');
});

test('a step colours the grid and the panels, and is part of the link', async ({ page }) => {
  await open(page, link('R = logical_divide(8:1, 2:2)', { s: 0 }));
  const steps = part(page, 'Steps');
  const legend = part(page, 'Grid').getByRole('list', { name: 'Colours' });
  await expect(legend).toHaveCount(0);
  const list = steps.getByRole('group', { name: 'Steps, by arrow keys' });
  await list.press('PageDown');
  await expect(steps.getByRole('status')).toHaveText(/^Step 1 of/);
  await expect(legend).toContainText('tile 3');
  while (!(await steps.locator('[aria-current=step]').innerText()).startsWith('Mode 0 of the second')) {
    await list.press('PageDown');
  }
  await expect(legend).toContainText('coordinate 1');
  await expect(legend).not.toContainText('tile');
  await expect(operation(page)).toContainText('Colour: coordinate along mode 0 of the tiler and its complement');
  await expect.poll(() => fragment(page)).toContain(';;q=');
  await steps.getByRole('button', { name: 'All', exact: true }).click();
  await expect(legend).toHaveCount(0);
  await expect.poll(() => fragment(page)).not.toContain(';;q=');
});

test('the grid takes the colours of the panels when asked', async ({ page }) => {
  await open(page, link(DIVIDE, { s: 1 }));
  const button = operation(page).getByRole('button', { name: 'Use these colours in the grid' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(part(page, 'Grid').getByRole('list', { name: 'Colours' })).toContainText('tile 7');
  await button.click();
  await expect(part(page, 'Grid').getByRole('list', { name: 'Colours' })).toHaveCount(0);
});

test('what is no operation shows nothing, and what does not fit says so', async ({ page }) => {
  await open(page);
  await expect(grid(page)).toBeVisible();
  await expect(operation(page)).toHaveCount(0);
  await notebook(page).fill('A = (1024,1024):(1024,1)\nD = zipped_divide(A, <64, 64>)');
  await page.getByRole('list', { name: 'Values' }).getByRole('button', { name: /^D/ }).click();
  // Of what has too many cells all is seen as its tiles, and the cells of one; tiles that are columns stand as those do.
  await expect(panel(page, /^A, operand/)).toContainText('Each box is a tile: 64 × 64 cells');
  await expect(panel(page, /^A, operand/)).toContainText(/tile 0: rows \d+–\d+ of 64/);
  await expect(panel(page, /^D, result/)).toContainText('Each box is a tile: 4096 × 1 cells');
  // The part that is taken is seen in what it is taken from, however large that is.
  await notebook(page).fill('A = (512,256):(256,1)\nT = local_tile(A, (32,16), (1,2))');
  await page.getByRole('list', { name: 'Values' }).getByRole('button', { name: /^T/ }).click();
  const operand = panel(page, /^A, operand/);
  await expect(operand).toContainText('Each box is a tile: 32 × 16 cells');
  const colours = () => operand.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join())).size;
  });
  await expect.poll(colours).toBeGreaterThan(3);
  // The inset shows the tile that is taken, page by page, by buttons and by keys.
  await expect(operand).toContainText('tile 33: rows 16–23 of 32, columns');
  await operand.getByRole('button', { name: 'Rows below' }).click();
  await expect(operand).toContainText('tile 33: rows 24–31 of 32');
  await operand.press('ArrowUp');
  await expect(operand).toContainText('tile 33: rows 16–23 of 32');
  await operand.press('Home');
  await expect(operand).toContainText('tile 0: rows 0–7 of 32');
  // What is left keeps nothing.
  await notebook(page).focus();
  await expect(operand).toContainText('tile 33: rows 16–23 of 32');
});

test('an act is of its kind of operation: it stays for another divide, and is let go of for a product', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, '', link('A = (10,8):(8,1)\nB = zipped_divide(A, (4,2))', { s: 1, ac: 1 }));
  const bar = operation(page).getByRole('group', { name: 'Acts in the picture' });
  await expect(bar).toContainText('Act 2 of 3');
  await notebook(page).fill('A = (10,8):(8,1)\nB = tiled_divide(A, (4,2))');
  await expect(operation(page)).toContainText('tiled_divide');
  await expect(bar).toContainText('Act 2 of 3');
  await notebook(page).fill('A = (2,5):(5,1)\nB = blocked_product(A, (3,4):(1,3))');
  await expect(operation(page)).toContainText('blocked_product');
  await expect(bar).toContainText('4 acts: ▶ shows them one by one in the picture');
  await expect.poll(() => fragment(page)).not.toContain('ac=');
});

test('an operation is told in a few acts, which stand in the link', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, '', link('A = (10,8):(8,1)\nB = zipped_divide(A, (4,2))', { s: 1 }));
  const bar = operation(page).getByRole('group', { name: 'Acts in the picture' });
  await expect(bar).toContainText('3 acts: ▶ shows them one by one in the picture');
  await expect(bar.getByRole('button', { name: 'Previous act' })).toBeDisabled();
  for (const [said, made] of [['Act 1 of 3: Cut the rows by 4: 10 becomes (4,3)', '(4,3)'], ['Act 2 of 3: Cut the columns by 2: 8 becomes (2,4)', '(2,4)']] as const) {
    await bar.getByRole('button', { name: 'Next act' }).click();
    await expect(bar).toContainText(said);
    await expect(bar.locator('mark')).toHaveText(made);
  }
  await expect.poll(() => fragment(page)).toContain('ac=1');
  await page.reload();
  await expect(bar).toContainText('Act 2 of 3');
  await expect(operation(page).getByRole('list', { name: 'Colours of the panels' })).toContainText('tile 7');
  await bar.getByRole('button', { name: 'Next act' }).click();
  await expect(bar).toContainText('Act 3 of 3: Mode 0 is within a tile');
  await expect(bar.getByRole('button', { name: 'Next act' })).toBeDisabled();
  // It has two thirds of the window, and what explains it stands below.
  const [story, worked] = await Promise.all([operation(page), part(page, 'Worked example')].map((found) => found.boundingBox()));
  expect(story?.width).toBeGreaterThan(850);
  expect(worked?.y).toBeGreaterThan((story?.y ?? 0) + (story?.height ?? 0));
  // On any other line the grid is there again, and three columns.
  await page.getByRole('list', { name: 'Values' }).getByRole('button', { name: /^A/ }).click();
  await expect(grid(page)).toBeVisible();
  expect((await part(page, 'Worked example').boundingBox())?.x).toBeGreaterThan(900);
});

test('the corner of a tile is pulled, or moved by keys, and the notebook follows', async ({ page }) => {
  const text = (tile: string) => `A = (10,8):(8,1)\nB = zipped_divide(A, ${tile})`;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, '', link(text('(4,2)'), { s: 1 }));
  const corner = operation(page).getByRole('button', { name: /^Tile of/ });
  await expect(corner).toHaveAccessibleName('Tile of 4 × 2: pull this corner, or use the arrow keys');
  const box = await corner.boundingBox();
  const at = [(box?.x ?? 0) + 12, (box?.y ?? 0) + 12] as const;
  const canvas = await operation(page).locator('canvas').first().boundingBox();
  const cell = ((canvas?.height ?? 0) - 2) / 10;
  await page.mouse.move(...at);
  await page.mouse.down();
  for (const cells of [0.4, 1, 1.8, 1]) await page.mouse.move(at[0] + cells * cell, at[1] + cells * cell);
  await page.mouse.up();
  await expect(notebook(page)).toHaveValue(text('(5,3)'));
  // One pull is one step.
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(notebook(page)).toHaveValue(text('(4,2)'));
  await corner.press('ArrowUp');
  await corner.press('ArrowRight');
  await expect(notebook(page)).toHaveValue(text('(3,3)'));
  await expect(corner).toBeFocused();
  // It is never less than one element, nor more than there is.
  for (let press = 0; press < 4; press += 1) await corner.press('ArrowUp');
  await expect(notebook(page)).toHaveValue(text('(1,3)'));
});

test('a number is pulled in the picture', async ({ page }) => {
  await open(page);
  const heading = part(page, 'Grid').getByRole('heading');
  const pull = async (number: number, by: number) => {
    const box = await heading.locator('.pulled').nth(number).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 2 + by / 2, (box?.y ?? 0) + 5);
    await page.mouse.move((box?.x ?? 0) + 2 + by, (box?.y ?? 0) + 5);
    await page.mouse.up();
  };
  await pull(0, 21);
  await expect(notebook(page)).toHaveValue('A = (6,(2,3)):(3,(12,1))\nA(16)');
  await expect(heading).toContainText('(6,(2,3)):(3,(12,1))');
  await pull(3, -700);
  await expect(notebook(page)).toHaveValue(/^A = \(6,\(2,3\)\):\(-\d+,\(12,1\)\)/);
  // The view is still there: nobody pressed its heading.
  await expect(grid(page)).toBeVisible();
});

test('how CuTe computes it stands below the acts, folded, and one bar turns what is told', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, '', link('A = (10,8):(8,1)\nB = zipped_divide(A, (4,2))', { s: 1 }));
  const steps = part(page, 'Steps');
  const how = steps.getByRole('button', { name: 'How CuTe computes it (26 steps)' });
  const list = steps.getByRole('group', { name: 'Steps, by arrow keys' });
  const bar = (name: string) => operation(page).getByRole('group', { name });
  await expect(how).toHaveAttribute('aria-expanded', 'false');
  await expect(list).toBeHidden();
  await how.click();
  await expect(list).toBeVisible();
  await expect(bar('Acts in the picture')).toHaveCount(0);
  await bar('Steps in the picture').getByRole('button', { name: 'Next step' }).click();
  await expect(bar('Steps in the picture')).toContainText('Step 2 of 26');
  await expect.poll(() => fragment(page)).toContain('q=1;;');
  await bar('Steps in the picture').getByRole('button', { name: '3 acts' }).click();
  await expect(list).toBeHidden();
  await expect(bar('Acts in the picture')).toBeVisible();
});

test('a composition shows a way before anything is chosen', async ({ page }) => {
  await openAs(page, '', link('A = (6,2):(8,2)\nB = (4,3):(3,1)\nC = composition(A, B)', { s: 2 }));
  await expect(operation(page).getByRole('status').last()).toContainText('C(1) = A(B(1)) = A(3) = 24');
  await expect(operation(page).locator('.operation-way path')).toHaveAttribute('d', /^M/);
});

for (const [theme, language] of [['light', 'en'], ['dark', 'zh']] as const) {
  test(`axe finds nothing: ${theme}, ${language}`, ordinary(theme === 'light'), async ({ page }) => {
    await open(page, link('A = (10,8):(8,1)\nD = zipped_divide(A, <4:1, 2:1>)', { s: 1, p: 16, q: 3, b: theme, l: language }));
    await expect(page.locator('.operation canvas').first()).toBeVisible();
    await examine(page, { within: ['#view-operation', '#view-steps'] });
  });
}

test.describe('switches to what may be written instead', () => {
  const brothers = (page: Parameters<typeof open>[0]) => operation(page).getByRole('radiogroup', { name: 'Operation' });

  test('a brother is written into the notebook, with keys too, and taken back', async ({ page }) => {
    await open(page, link('A = (2,5):(5,1)\nP = blocked_product(A, (3,4):(1,3)) // why', { s: 1 }));
    await expect(brothers(page).getByRole('radio', { checked: true })).toHaveAccessibleName('blocked');
    // Which bracket moves: what is of the block is marked.
    const brackets = operation(page).locator('.brackets');
    await expect(brackets).toHaveText('((2,3),(5,4)) Each mode has its own bracket: (block, copies)');
    await expect(brackets.locator('mark')).toHaveText(['2', '5']);
    await brothers(page).getByText('raked').click();
    await expect(brackets).toHaveText('((3,2),(4,5)) Each mode has its own bracket: (copies, block)');
    await expect(brackets.locator('mark')).toHaveText(['2', '5']);
    await expect(notebook(page)).toHaveValue('A = (2,5):(5,1)\nP = raked_product(A, (3,4):(1,3)) // why');
    await expect.poll(() => fragment(page)).toContain('raked');
    await brothers(page).getByRole('radio', { name: 'raked' }).press('ArrowLeft');
    await expect(notebook(page)).toHaveValue('A = (2,5):(5,1)\nP = blocked_product(A, (3,4):(1,3)) // why');
    await expect(brothers(page).getByRole('radio', { name: 'blocked' })).toBeFocused();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(notebook(page)).toHaveValue('A = (2,5):(5,1)\nP = raked_product(A, (3,4):(1,3)) // why');
    await expect(brothers(page).getByRole('radio', { checked: true })).toHaveAccessibleName('raked');
  });

  test('a tiler is written by mode or as a Layout', async ({ page }) => {
    await open(page, link('A = (4,6):(1,4)\nT = zipped_divide(A, (2,3))', { s: 1 }));
    const tilers = operation(page).getByRole('radiogroup', { name: 'Tiler' });
    await expect(tilers.getByRole('radio')).toHaveCount(3);
    await expect(tilers.getByRole('radio', { checked: true })).toHaveAccessibleName('by mode (2,3)');
    await tilers.getByText('(2,3):(1,2)').click();
    await expect(notebook(page)).toHaveValue('A = (4,6):(1,4)\nT = zipped_divide(A, (2,3):(1,2))');
    await expect(tilers.getByRole('radio', { checked: true })).toHaveAccessibleName('as a Layout (2,3):(1,2)');
  });

  test('what does not take the operands cannot be chosen, and what has no brothers has no switch', async ({ page }) => {
    await open(page, link('A = (2,5):(5,1)\nP = logical_product(A, <3:2,4:1>)', { s: 1 }));
    await expect(brothers(page).getByRole('radio', { name: 'raked' })).toBeDisabled();
    await notebook(page).fill('R = composition((6,2):(8,2), (4,3):(3,1))');
    await expect(operation(page).getByRole('group', { name: /result/ })).toBeVisible();
    await expect(operation(page).getByRole('radiogroup')).toHaveCount(0);
  });
});

test('what overhangs has the predicate that a kernel writes', async ({ page }) => {
  await open(page, link('A = (10,8):(1,10)\nT = zipped_divide(A, (4,4))', { s: 1 }));
  const predicate = operation(page).getByRole('group', { name: 'Predicate' });
  await expect(predicate).toContainText('T((m0,n0),(m1,n1)) lies inside A where m0 + 4*m1 < 10');
  await expect(predicate).toContainText('elem_less(make_coord(m0 + 4*m1, n0 + 4*n1), shape(A))');
  await expect(predicate).toContainText('cute.elem_less((m0 + 4*m1, n0 + 4*n1), A.shape)');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await predicate.getByRole('button', { name: 'Copy the predicate in Python' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('cute.elem_less((m0 + 4*m1, n0 + 4*n1), A.shape)');
  await notebook(page).fill('A = (12,8):(1,12)\nT = zipped_divide(A, (4,4))');
  await expect(predicate).toHaveCount(0);
});

test('steps are read above the picture, which stays where it is', async ({ page }) => {
  // It has no acts.
  await openAs(page, 'algebra', link('R = filter((2,4,3):(1,0,0))', { s: 0 }));
  const reading = operation(page).getByRole('group', { name: 'Steps in the picture' });
  await expect(reading).toContainText(/All \d+ steps: ▶ shows them one by one in the picture/);
  const canvas = operation(page).locator('canvas').first();
  const before = await canvas.boundingBox();
  for (let step = 1; step <= 5; step += 1) {
    await reading.getByRole('button', { name: 'Next step' }).click();
    await expect(reading).toContainText(`Step ${step} of`);
    await expect(part(page, 'Steps').getByRole('status')).toContainText(`Step ${step} of`);
  }
  const after = await canvas.boundingBox();
  expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
});

test('an operation takes the place of the grid, and gives it back on any other line', async ({ page }) => {
  await openAs(page);
  const top = async (name: string) => Math.round((await part(page, name).boundingBox())?.y ?? -1);
  const place = await top('Grid');
  await notebook(page).fill('A = (8,8):(8,1)\nB = zipped_divide(A, (4,2)');
  await notebook(page).press('Control+End');
  await expect(part(page, 'Grid')).toBeVisible();
  await notebook(page).pressSequentially(')');
  await expect(operation(page)).toBeVisible();
  await expect(part(page, 'Grid')).toHaveCount(0);
  await expect.poll(() => top('Operands and result')).toBe(place);
  await notebook(page).press('ArrowUp');
  await expect(part(page, 'Grid')).toBeVisible();
  await expect(operation(page)).toHaveCount(0);
  await expect.poll(() => top('Grid')).toBe(place);
  await expect.poll(() => fragment(page)).not.toContain(';;a=');
  // Whoever skips to the picture comes to the one that is there.
  await notebook(page).press('ArrowDown');
  await page.getByRole('link', { name: 'Skip to the picture' }).press('Enter');
  await expect(panel(page, /^A, operand/)).toBeFocused();
  await notebook(page).press('Control+End');
  // Whoever wants both has both, on every line and behind the link.
  await page.getByRole('navigation', { name: 'More views' }).getByRole('button', { name: 'Unfold: Grid' }).click();
  await expect(part(page, 'Grid')).toBeVisible();
  await expect(operation(page)).toBeVisible();
  await expect.poll(() => fragment(page)).toMatch(/;;a=[^;+]*;;/);
  await page.reload();
  await expect(operation(page)).toBeVisible();
  await expect(part(page, 'Grid')).toBeVisible();
});
