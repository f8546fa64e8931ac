// Search, filters and folding. The script only sets `hidden`, `open` and text; the page is complete without it.
(() => {
  const find = (id) => document.getElementById(id);
  const controls = find('controls');
  if (controls === null) return;
  const [search, matches, reset] = [find('search'), find('matches'), find('reset')];
  const boxes = [...controls.querySelectorAll('input[data-filter]')];
  const groups = [...document.querySelectorAll('[data-group]')].map((element) => ({
    element,
    names: element.querySelector('.names'),
    pipes: [...element.querySelectorAll('[data-pipe]')].map((pipe) => ({ element: pipe, text: null })),
  }));
  const total = groups.reduce((sum, group) => sum + group.pipes.length, 0);
  const openedBySearch = new Set();

  const textOf = (pipe) => {
    pipe.text ??= [...pipe.element.querySelectorAll('[data-find]')]
      .map((part) => part.textContent)
      .join('\n')
      .toLowerCase();
    return pipe.text;
  };
  const chosen = (filter) =>
    boxes.filter((box) => box.dataset.filter === filter && box.checked).map((box) => box.value);
  // Setting `hidden` to the same value still costs the browser time, for each of thousands of pipes.
  const show = (element, visible) => {
    if (element.hidden === visible) element.hidden = !visible;
  };
  const showCount = (count) => {
    const numbers = [...new Set([count, total])].map((number) => number.toLocaleString('en-US'));
    const words = `${numbers.join(' of ')} ${total === 1 ? 'pipe' : 'pipes'}`;
    // A screen reader repeats text that is set again.
    if (matches.textContent !== words) matches.textContent = words;
  };

  const unfoldNames = (names, isWanted) => {
    if (isWanted && !names.open) {
      names.open = true;
      openedBySearch.add(names);
    } else if (!isWanted && openedBySearch.delete(names)) names.open = false;
  };

  const narrow = () => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const [statuses, origins] = [chosen('status'), chosen('origin')];
    let count = 0;
    for (const { element, names, pipes } of groups) {
      const shown = pipes.filter((pipe) => {
        const { pipe: status, origins: own = '' } = pipe.element.dataset;
        const matching =
          (statuses.length === 0 || statuses.includes(status)) &&
          (origins.length === 0 || own.split(' ').some((origin) => origins.includes(origin))) &&
          words.every((word) => textOf(pipe).includes(word));
        show(pipe.element, matching);
        return matching;
      });
      show(element, shown.length > 0);
      if (names !== null) {
        const isNamed = shown.some((pipe) => pipe.element.localName === 'li');
        show(names, isNamed);
        unfoldNames(names, words.length > 0 && isNamed);
      }
      count += shown.length;
    }
    showCount(count);
    show(find('no-match'), count === 0);
    show(reset, words.length + statuses.length + origins.length > 0);
  };

  const showAll = () => {
    search.value = '';
    for (const box of boxes) box.checked = false;
    search.focus();
    narrow();
  };
  const setOpen = (open) => {
    for (const { element } of groups.flatMap(({ pipes }) => pipes))
      if (element.localName === 'details' && !element.hidden) element.open = open;
  };

  search.addEventListener('input', narrow);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') showAll();
  });
  for (const box of boxes) box.addEventListener('change', narrow);
  reset.addEventListener('click', showAll);
  find('unfold').addEventListener('click', () => setOpen(true));
  find('fold').addEventListener('click', () => setOpen(false));
  controls.hidden = false;
  narrow();
})();
