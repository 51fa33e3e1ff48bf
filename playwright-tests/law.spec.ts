// The law: what the page shows after any sequence of edits is what it shows when its link is opened anew.
// `COLEX_LAW_SEEDS=300` tries more sequences, `COLEX_LAW_FROM=17` begins with another seed.

import { test as plain, expect } from '@playwright/test';
import { Pair, sequence, told } from './law/driver';

const test = plain.extend<object, { pair: Pair }>({
  pair: [async ({ browser }, use) => {
    const pair = await Pair.open(browser);
    await use(pair);
    await pair.close();
  }, { scope: 'worker' }],
});

// A trace of each would take longer than the sequence.
test.use({ trace: 'off' });

const seeds = Number(process.env.COLEX_LAW_SEEDS ?? 3);
const first = Number(process.env.COLEX_LAW_FROM ?? 1);

for (let seed = first; seed < first + seeds; seed += 1) {
  test(`a page after edits is what its link is (seed ${seed})`, async ({ pair }) => {
    const whole = sequence(seed);
    const outcome = await pair.run(whole, 2);
    if (outcome.differs.length === 0 && outcome.complaints.length === 0) return;
    test.setTimeout(300_000);
    const [shortest, found] = await pair.shrink({ ...whole, acts: whole.acts.slice(0, outcome.done.length) }, 60) ?? [whole, outcome];
    expect(told(seed, shortest, found), 'the shortest sequence found').toBe('');
  });
}
