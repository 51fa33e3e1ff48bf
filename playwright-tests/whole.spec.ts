// Every view at once, unfolded, for values of every kind: nothing to object to, nothing wider than the window, nothing
// left in English.

import AxeBuilder from '@axe-core/playwright';
import { test, expect, foreign, link, open, part } from './colex';

/** Every view in three columns, none of them folded. */
const every = '28nft/40gomcvp/32wslbdexr';

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

for (const theme of ['light', 'dark'] as const) {
  for (const width of [360, 1024, 1920]) {
    test.describe(`every view in ${theme}, ${width} px wide`, () => {
      test.use({ colorScheme: theme, viewport: { width, height: 900 } });

      for (const [name, text, fields] of notebooks) {
        test(name, async ({ page }) => {
          const language = theme === 'dark' ? { l: 'zh' } : {};
          await open(page, link(text, { ...fields, a: every, ...language }));
          await expect(page.locator('html[data-ready]')).toBeAttached();
          await expect(part(page, /^(Compare|比较)$/)).toBeAttached();
          await expect(part(page, /^(Thread-value map|线程-值映射)$/)).toBeAttached();
          await expect(part(page, /^(Cost|访存代价)$/)).toBeAttached();
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`)).toEqual([]);
          const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
          expect(wide).toBeLessThanOrEqual(high);
          if (theme === 'dark' && width === 1024 && name !== 'a mistake') await expect.poll(() => foreign(page, text)).toEqual([]);
        });
      }
    });
  }
}

test('every view by keys: each handle is reached, folds, and moves', async ({ page }) => {
  await open(page);
  const handle = page.getByRole('button', { name: 'Fold: Facts' });
  await handle.press('Enter');
  await expect(page.getByRole('button', { name: 'Unfold: Facts' })).toBeFocused();
  await expect(part(page, 'Facts')).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('#column-1').getByRole('button', { name: 'Unfold: Facts' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#column-1').getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain('a=28nt/40gf');
  await page.reload();
  await expect(page.locator('#column-1').getByRole('region', { name: 'Facts' })).toBeVisible();
  const edge = page.getByRole('separator', { name: 'Width of the column' }).first();
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowRight');
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
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
  await dialog.getByRole('button', { name: 'As at first' }).click();
  await expect(dialog.getByRole('list')).toHaveCount(3);
});
