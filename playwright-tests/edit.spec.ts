// Undo and redo, and the tree of modes, whose every edit is written into the text.

import { test, expect, expectCells, link, mistakes, notebook, open, part } from './colex';

const first = 'A = (3,(2,3)):(3,(12,1))\nA(16)';

test('undo and redo by buttons and by keys', async ({ page }) => {
  await open(page);
  const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })];
  await expect(undo).toBeDisabled();
  await expect(redo).toBeDisabled();
  await notebook(page).fill('(2,2):(2,1)');
  await expectCells(page, '0 1 / 2 3');
  await undo.click();
  await expect(notebook(page)).toHaveValue(first);
  await redo.click();
  await expect(notebook(page)).toHaveValue('(2,2):(2,1)');
  // By keys, while the focus is not in a field.
  await page.getByRole('grid', { name: 'Indices' }).press('Control+z');
  await expect(notebook(page)).toHaveValue(first);
  await page.keyboard.press('Control+Shift+z');
  await expect(notebook(page)).toHaveValue('(2,2):(2,1)');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+y');
  await expect(notebook(page)).toHaveValue('(2,2):(2,1)');
});

test('looking at another point undoes nothing and is no step', async ({ page }) => {
  await open(page);
  await notebook(page).fill('(2,2):(2,1)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('grid', { name: 'Indices' }).press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Redo' })).toBeEnabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(notebook(page)).toHaveValue('(2,2):(2,1)');
});

test.describe('the tree of modes', () => {
  const tree = (page: Parameters<typeof open>[0]) => part(page, 'Modes');
  const select = (page: Parameters<typeof open>[0], mode: string) =>
    tree(page).getByRole('rowheader', { name: mode, exact: true }).getByRole('button').click();
  const act = (page: Parameters<typeof open>[0], name: string | RegExp) =>
    tree(page).getByRole('toolbar', { name: 'Change the modes' }).getByRole('button', { name }).click();

  test('tells the facts of the mode under the pointer, and keeps the chosen one', async ({ page }) => {
    await open(page);
    const facts = part(page, 'Facts');
    await tree(page).getByRole('rowheader', { name: '1,0', exact: true }).hover();
    await expect(facts).toContainText('get<1,0>(A) = 2:12');
    await expect(facts.getByRole('button', { name: 'whole' })).toHaveAttribute('aria-pressed', 'false');
    // The link is of what was chosen, and pointing chooses nothing.
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('textbox', { name: 'Link' })).not.toHaveValue(/m=/);
    await page.keyboard.press('Escape');
    await tree(page).getByRole('rowheader', { name: '1,0', exact: true }).hover();
    await tree(page).getByRole('heading', { name: 'Modes' }).hover();
    await expect(facts).toContainText('A = (3,(2,3)):(3,(12,1))');
    await select(page, '0');
    await tree(page).getByRole('heading', { name: 'Modes' }).hover();
    await expect(facts).toContainText('get<0>(A) = 3:3');
  });

  test('steps a number', async ({ page }) => {
    await open(page);
    const extent = tree(page).getByRole('spinbutton', { name: 'extent of mode 0' });
    await extent.press('ArrowUp');
    await expect(notebook(page)).toHaveValue('A = (4,(2,3)):(3,(12,1))\nA(16)');
    await extent.press('ArrowDown');
    await expect(notebook(page)).toHaveValue(first);
    const stride = tree(page).getByRole('spinbutton', { name: 'stride of mode 1,1' });
    await stride.fill('-2');
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,-2))\nA(16)');
    await tree(page).getByRole('gridcell').filter({ has: page.getByRole('spinbutton', { name: 'stride of mode 1,1' }) }).getByRole('button', { name: 'More stride of mode 1,1' }).click();
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,-1))\nA(16)');
  });

  test('adds, removes, moves, groups and ungroups', async ({ page }) => {
    await open(page, link('(2,3,4):(12,4,1)'));
    const field = notebook(page);
    await select(page, '0');
    await act(page, 'Move right');
    await expect(field).toHaveValue('(3,2,4):(4,12,1)');
    await act(page, 'Move left');
    await expect(field).toHaveValue('(2,3,4):(12,4,1)');
    await act(page, 'Group: group<0,2>');
    await expect(field).toHaveValue('((2,3),4):((12,4),1)');
    await act(page, 'Ungroup');
    await expect(field).toHaveValue('(2,3,4):(12,4,1)');
    await select(page, '2');
    await act(page, 'Remove');
    await expect(field).toHaveValue('(2,3):(12,4)');
    await select(page, 'whole');
    await act(page, 'Add');
    await expect(field).toHaveValue(/^\(2,3,\d+\):\(12,4,\d+\)$/);
    for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue('(2,3,4):(12,4,1)');
  });

  test('says why an edit is impossible', async ({ page }) => {
    await open(page);
    const button = (name: string) => tree(page).getByRole('toolbar').getByRole('button', { name: new RegExp(`^${name}`) });
    await select(page, 'whole');
    for (const name of ['Ungroup', 'Move left', 'Move right', 'Remove', 'Group']) await expect(button(name)).toBeDisabled();
    await select(page, '0');
    for (const name of ['Ungroup', 'Move left']) await expect(button(name)).toBeDisabled();
    for (const name of ['Move right', 'Remove', 'Group', 'Add']) await expect(button(name)).toBeEnabled();
    const extent = tree(page).getByRole('spinbutton', { name: 'extent of mode 0' });
    await extent.fill('0');
    await expect(tree(page).getByText('The extent of mode 0 cannot be 0: an extent is at least 1.')).toBeVisible();
    await extent.fill('99999999999999999999');
    await expect(tree(page).getByText('99999999999999999999 is not an integer of 64 bits')).toBeVisible();
    await expect(notebook(page)).toHaveValue(first);
    await expect(mistakes(page)).toHaveCount(0);
  });

  test('of a computed layout edits a copy', async ({ page }) => {
    await open(page, link('A = (2,(2,2)):(1,(2,4))\nflatten(A)', { s: 1 }));
    await tree(page).getByRole('button', { name: 'Edit a copy' }).click();
    await expect(notebook(page)).toHaveValue('A = (2,(2,2)):(1,(2,4))\nflatten(A)\ncopy = (2,2,2):(1,2,4)');
    await expect(page).toHaveTitle('copy = (2,2,2):(1,2,4) · Colex');
  });
});

test('a bare shape says from which side its strides come', async ({ page }) => {
  await open(page, link('(2,3)'));
  await expectCells(page, '0 2 4 / 1 3 5');
  await part(page, 'Facts').getByRole('button', { name: 'LayoutRight' }).click();
  await expectCells(page, '0 1 2 / 3 4 5');
  await part(page, 'Facts').getByRole('button', { name: 'Write them into the text' }).click();
  await expect(notebook(page)).toHaveValue('(2,3):(3,1)');
});

test('underscores are shown when asked for', async ({ page }) => {
  await open(page);
  const facts = part(page, 'Facts');
  await facts.getByRole('switch', { name: 'Show underscores' }).check();
  await expect(page.getByRole('list', { name: 'Values' }).getByRole('button').first()).toContainText('(_3,(_2,_3)):(_3,(_12,_1))');
  await facts.getByRole('switch', { name: 'Plain numbers are compile-time' }).uncheck();
  await expect(page.getByRole('list', { name: 'Values' }).getByRole('button').first()).toContainText('(3,(2,3)):(3,(12,1))');
});
