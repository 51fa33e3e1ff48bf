// Put into the page by `cargo xtask serve` only: asks for the number of the build, and reloads when it has changed.
const address = '/__serve/build';
let known = null;
for (;;) {
  try {
    const answer = await fetch(known === null ? address : `${address}?after=${known}`);
    const build = await answer.text();
    if (known !== null && build !== known) location.reload();
    known = build;
  } catch {
    // The server was stopped: look for it again now and then.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
