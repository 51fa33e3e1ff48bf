// Bad weather: two pages of one document, storage that is full, refused or altered, back and forward, pages that go at once.
// One law for all of it: what was typed is found again, on a tab or among the steps back of one, or it is said what is not.

import type { BrowserContext, Dialog, Page } from '@playwright/test';
import { test, fresh, expect, fragment, link, notebook, nowhere, open } from './colex';
import { asks, ordinary, thorough } from './some';

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Documents' }).getByRole('tab');
const notices = (page: Page) => page.getByRole('status').and(page.locator('.notices'));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What a situation plays on. */
class Stage {
  constructor(readonly context: BrowserContext, readonly page: Page) {}

  /** The page at an address, whole. */
  async open(page = this.page, address = '') {
    await open(page, address);
    await expect(page.locator('html[data-ready]')).toBeAttached();
    return page;
  }

  /** One more page of the same documents. */
  async another(address = '') {
    return this.open(await this.context.newPage(), address);
  }

  /** One more page of a document that is saved, and both are written in at once. */
  async rivals() {
    await this.save(one);
    const other = await this.another();
    await Promise.all([this.type(two), this.type(three, other)]);
    return other;
  }

  /** Writes a text into the notebook as typing it at once would. */
  async type(text: string, page = this.page) {
    await notebook(page).fill(text);
  }

  /** Writes a text and waits until it is saved. */
  async save(text: string, page = this.page) {
    await this.type(text, page);
    await expect.poll(() => page.evaluate((text) => Object.entries(localStorage).filter(([key]) => key.startsWith('colex.tab.')).some(([, saved]) => saved.includes(text)), text.split(' ')[0])).toBe(true);
    await expect.poll(() => fragment(page)).toContain(link(text).slice(4, -5));
  }

  /** Leaves the page as a person does who goes somewhere else. */
  async leave(page = this.page) {
    await page.goto('about:blank');
  }

  /** A page is gone without being told. */
  async kill(page = this.page) {
    const client = await this.context.newCDPSession(page);
    // Never answered.
    client.send('Page.crash').catch(() => {});
    await page.waitForEvent('crash');
  }
}

/** Waits until nothing is stored any more: a page that was left may save while the next one opens, and what one undoes
 * there before it hears of that could not be redone. */
const quiet = async (page: Page) => {
  let before = '';
  await expect(async () => {
    const now = await page.evaluate(() => { try { return JSON.stringify(Object.entries(localStorage).sort()); } catch { return 'refused'; } });
    const was = before;
    before = now;
    expect(now).toBe(was);
  }).toPass({ intervals: [300] });
};

/** Every text that can be reached: on each tab, and by going back in it. It is gone through in the page, as by a keyboard,
 * and left as it was. */
const found = (page: Page) => page.evaluate(async () => {
  const texts = new Set<string>();
  const tabs = () => [...document.querySelectorAll<HTMLElement>('[role=tablist][aria-label=Documents] [role=tab]')];
  const isRefused = () => document.querySelector('.notices')?.textContent?.includes('cannot read') === true;
  const field = document.querySelector('textarea');
  const called = (name: string) => [...document.querySelectorAll<HTMLButtonElement>('button')].find((button) => button.ariaLabel === name);
  const [undo, redo] = [called('Undo'), called('Redo')];
  if (field === null || undo === undefined || redo === undefined) throw new Error('no notebook');
  const frame = () => new Promise((done) => setTimeout(done, 30));
  for (let place = 0; place < tabs().length; place += 1) {
    tabs()[place]?.click();
    for (let turn = 0; tabs()[place]?.ariaSelected !== 'true' && !isRefused(); turn += 1) {
      if (turn > 200) throw new Error(`tab ${place} is not chosen`);
      await frame();
    }
    await frame();
    if (tabs()[place]?.ariaSelected !== 'true') continue;
    let back = 0;
    for (; back < 40; back += 1) {
      texts.add(field.value);
      if (undo.disabled) break;
      undo.click();
      await frame();
    }
    for (; back > 0; back -= 1) {
      redo.click();
      await frame();
    }
  }
  return [...texts];
});

