/** The table of the fleet, sorted and filtered. It begins with few rows, since a browser is slow with a thousand. */

import { find, make, safeText, setBadge, setText } from './dom.js';
import { amount, counted, NOTHING, percent } from './format.js';

const MORE_ROWS = 100;
const BUSY = 0.9;

export const isFiring = (pipe) => pipe.alert.state === 'ALERT';

const collator = new Intl.Collator('en', { numeric: true });
const latest = (metric) => (pipe) => pipe.latest?.[metric] ?? null;

const scaleOf = ({ scaling }) => scaling.replicas ?? scaling.concurrency ?? null;

function scaleText({ scaling }) {
  if (typeof scaling.replicas === 'number') return counted(scaling.replicas, 'replica');
  return typeof scaling.concurrency === 'number' ? `${scaling.concurrency} at a time` : NOTHING;
}

const rate = (value) => (value === null ? NOTHING : `${amount(value)}/s`);

// 'key' sorts the column and 'show' formats it. createRow draws the columns with 'isDrawn'.
const COLUMNS = [
  { name: 'name', title: 'Name', key: (pipe) => pipe.name, isDrawn: true },
  { name: 'service', title: 'Service', key: (pipe) => pipe.service },
  { name: 'kind', title: 'Kind', key: (pipe) => pipe.kind ?? NOTHING },
  { name: 'state', title: 'State', key: (pipe) => pipe.state, isDrawn: true },
  { name: 'scale', title: 'Scale', isNumber: true, key: scaleOf, show: (_, pipe) => scaleText(pipe) },
  { name: 'lag', title: 'Lag', isNumber: true, key: latest('lag'), show: amount },
  { name: 'throughput', title: 'Throughput', isNumber: true, key: latest('throughput'), show: rate },
  { name: 'utilization', title: 'Utilization', isNumber: true, key: latest('utilization'), isDrawn: true },
  { name: 'alert', title: 'Lag alert', key: (pipe) => pipe.alert.state, isDrawn: true },
];
const OTHER_COLUMNS = COLUMNS.slice(1);

// Null values come last in both directions. Ties are sorted by name and id.
function compare({ key }, sign) {
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    const order = typeof a === 'string' ? collator.compare(a, b) : a - b;
    return sign * order || collator.compare(one.name, other.name) || collator.compare(one.id, other.id);
  };
}

function searchText({ id, name, service, kind, state, alert }) {
  return [id, safeText(name), service, kind ?? '', state, alert.state].join('\n').toLowerCase();
}

function createRow(id) {
  const link = make('a', { href: `#pipe=${encodeURIComponent(id)}` });
  const bar = make('meter', { high: BUSY, 'aria-hidden': 'true' });
  const share = make('span', { class: 'share' });
  const [state, badge] = [make('span', {}), make('span', {})];
  const drawn = { state: [state], utilization: [bar, share], alert: [badge] };
  const cells = OTHER_COLUMNS.map(({ name }) => make('td', { class: `c-${name}` }, ...(drawn[name] ?? [])));
  const texts = OTHER_COLUMNS.flatMap((column, index) => (column.isDrawn ? [] : [[cells[index], column]]));
  const row = make('tr', {}, make('th', { scope: 'row', class: 'c-name' }, link), ...cells);
  const update = (pipe) => {
    setText(link, safeText(pipe.name.trim() === '' ? pipe.id : pipe.name));
    for (const [element, { key, show = String }] of texts) setText(element, safeText(show(key(pipe), pipe)));
    setText(share, percent(pipe.latest?.utilization));
    bar.value = pipe.latest?.utilization ?? 0;
    setBadge(state, pipe.state);
    setBadge(badge, pipe.alert.state);
  };
  return { row, link, update };
}

export function createFleetTable() {
  const [body, filter, onlyFiring] = [find('rows'), find('filter'), find('only-firing')];
  const rows = new Map();
  let fleet = null;
  let [column, direction, limit] = [COLUMNS[0], 'ascending', MORE_ROWS];

  const choose = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    return fleet.pipes
      .filter((pipe) => !onlyFiring.checked || isFiring(pipe))
      .filter((pipe) => words.every((word) => searchText(pipe).includes(word)))
      .sort(compare(column, direction === 'ascending' ? 1 : -1));
  };
  const place = (pipes) => {
    const chosenRows = pipes.map((pipe) => {
      if (!rows.has(pipe.id)) rows.set(pipe.id, createRow(pipe.id));
      const { row, update } = rows.get(pipe.id);
      update(pipe);
      return row;
    });
    if (chosenRows.length === body.children.length && chosenRows.every((row, index) => row === body.children[index]))
      return;
    const active = document.activeElement;
    body.replaceChildren(...chosenRows);
    // A moved row loses the focus.
    if (body.contains(active)) active.focus({ preventScroll: true });
  };
  const show = () => {
    if (fleet === null) return;
    const chosen = choose();
    place(chosen.slice(0, limit));
    find('more').hidden = chosen.length <= limit;
    const { pipes, total } = fleet;
    const all =
      counted(pipes.length, 'pipe') + (pipes.length < total ? `, the first of ${total.toLocaleString('en-US')}` : '');
    setText(find('count'), chosen.length === pipes.length ? all : `${chosen.length.toLocaleString('en-US')} of ${all}`);
    find('no-rows').hidden = chosen.length > 0;
  };

  const headers = COLUMNS.map((own) => {
    const { name, title, isNumber } = own;
    const button = make('button', { type: 'button' }, title, make('span', { class: 'arrow', 'aria-hidden': 'true' }));
    const kind = isNumber ? 'number' : 'text';
    const header = make('th', { scope: 'col', class: `${kind} c-${name}` }, button);
    const mark = () => header.setAttribute('aria-sort', own === column ? direction : 'none');
    button.addEventListener('click', () => {
      const turned = direction === 'ascending' ? 'descending' : 'ascending';
      direction = own === column ? turned : isNumber ? 'descending' : 'ascending';
      column = own;
      for (const each of headers) each.mark();
      show();
    });
    mark();
    return { header, mark };
  });
  find('columns').append(...headers.map(({ header }) => header));
  for (const control of [filter, onlyFiring]) control.addEventListener('input', show);
  find('more').addEventListener('click', () => {
    limit += MORE_ROWS;
    show();
  });

  return {
    update(shown) {
      fleet = shown;
      show();
    },
    focus(id) {
      (rows.get(id)?.link ?? filter).focus();
    },
  };
}
