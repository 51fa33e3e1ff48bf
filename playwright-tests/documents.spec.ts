// Several documents: tabs that are kept, with their steps; none is lost, whoever else writes.

import { examine } from './axe';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { choose, test, expect, expectCells, fragment, link, notebook, open } from './colex';
import { thorough } from './some';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Documents' }).getByRole('tab');
const notices = (page: Page) => page.getByRole('status').and(page.locator('.notices'));

/** Opens the page whole: the strip comes after the first picture. */
const openAll = async (page: Page, address = '') => {
  await open(page, address);
  await expect(page.locator('html[data-ready]')).toBeAttached();
};

/** A new document with a text, saved. */
const begin = async (page: Page, text: string, name: string) => {
  await page.getByRole('button', { name: 'New document' }).click();
  await notebook(page).fill(text);
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
};

const first = async (page: Page) => {
  await openAll(page);
  await notebook(page).fill('one = (2,2):(1,2)');
  await expect(tab(page, 'one')).toBeVisible();
};

test('documents are called by their first layout, and each is there after a reload with its steps', async ({ page }) => {
  await openAll(page);
  await expect(tabs(page)).toHaveText(['A']);
  await notebook(page).fill('one = (2,2):(1,2)');
  await expect(tabs(page)).toHaveText(['one']);
  await notebook(page).fill('one = (2,2):(2,1)');
  await begin(page, 'two = 4:1', 'two');
  await expect(tabs(page)).toHaveText(['one', 'two']);
  await tab(page, 'one').click();
  await expectCells(page, '0 1 / 2 3');
  await page.reload();
  await expect(tabs(page)).toHaveText(['one', 'two']);
  await expect(tab(page, 'one')).toHaveAttribute('aria-selected', 'true');
  await expect(notebook(page)).toHaveValue('one = (2,2):(2,1)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notebook(page)).not.toHaveValue('one = (2,2):(2,1)');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(notebook(page)).toHaveValue('one = (2,2):(2,1)');
  await tab(page, 'two').click();
  await expect(notebook(page)).toHaveValue('two = 4:1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notebook(page)).toHaveValue('');
});

test('a tab is named, moved and closed by keys, and comes back', async ({ page }) => {
  await first(page);
  await begin(page, 'two = 4:1', 'two');
  await begin(page, 'three = 5:1', 'three');
  await tab(page, 'three').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'two')).toBeFocused();
  await expect(notebook(page)).toHaveValue('two = 4:1');
  await page.keyboard.press('Control+ArrowLeft');
  await expect(tabs(page)).toHaveText(['two', 'one', 'three']);
  await expect(tab(page, 'two')).toBeFocused();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of the document' }).fill('one');
  await page.keyboard.press('Enter');
  await expect(tabs(page)).toHaveText(['one 2', 'one', 'three']);
  await expect(tab(page, 'one 2')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(tabs(page)).toHaveText(['one', 'three']);
  await expect(notebook(page)).toHaveValue('one = (2,2):(1,2)');
  await expect(notices(page)).toContainText('Document closed');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tabs(page)).toHaveText(['one 2', 'one', 'three']);
  await expect(notebook(page)).toHaveValue('two = 4:1');
  await page.reload();
  await expect(tabs(page)).toHaveText(['one 2', 'one', 'three']);
});

test('a tab is named by a double click, and moved by dragging', async ({ page }) => {
  await first(page);
  await begin(page, 'two = 4:1', 'two');
  await tab(page, 'one').dblclick();
  const name = page.getByRole('textbox', { name: 'Name of the document' });
  await expect(name).toHaveValue('one');
  await name.fill('My tiles');
  await name.press('Enter');
  await expect(tabs(page)).toHaveText(['My tiles', 'two']);
  await tab(page, 'two').dragTo(tab(page, 'My tiles'));
  await expect(tabs(page)).toHaveText(['two', 'My tiles']);
});

test('what came from a link is a tab of its own that is not kept until it is edited', async ({ page }) => {
  await first(page);
  await expect.poll(() => fragment(page)).toContain('one');
  const theirs = link('theirs = (2,2):(2,1)');
  await page.evaluate((hash) => { location.hash = hash; }, theirs);
  await expect(tabs(page)).toHaveText(['one', 'theirs']);
  await page.goto('about:blank');
  await openAll(page);
  await expect(tabs(page)).toHaveText(['one']);
  await page.evaluate((hash) => { location.hash = hash; }, theirs);
  await expect(tabs(page)).toHaveText(['one', 'theirs']);
  await notebook(page).fill('theirs = (4,2):(2,1)');
  await expect.poll(() => fragment(page)).toContain('~4,2/');
  await page.goto('about:blank');
  await openAll(page);
  await expect(tabs(page)).toHaveText(['one', 'theirs']);
  await tab(page, 'one').click();
  await expect(notebook(page)).toHaveValue('one = (2,2):(1,2)');
});

