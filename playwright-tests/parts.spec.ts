// Files that do not come: each of them, in each way in which a network fails, by the browser's clock.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test, expect, type Page, type Route } from '@playwright/test';
import { link } from './link.mjs';
import { asks } from './some';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const files = readdirSync(dist).filter((file) => /-[0-9a-f]{16}\.(js|css|wasm|json)$/.test(file));
const named = (stem: string, ending: string) => files.find((file) => file.startsWith(`${stem}-`) && file.endsWith(`.${ending}`)) ?? '';
/** What the page cannot start without. */
const frame = [named('app', 'js'), named('style', 'css'), named('app', 'wasm')];
/** The table of what loads later: every part waits for it. */
const table = named('parts', 'json');
/** What has the script of the page asked for again. */
const again = named('again', 'js');
const later = files.filter((file) => (file.endsWith('.wasm') && !frame.includes(file))
  || /^[a-z]+-style-[0-9a-f]{16}\.css$/.test(file) || [named('later', 'css'), table].includes(file));
/** The files of each part, as the page itself has them. */
const listed: { files: [string, string][]; parts: Record<string, number[]> } = JSON.parse(readFileSync(`${dist}/${table}`, 'utf8'));
const full = ([name, digest]: [string, string]) => name.replace('.', `-${Buffer.from(digest, 'base64').subarray(0, 8).toString('hex')}.`);
const parts = Object.fromEntries(Object.entries(listed.parts).map(([part, numbers]) => [part, numbers.map((number) => full(listed.files[number]))]));

type Way = (route: Route) => Promise<void> | void;
const body = async (route: Route, change: (bytes: Buffer) => Buffer, type?: string) => {
  const response = await route.fetch();
  const headers = { ...response.headers(), ...(type && { 'content-type': type }) };
  await route.fulfill({ response, headers, body: change(await response.body()) });
};
/** The ways in which a file does not come. */
const ways: Record<string, Way> = {
  'is refused': (route) => route.abort('connectionrefused'),
  'breaks off': (route) => route.abort('connectionreset'),
  'is not found': (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' }),
  'fails on the server': (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' }),
  'is altered': (route) => body(route, (bytes) => { bytes[bytes.length >> 1] ^= 1; return bytes; }),
  'is cut short': (route) => body(route, (bytes) => bytes.subarray(0, bytes.length >> 1)),
  'is another type': (route) => body(route, (bytes) => bytes, 'text/plain'),
  'is a page to sign in': (route) => route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><title>Sign in</title>' }),
  'never answers': () => {},
};
const wayNames = Object.keys(ways);
/** WebAssembly and the style of the parts are taken by their bytes, whatever a server calls them. */
const comesAnyway = (file: string, way: string) => (file.endsWith('.wasm') || later.includes(file)) && way === 'is another type';
const stage = (way: string) => (way === 'never answers' ? 'This is slow; still waiting.' : 'This could not be loaded.');

/** The ways in which a file that did not come is asked for again. */
const rescues: ((page: Page) => Promise<void>)[] = [
  (page) => page.clock.runFor(61_000),
  // At once: while one points at it the file may come by itself, and the button goes.
  (page) => page.evaluate(() => { document.querySelector<HTMLElement>('part-wait button')?.click(); }),
  (page) => page.evaluate(() => { dispatchEvent(new Event('online')); }),
];

/** Lets a file come again, and has it asked for in one of these ways: nothing else happens meanwhile. */
const rescue = async (page: Page, heal: () => void, number: number) => {
  // Until a slow machine has answered, that moment may have passed.
  let ahead = 250;
  await expect(async () => {
    ahead *= 2;
    await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, ahead));
  }).toPass();
  heal();
  await rescues[number % rescues.length](page);
  await page.clock.resume();
};

/** Lets requests for some files fail, until the answer is called. */
const failing = async (page: Page, some: string[], way: Way) => {
  let fails = true;
  let count = 0;
  const address = (url: URL) => some.some((file) => url.pathname.endsWith(`/${file}`));
  await page.route(address, (route) => {
    count += 1;
    return fails ? way(route) : route.fallback();
  });
  return { heal: () => { fails = false; }, count: () => count };
};

/** A page whose every part is wanted: the views of `tools` are unfolded, and a kernel is chosen. */
const whole = `/#${link('A = composition((4,8):(8,1), (2,2):(1,2))\nB = (2,2):(2,1)', { a: '28nft/40gomc/32wslbvPdEXr', r: 'copy(n=1024)' })}`;
const notebook = (page: Page) => page.getByRole('textbox', { name: 'Notebook' });

