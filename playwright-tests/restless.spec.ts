// A person who is quicker than the page: whatever is pressed while something else still follows, the page goes on.

import { test, expect, link, notebook, open } from './colex';
import { asks, thorough } from './some';
import { every } from './views';

const documents = [
  link('A = (3,(2,3)):(3,(12,1))', { p: '16' }),
  link('A = (3,(2,3)):(3,(12,1))', { p: '16', e: 1 }),
  link('A = make_layout_tv((32,1):(1,32),(1,4):(1,1))\nB = zipped_divide((8,16):(16,1),(2,4))\nC = composition((6,2):(8,2),(4,3):(3,1))', { a: every }),
  link('thr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)', { s: 2, th: 3, va: 1, a: every }),
  link('A = (4,(2', { b: 'dark', l: 'zh', a: every }),
];

for (const seed of [1, 2, 3, 4].filter((seed) => asks(4, seed, -1))) {
  test(`nothing that is pressed at once stops the page (${seed})`, thorough, async ({ page }) => {
    await open(page, documents[0]);
    await page.evaluate(async ({ seed, documents }) => {
      let state = seed;
      const below = (count: number) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * count);
      };
      const some = <T>(all: ArrayLike<T>) => all[below(all.length)];
      const shown = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((found) => found.offsetParent !== null);
      const keys = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp', 'Enter', 'Escape', '+', '0', 'h', 'k'];
      // What leaves the page, prints, or takes the GPU for long is not what is tried here.
      const left = /Print|Full screen|Run|Tune|Check|Measure|guided|Export|Download|Save|Copy|Share|打印|全屏|运行|调优|检查|测量|导出|下载|保存|复制|分享/;
      const acts = [
        () => { const button = some(shown('button').filter((found) => !left.test(`${found.textContent} ${found.ariaLabel}`))); button?.click(); },
        () => { const view = some(shown('summary, [role=switch], input[type=checkbox]')); view?.click(); },
        () => { const field = some(shown('[tabindex="0"], textarea, canvas')); field?.focus(); field?.dispatchEvent(new KeyboardEvent('keydown', { key: some(keys), bubbles: true, cancelable: true })); },
        () => { location.hash = some(documents); },
        () => {
          const field = document.querySelector('textarea');
          if (field === null) return;
          field.value = some(['(4,8):(8,1)', 'B = (2,2)', 'A = ((2,2),3):((1,6),2)\nA(3)', '', 'logical_divide((8):(1), 2)']);
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        },
        () => {
          const canvas = some(shown('canvas'));
          const box = canvas?.getBoundingClientRect();
          if (canvas === undefined || box === undefined) return;
          const [clientX, clientY] = [box.left + below(Math.max(1, box.width)), box.top + below(Math.max(1, box.height))];
          for (const name of ['pointermove', 'pointerdown', 'pointerup', 'click']) canvas.dispatchEvent(new PointerEvent(name, { clientX, clientY, bubbles: true, pointerId: 1 }));
        },
        () => { const choice = some(shown('select')) as HTMLSelectElement | undefined; if (choice) { choice.selectedIndex = below(choice.options.length); choice.dispatchEvent(new Event('change', { bubbles: true })); } },
      ];
      for (let turn = 0; turn < 250; turn += 1) {
        some(acts)();
        // Mostly at once, now and then after what follows has begun or ended.
        await new Promise((resolve) => setTimeout(resolve, some([0, 0, 5, 20, 60, 120])));
        if (turn % 50 === 49) document.querySelectorAll('dialog').forEach((dialog) => { dialog.close(); });
      }
      // What was left waiting has its turn too.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }, { seed, documents });
    await page.goto('/');
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await expect(notebook(page)).toBeVisible();
  });
}
