import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BacktestRow, PolicyName } from '../../src/model/size/sizing.ts';
import { WORLDS, type World } from '../../src/sandbox/workload/worlds.ts';
import { TARGET_SHORT } from '../../src/sizing/sweep.ts';
import type { Finding } from '../finding.ts';
import { run } from '../processes.ts';
import type { Row } from '../row.ts';
import { renderWorld } from '../sizing-table.ts';

/** Computes in a process of its own. */
export const SIZING_WORKER = fileURLToPath(new URL('../sizing-worker.mjs', import.meta.url));

/** The rules that decide as seldom as ours. */
const SELDOM = ['vpa', 'krr'] as const;
const OURS = ['fixed', 'windows'] as const;
/** What windows may cost over the best fixed size. */
const WINDOWS_TARGETS: Partial<Record<World, number>> = { daily: 0.75, bursts: 1 };

/** What sizes cost that rules choose, at the same share of time short of capacity. */
export const sizing: Row = {
  name: 'sizing',
  what: `cost of sizes at ${TARGET_SHORT * 100}% of the time short, 50 pipes of each of ${WORLDS.length} worlds`,
  async measure({ scratch, addPage }) {
    const compared = new Map<World, readonly BacktestRow[]>();
    const waiting = [...WORLDS];
    const compareNext = async (): Promise<void> => {
      const world = waiting.shift();
      if (world === undefined) return;
      const { stdout } = await run({ program: process.execPath, args: [SIZING_WORKER, 'world', world], cwd: scratch });
      compared.set(world, JSON.parse(stdout) as readonly BacktestRow[]);
      await compareNext();
    };
    await Promise.all(cpus().map(compareNext));
    return WORLDS.flatMap((world) => {
      const rows = compared.get(world) ?? [];
      addPage(renderWorld(world, rows));
      return checkTargets(world, rows);
    });
  },
};

function checkTargets(world: World, rows: readonly BacktestRow[]): readonly Finding[] {
  const figuresOf = (policy: PolicyName) => rows.find((row) => row.policy === policy)?.figures;
  const costOf = (policy: PolicyName) => figuresOf(policy)?.cost ?? Number.NaN;
  const best = costOf('hindsight');
  const against = 'best fixed size in hindsight';
  const ratio = { kind: 'ratio', unit: 'cost' } as const;
  const windows = WINDOWS_TARGETS[world];
  const fixed = { ...ratio, what: `${world}: fixed`, ours: costOf('fixed') };
  return [
    { ...fixed, against: `the cheaper of ${SELDOM.join(' and ')}`, theirs: Math.min(...SELDOM.map(costOf)), target: 1 },
    { ...fixed, against, theirs: best, target: 1.15 },
    ...(windows === undefined
      ? []
      : [{ ...ratio, what: `${world}: windows`, ours: costOf('windows'), against, theirs: best, target: windows }]),
    ...OURS.map(
      (policy): Finding => ({
        ...{
          kind: 'bound',
          what: `${world}: ${policy}`,
          against: 'share of time short',
          target: TARGET_SHORT,
          unit: 'share',
        },
        ours: figuresOf(policy)?.short.value ?? Number.NaN,
      }),
    ),
  ];
}
