// `cargo xtask shots`: pictures of the page for docs/pictures/.

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from './browser.mjs';
import { link } from './link.mjs';
import { serve } from './serve.mjs';

const divide = 'A = (8,8):(8,1)\nT = zipped_divide(A, <4:1,2:1>)';
const map = 'thr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)';

/** One view alone beside the notebook, as wide as it likes. */
const alone = (letter) => `26n/74${letter}`;

/** What is photographed: the address after `#`, the file's name, the window, what the reader has chosen, what is pressed. */
const shots = [
  { name: 'first-screen', fragment: '', width: 1280, height: 800 },
  { name: 'first-screen-dark', fragment: '', width: 1280, height: 800, theme: 'dark' },
  { name: 'first-screen-zh', fragment: '', width: 1280, height: 800, language: 'zh-CN' },
  { name: 'phone', fragment: '', width: 390, height: 844 },
  { name: 'divide', fragment: link('A = (10,8):(8,1)\nT = zipped_divide(A, (4,2))', { s: 1, ac: 1 }), width: 1440, height: 900 },
  { name: 'operation', fragment: link('R = composition((6,2):(8,2), (4,3):(3,1))', { p: 5, a: alone('os') }), width: 1100, height: 760 },
  { name: 'steps', fragment: link(divide, { s: 1, p: 20, q: 9, a: alone('gs') }), width: 1100, height: 900 },
  { name: 'laws', fragment: link('R = complement((2,4):(1,8), 48)', { a: alone('lo') }), width: 1100, height: 760 },
  { name: 'threads', fragment: link(map, { s: 2, th: 3, va: 1, a: alone('v') }), width: 1100, height: 900 },
  { name: 'cost', fragment: link('row = (32,32):(32,1)\npadded = (32,32):(33,1)\nswizzled = Sw<5,0,5> o _0 o (32,32):(32,1)', { s: 0, a: alone('p') }), width: 1100, height: 700 },
  { name: 'compare', fragment: link('A = (4,8):(8,1)\nB = (4,8):(1,4)', { s: 1, a: alone('d') }), width: 1100, height: 700 },
  { name: 'table', fragment: link('A = Sw<2,0,3> o _0 o (8,4):(4,1)', { a: alone('e') }), width: 1100, height: 760 },
  { name: 'coordinates', fragment: link('(M=4,K=(a=2,b=4)):(8,(1,2))', { p: 13, a: alone('gmc') }), width: 1100, height: 900 },
  { name: 'palette', fragment: '', width: 1100, height: 760, press: ['Control+k', 'd', 'i', 'v'] },
  { name: 'present', fragment: link('A = (3,(2,3)):(3,(12,1))', { p: 16, f: 1 }), width: 1024, height: 768 },
  { name: 'projector-dark', fragment: link(divide, { s: 1, p: 20, g: 1 }), width: 1024, height: 768, theme: 'dark' },
];

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await chromium.launch(launchOptions);
try {
  for (const { name, fragment, width, height, theme = 'light', language = 'en', press = [] } of shots) {
    const context = await browser.newContext({
      viewport: { width, height }, deviceScaleFactor: 2, colorScheme: theme, locale: language, reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/colex/${fragment && `#${fragment}`}`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    for (const key of press) await page.keyboard.press(key);
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${folder}${name}.png` });
    console.log(`${name}.png`);
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
}
