// Put into the page by `cargo xtask serve` only: asks for the next build, and shows it. Where a build failed, the page
// says that it is an older one.

const own = new URL(import.meta.url).searchParams.get('build');

const ask = async (query) => {
  const answer = await (await fetch(`/__serve/state${query}`)).text();
  const [head] = answer.split('\n\n', 1);
  const field = (name) => head.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1];
  return { key: field('key'), state: field('state'), build: field('build'), text: answer.slice(head.length + 2).trim() };
};

/** The service worker of a release build would show the old page again. */
const reload = async () => {
  for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
  location.reload();
};

let banner = null;
const failed = (text) => {
  banner?.remove();
  banner = null;
  if (text === '') return;
  banner = document.createElement('details');
  banner.setAttribute('role', 'alert');
  const title = document.createElement('summary');
  title.append('The last build failed: this page is an older one. ');
  const chinese = document.createElement('span');
  chinese.lang = 'zh-Hans';
  chinese.textContent = '最近一次构建失败：此页是较旧的版本。';
  title.append(chinese);
  const detail = document.createElement('pre');
  detail.textContent = text;
  banner.append(title, detail);
  Object.assign(banner.style, {
    position: 'fixed', inset: 'auto 0 0', zIndex: '1000', maxHeight: '60vh', overflow: 'auto', padding: '0.5rem 1rem',
    font: '0.875rem/1.5 system-ui, sans-serif', color: '#3d0a0a', background: '#ffe3e0', borderTop: '2px solid #b3261e',
  });
  document.body.append(banner);
};

const hear = ({ state, build, text }) => {
  if (build !== undefined && build !== own) return void reload();
  failed(state === 'failed' ? text : '');
};

// A question for the next build holds a connection, and a browser has six to a server, however many pages are open: one
// page asks for all.
const others = new BroadcastChannel('/__serve/');
others.addEventListener('message', ({ data }) => hear(data));
ask('').then(hear, () => {});
navigator.locks.request('/__serve/', async () => {
  for (let known = ''; ;) {
    try {
      const answer = await ask(`?after=${known}`);
      known = answer.key;
      others.postMessage(answer);
      hear(answer);
    } catch {
      // The server was stopped: look for it again now and then.
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
});
