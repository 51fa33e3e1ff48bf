// The page as people meet it: the first screen, typing, pointing, the worked example, slices and sets of coordinates.

import { test, expect, choose, chosenCell, expectCells, grid, link, notebook, open, openAs, part, summary } from './colex';

const matrix = '0 12 1 13 2 14 / 3 15 4 16 5 17 / 6 18 7 19 8 20';

test('the first screen shows everything about one point', async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle('A = (3,(2,3)):(3,(12,1)) · Colex');
  await expectCells(page, matrix);
  await expect(chosenCell(page)).toHaveText('row 1, column 5, index 17');

  const worked = part(page, 'Worked example');
  await expect(summary(page)).toContainText('16 ~ (1,5) ~ (1,(1,2))');
  await expect(summary(page)).toContainText('1·3 + 1·12 + 2·1 = 17');
  await expect(worked.getByRole('listitem')).toHaveText([
    /^16 mod 3 = 1/, /^16 div 3 = 5/, /^5 mod 2 = 1/, /^5 div 2 = 2/,
    /^1·3 = 3/, /^1·12 = 12/, /^2·1 = 2/, /^3 \+ 12 \+ 2 = 17/,
  ]);
  await expect(worked).toContainText('not the memory index');

  await expect(page.getByRole('grid', { name: 'Coordinates' }).getByRole('row', { selected: true }))
    .toHaveText(/^16\s*\(1,5\)\s*\(1,\(1,2\)\)\s*17/);
  await expect(part(page, 'Memory')).toContainText('18 of 21 slots used; 9–11 unused; each once');
  await expect(page.getByRole('slider', { name: 'Index' })).toHaveAttribute('aria-valuenow', '17');
  await expect(part(page, 'Facts')).toContainText('21= A(17) + 1 = 20 + 1');
});

test('the first screen says which coordinates reach index 17, and why', async ({ page }) => {
  await open(page);
  const back = part(page, 'From an index to its coordinates');
  await expect(back.getByRole('textbox', { name: 'Index' })).toHaveValue('17');
  await expect(back.getByRole('status').first()).toHaveText('One coordinate reaches 17');
  await expect(back.getByRole('list', { name: 'Coordinates found' }).getByRole('button')).toHaveText(['16 ~ (1,(1,2))']);
  await expect(back.getByText('17 − 1·12 = 5')).toBeVisible();
  await expect(back.getByText('5 − 1·3 = 2')).toBeVisible();
  await expect(back.getByText('2 − 2·1 = 0')).toBeVisible();
  // CuTe's own function is wrong here, and the page says so.
  const own = back.getByRole('paragraph').filter({ hasText: 'get_hier_coord(17)' });
  await expect(own).toContainText('answers (2,(1,2))');
  await expect(own).toContainText('✗ wrong here: that coordinate has index 20');

  await back.getByRole('textbox', { name: 'Index' }).fill('10');
  await expect(back.getByRole('status').first()).toHaveText('No coordinate reaches 10');
});

test('typing changes everything at once', async ({ page }) => {
  await open(page);
  await notebook(page).fill('');
  await notebook(page).pressSequentially('((2,2),2):((4,1),2)');
  await expectCells(page, '0 2 / 4 6 / 1 3 / 5 7');
  await expect(page).toHaveTitle('((2,2),2):((4,1),2) · Colex');
  await expect(part(page, 'Facts')).toContainText('cosize8');
  await expect(page.getByRole('grid', { name: 'Coordinates' }).getByRole('row')).toHaveCount(9);
});

test('a value of the notebook is looked at when it is chosen', async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = (2,2):(1,2)\nB = (2,3):(3,1)\nA(3)');
  const values = page.getByRole('list', { name: 'Values' }).getByRole('button');
  await expect(values).toHaveText([/^A\s*\(2,2\):\(1,2\)/, /^B\s*\(2,3\):\(3,1\)/, /^A\(3\)\s*3/]);
  await values.nth(1).click();
  await expectCells(page, '0 1 2 / 3 4 5');
  await expect(values.nth(1)).toHaveAttribute('aria-current', 'true');
  await values.nth(2).click();
  await expectCells(page, '0 2 / 1 3');
  await expect(chosenCell(page)).toHaveText('row 1, column 1, index 3');
});

