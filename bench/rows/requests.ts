import { countByPipe, most, mostInAll, type PipeRequests, requireOneReadEach } from '../count-requests.ts';
import { prepareEdits, sizeForEdits } from '../edit-fleet.ts';
import type { Finding } from '../finding.ts';
import { type Fleet, withFleet } from '../fleet.ts';
import { run } from '../processes.ts';
import type { Bench, Row } from '../row.ts';

const PIPES = 1_000;

/** Counted by the server, for the pipe that got the most: the same in every run, so once. */
export const requests: Row = {
  name: 'requests',
  what: '`plan`: one GET a pipe; `apply` of a changed pipe: one GET before, one PUT, one PATCH, reads until it shows',
  async measure(bench) {
    return [await countPlan(bench), ...(await countApply(bench))];
  },
};

async function countPlan({ scratch }: Bench): Promise<Finding> {
  const counts = await withFleet(scratch, PIPES, [], async (fleet) => {
    await run(fleet.pipeform('plan', '--detailed-exitcode'));
    const asked = await fleet.requests();
    requireOneReadEach(asked, PIPES);
    return countByPipe(asked);
  });
  return bound('`plan`, 1,000 pipes', 'GETs of a pipe', most(counts, 'readsBefore'));
}

/**
 * A setting and a scaling value of every pipe; scaling shows at once, so that one read is enough to see it. A saved plan is
 * what apply alone asks for; a fresh one adds the read of its plan.
 */
async function countApply({ scratch }: Bench): Promise<readonly Finding[]> {
  return withFleet(scratch, sizeForEdits(PIPES), ['--settle', '0s'], async (fleet) => {
    const edit = await prepareEdits(fleet, PIPES, 'setting and scaling');
    await edit();
    await run(fleet.pipeform('plan', '--out', 'plan.json'));
    const saved = await countOneApply(fleet, ['plan.json']);
    await edit();
    const fresh = await countOneApply(fleet, ['--auto-approve']);

    const what = '`apply` of a saved plan, 1,000 pipes, a setting and a scaling value each';
    return [
      bound(what, 'GETs of a pipe before the first write', most(saved, 'readsBefore')),
      bound(what, 'PUTs of a pipe', most(saved, 'puts')),
      bound(what, 'PATCHes of a pipe', most(saved, 'patches')),
      bound(what, 'GETs of a pipe until all shows', most(saved, 'readsAfter')),
      bound('`apply` with a fresh plan, the same', 'requests of a pipe, one of them its plan’s', mostInAll(fresh), 5),
    ];
  });
}

/** @throws Error unless apply changed the settings of every pipe and nearly every size, and every pipe then matches the configuration. */
async function countOneApply(fleet: Fleet, args: readonly string[]): Promise<ReadonlyMap<string, PipeRequests>> {
  await fleet.forget();
  await run(fleet.pipeform('apply', ...args));
  const counts = countByPipe(await fleet.requests());
  const changed = [...counts.values()].filter(({ puts }) => puts > 0).length;
  const scaled = [...counts.values()].filter(({ patches }) => patches > 0).length;
  // A few paused or stopped pipes show a concurrency of 0, which counts as hidden, so it is not compared.
  if (changed !== PIPES || scaled < 0.99 * PIPES)
    throw new Error(`apply changed settings of ${changed} and sizes of ${scaled} of ${PIPES} pipes`);
  const watched = [...counts.values()].filter(
    ({ readsBefore, readsAfter }) => readsBefore > 0 && readsAfter > 0,
  ).length;
  if (watched !== PIPES) throw new Error(`apply read only ${watched} of ${PIPES} pipes before and after its updates`);
  await run(fleet.pipeform('plan', '--detailed-exitcode'));
  return counts;
}

function bound(what: string, against: string, ours: number, target = 1): Finding {
  return { kind: 'bound', what, against, target, unit: 'count', ours };
}
