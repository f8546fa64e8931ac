import { withFleet } from '../fleet.ts';
import { wallOf } from '../measure.ts';
import { againstTerraform } from './against-terraform.ts';

/** `validate` against `terraform validate`; neither needs a network. */
export const validate = againstTerraform({
  name: 'validate',
  what: '`validate`, 1,000 pipes',
  against: '`terraform validate`, 1,000 `terraform_data`',
  target: 0.8,
  prepare: ({ scratch }, peer, measure) =>
    withFleet(scratch, 1_000, [], (fleet) => measure([() => wallOf(fleet.pipeform('validate')), peer.validate])),
});
