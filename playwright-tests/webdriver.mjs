// WebKit as people have it on Linux: GNOME's MiniBrowser, which the driver of Debian's package `webkit2gtk-driver` starts
// and leads by the protocol of the W3C, on a screen of its own (`Xvfb`).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Where distributions put the browser that belongs to the driver, which is not on the path. */
const minibrowsers = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '']
  .flatMap((machine) => ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`.replace('//', '/')));

/** How the protocol spells keys that write nothing. */
const keys = {
  Control: '\uE009', Shift: '\uE008', Alt: '\uE00A', Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003', Delete: '\uE017', Tab: '\uE004',
  Home: '\uE011', End: '\uE010', PageUp: '\uE00E', PageDown: '\uE00F', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015',
};

/** How long the driver may take for anything, in milliseconds. */
const LONGEST = 90_000;

/** How long a browser that is told to end may take for it, in milliseconds. One that hangs does not end by being told. */
export const LEAVE = 10_000;

const freePort = () => new Promise((resolve, reject) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  }).on('error', reject);
});

/** A program of ours, which says what it said if it does not start. */
const start = (program, parameters, options) => {
  const child = spawn(program, parameters, options);
  child.on('error', (error) => { throw new Error(`${program}: ${error.message}`); });
  return child;
};

/** Starts the driver and a browser; `home` is where it keeps and downloads what it does. */
export const webkit = async ({ driver, home, fileExists }) => {
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = await new Promise((resolve) => { screen.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`)); });
  const port = await freePort();
  const env = {
    ...process.env, DISPLAY: display, HOME: home, XDG_DOWNLOAD_DIR: home, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LANGUAGE: 'en', LC_ALL: 'C.UTF-8',
    // There is no GPU, and nothing that a picture would have to be shared with.
    LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  };
  // A group of its own, to which the browsers belong that it starts.
  const program = start(driver, [`--port=${port}`], { env, stdio: ['ignore', 'ignore', 'ignore'], detached: true });
  const kill = () => { process.kill(-program.pid, 'SIGKILL'); screen.kill(); };
  process.once('exit', kill);
  const call = async (method, path, body) => {
    const signal = AbortSignal.timeout(LONGEST);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), signal })
      .catch((error) => { throw new Error(`${path}: ${error.message}`); });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  for (let attempt = 0; await call('GET', '/status').then(() => false, () => true); attempt += 1) {
    assert.ok(attempt < 100, `${driver} does not answer`);
    await pause(100);
  }
  const binary = minibrowsers.find(fileExists);
  const options = { args: ['--automation'], ...(binary && { binary }) };
  const { sessionId, capabilities } = await call('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
  const session = `/session/${sessionId}`;
  const act = (id, type, actions, more = {}) => call('POST', `${session}/actions`, { actions: [{ id, type, actions, ...more }] });
  const strokes = (names) => [
    ...names.map((name) => ({ type: 'keyDown', value: keys[name] ?? name })),
    ...names.toReversed().map((name) => ({ type: 'keyUp', value: keys[name] ?? name })),
  ];
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    // It says nothing of its console; what breaks the page is said on the page.
    complaints: [],
    resize: (width, height) => call('POST', `${session}/window/rect`, { width, height: height + 38 }),
    goto: (url) => call('POST', `${session}/url`, { url }),
    reload: () => call('POST', `${session}/refresh`, {}),
    back: () => call('POST', `${session}/back`, {}),
    run: (work, ...given) => call('POST', `${session}/execute/sync`, { script: `return (${work})(...arguments)`, args: given }),
    click: (x, y) => act('mouse', 'pointer', [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 },
    ], { parameters: { pointerType: 'mouse' } }),
    press: (...names) => act('keyboard', 'key', strokes(names)),
    type: (text) => act('keyboard', 'key', [...text].flatMap((letter) => strokes([letter === '\n' ? 'Enter' : letter]))),
    picture: async () => Buffer.from(await call('GET', `${session}/screenshot`), 'base64'),
    close: async () => {
      await Promise.race([call('DELETE', session).catch(() => {}), pause(LEAVE, undefined, { ref: false })]);
      kill();
      process.off('exit', kill);
    },
  };
};
