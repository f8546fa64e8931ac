import { type Diagnostic, diagnoseCode, sortByName } from '../../model/diagnostic.ts';
import { type FieldTable, fieldsOf, parseField } from '../../model/field.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { equalJson } from '../../model/json.ts';
import type { Naming } from '../../model/naming.ts';
import { addressOf } from '../../model/pipe-address.ts';
import type { Change, Plan, PlanBasis, PlannedPipe } from '../../model/plan.ts';
import { listWritten, mayHaveWritten, type Run, type RunPipe, wasSent } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import { describeUnread } from '../../plan/describe-failure.ts';
import { identifyPipe } from '../../plan/diff/compare-pipe.ts';
import { hashBasis, listPreconditions } from '../../plan/diff/snapshot.ts';
import { warnOfState } from '../../plan/diff/warnings.ts';
import { findDesired } from '../../plan/origin/attribute.ts';
import { emptyPlan, type PipeRead, type PlanFleetOptions, summarizePlan } from '../../plan/plan-fleet.ts';
import { findContractViolations } from '../../plan/policy/find-contract-violations.ts';
import { type Allowances, findFleetRefusal, findRefusals } from '../../plan/policy/policy.ts';
import { describeApi, describeScope, WHOLE_FLEET } from '../../plan/policy/scope.ts';
import { buildRequests, targetOf, valuesIn } from '../../plan/requests/build-requests.ts';
import { requires } from '../../plan/saved/review-pipe.ts';
import { capacityOf } from '../../plan/sizing/capacity.ts';
import { isSamePipe } from '../update/pipe-session.ts';
import { basisOf, describeOther, describeReversal, isComplete, reverseChanges } from './reverse-changes.ts';

/** The pipes of the configuration that a run wrote to, or may have. */
export function listRollbackPipes(run: Run, fleet: Fleet): readonly DesiredPipe[] {
  const byAddress = new Map(fleet.pipes.map((pipe) => [addressOf(pipe), pipe]));
  return run.pipes.filter(mayHaveWritten).flatMap((pipe) => byAddress.get(addressOf(pipe)) ?? []);
}

/**
 * Plans to restore what a run wrote, where the live value is still what it wrote. The contract, the policies
 * and the preconditions hold as for any plan. Addresses come from the configuration, never from the journal, so a pipe that is
 * not configured is refused. `reads`: of the pipes of `listRollbackPipes`.
 */
export function planRollback(
  run: Run,
  fleet: Fleet,
  reads: readonly PipeRead[],
  {
    allowances,
    selection = WHOLE_FLEET,
    ...frame
  }: Pick<PlanFleetOptions, 'now' | 'tool' | 'allowances' | 'selection'>,
): Plan {
  const byAddress = new Map(reads.map((one) => [addressOf(one.desired), one]));
  const planned = run.pipes.filter(mayHaveWritten).map((pipe) => {
    const known = byAddress.get(addressOf(pipe));
    if (known === undefined) return { pipe: notConfigured(pipe), live: null };
    const live = known.read.ok ? known.read.pipe : null;
    return { pipe: planPipe(pipe, known, fleet, allowances), live };
  });
  const pipes = sortByName(planned.map(({ pipe }) => pipe));
  const summary = summarizePlan(pipes);
  const scope = describeScope(fleet, selection, allowances);
  const diagnostics = [...warnOfConfiguration(pipes, fleet), ...findFleetRefusal(scope, summary.update)];
  return {
    ...emptyPlan(fleet.environment, diagnostics, frame),
    api: describeApi(fleet.api),
    scope,
    summary,
    capacity: capacityOf(planned),
    pipes,
  };
}

