// Links, written a second time.

import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The link to a text, made here and not by the page: what was published stays readable whatever the page makes of it. */
export const link = (text, fields = {}) => {
  const plainly = { '(': '~', ')': '/', ' ': '+', '\n': ';' };
  const spelled = (value) => [...value].map((letter) => {
    if (/[A-Za-z0-9_,=:-]/.test(letter)) return letter;
    return plainly[letter] ?? [...new TextEncoder().encode(letter)]
      .map((byte) => `.${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  }).join('');
  const body = ['v1', spelled(text), ...Object.entries(fields).map(([key, value]) => `${key}=${key === 'a' ? value : spelled(String(value))}`)].join(';;');
  return `${body};;${check(body)}`;
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789~_';

/** The packed link of a text: a thousand characters for a million that are alike. */
export const packed = (text) => {
  const bits = [...deflateRawSync(Buffer.from(`\n${text}`), { level: 9 })].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const body = (bits.match(/.{1,6}/g) ?? []).map((six) => letters[parseInt(six.padEnd(6, '0'), 2)]).join('');
  return `v1z;;${body};;${check(`v1z;;${body}`)}`;
};

/** The text of a packed link; of any other, none. */
export const unpacked = (fragment) => {
  if (!fragment.startsWith('v1z;;')) return '';
  const body = fragment.split(';;')[1] ?? '';
  const bits = [...body].map((letter) => letters.indexOf(letter).toString(2).padStart(6, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const inner = inflateRawSync(bytes).toString();
  return inner.slice(inner.indexOf('\n') + 1);
};

/** The check at the end of a link, over all before it: CRC-17/CAN-FD in base 62. */
const check = (text) => {
  let sum = 0;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte << 9;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x10000 ? 0x1685b : 0)) & 0x1ffff;
  }
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return [Math.floor(sum / 3844), Math.floor(sum / 62) % 62, sum % 62].map((digit) => digits[digit]).join('');
};