/** Where each part is waited for, and what stands there once it has come. */
const places: Record<string, { waits: string; has: (page: Page) => ReturnType<Page['locator']> }> = {
  panes: { waits: '#view-memory part-wait', has: (page) => page.getByRole('region', { name: 'Memory' }) },
  algebra: { waits: '.notebook part-wait[data-stage]', has: (page) => page.locator('.values .value', { hasText: /\(2,2\):\(8,16\)|3:5/ }) },
  story: { waits: '#view-run part-wait[data-part=story]', has: (page) => page.getByRole('region', { name: 'On this GPU' }) },
  tools: { waits: '#view-compare part-wait', has: (page) => page.getByRole('region', { name: 'Compare' }) },
  gpu: { waits: '#view-run part-wait', has: (page) => page.getByRole('region', { name: 'On this GPU' }).getByRole('button', { name: 'Run', exact: true }) },
  dialogs: { waits: '.awaited part-wait', has: (page) => page.getByRole('dialog', { name: 'Export' }) },
};

test('the table has every part and every file', () => {
  // Atoms and lessons are no part of a whole page: they come beside it when they are asked for.
  expect(Object.keys(parts).sort()).toEqual([...Object.keys(places), 'atoms', 'learn', 'programs'].sort());
  expect(new Set([table, ...Object.values(parts).flat()])).toEqual(new Set(later));
  expect([...frame, again].filter((file) => file === '')).toEqual([]);
});

test('what the notebook says stands there before the page does', async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => { go = resolve; });
  await page.route(/\.wasm$/, async (route) => { await held; await route.continue(); });
  const text = 'A = ((2,2),4):((1,2),-4) // 布局; % ~ <b>\nSw<2,0,2> o _0 o A';
  const first = page.locator('#first-text');
  await page.goto(`/#${link(text)}`, { waitUntil: 'commit' });
  await expect.poll(() => first.textContent()).toBe(text);
  await page.goto('about:blank');
  await page.goto('/#v1;;A.C3.28;;0', { waitUntil: 'commit' });
  await expect(first).toBeAttached();
  await expect(first).toHaveText('');
  await page.goto('about:blank');
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => first.textContent()).toBe('A = (3,(2,3)):(3,(12,1))\nA(16)');
  go();
  await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
  await expect(first).toHaveCount(0);
});

for (const [number, way] of wayNames.entries()) {
  for (const [at, file] of frame.entries()) {
    if (comesAnyway(file, way) || !asks(9, number, 4 * at)) continue;
    test(`the page says so where ${file.replace(/-.*\./, '.')} ${way}`, async ({ page }) => {
      await page.clock.install();
      const { heal } = await failing(page, [file], ways[way]);
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByText('Loading Colex…')).toBeVisible();
      await expect(async () => {
        await page.clock.runFor(500);
        await expect(page.locator('#loading part-wait')).toContainText(stage(way), { timeout: 300 });
      }).toPass();
      await rescue(page, heal, at + number);
      await expect(notebook(page)).toBeVisible();
      await expect(page.locator('#loading')).toHaveCount(0);
    });
  }

  if (asks(9, number)) test(`the page starts where what asks again ${way}`, async ({ page }) => {
    await failing(page, [again], ways[way]);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(notebook(page)).toBeVisible();
  });
}

/** Opens the whole page and asks for the dialog, and has the clock run until something is said of every wait. */
const want = async (page: Page) => {
  await page.goto(whole, { waitUntil: 'commit' });
  await expect(notebook(page)).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
};

for (const [number, way] of wayNames.entries()) {
  if (asks(4, number)) test(`every place says so where its part ${way}, and what is typed is kept`, async ({ page }) => {
    await page.clock.install();
    const { heal } = await failing(page, later, ways[way]);
    await want(page);
    if (way !== 'is another type') {
      // What the kernels need is asked for by a view of `story`, and `panes` shows what dialogs wait for.
      for (const [part, { waits, has }] of Object.entries(places).filter(([part]) => part !== 'gpu' && part !== 'dialogs')) {
        await expect(async () => {
          await page.clock.runFor(500);
          await expect(page.locator(waits).first(), part).toContainText(stage(way), { timeout: 300 });
        }).toPass();
        await expect(has(page)).toHaveCount(0);
      }
      // The grid follows what is typed; it is saved, and undone, by what is there.
      await notebook(page).fill('composition((3,5):(5,1), 3:1)\nC = (3,5):(5,1)');
      await page.clock.runFor(1_000);
      await expect(page.getByRole('heading', { name: /Grid/ })).toContainText('(3,5):(5,1)');
      await rescue(page, heal, number);
    }
    for (const [part, { has }] of Object.entries(places)) await expect(has(page), part).toBeVisible();
    await expect(page.locator('part-wait[data-stage]')).toHaveCount(0);
    if (way !== 'is another type') await expect(notebook(page)).toHaveValue('composition((3,5):(5,1), 3:1)\nC = (3,5):(5,1)');
  });
}

