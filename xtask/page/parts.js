
// What brings the parts that are loaded later: the files of each, the style first and its own the last, and what proves
// them.
const FILES = {{files}};
const PARTS = {{parts}};
const instances = {};
const instance = (name, others) => instances[name] ??= Promise.all([colex.file(name, FILES[name]), ...others])
  .then(async ([answer]) => WebAssembly.instantiate(await answer.arrayBuffer(), getSharedImports()))
  .catch((error) => {
    // It came and found no room: it may the next time.
    delete instances[name];
    throw error;
  });
// One style for all of them.
const styled = (name) => instances[name] ??= colex.file(name, FILES[name]).then(async (answer) => {
  const sheet = new CSSStyleSheet();
  await sheet.replace(await answer.text());
  document.adoptedStyleSheets.push(sheet);
});
const bringPart = (part) => async (callback, data) => {
  const [style, ...files] = PARTS[part];
  const shared = [styled(style), ...files.slice(0, -1).map((name) => instance(name, []))];
  const isThere = await instance(files.at(-1), shared).then(() => true, () => false);
  getSharedImports().__wasm_split.__indirect_function_table.get(callback)(data, isThere);
};
