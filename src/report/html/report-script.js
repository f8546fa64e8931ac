// The filter. The script only sets `hidden`, `open` and text; the page is complete without it.
(() => {
  const find = (id) => document.getElementById(id);
  const controls = find('controls');
  if (controls === null) return;
  const [search, status, origin, matches, reset] = ['search', 'status', 'origin', 'matches', 'reset'].map(find);
  const selects = [status, origin].filter((select) => select !== null);

  /** What is found by itself: a name in a list, with the changes of its group, or a card. */
  const listUnits = (block) => {
    const names = [...block.querySelectorAll('dd')];
    if (names.length === 0) {
      const key = block.querySelector('.name').textContent;
      return [{ element: block, key, text: block.textContent.toLowerCase() }];
    }
    const changes = block.querySelector('.changes')?.textContent ?? '';
    return names.map((element) => {
      const key = `${element.parentElement.firstElementChild.textContent}/${element.textContent}`;
      return { element, key, text: `${key} ${changes}`.toLowerCase() };
    });
  };
  const sections = [...document.querySelectorAll('[data-status]')].map((element) => ({
    element,
    status: element.dataset.status,
    blocks: [...element.querySelectorAll('[data-origins]')].map((block) => ({
      element: block,
      origins: block.dataset.origins.split(' '),
      names: block.querySelector('.names'),
      units: listUnits(block),
    })),
  }));
  const allBlocks = sections.flatMap(({ blocks }) => blocks);
  const total = new Set(allBlocks.flatMap(({ units }) => units.map(({ key }) => key))).size;
  const openedBySearch = new Set();

  // Setting `hidden` to the same value still costs the browser time, for each of thousands of pipes.
  const show = (element, visible) => {
    if (element.hidden === visible) element.hidden = !visible;
    return visible;
  };
  const showCount = (count) => {
    const numbers = [...new Set([count, total])].map((number) => number.toLocaleString('en-US'));
    const words = `${numbers.join(' of ')} ${total === 1 ? 'pipe' : 'pipes'}`;
    // A screen reader repeats text that is set again.
    if (matches.textContent !== words) matches.textContent = words;
  };
  const unfold = (names, isWanted) => {
    if (isWanted && !names.open) {
      names.open = true;
      openedBySearch.add(names);
    } else if (!isWanted && openedBySearch.delete(names)) names.open = false;
  };

  const narrow = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const isSearch = words.some((word) => word !== '');
    const found = new Set();
    for (const section of sections) {
      const isOfStatus = status === null || status.value === '' || status.value === section.status;
      const shown = section.blocks.filter(({ element, origins, names, units }) => {
        const isWanted = isOfStatus && (origin === null || origin.value === '' || origins.includes(origin.value));
        const matching = units.filter((unit) => {
          const isMatch = isWanted && words.every((word) => unit.text.includes(word));
          if (isMatch) found.add(unit.key);
          return show(unit.element, isMatch);
        });
        if (names !== null) {
          for (const service of names.querySelectorAll('div')) {
            show(service, service.querySelector('dd:not([hidden])') !== null);
          }
          unfold(names, isSearch && matching.length > 0);
        }
        return show(element, matching.length > 0);
      });
      show(section.element, shown.length > 0);
    }
    showCount(found.size);
    show(find('no-match'), found.size === 0);
    show(reset, isSearch || selects.some(({ value }) => value !== ''));
  };
  const showAll = () => {
    search.value = '';
    for (const select of selects) select.value = '';
    search.focus();
    narrow();
  };

  search.addEventListener('input', narrow);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') showAll();
  });
  for (const select of selects) select.addEventListener('change', narrow);
  reset.addEventListener('click', showAll);
  controls.hidden = false;
  narrow();
})();