/** Where storage has room for so many characters of documents; `null` is as much as there is. */
const bounded = () => {
  const [set, scope] = [Storage.prototype.setItem, window as unknown as { room: number | null }];
  scope.room = null;
  Storage.prototype.setItem = function setItem(key: string, value: string) {
    const used = Object.entries(this).reduce((sum, [name, text]) => sum + (name === key ? 0 : name.length + text.length), 0);
    if (scope.room !== null && used + key.length + value.length > scope.room) throw new DOMException('full', 'QuotaExceededError');
    set.call(this, key, value);
  };
};
const room = (page: Page, characters: number | null) => page.evaluate((characters) => { (window as unknown as { room: number | null }).room = characters; }, characters);

/** A page that hears nothing of others, as one that is put away. */
const deaf = () => addEventListener('storage', (event) => event.stopImmediatePropagation(), true);

const [one, two, three, four] = ['one = (2,2):(1,2)', 'two = (4,2):(2,1)', 'three = 8:1', 'four = 9:1'];

interface Situation {
  /** Whether it leaves a browser that nobody else can have after it. */
  breaks?: true;
  /** Before anything is loaded. */
  before?: () => void;
  /** What happens; answers the page to look at in the end where that is not a new one. */
  act: (stage: Stage) => Promise<Page | void>;
  /** What was typed and must be found. */
  typed: string[];
  /** What must be said where the last of it was typed. */
  said?: RegExp;
}

