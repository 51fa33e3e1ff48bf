// The house around the page: it loads at any path, asks nobody else for anything, and works with the network cut.

import { examine } from './axe';
import { test, expect, type Page } from '@playwright/test';
import { link } from './link.mjs';
import { serve } from './serve.mjs';
import { ordinary, thorough } from './some';

const paths = ['/', '/colex/'];

// The service worker is part of it.
test.use({ serviceWorkers: 'allow' });

/** Opens the page and waits until it has been mounted and painted. */
const open = async (page: Page, address: string) => {
  const response = await page.goto(address);
  await expect(page.locator('html[data-ready]')).toBeAttached();
  return response;
};

for (const path of paths) {
  test(`loads without a complaint at ${path}`, ordinary(path !== '/'), async ({ page, baseURL }) => {
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
    // What the policy refuses is an event in the page, also where the console says nothing.
    await page.exposeFunction('complain', (text: string) => complaints.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        (window as unknown as { complain: (text: string) => void })
          .complain(`policy: ${event.violatedDirective} refused ${event.blockedURI}`);
      });
    });

    await open(page, path);
    await expect(page.getByText('Loading Colex')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.evaluate(() => navigator.serviceWorker.ready);

    expect(complaints).toEqual([]);
    expect(requests.length).toBeGreaterThan(3);
    const foreign = requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${baseURL}${path}`));
    expect(foreign).toEqual([]);
  });

  test(`works offline after the first visit at ${path}`, ordinary(path !== '/'), async ({ page, context }) => {
    // A server of its own, which can be stopped: what the service worker asks for does not pass through `setOffline`.
    const server = await serve();
    const address = `${server.url}${path}`;
    await open(page, address);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    // The table for screen readers follows the picture a moment later.
    await expect(page.getByRole('gridcell', { selected: true }).first()).toBeAttached();
    const before = await page.locator('body').innerText();

    await context.setOffline(true);
    server.close();
    for (const again of [address, `${address}?lang=zh`, `${address}index.html`]) {
      const response = await open(page, again);
      expect(response?.fromServiceWorker(), again).toBe(true);
    }
    await open(page, address);
    await page.reload();
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await expect.poll(() => page.locator('body').innerText()).toBe(before);
  });

  test(`an unknown address at ${path} is not found`, ordinary(path !== '/'), async ({ page }) => {
    const response = await page.goto(`${path}no-such-page`);
    expect(response?.status()).toBe(404);
  });
}

test('lessons and sheets work offline after the first visit', async ({ page, context }) => {
  const server = await serve();
  await open(page, server.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await context.setOffline(true);
  server.close();
  await page.goto('about:blank');
  await open(page, `${server.url}/#${link('', { le: 's,0,cosize-of-layout.1;41;p' })}`);
  const rail = page.locator('.rail');
  await rail.getByLabel('Your name').fill('Ada');
  await rail.getByRole('button', { name: 'Begin' }).click();
  await expect(rail.locator('.rail-words')).toContainText('cosize');
  await page.goto('about:blank');
  await open(page, `${server.url}/#${link('', { le: 'table,1' })}`);
  await expect(rail.locator('.rail-words')).not.toBeEmpty();
});

test('what is loaded is what was built', async ({ page, request }) => {
  await open(page, '/');
  const loaded = page.locator('script, link[rel=stylesheet]');
  await expect(loaded).toHaveCount(3);
  for (const element of await loaded.all()) {
    await expect(element).toHaveAttribute('integrity', /^sha256-[A-Za-z0-9+/]{43}=$/);
    await expect(element).toHaveAttribute('crossorigin', 'anonymous');
    const address = await element.getAttribute('src') ?? await element.getAttribute('href') ?? '';
    expect(address).toMatch(/^(again|app|style)-[0-9a-f]{16}\.(js|css)$/);
    expect((await request.get(address)).ok()).toBe(true);
  }
});

test('no script and no style stands in the page itself', async ({ request }) => {
  const text = await (await request.get('/')).text();
  expect(text).toContain('Content-Security-Policy');
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=/);
});

test('a browser without WebAssembly gets a sentence', async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(window, 'WebAssembly', { value: undefined }); });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('needs WebAssembly');
  await expect(page.getByText('Loading Colex')).toHaveCount(0);
});

