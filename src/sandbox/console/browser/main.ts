/** Browser module: reads the fleet every two seconds and shows what the address asks for. */
export const MAIN_MODULE = `
import { createClock } from './clock.js';
import { find, safeText, setHidden, setText } from './dom.js';
import { ask, Refused, repeat, Unreachable } from './feed.js';
import { createFleetTable, isFiring } from './fleet-table.js';
import { amount } from './format.js';
import { createPipePanel, readAddress } from './pipe-panel.js';

const PAUSE_MS = 2_000;
const NOTICE_MS = 6_000;
const TITLE = document.title;

let fleet = null;
let panel = null;
let connection = 'new';
let noticeTimer = 0;

// An empty text takes the notice away; one that does not pass stays until the next.
function notice(text, tone, passing) {
  clearTimeout(noticeTimer);
  const box = find('notice');
  setText(box, safeText(text));
  box.className = text === '' ? 'notice' : 'notice seen ' + tone;
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
  document.title = safeText(pipe?.name ?? address.id) + ' · ' + TITLE;
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
`;