const situations: Record<string, Situation> = {
  'two pages edit in turn': {
    typed: [one, two, three, four],
    act: async (stage) => {
      await stage.save(one);
      const other = await stage.another();
      await stage.save(two, other);
      await expect(notebook(stage.page)).toHaveValue(two);
      await stage.save(three);
      await expect(notebook(other)).toHaveValue(three);
      await stage.save(four, other);
      await expect(notebook(stage.page)).toHaveValue(four);
      await stage.leave();
      await stage.leave(other);
    },
  },
  'two pages edit at once': {
    typed: [one, two, three],
    act: async (stage) => {
      const other = await stage.rivals();
      const texts = () => Promise.all([notebook(stage.page).inputValue(), notebook(other).inputValue()]);
      await expect.poll(async () => new Set(await texts()).size).toBe(1);
      await stage.leave();
      await stage.leave(other);
    },
  },
  'what one is about to write over is written over, whatever another page made of it': {
    typed: [one, two, three],
    act: async (stage) => {
      await stage.save(one);
      const other = await stage.another();
      await notebook(other).press('Control+a');
      await stage.save(two);
      await expect(notebook(other)).toHaveValue(two);
      await other.keyboard.insertText(three);
      await expect(notebook(other)).toHaveValue(three);
      await expect(notebook(stage.page)).toHaveValue(three);
      await stage.leave();
      await stage.leave(other);
    },
  },
  'two pages edit at once, and one is left at once': {
    typed: [one, two, three],
    act: async (stage) => {
      const other = await stage.rivals();
      await stage.leave(other);
      await expect.poll(() => fragment(stage.page)).toMatch(/two|three/);
      await stage.leave();
    },
  },
  'a page that heard nothing of another goes on typing': {
    before: deaf,
    typed: [one, two, three],
    act: async (stage) => {
      await stage.save(one);
      const other = await stage.another();
      await stage.save(two, other);
      await stage.leave(other);
      await stage.save(three);
      await stage.leave();
    },
  },
  'a page that heard nothing of another only looks': {
    before: deaf,
    typed: [one, two],
    act: async (stage) => {
      await stage.save(one);
      const other = await stage.another();
      await stage.save(two, other);
      await stage.leave(other);
      await stage.page.getByRole('textbox', { name: 'Coordinate' }).fill('1');
      // What the other wrote is newer than anything here.
      await expect(notebook(stage.page)).toHaveValue(two);
      await stage.leave();
      const page = await stage.another();
      await expect(notebook(page)).toHaveValue(two);
      return page;
    },
  },
  'a page that was put away comes back': {
    before: deaf,
    typed: [one, two, three],
    act: async (stage) => {
      await stage.save(one);
      const other = await stage.another();
      await stage.save(two, other);
      await button(other, 'New document').click();
      await stage.save(three, other);
      await stage.leave(other);
      await stage.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await expect(notebook(stage.page)).toHaveValue(two);
      await expect(tabs(stage.page)).toHaveText(['two', 'three']);
      await stage.leave();
    },
  },
  'one page undoes what the other types on': {
    // Typing after an undo ends what could be redone, in two pages as in one.
    typed: [one, three],
    act: async (stage) => {
      await stage.save(one);
      await stage.save(two);
      const other = await stage.another();
      await button(stage.page, 'Undo').click();
      await expect(notebook(other)).toHaveValue(one);
      await stage.save(three, other);
      await expect(notebook(stage.page)).toHaveValue(three);
      const steps = () => stage.page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('colex.history.'))?.[1]);
      await quiet(other);
      const before = await steps();
      await button(stage.page, 'Undo').click();
      await expect(notebook(other)).toHaveValue(one);
      // The page that only followed is left after the steps were stored.
      await expect.poll(steps).not.toBe(before);
      await quiet(other);
      await stage.leave(other);
      await stage.leave();
      const page = await stage.another();
      await button(page, 'Redo').click();
      await expect(notebook(page)).toHaveValue(three);
      return page;
    },
  },
  'one page closes what the other types in': {
    typed: [one, two, three],
    act: async (stage) => {
      await stage.save(one);
      await button(stage.page, 'New document').click();
      await stage.save(two);
      const other = await stage.another();
      await tabs(stage.page).nth(1).press('Delete');
      await expect(tabs(stage.page)).toHaveText(['one']);
      await stage.save(three, other);
      await expect(tabs(stage.page)).toHaveText(['one', 'three']);
      // What comes back is what the other page made of it.
      await notices(stage.page).getByRole('button', { name: 'Undo' }).click();
      await expect(notebook(stage.page)).toHaveValue(three);
      await stage.leave();
      await stage.leave(other);
    },
  },
  'storage is full, and what was typed stands in the address': {
    before: bounded,
    typed: [one, two],
    said: /^Not saved: two\. This browser keeps no documents/,
    act: async (stage) => {
      await stage.save(one);
      await room(stage.page, 0);
      await stage.type(two);
      await expect.poll(() => fragment(stage.page)).toContain('two');
      await expect(notices(stage.page)).toContainText('Not saved: two.');
      // The browser asks before such a page is left.
      let asked = '';
      stage.page.once('dialog', (dialog: Dialog) => { asked = dialog.type(); void dialog.accept(); });
      await stage.page.reload();
      expect(asked).toBe('beforeunload');
      await expect(stage.page.locator('html[data-ready]')).toBeAttached();
      await expect(notebook(stage.page)).toHaveValue(two);
      await room(stage.page, 0);
      await stage.type(`${two} `);
      await stage.type(two);
      return stage.page;
    },
  },
  'storage is full, and several documents are named': {
    before: bounded,
    typed: [one, two],
    said: /^Not saved: one, two\. /,
    act: async (stage) => {
      await room(stage.page, 0);
      await stage.type(one);
      await expect(notices(stage.page)).toContainText('Not saved: one.');
      await button(stage.page, 'New document').click();
      await stage.type(two);
      await expect(notices(stage.page)).toContainText('one, two');
      return stage.page;
    },
  },
  'storage is full from some character on: steps make room': {
    before: bounded,
    typed: [one, three, four],
    said: /steps back and forth of other documents were given up/,
    act: async (stage) => {
      for (const text of [two, three, one]) await stage.save(text);
      await button(stage.page, 'New document').click();
      await stage.save(three);
      const used = await stage.page.evaluate(() => Object.entries(localStorage).reduce((sum, [key, text]) => sum + key.length + text.length, 0));
      await room(stage.page, used + 10);
      await button(stage.page, 'New document').click();
      await stage.type(four);
      await expect(notices(stage.page)).toContainText('given up');
      await room(stage.page, null);
      return stage.page;
    },
  },
  'storage is full where nothing can be given up: no step is lost': {
    before: bounded,
    typed: [one, two, three],
    said: /^Not saved: three\./,
    act: async (stage) => {
      await stage.save(two);
      await stage.save(one);
      await button(stage.page, 'New document').click();
      const kept = () => stage.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('colex.history.')).length);
      await expect.poll(kept).toBe(1);
      await room(stage.page, 0);
      await stage.type(three);
      await expect(notices(stage.page)).toContainText('Not saved: three.');
      expect(await kept()).toBe(1);
      return stage.page;
    },
  },
  'storage is free again': {
    before: bounded,
    typed: [one, two],
    act: async (stage) => {
      await room(stage.page, 0);
      await stage.type(one);
      await expect(notices(stage.page)).toContainText('Not saved: one.');
      await button(stage.page, 'New document').click();
      await stage.type(two);
      await expect(notices(stage.page)).toContainText('one, two');
      await room(stage.page, null);
      // By itself, without another key.
      await expect(notices(stage.page)).toHaveText('');
      await stage.leave();
    },
  },
  'storage is refused': {
    before: () => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } }),
    typed: [one, two],
    said: /^Not saved: one, two\./,
    act: async (stage) => {
      await stage.type(one);
      await expect(notices(stage.page)).toContainText('Not saved: one.');
      await button(stage.page, 'New document').click();
      await stage.type(two);
      await expect(notices(stage.page)).toContainText('one, two');
      return stage.page;
    },
  },
  'the notebook is too long to be saved': {
    typed: [one],
    act: async (stage) => {
      await stage.save(one);
      await button(stage.page, 'New document').click();
      await stage.save(two);
      await stage.type(`// ${'x'.repeat(1 << 20)}`);
      await expect(notices(stage.page)).toContainText('too long to be saved');
      // It is nowhere but here: nothing takes its place.
      await tabs(stage.page).first().click();
      await expect(notebook(stage.page)).toHaveValue(/x{1000}/);
      await stage.type(three);
      await expect(notices(stage.page)).toHaveText('');
      await tabs(stage.page).first().click();
      await expect(notebook(stage.page)).toHaveValue(one);
      await expect(tabs(stage.page)).toHaveText(['one', 'three']);
      await stage.leave();
    },
  },
  'back within a moment of a key, and forward': {
    typed: [one, two, three],
    act: async (stage) => {
      await stage.save(one);
      await button(stage.page, 'Examples').click();
      await stage.page.getByRole('dialog', { name: 'Examples' }).getByRole('listitem').getByRole('button').first().click();
      await expect(notebook(stage.page)).toHaveValue('(4,2):(1,4)');
      await stage.type(two);
      await stage.page.evaluate(() => history.back());
      await expect(notebook(stage.page)).toHaveValue(one);
      await stage.type(three);
      await stage.page.evaluate(() => history.forward());
      await expect(notebook(stage.page)).not.toHaveValue(three);
      await stage.leave();
    },
  },
  'the address is written by hand in the middle of a word': {
    typed: [one, two, three],
    act: async (stage) => {
      await stage.type(one);
      await stage.page.evaluate((hash) => { location.hash = hash; }, link(two));
      await expect(notebook(stage.page)).toHaveValue(two);
      await stage.type(three);
      for (const hash of ['', 'nonsense', 'v9;;x;;abc']) await stage.page.evaluate((hash) => { location.hash = hash; }, hash);
      await stage.leave();
    },
  },
  'the address is older than what was saved': {
    // Some browsers no longer write the address of a page that is being left.
    before: () => {
      const replace = history.replaceState.bind(history);
      let leaves = false;
      addEventListener('pagehide', () => { leaves = true; }, true);
      history.replaceState = (_owner, ...given) => { if (!leaves) replace(null, ...given); };
    },
    typed: [one, two],
    act: async (stage) => {
      await stage.save(one);
      await stage.type(two);
      await stage.page.reload();
      await expect(stage.page.locator('html[data-ready]')).toBeAttached();
      await expect(notebook(stage.page)).toHaveValue(two);
      await expect(tabs(stage.page)).toHaveText(['two']);
      await expect.poll(() => fragment(stage.page)).toContain('two');
      return stage.page;
    },
  },
  'the browser refuses to write the address': {
    before: () => { history.replaceState = () => { throw new DOMException('too often', 'SecurityError'); }; },
    typed: [one, two],
    act: async (stage) => {
      await stage.type(one);
      await stage.page.reload();
      await expect(notebook(stage.page)).toHaveValue(one);
      await stage.type(two);
      await stage.leave();
    },
  },
  'a page is left within a moment of a key': {
    typed: [one],
    act: async (stage) => {
      await stage.type(one);
      await stage.leave();
    },
  },
  'a page is put out of sight within a moment of a key, and never comes back': {
    breaks: true,
    typed: [one],
    act: async (stage) => {
      await stage.type(one);
      await stage.page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
        Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      });
      await stage.kill();
    },
  },
  'a page is killed while one types without a pause': {
    breaks: true,
    // The bound: what was typed in the last two seconds, and the half that a pause takes.
    typed: [],
    act: async (stage) => {
      await stage.type('');
      await notebook(stage.page).focus();
      for (let letter = 0; letter < 25; letter += 1) {
        await stage.page.keyboard.type('x');
        await stage.page.waitForTimeout(150);
      }
      await stage.kill();
      const page = await stage.another();
      await expect(notebook(page)).toHaveValue(/^x{3,}$/);
      return page;
    },
  },
  'a private window': {
    typed: [two],
    act: async (stage) => {
      await stage.save(one);
      const elsewhere = await stage.context.browser()?.newContext({ baseURL: new URL(stage.page.url()).origin });
      if (elsewhere === undefined) throw new Error('no browser');
      const page = await new Stage(elsewhere, await elsewhere.newPage()).open();
      await expect(notebook(page)).not.toHaveValue(one);
      await elsewhere.close();
      await stage.save(two);
      await stage.leave();
    },
  },
  'the clock goes backwards': {
    before: () => {
      let now = 1_700_000_000_000;
      Date.now = () => { now -= 60_000; return now; };
    },
    typed: [one, two, three],
    act: async (stage) => {
      await stage.save(one);
      await button(stage.page, 'New document').click();
      await stage.save(two);
      const other = await stage.another();
      await stage.save(three, other);
      await expect(notebook(stage.page)).toHaveValue(three);
      await stage.leave(other);
      await stage.leave();
    },
  },
};