test.describe('one point lights up everywhere', () => {
  const expectPoint = async (page: Parameters<typeof open>[0], point: { linear: number; cell: string; index: number }) => {
    await expect(chosenCell(page)).toHaveText(point.cell);
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', `cell-${point.linear}`);
    await expect(page.getByRole('grid', { name: 'Coordinates' }).getByRole('row', { selected: true }).getByRole('rowheader'))
      .toHaveText(String(point.linear));
    await expect(summary(page)).toContainText(`${point.linear} ~ `);
    await expect(summary(page)).toContainText(`= ${point.index}`);
    await expect(page.getByRole('slider', { name: 'Index' })).toHaveAttribute('aria-valuenow', String(point.index));
    await expect(part(page, 'From an index to its coordinates').getByRole('textbox')).toHaveValue(String(point.index));
  };

  test('from a row of the coordinates', async ({ page }) => {
    await open(page);
    const rows = page.getByRole('grid', { name: 'Coordinates' });
    await rows.getByRole('row', { name: '7 (1,2)' }).click();
    await expectPoint(page, { linear: 7, cell: 'row 1, column 2, index 4', index: 4 });
    await rows.press('ArrowDown');
    await expectPoint(page, { linear: 8, cell: 'row 2, column 2, index 7', index: 7 });
  });

  test('from a slot of the memory, by keys', async ({ page }) => {
    await open(page);
    await page.getByRole('slider', { name: 'Index' }).press('Home');
    await expectPoint(page, { linear: 0, cell: 'row 0, column 0, index 0', index: 0 });
    await page.getByRole('slider', { name: 'Index' }).press('End');
    await expectPoint(page, { linear: 17, cell: 'row 2, column 5, index 20', index: 20 });
  });

  test('from a cell of the grid, by keys', async ({ page }) => {
    await open(page);
    await grid(page).press('ArrowUp');
    await expectPoint(page, { linear: 15, cell: 'row 0, column 5, index 14', index: 14 });
    await grid(page).press('Home');
    await expectPoint(page, { linear: 0, cell: 'row 0, column 0, index 0', index: 0 });
    await grid(page).press('Control+End');
    await expectPoint(page, { linear: 17, cell: 'row 2, column 5, index 20', index: 20 });
  });

  test('from a cell of the grid, by the pointer', async ({ page }) => {
    await open(page);
    await choose(page, '0');
    // Clicked where the picture says that the cell is, for the picture and the table must mean the same.
    const canvas = await part(page, 'Grid').locator('canvas').boundingBox();
    if (canvas === null) throw new Error('no picture');
    let found = '';
    for (let x = 60; x < canvas.width && found !== 'row 1, column 3, index 16'; x += 40) {
      await page.mouse.click(canvas.x + x, canvas.y + 130);
      found = await chosenCell(page).textContent() ?? '';
    }
    await expectPoint(page, { linear: 10, cell: 'row 1, column 3, index 16', index: 16 });
  });

  test('from a coordinate that reaches an index', async ({ page }) => {
    await open(page, link('A = (4,3):(1,0)', { p: 5 }));
    const back = part(page, 'From an index to its coordinates');
    await expect(back.getByRole('status').first()).toHaveText('3 coordinates reach 1');
    const found = back.getByRole('list', { name: 'Coordinates found' }).getByRole('button');
    await expect(found).toHaveText(['1 ~ (1,0)', '5 ~ (1,1)', '9 ~ (1,2)']);
    await found.last().click();
    await expectPoint(page, { linear: 9, cell: 'row 1, column 2, index 1', index: 1 });
    await expect(page.getByRole('grid', { name: 'Coordinates' }).getByText('same index')).toHaveCount(2);
  });
});

test('a point in every form is the same point', async ({ page }) => {
  await open(page);
  for (const form of ['(1,5)', '16', '(1,(1,2))', '_16', ' ( 1 , 5 ) ']) {
    await choose(page, '0');
    await expect(chosenCell(page)).toHaveText('row 0, column 0, index 0');
    await choose(page, form);
    await expect(chosenCell(page), form).toHaveText('row 1, column 5, index 17');
    await expect(summary(page), form).toContainText('(1,(1,2))');
    await expect(summary(page), form).toContainText('= 17');
  }
});

