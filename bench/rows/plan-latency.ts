import { readingEachOnce } from '../count-requests.ts';
import type { Finding } from '../finding.ts';
import { PARALLELISM, withFleet } from '../fleet.ts';
import { alternate, wallOf } from '../measure.ts';
import { findAnsible } from '../peers/ansible.ts';
import { findCurlLoop } from '../peers/curl-loop.ts';
import { writeWanted } from '../peers/wanted.ts';
import type { Row } from '../row.ts';

const PIPES = 200;
const WHAT = '`plan`, 200 pipes, 50 ms latency, parallelism 32';
const CURL = { what: WHAT, against: 'loop of `xargs -P 32`, `curl` and `jq`', target: 0.7, unit: 'ms' } as const;
const ANSIBLE = { what: WHAT, against: '`ansible` with its `uri` module', target: 0.02, unit: 'ms' } as const;

/** The same comparison of the same pipes on the same server, by what people use without a tool of its own. */
export const planLatency: Row = {
  name: 'plan-latency',
  what: `${WHAT} against a ${CURL.against}, and ${ANSIBLE.against}`,
  async measure({ runs, scratch }) {
    const curl = await findCurlLoop(scratch);
    const ansible = await findAnsible(scratch);
    return withFleet(scratch, PIPES, ['--latency', '50ms'], async (fleet) => {
      const wanted = await writeWanted(fleet);
      const plan = fleet.pipeform('plan', '--detailed-exitcode', '--parallelism', String(PARALLELISM));
      const ours = readingEachOnce(fleet, PIPES, () => wallOf(plan));
      return [
        curl === null
          ? skip(CURL, 'xargs, curl or jq is not installed')
          : await compare({ ...CURL, against: `${CURL.against}, ${curl.version}` }, runs, [
              ours,
              readingEachOnce(fleet, PIPES, () => curl.compare(fleet, wanted.file)),
            ]),
        ansible === null
          ? skip(ANSIBLE, 'ansible is not installed')
          : await compare({ ...ANSIBLE, against: `${ANSIBLE.against}, ${ansible.version}` }, runs, [
              ours,
              readingEachOnce(fleet, PIPES, () => ansible.compare(fleet, wanted.pipes)),
            ]),
      ];
    });
  },
};

type PeerClaim = Omit<Extract<Finding, { kind: 'skipped' }>, 'kind' | 'why'>;

function skip(claim: PeerClaim, why: string): Finding {
  return { ...claim, kind: 'skipped', why };
}

async function compare(
  claim: PeerClaim,
  runs: number,
  takers: readonly [() => Promise<number>, () => Promise<number>],
): Promise<Finding> {
  const [ours, theirs] = await alternate(runs, takers);
  return { ...claim, kind: 'ratio', ours, theirs };
}