// Each file alone, in one of the ways; in all of them where that is asked for.
for (const [number, file] of later.entries()) {
  const fails = wayNames.filter((way) => !comesAnyway(file, way));
  for (const [at, way] of fails.entries()) {
    // One way each; of the files every twelfth.
    if (!asks(12, number) || !asks(fails.length, fails.length - at, Math.floor(number / 12))) continue;
    test(`${file.replace(/-[0-9a-f]{16}/, '')} alone ${way}`, async ({ page }) => {
      await page.clock.install();
      const { heal } = await failing(page, [file], ways[way]);
      await want(page);
      for (const [part, { waits, has }] of Object.entries(places)) {
        const needs = file === table || parts[part].includes(file);
        // What the kernels need is asked for by a view of `story`.
        if (part === 'gpu' && (file === table || parts.story.includes(file))) continue;
        // What the algebra computes stands where `panes` shows it.
        if (part === 'algebra' && parts.panes.includes(file)) continue;
        // It is `panes` too that shows what a dialog waits for.
        if (part === 'dialogs' && (file === table || parts.panes.includes(file))) continue;
        await expect(async () => {
          await page.clock.runFor(500);
          if (needs) await expect(page.locator(waits).first(), part).toContainText(stage(way), { timeout: 300 });
          else await expect(has(page), part).toBeVisible({ timeout: 300 });
        }).toPass();
      }
      await rescue(page, heal, number);
      for (const [part, { has }] of Object.entries(places)) await expect(has(page), part).toBeVisible();
      await expect(page.locator('part-wait[data-stage]')).toHaveCount(0);
    });
  }
}

test('what is pressed stays where it is while the parts come', async ({ page }) => {
  await page.clock.install();
  const { heal } = await failing(page, parts.panes, ways['never answers']);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(notebook(page)).toHaveValue(/A/);
  const where = () => page.locator('.bar > button, .bar .history button').evaluateAll((buttons) =>
    Object.fromEntries(buttons.map((button) => [button.textContent, Math.round(button.getBoundingClientRect().x)])));
  const first = await where();
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['Learn', 'Examples', '↶', '↷', 'Share']));
  // Nothing is said at first, then that it loads, then that it is slow.
  for (let second = 0; second < 12; second += 1) {
    await page.clock.runFor(1000);
    expect(await where(), `after ${second + 1} s`).toEqual(first);
  }
  await rescue(page, heal, 1);
  await expect(page.getByRole('tab', { name: 'A' })).toBeVisible();
  expect(await where()).toEqual(first);
});

