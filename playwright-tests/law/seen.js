// Runs in the page: what it shows, as lines that can be compared with those of another page.

(() => {
  const law = (window.law ??= {});

  /**
   * What a page may show otherwise than one that was opened afresh at its link: where it stands, and why. Everything else
   * has to be the same.
   */
  law.differs = [
    { where: '.tabs-place', why: 'the shelf holds the documents of a browser, not those of a link' },
    { where: '.history', why: 'steps back and forth are kept beside the link' },
    { where: '.notices', why: 'what is said once was said' },
    { where: '#view-table, #view-run', why: 'what is drawn by hand and what a GPU measured is beside the document' },
    { where: '.tree .actions [title^="Group"], .tree .actions [title^="组合"]', why: 'which modes are marked for grouping is a selection' },
    { where: '.rail-words ~ *, .rail-steps, .rail-turns', why: 'what somebody has done of a lesson is kept beside the link' },
    { where: '.threads-make', why: 'a form is open because somebody opened it' },
    { where: 'dialog', why: 'a dialog is open because somebody asked' },
    { where: '.unseen[role="status"]', why: 'what is spoken is the news' },
  ];

  // Classes and attributes that say what is pointed at, or what changed a moment ago.
  const passing = new Set(['changed', 'lit', 'marked']);
  const ignored = new Set(['tabindex', 'node_ref', 'data-drop', 'data-turning', 'id', 'for', 'aria-live', 'autocomplete', 'autocapitalize', 'spellcheck']);

  /** Lets go of what only the moment knows: focus, pointer, scroll, zoom, and what a field refused and keeps until it is
   * mended or taken back. Both pages are brought to the same. */
  law.rest = async () => {
    document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
    for (const canvas of document.querySelectorAll('canvas')) canvas.dispatchEvent(new PointerEvent('pointerleave', { bubbles: false }));
    document.activeElement?.blur();
    for (const field of document.querySelectorAll('.inputs [aria-invalid="true"]')) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    document.dispatchEvent(new Event('selectionchange'));
    for (const element of document.querySelectorAll('main, main *')) {
      if (element.scrollTop !== 0 || element.scrollLeft !== 0) element.scrollTo(0, 0);
    }
    // What follows a field that is left may be another grid, which is fitted by itself.
    await law.settled();
    const key = (selector, name) => document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    key('#grid-table', '0');
    key('#threads-grid', '0');
    for (const button of document.querySelectorAll('.coordinates .pane-head button:first-child:not([disabled])')) button.click();
    await law.settled();
  };

  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });

  /** What the page shows, a line for each element and each text. */
  law.seen = () => {
    const lines = [];
    const left = law.differs.map(({ where }) => where).join(', ');
    const attributes = (element) => [...element.attributes].flatMap(({ name, value }) => {
      // A style that was set and taken back is none.
      if (ignored.has(name) || name === 'selected' || (name === 'style' && value === '')) return [];
      if (name === 'class') {
        const names = value.split(/\s+/).filter((one) => one !== '' && !passing.has(one)).sort().join('.');
        return names === '' ? [] : [`.${names}`];
      }
      return [value === '' ? name : `${name}=${JSON.stringify(value)}`];
    }).sort();
    const state = (element) => {
      const states = [];
      if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) states.push(`value=${JSON.stringify(element.value)}`);
      if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) states.push(`checked=${element.checked}`);
      if (element instanceof HTMLSelectElement) states.push(`chosen=${JSON.stringify(element.selectedOptions[0]?.textContent ?? null)}`);
      return states;
    };
    const walk = (element, where) => {
      const isOption = element.matches('option');
      if (element.matches(`script, style, noscript, ${left}`) || !(isOption || isSeen(element))) return;
      const view = element.matches('.view') ? element.id : where;
      lines.push(`${view} <${[element.localName, ...attributes(element), ...state(element)].join(' ')}>`);
      if (element instanceof HTMLCanvasElement) {
        lines.push(`${view} canvas ${element.width}x${element.height}`);
        for (const call of law.drawn(element)) lines.push(`${view} canvas ${call}`);
        return;
      }
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) {
          const text = child.textContent.replace(/\s+/g, ' ').trim();
          if (text !== '') lines.push(`${view} "${text}"`);
        } else if (child.nodeType === Node.ELEMENT_NODE) walk(child, view);
      }
    };
    const root = document.documentElement;
    lines.push(`page <html lang=${root.lang} theme=${root.dataset.theme} big=${root.dataset.big} present=${root.dataset.present}>`);
    lines.push(`page title ${document.title}`);
    walk(document.body, 'page');
    return lines;
  };
})();
