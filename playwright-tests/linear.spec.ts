// The law of linear time on the page: of whatever a text repeats, four times as much is about four times the work, from the
// link to the last value, and none of it is done at one stretch. `fuzz-targets/src/linear.rs` has the law of the core alone.

import type { CDPSession, Page } from '@playwright/test';
import { packed } from './link.mjs';
import { asks, thorough } from './some';
import { test, expect, clock, computed, notebook, open, slowness } from './colex';

/** How long the longest text is, in characters. */
const length = 800_000;
/** How many times the work of a text four times as long may be; four would be exact, sixteen the square. */
const most = 8;
/** What is over sooner is too short to compare, in milliseconds. */
const short = 150;
/** How often a text is measured before it is refused. */
const chances = 4;
/** The longest that the page may be kept at a stretch, in milliseconds; several times what it takes in a build for release. */
const longest = 400;

/** Every kind of token and of what is written with several. */
const pieces = [
  '"', '"a" ', '(', ')', '[', ']', '{', '}', '<', '>', '(]{>"', ',', ':', ';', '=', '.', '@', '+', '*', '_', '7', '7 ', '7\n', '1;', '1,', '_1 ',
  'name', 'name ', 'name\n', 'A = 1\n', '布', '😀', '\\', '\n', '\r', ' ', '//', '// a\n', '/*', '/* a */', '*/', '#', '#if 1\n', '#if 0\n1\n#endif\n',
  'cute::', '(4,8):(8,1)\n', '(1,2),', 'size(1),', 'f<1>(2),', 'size((2,3))\n', 'auto a = 1;', 'for {}\n', 'Layout<Shape<_4>> a;\n',
];

/** Waits until the page computes no more; answers what it has computed. */
const rested = async (client: CDPSession) => {
  let before = await computed(client);
  let rests = 0;
  await expect.poll(async () => {
    const now = await computed(client);
    rests = now - before < 6 ? rests + 1 : 0;
    before = now;
    return rests;
  }, { intervals: [60], timeout: 30_000 }).toBeGreaterThan(2);
  return before;
};

/** Opens a link in the page; answers what that took. */
const opened = async (page: Page, client: CDPSession, link: string) => {
  const before = await rested(client);
  await page.evaluate((link) => { location.hash = link; }, link);
  return await rested(client) - before;
};

for (const [number, some] of [0, 1, 2, 3].map((part) => pieces.filter((_, place) => place % 4 === part && asks(3, Math.floor(place / 4), part))).entries()) {
  test(`texts of twice the length are twice the work, part ${number + 1} of 4`, thorough, async ({ page }) => {
    await page.addInitScript(() => {
      const page = window as unknown as { kept: number };
      page.kept = 0;
      new PerformanceObserver((list) => {
        for (const task of list.getEntries()) page.kept = Math.max(page.kept, task.duration);
      }).observe({ type: 'longtask' });
    });
    await open(page, packed('(4,8):(8,1)'));
    await expect(page.locator('html[data-ready]')).toBeAttached();
    const client = await clock(page);
    for (const piece of some) {
      const texts = [1, 2, 4].map((part) => piece.repeat(Math.floor(length * part / 4 / new TextEncoder().encode(piece).length)));
      const links = texts.map((text) => packed(text));
      let took: number[] = [];
      let stretch = Infinity;
      const isRefused = () => took[2]! > short && took[2]! > most * took[0]!;
      for (let chance = 0; chance < chances && (chance === 0 || isRefused() || stretch > longest); chance += 1) {
        await page.evaluate(() => { (window as unknown as { kept: number }).kept = 0; });
        took = [];
        for (const [at, link] of links.entries()) {
          took.push(await opened(page, client, link));
          expect(texts[at]!.replace(/\r/g, '\n').startsWith(await notebook(page).inputValue()), piece).toBe(true);
        }
        const kept = await page.evaluate(() => (window as unknown as { kept: number }).kept);
        stretch = Math.min(stretch, kept / await slowness(page, client));
      }
      const said = `${JSON.stringify(piece)}: ${took.map(Math.round).join(', ')} ms, at most ${Math.round(stretch)} ms at a stretch`;
      test.info().annotations.push({ type: 'work', description: said });
      if (process.env.COLEX_STALLS !== undefined) console.log(said);
      expect(isRefused(), said).toBe(false);
      expect(stretch, said).toBeLessThan(longest);
    }
  });
}
