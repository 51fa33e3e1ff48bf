// A label stands beside what it labels: no text of the page stands on another or is cut, those on canvases included.

import { asks } from './some';
import { test, expect, open } from './colex';
import { examples, exampleLink } from './gallery.mjs';
import { keepDrawnTexts, labelFaults } from './labels';

const SIZES = [[1440, 900], [1280, 720], [1920, 1080], [390, 844]];
const PARTS = 4;

for (let part = 0; part < PARTS; part += 1) {
  test(`no text of an example stands on another or is cut, part ${part + 1} of ${PARTS}`, async ({ page }) => {
    const told: string[] = [];
    await keepDrawnTexts(page);
    await open(page, '');
    for (const [number, example] of examples.entries()) {
      if (number % PARTS !== part || !asks(12, Math.floor(number / PARTS), part * 3)) continue;
      const fragment = exampleLink(example);
      await page.evaluate((fragment) => { location.hash = fragment; }, fragment);
      await expect(page.getByRole('textbox', { name: 'Notebook' })).toHaveValue(example.text);
      await expect(page.locator('html[data-ready]')).toBeAttached();
      for (const [at, [width, height]] of SIZES.entries()) {
        if (!asks(2, at, number)) continue;
        await page.setViewportSize({ width, height });
        // The parts of a view come one after the other, and what is measured is drawn anew: what stays is told.
        let faults = await labelFaults(page);
        for (let left = 8; left > 0 && faults.length > 0; left -= 1) {
          await page.waitForTimeout(250);
          faults = await labelFaults(page);
        }
        told.push(...faults.map((fault) => `${example.title}, ${width}×${height}: ${fault}`));
      }
    }
    expect(told).toEqual([]);
  });
}
