// What is taken away beyond files: the QR code, frames that ask for a theme, views and a step, pictures for places
// without frames, tables as JSON.

import { examine } from './axe';
import { readFileSync } from 'node:fs';
import { test, expect, chosenCell, link, notebook, open, openAs, part } from './colex';
import type { Page } from '@playwright/test';
import { ordinary, thorough } from './some';

const share = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).click();
  return page.getByRole('dialog', { name: 'Share' });
};

const elsewhere = async (page: Page, body: string) => {
  await page.route('**/somebody/writes', (route) => route.fulfill({ contentType: 'text/html', body: `<!DOCTYPE html><p>A text</p>${body}` }));
  await page.goto('/somebody/writes');
};

test('the link as a QR code, which says when it is too long', async ({ page }) => {
  await open(page);
  const dialog = await share(page);
  const button = dialog.getByRole('button', { name: 'QR code' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(dialog.getByRole('img', { name: /^QR code of the link: CuTe layout A = / })).toBeVisible();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  const svg = readFileSync(await (await saved).path(), 'utf8');
  expect(svg).toContain('<title>CuTe layout A = (3,(2,3)):(3,(12,1))</title>');
  await page.keyboard.press('Escape');
  // A text that deflating does not make shorter.
  const noise = Array.from({ length: 900 }, (_, place) => `${(place * 7919 + 13) % 10007}:${(place * 104729) % 9973}`).join('\n');
  await notebook(page).fill(noise);
  const again = await share(page);
  await expect(again.getByText(/a QR code holds 2953/)).toBeVisible();
  await expect(again.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
});

test('a frame asks for a theme, views and a step, by what is chosen', async ({ page }) => {
  await open(page);
  const dialog = await share(page);
  const snippet = dialog.getByRole('textbox', { name: 'Snippet', exact: true });
  await expect(snippet).not.toHaveValue(/\?/);
  await dialog.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'dark' }).click();
  const views = dialog.getByRole('group', { name: 'Views' });
  await expect(views.getByRole('button', { name: 'Grid', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await views.getByRole('button', { name: 'Memory' }).click();
  await views.getByRole('button', { name: 'Facts' }).click();
  await dialog.getByRole('spinbutton', { name: /First step/ }).fill('3');
  await expect(snippet).toHaveValue(/\?theme=dark&amp;view=grid,worked,facts&amp;step=3#v1;;/);
  const text = await snippet.inputValue();
  expect(text).toContain('title="CuTe layout A = (3,(2,3)):(3,(12,1))"');
  expect(text).toMatch(/<a href="[^"]+">CuTe layout A = \(3,\(2,3\)\):\(3,\(12,1\)\)<\/a><\/iframe>$/);
  await elsewhere(page, text);
  const inner = page.frameLocator('iframe');
  await expect(inner.locator('html[data-drawn]')).toHaveAttribute('data-theme', 'dark');
  await expect(inner.getByRole('region', { name: 'Facts', exact: true })).toBeVisible();
  await expect(inner.getByRole('region', { name: 'Grid', exact: true })).toBeVisible();
  await expect(inner.getByRole('region', { name: 'Memory', exact: true })).toHaveCount(0);
  await expect(inner.getByRole('region', { name: 'Worked example', exact: true })).toContainText('3 / 8');
});

test('what an address asks for holds for one visit and is not saved', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/?theme=dark&view=grid&unknown=1&step=x#${link('A = (2,2):(2,1)')}`);
  await expect(page.locator('html[data-drawn]')).toHaveAttribute('data-theme', 'dark');
  // Views are for frames: the whole page keeps its own.
  await expect(notebook(page)).toBeVisible();
  await notebook(page).fill('A = (2,3):(3,1)');
  await expect.poll(() => page.url()).toContain('~2,3/');
  expect(page.url()).not.toContain('b=dark');
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto('/');
  await expect(notebook(page)).toHaveValue('A = (2,3):(3,1)');
});

test('a picture stands where frames do not, and leads to the layout', thorough, async ({ page }) => {
  await open(page);
  const dialog = await share(page);
  const field = dialog.getByRole('textbox', { name: 'Picture as HTML' });
  const image = await field.inputValue();
  await dialog.getByRole('button', { name: 'inline SVG' }).click();
  await expect(field).toHaveValue(/^<figure>\n<svg /);
  const inline = await field.inputValue();
  await elsewhere(page, image + inline);
  const picture = page.getByRole('img', { name: 'CuTe layout A = (3,(2,3)):(3,(12,1))' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100);
  await expect(page.locator('figure svg title')).toHaveText('A = (3,(2,3)):(3,(12,1))');
  await page.getByRole('link', { name: 'CuTe layout A' }).first().click();
  await expect(chosenCell(page)).toHaveText('row 1, column 5, index 17');
});

for (const [number, [what, text, last]] of ([
  ['a layout', '(2,2):(2,1)', { coordinate: 3, natural: [1, 1], index: 3 }],
  ['a swizzle', 'Sw<1,0,1> o _0 o (2,4):(4,1)', { coordinate: 7, natural: [1, 3], index: 6 }],
  ['a tensor', 'make_tensor(counting_iterator(0), (2,2):(2,1))', { coordinate: 3, natural: [1, 1], index: 3 }],
] as const).entries()) {
  test(`${what} has everything that can be taken away`, ordinary(number === 0), async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, link(text));
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await expect(dialog.getByRole('button', { name: /^Save: / })).toHaveCount(14);
    const names = await dialog.getByRole('button', { name: /^Save: / }).evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')?.slice('Save: '.length) ?? ''));
    expect(names).toEqual([
      'Figure as SVG', 'Figure as PNG', 'C++, static', 'C++, dynamic', 'Python DSL', 'As CuTe prints it', 'JSON',
      'LaTeX, as print_latex', 'Text, as print_layout', 'CSV, the grid', 'CSV, one row for each coordinate',
      'JSON, one object for each coordinate', 'Link', 'Snippet for another page',
    ]);
    for (const name of names) {
      const row = dialog.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
      // Python cannot say a counting iterator; that is a sentence.
      const isUnspelled = what === 'a tensor' && name === 'Python DSL';
      await row.getByRole('button', { name: `Copy: ${name}`, exact: true }).click();
      await expect(row.getByRole('status')).toHaveText(isUnspelled ? /Python/ : 'Copied');
      if (isUnspelled) continue;
      const saved = page.waitForEvent('download');
      await row.getByRole('button', { name: `Save: ${name}`, exact: true }).click();
      const bytes = readFileSync(await (await saved).path());
      expect(bytes.length).toBeGreaterThan(8);
      if (name.startsWith('JSON, one')) expect(JSON.parse(bytes.toString()).table.at(-1)).toEqual(last);
      if (name === 'Figure as PNG') expect([...bytes.subarray(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)));
      if (name === 'Link') expect(bytes.toString()).toMatch(/^\[InternetShortcut\]\r\nURL=http.*#v1;;/);
    }
  });
}

test('names of modes go with the code as a comment', thorough, async ({ page }) => {
  await open(page, link('A = (M=8,K=4):(1,8)'));
  await expect(part(page, 'Grid').getByRole('note', { name: 'rows M, columns K' })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export' }).getByText('auto A = Layout<Shape<_8,_4>,Stride<_1,_8>>{};  // (M,K)')).toBeVisible();
});

const wellFormed = (page: Page, svg: string) => page.evaluate((text) => {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  return parsed.querySelector('parsererror') ? '' : [...parsed.querySelectorAll('title, desc, text')].map((text) => text.textContent).join('\n');
}, svg);

test('a figure is what is seen: parts together or alone, in light, as SVG and PNG', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(page, 'algebra', link('A = (10,8):(8,1)\nT = zipped_divide(A, <4:1,2:1>)', { s: 1, p: 20 }));
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const parts = dialog.getByRole('group', { name: 'What stands in the figure' });
  const box = (name: string) => parts.getByRole('checkbox', { name });
  for (const name of ['Memory', 'Operands and result']) await expect(box(name)).toBeChecked();
  // The grid gives its place to operands and result, and is there for whoever asks.
  await expect(box('Grid')).not.toBeChecked();
  await box('Grid').check();
  // Nothing says that it is one of threads and values.
  await expect(box('Thread-value map')).toHaveCount(0);
  await expect(dialog.getByRole('img', { name: 'The figure as it will be' })).toBeVisible();
  const save = async (name: string) => {
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: `Save: ${name}`, exact: true }).click();
    return readFileSync(await (await saved).path());
  };
  const whole = (await save('Figure as SVG')).toString();
  const said = await wellFormed(page, whole);
  for (const text of ['T = ((4,2),(3,4)):((8,1),(32,2))', 'Memory', 'tile 0, 8', 'beyond A', 'Marked: coordinate 20']) expect(said).toContain(text);
  expect(whole).toContain('fill="#ffffff"');
  await box('Memory').press('Space');
  await box('Operands and result').uncheck();
  const alone = await wellFormed(page, (await save('Figure as SVG')).toString());
  expect(alone).not.toContain('Memory');
  expect(alone).toContain('beyond A');
  // The middle of the picture is as it is in the SVG, twice as large.
  const [, width] = (await save('Figure as SVG')).toString().match(/ width="(\d+)"/) ?? [];
  const png = await save('Figure as PNG');
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
  await dialog.getByRole('button', { name: 'Copy: Figure as PNG' }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.clipboard.read())[0].types)).toEqual(['image/png']);
  await examine(page, { within: ['dialog[open]'] });
  await box('Grid').uncheck();
  await expect(dialog.getByText('Choose what stands in the figure')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save: Figure as PNG' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Figure as PNG' }).getByRole('status')).toHaveText('Choose what stands in the figure');
});

test('of a layout of any size a figure shows a window, and says so', thorough, async ({ page }) => {
  await open(page, link('A = (1000000000,1000000000):(1,1000000000)', { p: '5' }));
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save: Figure as SVG' }).click();
  const svg = readFileSync(await (await saved).path(), 'utf8');
  expect(await wellFormed(page, svg)).toContain('16384 of 1000000000000000000 cells are shown');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}, on a narrow screen`, ordinary(colorScheme === 'light'), () => {
    test.use({ colorScheme, viewport: { width: 320, height: 700 } });

    test('names, the QR code and what a frame asks for leave nothing to object to', async ({ page }) => {
      await open(page, link('A = (M=8,K=(a=2,b=2)):(4,(1,2))\nB = zipped_divide(A, (4,2))', { s: 1 }));
      await expect(part(page, 'Grid').getByRole('note')).toBeVisible();
      await expect(page.locator('html[data-ready]')).toBeAttached();
      const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await isWide()).toBe(false);
      await examine(page);
      const dialog = await share(page);
      await dialog.getByRole('button', { name: 'QR code' }).click();
      await expect(dialog.getByRole('img')).toBeVisible();
      expect(await isWide()).toBe(false);
      await examine(page, { within: ['dialog[open]'] });
    });
  });
}
