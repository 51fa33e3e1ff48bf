// What follows an edit everywhere, case by case; `law.spec.ts` tries what nobody thought of.

import { test, expect, chosenCell, expectCells, fragment, link, notebook, open, part } from './colex';
import type { Page } from '@playwright/test';

/** Keeps the texts that stand on each canvas since it was last cleared. */
const recorded = async (page: Page) => page.addInitScript(() => {
  const texts = new WeakMap<HTMLCanvasElement, string[]>();
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...given) {
    texts.set(this.canvas, []);
    clearRect.apply(this, given);
  };
  CanvasRenderingContext2D.prototype.fillText = function (...given) {
    texts.get(this.canvas)?.push(String(given[0]));
    fillText.apply(this, given as never);
  };
  (window as unknown as { written: (canvas: HTMLCanvasElement) => string }).written = (canvas) => (texts.get(canvas) ?? []).join(' ');
});
const written = (page: Page, canvas: ReturnType<Page['locator']>) =>
  canvas.evaluate((canvas: HTMLCanvasElement) => (window as unknown as { written: (canvas: HTMLCanvasElement) => string }).written(canvas));

test('a number that is turned is turned in the pictures of operands and result', async ({ page }) => {
  await recorded(page);
  await open(page, link('composition(20:2,(4,5):(5,1))', { a: '28n/40go/32ws' }));
  const panels = part(page, 'Operands and result').getByRole('group');
  const operand = panels.filter({ hasText: /^A / });
  const result = panels.filter({ hasText: /^result/ });
  await expect.poll(() => written(page, operand.locator('canvas'))).toMatch(/^0 2 4 6 /);
  await notebook(page).focus();
  await notebook(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(16, 16));
  await page.keyboard.press('Alt+ArrowUp');
  await expect(operand).toContainText('20:3');
  await expect.poll(() => written(page, operand.locator('canvas'))).toMatch(/^0 3 6 9 /);
  await expect.poll(() => written(page, result.locator('canvas'))).toMatch(/^0 3 6 9 12 15 |^0 15 30 45 /);
});

test('the worked example calls modes as they are called now', async ({ page }) => {
  await open(page, link('A = (2,2,2):(1,2,4)', { p: 5 }));
  const modes = part(page, 'Modes');
  await modes.getByRole('button', { name: '0', exact: true }).click();
  await modes.getByRole('button', { name: '1', exact: true }).click({ modifiers: ['Control'] });
  await modes.getByRole('button', { name: /^Group/ }).click();
  await expect(notebook(page)).toHaveValue('A = ((2,2),2):((1,2),4)');
  const worked = part(page, 'Worked example');
  await expect(worked.getByText('get<0,1>').first()).toBeVisible();
  await expect(worked).not.toContainText('get<2>');
});

test('a coordinate of another layout is let go of, and one that was typed for this one is told', async ({ page }) => {
  await open(page);
  await expect(chosenCell(page)).toBeAttached();
  await notebook(page).press('ControlOrMeta+a');
  await notebook(page).pressSequentially('8:2');
  const worked = part(page, 'Worked example');
  await expect(worked.getByText('Click a cell, or type a coordinate')).toBeVisible();
  await expect(page.getByText(/outside the/i)).toHaveCount(0);
  await expect.poll(() => fragment(page)).not.toContain('p=');
  await page.getByRole('textbox', { name: 'Coordinate' }).fill('12');
  await expect(worked.getByText('Outside the shape: CuTe would still return 24')).toBeVisible();
  // The same layout written otherwise is no other layout.
  await notebook(page).press('End');
  await notebook(page).pressSequentially('  ');
  await expect(worked.getByText('Outside the shape: CuTe would still return 24')).toBeVisible();
});

test('what a statement asks stays, also where an edit leaves it outside', async ({ page }) => {
  await open(page, link('A = (4,5):(1,4)\nA(16)', { s: 1, p: 16 }));
  const modes = part(page, 'Modes');
  await modes.getByRole('spinbutton', { name: /extent of mode 1/ }).or(modes.getByRole('textbox', { name: /extent of mode 1/ })).fill('3');
  await expect(notebook(page)).toHaveValue('A = (4,3):(1,4)\nA(16)');
  await expect(part(page, 'Worked example').getByText(/Outside the shape/)).toBeVisible();
});

test('what is shown is of this text: while a line has a mistake, of the nearest one without, which is said', async ({ page }) => {
  await open(page, link('B = 4:1\nA = (4,8):(8,1)', { s: 1 }));
  const facts = part(page, 'Facts');
  await expect(facts).toContainText('A(31) + 1');
  await notebook(page).press('ControlOrMeta+a');
  await page.keyboard.insertText('B = 4:1\nC = (4,8:(8,1)');
  const said = part(page, 'Notebook').getByText('The pictures show line 1: B = 4:1');
  await expect(said).toBeVisible();
  await expect(facts).toContainText('B(3) + 1');
  await expect(facts).not.toContainText('A');
  await expect(page.locator('.grid-frame')).toHaveClass(/stale/);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('#view-notebook').getByText('图中显示第 1 行：B = 4:1')).toBeVisible();
  await notebook(page).fill('B = 4:1\nC = (4,8):(8,1)');
  await expect(page.locator('.stale')).toHaveCount(0);
  await expect(said).toHaveCount(0);
});

