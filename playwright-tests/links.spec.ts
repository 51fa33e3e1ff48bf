// Links carry everything, old ones open for ever, broken ones are told, and none touches saved work.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test, expect, chosenCell, expectCells, fragment, link, mistakes, notebook, open, part } from './colex';
import { ordinary, thorough } from './some';

const published = readFileSync(fileURLToPath(new URL('../document/tests/links/v1.txt', import.meta.url)), 'utf8')
  .split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));

/** A text as the file writes it, with line ends as a field of a page has them. */
const read = (text: string): string => {
  const json = text.replace(/\\(u\{([0-9a-f]+)\}|.)/g, (whole, _, code: string | undefined) =>
    (code === undefined && whole !== '\\0' ? whole : `\\u${(code ?? '').padStart(4, '0')}`));
  return JSON.parse(json).replace(/\r\n?/g, '\n');
};

const notices = (page: Parameters<typeof open>[0]) => page.getByRole('status').and(page.locator('.notices'));

test('what a link asks of a program stays when what reads programs comes after the first picture', async ({ page }) => {
  let read = () => {};
  const held = new Promise<void>((resolve) => { read = resolve; });
  await page.route(/programs-[0-9a-f]+\.wasm$/, async (route) => { await held; await route.continue(); });
  await open(page, link('A = make_layout((24,4))\nif True:\n    A = make_layout((4,24))\nB = A', { c: '(3,6)', s: 0 }));
  await expect(part(page, 'Grid').getByRole('heading').first()).toContainText('(24,4):(1,24)');
  read();
  await expect(part(page, 'Notebook').getByText('Inputs: what the text does not say')).toBeAttached();
  await expect(part(page, 'Facts').getByRole('combobox', { name: 'Coordinates of' })).toHaveValue('(3,6)');
  await page.waitForTimeout(600);
  expect(fragment(page)).toContain('c=~3,6/');
});

test('the address follows an edit and brings it back', async ({ page }) => {
  await open(page);
  await notebook(page).fill('A = (2,2):(2,1)');
  await expect.poll(() => fragment(page)).toContain('A+=+~2,2/:~2,1/');
  await page.getByRole('textbox', { name: 'Coordinate' }).fill('(1,0)');
  await expect.poll(() => fragment(page)).toContain(';;p=~1,0/;;');
  await page.reload();
  await expect(notebook(page)).toHaveValue('A = (2,2):(2,1)');
  await expect(chosenCell(page)).toHaveText('row 1, column 0, index 2');
});

test('the address is written once after a burst of keys', async ({ page }) => {
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history);
    (window as unknown as { written: number }).written = 0;
    history.replaceState = (...given) => { (window as unknown as { written: number }).written += 1; replace(...given); };
  });
  await open(page);
  await notebook(page).fill('');
  await notebook(page).pressSequentially('(2,2):(2,1)');
  await expect.poll(() => fragment(page)).toContain('~2,2/:~2,1/');
  // Browsers refuse a page that writes its address too often.
  expect(await page.evaluate(() => (window as unknown as { written: number }).written)).toBeLessThanOrEqual(4);
});

test('links that were published open', thorough, async ({ page }) => {
  // Each is a page that is opened; there are more of them with every version.
  test.setTimeout(10_000 * published.length);
  for (const [address, text] of published) {
    await page.goto('about:blank');
    await open(page, address);
    // A place of the course has its own text.
    if (address.includes(';;le=')) {
      await expect(page.locator('.rail .rail-words')).not.toBeEmpty();
      continue;
    }
    // An embedded page shows no notebook; the way to the whole page carries it.
    const whole = page.getByRole('banner').getByRole('link');
    await expect(notebook(page).or(whole).first()).toBeVisible();
    if (await whole.count() > 0) {
      const href = await whole.getAttribute('href') ?? '';
      await page.goto('about:blank');
      await page.goto(href);
    }
    await expect(notebook(page)).toHaveValue(read(text));
    await expect(notices(page), address).toHaveText('');
  }
});

test('a link made elsewhere opens with its point', async ({ page }) => {
  await open(page, link('A = (4,2):(1,4)\nB = (2,2):(2,1)', { s: 1, p: '(1,0)' }));
  await expectCells(page, '0 1 / 2 3');
  await expect(chosenCell(page)).toHaveText('row 1, column 0, index 2');
});

const damaged: [name: string, link: string, sentence: string][] = [
  ['cut off', 'v1;;A+=+~3,~2,3//:~3,~12,', 'The end of this link is missing.'],
  ['altered', link('A = (3,3):(1,3)').replace('3,3', '3,4'), 'This link was changed on its way.'],
  ['of a later version', 'v7;;A+=+4:1;;k3Q', 'This link is of version 7, which this page does not know.'],
  ['no link', 'somewhere-else', 'This address does not carry a notebook.'],
];