/** One of each kind: two pages, storage, addresses, the end of a page. The rest is thorough. */
const ORDINARY = new Set([
  'two pages edit at once', 'what one is about to write over is written over, whatever another page made of it',
  'a page that was put away comes back', 'storage is full, and what was typed stands in the address',
  'the address is written by hand in the middle of a word', 'a page is killed while one types without a pause',
]);

for (const [name, { breaks, before, act, typed, said }] of Object.entries(situations)) {
  (breaks ? fresh : test)(name, ordinary(ORDINARY.has(name)), async ({ page, context }) => {
    if (before) await context.addInitScript(before);
    const stage = new Stage(context, page);
    await stage.open();
    const last = await act(stage) ?? await stage.another();
    if (said) await expect(notices(last)).toHaveText(said);
    await quiet(last);
    await expect(async () => {
      const texts = await found(last);
      for (const text of typed) expect(texts, text).toContain(text);
    }).toPass();
  });
}

const tab = (body: string) => `colex-tab 1\n0\n\none\n${body}`;
const packed = link(`one = (2,2):(1,2)\n// ${'much '.repeat(20)}`);

/** What a hand makes of a text that is stored. */
const alterations: Record<string, (stored: string) => string | null> = {
  deleted: () => null,
  empty: () => '',
  garbage: () => 'no such\nthing \u{1F600}\0',
  cut: (stored) => stored.slice(0, Math.floor(stored.length / 2)),
  'cut by its last letter': (stored) => stored.slice(0, -1),
  huge: (stored) => stored + 'x'.repeat(1_000_000),
  'of another version': (stored) => stored.replace('colex-tab 1', 'colex-tab 2').replace('v1;;', 'v2;;'),
  'another document': (stored) => stored.replace(/v1;;.*/s, link(four)),
  'a plain link': () => link(four),
  'of a wrong check': (stored) => stored.replace(/.$/s, (letter) => (letter === 'a' ? 'b' : 'a')),
};

