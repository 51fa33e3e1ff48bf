// What the tests of the page share: opening it, writing into it, and reading it as people do.

import { test as plain, expect, type Browser, type BrowserContext, type CDPSession, type Disposable, type Locator, type Page } from '@playwright/test';
import { link } from './link.mjs';

export { expect, link };

/** What is done before a page loads; it is taken back when the test has ended. */
const before = ['addInitScript', 'exposeFunction', 'exposeBinding'] as const;

/** A profile, and a page in it, that one test of a worker has after the other. A page in a new profile takes four times as long to open. */
class Kept {
  private readonly sessions: CDPSession[] = [];
  private readonly done: Disposable[] = [];
  private constructor(readonly context: BrowserContext, readonly page: Page, private readonly wire: CDPSession, private readonly origin: string) {}

  static async of(browser: Browser, baseURL: string): Promise<Kept> {
    // What a service worker has kept would make the second test's page another than the first's.
    const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
    const page = await context.newPage();
    const kept = new Kept(context, page, await context.newCDPSession(page), new URL(baseURL).origin);
    for (const target of [page, context]) {
      for (const name of before) {
        const method = (target[name] as (...given: unknown[]) => Promise<Disposable>).bind(target);
        Object.assign(target, { [name]: async (...given: unknown[]) => { kept.done.push(await method(...given)); } });
      }
    }
    page.clock.install = () => { throw new Error('this lasts as long as the page: it takes a profile of its own, from `fresh`'); };
    const open = context.newCDPSession.bind(context);
    context.newCDPSession = async (page) => {
      const session = await open(page);
      kept.sessions.push(session);
      return session;
    };
    return kept;
  }

  /** The page as a browser has it that was never here. */
  async reset(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
    for (const session of this.sessions.splice(0)) await session.detach().catch(() => undefined);
    for (const done of this.done.splice(0)) await done.dispose();
    // What a page writes when it is left may arrive after all was cleared: it writes no more. One that never answers is left.
    const mute = (page: Page) => page.evaluate(() => { Storage.prototype.setItem = () => undefined; }).catch(() => undefined);
    await Promise.race([Promise.all(this.context.pages().map(mute)), new Promise((resolve) => { setTimeout(resolve, 2000); })]);
    for (const other of this.context.pages()) if (other !== this.page) await other.close();
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.clearPermissions();
    await this.page.mouse.move(-10, -10);
    // Another page of the same place clears it, in the order in which it was written. What comes next begins there: the
    // browser does not have to begin anew for it.
    await nowhere(this.page);
    await this.page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
    await this.page.unrouteAll();
    await this.wire.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' });
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ colorScheme, media: null, reducedMotion: null, forcedColors: null });
  }
}

/** A page of the same place that is not the page, and asks for nothing. */
export const nowhere = async (page: Page) => {
  await page.route('**/nowhere', (route) => route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><link rel="icon" href="data:,">' }));
  await page.goto('/nowhere');
};

/** The worker's profile. */
const keeping = plain.extend<object, { kept: Kept }>({
  kept: [async ({ browser }, use, worker) => {
    const kept = await Kept.of(browser, worker.project.use.baseURL ?? '');
    await use(kept);
    await kept.context.close();
  }, { scope: 'worker' }],
});

/** How large the window is, and whether the reader's system is dark. */
type Look = { viewport?: { width: number; height: number } | null; colorScheme?: 'light' | 'dark' | 'no-preference' | null };
const reset = async (kept: Kept, { viewport, colorScheme }: Look) => {
  const size = viewport ?? { width: 1280, height: 800 };
  await kept.reset(size, colorScheme === 'dark' ? 'dark' : 'light');
  return size;
};

/** What the page may not do during a test: no error on the console, no exception, nothing that the policy refuses. */
const quietly = async ({ page }: { page: Page }, use: (complaints: string[]) => Promise<void>) => {
  const complaints: string[] = [];
  const heard = (message: { type(): string; text(): string }) => { if (message.type() === 'error') complaints.push(message.text()); };
  const thrown = (error: Error) => { complaints.push(String(error)); };
  page.on('console', heard);
  page.on('pageerror', thrown);
  await use(complaints);
  page.off('console', heard);
  page.off('pageerror', thrown);
  expect(complaints).toEqual([]);
};

/** A test with a browser's profile of its own: for what would outlast the test in one that is kept. */
export const fresh = plain.extend<{ complaints: string[] }>({ complaints: [quietly, { auto: true }] });

/** A test of the page, which finds it as in a browser that was never here. */
export const test = keeping.extend<{ complaints: string[] }>({
  context: async ({ kept }, use) => use(kept.context),
  page: async ({ kept, viewport, colorScheme }, use) => {
    await reset(kept, { viewport, colorScheme });
    await use(kept.page);
  },
  complaints: [quietly, { auto: true }],
});

/** Opens the page with everything there is about a layout unfolded, at a link if one is given, and waits until it has drawn. */
export const open = (page: Page, fragment = '') => openAs(page, 'workbench', fragment);

/** The same with a set of views, or as everybody sees it first. */
export const openAs = async (page: Page, set = '', fragment = '') => {
  await page.goto(`/${set && `?set=${set}`}${fragment && `#${fragment}`}`);
  await expect(page.locator('html[data-drawn]')).toBeAttached();
};

/** The field of the notebook. */
export const notebook = (page: Page) => page.getByRole('textbox', { name: /^(Notebook|笔记本)$/ });

/** A part of the page by its name. */
export const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });

