// Every view at once, unfolded, for values of every kind: nothing to object to, nothing wider than the window, nothing
// left in English.

import { examine } from './axe';
import { asks, ordinary, thorough } from './some';
import { test, expect, foreign, link, open, openAs, part } from './colex';
import { every } from './views';

const notebooks: [name: string, text: string, fields?: Record<string, string | number>][] = [
  ['a divide', 'A = (8,8):(8,1)\nT = zipped_divide(A, <4:1,2:1>)', { s: 1, p: 20 }],
  ['a composition', 'R = composition((6,2):(8,2), (4,3):(3,1))', { p: 5 }],
  ['a complement', 'complement((2,4):(1,8), 48)', { p: 2 }],
  ['a product', 'raked_product((2,5):(5,1), (3,4):(1,3))', { p: 7 }],
  ['a swizzle', 'Sw<2,0,3> o _0 o (8,8):(8,1)', { p: 9 }],
  ['a thread-value map', 'thr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)', { s: 2, th: 3, va: 1 }],
  ['names', '(M=4,K=(a=2,b=4)):(8,(1,2))', { p: 3 }],
  ['a mistake', 'A = (4,(2,2)):(1,2)'],
];

for (const [number, [name, text, fields]] of notebooks.entries()) {
  test(`every view of ${name}, in English and light, in Chinese and dark, from 360 to 1920 px`, ordinary(number % 2 === 0), async ({ page }) => {
    await open(page, link(text, { ...fields, a: every }));
    await expect(page.locator('html[data-ready]')).toBeAttached();
    for (const [language, colorScheme] of [['en', 'light'], ['zh', 'dark']] as const) {
      if (language === 'zh') {
        await page.evaluate((hash) => { location.hash = hash; }, link(text, { ...fields, a: every, l: 'zh' }));
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
      }
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expect(part(page, /^(Compare|比较)$/)).toBeAttached();
      await expect(part(page, /^(Thread-value map|线程-值映射)$/)).toBeAttached();
      await expect(part(page, /^(Cost|访存代价)$/)).toBeAttached();
      for (const [at, width] of [360, 1024, 1920].entries()) {
        // A width in one language, the next one in the other.
        if (!asks(2, number + Number(language === 'zh'), at)) continue;
        await page.setViewportSize({ width, height: 900 });
        await examine(page, { what: `${language}, ${colorScheme}, ${width} px wide` });
        const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        expect(wide, `${language}, ${width} px`).toBeLessThanOrEqual(high);
      }
      if (language === 'zh' && name !== 'a mistake') await expect.poll(() => foreign(page, text)).toEqual([]);
    }
  });
}

test('every view by keys: each handle is reached, folds, and moves', async ({ page }) => {
  await open(page);
  const handle = page.getByRole('button', { name: 'Fold: Facts' });
  await handle.press('Enter');
  await expect(page.getByRole('button', { name: 'Unfold: Facts' })).toBeFocused();
  await expect(part(page, 'Facts')).toHaveCount(0);
  // Its name is in the dock, which is at the foot of the page, and brings it back to its place.
  await expect(page.getByRole('navigation', { name: 'More views' }).getByRole('button', { name: 'Unfold: Facts' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(handle).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('#column-1').getByRole('button', { name: 'Fold: Facts' })).toBeFocused();
  await expect(page.locator('#column-1').getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain('a=28nt/40gf');
  await page.reload();
  await expect(page.locator('#column-1').getByRole('region', { name: 'Facts' })).toBeVisible();
  const edge = page.getByRole('separator', { name: 'Width of the column' }).first();
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowRight');
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
});

test('the names of the views stand in groups, in one row where there is room', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page);
  const dock = page.getByRole('navigation', { name: 'More views' });
  const named = (group: string) => dock.getByRole('group', { name: group }).locator('.view-title').allTextContents();
  await expect.poll(() => named('Understand')).toEqual(['Grid', 'Facts', 'Modes', 'Coordinates', 'From an index', 'Laws']);
  expect(await named('Threads and memory')).toEqual(['Thread-value map', 'Atom', 'Cost', 'Finder']);
  expect(await named('Tools')).toEqual(['Compare', 'From a table', 'Static and dynamic', 'On this GPU']);
  expect((await dock.boundingBox())?.height).toBeLessThan(50);
  // What is folded besides comes last and moves no name.
  const left = async () => (await dock.getByRole('button', { name: 'Unfold: On this GPU' }).boundingBox())?.x;
  const place = await left();
  await page.getByRole('button', { name: 'Fold: Memory' }).click();
  await expect(dock.getByRole('button', { name: 'Unfold: Memory' })).toBeVisible();
  expect(await left()).toBe(place);
});

test('a heading folds its view wherever it is pressed, and the name in the dock unfolds it', async ({ page }) => {
  await openAs(page);
  const dock = page.getByRole('navigation', { name: 'More views' });
  await page.getByRole('heading', { name: 'Memory' }).click();
  await expect(part(page, 'Memory')).toHaveCount(0);
  await dock.getByRole('button', { name: 'Unfold: Memory' }).click();
  await expect(part(page, 'Memory')).toBeVisible();
  await expect(dock.getByRole('button', { name: 'Unfold: Memory' })).toHaveCount(0);
  // What is marked in a heading is marked, and nothing folds.
  await page.getByRole('heading', { name: /^Grid/ }).locator('.mono').dblclick();
  await page.keyboard.press('Escape');
  await expect(part(page, 'Memory')).toBeVisible();
});

test('the first screen: a sentence until it is sent away, four views, and the names of all others', async ({ page }) => {
  await openAs(page);
  const sentence = page.getByText('A CuTe layout maps coordinates to memory.');
  await expect(sentence).toBeVisible();
  const views = () => page.locator('.view:not(.folded) > section:visible').evaluateAll((all) => all.map((view) => view.getAttribute('aria-label')));
  await expect.poll(views).toEqual(['Notebook', 'Grid', 'Memory', 'Worked example']);
  await expect(page.getByRole('navigation', { name: 'More views' }).getByRole('button')).toHaveCount(14);
  await page.getByRole('button', { name: 'Hide this sentence' }).click();
  await expect(sentence).toHaveCount(0);
  await page.reload();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(sentence).toHaveCount(0);
});

test('a set of views is one choice, in the dialog, in the search and in the address', thorough, async ({ page }) => {
  await openAs(page, 'threads');
  await expect(part(page, 'Thread-value map')).toBeVisible();
  await expect(part(page, 'Memory')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const sets = page.getByRole('group', { name: 'Sets of views' });
  await expect(sets.getByRole('button', { name: 'Threads' })).toHaveAttribute('aria-pressed', 'true');
  await sets.getByRole('button', { name: 'Coordinates' }).click();
  await page.keyboard.press('Escape');
  await expect(part(page, 'From an index to its coordinates')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('views: gpu');
  await page.keyboard.press('Enter');
  await expect(part(page, 'On this GPU')).toBeVisible();
  // What was chosen goes with the link, whatever the address asks for.
  const link = new URL(page.url()).hash;
  await openAs(page, '', link.slice(1));
  await expect(part(page, 'On this GPU')).toBeVisible();
});

test('the views are arranged in words', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Views' });
  await dialog.getByRole('button', { name: '1', exact: true }).click();
  await expect(dialog.getByRole('list')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Coordinates', exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Up: Grid' }).click();
  await page.keyboard.press('Escape');
  await expect(part(page, 'Coordinates')).toHaveCount(0);
  await expect(page.locator('#column-1')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(dialog.getByRole('list')).toHaveCount(3);
});
