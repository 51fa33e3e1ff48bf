// On a phone: the picture, one bar for the step, the notebook; and keys for layouts above the phone's own keyboard.

import { examine } from './axe';
import type { Page } from '@playwright/test';
import { fresh as test, expect, foreign, grid, link, notebook, openAs, part } from './colex';
import { ordinary } from './some';

const bar = (page: Page, name: string | RegExp = 'Step') => page.locator('.step-bar').and(page.getByRole('navigation', { name }));
const keys = (page: Page, name: string | RegExp = 'Keys for layouts') => page.getByRole('toolbar', { name });
const ready = (page: Page) => expect(page.locator('html[data-ready]')).toBeAttached();

/** How large an element is, in whole pixels. */
const size = (page: Page, selector: string) => page.locator(selector).evaluateAll((all) =>
  all.map((element) => { const { width, height } = element.getBoundingClientRect(); return [Math.round(width), Math.round(height)] as const; }));

const divide = 'A = (10,8):(8,1)\nT = zipped_divide(A, <4:1,2:1>)';

for (const [width, height] of [[390, 844], [320, 568], [844, 390]] as const) {
  test.describe(`${width} by ${height}`, ordinary(width === 390), () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('one row of header, the picture, one bar for the step, nothing wider than the screen', async ({ page }) => {
      await openAs(page);
      await ready(page);
      await expect(bar(page)).toBeInViewport({ ratio: 1 });
      await expect(part(page, 'Grid').locator('canvas').first()).toBeInViewport();
      const header = await page.locator('header.bar').evaluate((header) => header.getBoundingClientRect().height);
      expect(header).toBeLessThan(60);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      for (const [wide, high] of await size(page, '.step-bar > button')) expect(Math.min(wide, high)).toBeGreaterThanOrEqual(44);
      // Behind the last of what there is nothing is left to scroll into.
      const blank = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const last = Math.max(...[...document.querySelectorAll('.dock, .pane-tabs, .step-bar')].map((element) => element.getBoundingClientRect().bottom));
        return Math.round(innerHeight - last);
      });
      expect(Math.abs(blank)).toBeLessThanOrEqual(1);
      await examine(page);
    });

    test('the bar tells the worked example, and its buttons are those of the view', async ({ page }) => {
      await openAs(page);
      await ready(page);
      const [next, back] = [bar(page).getByRole('button', { name: 'Next step' }), bar(page).getByRole('button', { name: 'Previous step' })];
      await expect(bar(page)).toContainText('= 17');
      await next.tap();
      await expect(bar(page)).toContainText('16 mod 3 = 1');
      await expect(bar(page)).toContainText('1/8');
      await expect(back).toBeDisabled();
      await expect.poll(() => new URL(page.url()).hash).toContain('t=0');
      await next.tap();
      await expect(bar(page)).toContainText('16 div 3 = 5');
      await expect.poll(() => new URL(page.url()).hash).toContain('t=1');
      await expect(page.locator('.worked-place')).toHaveText('2 / 8');
      await page.locator('#view-worked [data-turn=back]').evaluate((button: HTMLButtonElement) => button.click());
      await expect(bar(page)).toContainText('1/8');
      await expect.poll(() => new URL(page.url()).hash).toContain('t=0');
      // What was looked at is looked at when the link is opened anew.
      await page.reload();
      await ready(page);
      await expect(bar(page)).toContainText('16 mod 3 = 1');
      // Whoever predicts is asked.
      await page.locator('#view-worked').getByRole('button', { name: 'Predict' }).evaluate((button: HTMLButtonElement) => button.click());
      const answer = bar(page).getByRole('textbox', { name: '16 mod 3 is' });
      await expect(next).toBeDisabled();
      await answer.fill('2');
      await answer.press('Enter');
      await expect(bar(page)).toContainText('not 2; try again, or show it');
      await answer.fill('1');
      await answer.press('Enter');
      await expect(bar(page)).toContainText('16 mod 3 = 1');
      await next.tap();
      await bar(page).getByRole('button', { name: 'Show', exact: true }).tap();
      await expect(bar(page)).toContainText('16 div 3 = 5');
      for (let line = 2; line < 8; line += 1) {
        await next.tap();
        await bar(page).getByRole('button', { name: 'Show', exact: true }).tap();
      }
      await next.tap();
      await expect(bar(page)).toContainText('1 of 8 predicted');
      // And once more, of another coordinate.
      await page.locator('#view-worked').getByRole('button', { name: 'Again with other numbers' }).evaluate((button: HTMLButtonElement) => button.click());
      await expect(bar(page).getByRole('textbox', { name: /mod 3 is/ })).toBeVisible();
      await expect(bar(page).getByRole('textbox', { name: '16 mod 3 is' })).toHaveCount(0);
    });

    test('of an operation the bar tells how the value came about, and colours the picture', async ({ page }) => {
      await openAs(page, '', link(divide, { s: 1, l: 'zh', b: 'dark' }));
      await ready(page);
      await expect(bar(page, '步骤')).toContainText('3 个阶段');
      await bar(page, '步骤').getByRole('button', { name: '下一步' }).tap();
      await bar(page, '步骤').getByRole('button', { name: '下一步' }).tap();
      await expect(bar(page, '步骤')).toContainText('切列');
      await expect.poll(() => new URL(page.url()).hash).toContain('ac=1');
      expect(await foreign(page, divide)).toEqual([]);
      await examine(page);
      // The line leads to all of it.
      await bar(page, '步骤').locator('.step-told').tap();
      await expect(part(page, '操作数与结果')).toBeInViewport();
    });

    test('keys for layouts write where the caret stands', async ({ page }) => {
      await openAs(page, '', link('A = 48'));
      await ready(page);
      await expect(keys(page)).toHaveCount(0);
      await notebook(page).tap();
      await expect(keys(page)).toBeInViewport();
      for (const [wide, high] of await size(page, '.layout-keys button')) expect(Math.min(wide, high)).toBeGreaterThanOrEqual(44);
      // What leads to the other panes can be seen, where the panes stand beside each other.
      const edge = (selector: string, side: 'top' | 'bottom') =>
        page.locator(selector).evaluate((element, side) => Math.round(element.getBoundingClientRect()[side]), side);
      if (width < 768) await expect.poll(async () => (await edge('.layout-keys', 'bottom')) <= (await edge('.pane-tabs', 'top'))).toBe(true);
      await notebook(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
      const press = (name: string) => keys(page).getByRole('button', { name, exact: true }).tap();
      await press('Opening parenthesis');
      await expect(notebook(page)).toHaveValue('A = (48');
      await press('Caret to the right');
      await press('Comma');
      await page.keyboard.press('End');
      await press('Closing parenthesis');
      await expect(notebook(page)).toHaveValue('A = (4,8)');
      await expect(notebook(page)).toBeFocused();
      await press('Colon');
      await page.keyboard.type('(8,1)');
      await expect(grid(page).getByRole('gridcell').first()).toBeAttached();
      await expect(part(page, 'Grid')).toContainText('4 × 8');
      await press('Caret to the left');
      expect(await notebook(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe('A = (4,8):(8,1)'.length - 1);
      // All of it can be taken back, step by step.
      for (let step = 0; step < 20 && (await notebook(page).inputValue()) !== 'A = 48'; step += 1) await press('Undo');
      await expect(notebook(page)).toHaveValue('A = 48');
      await expect(notebook(page)).toBeFocused();
      await examine(page);
      await notebook(page).evaluate((field: HTMLTextAreaElement) => field.blur());
      await expect(keys(page)).toHaveCount(0);
    });

    test('the keys stand above the keyboard, and cover no line that is written', async ({ page }) => {
      await page.addInitScript(([width, height]) => {
        const seen = Object.assign(new EventTarget(), { offsetLeft: 0, offsetTop: 0, scale: 1, width, height });
        Object.defineProperty(window, 'visualViewport', { value: seen });
      }, [width, height] as const);
      await openAs(page, '', link(Array.from({ length: 9 }, (_, line) => `A${line} = (4,8):(8,1)`).join('\n')));
      await ready(page);
      await notebook(page).tap();
      await expect(keys(page)).toBeVisible();
      const bottom = Math.round(height * 0.55);
      await page.evaluate((height) => { Object.assign(visualViewport as object, { height }); visualViewport?.dispatchEvent(new Event('resize')); }, bottom);
      await expect.poll(() => keys(page).evaluate((row) => Math.round(row.getBoundingClientRect().bottom))).toBe(bottom);
      await notebook(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(field.value.length, field.value.length));
      await keys(page).getByRole('button', { name: 'Underscore' }).tap();
      await expect.poll(() => page.evaluate(() => {
        const text = document.querySelector('.colours') as HTMLElement;
        const row = document.querySelector('.layout-keys')?.getBoundingClientRect().top ?? 0;
        const range = document.createRange();
        range.selectNodeContents(text);
        return Math.round(range.getBoundingClientRect().bottom) <= Math.round(row) + 30;
      })).toBe(true);
    });
  });
}

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('there are no keys for layouts', async ({ page }) => {
    await openAs(page);
    await ready(page);
    await notebook(page).click();
    await expect(notebook(page)).toBeFocused();
    await page.keyboard.type('1');
    await expect(keys(page)).toHaveCount(0);
  });
});

