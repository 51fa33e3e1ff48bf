// A second engine: the main way through the page in Firefox, whose WebGPU compiles with naga. Playwright cannot start the
// Firefox of a distribution; puppeteer can. `COLEX_FIREFOX` names the program.

import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';
import { serve } from './serve.mjs';

const server = await serve();
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.COLEX_FIREFOX,
  headless: true,
  extraPrefsFirefox: { 'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true, 'intl.accept_languages': 'en' },
});
let passed = 0;
const complaints = [];

/** One thing that must hold, on a page of its own. */
const check = async (name, fragment, work) => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.on('pageerror', (error) => complaints.push(`${name}: ${error}`));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(`${name}: ${message.text()}`); });
  await page.goto(`${server.url}/colex/${fragment}`);
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await work(page);
  await page.close();
  passed += 1;
  console.log(`ok  ${name}`);
};

/** Waits until the text of an element is as it should be, and says what it was if it never is. */
const shows = async (page, selector, wanted) => {
  try {
    await page.waitForFunction((selector, source) => [...document.querySelectorAll(selector)]
      .some((element) => new RegExp(source).test(element.textContent)), { timeout: 30_000 }, selector, wanted.source);
  } catch {
    const found = await page.$$eval(selector, (elements) => elements.map((element) => element.textContent));
    assert.fail(`${selector} never showed ${wanted}; it shows ${JSON.stringify(found).slice(0, 600)}`);
  }
};
const chosen = '[role=gridcell][aria-selected=true]';

try {
  await check('the first screen teaches', '', async (page) => {
    await shows(page, chosen, /index 17$/);
    await shows(page, 'section.worked', /1·3 \+ 1·12 \+ 2·1 = 17/);
    await shows(page, 'section.memory', /18 of 21 slots used/);
  });
  await check('what is typed is seen, and arrows choose', '', async (page) => {
    await page.click('textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('T = zipped_divide((8,8):(8,1), <4:1,2:1>)');
    await shows(page, '[aria-label=Values]', /\(\(4,2\),\(2,4\)\):\(\(8,1\),\(32,2\)\)/);
    await page.focus('#grid-table');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await shows(page, chosen, /index 63$/);
  });
  await check('a broken text gets a sentence', '', async (page) => {
    await page.click('textarea');
    await page.keyboard.type('\nB = (4,');
    await shows(page, '#diagnostics', /Line \d/);
  });
  await check('a damaged link is opened as far as it can be read, and says so', '#v1;;~4,8/:~8,1/;;l=zh;;b=dark', async (page) => {
    await shows(page, '.notices', /./);
    await shows(page, 'h1', /Colex/);
  });
  await check('the kernel computes what the algebra does', '', async (page) => {
    const can = await page.evaluate(() => navigator.gpu?.requestAdapter().then((adapter) => adapter !== null).catch(() => false));
    if (!can) {
      console.log('    (this Firefox has no WebGPU adapter here: the sentence is checked instead)');
    }
    await page.$$eval('section.gpu button', (buttons) => buttons.find((button) => button.textContent === 'Check on the GPU')?.click());
    await shows(page, 'section.gpu [role=status]', can ? /All \d+ indices computed/ : /GPU/);
  });
  assert.deepEqual(complaints, []);
  console.log(`Firefox ${await browser.version()}: ${passed} passed, 0 failed`);
} finally {
  await browser.close();
  server.close();
}
