/** Reads the fleet every two seconds and shows one view: the fleet, `#view=activity`, `#view=faults`, or a pipe: `#pipe=ID&window=6h`. */
import { createActivity } from './activity.js';
import { createCharts } from './charts.js';
import { createCopyText } from './copy.js';
import { find, make, notice, safeText, setBadge, setText } from './dom.js';
import { createEditForm } from './edit-form.js';
import { createFaults } from './faults.js';
import { Refused, repeat, request, send, Unreachable } from './feed.js';
import { createFleetTable, isFiring } from './fleet-table.js';
import { amount, dayAndTime, NOTHING } from './format.js';
import { chooseNext } from './next-command.js';

const PAUSE_MS = 2_000;
const CLOCK_MS = 500;
const TITLE = document.title;
const VIEWS = ['fleet', 'activity', 'faults', 'pipe'];
const IDS = ['Pipe', 'Service', 'Organization'];
const FACTS = ['Kind', 'Alert', 'Alert evaluated'];
const windows = [...document.querySelectorAll('input[name=window]')];
// Shown until the series of a newly selected pipe arrive.
const NO_SERIES = { at: [], stepMs: 0, metrics: {}, changes: [] };

let fleet = null;
let panel = null;
let faults = null;
let isLost = false;

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
    const first = panel === null ? ['contract', 'faults'] : [];
    const files = first.map((name) => request(`/_sandbox/console/${name}.json`));
    const [latest, contract, faultTypes] = await Promise.all([request('/_sandbox/fleet'), ...files]);
    fleet = latest;
    panel ??= createPipePanel(contract.fields);
    faults ??= createFaults(faultTypes, act);
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
  setBadge(
    find('faults-state'),
    fleet.faultsOn === 0 ? 'off' : `${fleet.faultsOn} on`,
    fleet.faultsOn === 0 ? 't-calm' : 't-warn',
  );
}

async function show() {
  const address = readAddress();
  for (const view of VIEWS) find(view).hidden = view !== address.view;
  for (const link of links) {
    if (link.dataset.view === address.view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const pipe = fleet.pipes.find(({ id }) => id === address.id);
  const titles = {
    fleet: '',
    activity: 'Activity · ',
    faults: 'Faults · ',
    pipe: `${safeText(pipe?.name ?? address.id)} · `,
  };
  document.title = `${titles[address.view]}${TITLE}`;
  const [command, reason] = chooseNext(fleet, pipe, location.origin);
  next.show(command);
  setText(find('next-reason'), reason);
  find('next').hidden = false;
  if (address.view === 'fleet') table.update(fleet);
  if (address.view === 'activity') await activity(fleet);
  if (address.view === 'faults') await faults();
  if (address.view === 'pipe') await panel(pipe, address);
}

// Sends a request that changes the sandbox, and shows its effect or its error.
async function act(method, path, body) {
  await send(method, path, body).catch(explain);
  await refresh();
}

function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const window =
    windows.find(({ value }) => value === parameters.get('window')) ??
    windows.find(({ defaultChecked }) => defaultChecked);
  const id = parameters.get('pipe');
  const view =
    id === null ? (['activity', 'faults'].find((name) => name === parameters.get('view')) ?? 'fleet') : 'pipe';
  return { view, id, window: window.value };
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
  const change = (body) => act('POST', '/_sandbox/clock', body);
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
  const ids = IDS.map((title) => createCopyText(`the id of the ${title.toLowerCase()}`));
  const facts = FACTS.map(() => make('dd', {}));
  const row = (title, ...children) => make('div', {}, make('dt', {}, title), ...children);
  const serviceName = make('span', {});
  find('pipe-ids').append(
    ...ids.map(({ element }, index) =>
      row(IDS[index], make('dd', {}, ...(IDS[index] === 'Service' ? [serviceName] : []), element)),
    ),
  );
  find('pipe-facts').append(...FACTS.map((title, index) => row(title, facts[index])));
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
    find('pipe-states').hidden = missing;
    setText(find('pipe-name'), safeText(missing || pipe.name.trim() === '' ? id : pipe.name));
    if (missing) return;
    const { service, kind, state, alert } = pipe;
    setBadge(find('pipe-state'), state);
    setBadge(find('pipe-alert'), alert.state);
    setText(serviceName, safeText(service));
    for (const [index, value] of [id, fleet.services[service] ?? NOTHING, fleet.organization].entries())
      ids[index].show(value);
    const values = [kind ?? NOTHING, alert.id, `${dayAndTime(Date.parse(alert.updatedAt))} UTC`];
    for (const [index, value] of values.entries()) setText(facts[index], safeText(value));
    for (const input of windows) if (input.value === window) input.checked = true;
    edit(pipe);
    if (drawn !== id) draw(NO_SERIES, window, alert.threshold);
    drawn = id;
    await showSeries(pipe, window);
  };
}

let opened = readAddress();
addEventListener('hashchange', () => {
  const before = opened;
  opened = readAddress();
  if (fleet === null) return;
  show().catch(explain);
  if (opened.view === before.view && opened.id === before.id) return;
  if (opened.view === 'fleet' && before.view === 'pipe') return table.focus(before.id);
  scrollTo(0, 0);
  document.querySelector(`#${opened.view} h2`).focus();
});
// The skip link must not change the fragment, which selects the pipe.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  find('content').focus();
});

const next = createCopyText('the next command');
find('next-command').append(next.element);
const links = [...document.querySelectorAll('nav a')];
const activity = createActivity();
const table = createFleetTable();
const clock = createClock();
const refresh = repeat(update, PAUSE_MS);