test('of a text without a good line nothing is shown, and a line that is not finished is shown as far as it goes', async ({ page }) => {
  await open(page, link('A = (4,8):(8,1)'));
  await expect(part(page, 'Grid').getByRole('grid')).toBeAttached();
  await notebook(page).press('ControlOrMeta+a');
  await page.keyboard.insertText('make_layout(make_shape(4,2),LayoutRigth{})');
  await expect(part(page, 'Notebook').getByText('Nothing is called LayoutRigth')).toBeVisible();
  await expect(part(page, 'Grid').getByRole('gridcell')).toHaveCount(0);
  await expect(part(page, 'Memory')).toBeHidden();
  await notebook(page).press('ControlOrMeta+a');
  await page.keyboard.insertText('(2,2):(1,');
  await expectCells(page, '0 2 / 1 3');
  await expect(page.locator('.grid-frame')).toHaveClass(/stale/);
});

test('what to notice in an example is kept by a reload and a link, until it is dismissed', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('dialog', { name: 'Examples' }).getByRole('listitem').getByRole('button', { name: /Row-major 4×2/ }).click();
  const caption = page.locator('.example-notice');
  await expect(caption).toContainText('Row-major 4×2');
  await expect.poll(() => fragment(page)).toContain(';;ex=');
  const address = await fragment(page);
  await page.reload();
  await expect(caption).toContainText('Row-major 4×2');
  await page.goto('about:blank');
  await open(page, address);
  await expect(caption).toContainText('Row-major 4×2');
  await caption.getByRole('button', { name: 'Dismiss' }).click();
  await expect(caption).toHaveCount(0);
  await expect.poll(() => fragment(page)).not.toContain(';;ex=');
  await page.reload();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(caption).toHaveCount(0);
});

test('a theme that an address asks for gives way to every way of choosing one', async ({ page }) => {
  await page.goto(`/?theme=dark#${link('4:1', { b: 'light' })}`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('Dark or light theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('shortcuts are keys, not letters: Caps Lock changes none', async ({ page }) => {
  await open(page, link('A = 4:1'));
  await notebook(page).fill('A = 8:1');
  const press = (key: string, shiftKey = false) => page.locator('body').dispatchEvent('keydown', { key, shiftKey, ctrlKey: true, bubbles: true, cancelable: true });
  await press('Z');
  await expect(notebook(page)).toHaveValue('A = 4:1');
  await press('Y');
  await expect(notebook(page)).toHaveValue('A = 8:1');
  await press('Z');
  await press('z', true);
  await expect(notebook(page)).toHaveValue('A = 8:1');
});

test('colours by thread and by bank are drawn, and said where there is nothing of the kind', async ({ page }) => {
  // The last picture that was put anywhere, a pixel a cell: of each row how many colours it has, and of all.
  await page.addInitScript(() => {
    const { putImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.putImageData = function (...given) {
      const [{ data, width, height }] = given as unknown as [ImageData];
      const rows = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => data.slice(4 * (row * width + column), 4 * (row * width + column) + 3).join(' ')));
      if (height > 1) (window as unknown as { put: number[] }).put = [Math.max(...rows.map((row) => new Set(row).size)), new Set(rows.flat()).size];
      putImageData.apply(this, given as never);
    };
  });
  // So high that every row of the grid is in view.
  await page.setViewportSize({ width: 1280, height: 1600 });
  const put = () => page.evaluate(() => (window as unknown as { put: number[] }).put);
  await open(page, link('make_layout_tv((4,8):(8,1),(2,2):(2,1))', { k: 'thread', a: '40g/20nw' }));
  const grid = part(page, 'Grid');
  await expect(grid.getByRole('list', { name: 'Colours' }).getByRole('listitem').first()).toHaveText('thread 0, 8, 16, 24');
  // A row of the grid is a thread: it has one colour, and the next thread another.
  await expect.poll(put).toEqual([1, 8]);
  await expect(page.getByRole('combobox', { name: 'Colour by' })).toHaveValue('thread');
  await page.getByRole('combobox', { name: 'Colour by' }).selectOption('bank');
  await expect(grid.getByRole('list', { name: 'Colours' }).getByRole('listitem').last()).toHaveText('bank 7, 15, 23, 31');
  await expect.poll(put).toEqual([2, 8]);
  await expect.poll(() => fragment(page)).toContain(';;k=bank');
  await page.goto('about:blank');
  await open(page, link('(2,2,2):(1,2,4)', { k: 'thread' }));
  await expect(grid.getByRole('note').filter({ hasText: 'this one has not' })).toBeVisible();
  await page.goto('about:blank');
  await open(page, link('make_identity_layout((4,2))', { k: 'bank' }));
  await expect(grid.getByRole('note').filter({ hasText: 'they lie in no bank' })).toBeVisible();
});
