// Whether texts stand on each other or are cut: those of the page and, of a canvas, on each other.

import type { Page } from '@playwright/test';

/** What is told of a text: what it says, and where it stands. */
interface Box { text: string; where: string; left: number; top: number; right: number; bottom: number }

/** Keeps what is written on canvases, from the next load on. */
export const keepDrawnTexts = (page: Page) => page.addInitScript(() => {
  const kept = new WeakMap<HTMLCanvasElement, Box[]>();
  (window as unknown as { drawnTexts: typeof kept }).drawnTexts = kept;
  const own = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText } = own;
  own.clearRect = function (x, y, width, height) {
    const [from, to] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((point) => point.matrixTransform(this.getTransform()));
    const is = (box: Box) => box.left >= from.x - 1 && box.right <= to.x + 1 && box.top >= from.y - 1 && box.bottom <= to.y + 1;
    kept.set(this.canvas, (kept.get(this.canvas) ?? []).filter((box) => !is(box)));
    clearRect.call(this, x, y, width, height);
  };
  own.fillText = function (text, x, y, most) {
    const size = this.measureText(text);
    const corners = [[x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent], [x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent]];
    const [from, to] = corners.map(([x, y]) => new DOMPoint(x, y).matrixTransform(this.getTransform()));
    const all = kept.get(this.canvas) ?? [];
    all.push({ text, where: 'a canvas', left: from.x, top: from.y, right: to.x, bottom: to.y });
    kept.set(this.canvas, all);
    fillText.call(this, text, x, y, most);
  };
  // A canvas of another size is empty.
  for (const side of ['width', 'height'] as const) {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side)!;
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      get,
      set(this: HTMLCanvasElement, value: number) { kept.delete(this); set!.call(this, value); },
    });
  }
});

/** The texts that stand on each other, and those of the page that are cut, in words. */
export const labelFaults = (page: Page) => page.evaluate(() => {
  const found = new Set<string>();
  const short = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  /** Half of a letter on another is a fault; lines that stand close are none. */
  const meet = (one: Box, other: Box) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 2 && down > 0.35 * Math.min(one.bottom - one.top, other.bottom - other.top);
  };
  const compare = (boxes: Box[]) => {
    boxes.sort((one, other) => one.top - other.top);
    for (const [number, one] of boxes.entries()) {
      for (let next = number + 1; next < boxes.length && boxes[next].top < one.bottom; next += 1) {
        const other = boxes[next];
        if (meet(one, other)) found.add(`${one.where}: ${short(one.text)} and ${short(other.text)} stand on each other`);
      }
    }
  };
  const isSeen = (element: Element) => element.closest('.unseen, .grid-table, dialog') === null
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const boxes: Box[] = [];
  const range = document.createRange();
  for (const view of document.querySelectorAll('.pane .view:not(.folded)')) {
    const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const around = node.parentElement;
      if (node.textContent?.trim() === '' || around === null || !isSeen(around) || around.closest('option, svg, canvas, noscript, script')) continue;
      range.selectNodeContents(node);
      let bounds = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
      let hides: Element | null = null;
      let scrolls = false;
      for (let element: Element | null = around; element !== null && element !== document.body; element = element.parentElement) {
        const style = getComputedStyle(element);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const edge = element.getBoundingClientRect();
        // What scrolls shows the rest; what ends in dots says that there is more.
        if (/auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis') scrolls = true;
        if (!scrolls && /hidden|clip/.test(style.overflowX)) hides ??= element;
        bounds = { left: Math.max(bounds.left, edge.left), top: Math.max(bounds.top, edge.top), right: Math.min(bounds.right, edge.right), bottom: Math.min(bounds.bottom, edge.bottom) };
      }
      // What ends in dots has a second box, of what is seen of it.
      for (const rect of [...range.getClientRects()].filter((rect, at, all) => all.findIndex((other) => other.left === rect.left && other.top === rect.top) === at)) {
        const box = { left: Math.max(rect.left, bounds.left), top: Math.max(rect.top, bounds.top), right: Math.min(rect.right, bounds.right), bottom: Math.min(rect.bottom, bounds.bottom) };
        if (box.right - box.left < 1 || box.bottom - box.top < 3) continue;
        const text = node.textContent ?? '';
        boxes.push({ text, where: view.id, ...box });
        const edge = hides?.getBoundingClientRect();
        if (edge !== undefined && rect.right > edge.right + 2 && rect.left < edge.right) found.add(`${view.id}: ${short(text)} is cut by ${hides!.tagName}.${hides!.getAttribute('class')}`);
      }
    }
  }
  compare(boxes);
  const drawn = (window as unknown as { drawnTexts: WeakMap<HTMLCanvasElement, Box[]> }).drawnTexts;
  for (const canvas of document.querySelectorAll('canvas')) {
    if (!isSeen(canvas) || canvas.clientWidth === 0) continue;
    const where = `the canvas of ${canvas.closest('.view')?.id}`;
    // A picture that is larger than its window is dragged, so that what its edge cuts is no fault.
    compare((drawn.get(canvas) ?? []).map((box) => ({ ...box, where })));
  }
  return [...found];
});
