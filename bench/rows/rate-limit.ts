import { median } from '../finding.ts';
import { withFleet } from '../fleet.ts';
import { alternate, wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

const PIPES = 1_000;
const REQUESTS_A_SECOND = 100;
const WHAT = '`plan`, 1,000 pipes, server limit 100 requests a second, nothing configured';

/** A client that does not know the limit has to find it without waste, and without many refused requests. */
export const rateLimit: Row = {
  name: 'rate-limit',
  what: `${WHAT} against 1000 / 100 s, and the share of requests answered 429`,
  async measure({ runs, scratch }) {
    return withFleet(scratch, PIPES, ['--rate-limit', `${REQUESTS_A_SECOND}/1s`], async (fleet) => {
      const shares: number[] = [];
      const [ours] = await alternate(runs, [
        async () => {
          await fleet.reset();
          const wallMs = await wallOf(fleet.pipeform('plan', '--detailed-exitcode'));
          const requests = await fleet.requests();
          shares.push(requests.filter(({ status }) => status === 429).length / requests.length);
          return wallMs;
        },
      ]);
      const theirs = (PIPES / REQUESTS_A_SECOND) * 1_000;
      return [
        { kind: 'ratio', what: WHAT, against: '1000 / 100 s', target: 1.2, unit: 'ms', ours, theirs },
        {
          kind: 'bound',
          what: WHAT,
          against: 'share of requests answered 429',
          target: 0.04,
          unit: 'share',
          ours: median(shares),
        },
      ];
    });
  },
};
