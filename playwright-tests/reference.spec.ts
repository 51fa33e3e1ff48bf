// The functions in the help: searched in both languages, each with an example that goes into the notebook.

import { test, expect, expectCells, isWithin, link, notebook, open } from './colex';
import { thorough } from './some';

test('a function is found by its words, and its example becomes a statement', async ({ page }) => {
  await open(page, link('A = (2,2):(1,2)'));
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('button', { name: 'All functions' }).click();
  const search = help.getByRole('textbox', { name: 'Search the functions' });
  await expect(search).toBeFocused();
  await expect(help.getByText(/^[12]\d\d functions$/)).toBeVisible();
  const entry = help.getByRole('listitem');
  await search.fill('repeated copies)) tiler');
  await expect(help.getByText('1 function', { exact: true })).toBeVisible();
  await expect(entry).toContainText('zipped_product(layout, tiler, …) · explains its steps');
  await expect(entry).toContainText('R(x,0) = A(x)');
  await search.fill('group_modes');
  await expect(entry).toContainText('group<modes>(tuple or layout)');
  await expect(entry).toContainText('also group_modes');
  await search.fill('no such words');
  await expect(help.getByText('No function has these words')).toBeVisible();
  await search.fill('LayoutRight');
  await entry.first().getByTitle('Put it into the notebook').click();
  await expect(help).toBeHidden();
  await expect(notebook(page)).toHaveValue('A = (2,2):(1,2)\nmake_layout((2,4),LayoutRight)');
  await expectCells(page, '0 1 2 3 / 4 5 6 7');
});

test('the functions are there in Chinese, and on a phone', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, link('(2,2):(1,2)', { l: 'zh' }));
  await page.getByRole('button', { name: '帮助' }).click();
  const help = page.getByRole('dialog', { name: '帮助' });
  await help.getByRole('textbox', { name: '搜索函数' }).fill('零空间');
  const entry = help.getByRole('listitem');
  await expect(entry).toContainText('零空间：被静态步长 0 映射到 0 的坐标');
  expect(await isWithin(page, entry)).toBe(true);
  await entry.getByTitle('放入笔记本').click();
  await expect(notebook(page)).toHaveValue('(2,2):(1,2)\nnullspace((_4,_2,_8):(_1,_0,_4))');
});
