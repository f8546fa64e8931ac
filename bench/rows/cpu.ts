import { readingEachOnce } from '../count-requests.ts';
import { PARALLELISM, withFleet } from '../fleet.ts';
import { alternate, usageOf } from '../measure.ts';
import { prepareBareLoop } from '../peers/bare-loop.ts';
import type { Command } from '../processes.ts';
import type { Row } from '../row.ts';

const PIPES = 10_000;
const WHAT = 'CPU of `plan`, 10,000 pipes, loopback, parallelism 32';
const AGAINST = 'CPU of a bare `node:http` loop';

/** What configuration, plan and report cost beside the requests. */
export const cpu: Row = {
  name: 'cpu',
  what: `${WHAT} against ${AGAINST}`,
  async measure({ runs, scratch }) {
    const cpuOf = async (command: Command) => (await usageOf(command)).cpuMs;
    const [ours, theirs] = await withFleet(scratch, PIPES, [], async (fleet) => {
      const bareLoop = await prepareBareLoop(fleet);
      const plan = fleet.pipeform('plan', '--detailed-exitcode', '--parallelism', String(PARALLELISM));
      return alternate(runs, [
        readingEachOnce(fleet, PIPES, () => cpuOf(plan)),
        readingEachOnce(fleet, PIPES, () => cpuOf(bareLoop)),
      ]);
    });
    return [{ kind: 'ratio', what: WHAT, against: AGAINST, target: 2.8, unit: 'ms', ours, theirs }];
  },
};
