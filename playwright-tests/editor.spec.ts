// The notebook as a person writes in it: completion, what stands at the caret, numbers that are turned, input methods,
// undo, and what may be pasted.

import { examine } from './axe';
import { test, expect, expectCells, link, mistakes, notebook, open, part } from './colex';
import { ordinary, thorough } from './some';
import type { Page } from '@playwright/test';

/** Opens the page with all that helps at the caret. */
const begin = async (page: Page, fragment = '') => {
  await open(page, fragment);
  await expect(page.locator('html[data-ready]')).toBeAttached();
};

const names = (page: Page) => page.getByRole('listbox', { name: 'Names that fit' });
const values = (page: Page) => page.getByRole('list', { name: 'Values' }).getByRole('button');
const atCaret = (page: Page) => page.locator('.at-caret .says');

/** Puts the caret before the first place of a text, as a click does. */
const caretAt = async (page: Page, before: string) => {
  await notebook(page).focus();
  await notebook(page).evaluate((field, before) => {
    const at = (field as HTMLTextAreaElement).value.indexOf(before);
    (field as HTMLTextAreaElement).setSelectionRange(at, at);
  }, before);
};

/** The text with its caret as `|`. */
const withCaret = (page: Page) => notebook(page).evaluate((field) => {
  const { value, selectionStart } = field as HTMLTextAreaElement;
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
});

test.describe('completion', () => {
  test('offers names while one types and takes one by keys', async ({ page }) => {
    await begin(page);
    await notebook(page).press('Control+End');
    await notebook(page).pressSequentially('\nR = logi');
    await expect(names(page).getByRole('option')).toHaveText([/^logical_divide\s*Cut into/, /^logical_product/]);
    await notebook(page).press('ArrowDown');
    await expect(names(page).getByRole('option', { selected: true })).toHaveText(/^logical_product/);
    await expect(notebook(page)).toHaveAttribute('aria-activedescendant', 'completion-1');
    await notebook(page).press('ArrowUp');
    await notebook(page).press('Enter');
    await expect(names(page)).toHaveCount(0);
    await expect.poll(() => withCaret(page)).toBe('A = (3,(2,3)):(3,(12,1))\nA(16)\nR = logical_divide|');
    // The brackets that one types next show what the function takes.
    await notebook(page).pressSequentially('(A, ');
    await expect(atCaret(page)).toContainText('logical_divide(layout, tiler');
    await expect(atCaret(page).locator('b')).toHaveText('tiler');
    // Undo takes back what was taken, and not what was typed.
    await notebook(page).press('Control+z');
    await notebook(page).press('Control+z');
    await expect(notebook(page)).toHaveValue(/R = logi/);
  });

  test('is never in the way', async ({ page }) => {
    await begin(page);
    await notebook(page).fill('');
    await notebook(page).pressSequentially('si');
    await expect(names(page)).toBeVisible();
    await notebook(page).press('Enter');
    await expect(notebook(page)).toHaveValue('si\n');
    await expect(names(page)).toHaveCount(0);
    await notebook(page).pressSequentially('co');
    await expect(names(page)).toBeVisible();
    await notebook(page).press('Escape');
    await expect(names(page)).toHaveCount(0);
    await expect(notebook(page)).toHaveValue('si\nco');
    await notebook(page).press('Backspace');
    await notebook(page).press('Backspace');
    // Whoever moves away has no list; a single letter, a number, a comment and a name that is being defined have none.
    for (const [text, caret] of [['s', ''], ['12', ''], ['// size', ''], ['tile = 4', 'ile']] as const) {
      await notebook(page).fill(text);
      if (caret !== '') {
        await caretAt(page, caret);
        await notebook(page).press('x');
        await notebook(page).press('Backspace');
      }
      await expect(notebook(page)).toHaveValue(text);
      await expect(names(page)).toHaveCount(0);
    }
  });

  test('knows the names of the notebook with their values, and is asked for by a key', async ({ page }) => {
    await begin(page);
    await notebook(page).fill('tile_a = (2,2):(1,2)\nsize(ti');
    await notebook(page).press('Control+Space');
    await expect(names(page).getByRole('option').first()).toHaveText(/^tile_a\s*\(2,2\):\(1,2\)/);
    // Asked for, the first is taken by Enter.
    await notebook(page).press('Enter');
    await notebook(page).press(')');
    await expect(notebook(page)).toHaveValue('tile_a = (2,2):(1,2)\nsize(tile_a)');
    await expect(values(page).last()).toHaveText(/4$/);
    await notebook(page).press('Control+Space');
    await expect(names(page)).toContainText(/more fit|tile_a/);
    await names(page).getByRole('option', { name: /^tile_a/ }).click();
    await expect(notebook(page)).toHaveValue('tile_a = (2,2):(1,2)\nsize(tile_a)tile_a');
    await expect(notebook(page)).toBeFocused();
  });
});

