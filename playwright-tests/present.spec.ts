// Presenting: large, by the keys of a remote, with answers that are hidden until they are asked for.

import { examine } from './axe';
import type { Page } from '@playwright/test';
import { test, chosenCell, expect, fragment, grid, link, notebook, open, part } from './colex';
import { asks, ordinary, thorough } from './some';

const bar = (page: Page, name = 'Presenting') => page.getByRole('navigation', { name });
const place = (page: Page) => part(page, 'Worked example').getByRole('status', { name: 'Step' });

test('a remote goes through the steps, and past the last to the next statement', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)\nB = (2,2):(1,2)', { p: '3' }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect(place(page)).toHaveText(/^1 \/ /);
  await page.keyboard.press('PageDown');
  await expect(place(page)).toHaveText(/^2 \/ /);
  await page.keyboard.press('PageUp');
  await expect(place(page)).toHaveText(/^1 \/ /);
  const steps = Number((await place(page).textContent())?.split('/')[1]);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('PageDown');
  await expect(bar(page)).toContainText('Statement 1 of 2');
  await expect(place(page)).toHaveText(`${steps} / ${steps}`);
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('Statement 2 of 2');
  await expect(place(page)).toHaveText(/^1 \/ /);
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page)).toContainText('Statement 1 of 2');
});

test('the steps of an operation are gone through where there are some', thorough, async ({ page }) => {
  await open(page, link('A = (8,8):(8,1)\nT = coalesce(A)', { s: 1 }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  const steps = part(page, 'Steps');
  await expect(steps.getByRole('status')).toContainText('Step 1 of');
  await page.keyboard.press('PageDown');
  await expect(steps.getByRole('status')).toContainText('Step 2 of');
  await expect(part(page, 'Worked example')).toHaveCount(0);
});

test('an operation is told in its acts, with operands and result on the stage', async ({ page }) => {
  await open(page, link('A = (10,8):(8,1)\nB = zipped_divide(A, (4,2))\nC = coalesce(B)', { s: 1 }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  const story = part(page, 'Operands and result');
  const act = story.getByRole('group', { name: 'Acts in the picture' });
  await expect(act).toContainText('Act 1 of 3: Cut the rows by 4');
  await expect(part(page, 'Grid')).toHaveCount(0);
  for (const [width, height] of [[1280, 720], [1024, 768]] as const) {
    await page.setViewportSize({ width, height });
    await expect(act).toBeInViewport({ ratio: 1 });
    await expect(story.locator('canvas').first()).toBeInViewport({ ratio: 0.9 });
    expect((await act.boundingBox())?.width).toBeGreaterThan(0.9 * width);
  }
  for (const place of ['Act 2 of 3', 'Act 3 of 3', 'Act 2 of 3']) {
    await page.keyboard.press(place === 'Act 2 of 3' && (await act.textContent())?.includes('Act 3') ? 'PageUp' : 'PageDown');
    await expect(act).toContainText(place);
  }
  await expect.poll(() => fragment(page)).toContain('ac=1');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(bar(page)).toContainText('Statement 3 of 3');
});

test('answers are hidden and revealed, the spotlight follows, and Escape leaves', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)', { p: '4' }));
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('h');
  await expect(bar(page).getByRole('button', { name: /^Hide answers/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(part(page, 'Worked example').getByRole('textbox', { name: /answer|Answer/ }).or(page.locator('#worked-answer'))).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.locator('#worked-answer')).toHaveCount(0);
  await page.keyboard.press('p');
  await page.mouse.move(200, 150);
  await expect.poll(() => page.locator('.spotlight').evaluate((light) => getComputedStyle(light).getPropertyValue('--x'))).toBe('200px');
  await page.keyboard.press('p');
  await expect(page.locator('.spotlight')).toHaveCount(0);
  await examine(page);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Colex');
});

test('it is in the link, needs no full screen, and stands on a small projector and on 4K', async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined }); });
  await open(page);
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => fragment(page)).toContain(';;');
  const address = fragment(page);
  await page.reload();
  await expect(bar(page)).toBeVisible();
  expect(fragment(page)).toBe(address);
  for (const [width, height] of [[1024, 768], [3840, 2160]] as const) {
    await page.setViewportSize({ width, height });
    await expect(notebook(page)).toBeInViewport();
    await expect(part(page, 'Worked example')).toBeInViewport();
    await expect(part(page, 'Grid')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

// What follows a moment after a cell was chosen belongs to a grid that is gone by then.
test('it begins while the page still follows what was chosen', thorough, async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)', { p: '4' }));
  await expect(grid(page).getByRole('gridcell').first()).toBeAttached();
  for (const name of ['Present', 'Leave']) {
    await page.evaluate((name) => {
      const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true });
      document.getElementById('grid-table')?.dispatchEvent(key);
      [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith(name))?.click();
    }, name);
    await expect(bar(page)).toHaveCount(name === 'Present' ? 1 : 0);
    // The new grid's cells follow as late as those of the old one would have.
    await expect(chosenCell(page)).toBeAttached();
  }
  await expect(part(page, 'Grid')).toBeVisible();
});

