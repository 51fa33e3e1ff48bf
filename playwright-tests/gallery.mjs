// The examples of the page, read a second time from their text.

import { readFileSync } from 'node:fs';
import { link } from './link.mjs';

const source = readFileSync(new URL('../public/examples/gallery.txt', import.meta.url), 'utf8');

/** What a line asks to be looked at: the key of its field in a link. */
const fields = { point: 'p', set: 'c', look: 's', mode: 'm', read: 'rd', data: 'da', vector: 'hv' };

/** Every example: its title in English, its text, and the fields of its link. */
export const examples = source.split(/^## /m).slice(1).map((entry) => {
  const [title, ...lines] = entry.split('\n');
  const example = { title: title.split(' | ')[0], text: [], fields: {} };
  for (const line of lines) {
    const [, key, value] = /^(point|set|look|mode|read|data|vector|view|en|zh): (.*)$/.exec(line) ?? [];
    if (line.startsWith('# ')) break;
    if (key in fields) example.fields[fields[key]] = value;
    else if (key === undefined && line !== '') example.text.push(line);
  }
  return { ...example, text: example.text.join('\n') };
});

/** The link to an example, with further fields. */
export const exampleLink = ({ text, fields }, more = {}) => link(text, { ...fields, ...more });