test('one example after another is one tab', async ({ page }) => {
  await first(page);
  const choose = async (number: number) => {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('dialog', { name: 'Examples' }).getByRole('listitem').getByRole('button').nth(number).click();
  };
  await choose(0);
  await expect(tabs(page)).toHaveCount(2);
  await choose(3);
  await expect(tabs(page)).toHaveCount(2);
  await tab(page, 'one').click();
  await expect(notebook(page)).toHaveValue('one = (2,2):(1,2)');
});

test('the document of the time when there was only one is the first tab', thorough, async ({ page }) => {
  await openAll(page);
  await page.evaluate((work) => localStorage.setItem('colex.work', work), link('mine = (2,2):(2,1)'));
  await page.goto('about:blank');
  await openAll(page);
  await expect(tabs(page)).toHaveText(['mine']);
  await expectCells(page, '0 1 / 2 3');
  await page.goto('about:blank');
  await openAll(page, link('theirs = 4:1'));
  await expect(tabs(page)).toHaveText(['mine', 'theirs']);
  expect(await page.evaluate(() => localStorage.getItem('colex.work'))).toBeNull();
});

test('two pages lose nothing of each other', async ({ page, context }) => {
  await first(page);
  const other = await context.newPage();
  await openAll(other);
  await expect(tabs(other)).toHaveText(['one']);
  await begin(other, 'two = 4:1', 'two');
  await expect(tabs(page)).toHaveText(['one', 'two']);
  await begin(page, 'three = 5:1', 'three');
  await expect(tabs(other)).toHaveText(['one', 'two', 'three']);
  // The same document in both: the later text is in both, and the earlier one a step back.
  await tab(other, 'three').click();
  await notebook(other).fill('three = 6:1');
  await expect(notebook(page)).toHaveValue('three = 6:1');
  // It is said, and one press has what stood there back, as a step of its own.
  await expect(notices(page)).toContainText('Another page wrote over this document');
  await notices(page).getByRole('button', { name: 'Take it back' }).click();
  await expect(notebook(page)).toHaveValue('three = 5:1');
  await expect(notebook(other)).toHaveValue('three = 5:1');
  await expect(notices(page)).toHaveText('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notebook(page)).toHaveValue('three = 6:1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notebook(page)).toHaveValue('three = 5:1');
  await expect(notebook(other)).toHaveValue('three = 5:1');
  // Taken off in one page, it is gone in the other, but never from the screen.
  await tab(other, 'two').click();
  await tab(other, 'three').focus();
  await page.bringToFront();
  await tab(page, 'two').focus();
  await page.keyboard.press('Delete');
  await expect(tabs(page)).toHaveText(['one', 'three']);
  await expect(notebook(other)).toHaveValue('two = 4:1');
  await notebook(other).fill('two = 8:1');
  await expect(tabs(page)).toHaveText(['one', 'two', 'three']);
});

