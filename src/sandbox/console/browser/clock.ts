/** Browser module: the simulated time in the header and the buttons that move it. */
export const CLOCK_MODULE = `
import { find, setText } from './dom.js';
import { send } from './feed.js';
import { dayAndTime } from './format.js';

const TICK_MS = 500;

// 'refresh' reads the fleet again after a change; 'fail' tells what went wrong.
export function createClock(refresh, fail) {
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
  setInterval(show, TICK_MS);

  return {
    update(fleet) {
      known = { now: fleet.now, speed: fleet.speed, seen: performance.now() };
      for (const button of speeds)
        button.setAttribute('aria-pressed', String(Number(button.dataset.speed) === fleet.speed));
      setText(find('speed'), fleet.speed === 0 ? 'Paused' : 'Runs at ' + fleet.speed + '×');
      show();
    },
    stop() {
      known = null;
    },
  };
}
`;
