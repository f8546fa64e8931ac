import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestLimit } from '../../src/sandbox/switches.ts';
import type { Finding } from '../finding.ts';
import { type Fleet, withFleet, withSilentLimit } from '../fleet.ts';
import { wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

interface Limit {
  readonly what: string;
  readonly pipes: number;
  /** The limit of the sandbox, or what it refuses without a limit. */
  readonly limit: RequestLimit | readonly object[];
  /** The most that the plan may take from start to end. */
  readonly seconds: number;
  /** The largest share of requests that may be answered 429. */
  readonly refused: number;
}

const LATENCY_MS = 20;
const REFUSAL = { status: { code: 429 } };
const REFUSAL_WITH_WAIT = { status: { code: 429, headers: { 'retry-after': 1 } } };

const LIMITS: readonly Limit[] = [
  atRandom('5% of requests refused at random', 0.05, REFUSAL, 3, 0.08),
  atRandom('5% refused at random, `Retry-After: 1`', 0.05, REFUSAL_WITH_WAIT, 12, 0.08),
  atRandom('3% refused at random', 0.03, REFUSAL, 3, 0.05),
  {
    what: '8 of the first 24 requests refused',
    pipes: 200,
    limit: Array.from({ length: 8 }, (_, index) => ({ operation: 'get', after: 3 * index, count: 1, fault: REFUSAL })),
    seconds: 3,
    refused: 0.08,
  },
  { what: '10 in 10 s', pipes: 40, limit: { requests: 10, perMs: 10_000 }, seconds: 33, refused: 0.12 },
  { what: '50 a second', pipes: 500, limit: { requests: 50, perMs: 1_000 }, seconds: 12, refused: 0.05 },
  { what: '10 in 2 s', pipes: 200, limit: { requests: 10, perMs: 2_000 }, seconds: 55, refused: 0.08 },
];

function atRandom(what: string, probability: number, fault: object, seconds: number, refused: number): Limit {
  return { what, pipes: 200, limit: [{ operation: 'get', probability, fault }], seconds, refused };
}

async function writeFaults(scratch: string, faults: readonly object[]): Promise<string> {
  const file = join(scratch, 'faults.json');
  await writeFile(file, JSON.stringify({ faults }));
  return file;
}

/** Limits that the service does not announce: each once, since the bounds have room and some take a minute. */
export const limits: Row = {
  name: 'limits',
  what: '`plan` against limits that are neither configured nor announced: wall time and share of 429, 20 ms latency',
  async measure({ scratch }) {
    const findings: Finding[] = [];
    for (const { what, pipes, limit, seconds, refused } of LIMITS) {
      const plan = async (fleet: Fleet) => {
        const wallMs = await wallOf(fleet.pipeform('plan', '--detailed-exitcode'));
        const requests = await fleet.requests();
        return { wallMs, share: requests.filter(({ status }) => status === 429).length / requests.length };
      };
      const { wallMs, share } = await ('requests' in limit
        ? withSilentLimit(scratch, pipes, { rateLimit: limit, latencyMs: LATENCY_MS }, plan)
        : withFleet(
            scratch,
            pipes,
            ['--latency', `${LATENCY_MS}ms`, '--faults', await writeFaults(scratch, limit)],
            plan,
          ));
      const row = { kind: 'bound', what: `\`plan\`, ${pipes} pipes, ${what}` } as const;
      findings.push(
        { ...row, against: 'wall time', target: 1_000 * seconds, unit: 'ms', ours: wallMs },
        { ...row, against: 'share of requests answered 429', target: refused, unit: 'share', ours: share },
      );
    }
    return findings;
  },
};