for (const [place, kind] of ['colex.tab.a', 'colex.tab.b', 'colex.history.a', 'colex.open', 'colex.work'].entries()) {
  test(`${kind} is altered by hand`, ordinary(place === 0), async ({ page, context }) => {
    const stage = new Stage(context, page);
    for (const [at, [name, alter]] of Object.entries(alterations).entries()) {
      if (!asks(4, at, place)) continue;
      await nowhere(page);
      const altered = await page.evaluate(({ kind, saved, stored }) => {
        localStorage.clear();
        for (const [key, text] of saved) localStorage.setItem(key, text);
        if (stored === null) localStorage.removeItem(kind);
        else localStorage.setItem(kind, stored);
        return localStorage.getItem(kind);
      }, (() => {
        const saved = [
          ['colex.tab.a', tab(packed)], ['colex.tab.b', `colex-tab 1\n1\n\ntwo\n${link(two)}`],
          ['colex.history.a', `1\n${link(three)}`], ['colex.open', 'a'],
          ...(kind === 'colex.work' ? [['colex.work', link(three)]] : []),
        ];
        return { kind, saved, stored: alter(saved.find(([key]) => key === kind)?.[1] ?? '') };
      })());
      await stage.open();
      // What was not altered is there; so is what was, or it is said, unless a hand put something else into its place.
      const said = await notices(page).textContent() ?? '';
      await page.keyboard.press('Escape');
      const texts = await found(page);
      const has = (text: string) => texts.some((found) => found.startsWith(text.split('\n')[0] ?? ''));
      const expected = { 'colex.tab.a': [two], 'colex.tab.b': [one] }[kind] ?? [one, two];
      for (const text of expected) expect(has(text), `${name}: ${text} among ${JSON.stringify(texts)}`).toBe(true);
      const own = { 'colex.tab.a': one, 'colex.tab.b': two, 'colex.work': three }[kind];
      const isPut = ['deleted', 'another document'].includes(name) || (kind === 'colex.work' && ['empty', 'a plain link'].includes(name));
      if (own !== undefined && !isPut) expect(has(own) || said !== '' || (await notices(page).textContent()) !== '', `${name}: neither there nor said; ${JSON.stringify(texts)}`).toBe(true);
      // What is not understood is left as it is, whatever is typed elsewhere.
      await notebook(page).fill('typed = 3:1');
      await expect.poll(() => fragment(page)).toContain('typed');
      const isUnknown = ['empty', 'garbage', 'of another version', 'a plain link'].includes(name);
      if (kind.startsWith('colex.tab.') && isUnknown) {
        expect(await page.evaluate((key) => localStorage.getItem(key), kind), name).toBe(altered);
      }
      if (kind !== 'colex.tab.a') continue;
      await page.reload();
      await expect(page.locator('html[data-ready]')).toBeAttached();
      await expect(notebook(page)).toHaveValue('typed = 3:1');
    }
  });
}

test('what is stored is altered under the open page', thorough, async ({ page, context }) => {
  // Ten times the page is opened twice.
  const stage = new Stage(context, page);
  for (const [at, [name, alter]] of Object.entries(alterations).entries()) {
    if (!asks(2, at)) continue;
    await nowhere(page);
    await page.evaluate(() => localStorage.clear());
    await stage.open();
    await stage.save(one);
    const key = await page.evaluate(() => Object.keys(localStorage).find((key) => key.startsWith('colex.tab.')) ?? '');
    const altered = alter(await page.evaluate((key) => localStorage.getItem(key) ?? '', key));
    await page.evaluate(({ key, altered }) => { if (altered === null) localStorage.removeItem(key); else localStorage.setItem(key, altered); }, { key, altered });
    await stage.save(two);
    await stage.leave();
    await stage.open();
    const texts = await found(page);
    for (const text of [one, two]) expect(texts, `${name}: ${text}`).toContain(text);
    if (name === 'another document') expect(texts, name).toContain(four);
    // What another version wrote is not written over.
    if (name === 'of another version') expect(await page.evaluate((key) => localStorage.getItem(key), key)).toBe(altered);
  }
});
