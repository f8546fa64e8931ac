import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../../../src/model/json/json.ts';
import { generateFleet } from '../../../src/sandbox/index.ts';
import type { ClockStep } from '../../e2e/preload.ts';
import { anyBlow, anyClockSteps, type Blow, sampleOne } from '../draw-chaos.ts';
import { onReads } from '../draw-faults.ts';

/** Where the command is killed while it writes files: before or after the n-th call of a function of `node:fs`. */
export interface FileBlow {
  readonly call: 'open' | 'write' | 'fsync' | 'rename';
  readonly number: number;
  readonly when: 'before' | 'after';
}

/** All random choices of one `pull` from a faulty service. */
export interface PullChaos {
  readonly seed: number;
  readonly way: 'refresh' | 'ids' | 'all';
  /** How many of the live pipes the configuration has. */
  readonly known: number;
  /** For new pipes: a file of their own, and presets. */
  readonly options: readonly string[];
  readonly listing: 'full' | 'summary';
  readonly faults: readonly JsonObject[];
  readonly blow: Blow | null;
  readonly fileBlow: FileBlow | null;
  readonly clockSteps: readonly ClockStep[];
  readonly parallelism: number;
}

const generated = generateFleet(10, 11);

export const FLEET = {
  ...generated,
  pipes: generated.pipes.map((pipe, index) => ({
    ...pipe,
    name: `pipe-${index}`,
    settings: Object.hasOwn(pipe.source, 'postgres') ? {} : { db_max_threads: 4, db_max_insert_threads: 2 },
  })),
};

const rule = fc
  .record({
    operation: fc.constantFrom('get', 'get', 'get', 'list'),
    pipe: fc.option(fc.constantFrom(...FLEET.pipes.map(({ id }) => id)), { freq: 2 }),
    after: fc.constantFrom(0, 0, 0, 1, 3),
    count: fc.constantFrom(1, 1, 2, 5),
    probability: fc.constantFrom(1, 1, 0.5),
    fault: onReads,
  })
  // A service that answers 429 for long is asked for long, and a list is about no pipe.
  .filter(({ operation, fault }) => operation === 'get' || !('wrongPipe' in fault))
  .map(({ pipe, operation, ...rest }): JsonObject => {
    return { operation, ...(pipe !== null && operation === 'get' && { pipe }), ...rest };
  });

const fileBlow: Arbitrary<FileBlow> = fc.record({
  call: fc.constantFrom('open', 'write', 'fsync', 'rename', 'rename'),
  number: fc.constantFrom(1, 1, 2, 3),
  when: fc.constantFrom('before', 'after'),
});

const anyPull = fc.record({
  way: fc.constantFrom<PullChaos['way'][]>('refresh', 'refresh', 'ids', 'all'),
  known: fc.integer({ min: 2, max: 6 }),
  options: fc.subarray(['--presets', '--into=pipes/new.yaml']),
  listing: fc.constantFrom<PullChaos['listing'][]>('full', 'summary'),
  faults: fc.oneof(fc.constant([]), fc.array(rule, { minLength: 1, maxLength: 4 })),
  blow: fc.option(
    anyBlow.map((blow): Blow => ({ ...blow, on: 'request' })),
    { freq: 2 },
  ),
  fileBlow: fc.option(fileBlow, { freq: 2 }),
  clockSteps: anyClockSteps,
  parallelism: fc.constantFrom(1, 2, 8),
});

export function drawPull(seed: number): PullChaos {
  return { seed, ...sampleOne(anyPull, Math.imul(seed + 1, 0x5851f42d)) };
}

/** The files: half of the pipes in each of two, with comments in many places. A refresh finds other live values. */
export function writePull({ way, known }: PullChaos, url: string): Readonly<Record<string, string>> {
  const pipes = FLEET.pipes.slice(0, known);
  const half = Math.ceil(known / 2);
  const root = `# The fleet of the data team.
version: 1
api:
  url: ${url} # of the sandbox
  organization: ${FLEET.organization}
  listing: true
services:
  # the only one
  ${Object.keys(FLEET.services)[0]}: ${Object.values(FLEET.services)[0]}
include: [pipes/*.yaml]
pipes:
${pipes
  .slice(0, half)
  .map((pipe) => writePipe(pipe, way))
  .join('')}# the end
`;
  const more = `# More of them.\npipes:\n${pipes
    .slice(half)
    .map((pipe) => writePipe(pipe, way))
    .join('')}`;
  return { 'pipeform.yaml': root, 'pipes/more.yaml': more };
}

function writePipe({ id, name, settings }: (typeof FLEET.pipes)[number], way: PullChaos['way']): string {
  const threads = way === 'refresh' ? 8 : settings.db_max_threads;
  const tuned =
    settings.db_max_threads === undefined
      ? ''
      : `    settings:
      # tuned for ${name}
      db_max_threads: ${threads} # threads of ${name}\n`;
  return `  ${name}: # ${name} is ours
    service: ${Object.keys(FLEET.services)[0]}
    id: ${id}\n${tuned}`;
}

/** The command line. */
export function pullWords({ way, known, options }: PullChaos): readonly string[] {
  const service = ['--service', Object.keys(FLEET.services)[0] ?? ''];
  switch (way) {
    case 'refresh':
      return ['pull', '--accept', 'live'];
    case 'ids':
      return ['pull', ...FLEET.pipes.slice(known - 1).map(({ id }) => id), ...service, ...options];
    case 'all':
      return ['pull', '--all', ...service, ...options];
  }
}
