import { withFleet } from '../fleet.ts';
import { alternate, wallOf } from '../measure.ts';
import type { Row } from '../row.ts';

const CLAIM = { what: '`validate`, 1,000 pipes', target: 1, unit: 'ms' } as const;
const AGAINST = '`terraform validate`, 1,000 `terraform_data`';

/** `validate` against `terraform validate`; neither needs a network. */
export const validate: Row = {
  name: 'validate',
  what: `${CLAIM.what} against ${AGAINST}`,
  async measure({ runs, scratch, terraform }) {
    const peer = await terraform();
    if (peer === null) return [{ ...CLAIM, kind: 'skipped', against: AGAINST, why: 'terraform is not installed' }];
    const [ours, theirs] = await withFleet(scratch, 1_000, [], (fleet) =>
      alternate(runs, [() => wallOf(fleet.pipeform('validate')), peer.validate]),
    );
    return [{ ...CLAIM, kind: 'ratio', against: `${AGAINST}, ${peer.version}`, ours, theirs }];
  },
};