function planPipe(written: RunPipe, { desired, read }: PipeRead, fleet: Fleet, allowances: Allowances): PlannedPipe {
  const known = { ...identifyPipe(desired), liveName: written.liveName, source: written.source };
  if (!read.ok) {
    const { failure } = read;
    const unread = describeUnread(desired, failure, fleet.api.url);
    return { ...known, liveName: null, requestId: failure.requestId, diagnostics: [unread] };
  }
  const live = read.pipe;
  const seen: PlannedPipe = { ...known, state: live.state, status: 'unchanged' };
  if (!isSamePipe(written, live)) {
    return { ...seen, status: 'refused', diagnostics: [describeOther(written, live)] };
  }
  const reversal = reverseChanges(written, live);
  const { changes } = reversal;
  const notes = [...warnOfState(desired, live), ...describeReversal({ ...written, name: desired.name }, reversal)];
  const basis = basisOf(changes, live);
  const based = { ...seen, basis: hashBasis(basis), changes };
  const unsent = findUnsent(written, fleet.api.naming);
  if (changes.length === 0 && unsent.length === 0) {
    // A pipe with values that cannot be restored is not a success.
    return { ...based, status: isComplete(reversal) ? 'unchanged' : 'refused', diagnostics: notes };
  }

  const refusals = [
    ...unsent,
    ...findBeyondContract(changes, based, basis, fieldsOf(fleet.api)),
    ...findRefusals(desired, changes, fleet.policy, allowances),
  ];
  if (refusals.length > 0) {
    return { ...based, status: 'refused', live: basis, diagnostics: [...refusals, ...notes] };
  }
  const requests = buildRequests(targetOf(fleet.api, desired), changes, listPreconditions(basis, live));
  return { ...based, status: 'update', requests, live: basis, diagnostics: notes };
}

function notConfigured(pipe: RunPipe): PlannedPipe {
  const summary = `Pipe ${pipe.name} is not in the configuration any more, so it is not restored.`;
  const refusal = refuse(pipe, summary, `The run wrote to the pipe ${pipe.id} of service ${pipe.service}.`);
  return { ...identifyPipe(pipe), liveName: pipe.liveName, status: 'refused', diagnostics: [refusal] };
}

/** The journal or the document may have been edited, so only changes that a sent request contains are restored. */
function findUnsent(written: RunPipe, naming: Naming | undefined): readonly Diagnostic[] {
  const bodies = written.requests.filter(wasSent).map((request) => valuesIn(request, naming));
  const unsent = listWritten(written).filter(({ path, after }) => {
    const { key } = parseField(path);
    return !bodies.some((body) => Object.hasOwn(body, key) && equalJson(body[key] ?? null, after));
  });
  if (unsent.length === 0) return [];
  const summary = `The record of the run has changes of pipe ${written.name} that no request of the run sent.`;
  return [refuse(written, summary, unsent.map(({ path }) => path).join('\n'))];
}

function findBeyondContract(
  changes: readonly Change[],
  pipe: PlannedPipe,
  basis: PlanBasis,
  fields: FieldTable,
): readonly Diagnostic[] {
  const impossible = findContractViolations(changes, pipe, basis, fields);
  if (impossible.length === 0) return [];
  const summary = `Pipe ${pipe.name} had a value before the run that cannot be restored.`;
  return [refuse(pipe, summary, impossible.map((problem) => problem.summary).join('\n'))];
}

function refuse(pipe: Pick<RunPipe, 'location'>, summary: string, detail: string): Diagnostic {
  return diagnoseCode('rollback-refused', summary, detail, 'error', pipe.location);
}

const MOST_NAMED = 5;

/** Warns where the next apply would undo the rollback. */
function warnOfConfiguration(pipes: readonly PlannedPipe[], fleet: Fleet): readonly Diagnostic[] {
  const desired = new Map(fleet.pipes.map((pipe) => [addressOf(pipe), pipe]));
  const against = pipes.filter((pipe) => {
    const own = desired.get(addressOf(pipe));
    return own !== undefined && pipe.status === 'update' && pipe.changes.some((change) => opposes(own, change));
  });
  if (against.length === 0) return [];
  const named = against.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = against.length - named.length;
  const names = listWords(more > 0 ? [...named, `${more} more`] : named);
  const summary = `The configuration still has the newer values of ${names}.`;
  return [diagnoseCode('rollback-against-configuration', summary, null, 'warning')];
}

function opposes(desired: DesiredPipe, { path, before, after }: Change): boolean {
  const value = findDesired(desired, parseField(path));
  return value !== undefined && !requires(value, before, after);
}
