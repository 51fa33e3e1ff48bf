// How the page stands on every screen: nothing out of its place, nothing that scrolls into nothing, nothing too thin to see.

import { asks, ordinary, thorough } from './some';
import type { Page } from '@playwright/test';
import { test, expect, link, notebook, open, part } from './colex';
import { examples, exampleLink } from './gallery.mjs';
import { every } from './views';

/** How the page begins. */
const START = '32nFT/43VoAgm/25wsLBPYDEXR';
const WIDTHS = [320, 360, 390, 768, 1024, 1280, 1440, 1920];

/** Waits until the page has answered to a new size. */
const settle = (page: Page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
}));

/** What does not stand as it should, in words. */
const faults = (page: Page) => page.evaluate(() => {
  const found = new Set<string>();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide`);
  const isSeen = (element: Element) => element.closest('.unseen, .grid-table') === null
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** Where the last thing that is drawn or written in an element ends. */
  const end = (inside: Element) => {
    let bottom = -Infinity;
    const range = document.createRange();
    const walker = document.createTreeWalker(inside, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (node.data.trim() === '' || node.parentElement === null || !isSeen(node.parentElement)) continue;
        range.selectNodeContents(node);
        bottom = Math.max(bottom, range.getBoundingClientRect().bottom);
      } else if (node instanceof Element && /^(CANVAS|INPUT|BUTTON|SELECT|SVG|TEXTAREA)$/i.test(node.tagName) && isSeen(node)) {
        bottom = Math.max(bottom, node.getBoundingClientRect().bottom);
      }
    }
    return bottom;
  };
  const isCut = (element: Element, within: Element) => {
    for (let around = element.parentElement; around !== null && around !== within; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== 'visible') return true;
    }
    return false;
  };
  for (const pane of document.querySelectorAll<HTMLElement>('.pane')) {
    const place = pane.getBoundingClientRect();
    // What scrolls by itself ends with its last view.
    if (pane.scrollHeight > pane.clientHeight + 1 && getComputedStyle(pane).overflowY === 'auto') {
      const blank = place.top + pane.scrollHeight - pane.scrollTop - end(pane);
      if (blank > 80) found.add(`${pane.id} scrolls ${Math.round(blank)} px into nothing`);
    }
    for (const view of pane.querySelectorAll<HTMLElement>('.view:not(.folded)')) {
      const own = view.getBoundingClientRect();
      if (own.height === 0) continue;
      const blank = own.bottom - end(view);
      if (blank > 60) found.add(`${view.id} ends in ${Math.round(blank)} px of nothing`);
      if (own.width < Math.min(240, place.width * 0.7)) found.add(`${view.id} is ${Math.round(own.width)} wide of ${Math.round(place.width)}`);
      for (const element of view.querySelectorAll('*')) {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || !isSeen(element) || isCut(element, pane)) continue;
        // Spaces at the end of a row hang over its edge, and nothing of them is seen.
        if (element.tagName === 'SPAN' && element.textContent?.trim() === '') continue;
        if (box.right > place.right + 1 || box.left < place.left - 1) {
          found.add(`${element.tagName}.${element.getAttribute('class')} of ${view.id} stands out of its pane`);
        }
      }
    }
  }
  for (const canvas of document.querySelectorAll('canvas')) {
    const box = canvas.getBoundingClientRect();
    if (box.height === 0 || !isSeen(canvas) || getComputedStyle(canvas).display === 'none') continue;
    if (box.width < 16 || box.height < 14) found.add(`a canvas of ${canvas.closest('.view')?.id} is ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  // The extent of a mode and its stride belong together.
  for (const row of document.querySelectorAll('.mode-row')) {
    const lines = new Set([...row.querySelectorAll('.number')].map((number) => Math.round(number.getBoundingClientRect().top)));
    if (lines.size > 1) found.add('the stride of a mode stands on a line of its own');
  }
  return [...found];
});

/** How wide the picture of the grid is and how many cells of it can be told apart: by the colours of its lines. */
const smallest = (page: Page) => page.evaluate(() => {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-view=grid]');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (canvas === null || pixels === undefined) return [0, 0];
  const ratio = canvas.width / canvas.clientWidth;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  // What is coloured and not the accent is a cell.
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [r, g, b, a] = pixels.data.slice(at, at + 4);
    const isColoured = a > 200 && Math.max(r, g, b) - Math.min(r, g, b) > 40 && !(g < 60 && b > 140 && r < 130);
    if (!isColoured) continue;
    const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return [(right - left + 1) / ratio, (bottom - top + 1) / ratio];
});

