// Runs in the page: what a person does, each act with numbers from 0 to 1 that say to what on the page it is done.

(() => {
  const law = (window.law ??= {});

  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  const some = (all, part) => [...all][Math.min(all.length - 1, Math.floor(part * all.length))];
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((found) => isSeen(found) && found.closest('dialog, .tabs-place, .notices') === null);
  const named = (element) => (element.ariaLabel ?? element.title ?? '') || element.textContent.replace(/\s+/g, ' ').trim() || element.id || element.localName;
  const field = () => document.querySelector('#notebook');

  /** Writes over what is selected, letter by letter, as keys do. */
  const write = async (text, slowly) => {
    field().focus();
    if (text === '') document.execCommand('delete');
    for (const letter of slowly ? text : [text]) {
      document.execCommand('insertText', false, letter);
      if (slowly) await new Promise((resolve) => { setTimeout(resolve, 0); });
    }
  };
  const select = (from, to) => { field().focus(); field().setSelectionRange(from, to); document.dispatchEvent(new Event('selectionchange')); };
  const press = (element, key, held = {}) => {
    element.focus();
    return element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
  };
  const fill = (element, text) => {
    element.focus();
    element.value = text;
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const numbers = () => [...field().value.matchAll(/(?<![\w@])\d+/g)];
  // What leaves the page, prints, fills the screen, takes the GPU, plays until it is stopped, or says what somebody should
  // predict, which is no part of a link.
  const left = /^Play|Print|Full screen|Run|Tune|Check|Measure|Export|Download|Save|Copy|Share|Present|Show the answer|^Show$|Open|Find|Search|Examples|Views|Help|Undo|Redo|Close|difference|播放|打印|全屏|运行|调优|检查|测量|导出|下载|保存|复制|分享|演示|显示答案|^显示$|打开|查找|搜索|示例|视图|帮助|撤销|重做|关闭|不同/;
  // A dialog would lie over all that is done next.
  const canPress = (button) => !button.disabled && button.ariaHasPopup !== 'dialog' && !left.test(named(button));
  const hit = (element) => {
    element.focus();
    element.click();
    return named(element);
  };
  const choose = (box, part) => {
    const options = [...box.options].filter((option) => !option.disabled && !option.hidden);
    const option = some(options, part);
    if (option === undefined) return '';
    box.focus();
    box.value = option.value;
    box.dispatchEvent(new Event('change', { bubbles: true }));
    return `${named(box)}: ${option.textContent.trim()}`;
  };

  const acts = {
    /** Types at the end of a line. */
    async type({ text, at: [part] }) {
      const ends = [...field().value.matchAll(/$/gm)].map((end) => end.index);
      const end = some(ends, part);
      select(end, end);
      await write(text, true);
      return `${JSON.stringify(text)} at ${end}`;
    },
    /** Selects everything and writes something else. */
    async replace({ text }) {
      select(0, field().value.length);
      await write(text, false);
      return JSON.stringify(text);
    },
    /** Writes over one number. */
    async number({ at: [part, value] }) {
      const found = some(numbers(), part);
      if (found === undefined) return '';
      select(found.index, found.index + found[0].length);
      const text = String(1 + Math.floor(value * 9));
      await write(text, true);
      return `${found[0]} at ${found.index} to ${text}`;
    },
    /** Takes a few letters away. */
    async erase({ at: [part, length] }) {
      const text = field().value;
      const from = Math.floor(part * text.length);
      const to = Math.min(text.length, from + 1 + Math.floor(length * 4));
      select(from, to);
      await write('', false);
      return `${JSON.stringify(text.slice(from, to))} at ${from}`;
    },
    /** Exchanges two letters of a name. */
    async misspell({ at: [part, place] }) {
      const found = some([...field().value.matchAll(/[A-Za-z_]{3,}/g)], part);
      if (found === undefined) return '';
      const at = found.index + Math.floor(place * (found[0].length - 1));
      const two = field().value.slice(at, at + 2);
      select(at, at + 2);
      await write([...two].reverse().join(''), false);
      return `${found[0]} at ${at}`;
    },
    /** Takes everything away. */
    async clear() {
      select(0, field().value.length);
      await write('', false);
      return '';
    },
    /** Turns a number up or down. */
    scrub({ at: [part, way, times] }) {
      const found = some(numbers(), part);
      if (found === undefined) return '';
      const end = found.index + found[0].length;
      select(end, end);
      const key = way < 0.7 ? 'ArrowUp' : 'ArrowDown';
      const often = 1 + Math.floor(times * 3);
      for (let turn = 0; turn < often; turn += 1) press(field(), key, { altKey: true });
      return `${found[0]} at ${found.index}, ${often} × Alt+${key}`;
    },
    /** Goes to a line with the caret, as the arrow keys do. */
    line({ at: [part] }) {
      const ends = [...field().value.matchAll(/$/gm)].map((end) => end.index);
      const end = some(ends, part);
      select(end, end);
      field().dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowDown', bubbles: true }));
      return `caret at ${end}`;
    },
    /** Chooses a statement by its value. */
    value({ at: [part] }) {
      const button = some(shown('.values button'), part);
      return button === undefined ? '' : hit(button);
    },
    /** Edits the tree: chooses a mode, or two, and does something with them. */
    async tree({ at: [one, other, act, both] }) {
      const mode = (part) => some(shown('.tree .mode-name'), part);
      if (mode(one) === undefined) return '';
      const done = [hit(mode(one))];
      if (both < 0.5) done.push(hit(mode(other)));
      await law.frame();
      const button = some(shown('.tree .actions button, .tree .pane-head ~ p button').filter((button) => !button.disabled), act);
      if (button !== undefined) done.push(hit(button));
      return done.join(', ');
    },
    /** Writes a number or a name into the tree. */
    treeField({ at: [part, value] }) {
      const input = some(shown('.tree input:not([readonly])'), part);
      if (input === undefined) return '';
      const text = input.classList.contains('mode-label') ? some(['M', 'K', 'tile', ''], value) : String(Math.floor(value * 9));
      fill(input, text);
      input.blur();
      return `${named(input)}: ${JSON.stringify(text)}`;
    },
    /** Says what a program does not say. */
    input({ at: [part, value] }) {
      const all = shown('.inputs :is(button, input)');
      const element = some(all, part);
      if (element === undefined) return '';
      if (element.localName === 'button' || element.type === 'checkbox') return hit(element);
      const text = some(['3', '16', '', 'x', '(2'], value);
      fill(element, text);
      element.blur();
      return `${element.id}: ${JSON.stringify(text)}`;
    },
    /** Repairs a mistake, or takes an advice. */
    repair({ at: [part] }) {
      const button = some(shown('.wrongs button:not(.place), .advice button'), part);
      return button === undefined ? '' : hit(button);
    },
    /** Goes about in the grid by keys. */
    grid({ at: [part, times] }) {
      const table = document.querySelector('#grid-table');
      if (table === null || !isSeen(table)) return '';
      const key = some(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'Home', 'End', 'PageDown'], part);
      const often = 1 + Math.floor(times * 3);
      for (let turn = 0; turn < often; turn += 1) press(table, key);
      return `${often} × ${key}`;
    },
    /** Clicks into a picture. */
    canvas({ at: [part, x, y] }) {
      const canvas = some(shown('canvas'), part);
      if (canvas === undefined) return '';
      const box = canvas.getBoundingClientRect();
      const [clientX, clientY] = [box.left + x * box.width, box.top + y * box.height];
      // As a press does.
      canvas.closest('[tabindex]')?.focus();
      for (const name of ['pointermove', 'pointerdown', 'pointerup', 'click']) canvas.dispatchEvent(new PointerEvent(name, { clientX, clientY, bubbles: true, pointerId: 1, cancelable: true }));
      return `${canvas.dataset.view ?? canvas.closest('.view')?.id} at ${Math.round(x * 100)} %, ${Math.round(y * 100)} %`;
    },
    /** Clicks on a drawing or a row of a table. */
    row({ at: [part] }) {
      const row = some(shown('.view tbody tr, .view svg [data-cell], .view svg rect, .view summary'), part);
      if (row === undefined) return '';
      row.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return row.id || named(row).slice(0, 40);
    },
    /** Presses any button of a view. */
    press({ at: [view, part] }) {
      const within = some(shown('.view:not(.folded)'), view);
      const button = within && some([...within.querySelectorAll('button')].filter((button) => isSeen(button) && canPress(button) && !button.matches('.handle')), part);
      return button === undefined ? '' : `${within.id}: ${hit(button)}`;
    },
    /** Turns a switch or chooses from a list. */
    choose({ at: [part, option] }) {
      const box = some(shown('main select:not(:disabled), main input[type=checkbox], main input[type=radio]:not(:disabled)'), part);
      if (box === undefined) return '';
      return box instanceof HTMLSelectElement ? choose(box, option) : hit(box);
    },
    /** Writes into a field beside the notebook: a coordinate, an index, a shape. */
    ask({ text, at: [part] }) {
      const input = some(shown('main input[type=text]:not([readonly]):not(.mode-label):not(#worked-answer)').filter((input) => input.closest('.tree, .run') === null), part);
      if (input === undefined) return '';
      fill(input, text);
      return `${named(input)}: ${JSON.stringify(text)}`;
    },
    /** Goes through the worked example, or the steps of an operation. */
    step({ at: [part, times] }) {
      const often = 1 + Math.floor(times * 3);
      const done = [];
      for (let turn = 0; turn < often; turn += 1) {
        const button = some(shown('.worked [data-turn], .derivation [data-turn], .operation-step [data-turn]').filter(canPress), part);
        if (button !== undefined) done.push(hit(button));
      }
      return done.join(', ');
    },
    /** Pulls a number of a picture, or moves the corner of a tile. */
    pull({ at: [part, way, far] }) {
      const element = some(shown('.pulled, .operation-corner'), part);
      if (element === undefined) return '';
      const by = 1 + Math.floor(far * 3);
      if (element.matches('.operation-corner')) {
        const key = some(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'], way);
        for (let turn = 0; turn < by; turn += 1) press(element, key);
        return `${by} × ${key} at a corner`;
      }
      const around = element.parentElement;
      const told = element.textContent;
      const sign = way < 0.6 ? 1 : -1;
      element.dispatchEvent(new PointerEvent('pointerdown', { clientX: 0, bubbles: true, cancelable: true, pointerId: 1 }));
      for (let turn = 1; turn <= by; turn += 1) around.dispatchEvent(new PointerEvent('pointermove', { clientX: sign * turn * 8, bubbles: true, pointerId: 1 }));
      around.dispatchEvent(new PointerEvent('pointerup', { clientX: 0, bubbles: true, pointerId: 1 }));
      return `${told} by ${sign * by}`;
    },
    /** Hides the answers, or shows them again. */
    predict() {
      const button = shown('.worked-controls [aria-pressed]')[0];
      return button === undefined || button.disabled ? '' : hit(button);
    },
    /** Folds a view, or unfolds it. */
    fold({ at: [part] }) {
      const handle = some(shown('.handle'), part);
      return handle === undefined ? '' : hit(handle);
    },
    /** Moves a view. */
    move({ at: [part, way] }) {
      const handle = some(shown('.handle'), part);
      if (handle === undefined) return '';
      const key = some(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], way);
      press(handle, key, { shiftKey: true });
      return `${named(handle)}, Shift+${key}`;
    },
    undo({ at: [part] }) {
      const often = 1 + Math.floor(part * 3);
      for (let turn = 0; turn < often; turn += 1) press(document.body, 'z', { ctrlKey: true });
      return `${often} ×`;
    },
    redo() {
      press(document.body, 'y', { ctrlKey: true });
      return '';
    },
    /** The language, the theme, the size of type. */
    taste({ at: [part] }) {
      const buttons = shown('.bar > button').filter((button) => /中文|English|theme|色|Big type|大字/.test(named(button)));
      return hit(some(buttons, part));
    },
    /** Opens an example. */
    async example({ at: [part] }) {
      document.querySelector('.bar > button[aria-haspopup=dialog]').click();
      await law.settled(3000);
      const button = some(document.querySelectorAll('#examples li button'), part);
      // Where none has come the dialog would lie over all that is done next.
      if (button === undefined) document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
      button?.click();
      return button?.textContent.trim().slice(0, 60) ?? '';
    },
    /** Opens another link in the same page. */
    link({ text }) {
      location.hash = text;
      return text;
    },
  };

  /** Does one act; answers what was done, in words. Mostly all that follows is awaited, now and then nothing. */
  law.act = async (act) => {
    // Nobody types into a field that is folded away.
    if (['type', 'replace', 'number', 'erase', 'misspell', 'clear', 'scrub', 'line'].includes(act.does) && field() === null) return act.does;
    const done = await acts[act.does](act);
    if (act.waits) await law.settled(3000);
    else await law.frame();
    return `${act.does}${done === '' ? '' : ` ${done}`}`;
  };
})();
