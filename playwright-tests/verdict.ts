// What failed, as a file that `cargo xtask test` reads: between so many lines of two sides that speak at once nobody would
// find it. A line is a test, and behind a tab the first line of what it said.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

export default class Verdict implements Reporter {
  private suite?: Suite;

  onBegin(_: FullConfig, suite: Suite) {
    this.suite = suite;
  }

  onEnd() {
    const failed = (this.suite?.allTests() ?? []).filter((test) => !test.ok());
    const told = failed.map((test) => {
      const name = test.titlePath().filter((part) => part !== '').slice(1).join(' › ');
      const said = test.results.at(-1)?.error?.message ?? 'not run';
      return `${name}\t${stripVTControlCharacters(said).split('\n')[0]}\n`;
    });
    const folder = fileURLToPath(new URL('../test-results/', import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}verdict.txt`, told.join(''));
  }
}