for (const [number, [name, broken, sentence]] of damaged.entries()) {
  test(`a link that is ${name} gets a sentence`, ordinary(number === 0), async ({ page }) => {
    await open(page, broken);
    await expect(notices(page)).toContainText(sentence);
    await notebook(page).fill('(2,2):(2,1)');
    await expectCells(page, '0 1 / 2 3');
    await notices(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(notices(page)).not.toContainText(sentence);
  });
}

test('a link pasted into an open tab opens; back and forward go between', async ({ page }) => {
  const [one, other] = [link('A = (2,2):(1,2)'), link('B = (2,2):(2,1)')];
  await open(page, one);
  await expectCells(page, '0 2 / 1 3');
  await page.evaluate((hash) => { location.hash = hash; }, other);
  await expectCells(page, '0 1 / 2 3');
  await page.goBack();
  await expectCells(page, '0 2 / 1 3');
  await expect(notebook(page)).toHaveValue('A = (2,2):(1,2)');
  await page.goForward();
  await expectCells(page, '0 1 / 2 3');
  await page.evaluate(() => { location.hash = 'v1;;broken'; });
  await expect(notices(page)).toContainText('The end of this link is missing.');
  await expect(notebook(page)).toHaveValue('B = (2,2):(2,1)');
});

test.describe('saved work', () => {
  const own = 'mine = (2,2):(1,2)';
  const theirs = link('theirs = (2,2):(2,1)');

  const work = async (page: Parameters<typeof open>[0]) => {
    await open(page);
    await notebook(page).fill(own);
    await expect.poll(() => fragment(page)).toContain('mine');
  };

  test('comes back at the plain address', async ({ page }) => {
    await work(page);
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue(own);
  });

  test('is not touched by a link, also when the link is edited', async ({ page }) => {
    await work(page);
    await page.goto('about:blank');
    await open(page, theirs);
    await notebook(page).fill('theirs = (4,2):(2,1)');
    await expect.poll(() => fragment(page)).toContain('~4,2/');
    await page.goto('about:blank');
    await open(page);
    await page.getByRole('tab', { name: 'mine' }).click();
    await expect(notebook(page)).toHaveValue(own);
  });

  test('is one press away', thorough, async ({ page }) => {
    await work(page);
    await page.evaluate((hash) => { location.hash = hash; }, theirs);
    await expect(notebook(page)).toHaveValue(/^theirs/);
    await page.getByRole('tab', { name: 'mine' }).click();
    await expect(notebook(page)).toHaveValue(own);
    await page.goBack();
    await expect(notebook(page)).toHaveValue(own);
  });

  test('begins with an example where there was none', thorough, async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('dialog', { name: 'Examples' }).getByRole('listitem').getByRole('button').first().click();
    await notebook(page).fill('mine = 4:1');
    await expect.poll(() => fragment(page)).toContain('mine');
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue('mine = 4:1');
  });

  test('is nothing that was only looked at', async ({ page }) => {
    await open(page, theirs);
    await page.goto('about:blank');
    await open(page, link('another = 4:1'));
    await expect(notices(page)).toHaveText('');
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
  });

  test('is not a link that was pointed into, until its text is edited', async ({ page }) => {
    await open(page, theirs);
    await page.getByRole('grid', { name: 'Indices' }).press('ArrowDown');
    await page.getByRole('button', { name: 'Big type' }).click();
    await expect.poll(() => fragment(page)).toContain('p=0;;');
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');

    await page.goto('about:blank');
    await open(page, theirs);
    await notebook(page).fill(own);
    await expect.poll(() => fragment(page)).toContain('mine');
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue(own);
  });

  test('is not the first document that was pointed into', async ({ page }) => {
    await open(page);
    await page.getByRole('grid', { name: 'Indices' }).press('Home');
    await expect.poll(() => fragment(page)).toContain('p=1;;');
    await page.goto('about:blank');
    await open(page, theirs);
    await expect(notices(page)).toHaveText('');
  });

  test('is what it was when the page is left at once', async ({ page }) => {
    // Nothing but a press: nobody's document yet, which only its address keeps.
    const presses = async (times: number) => {
      await page.getByRole('grid', { name: 'Indices' }).focus();
      const loaded = page.waitForEvent('load');
      await page.evaluate((times) => {
        for (let press = 0; press < times; press += 1) {
          document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
        }
        location.reload();
      }, times);
      await loaded;
    };
    for (const [start, first, second, third] of [['', 1, 2, 2], [link('A = (8,4):(4,1)', { p: 0 }), 0, 1, 4]] as const) {
      await page.goto('about:blank');
      await open(page, start);
      await page.getByRole('grid', { name: 'Indices' }).press('Home');
      await expect.poll(() => fragment(page)).toContain(`p=${first};;`);
      await presses(1);
      await expect.poll(() => fragment(page)).toContain(`p=${second};;`);
      await presses(3);
      await expect.poll(() => fragment(page)).toContain(`p=${third};;`);
    }
    // The same link opened by a press is what it says.
    await page.goto('about:blank');
    await open(page, link('A = (8,4):(4,1)', { p: 0 }));
    await expect.poll(() => fragment(page)).toContain('p=0;;');
  });

  test('is still one\'s own after a reload', thorough, async ({ page }) => {
    await work(page);
    await page.reload();
    await expect(notebook(page)).toHaveValue(own);
    await expect(notices(page)).toHaveText('');
    await notebook(page).fill('mine = 4:1');
    await expect.poll(() => fragment(page)).toContain('mine+=+4:1');
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue('mine = 4:1');
  });

  test('is never what was embedded', thorough, async ({ page }) => {
    await open(page, link('A = (2,2):(2,1)', { p: 0, e: 1 }));
    await page.getByRole('grid', { name: 'Indices' }).press('ArrowDown');
    await expect.poll(() => fragment(page)).toContain('p=1;;');
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
  });

  test('is not touched by an example', thorough, async ({ page }) => {
    await work(page);
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('dialog', { name: 'Examples' }).getByRole('listitem').getByRole('button').first().click();
    await page.goto('about:blank');
    await open(page);
    await expect(notebook(page)).toHaveValue(own);
  });

  test('where storage is refused the page works all the same', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } });
    });
    await open(page);
    await notebook(page).fill('(2,2):(2,1)');
    await expectCells(page, '0 1 / 2 3');
    await expect(mistakes(page)).toHaveCount(0);
    await expect(part(page, 'Grid')).toBeVisible();
  });
});
