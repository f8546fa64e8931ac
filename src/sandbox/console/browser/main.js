/** Reads the fleet every two seconds and shows it, or one pipe when the address is `#pipe=ID&window=6h`. */
import { createCharts } from './charts.js';
import { find, make, safeText, setBadge, setText } from './dom.js';
import { createEditForm } from './edit-form.js';
import { Refused, repeat, request, send, Unreachable } from './feed.js';
import { createFleetTable, isFiring } from './fleet-table.js';
import { amount, dayAndTime, NOTHING } from './format.js';

const PAUSE_MS = 2_000;
const NOTICE_MS = 6_000;
const CLOCK_MS = 500;
const TITLE = document.title;
const FACTS = ['Id', 'Service', 'Kind', 'State', 'Alert', 'Alert evaluated'];
const windows = [...document.querySelectorAll('input[name=window]')];
// Shown until the series of a newly selected pipe arrive.
const NO_SERIES = { at: [], stepMs: 0, metrics: {} };

let fleet = null;
let panel = null;
let isLost = false;
let noticeTimer = 0;

// An empty text hides the notice. Without 'passing' it stays until the next one.
function notice(text, variantClass, passing) {
  clearTimeout(noticeTimer);
  setText(find('notice'), safeText(text));
  find('notice').className = text === '' ? 'notice' : `notice seen ${variantClass}`;
  if (passing) noticeTimer = setTimeout(() => notice('', '', false), NOTICE_MS);
}

function explain(error) {
  if (error instanceof Refused) return notice(error.message, 't-bad', true);
  if (!(error instanceof Unreachable)) throw error;
  isLost = true;
  clock.stop();
  document.body.classList.add('lost');
  notice('The sandbox does not respond. The page shows the latest data that it has. Trying again.', 't-bad', false);
}

async function update() {
  try {
    const contract = panel === null ? request('/_sandbox/console/contract.json') : null;
    const [latest, rules] = await Promise.all([request('/_sandbox/fleet'), contract]);
    fleet = latest;
    panel ??= createPipePanel(rules.fields);
    clock.update(fleet);
    showTotals();
    await show();
    if (isLost) notice('The sandbox responds again.', 't-good', true);
    isLost = false;
    document.body.classList.remove('lost');
  } catch (error) {
    explain(error);
  }
}

function showTotals() {
  const firing = fleet.pipes.filter(isFiring).length;
  const sum = (metric) => fleet.pipes.reduce((total, { latest }) => total + (latest?.[metric] ?? 0), 0);
  setText(find('total-pipes'), fleet.total.toLocaleString('en-US'));
  setText(find('total-firing'), firing.toLocaleString('en-US'));
  setText(find('total-lag'), amount(sum('lag')));
  setText(find('total-throughput'), amount(sum('throughput')));
  find('total-firing-box').classList.toggle('firing', firing > 0);
}

async function show() {
  const address = readAddress();
  find('fleet').hidden = address.id !== null;
  find('pipe').hidden = address.id === null;
  const pipe = fleet.pipes.find(({ id }) => id === address.id);
  document.title = address.id === null ? TITLE : `${safeText(pipe?.name ?? address.id)} · ${TITLE}`;
  if (address.id === null) table.update(fleet);
  else await panel(pipe, address);
}

function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const window =
    windows.find(({ value }) => value === parameters.get('window')) ??
    windows.find(({ defaultChecked }) => defaultChecked);
  return { id: parameters.get('pipe'), window: window.value };
}

// The simulated time in the header and its buttons.
function createClock() {
  const now = find('now');
  const speeds = [...document.querySelectorAll('[data-speed]')];
  const advance = document.querySelector('[data-advance]');
  let known = null;

  const tick = () => {
    if (known === null) return;
    const at = known.now + (performance.now() - known.seen) * known.speed;
    setText(now, dayAndTime(at));
    now.dateTime = new Date(at).toISOString();
  };
  const change = async (body) => {
    await send('POST', '/_sandbox/clock', body).catch(explain);
    await refresh();
  };
  for (const button of speeds) button.addEventListener('click', () => change({ speed: Number(button.dataset.speed) }));
  advance.addEventListener('click', () => change({ advance: advance.dataset.advance }));
  setInterval(tick, CLOCK_MS);

  return {
    update({ now, speed }) {
      known = { now, speed, seen: performance.now() };
      for (const button of speeds) button.setAttribute('aria-pressed', String(Number(button.dataset.speed) === speed));
      setText(find('speed'), speed === 0 ? 'Paused' : `Runs at ${speed}×`);
      tick();
    },
    stop() {
      known = null;
    },
  };
}

function createPipePanel(rules) {
  const draw = createCharts();
  const edit = createEditForm(rules, refresh);
  const facts = FACTS.map(() => make('dd', {}));
  const rows = FACTS.map((title, index) => make('div', {}, make('dt', {}, title), facts[index]));
  find('pipe-facts').append(...rows);
  for (const input of windows)
    input.addEventListener('change', () => {
      const address = new URLSearchParams({ pipe: readAddress().id, window: input.value });
      history.replaceState(null, '', `#${address}`);
      refresh();
    });

  let drawn = null;
  const showSeries = async (pipe, window) => {
    try {
      const series = await request(`/_sandbox/pipes/${encodeURIComponent(pipe.id)}/series?window=${window}`);
      const now = readAddress();
      if (now.id === pipe.id && now.window === window) draw(series, window, pipe.alert.threshold);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(find('series-note'), `No series: ${safeText(error.message)}`);
    }
  };

  return async (pipe, { id, window }) => {
    const missing = pipe === undefined;
    find('pipe-missing').hidden = !missing;
    find('pipe-body').hidden = missing;
    find('pipe-alert').hidden = missing;
    setText(find('pipe-name'), safeText(missing || pipe.name.trim() === '' ? id : pipe.name));
    if (missing) return;
    const { service, kind, state, alert } = pipe;
    setBadge(find('pipe-alert'), alert.state);
    const values = [id, service, kind ?? NOTHING, state, alert.id, `${dayAndTime(Date.parse(alert.updatedAt))} UTC`];
    for (const [index, value] of values.entries()) setText(facts[index], safeText(value));
    for (const input of windows) if (input.value === window) input.checked = true;
    edit(pipe);
    if (drawn !== id) draw(NO_SERIES, window, alert.threshold);
    drawn = id;
    await showSeries(pipe, window);
  };
}

let opened = readAddress().id;
addEventListener('hashchange', () => {
  const before = opened;
  opened = readAddress().id;
  if (fleet === null) return;
  show().catch(explain);
  if (opened === before) return;
  if (opened === null) table.focus(before);
  else {
    scrollTo(0, 0);
    find('pipe-name').focus();
  }
});
// The skip link must not change the fragment, which selects the pipe.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  find('content').focus();
});

const table = createFleetTable();
const clock = createClock();
const refresh = repeat(update, PAUSE_MS);
