/** Reads the fleet every two seconds and shows what the address asks for: the fleet, or one pipe as in `#pipe=ID&window=6h`. */
import { createCharts } from './charts.js';
import { alertBadge, find, make, safeText, setHidden, setText } from './dom.js';
import { createEditForm } from './edit-form.js';
import { ask, Refused, repeat, send, Unreachable } from './feed.js';
import { createFleetTable, isFiring } from './fleet-table.js';
import { amount, dayAndTime, NOTHING } from './format.js';

const PAUSE_MS = 2_000;
const NOTICE_MS = 6_000;
const TITLE = document.title;
const CLOCK_MS = 500;
const windows = [...document.querySelectorAll('input[name=window]')];
// What stands in the charts until the series of another pipe are there.
const NO_SERIES = { at: [], stepMs: 0, metrics: {} };

let fleet = null;
let panel = null;
let connection = 'new';
let noticeTimer = 0;

// An empty text takes the notice away; one that does not pass stays until the next.
function notice(text, tone, passing) {
  clearTimeout(noticeTimer);
  const box = find('notice');
  setText(box, safeText(text));
  box.className = text === '' ? 'notice' : `notice seen ${tone}`;
  if (passing) noticeTimer = setTimeout(() => notice('', '', false), NOTICE_MS);
}

function explain(error) {
  if (error instanceof Unreachable) lose();
  else if (error instanceof Refused) notice(error.message, 't-bad', true);
  else throw error;
}

function lose() {
  connection = 'lost';
  clock.stop();
  document.body.classList.add('lost');
  notice('The sandbox does not answer. What you see is what it said last. Trying again.', 't-bad', false);
}

function regain() {
  if (connection === 'lost') notice('The sandbox answers again.', 't-good', true);
  connection = 'there';
  document.body.classList.remove('lost');
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

// Shows the fleet, or the one pipe of the address.
async function show() {
  const address = readAddress();
  const isFleet = address.id === null;
  setHidden(find('fleet'), !isFleet);
  setHidden(find('pipe'), isFleet);
  if (isFleet) {
    document.title = TITLE;
    table.update(fleet);
    return;
  }
  const pipe = fleet.pipes.find(({ id }) => id === address.id);
  document.title = `${safeText(pipe?.name ?? address.id)} · ${TITLE}`;
  await panel(pipe, address);
}

async function update() {
  try {
    const contract = panel === null ? ask('/_sandbox/console/contract.json') : null;
    const answers = await Promise.all([ask('/_sandbox/fleet'), contract]);
    fleet = answers[0];
    panel ??= createPipePanel(answers[1].fields, refresh);
    clock.update(fleet);
    showTotals();
    await show();
    regain();
  } catch (error) {
    explain(error);
  }
}

function refresh() {
  return cycle();
}

// The simulated time in the header and the buttons that change it. `refresh` reads the fleet again, `fail` shows an error.
function createClock(refresh, fail) {
  const now = find('now');
  const speeds = [...document.querySelectorAll('[data-speed]')];
  let known = null;

  const show = () => {
    if (known === null) return;
    const at = known.now + (performance.now() - known.seen) * known.speed;
    setText(now, dayAndTime(at));
    now.dateTime = new Date(at).toISOString();
  };
  const move = async (change) => {
    try {
      await send('POST', '/_sandbox/clock', change);
    } catch (error) {
      fail(error);
    }
    await refresh();
  };

  for (const button of speeds) button.addEventListener('click', () => move({ speed: Number(button.dataset.speed) }));
  const advance = document.querySelector('[data-advance]');
  advance.addEventListener('click', () => move({ advance: advance.dataset.advance }));
  setInterval(show, CLOCK_MS);

  return {
    update(fleet) {
      known = { now: fleet.now, speed: fleet.speed, seen: performance.now() };
      for (const button of speeds)
        button.setAttribute('aria-pressed', String(Number(button.dataset.speed) === fleet.speed));
      setText(find('speed'), fleet.speed === 0 ? 'Paused' : `Runs at ${fleet.speed}×`);
      show();
    },
    stop() {
      known = null;
    },
  };
}

function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const window =
    windows.find(({ value }) => value === wanted.get('window')) ?? windows.find(({ defaultChecked }) => defaultChecked);
  return { id: wanted.get('pipe'), window: window.value };
}

function createPipePanel(rules, refresh) {
  const badge = alertBadge();
  find('pipe-alert').append(badge.element);
  const draw = createCharts();
  const edit = createEditForm(rules, refresh);
  const facts = ['Id', 'Service', 'Kind', 'State', 'Alert', 'Alert evaluated'].map((title) => {
    const value = make('dd', {});
    find('pipe-facts').append(make('div', {}, make('dt', {}, title), value));
    return value;
  });

  for (const input of windows)
    input.addEventListener('change', () => {
      const address = new URLSearchParams({ pipe: readAddress().id, window: input.value });
      history.replaceState(null, '', `#${address}`);
      refresh();
    });

  let drawn = null;
  const showSeries = async (pipe, window) => {
    try {
      const series = await ask(`/_sandbox/pipes/${encodeURIComponent(pipe.id)}/series?window=${window}`);
      const now = readAddress();
      if (now.id === pipe.id && now.window === window) draw(series, window, pipe.alert.threshold);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(find('series-note'), `No series: ${safeText(error.message)}`);
    }
  };

  return async (pipe, { id, window }) => {
    const missing = pipe === undefined;
    setHidden(find('pipe-missing'), !missing);
    setHidden(find('pipe-body'), missing);
    setHidden(badge.element, missing);
    setText(find('pipe-name'), safeText(missing || pipe.name.trim() === '' ? id : pipe.name));
    if (missing) return;
    badge.set(pipe.alert.state);
    const { service, kind, state, alert } = pipe;
    const values = [id, service, kind ?? NOTHING, state, alert.id, `${dayAndTime(Date.parse(alert.updatedAt))} UTC`];
    for (const [index, value] of values.entries()) setText(facts[index], safeText(value));
    for (const input of windows) if (input.value === window) input.checked = true;
    edit(pipe);
    if (drawn !== id) {
      drawn = id;
      draw(NO_SERIES, window, alert.threshold);
    }
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
// The fragment names the pipe, so the link that skips must leave it alone.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  find('content').focus();
});

const table = createFleetTable();
const clock = createClock(refresh, explain);
const cycle = repeat(update, PAUSE_MS);