test('the values stand at the end of their lines, presenting and in big type', thorough, async ({ page }) => {
  for (const mode of [{ f: 1 }, { g: 1 }]) {
    await page.goto('about:blank');
    await open(page, link('A = (3,2):(2,1)\nA(4)', { p: '4', ...mode }));
    await expect(page.locator('.values .beside').filter({ hasText: 'A(4)' }).locator('.printed')).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('it speaks Chinese', async ({ page }) => {
  await open(page, link('A = (3,2):(2,1)', { p: '4', l: 'zh', b: 'dark' }));
  await page.getByRole('button', { name: '演示' }).click();
  await expect(bar(page, '演示')).toContainText('第 1 条，共 1 条');
  await examine(page);
});

// What is spoken of, and how much of it lies outside of the window or below the bar.
const outside = (page: Page) => page.evaluate(() => {
  const step = document.querySelector('.worked-lines li.current, .derivation li.current');
  if (step === null) return 'no step is spoken of';
  // Of an operation the line that says what begins; what it holds is told step by step.
  const line = step.classList.contains('operation') ? step.querySelector('summary') ?? step : step;
  const place = line.getBoundingClientRect();
  const bar = document.querySelector('.presenting')?.getBoundingClientRect().top ?? innerHeight;
  let [top, bottom] = [0, Math.min(innerHeight, bar)];
  for (let around = line.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue;
    const room = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
  }
  const seen = place.height > 0 && place.top >= top - 1 && place.bottom <= bottom + 1 && place.left >= 0 && place.right <= innerWidth + 1;
  return seen ? '' : `${Math.round(place.top)}–${Math.round(place.bottom)} in ${Math.round(top)}–${Math.round(bottom)}`;
});

const stages = [[1280, 720], [1920, 1080], [1024, 768], [390, 844]] as const;
const told: [string, Record<string, string | number>][] = [
  ['A = (3,(2,3)):(3,(12,1))\nA(16)', { p: '16' }],
  ['((2,2),(2,(2,2)),(2,2)):((1,2),(4,(8,16)),(32,64))', { p: '77' }],
  ['Sw<2,0,3> o 0 o (8,8):(8,1)', { p: '19' }],
  ['A = (8,8):(8,1)\nB = zipped_divide(A, (4,2))', { s: 1 }],
  ['A = (20,2):(16,4)\nB = composition(A, (4,5):(1,4))\nC = complement(B, 1000)', { s: 2 }],
];
for (const [number, [text, fields]] of told.entries()) {
  for (const more of [{ f: 1 }, { f: 1, l: 'zh', b: 'dark' }, { g: 1 }]) {
    test(`every step is in view, ${'f' in more ? 'presenting' : 'in big type'}${'l' in more ? ', in Chinese' : ''}: ${text.split('\n').at(-1)}`, ordinary([0, 3].includes(number) && 'f' in more && !('l' in more)), async ({ page }) => {
      const isDerived = 's' in fields;
      await open(page, link(text, { ...fields, ...more, [isDerived ? 'q' : 't']: 0 }));
      await expect(page.locator('html[data-ready]')).toBeAttached();
      if ('f' in more) await expect(bar(page, 'l' in more ? '演示' : 'Presenting')).toBeVisible();
      const next = page.locator(`${isDerived ? '#view-steps' : '#view-worked'} [data-turn=next]`);
      const current = () => page.evaluate(() => document.querySelector('.worked-lines li.current, .derivation li.current')?.textContent ?? '');
      let count = 0;
      for (const told = new Set(); ; count += 1) {
        await expect.poll(current).not.toBe('');
        const now = await current();
        // On a phone big type alone leaves the panes beside each other, a swipe apart.
        for (const [at, [width, height]] of stages.filter(([width]) => 'f' in more || width > 767).entries()) {
          if (!asks(2, at, count)) continue;
          await page.setViewportSize({ width, height });
          await expect.poll(() => outside(page), `step ${count + 1} at ${width}×${height}: ${now}`).toBe('');
        }
        told.add(count);
        const isLast = isDerived ? await next.isDisabled() : /^(\d+) \/ \1$/.test((await page.locator('.worked-place').textContent()) ?? '');
        if (isLast) break;
        // As a remote does, where one presents; else by the button.
        if ('f' in more) await page.keyboard.press('PageDown');
        else await next.evaluate((button) => (button as HTMLButtonElement).click());
        const place = page.locator(isDerived ? '.derivation [role=status]' : '.worked-place');
        await expect(place).toContainText(new RegExp(`(^|\\D)${count + 2}(\\D|$)`));
      }
      expect(count).toBeGreaterThan(3);
    });
  }
}

// A line that is told and gone is as high as its letters.
const high = (page: Page, selector: string) => page.locator(selector).evaluateAll((all) => all.map((line) =>
  Math.round(line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight))));

for (const [what, text, fields, view, past] of [
  ['a derivation of 26 steps', 'A = (10,8):(8,1)\nT = zipped_divide(A, <4:1,2:1>)', { s: 1, q: 20 }, '.derivation', '.steps li.past'],
  ['an example of 21 lines', 'A = ((2,2,2),(2,2,2)):((1,2,4),(8,16,32))', { p: 45, t: 14 }, '.worked', '.worked-part:has(~ .worked-part li.current) li'],
] as const) {
  test(`past steps fold to a line, and what is spoken of stands whole in the window: ${what}`, async ({ page }) => {
    await open(page, link(text, { ...fields, f: 1 }));
    await expect(bar(page)).toBeVisible();
    await expect(page.locator(`${view} li.current`)).toBeVisible();
    for (const [width, height] of stages.filter(([width]) => width >= 1024)) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => outside(page), `${width}×${height}`).toBe('');
      const lines = await high(page, `${view} ${past}`);
      expect(lines.length).toBeGreaterThan(1);
      expect(Math.max(...lines), `${width}×${height}: ${lines.join(' ')}`).toBeLessThanOrEqual(1);
    }
  });
}

