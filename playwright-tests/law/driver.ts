// A seeded person: sequences of acts, what a page shows after them against what its link shows, and the shortest
// sequence that still shows a difference.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { link } from '../link.mjs';

/** What is done: the numbers from 0 to 1 choose to what on the page. */
export type Act = { does: string; at: number[]; text?: string; waits: boolean };

/** A sequence and where it begins. */
export type Sequence = { begins: string; acts: Act[] };

/** What a sequence led to. */
export type Outcome = { link: string; done: string[]; differs: string[]; complaints: string[] };

/** Numbers that are the same for the same seed. */
const randomly = (seed: number) => {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const texts = [
  'A = (3,(2,3)):(3,(12,1))\nA(16)',
  'A = (2,2,2):(1,2,4)',
  '8:2',
  'composition(20:2,(4,5):(5,1))',
  'A = (6,2):(8,2)\nB = composition(A,(4,3):(3,1))\nB(11)',
  'S = (4,6)\nT = (M=4,K=(a=2,b=3)):(6,(3,1))',
  'logical_divide((10,8):(8,1),(4,2))',
  'A = (8,8):(8,1)\nB = zipped_divide(A,(4,2))\nC = logical_product((2,2):(1,2),(3,2):(2,1))',
  'Sw<1,0,3> o 0 o (4,8):(8,1)',
  'T = make_layout_tv((4,8):(8,1),(2,2):(2,1))',
  'I = make_identity_layout((4,6))\nI(2,3)',
  'A = (4,8):(8,1)\nB = (4,8):(1,4)\ncompatible(A, B)\nsize(A)',
  'complement((2,4):(1,6),24)\nright_inverse((4,2):(2,1))',
  'A = (4,(2\nB = (2,2):(2,1)',
  'A = Layout<Shape<_4,_8>,Stride<_8,_1>>{};\nA(_,3)',
  'A = (2,3,4):(12,4,1)\nA(1,2,3)',
  // With a mistake, as much of what is pasted has.
  'A = (4,8):(8,1)\nB = zipped_divde(A,(2,4))\nC = coalesce(A)\n',
  'make_layout(make_shape(4,2),LayoutRigth{})',
  'using Tile = Shape<_128,_128,_8>;\nauto A = make_layout(make_shape(4,8));\nauto t = local_tile(A, Tile{}, cord);\n\n',
  '(4,8):(8,',
  // Programs, which ask for what they do not say.
  '__global__ void f(float const* A, int ldA) {\n  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<16>{}, Int<4>{}), make_stride(Int<1>{}, ldA));\n  auto tA = make_layout(make_shape(Int<8>{}, Int<2>{}));\n  auto mine = local_partition(mA, tA, threadIdx.x);\n  __syncthreads();\n}\n',
  '@cute.jit\ndef f(tid: int):\n    a = cute.make_layout((4, 8))\n    b = cute.logical_divide(a, (2, 4))\n    print(b(tid))\n',
];
const pieces = ['\n', '\nB = ', '(4,2):(1,4)', '\nA(3)', '8', '0', '\n(2,3)', ',', ')', ':', '\nsize(A)', '\ncoalesce(A)', 'x', '\nC = composition(A, 4:1)', '\n// so', '_', ' '];
const asked = ['3', '(1,1)', '(1,(1,2))', '0', '40', '24', '(3,6)', '', '1.5', '-1', '(2,'];
// All views but the GPU's and the drawn table, which ask nothing of the text.
const every = '28nft/40gomcvp/32wslbdxER';
const begins = [
  link(texts[0], { p: 16 }),
  link(texts[1], { p: 3, a: every }),
  link(texts[3], { a: every }),
  link(texts[4], { s: 1, p: 11, a: every }),
  link(texts[7], { s: 1, k: 'tile', a: every }),
  link(texts[9], { p: 5, a: every }),
  link(texts[11], { s: 1, y: 0, a: every }),
  link(texts[15], { n: '2', p: 5, m: '1', a: every }),
  link(texts[5], { m: '1,0', k: 'mode', l: 'zh', b: 'dark' }),
  link(texts[0], { p: 16, a: every }),
  link(texts[20], { a: every }),
  link(texts[21]),
];
// How often each act comes, of as many as there are together.
const often: [string, number][] = [
  ['type', 8], ['replace', 10], ['number', 8], ['erase', 4], ['misspell', 4], ['clear', 2], ['scrub', 10], ['line', 5], ['value', 6], ['tree', 10],
  ['treeField', 5], ['input', 5], ['repair', 5], ['grid', 6], ['canvas', 6], ['row', 4], ['press', 10], ['choose', 7], ['ask', 7],
  ['step', 6], ['pull', 4], ['predict', 2], ['fold', 4], ['move', 3], ['undo', 6], ['redo', 3], ['taste', 3], ['example', 3], ['link', 3],
];

/** The sequence of a seed. */
export const sequence = (seed: number): Sequence => {
  const random = randomly(seed);
  const some = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
  const all = often.reduce((sum, [, times]) => sum + times, 0);
  const pick = () => {
    let at = random() * all;
    return (often.find(([, times]) => (at -= times) < 0) ?? often[0])[0];
  };
  const text = (does: string) => {
    switch (does) {
      case 'type': return some(pieces);
      case 'replace': return some(texts);
      case 'ask': return some(asked);
      case 'link': return some(begins);
      default: return undefined;
    }
  };
  const start = some(begins);
  const count = 9 + Math.floor(random() * 7);
  const acts = Array.from({ length: count }, () => {
    const does = pick();
    return { does, at: [random(), random(), random(), random()], text: text(does), waits: random() < 0.75 };
  });
  return { begins: start, acts };
};

/** Two pages that know nothing of each other: one is edited, the other opens links. */
export class Pair {
  private opened = 0;
  private constructor(private readonly edited: Page, private readonly fresh: Page, private readonly complaints: string[]) {}

  static async open(browser: Browser): Promise<Pair> {
    const complaints: string[] = [];
    const page = async () => {
      const context = await browser.newContext();
      for (const name of ['recorder.js', 'seen.js', 'acts.js']) {
        await context.addInitScript({ content: readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8') });
      }
      // What a page kept of the sequence before is not what is tried.
      await context.addInitScript({ content: 'try { localStorage.clear(); } catch { /* there is none on a blank page */ }' });
      const page = await context.newPage();
      page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
      page.on('pageerror', (error) => complaints.push(String(error)));
      return page;
    };
    return new Pair(await page(), await page(), complaints);
  }

  async close() {
    await this.edited.context().close();
    await this.fresh.context().close();
  }

  /** Opens a link as if nothing had been open: the query, which the page does not know, makes it another address. */
  private async load(page: Page, fragment: string) {
    this.opened += 1;
    await page.goto(`/?set=workbench&opened=${this.opened}#${fragment}`);
    await page.evaluate(() => law.settled());
  }

  /**
   * Does the acts of a sequence, and now and then, at last at its end, holds what the page shows against what its link
   * shows. It ends at the first difference.
   */
  async run({ begins: start, acts }: Sequence, rests = 1): Promise<Outcome> {
    this.complaints.length = 0;
    await this.load(this.edited, start);
    const done: string[] = [];
    let outcome: Outcome = { link: start, done, differs: [], complaints: [] };
    for (let rest = 1; rest <= rests; rest += 1) {
      const until = Math.ceil((acts.length * rest) / rests);
      done.push(...await this.edited.evaluate(async (acts) => {
        const done: string[] = [];
        for (const act of acts) done.push(await law.act(act));
        await law.settled();
        await law.rest();
        return done;
      }, acts.slice(done.length, until)));
      const address = await this.edited.evaluate(() => location.hash.slice(1));
      await this.load(this.fresh, address);
      await this.fresh.evaluate(() => law.rest());
      let differs: string[] = [];
      // What follows by itself may take a moment more; what differs for good is a difference.
      for (let turn = 0; turn < 3; turn += 1) {
        const [here, there] = await Promise.all([this.edited, this.fresh].map((page) => page.evaluate(async () => { await law.settled(); return law.seen(); })));
        differs = difference(here, there);
        if (differs.length === 0) break;
      }
      outcome = { link: address, done, differs, complaints: [...this.complaints] };
      if (differs.length > 0 || outcome.complaints.length > 0) break;
    }
    return outcome;
  }

  /** The shortest sequence found by leaving acts out that still ends in a difference. */
  async shrink(sequence: Sequence, tries: number): Promise<[Sequence, Outcome] | undefined> {
    let least: [Sequence, Outcome] | undefined;
    let { acts } = sequence;
    if (tries > 0 && acts.length === 0) return undefined;
    for (let size = Math.ceil(acts.length / 2); size >= 1 && tries > 0;) {
      let shorter = false;
      for (let from = 0; from < acts.length && tries > 0; from += size) {
        const rest = { ...sequence, acts: acts.filter((_, at) => at < from || at >= from + size) };
        tries -= 1;
        const outcome = await this.run(rest);
        if (outcome.differs.length > 0 || outcome.complaints.length > 0) {
          least = [rest, outcome];
          acts = rest.acts;
          shorter = true;
          break;
        }
      }
      if (!shorter) size = size === 1 ? 0 : Math.floor(size / 2);
    }
    return least;
  }
}

/** Which lines only one of two pages has, in their order: `-` is what the edited page shows, `+` what its link does. */
const difference = (here: string[], there: string[]): string[] => {
  const count = (lines: string[]) => lines.reduce((counts, line) => counts.set(line, (counts.get(line) ?? 0) + 1), new Map<string, number>());
  const only = (lines: string[], others: Map<string, number>, sign: string) => lines.flatMap((line) => {
    const left = others.get(line) ?? 0;
    others.set(line, left - 1);
    return left > 0 ? [] : [`${sign} ${line}`];
  });
  const differs = [...only(here, count(there), '-'), ...only(there, count(here), '+')];
  const at = here.findIndex((line, place) => line !== there[place]);
  return differs.length > 0 || at < 0 ? differs : [`- ${here[at]}`, `+ ${there[at]}`, '(the same lines in another order)'];
};

/** A difference as it is printed. */
export const told = (seed: number, sequence: Sequence, { done, differs, complaints, link: address }: Outcome) => [
  `seed ${seed}, from /#${sequence.begins}`,
  ...done.map((act, at) => `  ${at + 1}. ${act}${sequence.acts[at].waits ? '' : ' (at once)'}`),
  `ends at /#${address}`,
  ...complaints.map((complaint) => `! ${complaint}`),
  'the page shows -, its link +:',
  ...differs.slice(0, 24).map((line) => `  ${line.slice(0, 300)}`),
  ...(differs.length > 24 ? [`  and ${differs.length - 24} lines more`] : []),
].join('\n');
