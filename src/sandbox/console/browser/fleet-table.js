/** The fleet as a table that is sorted, filtered and paged here, so that only what is seen is in the page. */

import { alertBadge, find, make, safeText, setHidden, setText } from './dom.js';
import { amount, counted, NOTHING, percent } from './format.js';

const PAGE_ROWS = 100;
const BUSY = 0.9;

export const isFiring = (pipe) => pipe.alert.state === 'ALERT';

const collator = new Intl.Collator('en', { numeric: true });
const latest = (metric) => (pipe) => pipe.latest?.[metric] ?? null;
const scale = ({ scaling }) => scaling.replicas ?? scaling.concurrency ?? null;

const KEYS = {
  name: (pipe) => pipe.name,
  service: (pipe) => pipe.service,
  kind: (pipe) => pipe.kind ?? '',
  state: (pipe) => pipe.state,
  scale,
  lag: latest('lag'),
  throughput: latest('throughput'),
  utilization: latest('utilization'),
  alert: (pipe) => pipe.alert.state,
};

// Values that are not there come last in both directions; equal ones stand by name and id.
function compare(key, sign) {
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    const order = typeof a === 'string' ? collator.compare(a, b) : a - b;
    return sign * order || collator.compare(one.name, other.name) || collator.compare(one.id, other.id);
  };
}

function textOf({ id, name, service, kind, state, alert }) {
  return [id, safeText(name), service, kind ?? '', state, alert.state].join('\n').toLowerCase();
}

function scaleText({ scaling }) {
  if (typeof scaling.replicas === 'number') return counted(scaling.replicas, 'replica');
  return typeof scaling.concurrency === 'number' ? `${scaling.concurrency} at a time` : NOTHING;
}

function createRow(id) {
  const link = make('a', { href: `#pipe=${encodeURIComponent(id)}` });
  const fill = make('span', {});
  const share = make('span', { class: 'share' });
  const badge = alertBadge();
  const cell = (column, label, ...children) =>
    make('td', { role: 'cell', class: `c-${column}`, 'data-label': label }, ...children);
  const [service, kind, state, size] = ['service', 'kind', 'state', 'scale'].map((column) => cell(column, ''));
  const [lag, throughput] = [cell('lag', 'Lag'), cell('throughput', 'Throughput')];
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' }, fill);
  const row = make(
    'tr',
    { role: 'row' },
    make('th', { role: 'rowheader', scope: 'row', class: 'c-name' }, link),
    service,
    kind,
    state,
    size,
    lag,
    throughput,
    cell('utilization', 'Utilization', bar, share),
    cell('alert', 'Lag alert', badge.element),
  );
  const update = (pipe) => {
    setText(link, safeText(pipe.name.trim() === '' ? pipe.id : pipe.name));
    setText(service, safeText(pipe.service));
    setText(kind, safeText(pipe.kind ?? NOTHING));
    setText(state, safeText(pipe.state));
    setText(size, scaleText(pipe));
    setText(lag, amount(pipe.latest?.lag));
    setText(throughput, pipe.latest === null ? NOTHING : `${amount(pipe.latest.throughput)}/s`);
    setText(share, percent(pipe.latest?.utilization));
    const used = Math.min(1, Math.max(0, pipe.latest?.utilization ?? 0));
    fill.style.width = `${used * 100}%`;
    bar.classList.toggle('busy', used >= BUSY);
    badge.set(pipe.alert.state);
  };
  return { row, link, update };
}

export function createFleetTable() {
  const [body, filter, onlyFiring] = [find('rows'), find('filter'), find('only-firing')];
  const headers = [...document.querySelectorAll('[data-column]')];
  const rows = new Map();
  let pipes = null;
  let total = 0;
  let [column, direction, page] = ['name', 'ascending', 0];

  const choose = () => {
    const words = filter.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    return pipes
      .filter((pipe) => !onlyFiring.checked || isFiring(pipe))
      .filter((pipe) => words.length === 0 || words.every((word) => textOf(pipe).includes(word)))
      .sort(compare(KEYS[column], direction === 'ascending' ? 1 : -1));
  };
  const place = (shown) => {
    const active = document.activeElement;
    const wanted = new Set(shown.map(({ id }) => id));
    for (const [id, { row }] of rows) {
      if (wanted.has(id)) continue;
      row.remove();
      rows.delete(id);
    }
    shown.forEach((pipe, index) => {
      if (!rows.has(pipe.id)) rows.set(pipe.id, createRow(pipe.id));
      const { row, update } = rows.get(pipe.id);
      update(pipe);
      if (body.children[index] !== row) body.insertBefore(row, body.children[index] ?? null);
    });
    // A row that was moved has lost the focus on its way.
    if (active !== document.activeElement && body.contains(active)) active.focus({ preventScroll: true });
  };
  const show = () => {
    if (pipes === null) return;
    const chosen = choose();
    const pages = Math.max(1, Math.ceil(chosen.length / PAGE_ROWS));
    page = Math.min(page, pages - 1);
    const first = page * PAGE_ROWS;
    const shown = chosen.slice(first, first + PAGE_ROWS);
    place(shown);
    const all =
      counted(pipes.length, 'pipe') + (pipes.length < total ? `, the first of ${total.toLocaleString('en-US')}` : '');
    setText(find('count'), chosen.length === pipes.length ? all : `${chosen.length.toLocaleString('en-US')} of ${all}`);
    setHidden(find('no-rows'), chosen.length > 0);
    setHidden(find('pages'), pages === 1);
    setText(find('page'), `Page ${page + 1} of ${pages}`);
    find('previous').disabled = page === 0;
    find('next').disabled = page === pages - 1;
  };
  const sortBy = ({ column: next, type }) => {
    const first = type === 'number' ? 'descending' : 'ascending';
    const turned = direction === 'ascending' ? 'descending' : 'ascending';
    direction = next === column ? turned : first;
    column = next;
    page = 0;
    for (const button of headers)
      button.closest('th').setAttribute('aria-sort', button.dataset.column === column ? direction : 'none');
    show();
  };
  const turn = (step) => {
    page += step;
    show();
    find('fleet').scrollIntoView();
  };

  for (const button of headers) button.addEventListener('click', () => sortBy(button.dataset));
  for (const control of [filter, onlyFiring])
    control.addEventListener('input', () => {
      page = 0;
      show();
    });
  find('previous').addEventListener('click', () => turn(-1));
  find('next').addEventListener('click', () => turn(1));

  return {
    // Of a large fleet the sandbox shows the first pipes only, and says of how many.
    update(fleet) {
      pipes = fleet.pipes;
      total = fleet.total;
      show();
    },
    focus(id) {
      (rows.get(id)?.link ?? filter).focus();
    },
  };
}
