
// A script of its own, which has the page's script asked for until that runs.
colex.tag(0, () => colex.runs);

// What the notebook says, while the page is on its way. What is packed, or kept here, waits for the page.
// The letters are those of `document/src/escape.rs`.
{
  const place = document.getElementById('first-text');
  const [version, written] = location.hash.slice(1).split(';;');
  try {
    if (version === 'v1') {
      const plain = { '~': '(', '/': ')', '+': ' ', ';': '\n', '.': '%' };
      // As much of it as there is room for, up to a whole character: one beyond ASCII takes up to four `.XX`.
      const shown = written.length > 4000 ? written.slice(0, 4000).replace(/(\.[0-9A-F]{0,2})+$/, '') : written;
      place.textContent = decodeURIComponent(shown.replace(/[~/+;.]/g, (letter) => plain[letter]));
    } else if (!version && !Object.keys(localStorage).some((key) => key.startsWith('colex.tab.'))) {
      place.textContent = place.dataset.first;
    }
  } catch {
    // A link that is damaged, or storage that is switched off: the page says so.
  }
}
