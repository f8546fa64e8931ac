import { countByPipe } from '../count-requests.ts';
import { prepareEdits, sizeForEdits } from '../edit-fleet.ts';
import { type Fleet, withFleet } from '../fleet.ts';
import { alternate, wallOf } from '../measure.ts';
import { run } from '../processes.ts';
import type { Row } from '../row.ts';

const PIPES = 1_000;
const CLAIM = { what: '`apply`, 1,000 changed pipes, loopback, journal on', target: 0.2, unit: 'ms' } as const;
const AGAINST = '`terraform apply`, 1,000 changed `terraform_data`, no network';

/** `apply` of one changed value in every pipe, against `terraform apply` of one changed value in every resource. */
export const applyChanged: Row = {
  name: 'apply-changed',
  what: `${CLAIM.what} against ${AGAINST}`,
  async measure({ runs, scratch, terraform }) {
    const peer = await terraform();
    if (peer === null) return [{ ...CLAIM, kind: 'skipped', against: AGAINST, why: 'terraform is not installed' }];
    const [ours, theirs] = await withFleet(scratch, sizeForEdits(PIPES), [], async (fleet) => {
      const edit = await prepareEdits(fleet, PIPES, 'setting');
      const apply = async () => {
        await edit();
        await fleet.forget();
        const wallMs = await wallOf(fleet.pipeform('apply', '--auto-approve'));
        await requireApplied(fleet);
        return wallMs;
      };
      // Some pipes may have had the first value before; from here on, every edit changes every pipe.
      await edit();
      await run(fleet.pipeform('apply', '--auto-approve'));
      return alternate(runs, [apply, peer.apply]);
    });
    return [{ ...CLAIM, kind: 'ratio', against: `${AGAINST}, ${peer.version}`, ours, theirs }];
  },
};

async function requireApplied(fleet: Fleet): Promise<void> {
  const counts = countByPipe((await fleet.requests()).filter(({ committed }) => committed));
  const changed = [...counts.values()].filter(({ puts }) => puts === 1).length;
  if (changed !== PIPES) throw new Error(`apply changed ${changed} of ${PIPES} pipes`);
  await run(fleet.pipeform('plan', '--detailed-exitcode'));
}
