// Brings the files of the page: each is asked for until it is there, and every place that waits says how it stands.
// This stands in front of both scripts, since either may fail to come; whichever runs first does it.
globalThis.colex ??= typeof document === 'undefined' ? null : (() => {
  // All in milliseconds. Of a wait this short nothing is said, so that nothing flashes.
  const SHORT = 300;
  const SLOW = 4_000;
  // How long a file may take before it is asked for once more beside the first time, and the longest pause.
  const PATIENCE = 15_000;
  const LONGEST = 60_000;
  const LOADING = 1;
  const SLOWLY = 2;
  const FAILED = 3;
  const STAGES = ['', 'loading', 'slow', 'failed'];

  // What is on its way, by its name: how long each has been asked for, and how to ask again.
  const asked = new Map();
  // The elements that say how the files of a part stand; one that names no part speaks of all.
  const places = new Set();

  const stageOf = ({ running, since, hasFailed }) => {
    const waited = performance.now() - since;
    if (running.length === 0) return FAILED;
    if (waited >= SLOW) return SLOWLY;
    return waited >= SHORT ? LOADING : hasFailed ? FAILED : 0;
  };
  // Until it is known what a part is made of, it waits for whatever is on its way.
  const filesOf = ({ dataset }) => [...asked].filter(([name]) => !dataset.part || (colex.parts[dataset.part]?.includes(name) ?? true));

  const say = () => {
    for (const place of places) {
      // What stood there in case that no script comes.
      place.querySelector('.late')?.remove();
      const stage = STAGES[Math.max(0, ...filesOf(place).map(([, file]) => stageOf(file)))];
      if ((place.dataset.stage ?? '') === stage) continue;
      const sentence = document.getElementById(`wait-${stage}`);
      if (stage === '' || sentence === null) {
        delete place.dataset.stage;
        place.replaceChildren();
        delete place.line;
        continue;
      }
      if (place.line === undefined) {
        place.append(document.getElementById('wait').content.cloneNode(true));
        place.line = place.querySelector('p:last-of-type');
        place.button = place.querySelector('button');
        place.button.addEventListener('click', () => filesOf(place).forEach(([, file]) => file.again()));
        // One of many that wait for the same is heard.
        const isHeard = [...places].every((other) => other === place || other.dataset.part !== place.dataset.part || other.line === undefined);
        if (isHeard && !place.parentElement.closest('[role=status]')) place.line.setAttribute('role', 'status');
      }
      place.dataset.stage = stage;
      place.button.hidden = stage === 'loading';
      place.line.replaceChildren(sentence.content.cloneNode(true));
    }
  };
  customElements.define('part-wait', class extends HTMLElement {
    connectedCallback() {
      places.add(this);
      say();
    }

    disconnectedCallback() {
      places.delete(this);
    }
  });

  // What index.html has to say.
  const show = (id, press) => {
    const message = document.getElementById(id);
    message.hidden = false;
    message.querySelector('button')?.addEventListener('click', press);
    return message;
  };

  // The tags of the script and of the style with which the page came.
  const tags = () => ['script[type=module]', 'link[rel=stylesheet]'].map((kind) => document.querySelector(`${kind}[integrity]`));

  // What serves an older version from a cache is taken away first. The document is kept when the page goes.
  const loadNewer = async () => {
    try {
      await (await navigator.serviceWorker?.getRegistration())?.unregister();
    } catch {
      // In a frame of another site, or with storage switched off, there is none.
    }
    location.reload();
  };

  // A file that does not come may be gone, because another version of the page stands there now.
  let isSeeking = false;
  const seekNewer = async () => {
    if (isSeeking) return;
    isSeeking = true;
    const names = (text) => String(text.match(/(app|style)-[0-9a-f]{16}/g));
    const over = new AbortController();
    setTimeout(() => over.abort(), PATIENCE);
    try {
      const answer = await fetch(new URL('.', document.baseURI), { cache: 'no-store', signal: over.signal });
      const [own, theirs] = [names(tags().map((tag) => tag?.outerHTML).join()), names(await answer.text())];
      if (answer.ok && /app.*style/.test(theirs) && own !== theirs) show('newer', loadNewer);
    } catch {
      // No network: nothing is known of another version.
    }
    isSeeking = false;
  };

  /**
   * What `attempt` brings, however often it has to be made: after a failure with growing pauses, and beside an attempt
   * that has no answer, which may still have one. It is given its number and a signal that it is given up.
   */
  const bring = (name, attempt) => {
    if (asked.has(name)) return asked.get(name).whole;
    const file = { running: [], since: 0, hasFailed: false };
    asked.set(name, file);
    file.whole = new Promise((resolve) => {
      let [number, pause, timer] = [0, 1_000];
      const go = async () => {
        const own = new AbortController();
        if (file.running.length === 0) {
          file.since = performance.now();
          // The clock of the timers may run a little ahead.
          for (const wait of [SHORT, SLOW]) setTimeout(say, wait + 20);
        }
        // A connection that never answers is given back: a browser has few.
        if (file.running.push(own) > 2) file.running.shift().abort();
        clearTimeout(timer);
        timer = setTimeout(go, Math.min(PATIENCE * 2 ** number, LONGEST));
        say();
        try {
          const whole = await attempt(number++, own.signal);
          clearTimeout(timer);
          asked.delete(name);
          // Others have nothing left to say.
          const others = file.running.filter((other) => other !== own);
          file.running = [];
          others.forEach((other) => other.abort());
          resolve(whole);
        } catch {
          if (!file.running.includes(own)) return;
          file.running = file.running.filter((other) => other !== own);
          seekNewer();
          if (file.running.length > 0) return;
          file.hasFailed = true;
          clearTimeout(timer);
          timer = setTimeout(go, pause);
          pause = Math.min(2 * pause, LONGEST);
        }
        say();
      };
      file.again = () => {
        pause = 1_000;
        go();
      };
      go();
    });
    return file.whole;
  };
  addEventListener('online', () => asked.forEach((file) => file.again()));

  /** The answer that holds a file, whole and unaltered: with an integrity the browser reads all of it first. */
  const file = (name, integrity) => bring(name, async (number, signal) => {
    // What a cache holds unfinished or altered is passed by.
    const answer = await fetch(name, { integrity, signal, cache: number ? 'reload' : 'default' });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer;
  });

  // A sheet that failed may be there, with nothing in it.
  const isStyled = () => getComputedStyle(document.documentElement).getPropertyValue('--ground') !== '';

  /** A script or a style that the page itself asks for, once it `isThere`. */
  const tag = async (place, isThere) => {
    while (!tags()[place]) await new Promise((resolve) => setTimeout(resolve, 50));
    const first = tags()[place];
    const from = first.src ? 'src' : 'href';
    const name = first.getAttribute(from);
    return bring(name, (number, signal) => new Promise((resolve, reject) => {
      let element = first;
      const hear = () => {
        element.addEventListener('load', resolve);
        element.addEventListener('error', reject);
      };
      if (number === 0) {
        if (isThere()) resolve();
        hear();
        // It may have failed before this script was there to hear of it. When the page has loaded, or a while after the
        // last byte, what is not there will not come.
        const give = () => isThere() || reject();
        if (document.readyState === 'complete') give();
        addEventListener('load', give);
        setTimeout(() => performance.getEntriesByName(first[from]).length > 0 && give(), 1_000);
        return;
      }
      // First whether it comes at all, by a request that can be given up; then under another address, for a browser
      // joins a request to one that it still waits for, and remembers which scripts failed.
      fetch(first[from], { integrity: first.integrity, signal, cache: 'reload' }).then((answer) => {
        if (!answer.ok) throw new Error(answer.statusText);
        element = document.createElement(first.localName);
        for (const { name, value } of first.attributes) element.setAttribute(name, value);
        element[from] = `${name}?${number}`;
        hear();
        first.after(element);
      }).catch(reject);
    }));
  };

  return { parts: {}, file, show, tag, style: tag(1, isStyled) };
})();