test('on the stage the page itself does not scroll, and the bar covers nothing', async ({ page }) => {
  await open(page, link('A = (64,8):(8,1)\nB = zipped_divide(A, (4,2))', { s: 1, f: 1, q: 0 }));
  await expect(bar(page)).toBeVisible();
  for (const [width, height] of stages) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => {
      const bar = document.querySelector('.presenting')?.getBoundingClientRect();
      const panes = document.querySelector('.panes')?.getBoundingClientRect();
      return [document.documentElement.scrollHeight <= innerHeight, document.body.scrollHeight <= innerHeight, (panes?.bottom ?? 0) <= (bar?.top ?? 0) + 1, bar?.bottom === innerHeight];
    }), `${width}×${height}`).toEqual([true, true, true, true]);
    for (const name of ['Grid', 'Steps']) await expect(part(page, name)).toBeInViewport();
  }
});

// What of an operation's picture, its captions and memory is cut, or lies below the bar.
const cut = (page: Page) => page.evaluate(() => {
  const bar = document.querySelector('.presenting')?.getBoundingClientRect().top ?? innerHeight;
  const pane = document.querySelector('#view-operation')?.closest('.pane')?.getBoundingClientRect();
  const [top, bottom] = [pane?.top ?? 0, Math.min(bar, pane?.bottom ?? 0)];
  const shown = [...document.querySelectorAll('.operation-step p, .operation-panel p, .operation-panel canvas, #memory-slots')];
  const out = shown.map((part) => ({ part, place: part.getBoundingClientRect() }))
    .filter(({ place }) => place.height > 0 && (place.top < top - 1 || place.bottom > bottom + 1 || place.right > innerWidth + 1));
  return [shown.length > 6 ? '' : `only ${shown.length} parts`, ...out.map(({ part, place }) => `${part.className || part.tagName} at ${Math.round(place.top)}–${Math.round(place.bottom)} in ${Math.round(top)}–${Math.round(bottom)}`)].join(' ');
});

for (const text of [
  'A = (10,8):(8,1)\nB = zipped_divide(A, (4,2))',
  'A = (2,4):(4,1)\nB = blocked_product(A, (3,3):(3,1))',
  'A = (6,2):(8,2)\nB = composition(A, (4,3):(3,1))',
]) {
  test(`every act of the picture is in view with its captions and memory: ${text.split('\n').at(-1)}`, async ({ page }) => {
    await open(page, link(text, { s: 1 }));
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await expect(bar(page)).toBeVisible();
    await expect(page.locator('#memory-slots')).toBeVisible();
    const line = page.locator('.operation-step p');
    await expect(line).toContainText(/^Act 1 of /);
    // From a small stage to a large one and back, so that nothing keeps the size that it had.
    const acts = Number(/ of (\d+)/.exec((await line.textContent()) ?? '')?.[1]);
    for (let act = 1; act <= acts; act += 1) {
      await expect(line).toContainText(`Act ${act} of ${acts}`);
      for (const [width, height] of stages.filter(([width]) => width >= 1024)) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => cut(page), `act ${act} at ${width}×${height}`).toBe('');
      }
      await page.keyboard.press('PageDown');
    }
  });
}
