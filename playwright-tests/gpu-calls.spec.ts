// Each call of WebGPU throws, rejects, or is never answered: a sentence, and the next run is right.

import type { Page } from '@playwright/test';
import { test, expect, link, open, part } from './colex';
import { asks } from './some';

const throws = ['GPU.requestAdapter', 'GPUAdapter.requestDevice', 'GPUDevice.createBuffer', 'GPUDevice.createQuerySet',
  'GPUDevice.createShaderModule', 'GPUDevice.createBindGroupLayout', 'GPUDevice.createPipelineLayout', 'GPUDevice.createComputePipeline',
  'GPUDevice.createBindGroup', 'GPUDevice.createCommandEncoder', 'GPUDevice.pushErrorScope', 'GPUDevice.popErrorScope',
  'GPUCommandEncoder.beginComputePass', 'GPUCommandEncoder.copyBufferToBuffer', 'GPUCommandEncoder.resolveQuerySet', 'GPUCommandEncoder.clearBuffer',
  'GPUCommandEncoder.finish', 'GPUComputePassEncoder.setPipeline', 'GPUComputePassEncoder.setBindGroup',
  'GPUComputePassEncoder.dispatchWorkgroups', 'GPUComputePassEncoder.end', 'GPUQueue.submit', 'GPUQueue.writeBuffer',
  'GPUQueue.onSubmittedWorkDone', 'GPUBuffer.mapAsync', 'GPUBuffer.getMappedRange', 'GPUBuffer.unmap', 'GPUBuffer.destroy', 'GPUShaderModule.getCompilationInfo'];
const answers = ['GPU.requestAdapter', 'GPUAdapter.requestDevice', 'GPUDevice.popErrorScope', 'GPUQueue.onSubmittedWorkDone',
  'GPUBuffer.mapAsync', 'GPUShaderModule.getCompilationInfo'];
const table = [...throws.map((call) => [call, 'throws']), ...answers.map((call) => [call, 'rejects']), ...answers.map((call) => [call, 'never answers'])];
/** What stands for its kind in an ordinary run. */
const first = ['GPUDevice.createBuffer throws', 'GPUDevice.createQuerySet throws', 'GPUBuffer.mapAsync rejects', 'GPUBuffer.mapAsync never answers'];

const breakCall = (page: Page, call: string, way: string) => page.evaluate(({ call, way }) => {
  const [owner, name] = call.split('.') as [string, string];
  const prototype = (globalThis as unknown as Record<string, { prototype: Record<string, unknown> }>)[owner].prototype;
  const good = prototype[name];
  Object.assign(window, { mended: () => { prototype[name] = good; }, called: 0 });
  prototype[name] = () => {
    (window as unknown as { called: number }).called += 1;
    if (way === 'throws') throw new TypeError('no such thing');
    if (way === 'rejects') return Promise.reject(new DOMException('no such thing', 'OperationError'));
    return new Promise(() => {});
  };
}, { call, way });

for (const [number, [call, way]] of table.entries()) {
  const isFirst = first.includes(`${call} ${way}`);
  if (!isFirst && !asks(table.length, number + 1)) continue;
  test(`${call} ${way}`, async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await open(page, link('A = (4,8):(8,1)', { s: 0, r: 'copy(n=1024)', a: '24ng/76r' }));
    const panel = part(page, 'On this GPU');
    const run = panel.getByRole('button', { name: 'Run', exact: true });
    await expect(run).toBeVisible();
    await breakCall(page, call, way);
    await run.click();
    const cancel = panel.getByRole('button', { name: 'Cancel' });
    const said = panel.getByText(way === 'never answers' ? /has not answered/ : /no such thing|could not be read back|no GPU|not let this page/i);
    // What is not called, or not needed, does no harm.
    await expect(said.or(panel.getByText(/^✓Right: /)).first()).toBeVisible({ timeout: 12_000 });
    await expect(page.locator('main')).not.toContainText(/JsValue|wasm-function/);
    const isCalled = await page.evaluate(() => (window as unknown as { called: number }).called > 0);
    // Whether a check of a shader was answered changes nothing that is computed.
    if (isCalled && way === 'throws' && !/destroy|ErrorScope|CompilationInfo/.test(call)) await expect(panel.getByText(/^✓Right: /)).toHaveCount(0);
    await page.evaluate(() => { (window as unknown as { mended(): void }).mended(); });
    if (await cancel.isVisible()) await cancel.click();
    await run.click();
    await expect(panel.getByText(/^✓Right: /).first()).toBeVisible();
    await expect(page.getByText('Something in Colex broke')).toBeHidden();
    expect(faults).toEqual([]);
  });
}
