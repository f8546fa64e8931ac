import { backtestPipe } from '../../src/sizing/backtest.ts';
import { adviseSize } from '../../src/sizing/decide.ts';
import { OPTIONS } from './compare.ts';
import { observe } from './replay.ts';
import { createPipe, WORLDS } from './worlds.ts';

const STEP_MS = 15 * 60_000;
const STEPS = 35 * 96;
const START_MS = Date.UTC(2026, 0, 5);

/** Advises so many pipes of all worlds, with the backtest of each, all held in memory as the command has them. */
export function adviseFleet(pipes: number): void {
  const worlds = Object.values(WORLDS);
  const measured = Array.from({ length: pipes }, (_, seed) => {
    const world = worlds[seed % worlds.length] ?? worlds[0];
    if (world === undefined) throw new Error('no world');
    const time = { startMs: START_MS, countedFromMs: START_MS, steps: STEPS, stepMs: STEP_MS };
    const { size, trace } = createPipe(world, seed, time);
    return { size, history: observe(trace, size) };
  });
  const options = { ...OPTIONS, headroom: 0.1 };
  const advised = measured.filter(({ size, history }) => {
    const { verdict } = adviseSize(history, size, options);
    return verdict !== 'unknown' && backtestPipe(history, size, options) !== null;
  });
  if (advised.length < pipes * 0.9) throw new Error(`${advised.length} of ${pipes} pipes were advised`);
}
