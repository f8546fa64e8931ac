import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { runPull } from './pulls/run-pull.ts';
import { runChaos } from './run-chaos.ts';
import type { Verdict } from './verdict.ts';

/** What a seed plays. */
export const KINDS = { apply: runChaos, pull: runPull };
type Kind = keyof typeof KINDS;

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
      kind: { type: 'string', multiple: true },
      bail: { type: 'boolean' },
    },
  });
  const first = Number(values.seed ?? values.from ?? 1);
  const runs = Number(values.runs ?? (values.seed === undefined ? STANDARD_RUNS : 1));
  const concurrency = Number(values.parallel ?? 2);
  const wrong = [first, runs, concurrency].some((number) => !Number.isSafeInteger(number) || number < 0);
  if (wrong) throw new Error('--seed, --from, --runs and --parallel take whole numbers');
  const seeds = Array.from({ length: runs }, (_, index) => first + index);
  const all = Object.keys(KINDS) as Kind[];
  const kinds = values.kind === undefined ? all : all.filter((kind) => values.kind?.includes(kind));
  if (kinds.length !== (values.kind ?? all).length) throw new Error(`--kind takes ${all.join(', ')}`);
  write(`Seeds ${seeds[0]} to ${seeds.at(-1)} of ${kinds.join(', ')}, ${concurrency} at once.\n`);
  let hasFailed = false;
  const played = await pMap(
    seeds.flatMap((seed) => kinds.map((kind) => ({ kind, seed }))),
    async ({ kind, seed }) => {
      if (hasFailed && values.bail === true) return null;
      const verdict = { kind, ...(await playSafely(kind, seed)) };
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
async function playSafely(kind: Kind, seed: number): Promise<Verdict> {
  try {
    return await KINDS[kind](seed);
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { seed, violations: [`it could not be played: ${words}`], happened: [], kept: null, durationMs: 0 };
  }
}

type Played = Verdict & { readonly kind: Kind };

function formatVerdict({ kind, seed, violations, happened, kept, durationMs }: Played): string {
  const what = `${kind} seed ${seed} (${(durationMs / 1000).toFixed(1)}s): ${happened.join(', ')}`;
  if (violations.length === 0) return `ok      ${what}\n`;
  const lines = [
    ...violations.map((words) => `        ${words}`),
    ...(kept === null ? [] : [`        kept in ${kept}`]),
    `        again: npm run chaos -- --kind ${kind} --seed ${seed}`,
  ];
  return `FAILED  ${what}\n${lines.join('\n')}\n`;
}

function sumUp(verdicts: readonly Played[]): string {
  const counts = new Map<string, number>();
  for (const what of verdicts.flatMap(({ kind, happened }) => happened.map((one) => `${kind}: ${one}`)))
    counts.set(what, (counts.get(what) ?? 0) + 1);
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `  ${String(count).padStart(5)}  ${what}`);
  const failed = verdicts.filter(({ violations }) => violations.length > 0);
  const end =
    failed.length === 0
      ? 'All held.'
      : `${failed.length} did not hold: ${failed.map(({ kind, seed }) => `${kind} ${seed}`).join(', ')}.`;
  return `${verdicts.length} runs:\n${rows.join('\n')}\n${end}\n`;
}
