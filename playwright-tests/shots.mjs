// `cargo xtask shots`: pictures of the page for docs/pictures/.

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from './browser.mjs';
import { serve } from './serve.mjs';

/** What is photographed: the address after `#`, the file's name, the window, and what the reader has chosen. */
const shots = [
  { name: 'first-screen', fragment: '', width: 1280, height: 800 },
  { name: 'first-screen-dark', fragment: '', width: 1280, height: 800, theme: 'dark' },
  { name: 'first-screen-zh', fragment: '', width: 1280, height: 800, language: 'zh-CN' },
  { name: 'phone', fragment: '', width: 390, height: 844 },
];

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await chromium.launch(launchOptions);
try {
  for (const { name, fragment, width, height, theme = 'light', language = 'en' } of shots) {
    const context = await browser.newContext({
      viewport: { width, height }, deviceScaleFactor: 2, colorScheme: theme, locale: language, reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/colex/${fragment && `#${fragment}`}`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}${name}.png` });
    console.log(`${name}.png`);
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
}
