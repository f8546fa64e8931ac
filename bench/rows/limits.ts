import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { withFleet } from '../fleet.ts';
import { wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

interface Limit {
  readonly what: string;
  readonly pipes: number;
  /** The limit of the sandbox as N/DURATION, or what it refuses without a limit. */
  readonly limit: string | readonly object[];
  /** The most that the plan may take from start to end. */
  readonly seconds: number;
  /** The largest share of requests that may be answered 429. */
  readonly refused: number;
}

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
  { what: '10 in 10 s', pipes: 40, limit: '10/10s', seconds: 33, refused: 0.12 },
  { what: '50 a second', pipes: 500, limit: '50/1s', seconds: 12, refused: 0.05 },
  { what: '10 in 2 s', pipes: 200, limit: '10/2s', seconds: 55, refused: 0.08 },
];

function atRandom(what: string, probability: number, fault: object, seconds: number, refused: number): Limit {
  return { what, pipes: 200, limit: [{ operation: 'get', probability, fault }], seconds, refused };
}

/** Limits that the service does not announce: each once, since the bounds have room and some take a minute. */
export const limits: Row = {
  name: 'limits',
  what: '`plan` against limits that are neither configured nor announced: wall time and share of 429, 20 ms latency',
  async measure({ scratch }) {
    const findings: Finding[] = [];
    for (const { what, pipes, limit, seconds, refused } of LIMITS) {
      const options = ['--latency', '20ms', '--rate-limit-hint', 'none'];
      if (typeof limit === 'string') options.push('--rate-limit', limit);
      else {
        const file = join(scratch, 'faults.json');
        await writeFile(file, JSON.stringify({ faults: limit }));
        options.push('--faults', file);
      }
      const { wallMs, share } = await withFleet(scratch, pipes, options, async (fleet) => {
        const wallMs = await wallOf(fleet.pipeform('plan', '--detailed-exitcode'));
        const requests = await fleet.requests();
        return { wallMs, share: requests.filter(({ status }) => status === 429).length / requests.length };
      });
      const row = { kind: 'bound', what: `\`plan\`, ${pipes} pipes, ${what}` } as const;
      findings.push(
        { ...row, against: 'wall time', target: 1_000 * seconds, unit: 'ms', ours: wallMs },
        { ...row, against: 'share of requests answered 429', target: refused, unit: 'share', ours: share },
      );
    }
    return findings;
  },
};
