// English and Chinese: complete in both, and kept in the link.

import { test, fresh, expect, foreign, fragment, mistakes, notebook, open, part } from './colex';
import { thorough } from './some';

test('the first screen is complete in Chinese', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('heading', { name: '笔记本' })).toBeVisible();
  await expect(part(page, '逐步演算')).toContainText('从一维坐标到自然坐标');
  await expect.poll(() => foreign(page)).toEqual([]);
});

test('dialogs and mistakes are complete in Chinese', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '中文' }).click();
  for (const [button, dialog] of [['示例', '示例'], ['导出', '导出'], ['分享', '分享']]) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const opened = page.getByRole('dialog', { name: dialog });
    await expect(opened.getByRole('button', { name: '关闭' })).toBeVisible();
    await opened.getByRole('button', { name: '关闭' }).click();
    await expect(opened).toBeHidden();
  }
  await notebook(page).fill('((2,4),8):(1,2)');
  await expect(mistakes(page)).toContainText(/第 1 行第 11 列.*括号结构不同/);
  await notebook(page).fill('');
  await expect.poll(() => foreign(page)).toEqual([]);
});

test('language and theme travel in the link', thorough, async ({ page, context }) => {
  await open(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('button', { name: '深色' }).click();
  await expect.poll(() => fragment(page)).toMatch(/;;l=zh;;b=dark;;/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('for a reader whose browser asks for Chinese', () => {
  test.use({ locale: 'zh-CN' });
  fresh('the page opens in Chinese', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('heading', { name: '笔记本' })).toBeVisible();
  });
});

test.describe('for a reader whose system is dark', () => {
  test.use({ colorScheme: 'dark' });
  test('the page opens dark, and a link may ask otherwise', thorough, async ({ page }) => {
    await open(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});
