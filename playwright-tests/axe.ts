// What axe objects to in a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run(context: unknown, options: object): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string; html: string }[] }[] }> };

/**
 * Expects that axe has nothing to say about the page, or about the elements that one of the selectors names. With a list
 * of rules, only these are asked.
 */
export const examine = async (page: Page, { what = '', within = [], rules }: { what?: string; within?: string[]; rules?: string[] } = {}) => {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(script);
  const found = await page.evaluate(async ({ within, rules }) => {
    const { axe } = window as unknown as { axe: Axe };
    // What it has no objection to is not told: of a page with every view unfolded that is a megabyte.
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const only = { resultTypes: ['violations'], runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags } };
    const { violations } = await axe.run(within.length === 0 ? document : { include: within.map((selector) => [selector]) }, only);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${String(node.target)} ${node.failureSummary ?? ''} ${node.html}`).join(' | ')}`);
  }, { within, rules });
  expect(found, what).toEqual([]);
};