test('a page that wants of the rest before it has come stands still, and goes on', async ({ page }) => {
  // Letters that no notebook has, pointers, C++: no first picture that was measured has them.
  const texts = ['gmem_ptr[32b](0x10) o 4:1', 'é', 'int a = 3;'];
  const atOnce: string[] = [];
  page.on('request', (request) => { if (request.resourceType() === 'xhr') atOnce.push(request.url()); });
  await page.route(new RegExp(named('rest', 'wasm')), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  for (const text of texts) {
    await page.goto('about:blank');
    await page.goto(`/#${link(text)}`);
    await expect(notebook(page)).toHaveValue(text);
    await expect(page.locator('html[data-ready]')).toBeAttached();
  }
  expect(atOnce.length).toBeGreaterThan(0);
  expect(atOnce.filter((url) => !url.includes('/rest-'))).toEqual([]);
});

for (const away of ['panes', 'algebra']) {
  test(`what is typed without ${away} is kept, and undone, after a reload`, async ({ page }) => {
    await failing(page, parts[away], ways['never answers']);
    await page.goto('/', { waitUntil: 'commit' });
    await notebook(page).fill('A = (3,5):(5,1)');
    await expect(page).toHaveURL(/#v1;;A\+=\+~3,5/);
    await notebook(page).fill('A = (7,5):(5,1)\nB = (2,2):(2,1)');
    await expect(page).toHaveURL(/#v1;;A\+=\+~7,5/);
    // Without its address: from what was saved. A page of another process would come before what this one saves last.
    await page.goto('/', { waitUntil: 'commit' });
    await expect(notebook(page)).toHaveValue('A = (7,5):(5,1)\nB = (2,2):(2,1)');
    await expect(page.getByRole('heading', { name: /Grid/ })).toContainText(/\(7,5\)|\(2,2\)/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notebook(page)).toHaveValue('A = (3,5):(5,1)');
    await page.reload({ waitUntil: 'commit' });
    await expect(notebook(page)).toHaveValue('A = (3,5):(5,1)');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(notebook(page)).toHaveValue('A = (7,5):(5,1)\nB = (2,2):(2,1)');
  });
}

test('a newer version is offered where a part of this one is gone, and keeps the document', async ({ page }) => {
  const newer = page.locator('#newer');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(notebook(page)).toBeVisible();
  const { heal } = await failing(page, later, ways['is not found']);
  // Nothing else is there: that is no newer version.
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.locator('.awaited')).toContainText('This could not be loaded.');
  await expect(newer).toBeHidden();
  const published = readFileSync(`${dist}/index.html`, 'utf8').replace(/(app|style|again)-[0-9a-f]{16}/g, '$1-0123456789abcdef');
  let isNewer = true;
  await page.route((url) => url.pathname === '/', (route) => (isNewer ? route.fulfill({ contentType: 'text/html', body: published }) : route.fallback()));
  await notebook(page).fill('C = (3,5):(5,1)');
  await page.locator('.awaited').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('A newer Colex is there.');
  heal();
  isNewer = false;
  await page.getByRole('alert').getByRole('button', { name: /Load it/ }).click();
  await expect(notebook(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(notebook(page)).toHaveValue('C = (3,5):(5,1)');
});

test('nothing is said of a short wait, then that it loads, then that it is slow; what was dismissed stays away', async ({ page }) => {
  await page.clock.install({ time: 0 });
  const { heal } = await failing(page, [named('dialogs', 'wasm')], ways['never answers']);
  await page.goto('/');
  // What shows the wait comes with the views: without them nothing is asked for yet.
  await expect(page.getByRole('region', { name: 'Memory' })).toBeVisible();
  await page.clock.pauseAt(100_000);
  const waits = page.locator('.awaited');
  await notebook(page).focus();
  await page.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  await expect(waits).toBeAttached();
  await page.clock.runFor(200);
  await expect(waits).toBeHidden();
  await page.clock.runFor(200);
  await expect(waits).toContainText('Loading…');
  await expect(waits.getByRole('status')).toBeVisible();
  await page.clock.runFor(4_000);
  await expect(waits).toContainText('This is slow; still waiting.');
  await expect(waits.getByRole('button', { name: 'Try again' })).toBeVisible();
  // Another is asked for: that one alone is waited for, and then none.
  await page.keyboard.press('Control+k');
  await expect(waits).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(waits).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
  heal();
  await page.evaluate(() => { dispatchEvent(new Event('online')); });
  await page.clock.resume();
  // What comes opens nothing of what was dismissed, and the next that is asked for opens.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('the pauses grow, and the network ends them', async ({ page }) => {
  await page.clock.install({ time: 0 });
  const { heal, count } = await failing(page, [parts.panes.at(-1) ?? ''], ways['is refused']);
  await page.goto('/', { waitUntil: 'commit' });
  const memory = page.locator('#view-memory part-wait');
  await expect(memory).toContainText('This could not be loaded.');
  await page.clock.pauseAt(100_000);
  // Whatever was asked for on the way there: from now on by the clock alone.
  const before = count();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.poll(count).toBeGreaterThan(before);
  await page.evaluate(() => fetch('icon.svg').then((answer) => answer.ok));
  await expect(memory).toContainText('This could not be loaded.');
  let known = count();
  for (const pause of [1, 2, 4, 8, 16, 32, 60, 60]) {
    await page.clock.runFor(pause * 1_000 - 200);
    expect(count(), `before ${pause} s`).toBe(known);
    await page.clock.runFor(200);
    known += 1;
    await expect.poll(count, `after ${pause} s`).toBe(known);
    // The answer is in before the clock goes on.
    await page.evaluate(() => fetch('icon.svg').then((answer) => answer.ok));
  }
  heal();
  await page.evaluate(() => { dispatchEvent(new Event('online')); });
  await page.clock.resume();
  await expect(page.getByRole('region', { name: 'Memory', exact: true })).toBeVisible();
});
