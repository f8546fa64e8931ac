import { withFleet } from '../fleet.ts';
import { alternate, usageOf, wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

const MAX_BYTES = 700e6;
const PLAN = ['plan', '--detailed-exitcode'] as const;

/** Ten times the pipes, and how far it goes. */
export const growth: Row = {
  name: 'growth',
  what: '`plan`, loopback: 10,000 pipes against 1,000; 100,000 pipes, saved, within 700 MB',
  async measure({ runs, scratch }) {
    const [theirs, ours] = await withFleet(scratch, 1_000, [], (small) =>
      withFleet(scratch, 10_000, [], (large) =>
        alternate(runs, [() => wallOf(small.pipeform(...PLAN)), () => wallOf(large.pipeform(...PLAN))]),
      ),
    );
    // Once: it is a bound with room, and not a ratio.
    const { peakBytes } = await withFleet(scratch, 100_000, [], (huge) =>
      usageOf(huge.pipeform(...PLAN, '--out', 'plan.json')),
    );
    return [
      {
        kind: 'ratio',
        what: '`plan`, 10,000 pipes, loopback',
        against: '`plan`, 1,000 pipes',
        target: 11,
        unit: 'ms',
        ours,
        theirs,
      },
      {
        kind: 'bound',
        what: '`plan --out`, 100,000 pipes, loopback, one run',
        against: 'peak memory',
        target: MAX_BYTES,
        unit: 'bytes',
        ours: peakBytes,
      },
    ];
  },
};
