// Swizzles, paddings and copies that fit a tile: what is said of the tile, and what goes into the notebook.

import { examine } from './axe';
import { expect, foreign, link, notebook, open, part, test } from './colex';
import type { Page } from '@playwright/test';
import { thorough } from './some';

const arrangement = '28nf/40gy/32mwcslbtovDEXR';
const opened = (page: Page, text: string, language = 'en') => open(page, link(text, { hb: 16, a: arrangement, l: language }));
const first = (page: Page, name: string) => part(page, name).getByRole('listitem').first();

test('two bits are right for rows of 32 halves, and three for rows of 64', async ({ page }) => {
  await opened(page, 'A = Sw<2,3,3> o _0 o (8,32):(32,1)');
  await expect(first(page, 'Finder')).toContainText('As it is: free of conflicts, counted in all 4 phases');
  await opened(page, 'A = Sw<2,3,3> o _0 o (8,64):(64,1)');
  await expect(first(page, 'Finder')).toContainText('As it is: conflicts of 2 ways; 8 of 8 phases take more than one turn');
  await first(page, 'Finder').getByRole('button', { name: 'Into the notebook' }).first().click();
  await expect(notebook(page)).toHaveValue(/swizzled = Sw<3,3,3> o _0 o \(8,64\):\(64,1\)$/);
  await expect(first(page, 'Finder')).toContainText('As it is: free of conflicts');
});

test('what is no tile gets a sentence, and an example', thorough, async ({ page }) => {
  await opened(page, 'A = 8:1');
  await expect(part(page, 'Finder')).toContainText('A tile has two modes; this layout has 1');
  await part(page, 'Finder').getByRole('button', { name: 'Write an example' }).click();
  await expect(first(page, 'Finder')).toContainText('conflicts of 8 ways');
});

test('a copy of the notebook is counted, in Chinese, and there is nothing to object to', async ({ page }) => {
  const text = 'copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})\nA = (16,64):(64,1)';
  await opened(page, text, 'zh');
  await expect(first(page, '查找')).toContainText('拷贝 copy 的访问');
  await expect(first(page, '查找')).toContainText('无冲突');
  await expect.poll(() => foreign(page, `${text} TiledCopy ThrID ValLayoutSrc ValLayoutDst ValLayoutRef ValueType ldmatrix stmatrix Sw o uint Shape Stride Layout Copy Atom half bank warp swizzle tile`)).toEqual([]);
  await examine(page);
});