test('all documents go into one file and come out of it beside what is there', async ({ page, browser }) => {
  await first(page);
  await notebook(page).fill('one = (2,2):(2,1)');
  await begin(page, 'two = 4:1', 'two');
  await page.getByRole('button', { name: 'All documents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Documents' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export all' }).click()]);
  const path = await download.path();
  const file = JSON.parse(await readFile(path, 'utf8'));
  expect(file.colex).toBe(1);
  expect(file.documents.map((document: { name: string }) => document.name)).toEqual(['one', 'two']);

  await dialog.locator('input[type=file]').setInputFiles(path);
  await expect(dialog.getByText('2 documents added.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(tabs(page)).toHaveText(['one', 'two', 'one 2', 'two 2']);

  const elsewhere = await (await browser.newContext()).newPage();
  await openAll(elsewhere, '');
  await elsewhere.getByRole('button', { name: 'All documents' }).click();
  await elsewhere.getByRole('dialog', { name: 'Documents' }).locator('input[type=file]').setInputFiles(path);
  await elsewhere.getByRole('dialog', { name: 'Documents' }).getByRole('button', { name: 'Close', exact: true }).click();
  await tab(elsewhere, 'one').click();
  await expect(notebook(elsewhere)).toHaveValue('one = (2,2):(2,1)');
  await elsewhere.getByRole('button', { name: 'Undo' }).click();
  await expect(notebook(elsewhere)).not.toHaveValue('one = (2,2):(2,1)');
  await elsewhere.context().close();
});

test('a file that is none is told with its place', async ({ page }) => {
  await openAll(page);
  await page.getByRole('button', { name: 'All documents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Documents' });
  const offer = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await offer('{\n  "colex": 1,,\n}');
  await expect(dialog.getByText('This file is not JSON from line 2, column 14 on.')).toBeVisible();
  await offer('[]');
  await expect(dialog.getByText('This file holds no documents of this page.')).toBeVisible();
  await offer(JSON.stringify({ colex: 1, documents: [{ name: 'good', link: link('good = 4:1') }, { link: 'v1;;A+=+4' }] }));
  await expect(dialog.getByText('1 document added. Document 2: The end of this link is missing.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
});

test('what is stored and read in part is kept under another name before it is written over', async ({ page }) => {
  await first(page);
  const links = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('colex.tab.'))
    .map((key) => (localStorage.getItem(key) ?? '').split('\n').slice(2)).sort());
  await expect.poll(links).toMatchObject([['', 'one', /~2,2/]].map(([name, title, link]) => [name, title, expect.stringMatching(link ?? '')]));
  await page.goto('/licences.html');
  const damaged = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((key) => key.startsWith('colex.tab.')) ?? '';
    const damaged = (localStorage.getItem(key) ?? '').replace('~2,2', '~4,2');
    localStorage.setItem(key, damaged);
    return damaged.split('\n')[4];
  });
  await openAll(page);
  await expect(notebook(page)).toHaveValue('one = (4,2):(1,2)');
  await expect(notices(page)).toContainText('This link was changed on its way.');
  await notebook(page).fill('one = (4,2):(1,4)');
  await expect(tabs(page)).toHaveText(['one', 'one 2']);
  await expect.poll(links).toEqual([['', 'one', expect.stringContaining('~4,2/:~1,4')], ['one 2', 'one', damaged]]);
  await tab(page, 'one 2').click();
  await expect(notebook(page)).toHaveValue('one = (4,2):(1,2)');
  // To look at it, to go and to come back is no change: saved at once, it is still what it was.
  await tab(page, 'one').click();
  await tab(page, 'one 2').click();
  await choose(page, '3');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  expect(await links()).toEqual([['', 'one', expect.stringContaining('~4,2/:~1,4')], ['one 2', 'one', damaged]]);
  await page.reload();
  await expect(notices(page)).toContainText('This link was changed on its way.');
  expect(await links()).toEqual([['', 'one', expect.stringContaining('~4,2/:~1,4')], ['one 2', 'one', damaged]]);
});

for (const refusal of ['SecurityError', 'QuotaExceededError']) {
  test(`where storage says ${refusal} it is told once, and the page goes on`, async ({ page }) => {
    await page.addInitScript((name) => {
      if (name === 'SecurityError') {
        Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', name); } });
      } else {
        Storage.prototype.setItem = () => { throw new DOMException('full', name); };
      }
    }, refusal);
    await first(page);
    await expect(notices(page)).toContainText('This browser keeps no documents');
    const [download] = await Promise.all([
      page.waitForEvent('download'), notices(page).getByRole('button', { name: 'Export all' }).click()]);
    expect(await readFile(await download.path(), 'utf8')).toContain('one');
    await expect(notices(page)).toHaveText('');
    await begin(page, 'two = 4:1', 'two');
    await expect(notices(page)).toHaveText('');
    await tab(page, 'one').click();
    await expect(notebook(page)).toHaveValue('one = (2,2):(1,2)');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
  });
}

test('the strip and the dialog are there for everybody, also on a phone and in Chinese', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAll(page, link('A = 4:1', { l: 'zh', b: 'dark' }));
  await notebook(page).fill('布 = (2,2):(1,2)');
  await page.getByRole('button', { name: '新建文档' }).click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('未命名');
  await page.getByRole('button', { name: '全部文档' }).click();
  const dialog = page.getByRole('dialog', { name: '文档' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await examine(page);
  await dialog.getByRole('button', { name: '重命名 未命名' }).click();
  await dialog.getByRole('textbox', { name: '名称： 未命名' }).fill('草稿');
  await page.keyboard.press('Enter');
  await dialog.getByRole('listitem').first().getByRole('button').first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { selected: true })).not.toHaveText('草稿');
  await examine(page);
});