/** The worked example's line with the forms of the point and the inner product. */
export const summary = (page: Page) => part(page, 'Worked example').getByRole('paragraph').filter({ hasText: ' = ' }).first();

/** The grid for keyboards and screen readers. */
export const grid = (page: Page) => page.getByRole('grid', { name: 'Indices' });

/** The cell that is chosen in the grid. */
export const chosenCell = (page: Page) => grid(page).getByRole('gridcell', { selected: true });

/** What stands in the cells around the chosen one: `0 2 / 4 6`. */
export const cells = (page: Page) => grid(page).evaluate((element) => {
  const row = (found: Element) => [...found.querySelectorAll('[role=gridcell]')]
    .map((cell) => cell.textContent?.split(' ').at(-1)).join(' ');
  return [...element.querySelectorAll('[role=row]')].map(row).join(' / ');
});

/** Waits until these are the cells. */
export const expectCells = (page: Page, rows: string) => expect.poll(() => cells(page)).toBe(rows);

/** The sentences about the text, each with its place. */
export const mistakes = (page: Page) => part(page, /^(Notebook|笔记本)$/).getByRole('status').getByRole('listitem');

/** The address's fragment without its `#`. */
export const fragment = (page: Page) => decodeURIComponent(new URL(page.url()).hash.slice(1));

/** Chooses a coordinate through its field. */
export const choose = (page: Page, coordinate: string) =>
  page.getByRole('textbox', { name: 'Coordinate' }).fill(coordinate);

/** Whether an element lies within the width of the window. */
export const isWithin = async (page: Page, element: Locator) => {
  const box = await element.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  return box !== null && box.x >= 0 && box.x + box.width <= width;
};

/** Names that stay as they are in every language: CuTe's, and those of formats. */
const names = new Set([
  'colex', 'cute', 'idx2crd', 'crd2idx', 'idx', 'get', 'get_hier_coord', 'mod', 'div', 'group', 'rank', 'depth', 'size', 'cosize',
  'wgsl', 'gpu', 'nvidia', 'iota', 'gemm', 'mma', 'ldmatrix', 'stmatrix', 'x8x16', 'half', 'english', 'r', 'h', 'a', 'd',
  'coalesce', 'compatible', 'complement', 'composition', 'cotarget', 'filter', 'layout', 'reach', 'shape', 'swizzle', 'warp', 'zip',
  'layoutleft', 'layoutright', 'atom', 'csv', 'latex', 'python', 'tiler', 'mode', 'tile', 'bank', 'kernel', 'logical', 'zipped', 'tiled', 'flat', 'blocked', 'raked',
]);

/** Words in Latin letters that the page shows or says and that are neither names nor in the text that it speaks of. */
export const foreign = async (page: Page, said = '') => {
  const texts = await page.locator('body').evaluate((body) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest('script, style, noscript, textarea, pre, [hidden], dialog:not([open])') === null) texts.push(node.textContent ?? '');
    }
    for (const element of body.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]')) {
      if (element.closest('[hidden], dialog:not([open])') !== null) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  });
  const own = said.match(/[A-Za-z][A-Za-z0-9_]*/g) ?? [];
  const words = texts.flatMap((text) => text.match(/[A-Za-z][A-Za-z0-9_]*/g) ?? []);
  return [...new Set(words.filter((word) => !/_|^[A-Za-z][0-9]*$/.test(word) && !names.has(word.toLowerCase()) && !own.includes(word) && !/^(Ctrl|Shift|Alt|Z|K|F[0-9]|Delete|Enter|Esc)$/.test(word)))];
};
