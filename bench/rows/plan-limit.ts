import { readingEachOnce } from '../count-requests.ts';
import { PARALLELISM, withFleet } from '../fleet.ts';
import { alternate, wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

const PIPES = 2_000;
const LATENCY_MS = 50;
const WHAT = '`plan`, 2,000 pipes, 50 ms latency, parallelism 32';
const AGAINST = '2000 / 32 x 50 ms, the least that the requests take';

/** What the command adds to the time that its requests need in any case. */
export const planLimit: Row = {
  name: 'plan-limit',
  what: `${WHAT} against ${AGAINST}`,
  async measure({ runs, scratch }) {
    const [ours] = await withFleet(scratch, PIPES, ['--latency', `${LATENCY_MS}ms`], (fleet) =>
      alternate(runs, [
        readingEachOnce(fleet, PIPES, () =>
          wallOf(fleet.pipeform('plan', '--detailed-exitcode', '--parallelism', String(PARALLELISM))),
        ),
      ]),
    );
    const theirs = (PIPES / PARALLELISM) * LATENCY_MS;
    return [{ kind: 'ratio', what: WHAT, against: AGAINST, target: 1.2, unit: 'ms', ours, theirs }];
  },
};