test.describe('at the caret', () => {
  test('a parenthesis says which mode it belongs to', async ({ page }) => {
    await begin(page);
    await caretAt(page, '(2,3)');
    await expect(atCaret(page)).toHaveText('Shape of mode 1 (2,3):(12,1)');
    await expect(page.locator('.colours .match')).toHaveText(['(', ')']);
    await expect(page.locator('.colours .partner')).toHaveText(['(', '12', ',', '1', ')']);
    const tree = part(page, 'Modes');
    await expect(tree.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '1', exact: true }) })).toHaveClass(/at-caret/);
    await caretAt(page, '12,1');
    await expect(atCaret(page)).toHaveText('Stride of mode 1,0 2:12');
    // It is said of a broken text, too, and is no step of the history.
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await notebook(page).fill('make_layout(make_shape(2,make_shape(4,3)), make_stride(3,');
    await caretAt(page, '4,3');
    await expect(atCaret(page)).toContainText('Shape of mode 1,0 4');
    await page.getByRole('grid', { name: 'Indices' }).focus();
    await expect(page.locator('.colours .match')).toHaveCount(0);
  });

  test('keys turn a number, and a run of them is one step', async ({ page }) => {
    await begin(page);
    await caretAt(page, '12,1');
    for (let press = 0; press < 3; press += 1) await notebook(page).press('Alt+ArrowUp');
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(15,1))\nA(16)');
    await expect(part(page, 'Facts')).toContainText('cosize24');
    await notebook(page).press('Alt+Shift+ArrowUp');
    await notebook(page).press('Alt+ArrowDown');
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(29,1))\nA(16)');
    await notebook(page).press('Alt+Shift+ArrowDown');
    await expect.poll(() => withCaret(page)).toBe('A = (3,(2,3)):(3,(14|,1))\nA(16)');
    await notebook(page).press('Control+z');
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
    await expect.poll(() => withCaret(page)).toBe('A = (3,(2,3)):(3,(12|,1))\nA(16)');
    // An extent is at least 1, and a static integer stays one.
    await notebook(page).fill('(_2,4):(_1,2)');
    await caretAt(page, '_2');
    for (let press = 0; press < 3; press += 1) await notebook(page).press('Alt+ArrowDown');
    await expect(notebook(page)).toHaveValue('(_1,4):(_1,2)');
  });

  test('buttons and a drag turn it', async ({ page }) => {
    await begin(page);
    await caretAt(page, '12,1');
    const stepper = page.getByRole('group', { name: 'The number at the caret' });
    await stepper.getByRole('button', { name: 'More' }).click();
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(13,1))\nA(16)');
    await stepper.getByRole('button', { name: 'Less' }).click();
    await stepper.getByRole('button', { name: 'Less' }).click();
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(11,1))\nA(16)');
    await expect(notebook(page)).toBeFocused();
    const drag = async (box: { x: number; y: number; width: number; height: number } | null, by: number) => {
      if (box === null) throw new Error('no place');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 4; step += 1) await page.mouse.move(x + (by * step) / 4, y);
      await page.mouse.up();
    };
    await drag(await stepper.getByTitle('Drag to change').boundingBox(), 35);
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(16,1))\nA(16)');
    // In the text itself, while Alt is held; all of it is one step.
    await page.keyboard.down('Alt');
    await drag(await page.locator('.colours .number').filter({ hasText: /^16$/ }).first().boundingBox(), -28);
    await page.keyboard.up('Alt');
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(16,1))\nA(16)');
  });
});

