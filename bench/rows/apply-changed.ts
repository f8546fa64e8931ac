import { countByPipe } from '../count-requests.ts';
import { prepareEdits, sizeForEdits } from '../edit-fleet.ts';
import { type Fleet, withFleet } from '../fleet.ts';
import { wallOf } from '../measure.ts';
import { run } from '../processes.ts';
import { againstTerraform } from './against-terraform.ts';

const PIPES = 1_000;

/** `apply` of one changed value in every pipe, against `terraform apply` of one changed value in every resource. */
export const applyChanged = againstTerraform({
  name: 'apply-changed',
  what: '`apply`, 1,000 changed pipes, loopback, journal on',
  against: '`terraform apply`, 1,000 changed `terraform_data`, no network',
  target: 0.2,
  prepare: ({ scratch }, peer, measure) =>
    withFleet(scratch, sizeForEdits(PIPES), [], async (fleet) => {
      const edit = await prepareEdits(fleet, PIPES, 'setting');
      const apply = async () => {
        await edit();
        await fleet.forget();
        const wallMs = await wallOf(fleet.pipeform('apply', '--auto-approve'));
        await requireApplied(fleet);
        return wallMs;
      };
      return measure([apply, peer.apply]);
    }),
});

async function requireApplied(fleet: Fleet): Promise<void> {
  const counts = countByPipe((await fleet.requests()).filter(({ committed }) => committed));
  const changed = [...counts.values()].filter(({ puts }) => puts === 1).length;
  if (changed !== PIPES) throw new Error(`apply changed ${changed} of ${PIPES} pipes`);
  await run(fleet.pipeform('plan', '--detailed-exitcode'));
}
