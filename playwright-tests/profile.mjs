// `cargo xtask profile`: which functions of the first module no first picture runs, written to web/rest.txt.
//
// A page is loaded whose other files do not come, drawn, and used as one uses it while it waits. What it ran is what has to
// be there first; the list is of the others, by digests of their names. A wrong list makes no page wrong, only later.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from './browser.mjs';
import { link, packed } from './link.mjs';
import { serve } from './serve.mjs';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { begin, digests } = JSON.parse(await readFile(at('dist/counted.json'), 'utf8'));

/** What pages begin with: the address after `#`. */
const fragments = [
  '',
  link('A = ((2,2),2):((4,1),2)\nA(3)'),
  link('A = (4,8):(8,1)\nB = (_4,_2):(_1,_4)\nA(2,3)\nidx2crd(5, (4,8))', { s: 0, p: 5 }),
  link('Sw<2,0,3> o 0 o (8,8):(8,1)'),
  link('(M=4,K=(a=2,b=4)):(8,(1,2))', { p: 13, l: 2, t: 2 }),
  link('(8,(4,2)):(1@0,(1@1,4@1))'),
  link('A = (3,(2,3)):(3,(12,1))\nB = composition(A, 4:2)\nsize(B)', { s: 1 }),
  link('A = (4,8:(8,1)\n(2,3):(1)\n'),
  link('A = (4,8):(8,1)\n# words\nthreads = (2,4):(4,1)\nA(_,3)', { g: 1, a: '50VoAgmnFTC/50wsLBPYDEXR' }),
  link('(128,256):(256,1)', { p: 4097 }),
  link('A = (4,8):(8,1)', { e: 1 }),
  link('A = (4,8):(8,1)', { f: 1 }),
  packed(`${'A = (4,8):(8,1)\nB = composition(A, 4:2)\n'.repeat(12)}C = 6:1`),
  `${link('A = (4,8):(8,1)')}x`,
  // Every view stands there and waits.
  link('A = composition((4,8):(8,1), (2,2):(1,2))\nB = (2,2):(2,1)', { a: '28nft/40gomc/32wslbvPdEXr', r: 'copy(n=1024)' }),
];
/** How they are opened. */
const ways = [
  { viewport: { width: 1440, height: 900 }, locale: 'en-US' },
  { viewport: { width: 390, height: 844 }, locale: 'zh-CN', isMobile: true, hasTouch: true, colorScheme: 'dark' },
];
/** How long a page is left to itself, in milliseconds: it saves, and says that it waits. */
const WHILE = 1500;

const run = new Set();
const server = await serve();
const browser = await chromium.launch(launchOptions);

/** Takes down what a page ran. */
const count = async (page) => {
  const places = await page.evaluate(([begin, count]) => {
    const bytes = new Uint8Array(globalThis.firstMemory.buffer, begin, count);
    return [...bytes.keys()].filter((place) => bytes[place]);
  }, [begin, digests.length]);
  for (const place of places) run.add(digests[place]);
};

/** What one does with a page before all of it is there. */
const use = async (page) => {
  const keys = async (...all) => { for (const key of all) await page.keyboard.press(key); };
  const field = page.locator('textarea, [contenteditable]').first();
  await keys('Tab', 'Tab', 'Tab', 'Shift+Tab', 'Escape');
  await page.locator('#grid-table').first().click({ timeout: 500 }).catch(() => {});
  await keys('ArrowRight', 'ArrowDown', 'End', 'Home', 'PageDown', 'Enter');
  await field.click({ timeout: 500 }).catch(() => {});
  await keys('Control+End');
  await page.keyboard.type('\nZ = (2,(3,2)):(1,(4,2))\nZ(3', { delay: 5 });
  await keys('Backspace', 'ArrowLeft', 'ArrowUp', 'Enter', 'Control+z', 'Control+y', 'Control+a', 'Control+c');
  await page.waitForTimeout(WHILE);
  await keys('Control+z', 'Control+z', 'Control+y');
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 200);
  for (const button of await page.getByRole('button').all()) await button.click({ timeout: 200 }).catch(() => {});
  await keys('Escape', 'Control+k', 'Escape');
  // Another address, and the page goes: what is saved then has to be there, for a page that goes waits for nothing.
  for (const fragment of [link('Y = 6:1'), packed('X = 7:1')]) {
    await page.evaluate((fragment) => { location.hash = fragment; }, fragment);
    await page.waitForTimeout(200);
    await field.fill('W = 5:1').catch(() => {});
    await page.evaluate(() => ['pagehide', 'visibilitychange'].forEach((name) => dispatchEvent(new Event(name))));
  }
  await page.evaluate(() => history.back());
  await page.setViewportSize({ width: 800, height: 700 });
  await page.waitForTimeout(WHILE);
};

/** Opens a page and uses it, then the same as it was left. */
const measure = async ([way, fragment]) => {
  const context = await browser.newContext({ ...way, serviceWorkers: 'block' });
  await context.addInitScript(() => {
    for (const name of ['instantiate', 'instantiateStreaming']) {
      const own = WebAssembly[name];
      WebAssembly[name] = async (...given) => {
        const made = await own.apply(WebAssembly, given);
        globalThis.firstMemory ??= (made.instance ?? made).exports.memory;
        return made;
      };
    }
  });
  const page = await context.newPage();
  await page.route(/\/(parts|later)-[^/]*$/, () => {});
  for (const again of [false, true]) {
    await (again ? page.reload() : page.goto(`${server.url}/colex/${fragment && `#${fragment}`}`));
    await page.waitForFunction(() => globalThis.firstMemory !== undefined);
    await page.waitForTimeout(WHILE);
    await count(page);
    await use(page);
    await count(page);
  }
  await context.close();
};

try {
  const left = ways.flatMap((way) => fragments.map((fragment) => [way, fragment]));
  // Much of it is waiting.
  await Promise.all(Array.from({ length: 4 }, async () => {
    while (left.length > 0) await measure(left.pop());
  }));
} finally {
  await browser.close();
  await server.close();
}
const waiting = [...new Set(digests)].filter((digest) => digest !== null && !run.has(digest)).sort();
const head = '# The functions that no first picture runs, by digests of their names: `cargo xtask profile` writes this.\n';
await writeFile(at('web/rest.txt'), `${head}${waiting.join('\n')}\n`);
console.log(`${waiting.length} of ${new Set(digests).size} functions wait`);
