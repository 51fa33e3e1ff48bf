// What failed, and what passed only at the second try, as a file that `cargo xtask test` reads: between so many lines of
// two sides that speak at once nobody would find it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

export default class Verdict implements Reporter {
  private suite?: Suite;

  onBegin(_: FullConfig, suite: Suite) {
    this.suite = suite;
  }

  onEnd() {
    const told = (this.suite?.allTests() ?? []).flatMap((test) => {
      const outcome = test.outcome();
      if (outcome !== 'unexpected' && outcome !== 'flaky') return [];
      return [`${outcome === 'flaky' ? 'passed at the second try' : 'failed'}: ${test.titlePath().filter((part) => part !== '').slice(1).join(' › ')}`];
    });
    const folder = fileURLToPath(new URL('../test-results/', import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}verdict.txt`, told.map((line) => `${line}\n`).join(''));
  }
}