test.describe('the worked example', () => {
  test('goes step by step by keys', async ({ page }) => {
    await open(page);
    const worked = part(page, 'Worked example');
    const steps = worked.getByRole('group', { name: 'Steps' });
    const current = worked.getByRole('listitem').and(page.locator('[aria-current=step]'));
    await steps.press('ArrowRight');
    await expect(current).toHaveText(/^16 mod 3 = 1/);
    await expect(worked.getByRole('listitem')).toHaveCount(1);
    await steps.press('ArrowRight');
    await steps.press('ArrowRight');
    await expect(current).toHaveText(/^5 mod 2 = 1/);
    await steps.press('ArrowLeft');
    await expect(current).toHaveText(/^16 div 3 = 5/);
    await expect(worked.getByRole('status', { name: 'Step', exact: true })).toHaveText('2 / 8');
    await worked.getByRole('button', { name: 'Show all' }).click();
    await expect(worked.getByRole('listitem')).toHaveCount(8);
  });

  test('asks for the next number', async ({ page }) => {
    await open(page);
    const worked = part(page, 'Worked example');
    await worked.getByRole('button', { name: 'Predict' }).click();
    const answer = worked.getByRole('textbox', { name: '16 mod 3 is' });
    await expect(answer).toBeFocused();
    // What is asked for is told nowhere in this panel.
    await expect(worked.getByRole('listitem')).toHaveCount(1);
    await expect(summary(page).filter({ hasText: '(1,(1,2))' })).toHaveCount(0);

    await answer.fill('2');
    await answer.press('Enter');
    await expect(worked.getByText('✗ not 2; try again, or show it')).toBeVisible();
    await answer.fill('1');
    await answer.press('Enter');
    await expect(worked.getByText('✓ right')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(worked.getByRole('textbox', { name: '16 div 3 is' })).toBeFocused();
    await worked.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(worked.getByRole('listitem').last()).toHaveText(/^16 div 3 = 5/);
    await expect(worked.getByText('✓ right')).toHaveCount(0);
  });

  test('tells nowhere what is asked for, and a key shows it', async ({ page }) => {
    await open(page);
    const worked = part(page, 'Worked example');
    await expect(part(page, 'Memory')).toContainText('index 17: reached from coordinate 16');
    await worked.getByRole('button', { name: 'Predict' }).click();
    for (const name of ['From an index to its coordinates', 'Coordinates', 'Memory']) {
      await expect(part(page, name)).toContainText('Hidden while you predict');
      await expect(part(page, name)).not.toContainText('(1,(1,2))');
    }
    await expect(part(page, 'Memory')).not.toContainText('17');
    await expect(worked.getByRole('textbox', { name: '16 mod 3 is' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(worked.getByRole('listitem').last()).toHaveText(/^16 mod 3 = 1/);
    await page.keyboard.press('ArrowRight');
    await expect(worked.getByRole('textbox', { name: '16 div 3 is' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(worked.getByRole('listitem').last()).toHaveText(/^16 div 3 = 5/);
    await worked.getByRole('button', { name: 'Show all' }).click();
    await expect(part(page, 'From an index to its coordinates')).toContainText('One coordinate reaches 17');
  });

  test('brings the other panels back as one answers', async ({ page }) => {
    await open(page);
    const worked = part(page, 'Worked example');
    const coordinates = page.getByRole('grid', { name: 'Coordinates' });
    await worked.getByRole('button', { name: 'Predict' }).click();
    const answer = async (question: string, number: string) => {
      await worked.getByRole('textbox', { name: `${question} is` }).fill(number);
      await page.keyboard.press('Enter');
      await expect(worked.getByText('✓ right')).toBeVisible();
      await page.keyboard.press('ArrowRight');
    };
    await answer('16 mod 3', '1');
    await answer('16 div 3', '5');
    await answer('5 mod 2', '1');
    await expect(coordinates).toHaveCount(0);
    // The natural coordinate is known, its index is not.
    await answer('5 div 2', '2');
    await expect(coordinates.getByRole('row', { selected: true })).toHaveText(/^16\s*\(1,5\)\s*\(1,\(1,2\)\)\s*\?/);
    await answer('1·3', '3');
    await answer('1·12', '12');
    await answer('2·1', '2');
    await expect(part(page, 'Memory')).not.toContainText('17');
    await expect(chosenCell(page)).toHaveCount(0);
    // What is answered is not asked again on the way back.
    await page.keyboard.press('ArrowLeft');
    await expect(worked.getByRole('listitem').last()).toHaveText(/^2·1 = 2/);
    await page.keyboard.press('ArrowRight');
    await answer('3 + 12 + 2', '17');
    await expect(part(page, 'Memory')).toContainText('index 17: reached from coordinate 16');
    await expect(part(page, 'From an index to its coordinates')).toContainText('One coordinate reaches 17');
    await expect(coordinates.getByRole('row', { selected: true })).toHaveText(/17/);
    await expect(chosenCell(page)).toHaveText('row 1, column 5, index 17');

    // Another point is asked for from its beginning.
    await grid(page).press('ArrowUp');
    await expect(worked.getByRole('textbox', { name: '15 mod 3 is' })).toBeVisible();
    await expect(part(page, 'Memory')).toContainText('Hidden while you predict');
    await worked.getByRole('button', { name: 'Show all' }).click();
    await expect(part(page, 'Memory')).toContainText('index 14');
  });

  test('makes no claim of other forms outside the domain', async ({ page }) => {
    await open(page);
    await choose(page, '(3,(1,2))');
    await expect(part(page, 'Worked example')).toContainText('Outside the shape');
    await expect(summary(page)).not.toContainText('18');
    await choose(page, '18');
    await expect(summary(page)).toContainText('18 → (0,(0,3))');
  });

  test('turns over by a presenter in big type', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Big type' }).click();
    const place = part(page, 'Worked example').getByRole('status', { name: 'Step', exact: true });
    await expect(place).toHaveText('8 / 8');
    for (const [key, expected] of [['PageDown', '1 / 8'], ['PageDown', '2 / 8'], ['PageUp', '1 / 8']] as const) {
      await page.keyboard.press(key);
      await expect(place).toHaveText(expected);
    }
  });
});

test('a vector is one row', async ({ page }) => {
  await open(page, link('8:2', { p: 3 }));
  await expectCells(page, '0 2 4 6 8 10 12 14');
  await expect(chosenCell(page)).toHaveText('row 0, column 3, index 6');
  await grid(page).press('ArrowRight');
  await expect(summary(page)).toContainText('= 8');
});

test('cells too small for their indices say how to read them', async ({ page }) => {
  await open(page);
  const hint = part(page, 'Grid').getByText('Zoom in with + to read the indices');
  await expect(hint).toHaveCount(0);
  // Its height is what limits its cells: they take what room there is from the first.
  await notebook(page).fill('A = (256,128):(128,1)');
  await expect(hint).toBeVisible();
  const memory = await part(page, 'Memory').boundingBox();
  for (let press = 0; press < 15; press += 1) await part(page, 'Grid').getByRole('button', { name: 'Larger cells' }).click();
  await expect(hint).toHaveCount(0);
  expect(await part(page, 'Memory').boundingBox()).toEqual(memory);
});

test('a third mode is stepped through in slices', async ({ page }) => {
  await open(page, link('(2,2,3):(1,2,4)', { p: 0 }));
  await expectCells(page, '0 2 / 1 3');
  const slice = page.getByRole('group', { name: 'Slice along mode 2' });
  await expect(slice).toContainText('0 ∈ 0–2');
  await expect(slice.getByRole('button', { name: 'Previous slice' })).toBeDisabled();
  await slice.getByRole('button', { name: 'Next slice' }).click();
  await expect(slice).toContainText('1 ∈ 0–2');
  await expectCells(page, '4 6 / 5 7');
  await slice.getByRole('button', { name: 'Next slice' }).click();
  await expectCells(page, '8 10 / 9 11');
  await expect(slice.getByRole('button', { name: 'Next slice' })).toBeDisabled();
});

test('coordinates of a compatible shape have a column', async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = ((2,2),(3,2)):((1,2),(4,12))');
  const facts = part(page, 'Facts');
  const choice = facts.getByRole('combobox', { name: 'Coordinates of' });
  await choice.selectOption({ label: '((2,2),6) · 2 modes' });
  const rows = page.getByRole('grid', { name: 'Coordinates' });
  await expect(rows.getByRole('columnheader', { name: 'in ((2,2),6)' })).toBeVisible();
  await choose(page, '23');
  await expect(rows.getByRole('row', { selected: true })).toHaveText(/^23\s*\(3,5\)\s*\(\(1,1\),\(2,1\)\)\s*\(\(1,1\),5\)\s*23/);

  await facts.getByRole('textbox', { name: 'A compatible shape' }).fill('(6,4)');
  await expect(facts.getByText('(6,4) is not compatible with ((2,2),(3,2)): mode 0 has size 4, not 6')).toBeVisible();
});

test('an example opens with what to notice', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Examples' }).click();
  const dialog = page.getByRole('dialog', { name: 'Examples' });
  await dialog.getByRole('textbox', { name: 'Search the examples' }).fill('xyzzy');
  await expect(dialog.getByText('No match')).toBeVisible();
  await dialog.getByRole('textbox').fill('row-major');
  await dialog.getByRole('listitem').getByRole('button').first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Next example' })).toBeVisible();
  await expect(page).toHaveTitle(/· Colex$/);
});

test('the help opens by its key and closes by Escape', async ({ page }) => {
  await open(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'Static and dynamic' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await notebook(page).press('?');
  await expect(help).toBeHidden();
});

test('nothing of the first screen moves when the parts arrive', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => { release = resolve; });
  await page.route(/\/(?!app-)[a-z_]+-[0-9a-f]{16}\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  await openAs(page);
  const tops = () => page.evaluate(() => ['.bar', '.intro', '.panes', '.grid-pane', '#notebook'].map((part) => document.querySelector(part)?.getBoundingClientRect().y));
  const before = await tops();
  release();
  await expect(page.locator('.bar part-wait')).toHaveCount(0);
  await expect(page.getByRole('tablist', { name: 'Documents' })).toBeVisible();
  expect(await tops()).toEqual(before);
});
