import { readingEachOnce } from '../count-requests.ts';
import { withFleet } from '../fleet.ts';
import { alternate, wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

const PIPES = 1_000;
const CLAIM = { what: '`plan`, 1,000 unchanged pipes, loopback', target: 0.4, unit: 'ms' } as const;
const AGAINST = '`terraform plan`, 1,000 `terraform_data`, no network';

/** `plan` with nothing to change, against `terraform plan` with nothing to change. */
export const planUnchanged: Row = {
  name: 'plan-unchanged',
  what: `${CLAIM.what} against ${AGAINST}`,
  async measure({ runs, scratch, terraform }) {
    const peer = await terraform();
    if (peer === null) return [{ ...CLAIM, kind: 'skipped', against: AGAINST, why: 'terraform is not installed' }];
    const [ours, theirs] = await withFleet(scratch, PIPES, [], (fleet) =>
      alternate(runs, [
        readingEachOnce(fleet, PIPES, () => wallOf(fleet.pipeform('plan', '--detailed-exitcode'))),
        peer.plan,
      ]),
    );
    return [{ ...CLAIM, kind: 'ratio', against: `${AGAINST}, ${peer.version}`, ours, theirs }];
  },
};
