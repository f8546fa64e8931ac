import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withFleet } from '../fleet.ts';
import { usageOf } from '../measure.ts';
import { run } from '../processes.ts';
import type { Row } from '../row.ts';
import { type Comparison, PIPES, type RuleFigures, summarizeRules, TARGET_SHORT } from '../sizing/compare.ts';
import { OURS } from '../sizing/rules/list.ts';
import { WORLDS } from '../sizing/worlds.ts';

const WORKER = fileURLToPath(new URL('../sizing/worker.mjs', import.meta.url));
const FLEET = 1_000;

/** What sizes cost that rules choose, at the same share of time short of capacity. */
export const sizing: Row = {
  name: 'sizing',
  what: `cost of sizes at ${TARGET_SHORT * 100}% of the time short, ${PIPES} pipes of each of ${Object.keys(WORLDS).length} worlds`,
  async measure({ scratch, addPage }) {
    const compared = new Map<string, readonly Comparison[]>();
    const waiting = Object.keys(WORLDS);
    const compareNext = async (): Promise<void> => {
      const world = waiting.shift();
      if (world === undefined) return;
      const { stdout } = await run({ program: process.execPath, args: [WORKER, world], cwd: scratch });
      compared.set(world, JSON.parse(stdout) as readonly Comparison[]);
      await compareNext();
    };
    await Promise.all(cpus().map(compareNext));
    const all = Object.keys(WORLDS).flatMap((world) => compared.get(world) ?? []);
    const figures = summarizeRules(all);
    addPage(`\n## All worlds\n\n${renderTable(figures)}`);
    const worlds = Object.keys(WORLDS).map((world) => [world, summarizeRules(compared.get(world) ?? [])] as const);
    addPage(
      `\n## Each world\n\nCost at time short; each rule with its headroom for that world alone.\n\n${renderWorlds(worlds)}`,
    );

    const isOurs = ({ name }: RuleFigures) => OURS.some((rule) => rule.name === name);
    const others = figures.filter((one) => !isOurs(one) && one.headroom !== null && one.short.value <= TARGET_SHORT);
    const cheapest = others.reduce((best, one) => (one.cost.value < best.cost.value ? one : best));
    return figures.filter(isOurs).flatMap(({ name, cost, short }) => [
      {
        ...{ kind: 'ratio', what: name, against: cheapest.name, target: 1, unit: 'cost' },
        ...{ ours: cost.value, theirs: cheapest.cost.value },
      } as const,
      {
        ...{ kind: 'bound', what: name, against: 'share of time short', target: 0.004, unit: 'share' },
        ours: short.value,
      } as const,
    ]);
  },
};

const WHAT = `\`recommend\`, ${FLEET.toLocaleString('en-US')} generated pipes, 35 days at 15 minutes`;

/** What the command takes: half of the generated pipes are streams, and have series over HTTP and advice with a backtest each. */
export const recommend: Row = {
  name: 'recommend',
  what: `CPU and peak memory of ${WHAT}`,
  measure: ({ scratch }) =>
    withFleet(scratch, FLEET, ['--workload', 'mixed:7'], async ({ pipeform }) => {
      const { cpuMs, peakBytes } = await usageOf(pipeform('recommend'));
      return [
        { kind: 'bound', what: WHAT, against: 'CPU time', target: 30_000, unit: 'ms', ours: cpuMs },
        { kind: 'bound', what: WHAT, against: 'peak memory', target: 300e6, unit: 'bytes', ours: peakBytes },
      ];
    }),
};

function renderTable(figures: readonly RuleFigures[]): string {
  const rows = figures.map(({ name, headroom, cost, short, changesPerDay, outOfMemory }) => [
    name,
    headroom === null ? '' : percent(headroom, 0),
    `${cost.value.toFixed(2)} (${cost.low.toFixed(2)} to ${cost.high.toFixed(2)})`,
    `${percent(short.value, 2)} (${percent(short.low, 2)} to ${percent(short.high, 2)})`,
    changesPerDay.toFixed(1),
    percent(outOfMemory, 3),
  ]);
  return renderRows(['rule', 'headroom', 'cost', 'short', 'changes a day', 'out of memory'], rows);
}

function renderWorlds(worlds: readonly (readonly [world: string, figures: readonly RuleFigures[]])[]): string {
  const names = worlds[0]?.[1].map(({ name }) => name) ?? [];
  const rows = worlds.map(([world, figures]) => [
    world,
    ...figures.map(({ cost, short }) => `${cost.value.toFixed(2)} at ${percent(short.value, 2)}`),
  ]);
  return renderRows(['world', ...names], rows);
}

function renderRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)}%`;
}
