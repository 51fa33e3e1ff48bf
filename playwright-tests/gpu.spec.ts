// The layout as a kernel on a GPU: here the browser's software adapter, which computes the same.

import { test, expect, link, notebook, open, part } from './colex';
import { thorough } from './some';

test('the kernel of the first layout agrees with the algebra', async ({ page }) => {
  await open(page);
  const gpu = part(page, 'On this GPU');
  await gpu.getByRole('button', { name: 'Check on the GPU' }).click();
  await expect(gpu.getByRole('status')).toHaveText(/^All 18 indices computed on .* equal the algebra's\.$/);
  await gpu.getByText('The kernel in WGSL').click();
  await expect(gpu.getByText('@compute')).toBeVisible();
  // What was computed of this layout says nothing about another one.
  await notebook(page).fill('(4,4):(-1,4)');
  await expect(gpu.getByRole('status')).toHaveText('');
  await gpu.getByRole('button', { name: 'Check on the GPU' }).click();
  await expect(gpu.getByRole('status')).toHaveText(/^All 16 indices .* equal/);
});

const refused: [layout: string, why: string][] = [
  ['make_identity_layout(make_shape(4,8))', 'is a basis vector'],
  ['(0,4):(1,2)', 'has an extent below 1'],
  ['(1000000000,1000000000):(1,1000000000)', 'elements'],
  ['(2,2):(1,4611686018427387904)', '32-bit integers'],
];

for (const [layout, why] of refused) {
  test(`a refusal says why: ${layout}`, thorough, async ({ page }) => {
    await open(page, link(layout));
    const gpu = part(page, 'On this GPU');
    await gpu.getByRole('button', { name: 'Check on the GPU' }).click();
    await expect(gpu.getByRole('status')).toContainText(why);
  });
}

test('without WebGPU everything else works', async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }); });
  await open(page);
  const gpu = part(page, 'On this GPU');
  await gpu.getByRole('button', { name: 'Check on the GPU' }).click();
  await expect(gpu.getByRole('status')).toContainText('No GPU is available');
});
