// A static server as strict as the strictest host: exact names, exact types, the headers that the build asks for, no
// rewriting, at `/` and at `/colex/`.
// `node playwright-tests/serve.mjs [PORT]` serves dist/ until it is stopped.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
};

/** What the build asks hosts to say, from `_headers`: an address, or `/*` for all, and under it fields. */
const asked = async (address) => {
  const fields = {};
  let holds = false;
  for (const line of (await readFile(join(dist, '_headers'), 'utf8').catch(() => '')).split('\n')) {
    if (line.startsWith('/')) holds = line === '/*' || line === address;
    else if (holds && line !== '') fields[line.slice(0, line.indexOf(':')).trim()] = line.slice(line.indexOf(':') + 1).trim();
  }
  return fields;
};

/**
 * Serves on a free port, or the given one. `isolated` adds the headers that exact clocks and memory figures need;
 * `packed` sends what the build has packed with brotli, as most hosts do.
 */
export const serve = ({ port = 0, isolated = false, packed = false } = {}) => new Promise((resolve, reject) => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const within = decodeURIComponent(pathname.startsWith('/colex/') ? pathname.slice('/colex'.length) : pathname);
    const said = await asked(within);
    const answer = (status, type, body, encoding) => {
      response.writeHead(status, {
        // What is not there has no policy: tests put pages of another site in its place.
        ...(status === 200 && said),
        'Content-Type': type,
        ...(encoding && { 'Content-Encoding': encoding }),
        ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }),
      });
      response.end(body);
    };
    const file = normalize(join(dist, within.endsWith('/') ? `${within}index.html` : within));
    const type = types[extname(file)];
    if (type === undefined || !file.startsWith(dist.endsWith(sep) ? dist : dist + sep)) {
      return answer(404, 'text/plain', 'not found');
    }
    const small = packed ? await readFile(`${file}.br`).catch(() => undefined) : undefined;
    if (small !== undefined) return answer(200, type, small, 'br');
    try {
      answer(200, type, await readFile(file));
    } catch {
      answer(404, 'text/plain', 'not found');
    }
  });
  const listen = () => server.listen(port, '127.0.0.1');
  // A port that was asked for may be taken for a moment: by a connection to elsewhere, or by the server before.
  let tries = 50;
  server.on('error', (error) => {
    if (error.code === 'EADDRINUSE' && port !== 0 && (tries -= 1) > 0) setTimeout(listen, 200);
    else reject(error);
  });
  server.on('listening', () => resolve({
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => { server.closeAllConnections(); server.close(); },
  }));
  listen();
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve({ port: Number(process.argv[2] ?? 0) });
  console.log(url);
}
