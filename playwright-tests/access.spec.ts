// For everybody: screen readers, keyboards, small and large windows, less motion, paper.

import { examine } from './axe';
import { test, expect, chosenCell, grid, link, mistakes, notebook, open, part, summary } from './colex';
import { asks, ordinary, thorough } from './some';

/** The page in both themes and three widths; in the second theme only what colours decide is asked again. */
const everywhere = async (page: Parameters<typeof open>[0], what: string, within: string[] = []) => {
  for (const [at, width] of [360, 1024, 1920].entries()) {
    if (!asks(2, at)) continue;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await examine(page, { what: `${what}, light, ${width} px wide`, within });
    await page.emulateMedia({ colorScheme: 'dark' });
    await examine(page, { what: `${what}, dark, ${width} px wide`, within, rules: ['color-contrast', 'link-in-text-block'] });
  }
};

test.describe('nothing to object to in either theme, from 360 to 1920 px', () => {
  test('the first screen, and mistakes', async ({ page }) => {
    await open(page);
    await expect(chosenCell(page)).toBeAttached();
    await everywhere(page, 'first screen');
    await notebook(page).fill('((2,4),8):(1,2)');
    await expect(mistakes(page)).toHaveCount(1);
    await everywhere(page, 'mistakes');
  });

  for (const name of ['Examples', 'Export', 'Share', 'Help']) {
    test(`the dialog ${name}`, ordinary(['Examples', 'Share'].includes(name)), async ({ page }) => {
      await open(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await everywhere(page, name, ['dialog[open]']);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }

  for (const [name, option] of [['big type', { g: 1 }], ['embedded', { e: 1 }]] as const) {
    test(name, ordinary(name === 'embedded'), async ({ page }) => {
      await open(page, link('A = (3,(2,3)):(3,(12,1))', { p: 16, ...option }));
      await expect(chosenCell(page)).toBeAttached();
      await everywhere(page, name);
    });
  }
});

test('while the page loads there is nothing to object to either', async ({ page }) => {
  let goOn = () => {};
  await page.route('**/app-*.wasm', (route) => new Promise<void>((done) => { goOn = () => done(route.continue()); }));
  const asked = page.waitForRequest('**/app-*.wasm');
  await page.goto('/', { waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Loading Colex…');
  await examine(page);
  goOn();
  await expect(page.locator('html[data-drawn]')).toBeAttached();
  await expect(page.getByRole('main')).toHaveCount(1);
});

test('the page is never wider than its window', async ({ page }) => {
  const fragments = ['', link('A = (3,(2,3)):(3,(12,1))', { p: 16, g: 1 }), link('(1000000000,1000000000):(1,1000000000)', { p: 0 })];
  for (const [row, fragment] of fragments.entries()) {
    for (const [column, first] of [320, 2560].entries()) {
      if (!asks(2, row, column)) continue;
      await page.goto('about:blank');
      await page.setViewportSize({ width: first, height: 700 });
      await open(page, fragment);
      await expect(chosenCell(page)).toBeAttached();
      // As it is opened, and as it becomes.
      for (const width of [first, 360, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 700 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${width} px, ${fragment}`).toBeLessThanOrEqual(0);
      }
    }
  }
});

test('on a phone the panes are one press apart', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const panes = page.getByRole('navigation', { name: 'Panes' });
  await panes.getByRole('button', { name: 'Worked example' }).click();
  await expect(summary(page)).toBeInViewport();
  await panes.getByRole('button', { name: 'Grid' }).click();
  await expect(part(page, 'Grid').locator('canvas')).toBeInViewport({ ratio: 0.5 });
  await panes.getByRole('button', { name: 'Notebook' }).click();
  await expect(notebook(page)).toBeInViewport({ ratio: 1 });
});

test('everything is reached by keys, and the focus is seen', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the grid' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(summary(page)).toContainText('(1,4)');

  // From the start of the page, with Tab alone, to each of the parts.
  await page.evaluate(() => { (document.activeElement as HTMLElement).blur(); document.body.focus(); });
  await page.getByRole('link', { name: 'Skip to the grid' }).focus();
  const wanted = ['Notebook', 'Indices; arrow keys choose a cell', 'Index; arrow keys choose a slot',
    'Coordinates; arrow keys choose a row', 'Steps; the left and right arrow keys go through them'];
  const reached: string[] = [];
  const unseen: string[] = [];
  for (let press = 0; press < 90 && reached.length < wanted.length; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      // A part may show its focus itself or on what is around it.
      const marked = (one: Element | null) => {
        if (one === null) return false;
        const style = getComputedStyle(one);
        return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none';
      };
      return {
        name: element.getAttribute('aria-label') ?? element.textContent ?? '',
        seen: marked(element) || marked(element.parentElement) || marked(element.closest('.editor')) || [...element.children].some(marked)
          || marked(element.previousElementSibling),
      };
    });
    if (focus === undefined) continue;
    if (!focus.seen) unseen.push(focus.name);
    if (wanted.includes(focus.name)) reached.push(focus.name);
  }
  expect(reached).toEqual(wanted);
  expect(unseen).toEqual([]);
});

test('the main way through, by keys alone', async ({ page }) => {
  await open(page);
  const tabTo = async (name: string) => {
    for (let press = 0; press < 90; press += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.getAttribute('aria-label')?.startsWith(wanted), name)) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo('Notebook');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('(4,(2,2)):(4,(2,1))');
  await tabTo('Indices');
  await page.keyboard.press('Control+End');
  await expect(chosenCell(page)).toHaveText('row 3, column 3, index 15');
  await tabTo('Steps');
  await page.keyboard.press('ArrowRight');
  await expect(part(page, 'Worked example').getByRole('listitem')).toHaveText([/^15 mod 4 = 3/]);
});

test('with less motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await notebook(page).fill('(2,2):(2,1)');
  await expect(mistakes(page)).toHaveCount(0);
  const moving = await page.evaluate(() => document.getAnimations().length
    + [...document.querySelectorAll('*')].filter((element) => getComputedStyle(element).scrollBehavior === 'smooth').length);
  expect(moving).toBe(0);
});

test('on paper there is what was found and nothing to press', thorough, async ({ page }) => {
  await open(page);
  await expect(chosenCell(page)).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Predict' })).toBeHidden();
  await expect(part(page, 'Grid').locator('canvas')).toBeVisible();
  await expect(part(page, 'Worked example')).toContainText('= 17');
  await expect(page.locator('button:visible:not(.value)')).toHaveCount(0);
  // The picture is not blank: it has the colours of its cells.
  const colours = await part(page, 'Grid').locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
    return seen.size;
  });
  expect(colours).toBeGreaterThan(8);
});

test('the colours of the system are kept', thorough, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, link('A = (8,8):(8,1)\nB = zipped_divide(A, (4,2))', { s: 1 }));
  await expect(chosenCell(page).or(grid(page)).first()).toBeAttached();
  // What is chosen is told from its neighbours without a colour of the page's own.
  const frames = await part(page, 'Operands and result').locator('.operation-switch label').evaluateAll((labels) => labels.map((label) => {
    const { outlineStyle } = getComputedStyle(label.querySelector('span')!);
    return [label.querySelector('input')!.checked, outlineStyle === 'solid'];
  }));
  expect(frames.length).toBeGreaterThan(3);
  for (const [isChosen, isFramed] of frames) expect(isFramed).toBe(isChosen);
  await page.goto('about:blank');
  await open(page);
  await expect(part(page, 'Worked example')).toContainText('= 17');
});
