// What is taken away: files to the letter, the link, the snippet, and the page inside another page.

import { examine } from './axe';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test, expect, expectCells, fragment, link, notebook, open, part } from './colex';
import { thorough } from './some';

/** What NVIDIA's CuTe printed for this layout. */
const recorded = (operation: string, layout: string): string => {
  const path = fileURLToPath(new URL('../core/tests/golden/ops.jsonl', import.meta.url));
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (!line.startsWith(`{"op": "${operation}", "args": ["${layout}"]`)) continue;
    return JSON.parse(line).out;
  }
  throw new Error(`no record of ${operation} ${layout}`);
};

const save = async (page: Parameters<typeof open>[0], what: string) => {
  const waiting = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: `Save: ${what}`, exact: true }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

test('every file is what its name says', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Export' }).click();

  const latex = await save(page, 'LaTeX, as print_latex');
  expect(latex.name).toBe('A_(3-(2-3))_(3-(12-1)).tex');
  expect(latex.bytes.toString()).toBe(recorded('print_latex', '(_3,(_2,_3)):(_3,(_12,_1))'));

  const svg = await save(page, 'Figure as SVG');
  expect(svg.name).toMatch(/\.svg$/);
  expect(svg.bytes.toString()).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg.bytes.toString()).toContain('>17<');

  const png = await save(page, 'Figure as PNG');
  expect(png.name).toMatch(/\.png$/);
  expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(png.bytes.length).toBeGreaterThan(2000);

  const rows = (await save(page, 'CSV, the grid')).bytes.toString().trim().split(/\r?\n/);
  expect(rows.at(-1)).toContain('6,18,7,19,8,20');
  const table = (await save(page, 'CSV, one row for each coordinate')).bytes.toString().trim().split(/\r?\n/);
  expect(table).toHaveLength(19);
  expect(table.at(17)).toMatch(/^16,.*17$/);
});

test('the value is copied as code', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, link('A = (_4,(2,2)):(_4,(2,1))'));
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const spellings = {
    'C++, static': 'auto A = Layout<Shape<_4,Shape<_2,_2>>,Stride<_4,Stride<_2,_1>>>{};',
    'C++, dynamic': 'auto A = make_layout(make_shape(4, make_shape(2, 2)), make_stride(4, make_stride(2, 1)));',
    'Python DSL': 'A = cute.make_layout((4, (cutlass.Int32(2), cutlass.Int32(2))), stride=(4, (cutlass.Int32(2), cutlass.Int32(1))))',
    'As CuTe prints it': 'A = (_4,(2,2)):(_4,(2,1))',
  };
  for (const [name, text] of Object.entries(spellings)) {
    const row = dialog.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
    await expect(row).toContainText(text);
    await row.getByRole('button', { name: `Copy: ${name}` }).click();
    await expect(row.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  const json = await save(page, 'JSON');
  expect(json.name).toMatch(/\.json$/);
  expect(JSON.parse(json.bytes.toString())).toMatchObject({ name: 'A', kind: 'layout' });
});

test('a swizzle is taken away, too', thorough, async ({ page }) => {
  await open(page, link('Sw<2,0,3> o _0 o (_4,_8):(_8,_1)'));
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const code = 'composition(Swizzle<2,0,3>{}, Int<0>{}, Layout<Shape<_4,_8>,Stride<_8,_1>>{});';
  await expect(dialog.getByText(code, { exact: true })).toBeVisible();
  const rows = (await save(page, 'CSV, the grid')).bytes.toString().trim().split(/\r?\n/);
  expect(rows.at(2)).toBe('1,9,8,11,10,13,12,15,14');
  const svg = await save(page, 'Figure as SVG');
  expect(svg.name).toBe('Sw2-0-3o0o(4-8)_(8-1).svg');
});

test('the text is print_layout to the letter', thorough, async ({ page }) => {
  await open(page, link('(3,8):(8,1)', { d: 1 }));
  await page.getByRole('button', { name: 'Export' }).click();
  const text = await save(page, 'Text, as print_layout');
  expect(text.bytes.toString()).toBe(recorded('print_layout', '(3,8):(8,1)'));
});

test('an export can be copied', thorough, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Copy: LaTeX, as print_latex' }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recorded('print_latex', '(_3,(_2,_3)):(_3,(_12,_1))'));
});

test('what is too large to export says so', thorough, async ({ page }) => {
  await open(page, link('(1000000000,1000000000):(1,1000000000)'));
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  for (const what of ['LaTeX, as print_latex', 'CSV, the grid', 'CSV, one row for each coordinate']) {
    await dialog.getByRole('button', { name: `Save: ${what}`, exact: true }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: what }).getByRole('status')).toContainText('limit');
  }
});

test('the link is shown and copied, and opens the same elsewhere', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await notebook(page).fill('(2,2):(2,1)');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const shown = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(shown).toContain('#v1;;~2,2/:~2,1/;;');
  await dialog.getByRole('button', { name: 'Copy' }).first().click();
  await expect(dialog.getByText('Copied').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);

  const other = await context.newPage();
  await other.goto(shown);
  await expect(notebook(other)).toHaveValue('(2,2):(2,1)');
  await expectCells(other, '0 1 / 2 3');

  await page.keyboard.press('Escape');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+Shift+L');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});

test('the snippet shows the layout inside another page, in the theme that was chosen', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('button', { name: 'dark', exact: true }).click();
  const snippet = await dialog.getByRole('textbox', { name: 'Snippet' }).inputValue();
  await page.route('**/somebody/writes', (route) => route.fulfill({ contentType: 'text/html', body: `<!DOCTYPE html><p>A text</p>${snippet}` }));
  await page.goto('/somebody/writes');
  const inner = page.frameLocator('iframe');
  await expect(inner.locator('html[data-drawn]')).toHaveAttribute('data-theme', 'dark');
  await expect(inner.getByRole('region', { name: 'Grid' })).toBeVisible();
});

test('embedded, only the pictures stand there', thorough, async ({ page }) => {
  await open(page, link('A = (3,(2,3)):(3,(12,1))', { p: 16, b: 'dark', e: 1 }));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(part(page, 'Grid')).toBeVisible();
  await expect(part(page, 'Worked example')).toContainText('= 17');
  await expect(notebook(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('A = (3,(2,3)):(3,(12,1))');
  for (const [width, height] of [[400, 300], [640, 480], [320, 480]] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}×${height}`).toBe(true);
    // What it is, the whole of a small grid, and where that lies in memory are seen at once.
    await expect(page.locator('canvas[data-view=grid]')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('canvas[data-view=memory]')).toBeInViewport();
    await examine(page, { what: `${width}×${height}` });
  }
  const whole = page.getByRole('link', { name: 'Open in Colex' });
  await expect(whole).toHaveAttribute('href', /#v1;;A\+=\+~3,~2,3/);
  await page.goto(await whole.getAttribute('href') ?? '');
  await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))');
  expect(fragment(page)).not.toContain('e=1');
});
