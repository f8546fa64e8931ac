import { readingEachOnce } from '../count-requests.ts';
import { withFleet } from '../fleet.ts';
import { wallOf } from '../measure.ts';
import { againstTerraform } from './against-terraform.ts';

const PIPES = 1_000;

/** `plan` with nothing to change, against `terraform plan` with nothing to change. */
export const planUnchanged = againstTerraform({
  name: 'plan-unchanged',
  what: '`plan`, 1,000 unchanged pipes, loopback',
  against: '`terraform plan`, 1,000 `terraform_data`, no network',
  // The core of axios, which the owner asked for, takes some 30 ms to load.
  target: 0.45,
  prepare: ({ scratch }, peer, measure) =>
    withFleet(scratch, PIPES, [], (fleet) => {
      const plan = fleet.pipeform('plan', '--detailed-exitcode');
      return measure([readingEachOnce(fleet, PIPES, () => wallOf(plan)), peer.plan]);
    }),
});
