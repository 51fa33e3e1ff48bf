// Of long tables a run takes a part, another line for another column; all of it with `COLEX_TABLE=all`, as
// `cargo xtask test --thorough` and the workflow ask for.

const all = process.env.COLEX_TABLE === 'all';

/** Whether the place of a table is asked for, where one of so many is. */
export const asks = (every: number, row: number, column = 0) => all || (row + column) % every === 0;
