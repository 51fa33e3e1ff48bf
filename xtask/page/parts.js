
// What brings the parts that are loaded later. A table of its own, which no first picture waits for, has the files of each
// part, the style first and its own the last, and what proves them.
const TABLE = '{{table}}';
const table = colex && colex.file(TABLE, '{{table-integrity}}').then((answer) => answer.json()).then((table) => {
  colex.parts = table.parts;
  return table;
});
const proved = async (name) => colex.file(name, (await table).files[name]);
const instances = {};
const instance = (name, others) => instances[name] ??= Promise.all([proved(name), ...others])
  .then(async ([answer]) => WebAssembly.instantiate(await answer.arrayBuffer(), getSharedImports()))
  .catch((error) => {
    // It came and found no room: it may the next time.
    delete instances[name];
    throw error;
  });
// One style for all of them.
const styled = (name) => instances[name] ??= proved(name).then(async (answer) => {
  const sheet = new CSSStyleSheet();
  await sheet.replace(await answer.text());
  document.adoptedStyleSheets.push(sheet);
});
const bringPart = (part) => async (callback, data) => {
  const [style, ...files] = (await table).parts[part];
  const shared = [styled(style), ...files.slice(0, -1).map((name) => instance(name, []))];
  const isThere = await instance(files.at(-1), shared).then(() => true, () => false);
  getSharedImports().__wasm_split.__indirect_function_table.get(callback)(data, isThere);
};
