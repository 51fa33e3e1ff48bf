// A text that is a program: nothing of it is red that is no mistake about layouts, what it does not say is asked for, and
// what is answered travels in its link.

import { examine } from './axe';
import { test, expect, link, notebook, open } from './colex';

const kernel = `__global__ void gemm(int M, int N, int K, float const* A, int ldA) {
  auto prob = make_shape(M, N, K);
  auto tiler = make_shape(Int<128>{}, Int<128>{}, Int<8>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(Int<1>{}, ldA));
  auto at = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, at, Step<_1, X, _1>{});
  __shared__ float smemA[1024];
  Tensor sA = make_tensor(make_smem_ptr(smemA), make_layout(make_shape(Int<128>{}, Int<8>{})));
  auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}));
  Tensor tAsA = local_partition(sA, tA, threadIdx.x);
  __syncthreads();
}
`;

const python = `import cutlass.cute as cute

@cute.jit
def tiles(tid: int):
    a = cute.make_layout((4, 8), stride=(8, 1))
    b = cute.logical_divide(a, (2, 4))
    print(b(tid))
`;

test('a kernel comes alive without a red line, and a thread is turned', async ({ page }) => {
  await open(page, `#${link(kernel)}`);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await expect(inputs.getByRole('status').first()).toHaveText('Read as C++: 9 statements about layouts, 1 other left out');
  await expect(page.locator('.wrongs')).toHaveCount(0);
  await expect(page.locator('.editor .wrong')).toHaveCount(0);
  const thread = inputs.getByRole('textbox', { name: 'threadIdx.x' });
  await expect(thread).toHaveValue('0');
  const value = page.locator('.values .value', { hasText: 'tAsA' });
  await expect(value).toContainText('smem_ptr[32b](…) o (_4,_1):(_32,_0)');
  await value.click();
  await expect(page.getByRole('region', { name: 'Operands and result' })).toContainText('local_partition');
  await inputs.getByRole('button', { name: 'threadIdx.x + 1' }).click();
  await expect(thread).toHaveValue('1');
  await expect(value).toContainText('smem_ptr[32b](…+1) o (_4,_1):(_32,_0)');
  await thread.press('ArrowUp');
  await expect(value).toContainText('(…+2)');
  await inputs.getByRole('button', { name: 'M ÷ 2' }).click();
  await expect(page.locator('.values .value', { hasText: 'prob' })).toContainText('(256,512,512)');
  await expect(notebook(page)).toHaveValue(`// inputs: M = 256; threadIdx.x = 2\n${kernel}`);
  await expect(value).toHaveAttribute('aria-current', 'true');
  await examine(page);
  // What was said travels with the link, and the document is called as before.
  await expect(page.getByRole('tab', { name: 'gemm' })).toHaveCount(1);
  await page.reload();
  await expect(thread).toHaveValue('2');
  await expect(page.getByRole('tab', { name: 'gemm' })).toHaveCount(1);
  await expect(value).toContainText('(…+2)');
  await inputs.getByRole('button', { name: 'threadIdx.x as at first' }).click();
  await inputs.getByRole('button', { name: 'M as at first' }).click();
  await expect(notebook(page)).toHaveValue(kernel);
  await expect(thread).toHaveValue('0');
  // What it is read as can be said, and taken back.
  const reading = inputs.getByRole('combobox', { name: 'Read the text' });
  await reading.selectOption('as Python');
  await expect(inputs.getByRole('status').first()).toContainText('Read as Python');
  await expect(notebook(page)).toHaveValue(`# inputs: read as = Python\n${kernel}`);
  await reading.selectOption("as CuTe's notation");
  await expect(page.locator('.wrongs')).not.toHaveCount(0);
  await reading.selectOption('by itself');
  await expect(notebook(page)).toHaveValue(kernel);
  await expect(inputs.getByRole('status').first()).toContainText('Read as C++');
});

test('what is no value of an input is said, and changes nothing', async ({ page }) => {
  await open(page, `#${link(kernel)}`);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const size = inputs.getByRole('textbox', { name: 'ldA' });
  await size.fill('12x');
  await size.press('Enter');
  await expect(inputs).toContainText('“12x” is not understood here: size');
  await expect(size).toHaveAttribute('aria-invalid', 'true');
  await expect(notebook(page)).toHaveValue(kernel);
  await size.press('Escape');
  await expect(size).toHaveValue('512');
  await expect(size).toHaveAttribute('aria-invalid', 'false');
  // What is undone in the text is undone in the field.
  await size.fill('1024');
  await size.press('Enter');
  await expect(notebook(page)).toHaveValue(`// inputs: ldA = 1024\n${kernel}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(size).toHaveValue('512');
});

test('a notebook becomes a program as it is pasted, in Chinese and narrow, and a notebook again', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, `#${link('A = (4,8):(8,1)', { l: 'zh' })}`);
  await page.locator('.pane-tabs').getByText('笔记本').click();
  await notebook(page).fill(python);
  const inputs = page.getByRole('region', { name: '输入' });
  await expect(inputs.getByRole('status').first()).toContainText('按 Python 读取');
  const thread = inputs.getByRole('textbox', { name: 'tid' });
  await thread.fill('3');
  await thread.press('Enter');
  await expect(notebook(page)).toHaveValue(`# inputs: tid = 3\n${python}`);
  await expect(page.locator('.values .value', { hasText: 'b(tid)' })).toContainText('24');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await examine(page);
  await notebook(page).fill('A = (4,8):(8,1)');
  await expect(inputs).toBeHidden();
  await expect(page.locator('.values .value').first()).toContainText('(4,8):(8,1)');
});

test('a log is read, and what was not printed is asked for', async ({ page }) => {
  await open(page, `#${link('tCrA : ptr[16b](0x7f54b9fff9e0) o ((_2,_2),_4):((_1,_2),_4)\nmA shape\n!cute.layout<"(?,4):(1,?)">')}`);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await expect(page.locator('.wrongs')).toHaveCount(0);
  await expect(inputs.getByRole('textbox')).toHaveCount(2);
});

test('an atom that only an input has is loaded for it', async ({ page }) => {
  await open(page, `#${link('void f() {\n  auto part = thr_mma.partition_C(gC);\n}\n')}`);
  await expect(page.locator('.values .value', { hasText: 'part' })).toContainText('gmem_ptr[16b](…) o ((2,2),4,8):((1,4096),16384,16)');
});