test.describe('every example stands on every screen', () => {
  // One page for many of them, so that it takes seconds.
  const parts = 4;
  for (let part = 0; part < parts; part += 1) {
    test(`part ${part + 1} of ${parts}`, async ({ page }) => {
      const told: string[] = [];
      await page.setViewportSize({ width: 1280, height: 844 });
      await open(page, link('', { a: every }));
      for (const [number, example] of examples.entries()) {
        if (number % parts !== part || !asks(12, Math.floor(number / parts), part * 3)) continue;
        const fragment = exampleLink(example, { a: every });
        await page.evaluate((fragment) => { location.hash = fragment; }, fragment);
        await expect(page.getByRole('textbox', { name: 'Notebook' })).toHaveValue(example.text);
        await expect(page.locator('html[data-ready]')).toBeAttached();
        for (const [at, width] of WIDTHS.entries()) {
          if (!asks(WIDTHS.length, at, number)) continue;
          await page.setViewportSize({ width, height: 844 });
          await settle(page);
          told.push(...(await faults(page)).map((fault) => `${example.title}, ${width}: ${fault}`));
        }
      }
      expect(told).toEqual([]);
    });
  }
});

test('a thin layout is drawn as cells that can be read, and scrolls', async ({ page }) => {
  for (const [text, width] of [['(128,4):(4,1)', 1280], ['(128,1):(1,1)', 1280], ['(4,300):(300,1)', 390], ['((32,4),4):((16,1),4)', 768]] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('about:blank');
    await open(page, link(text, { k: 'index' }));
    await expect.poll(async () => Math.min(...await smallest(page)), text).toBeGreaterThan(24);
    await expect(page.getByText('Drag or scroll to see the rest')).toBeVisible();
  }
});

test('on a phone each pane ends where its views end', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const room = () => page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.body.scrollHeight - document.body.clientHeight]);
  expect(await room()).toEqual([0, 0]);
  // The last view of each pane can be reached, and below it there is nothing but its margin.
  for (const number of [0, 1, 2]) {
    const below = await page.locator(`#column-${number}`).evaluate((pane) => {
      pane.scrollTop = pane.scrollHeight;
      const last = [...pane.querySelectorAll('.view')].map((view) => view.getBoundingClientRect()).filter((place) => place.height > 0).at(-1);
      return pane.getBoundingClientRect().bottom - (last?.bottom ?? 0);
    });
    expect(below).toBeGreaterThanOrEqual(0);
    expect(below).toBeLessThan(60);
  }
});

for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768]] as const) {
  test(`the header stays, and the line that is written is seen, at ${width}×${height}`, ordinary(width === 1280), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, link('A = (4,8):(1,4)', { a: START }));
    await expect(page.locator('html[data-ready]')).toBeAttached();
    const header = () => page.evaluate(() => [document.querySelector('header.bar')?.getBoundingClientRect().top, document.documentElement.scrollHeight - innerHeight]);
    for (const name of ['Facts', 'Laws', 'Cost']) {
      await page.getByRole('button', { name: `Unfold: ${name}` }).click();
      await expect(part(page, name)).toBeInViewport();
      expect(await header()).toEqual([0, 0]);
    }
    await notebook(page).fill(Array.from({ length: 40 }, (_, line) => `A${line} = (4,${line + 1}):(1,4)`).join('\n'));
    await notebook(page).press('Control+End');
    await notebook(page).pressSequentially('\nsize(A3)');
    await expect.poll(() => page.evaluate(() => {
      const end = document.querySelector('.editor .colours')?.getBoundingClientRect().bottom ?? Infinity;
      const dock = document.querySelector('.dock')?.getBoundingClientRect().top ?? 0;
      // Below the last line there is the margin of the field.
      return end - dock < 12;
    })).toBe(true);
    expect(await header()).toEqual([0, 0]);
  });
}

test('names stay where they are pressed, the second click of two does nothing, and a view that has nothing to show says so', thorough, async ({ page }) => {
  await open(page, link('(4,8):(1,4)', { a: START }));
  await expect(page.getByRole('button', { name: 'Unfold: Facts' })).toBeVisible();
  const dock = page.getByRole('navigation', { name: 'More views' }).getByRole('button');
  const before = await dock.count();
  const folded = dock.and(page.getByRole('button', { expanded: false }));
  const pressed = dock.filter({ hasText: await folded.first().innerText() });
  const place = await pressed.boundingBox();
  const closed = await folded.count();
  await page.mouse.dblclick((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
  await expect(folded).toHaveCount(closed - 1);
  await expect(dock).toHaveCount(before);
  expect(await pressed.boundingBox()).toEqual(place);
  await page.getByRole('button', { name: 'Unfold: Laws' }).click();
  await expect(part(page, 'Laws')).toContainText('Laws belong to an operation');
});

test('printed, all panes are there, on narrow paper too', thorough, async ({ page }) => {
  await open(page);
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  for (const width of [700, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = await page.locator('.pane').evaluateAll((panes) => panes.map((pane) => Math.round(pane.getBoundingClientRect().left)));
    expect(new Set(lefts)).toEqual(new Set([0]));
    expect(await page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('visible');
  }
});
