// What the page does in a browser beyond showing itself: search, filters and folding. It reads text and sets `hidden` and
// `open`, and never writes HTML. The page has all of its content without it.
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
  const show = (element, visible) => {
    if (element.hidden === visible) element.hidden = !visible;
  };
  const say = (count) => {
    const pipes = total === 1 ? 'pipe' : 'pipes';
    const words =
      count === total
        ? total.toLocaleString('en-US')
        : `${count.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
    if (matches.textContent !== `${words} ${pipes}`) matches.textContent = `${words} ${pipes}`;
  };

  const unfoldNames = (names, wanted) => {
    if (names === null) return;
    if (wanted && !names.open) {
      names.open = true;
      openedBySearch.add(names);
    } else if (!wanted && openedBySearch.delete(names)) names.open = false;
  };

  const narrow = () => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const [statuses, origins] = [chosen('status'), chosen('origin')];
    let count = 0;
    for (const { element, names, pipes } of groups) {
      let inGroup = 0;
      let named = 0;
      for (const pipe of pipes) {
        const { pipe: status, origins: own = '' } = pipe.element.dataset;
        const matching =
          (statuses.length === 0 || statuses.includes(status)) &&
          (origins.length === 0 || own.split(' ').some((origin) => origins.includes(origin))) &&
          words.every((word) => textOf(pipe).includes(word));
        show(pipe.element, matching);
        if (matching) inGroup += 1;
        if (matching && pipe.element.localName === 'li') named += 1;
      }
      show(element, inGroup > 0);
      if (names !== null) show(names, named > 0);
      unfoldNames(names, words.length > 0 && named > 0);
      count += inGroup;
    }
    say(count);
    show(find('no-match'), count === 0);
    show(reset, words.length + statuses.length + origins.length > 0);
  };

  let pending = 0;
  const narrowSoon = () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(narrow);
  };
  const showAll = () => {
    search.value = '';
    for (const box of boxes) box.checked = false;
    search.focus();
    narrow();
  };
  const setOpen = (open) => {
    for (const { pipes } of groups)
      for (const { element } of pipes) if (element.localName === 'details' && !element.hidden) element.open = open;
  };

  search.addEventListener('input', narrowSoon);
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
