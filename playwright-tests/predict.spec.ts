// While one predicts: what the page shows does not depend on what is asked. Two documents that differ in the chosen
// coordinate alone look the same but for the question.

import type { Page } from '@playwright/test';
import { test, expect, link, notebook, open, part } from './colex';
import { ordinary, thorough } from './some';
import { every } from './views';

/** Everything that is written, said and drawn outside of the worked example: text, names for screen readers, pictures. */
const shown = (page: Page, without: string[] = []) => page.evaluate((without) => {
  const told: Record<string, string> = {};
  const hash = (text: string) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7);
  for (const view of document.querySelectorAll<HTMLElement>('.view:not(#view-worked)')) {
    if (without.includes(view.id)) continue;
    const words: string[] = [];
    const walker = document.createTreeWalker(view, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) words.push(node.data);
      else if (node instanceof HTMLCanvasElement) words.push(`canvas ${node.width}×${node.height} ${hash(node.toDataURL())}`);
      else if (node instanceof Element) {
        // In whichever order they were set.
        for (const { name, value } of [...node.attributes].sort((one, other) => (one.name < other.name ? -1 : 1))) {
          if (/^(aria-.*|title|alt|class|d|value|data-class|style)$/.test(name)) words.push(`${name}=${value}`);
        }
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) words.push(`holds ${node.value}`);
      }
    }
    told[view.id] = words.join('\n');
  }
  told.title = document.title;
  return told;
}, without);

/** The same once nothing changes any longer. */
const settled = async (page: Page, without?: string[]) => {
  let [before, now, same] = ['', JSON.stringify(await shown(page, without)), 0];
  await expect.poll(async () => {
    [before, now] = [now, JSON.stringify(await shown(page, without))];
    same = before === now ? same + 1 : 0;
    return same;
  }, { intervals: [250] }).toBeGreaterThan(1);
  return JSON.parse(now) as Record<string, string>;
};

const begin = async (page: Page, fragment: string) => {
  await page.goto('about:blank');
  await open(page, fragment);
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(part(page, 'Worked example').locator('#worked-answer')).toBeVisible();
  await expect(page.locator('.view part-wait[data-stage]')).toHaveCount(0);
  // Tables for screen readers follow their pictures a moment later.
  await expect(page.locator('.grid-table:not(:has([role=gridcell]))')).toHaveCount(0);
};

// Text, statement, and two coordinates of each.
const documents: [string, number, string, string][] = [
  ['zipped_divide((8,8):(8,1),(4,2))', 0, '21', '42'],
  ['A = (8,8):(8,1)\nB = (4,4):(1,4)\nC = composition(A, B)', 2, '5', '11'],
  ['complement((4,2):(1,16), 64)', 0, '2', '6'],
  ['Sw<2,0,3> o 0 o (8,8):(8,1)', 0, '19', '44'],
  ['(2,3,4):(12,4,1)', 0, '5', '17'],
  ['make_layout_tv((4,8):(8,1), (2,2):(2,1))', 0, '9', '77'],
  ['(128,4):(4,1)', 0, '3', '490'],
  ['(4096,64):(64,1)', 0, '12', '200001'],
];

for (const [text, statement, one, other] of documents) {
  test(`nothing tells where the chosen coordinate is: ${text.split('\n').at(-1)}`, ordinary(text.startsWith('zipped_divide') || text.startsWith('Sw')), async ({ page }) => {
    const at = (point: string) => link(text, { s: statement, p: point, h: 1, t: 0, a: every });
    await begin(page, at(one));
    const first = await settled(page);
    await begin(page, at(other));
    const second = await settled(page);
    expect(Object.keys(first).length).toBeGreaterThan(15);
    for (const [view, words] of Object.entries(first)) expect(second[view], view).toBe(words);
  });
}

test('the index stays hidden when the coordinate is found', async ({ page }) => {
  const all: Record<string, string>[] = [];
  for (const point of ['16', '7']) {
    await begin(page, link('A = (3,(2,3)):(3,(12,1))', { p: point, h: 1, t: 0, a: every }));
    const worked = part(page, 'Worked example');
    for (let step = 0; step < 4; step += 1) {
      await worked.getByRole('button', { name: 'Show', exact: true }).click();
      await worked.getByRole('button', { name: 'Next step' }).click();
    }
    await expect(worked).toContainText('natural coordinate (1,(');
    // The table of coordinates marks the row that was found, with a question mark for its index.
    await expect(part(page, 'Coordinates').getByRole('row', { selected: true })).toContainText('?');
    all.push(await settled(page, ['view-coordinates', 'view-modes', 'view-facts']));
  }
  const [first, second] = all;
  for (const [view, words] of Object.entries(first ?? {})) expect(second?.[view], view).toBe(words);
});

test('values computed from a coordinate are hidden beside the text', async ({ page }) => {
  await begin(page, link('A = (3,(2,3)):(3,(12,1))\nA(16)\nidx2crd(16, (3,(2,3)))\ncrd2idx((1,(1,2)), (3,(2,3)), (3,(12,1)))', { p: '16', h: 1, t: 0 }));
  const values = page.getByRole('list', { name: 'Values' });
  await expect(values.getByText('?', { exact: true })).toHaveCount(3);
  await expect(values).not.toContainText('17');
});

test('the steps say that they are hidden, and nothing is kept free for them', thorough, async ({ page }) => {
  await begin(page, link('zipped_divide((8,8):(8,1),(4,2))', { p: '21', h: 1, t: 0 }));
  const steps = part(page, 'Steps');
  await expect(steps).toContainText('The steps are hidden until you have predicted');
  await expect(steps).not.toContainText('is by definition');
  expect((await steps.boundingBox())?.height).toBeLessThan(110);
  // One by one they are there, and no more of them than that.
  await steps.getByRole('button', { name: 'Next step' }).click();
  await steps.getByRole('button', { name: 'Next step' }).click();
  await expect(steps).toContainText('is by definition');
  const blank = await steps.evaluate((steps) => {
    const last = [...steps.querySelectorAll('li, summary, .result')].filter((line) => line.checkVisibility()).map((line) => line.getBoundingClientRect().bottom);
    return steps.getBoundingClientRect().bottom - Math.max(...last);
  });
  expect(blank).toBeLessThan(40);
  await steps.getByRole('button', { name: 'All' }).click();
  await expect(steps).toContainText('The steps are hidden');
  await part(page, 'Worked example').getByRole('button', { name: 'Show all' }).click();
  await expect(steps).toContainText('is by definition');
  await expect(notebook(page)).toBeVisible();
});