test.describe('values', () => {
  test('stand beside their statements, whatever room these leave', async ({ page }) => {
    await begin(page);
    await notebook(page).fill('A = (2,3):(3,1)\nsize(A)\nmake_layout(A,A)\nzipped_divide((4,8):(8,1), <2:1, 4:1>)');
    await expect(values(page)).toHaveText([
      /^A\s*\(2,3\):\(3,1\)/, /^size\(A\)\s*6/, /^make_layout.*\(\(2,3\),\(2,3\)\):/, /^zipped_divide.*\(\(2,4\),\(2,2\)\):/,
    ]);
    const line = async (place: number) => (await values(page).nth(place).boundingBox())?.y ?? 0;
    const size = await page.locator('.colours .function').first().boundingBox();
    expect(Math.abs(await line(1) - (size?.y ?? 1e9))).toBeLessThan(8);
    const between = await notebook(page).evaluate((it) => Number.parseFloat(getComputedStyle(it).lineHeight));
    expect(Math.abs(await line(2) - await line(1) - between)).toBeLessThan(1);
    // What finds no room beside its line stands below, by its name.
    await expect(page.locator('.values .beside')).toHaveCount(3);
    await expect(values(page).nth(3)).toBeInViewport();
    // What the text says already is not said again. What is cut off stands whole below, while its line is looked at.
    await expect(page.locator('.values .beside.said')).toHaveCount(1);
    const whole = page.locator('.values .whole');
    await values(page).nth(2).click();
    await expect(whole).toHaveText(/\(\(2,3\),\(2,3\)\):/);
    await values(page).nth(0).click();
    await expect(values(page).nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(whole).toHaveCount(0);
    await expectCells(page, '0 1 2 / 3 4 5');
    await values(page).nth(2).click();
    await expect(values(page).nth(2)).toHaveAttribute('aria-current', 'true');
    await expect(values(page).nth(0)).not.toHaveAttribute('aria-current', 'true');
    await expect(whole).toBeVisible();
  });

  test('stay where they are while their line grows', async ({ page }) => {
    await begin(page);
    await notebook(page).fill('B = (2,3)\nlogical_divide(make_layout((4,8)),2)');
    await expect(values(page)).toHaveCount(2);
    const top = async () => Math.round((await values(page).nth(1).boundingBox())?.y ?? 0);
    const before = await top();
    for (const letters of ['         ', '         ', '         ', '         ', '         ', '         ', '// a comment']) {
      await notebook(page).pressSequentially(letters);
      await expect.poll(top).toBe(before);
    }
    // The caret is in view, field and colours lie over each other, and nothing is broken into rows.
    const editor = page.locator('.editor');
    await expect.poll(() => editor.evaluate((it) => it.scrollLeft)).toBeGreaterThan(50);
    expect(await notebook(page).evaluate((it) => [it.scrollLeft, it.scrollTop])).toEqual([0, 0]);
    await notebook(page).press('Home');
    await expect.poll(() => editor.evaluate((it) => it.scrollLeft)).toBeLessThan(20);
    const rows = await page.locator('.colours').evaluate((it) => {
      const height = Number.parseFloat(getComputedStyle(it).lineHeight);
      return Math.round([...it.querySelectorAll('span')].at(-1)!.getBoundingClientRect().top / height
        - it.querySelector('span')!.getBoundingClientRect().top / height);
    });
    expect(rows).toBe(1);
  });

  test('stay beside their lines where longer ones stand above', thorough, async ({ page }) => {
    await begin(page);
    await notebook(page).fill('// a comment that is certainly longer than the field is wide: it goes on beyond the edge of what is seen\nsize((2,3))');
    const offset = async () => {
      const size = await values(page).first().boundingBox();
      const line = await page.locator('.colours .function').first().boundingBox();
      return Math.abs((size?.y ?? 0) - (line?.y ?? 1e9));
    };
    await expect(values(page)).toHaveText([/6$/]);
    await expect(page.locator('.values .beside')).toHaveCount(1);
    await expect.poll(offset).toBeLessThan(8);
    await page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(offset).toBeLessThan(8);
  });

  test('on a phone nothing is cut off', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await begin(page, link('A = (3,(2,3)):(3,(12,1))\nflatten(A)\nsize(A)'));
    await expect(values(page)).toHaveText([/^A/, /^flatten\(A\)\s*\(3,2,3\):\(3,12,1\)/, /^size\(A\)\s*18/]);
    for (const row of await values(page).all()) {
      const box = await row.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 1e9)).toBeLessThanOrEqual(320);
    }
  });
});

