// The main tasks in the engines that people have: `node engines.mjs chromium firefox webkit` does them in those that are
// named, side by side. `COLEX_CHROMIUM`, `COLEX_FIREFOX` and `COLEX_WEBKIT` name the programs; the last is WebKitGTK's
// driver. Playwright cannot lead what distributions ship of the last two. `COLEX_PICTURES` names a folder for pictures.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { args } from './browser.mjs';
import { serve } from './serve.mjs';
import { tasks, views } from './tasks.mjs';
import { LEAVE, webkit } from './webdriver.mjs';

/** How long anything may take that a task waits for, in milliseconds. */
const PATIENCE = 60_000;

/** A browser that puppeteer leads. */
const led = async (browser, { executablePath, home }) => {
  const launched = await puppeteer.launch({
    browser, executablePath, headless: true, args: browser === 'chrome' ? args : [],
    extraPrefsFirefox: {
      'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true, 'intl.accept_languages': 'en',
      // What leads it waits for a page to load, and one that is kept whole for going back does not load again.
      'browser.sessionhistory.max_total_viewers': 0,
      'browser.download.folderList': 2, 'browser.download.dir': home, 'browser.download.useDownloadDir': true,
    },
  });
  const page = await launched.newPage();
  if (browser === 'chrome') {
    const client = await launched.target().createCDPSession();
    await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: home });
  }
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const { url = '' } = message.location();
    // A browser asks for this one by itself where a document names no icon, such as a picture.
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) complaints.push(`${message.text()} ${url}`);
  });
  return {
    version: await launched.version(),
    complaints,
    resize: (width, height) => page.setViewport({ width, height }),
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    back: () => page.goBack(),
    run: (work, ...given) => page.evaluate(work, ...given),
    click: (x, y) => page.mouse.click(x, y),
    press: async (...names) => {
      for (const name of names) await page.keyboard.down(name);
      for (const name of names.toReversed()) await page.keyboard.up(name);
    },
    type: (text) => page.keyboard.type(text),
    picture: async () => Buffer.from(await page.screenshot()),
    close: async () => {
      await Promise.race([launched.close().catch(() => {}), pause(LEAVE, undefined, { ref: false })]);
      launched.process()?.kill('SIGKILL');
    },
  };
};

const engines = {
  chromium: (home) => led('chrome', { executablePath: process.env.COLEX_CHROMIUM, home }),
  firefox: (home) => led('firefox', { executablePath: process.env.COLEX_FIREFOX, home }),
  webkit: (home) => webkit({ driver: process.env.COLEX_WEBKIT ?? 'WebKitWebDriver', home, fileExists: existsSync }),
};

/** A person at the page: what tasks are written with. Everything is found as it is seen, and waited for. */
const person = (engine, base, home) => {
  /** Asks the page again until it says yes; answers what it said. */
  const until = async (what, work, ...given) => {
    let last;
    const end = Date.now() + PATIENCE;
    for (;;) {
      // A page that is just being left answers nothing.
      const answer = await engine.run(work, ...given).catch((error) => { last = error; });
      if (answer) return answer;
      if (Date.now() > end) {
        const text = await engine.run(() => document.body.innerText.slice(0, 1500)).catch((error) => error.message);
        assert.fail(`${what}${last ? ` (${last.message})` : ''}; the page says: ${text}`);
      }
      await pause(50);
    }
  };
  const person = {
    until,
    /** The page at an address behind its own, once all is there that comes by itself. */
    open: async (fragment = '') => {
      // Another fragment alone would be no other page.
      await engine.goto('about:blank');
      await engine.goto(`${base}?set=workbench${fragment}`);
      await person.ready();
      // What the page offers to save is written down.
      await engine.run(() => {
        const { click } = HTMLAnchorElement.prototype;
        globalThis.colexOffered = [];
        HTMLAnchorElement.prototype.click = function offer() {
          if (this.download !== '') globalThis.colexOffered.push(this.download);
          return click.call(this);
        };
      });
    },
    ready: () => until('the page was never whole', () => document.documentElement.hasAttribute('data-ready')),
    reload: async () => { await engine.reload(); await person.ready(); },
    /** Goes to another page of the same place. */
    leave: () => engine.goto(`${base}icon.svg`),
    back: () => engine.back(),
    resize: engine.resize,
    run: engine.run,
    press: engine.press,
    type: engine.type,
    /** Waits until some element shows a text. */
    shows: (selector, wanted) => until(`${selector} never showed ${wanted}`, (selector, source) => [...document.querySelectorAll(selector)]
      .some((element) => element.checkVisibility() && new RegExp(source).test(/^(INPUT|TEXTAREA)$/.test(element.tagName) ? element.value : element.textContent)), selector, wanted.source),
    /** Waits until nothing is shown that a selector finds. */
    lacks: (selector) => until(`${selector} never went`, (selector) => ![...document.querySelectorAll(selector)].some((element) => element.checkVisibility()), selector),
    /** What stands in a field. */
    value: (selector) => engine.run((selector) => document.querySelector(selector)?.value, selector),
    /** Clicks where an element is seen, by its selector and what it is called. */
    click: async (selector, name = '') => {
      // What still moves is clicked where it was.
      let [place, before] = [];
      do {
        [before, place] = [place, await until(`there is nothing to click: ${selector} ${name}`, (selector, name) => {
          const called = (element) => [element.ariaLabel, element.textContent.trim()].some((found) => found === name);
          const element = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility() && !element.disabled && (name === '' || called(element)));
          if (!element) return undefined;
          element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
          const { left, top, width, height } = element.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const there = document.elementFromPoint(x, y);
          // What lies under something else cannot be clicked.
          return there !== null && element.contains(there) ? { x, y } : undefined;
        }, selector, name)];
      } while (place.x !== before?.x || place.y !== before?.y);
      await engine.click(place.x, place.y);
    },
    /** Takes all of the notebook's text away and types another. */
    write: async (text) => {
      await person.click('#notebook');
      await engine.press('Control', 'a');
      await engine.type(text);
    },
    /** The text of a file that is saved, by the end of its name. */
    saved: async (ending) => {
      const end = Date.now() + PATIENCE;
      // What the page has offered since it was opened says whether the page or the browser kept it back.
      const offered = () => engine.run(() => globalThis.colexOffered ?? []);
      for (;;) {
        const name = (await readdir(home)).find((name) => name.endsWith(ending));
        // A browser names a file anew once all of it is there.
        const text = name && await readFile(join(home, name), 'utf8').catch(() => undefined);
        if (text) return text;
        assert.ok(Date.now() < end, `no file was saved whose name ends in ${ending}: ${await readdir(home)}; the page offered ${await offered()}`);
        await pause(50);
      }
    },
  };
  return person;
};

