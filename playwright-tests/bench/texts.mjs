// The law of linear time on the page: of whatever a text repeats, four times as much is about four times the work, from the
// link to the last value, and none of it is done at one stretch. `fuzz-targets/src/linear.rs` has the law of the core alone.
// `PIECES=8 node playwright-tests/bench/texts.mjs` measures every eighth kind of text.

import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.mjs';
import { packed } from '../link.mjs';
import { pieces } from '../pieces.mjs';
import { serve } from '../serve.mjs';

/** How long the longest text is, in bytes. */
const LENGTH = 800_000;
/** How many times the work of a text four times as long may be; four would be exact, sixteen the square. */
const MOST = 8;
/** What is over sooner is too short to compare, in milliseconds. */
const SHORT = 150;
/** The longest that the page may be kept at a stretch, in milliseconds. */
const STRETCH = 200;

/** What the page's thread has computed since it began, in milliseconds, by its own clock: that stands while the machine does something else. */
const computed = async (session) => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
};

/** Waits until the page computes no more; answers what it has computed. */
const rested = async (session) => {
  let before = await computed(session);
  for (let rests = 0; rests < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const now = await computed(session);
    rests = now - before < 6 ? rests + 1 : 0;
    before = now;
  }
  return before;
};

const server = await serve({ isolated: true, packed: true });
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    window.kept_ = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) window.kept_ = Math.max(window.kept_, task.duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto(`${server.url}/colex/#${packed('(4,8):(8,1)')}`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  console.log(`\ntexts of ${[1, 2, 4].map((part) => part * LENGTH / 4e6).join(', ')} MB: their work, and the longest stretch of it (ms)`);
  const every = Number(process.env.PIECES ?? 1);
  let beyond = 0;
  for (const piece of pieces.filter((_, place) => place % every === 0)) {
    await page.evaluate(() => { window.kept_ = 0; });
    const took = [];
    for (const part of [1, 2, 4]) {
      const text = piece.repeat(Math.floor(LENGTH * part / 4 / new TextEncoder().encode(piece).length));
      const before = await rested(session);
      await page.evaluate((link) => { location.hash = link; }, packed(text));
      took.push(await rested(session) - before);
    }
    const stretch = await page.evaluate(() => window.kept_);
    const isBeyond = stretch > STRETCH || (took[2] > SHORT && took[2] > MOST * took[0]);
    beyond += Number(isBeyond);
    const columns = [...took, stretch].map((time) => time.toFixed(0).padStart(6));
    console.log(`${JSON.stringify(piece).padEnd(28)}${columns.join('')}${isBeyond ? '  beyond its target' : ''}`);
  }
  console.log(`${beyond} beyond: more than ${MOST} times the work of a quarter, or longer than ${STRETCH} ms at a stretch`);
} finally {
  await browser.close();
  server.close();
}
