import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.mjs';
import { all } from './some';

// The thorough run tries sequences of edits that nobody has tried, other ones each day; their seeds stand in the names.
if (all) process.env.COLEX_LAW_FROM ??= String(1000 * Math.floor(Date.now() / 86_400_000));

// Below the ports that Linux gives to whatever connects to somewhere.
const port = Number(process.env.COLEX_PORT ?? 21730);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // What fails is asked again by `cargo xtask test` when all else has ended, alone (`verdict.ts`): that decides.
  retries: 0,
  forbidOnly: true,
  grepInvert: all ? undefined : /@thorough/,
  fullyParallel: true,
  // Half as many again as cores: much of a test is waiting for what the page does a moment later.
  workers: Math.ceil(1.5 * availableParallelism()),
  // A software GPU on two cores is slow, and other programs may keep both: only what hangs ends by this. A test that waits
  // for a state ends as soon as it is there, and waits for each no longer than below.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./verdict.ts']],
  // A trace of every step takes half as long again as the tests.
  // What a service worker has kept is no part of most tests; it fetches the whole page besides.
  use: { serviceWorkers: 'block', baseURL: `http://127.0.0.1:${port}`, trace: process.env.COLEX_TRACE ? 'retain-on-failure' : 'off', screenshot: 'only-on-failure' },
  projects: [
    { name: 'desktop', use: { browserName: 'chromium', viewport: { width: 1280, height: 800 }, launchOptions } },
  ],
  webServer: {
    command: `node serve.mjs ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