/** So many tasks may fail in an engine before it is said that nothing works there. */
const FEW = 4;

/**
 * Tasks in one engine, by their names: all in one browser, and in a fresh one after each that fails, since a browser that
 * hangs answers nothing that comes behind. Answers the names of those that failed; `word` is what is said of them.
 */
const tried = async (name, base, wanted, word) => {
  const home = await mkdtemp(join(tmpdir(), 'colex-'));
  let engine;
  // A picture that cannot be taken is no reason to stop.
  const pictured = async (view) => {
    if (!process.env.COLEX_PICTURES) return;
    try {
      await writeFile(join(process.env.COLEX_PICTURES, `${name}-${view}.png`), await engine.picture());
    } catch (error) {
      console.log(`    (${name}: no picture of ${view}: ${error.message})`);
    }
  };
  const failed = [];
  try {
    for (const task of wanted) {
      const { size = [1280, 800], work } = tasks[task];
      const start = Date.now();
      try {
        engine ??= await engines[name](home);
        await engine.resize(...size);
        // Nobody was here before.
        await engine.goto(`${base}icon.svg`);
        await engine.run(() => localStorage.clear());
        await work(person(engine, base, home));
        const broken = await engine.run(() => [...document.querySelectorAll('.frame-message, .frame-banner')].filter((element) => element.checkVisibility()).map((element) => element.textContent));
        assert.deepEqual(broken, []);
        assert.deepEqual(engine.complaints, []);
        console.log(`ok  ${name}: ${task} (${Date.now() - start} ms)`);
      } catch (error) {
        console.error(`${word} ${name}: ${task}: ${error.message}`);
        failed.push(task);
        assert.ok(failed.length <= FEW, `${name}: more than ${FEW} tasks failed, and the rest was not tried`);
        await pictured('failed');
        await engine?.close().catch(() => {});
        engine = undefined;
      }
    }
    if (process.env.COLEX_PICTURES && failed.length === 0) {
      for (const [view, { size, fragment, work }] of Object.entries(views)) {
        const someone = person(engine, base, home);
        await engine.resize(...size);
        await someone.open(fragment);
        await work?.(someone);
        await pictured(view);
      }
    }
    console.log(`${name}, ${engine?.version ?? 'closed'}: ${failed.length} of ${wanted.length} tasks failed`);
    return failed;
  } finally {
    await engine?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
};

const names = process.argv.slice(2);
const server = await serve();
const base = `${server.url}/colex/`;
const wanted = Object.keys(tasks).filter((task) => task.includes(process.env.COLEX_TASK ?? ''));
const outcomes = await Promise.allSettled(names.map((name) => tried(name, base, wanted, 'AGAIN')));
// What failed beside everything else is asked once more with nothing beside it. That decides; what succeeds only so has
// found a race, and was said.
for (const [at, { value, reason }] of outcomes.entries()) {
  const still = value?.length > 0 ? await tried(names[at], base, value, 'NOT').catch((error) => error) : reason ?? [];
  if (still instanceof Error) console.error(still);
  if (still instanceof Error || still.length > 0) process.exitCode = 1;
}
server.close();
