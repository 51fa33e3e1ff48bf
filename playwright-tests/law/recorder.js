// Runs in the page before its own script: keeps what each canvas was drawn by since it was last cleared, makes pauses
// short, and knows when nothing more follows.

(() => {
  const law = (window.law ??= {});

  // Of each canvas the calls that made what stands on it.
  const frames = new WeakMap();
  const begin = (canvas) => frames.set(canvas, []);
  const number = (value) => Math.round(value * 100) / 100;
  const digest = (bytes) => {
    let sum = 0x811c9dc5;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
    return sum.toString(36);
  };
  const spelled = (value) => {
    if (typeof value === 'number') return number(value);
    if (value instanceof HTMLCanvasElement) return `[${(frames.get(value) ?? []).join(' ')}]`;
    if (value instanceof ImageData) return `${value.width}x${value.height}#${digest(value.data)}`;
    return String(value);
  };
  // What a call draws with besides what it is given.
  const tools = {
    fillRect: ['fillStyle'], fill: ['fillStyle'], fillText: ['fillStyle', 'font', 'textAlign', 'textBaseline'],
    strokeRect: ['strokeStyle', 'lineWidth'], stroke: ['strokeStyle', 'lineWidth'], strokeText: ['strokeStyle', 'font', 'textAlign'],
    drawImage: ['imageSmoothingEnabled'],
  };
  const silent = new Set(['measureText', 'getImageData', 'getTransform', 'getLineDash', 'isPointInPath', 'isPointInStroke', 'getContextAttributes', 'createImageData', 'setTransform']);
  const prototype = CanvasRenderingContext2D.prototype;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || name === 'constructor' || silent.has(name)) continue;
    prototype[name] = function (...given) {
      // The page clears a canvas whole before it draws, and puts images into one that has nothing else.
      if (name === 'clearRect' || name === 'reset' || name === 'putImageData') begin(this.canvas);
      if (name !== 'clearRect' && name !== 'reset') {
        const own = (tools[name] ?? []).map((tool) => this[tool]);
        const alpha = this.globalAlpha === 1 ? [] : [`alpha ${this.globalAlpha}`];
        if (!frames.has(this.canvas)) begin(this.canvas);
        frames.get(this.canvas).push(`${name}(${given.map(spelled).join(',')})${[...own, ...alpha].map((one) => ` ${one}`).join('')}`);
      }
      return value.apply(this, given);
    };
  }
  for (const side of ['width', 'height']) {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      configurable: true, enumerable: true, get, set(value) { set.call(this, value); begin(this); },
    });
  }

  /** What stands on a canvas: the calls that drew it. */
  law.drawn = (canvas) => frames.get(canvas) ?? [];

  // A pause of the page lasts an eighth of what it does otherwise; whoever waits for the page waits for those pauses.
  const quicker = 8;
  const waiting = new Set();
  const plain = { setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window), requestAnimationFrame: window.requestAnimationFrame.bind(window), cancelAnimationFrame: window.cancelAnimationFrame.bind(window) };
  window.setTimeout = (run, delay = 0, ...given) => {
    const own = {};
    if (delay < 3000) waiting.add(own);
    const id = plain.setTimeout(() => { waiting.delete(own); byId.delete(id); run(...given); }, delay / quicker);
    byId.set(id, own);
    return id;
  };
  const byId = new Map();
  window.clearTimeout = (id) => { waiting.delete(byId.get(id)); byId.delete(id); plain.clearTimeout(id); };
  const framesById = new Map();
  window.requestAnimationFrame = (run) => {
    const own = {};
    waiting.add(own);
    const id = plain.requestAnimationFrame((time) => { waiting.delete(own); framesById.delete(id); run(time); });
    framesById.set(id, own);
    return id;
  };
  window.cancelAnimationFrame = (id) => { waiting.delete(framesById.get(id)); framesById.delete(id); plain.cancelAnimationFrame(id); };
  // What is on its way from the network.
  const fetch = window.fetch.bind(window);
  window.fetch = (...given) => {
    const own = {};
    waiting.add(own);
    const answer = fetch(...given);
    answer.then(() => {}, () => {}).finally(() => plain.setTimeout(() => waiting.delete(own), 50));
    return answer;
  };

  let changes = 0;
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => { changes += 1; }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  });

  /** One frame, and what follows it. */
  law.frame = () => new Promise((resolve) => { plain.requestAnimationFrame(() => plain.setTimeout(resolve, 0)); });

  /** Waits until the page is whole and nothing more follows by itself; at most so many milliseconds. */
  law.settled = async (longest = 15_000) => {
    const until = performance.now() + longest;
    for (let calm = 0, before = -1; calm < 3 && performance.now() < until;) {
      await law.frame();
      const still = waiting.size === 0 && changes === before && document.documentElement.hasAttribute('data-ready');
      before = changes;
      calm = still ? calm + 1 : 0;
    }
  };
})();