test('a browser without JavaScript gets a sentence', thorough, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/`);
  // By its element: Playwright's searches by text leave `noscript` out.
  await expect(page.locator('noscript p').first()).toContainText('It needs JavaScript');
  await expect(page.locator('noscript p').first()).toBeVisible();
  await expect(page.locator('#loading')).toBeHidden();
  await context.close();
});

test('another site may show it in a frame', async ({ page, baseURL }) => {
  // The same machine by another name is another site.
  await page.goto(`${baseURL}/no-such-page`.replace('127.0.0.1', 'localhost'));
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
  }, `${baseURL}/colex/`);
  await expect(page.frameLocator('iframe').locator('html[data-ready]')).toBeAttached();
});

test('the manifest and its icons are there', async ({ request }) => {
  const manifest = await request.get('/colex/manifest.webmanifest');
  expect(manifest.headers()['content-type']).toBe('application/manifest+json');
  for (const { src } of (await manifest.json()).icons) {
    expect((await request.get(`/colex/${src}`)).ok(), src).toBe(true);
  }
});

for (const kind of ['error', 'unhandledrejection']) {
  test(`a page that broke says so, and is loaded again (${kind})`, ordinary(kind === 'error'), async ({ page }) => {
    await open(page, `/#${link('A = (2,3):(3,1)')}`);
    const banner = page.getByRole('alert');
    // What a browser says of itself and of scripts that are not the page's is none of it.
    await page.evaluate(() => { dispatchEvent(new ErrorEvent('error', { error: new Error('of somebody else') })); });
    await expect(banner).toHaveCount(0);
    await page.evaluate((kind) => {
      const error = new WebAssembly.RuntimeError('unreachable');
      const promise = Promise.reject(error);
      promise.catch(() => {});
      dispatchEvent(kind === 'error' ? new ErrorEvent('error', { error }) : new PromiseRejectionEvent('unhandledrejection', { promise, reason: error }));
    }, kind);
    await expect(banner).toContainText('Something in Colex broke');
    await examine(page);
    await banner.getByRole('button').click();
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Notebook' })).toHaveValue('A = (2,3):(3,1)');
  });
}

test('every crate of the page is listed with its licence, from the help', thorough, async ({ page, context }) => {
  await open(page, '/colex/');
  await page.getByRole('button', { name: 'Help' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('dialog', { name: 'Help' }).getByRole('link', { name: 'What Colex is made of, with its licences' }).click();
  const licences = await opened;
  await expect(licences).toHaveURL(/\/colex\/licences\.html$/);
  const inside = licences.getByRole('region', { name: 'In the page' });
  for (const [name, licence] of [['leptos', 'MIT'], ['wgpu', 'MIT OR Apache-2.0'], ['Rust standard library', 'MIT OR Apache-2.0']]) {
    const row = inside.getByRole('row').filter({ has: licences.getByRole('rowheader', { name, exact: true }) });
    await expect(row).toContainText(licence);
    await expect(row.getByRole('link').first()).toHaveAttribute('href', /^https:\/\//);
    const text = await row.getByRole('link').last().getAttribute('href');
    await expect(licences.locator(`${text} pre`)).toContainText(/Permission is hereby granted|Apache License/);
  }
  await examine(licences);
  await licences.emulateMedia({ colorScheme: 'dark' });
  await examine(licences, { rules: ['color-contrast', 'link-in-text-block'] });
  await licences.getByRole('link', { name: 'Back to Colex' }).click();
  await expect(licences.locator('html[data-ready]')).toBeAttached();
});

test('the headers that a host should send are written, and the page works with them', async ({ request }) => {
  const rules = await (await request.get('/')).headers();
  expect(rules['content-security-policy']).toContain("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
  // Lectures and notes may show the page in a frame.
  expect(rules['content-security-policy']).not.toContain('frame-ancestors');
  expect(rules['x-frame-options']).toBeUndefined();
  expect(rules['x-content-type-options']).toBe('nosniff');
  expect(rules['referrer-policy']).toBe('no-referrer');
  expect(rules['permissions-policy']).toContain('camera=()');
  expect(rules['cache-control']).toBe('no-cache');
  const page = await (await request.get('/')).text();
  expect(page).toContain(`content="${rules['content-security-policy']}"`);
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
  const script = page.match(/src="(app-[0-9a-f]{16}\.js)"/)?.[1];
  expect((await request.get(`/${script}`)).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
});
