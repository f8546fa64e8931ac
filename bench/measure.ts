import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './finding.ts';
import { type Command, run } from './processes.ts';

/** What a process of Node took in all its threads. */
export interface Usage {
  /** The CPU time covers user and system mode. */
  readonly cpuMs: number;
  /** The largest resident set. */
  readonly peakBytes: number;
}

const PRELOAD = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** Wall time of a command that must succeed, in milliseconds. */
export async function wallOf(command: Command): Promise<number> {
  return (await run(command)).wallMs;
}

/** CPU time and peak memory of a program of Node, as it says itself when it ends. */
export async function usageOf(command: Command): Promise<Usage> {
  const file = join(command.cwd, `usage-${process.pid}.json`);
  await run({
    ...command,
    args: ['--require', PRELOAD, ...command.args],
    env: { ...command.env, BENCH_USAGE_FILE: file },
  });
  const usage = JSON.parse(await readFile(file, 'utf8')) as Usage;
  await rm(file);
  return usage;
}

/**
 * Takes each figure in turn, `runs` times: noise of the machine hits all alike.
 * @returns the median of each, in the order of `takers`.
 */
export async function alternate<const Takers extends readonly (() => Promise<number>)[]>(
  runs: number,
  takers: Takers,
): Promise<{ readonly [Index in keyof Takers]: number }> {
  const figures: number[][] = takers.map(() => []);
  for (let round = 0; round < runs; round += 1) {
    for (const [index, take] of takers.entries()) figures[index]?.push(await take());
  }
  return figures.map(median) as { [Index in keyof Takers]: number };
}
