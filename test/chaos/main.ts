import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { runChaos, type Verdict } from './run-chaos.ts';

const STANDARD_RUNS = 300;

/** Runs many seeds, prints each failure and a summary. Resolves with the exit code. */
export async function main(args: readonly string[], write: (text: string) => void): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      from: { type: 'string' },
      runs: { type: 'string' },
      parallel: { type: 'string' },
      bail: { type: 'boolean' },
    },
  });
  const first = Number(values.seed ?? values.from ?? 1);
  const runs = Number(values.runs ?? (values.seed === undefined ? STANDARD_RUNS : 1));
  const concurrency = Number(values.parallel ?? 2);
  const wrong = [first, runs, concurrency].some((number) => !Number.isSafeInteger(number) || number < 0);
  if (wrong) throw new Error('--seed, --from, --runs and --parallel take whole numbers');
  const seeds = Array.from({ length: runs }, (_, index) => first + index);
  write(`Seeds ${seeds[0]} to ${seeds.at(-1)}, ${concurrency} at once.\n`);
  let hasFailed = false;
  const played = await pMap(
    seeds,
    async (seed) => {
      if (hasFailed && values.bail === true) return null;
      const verdict = await playSafely(seed);
      hasFailed ||= verdict.violations.length > 0;
      write(formatVerdict(verdict));
      return verdict;
    },
    { concurrency },
  );
  const verdicts = played.filter((verdict) => verdict !== null);
  write(sumUp(verdicts));
  return verdicts.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

/** A run that cannot be completed is a violation too. */
async function playSafely(seed: number): Promise<Verdict> {
  try {
    return await runChaos(seed);
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { seed, violations: [`it could not be played: ${words}`], happened: [], kept: null, durationMs: 0 };
  }
}

function formatVerdict({ seed, violations, happened, kept, durationMs }: Verdict): string {
  const what = `seed ${seed} (${(durationMs / 1000).toFixed(1)}s): ${happened.join(', ')}`;
  if (violations.length === 0) return `ok      ${what}\n`;
  const lines = [
    ...violations.map((words) => `        ${words}`),
    ...(kept === null ? [] : [`        kept in ${kept}`]),
    `        again: npm run chaos -- --seed ${seed}`,
  ];
  return `FAILED  ${what}\n${lines.join('\n')}\n`;
}

function sumUp(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const what of verdicts.flatMap(({ happened }) => happened)) counts.set(what, (counts.get(what) ?? 0) + 1);
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `  ${String(count).padStart(5)}  ${what}`);
  const failed = verdicts.filter(({ violations }) => violations.length > 0);
  const end =
    failed.length === 0
      ? 'All held.'
      : `${failed.length} did not hold: seeds ${failed.map(({ seed }) => seed).join(', ')}.`;
  return `${verdicts.length} runs:\n${rows.join('\n')}\n${end}\n`;
}
