// What an ordinary run leaves to the thorough one, which is `cargo xtask test --thorough` and the workflow. A test stands
// here at once where only a browser can protect something and no other test of that thing is ordinary; what a native test
// protects as well, a second theme, a second size and the other language are thorough.

/** Whether all is asked for. */
export const all = process.env.COLEX_TABLE === 'all';

/** The details of a test that only the thorough run asks. */
export const thorough = { tag: '@thorough' };

/** The details of one of many tests, which is ordinary where that is so. */
export const ordinary = (isOrdinary: boolean) => (isOrdinary ? {} : thorough);

/** Whether the place of a table is asked for, where one of so many is in an ordinary run. */
export const asks = (every: number, row: number, column = 0) => all || (row + column) % every === 0;
