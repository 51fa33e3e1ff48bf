
// A script of its own, which has the page's script asked for until that runs.
colex.tag(0, () => colex.runs);
