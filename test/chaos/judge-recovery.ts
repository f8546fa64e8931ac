import { equalJson, isJsonObject } from '../../src/model/json.ts';
import { type ExpectedPipe, expectPipe } from '../properties/expectations.ts';
import { gatherFacts, isLiar, ledgerOf, showValue } from './facts.ts';
import { sectionPaths } from './judge-ledger.ts';
import type { Evidence } from './play.ts';

/** Once the faults are gone, what was written can be put back, and a second apply brings about all that can be had. */
export function judgeRecovery(evidence: Evidence): readonly string[] {
  return [...judgeRollback(evidence), ...judgeAgain(evidence), ...judgeMemory(evidence)];
}

/** Where nobody else has been, what the run wrote is back to what it was; what somebody else changed stays as it is. */
function judgeRollback(evidence: Evidence): readonly string[] {
  const { rollback, chaos, after } = evidence;
  if (rollback === null) return [];
  const { unset } = chaos.scenario.switches;
  const found: string[] = [];
  let isWhole = true;
  for (const { pipe, id, own: all, others, before, writes, told } of gatherFacts(evidence)) {
    // Of what the service denies to have done, nobody knows that there is something to put back.
    const own = all.filter(({ place }) => !writes.some((entry) => entry.place === place && isLiar(entry)));
    // A size or a count that was not shown before cannot be put back: nobody knows what it was.
    isWhole &&=
      told?.changes.every(({ path, before: shown }) => shown !== null || !path.startsWith('scaling.')) ?? true;
    const held = after.get(id);
    const back = rollback.after.get(id);
    if (held === undefined || back === undefined) continue;
    const foreign = new Set(others.flatMap(({ body }) => sectionPaths(body)));
    const paths = new Set(own.flatMap(({ method, body }) => keysOf(method, body)));
    for (const path of paths) {
      const value = showValue(back, path, pipe.kind, unset);
      if (foreign.has(path)) continue;
      const was = showValue(before, path, pipe.kind, unset);
      if (path.startsWith('scaling.') && was === null) continue;
      if (chaos.temper === 'mild' && !equalJson(value, was)) {
        found.push(
          `${pipe.name}: after the rollback ${path} is ${JSON.stringify(value)}, and was ${JSON.stringify(was)} before the run`,
        );
      }
    }
    for (const path of foreign) {
      const value = showValue(held, path, pipe.kind, unset);
      const wrote = all.filter(({ method, body }) => keysOf(method, body).includes(path));
      const key = path.slice(path.indexOf('.') + 1);
      // Accepted and ignored: nobody can tell our value from the same one that somebody else has set.
      const isOurs =
        wrote.some((commit) => equalJson(showValue(commit.after, path, pipe.kind, unset), value)) ||
        writes.some(
          ({ body }) => isJsonObject(body) && Object.hasOwn(body, key) && equalJson(body[key] ?? null, value),
        );
      if (!isOurs && !equalJson(showValue(back, path, pipe.kind, unset), value)) {
        found.push(`${pipe.name}: the rollback changed ${path}, which has the value of someone else`);
      }
    }
  }
  const { code } = rollback.told.ended;
  if (chaos.temper === 'mild' && isWhole && code !== 0) {
    found.push(`rollback ended with ${code} although nothing was in its way: ${describeTrouble(rollback.told)}`);
  }
  return found;
}

function keysOf(method: string | null, body: unknown): readonly string[] {
  const section = method === 'PUT' ? 'settings' : 'scaling';
  return Object.keys((body ?? {}) as object).map((key) => `${section}.${key}`);
}

function judgeAgain(evidence: Evidence): readonly string[] {
  const { again, plan, chaos } = evidence;
  const scenario = { ...chaos.scenario, allowances: 'all' } as const;
  const { run } = again.told;
  if (run === null) return ['the second apply told of no run'];
  const expected = chaos.scenario.cases.map((pipe) => ({
    pipe,
    wanted: expectPipe(pipe, again.before.get(pipe.live.id), scenario),
  }));
  const found = expected.flatMap(({ pipe, wanted }) => {
    const status = run.pipes.find(({ name }) => name === pipe.name)?.status;
    const should = statusOf(wanted);
    return status === should ? [] : [`the second apply: ${pipe.name} is ${status}, and should be ${should}`];
  });
  const canAll = expected.every(({ wanted }) => ['applied', 'unchanged'].includes(statusOf(wanted)));
  if (!canAll) return found;
  if (again.told.ended.code !== 0)
    found.push(`the second apply ended with ${again.told.ended.code}: ${describeTrouble(again.told)}`);
  if (plan.ended.code !== 0) {
    const open = plan.document.pipes.filter(({ status }) => status !== 'unchanged').map(({ name }) => name);
    found.push(`after the second apply plan --detailed-exitcode ends with ${plan.ended.code} (${open.join(', ')})`);
  }
  return found;
}

/** A run that was cut off is told until all of it is known, and then no more. */
function judgeMemory(evidence: Evidence): readonly string[] {
  const { listed, again, plan, rollback, chaos } = evidence;
  const tells = (diagnostics: readonly { readonly code: string }[] | undefined) =>
    diagnostics?.some(({ code }) => code === 'unfinished-run') ?? false;
  const isUnfinished = listed?.status === 'unfinished';
  const found: string[] = [];
  const readAll = again.told.run?.pipes.every(({ state }) => state !== null) ?? false;
  if (isUnfinished && rollback === null && !tells(again.told.run?.diagnostics)) {
    found.push('the second apply does not tell of the run that was cut off');
  }
  if (!isUnfinished && tells(again.told.run?.diagnostics))
    found.push('the second apply tells of an unfinished run, and there is none');
  if ((chaos.temper === 'mild' || readAll) && tells(plan.document.diagnostics)) {
    found.push('the last plan still tells of an unfinished run');
  }
  if (isUnfinished && ledgerOf(evidence) === null) found.push('the run that was cut off cannot be shown');
  return found;
}

function statusOf({ status, obstacle }: ExpectedPipe): string {
  if (status === 'error') return 'failed';
  if (status !== 'update') return status;
  return obstacle === null ? 'applied' : 'failed';
}

function describeTrouble({ run }: Evidence['again']['told']): string {
  const said = [...(run?.diagnostics ?? []), ...(run?.pipes ?? []).flatMap(({ diagnostics }) => diagnostics)];
  return said
    .filter(({ severity }) => severity === 'error')
    .map(({ code, summary }) => `${code}: ${summary}`)
    .join('; ');
}
