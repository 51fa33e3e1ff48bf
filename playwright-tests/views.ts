// The views, from the page's own table: what is asked of every view is asked of one that is added, too.

import { readFileSync } from 'node:fs';

const table = readFileSync(new URL('../document/src/arrangement.rs', import.meta.url), 'utf8').matchAll(/^ {4}\w+ '(\w)' "[\w-]+",$/gm);

/** The letter of every view in a link, in the order of the page. */
const letters = Array.from(table, ([, letter]) => letter).join('');
if (!letters.startsWith('nft')) throw new Error(`the table of views is not read: ${letters}`);

/** Every view in three columns, none of them folded. */
export const every = `28${letters.slice(0, 3)}/40${letters.slice(3, 7)}/32${letters.slice(7)}`;