test.describe('undo in the field', () => {
  test('takes back words, with the caret where it was', async ({ page }) => {
    await begin(page);
    await notebook(page).fill('');
    await notebook(page).pressSequentially('size (4)');
    await notebook(page).press('Control+z');
    await expect.poll(() => withCaret(page)).toBe('size |');
    await notebook(page).press('Control+Shift+z');
    await expect.poll(() => withCaret(page)).toBe('size (4)|');
    // In the middle of a text the caret stays in the middle.
    await caretAt(page, '4');
    await notebook(page).pressSequentially('8,');
    await expect.poll(() => withCaret(page)).toBe('size (8,|4)');
    await notebook(page).press('Control+z');
    await expect.poll(() => withCaret(page)).toBe('size (|4)');
    await notebook(page).press('Control+y');
    await expect.poll(() => withCaret(page)).toBe('size (8,|4)');
    // Erasing is a step of its own.
    await notebook(page).press('Backspace');
    await notebook(page).press('Backspace');
    await notebook(page).press('Control+z');
    await expect(notebook(page)).toHaveValue('size (8,4)');
  });
});

test('an input method composes undisturbed, as one step', async ({ page }) => {
  await begin(page);
  await notebook(page).fill('// ');
  const client = await page.context().newCDPSession(page);
  for (const text of ['n', 'ni', 'ni h', 'ni ha', 'ni hao']) {
    await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await expect(notebook(page)).toHaveValue('// ni hao');
  await client.send('Input.insertText', { text: '你好' });
  await expect(notebook(page)).toHaveValue('// 你好');
  await notebook(page).press('Control+z');
  await expect(notebook(page)).toHaveValue('// ');
  // Names are not offered for what is composed, and a name in Chinese is a name.
  await notebook(page).fill('');
  await client.send('Input.imeSetComposition', { text: 'si', selectionStart: 2, selectionEnd: 2 });
  await expect(notebook(page)).toHaveValue('si');
  await page.waitForFunction(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(() => done(true), 50)); }));
  await expect(names(page)).toHaveCount(0);
  await client.send('Input.insertText', { text: '布局' });
  await notebook(page).pressSequentially(' = (2,2):(2,1)');
  await expectCells(page, '0 1 / 2 3');
  await expect(page).toHaveTitle('布局 = (2,2):(2,1) · Colex');
});

test.describe('what is pasted is accepted as it is', () => {
  const pasted: [kind: string, text: string, values: RegExp[]][] = [
    ['C++', [
      '// from the tutorial',
      'Layout s8 = make_layout(Int<8>{});',
      'auto a = make_layout(make_shape(2, make_shape(2,2)), LayoutRight{});',
      'print(a); // (2,(2,2)):(4,(2,1))',
      'using B = Layout<Shape<_2,_4>, Stride<_4,_1>>;',
      'auto r = composition(a, B{});',
    ].join('\n'), [/^s8\s*_8:_1/, /^a\s*\(2,\(2,2\)\):\(4,\(2,_1\)\)/]],
    ['a printed layout', '((_2,_2),_4):((_1,_8),_2)', [/\(\(_2,_2\),_4\):\(\(_1,_8\),_2\)/]],
    ['Python', [
      'import cutlass.cute as cute',
      'a = cute.make_layout((4, 8), stride=(8, 1))',
      'b = cute.size(a)',
    ].join('\n'), [/^a\s*\(4,8\):\(8,1\)/, /^b\s*32/]],
  ];
  for (const [kind, text, expected] of pasted) {
    test(kind, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await begin(page);
      await notebook(page).press('Control+a');
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await notebook(page).press('Control+v');
      await expect(notebook(page)).toHaveValue(text);
      await expect(mistakes(page)).toHaveCount(0);
      for (const [index, row] of expected.entries()) await expect(values(page).nth(index)).toHaveText(row);
      // All that was pasted is one step.
      await notebook(page).press('Control+z');
      await expect(notebook(page)).toHaveValue('A = (3,(2,3)):(3,(12,1))\nA(16)');
    });
  }
});

test('in Chinese', async ({ page }) => {
  await begin(page, link('A = (3,(2,3)):(3,(12,1))', { l: 'zh' }));
  await caretAt(page, '12');
  await expect(atCaret(page)).toHaveText('mode 1,0 的步长 2:12');
  await notebook(page).press('Control+End');
  await notebook(page).pressSequentially('\ncosi');
  await expect(page.getByRole('listbox', { name: '匹配的名称' }).getByRole('option').first()).toContainText('值域上界');
});

test('nothing to object to at the caret and in the list', async ({ page }) => {
  await begin(page);
  const both = async (what: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await examine(page, { what: `${what}, ${colorScheme}`, within: ['.notebook'] });
    }
  };
  await caretAt(page, '12,1');
  await expect(atCaret(page)).toContainText('2:12');
  await both('at the caret');
  await notebook(page).press('Control+End');
  await notebook(page).pressSequentially('\ncomposition(A, lo');
  await expect(names(page)).toBeVisible();
  await notebook(page).press('ArrowDown');
  await both('in the list');
});

