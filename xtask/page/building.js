// Shown by `cargo xtask serve` until the page is built: asks how far the build is, says so, and loads the page then.

const at = (selector) => document.querySelector(selector);

/** Lines of a name and a value, an empty line, and a text. */
const read = (answer) => {
  const end = answer.indexOf('\n\n');
  const lines = answer.slice(0, end).split('\n');
  const fields = lines.map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]);
  return { ...Object.fromEntries(fields), text: answer.slice(end + 2) };
};

/** Writes only what changes, so that nothing is read out twice. */
const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

const show = ({ state, done, total, now, seconds, line, text }) => {
  const failed = state === 'failed';
  at('#gone').hidden = true;
  at('#failed').hidden = !failed;
  at('#building').hidden = failed;
  at('#progress').hidden = failed;
  if (failed) write(at('#failed pre'), text.trim());
  const bar = at('progress');
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const count = document.createElement('span');
  if (total === undefined) {
    bar.removeAttribute('value');
    count.textContent = time;
    at('#count').replaceChildren(count);
  } else {
    bar.max = Number(total);
    bar.value = Number(done);
    count.textContent = `${done} of ${total} pieces of this step compiled, ${time}`;
    const chinese = document.createElement('span');
    chinese.lang = 'zh-Hans';
    chinese.textContent = `此步骤已编译 ${done} / ${total} 个组件，${time}`;
    at('#count').replaceChildren(count, chinese);
  }
  write(at('#line code'), now ? now : line);
};

for (;;) {
  try {
    const answer = read(await (await fetch('/__serve/state')).text());
    if (answer.state === 'ready') {
      location.reload();
      break;
    }
    show(answer);
  } catch {
    at('#gone').hidden = false;
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
