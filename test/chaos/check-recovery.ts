import { equalJson, isJsonObject } from '../../src/model/json/json.ts';
import { type ExpectedPipe, expectPipe, isOfKind, managed } from '../properties/expectations.ts';
import type { PipeCase } from '../properties/scenario.ts';
import { sectionPaths } from './check-ledger.ts';
import { gatherFacts, isLiar, ledgerOf, showValue } from './facts.ts';
import type { Evidence } from './play.ts';

/** Once the faults end, the writes can be rolled back, and a second apply reaches every reachable value. */
export function checkRecovery(evidence: Evidence): readonly string[] {
  return [...checkRollback(evidence), ...checkSecondApply(evidence), ...checkMemory(evidence)];
}

/** Fields that only the run changed have their previous values; fields that others changed keep theirs. */
function checkRollback(evidence: Evidence): readonly string[] {
  const { rollback, chaos, after } = evidence;
  if (rollback === null) return [];
  const { unset } = chaos.scenario.switches;
  const found: string[] = [];
  let isWhole = true;
  for (const { pipe, id, own: all, others, before, writes, reported } of gatherFacts(evidence)) {
    // A write that the service denied is not known to need a rollback.
    const own = all.filter(({ place }) => !writes.some((entry) => entry.place === place && isLiar(entry)));
    // A size or count that was not shown before cannot be restored.
    isWhole &&=
      reported?.changes.every(({ path, before: shown }) => shown !== null || !path.startsWith('scaling.')) ?? true;
    isWhole &&= !hidesUnset(pipe);
    const held = after.get(id);
    const back = rollback.after.get(id);
    if (held === undefined || back === undefined) continue;
    const foreign = new Set(others.flatMap(({ body }) => sectionPaths(body)));
    const paths = new Set(own.flatMap(({ method, body }) => keysOf(method, body)));
    for (const path of paths) {
      const value = showValue(back, path, pipe.kind, unset);
      if (foreign.has(path)) continue;
      const was = showValue(before, path, pipe.kind, unset);
      if (path.startsWith('scaling.') && (was === null || hidesUnset(pipe))) continue;
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
      // Accepted and ignored: our value cannot be distinguished from the same value set by someone else.
      const isOurs =
        wrote.some((commit) => equalJson(showValue(commit.after, path, pipe.kind, unset), value)) ||
        writes.some(
          ({ body }) => isJsonObject(body) && Object.hasOwn(body, key) && equalJson(body[key] ?? null, value),
        );
      // A settings update leaves out those of other kinds, and a service that replaces unsets them.
      if (!isOfKind(path, pipe.kind)) continue;
      if (!isOurs && !equalJson(showValue(back, path, pipe.kind, unset), value)) {
        found.push(`${pipe.name}: the rollback changed ${path}, which has the value of someone else`);
      }
    }
  }
  const { code } = rollback.output.ended;
  if (chaos.temper === 'mild' && isWhole && code !== 0) {
    found.push(`rollback ended with ${code} although nothing prevented it: ${describeErrors(rollback.output)}`);
  }
  return found;
}

/** Nobody sees whether a size was unset while a paused pipe shows none. */
function hidesUnset(pipe: PipeCase): boolean {
  return (
    pipe.live.state === 'Paused' &&
    managed(pipe).some(({ path, value }) => path.startsWith('scaling.') && value === null)
  );
}

function keysOf(method: string | null, body: unknown): readonly string[] {
  const section = method === 'PUT' ? 'settings' : 'scaling';
  return Object.keys((body ?? {}) as object).map((key) => `${section}.${key}`);
}

function checkSecondApply(evidence: Evidence): readonly string[] {
  const { again, plan, chaos } = evidence;
  const scenario = { ...chaos.scenario, allowances: 'all' } as const;
  const { run } = again.output;
  if (run === null) return ['the second apply reported no run'];
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
  if (again.output.ended.code !== 0)
    found.push(`the second apply ended with ${again.output.ended.code}: ${describeErrors(again.output)}`);
  if (plan.ended.code !== 0) {
    const open = plan.document.pipes.filter(({ status }) => status !== 'unchanged').map(({ name }) => name);
    found.push(`after the second apply plan --detailed-exitcode ends with ${plan.ended.code} (${open.join(', ')})`);
  }
  return found;
}

/** An unfinished run is reported until all of its pipes are known, and then no longer. */
function checkMemory(evidence: Evidence): readonly string[] {
  const { listed, again, plan, rollback, chaos } = evidence;
  const hasWarning = (diagnostics: readonly { readonly code: string }[] | undefined) =>
    diagnostics?.some(({ code }) => code === 'unfinished-run') ?? false;
  const isUnfinished = listed?.status === 'unfinished';
  const found: string[] = [];
  const readAll = again.output.run?.pipes.every(({ state }) => state !== null) ?? false;
  if (isUnfinished && rollback === null && !hasWarning(again.output.run?.diagnostics)) {
    found.push('the second apply does not report the unfinished run');
  }
  if (!isUnfinished && hasWarning(again.output.run?.diagnostics))
    found.push('the second apply reports an unfinished run, and there is none');
  const canEnd = (chaos.temper === 'mild' || readAll) && !chaos.scenario.cases.some(hidesUnset);
  if (canEnd && hasWarning(plan.document.diagnostics)) {
    found.push('the last plan still reports an unfinished run');
  }
  if (isUnfinished && ledgerOf(evidence) === null) found.push('the unfinished run cannot be shown');
  return found;
}

function statusOf({ status, obstacle }: ExpectedPipe): string {
  if (status === 'error') return 'failed';
  if (status !== 'update') return status;
  return obstacle === null ? 'applied' : 'failed';
}

function describeErrors({ run }: Evidence['again']['output']): string {
  const said = [...(run?.diagnostics ?? []), ...(run?.pipes ?? []).flatMap(({ diagnostics }) => diagnostics)];
  return said
    .filter(({ severity }) => severity === 'error')
    .map(({ code, summary }) => `${code}: ${summary}`)
    .join('; ');
}