// Where the list of names stands: a law, whatever the text, the place and the window.
test.describe('the list of names stands at its word', () => {
  /** The word at the caret and the list in the window. Where the word stands is found by a second copy of the field. */
  const places = (page: Page) => page.evaluate(() => {
    const field = document.getElementById('notebook') as HTMLTextAreaElement;
    const copy = document.createElement('div');
    const style = getComputedStyle(field);
    for (const name of ['fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'letterSpacing', 'lineHeight', 'padding', 'whiteSpace', 'overflowWrap', 'tabSize', 'boxSizing', 'fontVariantLigatures'] as const) copy.style[name] = style[name];
    const box = field.getBoundingClientRect();
    Object.assign(copy.style, { position: 'fixed', left: `${box.left - field.scrollLeft}px`, top: `${box.top - field.scrollTop}px`, width: `${field.clientWidth}px`, visibility: 'hidden' });
    const end = field.selectionStart;
    let begin = end;
    while (/[A-Za-z0-9_]/.test(field.value[begin - 1] ?? '')) begin -= 1;
    const word = document.createElement('span');
    word.textContent = field.value.slice(begin, end);
    copy.append(field.value.slice(0, begin), word, `${field.value.slice(end)}\u200b`);
    document.body.append(copy);
    // A long word begins left of what is seen of its line.
    const edge = document.querySelector('.editor')!.getBoundingClientRect().left;
    const rows = [...word.getClientRects()].map(({ left, right, top, bottom }) => ({ left: Math.max(left, edge), right, top, bottom }));
    copy.remove();
    const list = document.querySelector('.completions')?.getBoundingClientRect();
    return { rows, list: list && { left: list.left, right: list.right, top: list.top, bottom: list.bottom, height: list.height }, room: { width: innerWidth, height: innerHeight } };
  });
  /** What is wrong with where the list stands. */
  const wrong = async (page: Page, slack = 8) => {
    const { rows, list, room } = await places(page);
    if (list === undefined) return 'no list';
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return 'no word';
    if (list.left < 0 || list.top < 0 || list.right > room.width || list.bottom > room.height) return `out of the window: ${JSON.stringify(list)}`;
    if (list.height < 24) return `only ${list.height} high`;
    if (rows.some((row) => list.left < row.right && row.left < list.right && list.top < row.bottom - 4 && row.top + 4 < list.bottom)) return `over the word: ${JSON.stringify({ rows, list })}`;
    const isNear = Math.abs(list.top - last.bottom) <= slack || Math.abs(first.top - list.bottom) <= slack;
    const isBeside = list.left <= last.left + 4 && list.right > Math.min(last.left, room.width - 30);
    const isAligned = Math.abs(list.left - first.left) <= 4 || list.right > room.width - 16;
    return isNear && isBeside && isAligned ? '' : `not at the word: ${JSON.stringify({ rows, list })}`;
  };
  const write = async (page: Page, text: string, at: number, typed: string) => {
    await notebook(page).fill(text);
    await notebook(page).evaluate((field, at) => (field as HTMLTextAreaElement).setSelectionRange(at, at), at);
    await notebook(page).pressSequentially(typed);
    await expect(names(page), `${typed} at ${at} of ${text.slice(0, 200)}`).toBeVisible();
  };
  const long = `// ${'a sentence that is longer than any field is wide '.repeat(5)}`;
  const lines = ['A = (4,8):(8,1)', long, '', 'size( , , , )', `rank(${', '.repeat(70)})`, 'x', '', ''];
  const text = lines.join('\n');
  // Before, in and behind every line.
  const ends = lines.map((_, number) => lines.slice(0, number + 1).join('\n').length);
  const begins = ends.map((end, number) => end - (lines[number]?.length ?? 0));
  const gaps = [...text.matchAll(/(?<=, ),/g)].map((gap) => gap.index).filter((_, number) => number % 9 === 0);
  const somewhere = [...new Set([...begins, ...ends, ...gaps])].filter((at) => !/[A-Za-z0-9_/]/.test(text[at] ?? ' ') && !/[A-Za-z0-9_]/.test(text[at - 1] ?? ' ') && !(at > (begins[1] ?? 0) && at <= (ends[1] ?? 0)));

  for (const [at, [width, height]] of ([[1280, 800], [768, 1024], [390, 844], [320, 480], [1024, 420]] as const).entries()) {
    test(`at ${width}×${height}`, ordinary(at === 2), async ({ page }) => {
      await page.setViewportSize({ width, height });
      await begin(page);
      expect(somewhere.length).toBeGreaterThan(10);
      for (const at of somewhere) {
        await write(page, text, at, 'comp');
        await expect.poll(() => wrong(page), `at ${at}`).toBe('');
      }
      // A first word of each of many lines, one after the other, the last of them below the window.
      await notebook(page).fill('A = 8:1');
      for (let line = 0; line < 6; line += 1) {
        await notebook(page).press('Control+End');
        await notebook(page).press('Enter');
        await notebook(page).pressSequentially('comp');
        await expect.poll(() => wrong(page), `line ${line + 2}`).toBe('');
        await notebook(page).press('Escape');
      }
      const many = Array.from({ length: 60 }, (_, number) => `L${number} = (${number + 1},4):(4,1)`).join('\n');
      for (const line of [0, 20, 59]) {
        await write(page, many, many.split('\n').slice(0, line + 1).join('\n').length, '\nlog');
        await expect.poll(() => wrong(page), `line ${line} of many`).toBe('');
      }
      // A word that is longer than the field.
      const name = 'a_name_that_is_long'.repeat(12);
      await write(page, `${name} = 8:1\n`, `${name} = 8:1\n`.length, name.slice(0, -3));
      await expect.poll(() => wrong(page), 'a long word').toBe('');
    });
  }

  test('in a long text that scrolls, in a frame, and while one presents', thorough, async ({ page }) => {
    await begin(page);
    const many = Array.from({ length: 480 }, (_, number) => `// a line that is long enough to be one of a long text: ${number}`).join('\n');
    for (const line of [1, 479]) {
      await write(page, many, many.split('\n').slice(0, line + 1).join('\n').length, '\nlog');
      await expect.poll(() => wrong(page), `line ${line} of 480`).toBe('');
    }
    await page.goto('about:blank');
    await page.setViewportSize({ width: 500, height: 320 });
    await page.goto(`/?view=notebook,grid#${link('A = 8:1\nB = 4:2', { e: 1 })}`);
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await notebook(page).press('Control+End');
    await notebook(page).pressSequentially('\ncomp');
    await expect.poll(() => wrong(page), 'in a frame').toBe('');
    await page.goto('about:blank');
    await page.setViewportSize({ width: 1280, height: 720 });
    await begin(page, link('A = 8:1\nB = 4:2', { f: 1 }));
    await notebook(page).press('Control+End');
    for (let line = 0; line < 9; line += 1) {
      await notebook(page).pressSequentially('\ncomp');
      await expect.poll(() => wrong(page), `presenting, line ${line + 3}`).toBe('');
      await notebook(page).press('Escape');
    }
  });

  test('when the page is scrolled or becomes narrow it stays there, and goes with its word', thorough, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await begin(page);
    await notebook(page).press('Control+End');
    await notebook(page).pressSequentially('\ncomp');
    for (const by of [40, 20]) {
      await page.locator('.pane.left').evaluate((pane, by) => pane.scrollBy(0, by), by);
      await expect.poll(() => wrong(page)).toBe('');
    }
    await page.setViewportSize({ width: 800, height: 400 });
    await expect.poll(() => wrong(page)).toBe('');
    await page.evaluate(() => {
      for (const around of document.querySelectorAll('.pane, .panes')) around.scrollTo(0, 4000);
      scrollTo(0, 4000);
    });
    await expect(names(page)).toHaveCount(0);
  });
});

test('a mode that is pointed at is marked where it is written, its extent and its stride', async ({ page }) => {
  await open(page, link('A = (3,(2,4)):(3,(12,1))', { p: 4 }));
  const marked = page.locator('.colours .pointed');
  const chip = part(page, 'Facts').getByRole('group', { name: 'Mode' }).getByRole('button', { name: '1,0', exact: true });
  await chip.hover();
  await expect(marked).toHaveText(['2', '12']);
  await page.mouse.move(5, 5);
  await expect(marked).toHaveCount(0);
  // What was chosen stays.
  await chip.click();
  await page.mouse.move(5, 5);
  await expect(marked).toHaveText(['2', '12']);
  await part(page, 'Facts').getByRole('button', { name: 'whole' }).click();
  await page.mouse.move(5, 5);
  await expect(marked).toHaveCount(0);
});
