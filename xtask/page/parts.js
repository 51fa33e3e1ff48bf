
// What brings the parts that are loaded later. A table of its own, which no first picture waits for, has the files of each
// part, the styles first and its own code the last, and what proves them: the digest begins with what the name has of it.
const TABLE = '{{table}}';
const table = colex && colex.file(TABLE, '{{table-integrity}}').then((answer) => answer.json()).then(({ files, parts }) => {
  const hash = (digest) => atob(digest).slice(0, 8).replace(/[^]/g, (byte) => (256 + byte.charCodeAt()).toString(16).slice(1));
  const named = files.map(([name, digest]) => [name.replace('.', `-${hash(digest)}.`), `sha256-${digest}`]);
  colex.parts = Object.fromEntries(Object.entries(parts).map(([part, numbers]) => [part, numbers.map((number) => named[number][0])]));
  return new Map(named);
});
// What the first picture does not run has a file of its own, which follows the module and which every part has among its
// files. Where a press or a rare link wants something of it before, the page stands still until it is there; which functions
// are in it is measured so that this is rare, and never while the page goes.
const REST = '{{rest}}';
let isWhole = !REST;
let code;
const restComes = () => code ??= colex.file(REST, '{{rest-integrity}}').then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()));
const joinRest = (module) => {
  if (isWhole) return;
  new WebAssembly.Instance(module, { '{{first}}': wasm });
  wasm.{{there}}.value = 1;
  isWhole = true;
};
const whole = async () => isWhole || restComes().then(joinRest).catch((error) => {
  code = undefined;
  throw error;
});
const bringRest = () => {
  const request = new XMLHttpRequest();
  request.open('GET', REST, false);
  // Bytes as letters: a page that waits can read nothing else.
  request.overrideMimeType('text/plain; charset=x-user-defined');
  try {
    request.send();
  } catch (error) {
    // What called cannot go on, and the page says so.
    throw new WebAssembly.RuntimeError(error.message);
  }
  joinRest(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt())));
};
const proved = async (name) => colex.file(name, (await table).get(name));
const instances = {};
const instance = (name, others) => instances[name] ??= Promise.all([proved(name), ...others])
  .then(async ([answer]) => WebAssembly.instantiate(await answer.arrayBuffer(), getSharedImports()))
  .catch((error) => {
    // It came and found no room: it may the next time.
    delete instances[name];
    throw error;
  });
// One style for all of them, and one of their own for some.
const styled = (name) => instances[name] ??= proved(name).then(async (answer) => {
  const sheet = new CSSStyleSheet();
  await sheet.replace(await answer.text());
  document.adoptedStyleSheets.push(sheet);
});
const bringPart = (part) => async (callback, data) => {
  await table;
  const files = colex.parts[part];
  const shared = files.slice(0, -1).map((name) => (name.endsWith('.css') ? styled(name) : name === REST ? whole() : instance(name, [])));
  const isThere = await instance(files.at(-1), shared).then(() => true, () => false);
  getSharedImports().__wasm_split.__indirect_function_table.get(callback)(data, isThere);
};
