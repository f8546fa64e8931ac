// The filter. The script only sets `hidden`, `open` and text; the page is complete without it.
(() => {
  const find = (id) => document.getElementById(id);
  const [controls, search, matches, reset] = ['controls', 'search', 'matches', 'reset'].map(find);
  if (controls === null) return;
  const selects = [...controls.querySelectorAll('select')];

  /** What is found by itself: a name in a list, with the changes of its group, or the whole block. */
  const listUnits = (block) => {
    const names = [...block.querySelectorAll('dd')];
    const words = (names.length === 0 ? block : block.querySelector('.changes'))?.textContent ?? '';
    const units = names.map((element) => ({
      element,
      key: `${element.parentElement.firstElementChild.textContent}/${element.textContent}`,
    }));
    if (names.length === 0) units.push({ element: block, key: block.querySelector('.name')?.textContent });
    return units.map(({ element, key }) => ({ element, key, text: `${key} ${words}`.toLowerCase() }));
  };
  const blocks = [...document.querySelectorAll('[data-status]')].map((element) => ({
    element,
    names: element.querySelector('.names'),
    units: listUnits(element),
  }));
  const sections = document.querySelectorAll('section:has([data-status])');
  const total = new Set(blocks.flatMap(({ units }) => units.map(({ key }) => key))).size;
  const openedBySearch = new Set();

  // Setting `hidden` to the same value still costs the browser time, for each of thousands of pipes.
  const show = (element, isShown) => {
    if (element.hidden === isShown) element.hidden = !isShown;
    return isShown;
  };
  const hasShown = (element, selector) => element.querySelector(`${selector}:not([hidden])`) !== null;
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
  const isChosen = ({ dataset }) =>
    selects.every(({ id, value }) => value === '' || dataset[id].split(' ').includes(value));

  const narrow = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const isSearch = words.some((word) => word !== '');
    const found = new Set();
    for (const { element, names, units } of blocks) {
      const isWanted = isChosen(element);
      const matching = units.filter((unit) =>
        show(unit.element, isWanted && words.every((word) => unit.text.includes(word))),
      );
      for (const { key } of matching) found.add(key);
      show(element, matching.length > 0);
      if (names === null) continue;
      for (const service of names.querySelectorAll('div')) show(service, hasShown(service, 'dd'));
      unfold(names, isSearch && matching.length > 0);
    }
    for (const section of sections) show(section, hasShown(section, '[data-status]'));
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