test('on a large screen there is no bar for the step', async ({ page }) => {
  await openAs(page);
  await ready(page);
  await expect(part(page, 'Worked example')).toBeVisible();
  await expect(page.locator('.step-bar')).toHaveCount(0);
});

test.describe('little room', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('what an example says stands below the header, which stays one row', async ({ page }) => {
    await openAs(page, '', link('8:1', { p: 5, ex: 0 }));
    await ready(page);
    await expect(page.locator('.example-notice')).toBeVisible();
    const header = page.locator('header.bar');
    expect(await header.evaluate((header) => header.getBoundingClientRect().height)).toBeLessThan(60);
  });

  // A window of 1280 by 1024 at 400 %.
  test('at four times its size the page scrolls as one, and what is read has the window', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await openAs(page);
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const free = await page.evaluate(() => {
      document.scrollingElement?.scrollTo(0, 200);
      const above = Math.max(0, ...[...document.querySelectorAll('.bar, .intro')].map((one) => one.getBoundingClientRect().bottom));
      const below = Math.min(innerHeight, ...[...document.querySelectorAll('.pane-tabs, .step-bar, .dock')].map((one) => one.getBoundingClientRect()).filter((box) => box.height > 0).map((box) => box.top));
      return below - above;
    });
    expect(free).toBeGreaterThanOrEqual(200);
    await examine(page);
  });
});
