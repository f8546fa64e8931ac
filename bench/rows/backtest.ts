import { usageOf } from '../measure.ts';
import type { Row } from '../row.ts';
import { SIZING_WORKER } from './sizing.ts';

const PIPES = 1_000;
const DAYS = 28;
const WHAT = `backtest, ${PIPES.toLocaleString('en-US')} pipes, ${DAYS} days at 15 minutes`;

/** What replaying the past of a fleet takes: one run, of one thread. */
export const backtest: Row = {
  name: 'backtest',
  what: `CPU and peak memory of ${WHAT}`,
  async measure({ scratch }) {
    const args = [SIZING_WORKER, 'fleet', String(PIPES), String(DAYS)];
    const { cpuMs, peakBytes } = await usageOf({ program: process.execPath, args, cwd: scratch });
    return [
      { kind: 'bound', what: WHAT, against: 'CPU time', target: 120_000, unit: 'ms', ours: cpuMs },
      { kind: 'bound', what: WHAT, against: 'peak memory', target: 500e6, unit: 'bytes', ours: peakBytes },
    ];
  },
};
