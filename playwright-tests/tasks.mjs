// The main tasks, as a person does them in any engine, and the views that are worth a look in each.

import assert from 'node:assert/strict';
import { link } from './link.mjs';

const chosen = '#grid-table [role=gridcell][aria-selected=true]';
const values = '[aria-label=Values]';
const mine = 'mine = (4,2):(2,1)';

const gridInView = (person) => person.until('the grid never came into view', () => {
  const { left, right } = document.querySelector('section.grid-pane').getBoundingClientRect();
  return left >= 0 && right <= innerWidth + 1;
});

/** Each with the size of its window, where that is not a desktop's. */
export const tasks = {
  'the first screen teaches': { work: async (person) => {
    await person.open();
    await person.shows(chosen, /index 17$/);
    await person.shows('section.worked', /1·3 \+ 1·12 \+ 2·1 = 17/);
    await person.shows('section.memory', /18 of 21 slots used/);
  } },
  'what is typed is seen, and arrows choose': { work: async (person) => {
    await person.open();
    await person.write('T = zipped_divide((8,8):(8,1), <4:1,2:1>)');
    await person.shows(values, /\(\(4,2\),\(2,4\)\):\(\(8,1\),\(32,2\)\)/);
    await person.run(() => document.querySelector('#grid-table').focus());
    await person.press('Control', 'End');
    await person.shows(chosen, /index 63$/);
    await person.press('ArrowUp');
    await person.shows(chosen, /row 6, column 7, index/);
  } },
  'a completion is taken': { work: async (person) => {
    await person.open(`#${link('A = 8:1')}`);
    await person.click('#notebook');
    await person.press('Control', 'End');
    await person.type('\nB = compl');
    await person.shows('[role=option]', /complement/);
    await person.press('Tab');
    await person.until('the name was never completed', () => document.querySelector('#notebook').value.startsWith('A = 8:1\nB = complement'));
  } },
  'a broken text gets a sentence': { work: async (person) => {
    await person.open();
    await person.click('#notebook');
    await person.press('Control', 'End');
    await person.type('\nB = (4,');
    await person.shows('#diagnostics', /Line \d/);
  } },
  'a statement, a row and a cell are chosen': { work: async (person) => {
    await person.open(`#${link('A = (2,3):(3,1)\nB = (4,2):(2,1)', { p: '1' })}`);
    await person.click(`${values} li:nth-of-type(2) button`);
    await person.shows('section.facts', /B = \(4,2\):\(2,1\)/);
    await person.click('section.coordinates tbody tr:nth-of-type(4) td.coordinates-index');
    await person.shows('section.worked', /= 6/);
    // The picture is a canvas: its middle is a cell of the 4 by 2.
    await person.click('section.grid-pane canvas');
    await person.shows(chosen, /row \d, column \d, index \d/);
  } },
  'a link is shared, and opened by somebody else': { work: async (person) => {
    await person.open();
    await person.write(mine);
    await person.shows(values, /\(4,2\):\(2,1\)/);
    await person.click('header button', 'Share');
    await person.shows('#share-link', /#v1;;mine\+=\+~4,2/);
    await person.click('dialog.share button', 'Copy');
    await person.shows('dialog.share [role=status]', /Copied|Ctrl\+C/);
    const shared = await person.value('#share-link');
    await person.run(() => localStorage.clear());
    await person.open(shared.slice(shared.indexOf('#')));
    assert.equal(await person.value('#notebook'), mine);
    await person.shows('[role=tab][aria-selected=true]', /^mine$/);
  } },
  'a damaged link is opened as far as it can be read, and says so': { work: async (person) => {
    await person.open('#v1;;~4,8/:~8,1/;;l=zh;;b=dark');
    await person.shows('.notices', /./);
    await person.shows('h1', /Colex/);
  } },
  'an example is opened, and one comes back from it': { work: async (person) => {
    await person.open();
    await person.write(mine);
    await person.shows('[role=tab][aria-selected=true]', /^mine$/);
    await person.until('nothing was saved', () => location.hash.includes('mine'));
    await person.click('header button', 'Examples');
    await person.click('dialog.examples li button');
    await person.shows('#notebook', /^\(4,2\):\(1,4\)$/);
    await person.back();
    await person.shows('#notebook', /^mine = /);
  } },
  'what is undone is redone, in the field and outside': { work: async (person) => {
    await person.open(`#${link('A = 8:1')}`);
    await person.click('#notebook');
    await person.press('Control', 'End');
    await person.type('\nB');
    await person.press('Control', 'z');
    await person.until('the field was not undone', () => document.querySelector('#notebook').value === 'A = 8:1\n' || document.querySelector('#notebook').value === 'A = 8:1');
    await person.press('Control', 'Shift', 'Z');
    await person.shows('#notebook', /B$/);
    await person.click('header button', 'Undo');
    await person.shows('#notebook', /1\n?$/);
    await person.click('header button', 'Redo');
    await person.shows('#notebook', /B$/);
  } },
  'what was typed is there after a reload, with its steps': { work: async (person) => {
    await person.open();
    await person.write(mine);
    // At once: nothing waits for a pause.
    await person.reload();
    assert.equal(await person.value('#notebook'), mine);
    await person.click('header button', 'Undo');
    await person.until('nothing was undone', (mine) => document.querySelector('#notebook').value !== mine, mine);
  } },
  'one goes somewhere else in the middle of a word, and comes back': { work: async (person) => {
    await person.open();
    await person.write(mine);
    await person.leave();
    await person.back();
    await person.shows('#notebook', /^mine = \(4,2\):\(2,1\)$/);
    await person.shows('[role=tab][aria-selected=true]', /^mine$/);
  } },
  'a talk is given step by step': { work: async (person) => {
    await person.open(`#${link('A = (3,2):(2,1)\nB = (2,2):(1,2)', { p: '4' })}`);
    await person.click('header button', 'Present');
    await person.shows('nav.presenting', /Statement 1 of 2/);
    await person.shows('section.worked output', /^1 \/ /);
    await person.press('PageDown');
    await person.shows('section.worked output', /^2 \/ /);
    await person.press('Escape');
    await person.lacks('nav.presenting');
    await person.shows('header button', /Share/);
  } },
  'a picture and a table are saved': { work: async (person) => {
    await person.open(`#${link('A = (2,3):(3,1)')}`);
    await person.click('header button', 'Export');
    await person.click('dialog[open] button', 'Save: Figure as SVG');
    assert.match(await person.saved('.svg'), /^<svg[\s\S]*<\/svg>\s*$/);
    await person.click('dialog[open] button', 'Save: Figure as PNG');
    assert.match(await person.saved('.png'), /PNG/);
  } },
  'the kernel computes what the algebra does, or the absence of a GPU is said': { work: async (person) => {
    await person.open();
    const can = await person.run(async () => await navigator.gpu?.requestAdapter().then((adapter) => adapter !== null, () => false) ?? false);
    await person.click('section.gpu button', 'Check on the GPU');
    await person.shows('section.gpu [role=status]', can ? /All 18 indices computed on/ : /No GPU is available/);
    console.log(`    (${can ? 'computed' : 'no adapter: said'})`);
  } },
  'it works in the dark, in Chinese': { work: async (person) => {
    await person.open(`#${link('A = (2,3):(3,1)', { l: 'zh', b: 'dark' })}`);
    await person.shows('section.facts h2', /^属性$/);
    await person.until('it is not dark', () => document.documentElement.dataset.theme === 'dark');
  } },
  'a phone has all of it, a swipe apart': { size: [390, 844], work: async (person) => {
    await person.open();
    await person.shows('#notebook', /A\(16\)/);
    await person.click('nav.pane-tabs button', 'Grid');
    await person.shows(chosen, /index 17$/);
    await gridInView(person);
    const wide = await person.run(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} px wider than the phone`);
  } },
};

const shown = (fields) => `#${link('A = (8,8):(8,1)\nT = zipped_divide(A, (4,2))', { s: 1, p: '9', ...fields })}`;
const opens = async (person, name) => {
  await person.click('header button', name);
  await person.shows('dialog[open]', /./);
};
const [desktop, phone] = [[1280, 800], [390, 844]];

/** What to look at: `COLEX_PICTURES` keeps a picture of each. */
export const views = {
  'desktop-light': { size: desktop, fragment: shown({ b: 'light' }) },
  'desktop-dark': { size: desktop, fragment: shown({ b: 'dark' }) },
  'phone-light': { size: phone, fragment: shown({ b: 'light' }) },
  'phone-dark': { size: phone, fragment: shown({ b: 'dark' }) },
  'phone-grid': { size: phone, fragment: shown({ b: 'dark' }), work: async (person) => {
    await person.click('nav.pane-tabs button', 'Grid');
    await gridInView(person);
  } },
  export: { size: desktop, fragment: shown({ b: 'light' }), work: (person) => opens(person, 'Export') },
  share: { size: desktop, fragment: shown({ b: 'dark' }), work: (person) => opens(person, 'Share') },
  palette: { size: desktop, fragment: shown({ b: 'light' }), work: (person) => opens(person, 'Find anything') },
  present: { size: desktop, fragment: shown({ b: 'light' }), work: async (person) => {
    await person.click('header button', 'Present');
    await person.shows('nav.presenting', /Statement/);
  } },
};
