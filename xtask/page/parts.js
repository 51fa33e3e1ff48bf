
// What brings the parts that are loaded later: the files of each, its own the last, and what proves them.
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
const bringPart = (part) => async (callback, data) => {
  const shared = PARTS[part].slice(0, -1).map((name) => instance(name, []));
  const isThere = await instance(PARTS[part].at(-1), shared).then(() => true, () => false);
  getSharedImports().__wasm_split.__indirect_function_table.get(callback)(data, isThere);
};
