// What `cargo xtask serve` shows while nothing is built, when a build fails, and after the next. The folder and the
// command that fills it are this test's own; the server is the real one.

import { examine } from './axe';
import { test, expect, type Page } from '@playwright/test';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ordinary, thorough } from './some';

test.skip(process.platform === 'win32', 'the command is a script for sh');

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let server: ChildProcess;
let address: string;

const save = (name: string, text = '') => writeFileSync(join(folder, name), text);

test.beforeAll(() => {
  // Compiled already, where everything is tested.
  test.setTimeout(600_000);
  const { status } = spawnSync('cargo', ['build', '--quiet', '--bin', 'xtask-server', '--features', 'colex/cli,colex/serde,xtask-builder/release'], { cwd: root, stdio: 'inherit' });
  expect(status).toBe(0);
});

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colex-serve-'));
  for (const name of ['dist', 'source']) mkdirSync(join(folder, name));
  save('source/text', 'first');
  // Waits until it may go on; fails while the source is wrong.
  save('build.sh', `cd '${folder}'
    printf '    Building [==>    ] 37/214: leptos, syn\\r' >&2
    until test -e go; do test -d source || exit 1; sleep 0.05; done
    if grep --quiet wrong source/text; then echo 'error: <b>this</b> is wrong'; exit 1; fi
    printf '<!DOCTYPE html><html lang="en"><head><title>Built</title></head><body><h1>%s</h1></body></html>' "$(cat source/text)" > dist/index.html`);
  const program = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug', 'xtask-server');
  const watched = ['--watch', join(folder, 'source')];
  server = spawn(program, [join(folder, 'dist'), '--port', '0', ...watched, '--run', 'sh', join(folder, 'build.sh')]);
  for await (const line of createInterface({ input: server.stdout! })) {
    address = line.split(' ')[0];
    break;
  }
  server.stdout!.resume();
  server.stderr!.resume();
});

test.afterEach(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const expectAccessible = async (page: Page) => {
  await examine(page);
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, ordinary(colorScheme === 'light'), () => {
    test.use({ colorScheme });

    test('a page says how far the build is, and becomes the page', async ({ page }) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => { if (/policy|Refused/i.test(message.text())) complaints.push(message.text()); });

      const response = await page.goto(`${address}#v1;;kept`);
      expect(response?.status()).toBe(503);
      await expect(page.getByRole('heading', { name: 'Building Colex… 正在构建 Colex……' })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveAttribute('value', '37');
      await expect(page.getByText('37 of 214 pieces of this step compiled')).toBeVisible();
      await expect(page.getByText('此步骤已编译 37 / 214 个组件')).toBeVisible();
      await expect(page.getByText('leptos, syn')).toBeVisible();
      await expectAccessible(page);

      save('source/text', 'wrong');
      save('go');
      await expect(page.getByRole('alert').getByRole('heading', { name: 'The build failed 构建失败' })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('error: <b>this</b> is wrong');
      await expect(page.getByText('Building Colex')).toBeHidden();
      await expectAccessible(page);

      save('source/text', 'right');
      await expect(page.getByRole('heading', { name: 'right' })).toBeVisible();
      await expect(page).toHaveURL(/#v1;;kept$/);
      expect(complaints).toEqual([]);
    });
  });
}

test('eight open pages all follow what is saved, and none waits for another', thorough, async ({ context }) => {
  save('go');
  const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  for (const page of pages) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'first' })).toBeVisible();
  }
  save('source/text', 'second');
  for (const page of pages) await expect(page.getByRole('heading', { name: 'second' })).toBeVisible();

  save('source/text', 'wrong');
  for (const page of pages) {
    await expect(page.getByRole('heading', { name: 'second' })).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'The last build failed: this page is an older one' });
    await expect(alert).toBeVisible();
    await alert.getByText('最近一次构建失败').click();
    await expect(alert).toContainText('error: <b>this</b> is wrong');
  }
  // The one that asks for all goes away: another takes its place.
  await pages.shift()!.close();
  save('source/text', 'third');
  for (const page of pages) {
    await expect(page.getByRole('heading', { name: 'third' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('a page says that the server is gone', async ({ page }) => {
  await page.goto(address);
  server.kill();
  await expect(page.getByText('The server does not answer')).toBeVisible();
});
