import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, sortByName } from '../../model/diagnostic.ts';
import { type FieldPath, type FieldTable, fieldsOf, keyOf } from '../../model/field/field.ts';
import type { ApiAddress, DesiredPipe, Fleet } from '../../model/fleet.ts';
import { equalJson, printValue } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Naming } from '../../model/naming.ts';
import { shortList } from '../../model/number.ts';
import { addressOf } from '../../model/pipe-address.ts';
import type { Change, Plan, PlannedPipe } from '../../model/plan.ts';
import { listWritten, mayHaveWritten, type Run, type RunPipe, wasSent } from '../../model/run.ts';
import { findDesired, isSameDesired } from '../../plan/attribute-changes.ts';
import { valuesIn } from '../../plan/build-requests.ts';
import { findRollbackCost, sumCosts } from '../../plan/cost.ts';
import { identifyPipe } from '../../plan/diff/compare-pipe.ts';
import {
  describeSizes,
  type PipeRead,
  type PlanFleetOptions,
  planFleet,
  summarizePlan,
} from '../../plan/plan-fleet.ts';
import { checkValue } from '../../plan/policy/find-contract-violations.ts';
import { requires } from '../../plan/saved/review-pipe.ts';
import { isSamePipe } from '../update/pipe-session.ts';
import {
  buildRestored,
  isComplete,
  otherPipeProblem,
  type RestorableChange,
  reversalProblems,
  reverseChanges,
} from './reverse-changes.ts';

/** The pipes of the configuration that a run wrote to, or may have. */
export function listRollbackPipes(run: Run, fleet: Fleet): readonly DesiredPipe[] {
  const byAddress = new Map(fleet.pipes.map((pipe) => [addressOf(pipe), pipe]));
  return run.pipes.filter(mayHaveWritten).flatMap((pipe) => byAddress.get(addressOf(pipe)) ?? []);
}

interface PlanRollbackOptions
  extends Pick<PlanFleetOptions, 'now' | 'tool' | 'allowances' | 'selection' | 'evaluateRules'> {
  /** Gives a pipe the sizes of a time (`schedulePipe`); default: for a fleet without schedules. */
  readonly sizeAt?: (pipe: DesiredPipe, atMs: number) => DesiredPipe;
  /** Others may have written a run document, so a rollback restores only fields from it that the configuration manages. */
  readonly isDocument: boolean;
}

/**
 * Plans to restore what a run wrote, where the live value is still what it wrote: a plan of pipes that manage only these fields.
 * The contract, the policies except the limit of costs, and the preconditions hold as for any plan. Addresses come from the configuration, never from the
 * journal, so a pipe that is not configured is refused. `reads`: of the pipes of `listRollbackPipes`.
 */
export function planRollback(
  run: Run,
  fleet: Fleet,
  reads: readonly PipeRead[],
  { isDocument, sizeAt = (pipe) => pipe, ...options }: PlanRollbackOptions,
): Plan {
  const byAddress = new Map(reads.map((one) => [addressOf(one.desired), one]));
  const gone: PlannedPipe[] = [];
  const restored: PipeRead[] = [];
  for (const pipe of run.pipes.filter(mayHaveWritten)) {
    const known = byAddress.get(addressOf(pipe));
    if (known === undefined) gone.push(notConfigured(pipe));
    else
      restored.push(
        known.read.ok
          ? { ...known, ...reversePipe(pipe, known.desired, sizeAt, known.read.pipe, fleet.api, isDocument) }
          : known,
      );
  }
  // The values were live here before, and a rollback is urgent, whatever it costs.
  const policy = { ...fleet.policy, maxMonthlyIncrease: null };
  const plan = planFleet({ ...fleet, policy, promotion: null }, restored, options);
  // Restored fields follow no schedule, but a rollback of this one compares with the currently scheduled sizes.
  const planned = plan.pipes.map((pipe) => {
    const known = byAddress.get(addressOf(pipe));
    if (known === undefined) return pipe;
    const { desired, read } = known;
    const { cost } = pipe;
    const isPriced = cost !== undefined && fleet.pricing !== null && read.ok;
    const price = isPriced ? findRollbackCost({ ...pipe, cost }, read.pipe, fleet.pricing, desired) : cost;
    return { ...pipe, ...(price && { cost: price }), ...describeSizes(desired) };
  });
  const diagnostics = [...configurationProblems(plan.pipes, fleet), ...plan.diagnostics];
  // planFleet plans pipes of the configuration, so the others are added here.
  const pipes = sortByName([...planned, ...gone]);
  const cost = fleet.pricing && { cost: sumCosts(pipes, fleet.pricing.currency) };
  return { ...plan, ...cost, diagnostics, pipes, summary: summarizePlan(pipes) };
}

/** The pipe as it is desired after the rollback, and why it is not restored, or not all of it. */
function reversePipe(
  written: RunPipe,
  desired: DesiredPipe,
  sizeAt: NonNullable<PlanRollbackOptions['sizeAt']>,
  live: LivePipe,
  api: ApiAddress,
  isDocument: boolean,
): Pick<PipeRead, 'desired' | 'findings'> {
  // The live pipe must be that of the run, whatever the configuration says of its name and kind now.
  const { sizesNow: _, schedule: __, ...unscheduled } = desired;
  const bare: DesiredPipe = {
    ...unscheduled,
    liveName: null,
    source: null,
    acknowledge: [],
    settings: {},
    scaling: {},
  };
  if (!isSamePipe(written, live)) {
    return { desired: bare, findings: { refusals: [otherPipeProblem(written, live)], notes: [] } };
  }
  const isManaged = (path: FieldPath): boolean => !isDocument || findDesired(desired, path) !== undefined;
  // This time is on the clock of the service, as the run had it.
  const untilMs = Date.parse(written.scheduled?.until ?? '');
  const then = untilMs <= (desired.sizesNow?.atMs ?? Number.NaN) ? sizeAt(desired, untilMs - 1) : desired;
  const isRescheduled = (path: FieldPath): boolean =>
    !isSameDesired(findDesired(then, path), findDesired(desired, path));
  const reversal = reverseChanges(written, live, { isManaged, isRescheduled });
  const { restorable } = reversal;
  const left = reversalProblems({ ...written, name: desired.name }, reversal);
  const kind = live.source ?? desired.source;
  const beyond = findBeyondContract({ ...written, source: kind }, restorable, fieldsOf(api));
  const refusals = [...findUnsent(written, api.naming), ...beyond];
  // A pipe with values that cannot be restored is not a success.
  const isNone = restorable.length === 0 && !isComplete(reversal);
  return {
    desired: { ...bare, ...buildRestored(restorable) },
    findings: isNone ? { refusals: [...refusals, ...left], notes: [] } : { refusals, notes: left },
  };
}

function notConfigured(pipe: RunPipe): PlannedPipe {
  const summary = `Pipe ${pipe.name} is no longer in the configuration, so it is not restored.`;
  const refusal = notRestorableProblem(
    pipe,
    summary,
    `The run wrote to the pipe ${pipe.id} of service ${pipe.service}.`,
  );
  return { ...identifyPipe(pipe), liveName: pipe.liveName, status: 'refused', diagnostics: [refusal] };
}

/** The journal or the document may have been edited, so only changes that a sent request contains are restored. */
function findUnsent(written: RunPipe, naming: Naming | undefined): readonly Diagnostic[] {
  const bodies = written.requests.filter(wasSent).map((request) => valuesIn(request, naming));
  const unsent = listWritten(written).filter(
    ({ path, after }) =>
      !bodies.some((body) => Object.hasOwn(body, keyOf(path)) && equalJson(body[keyOf(path)] ?? null, after)),
  );
  if (unsent.length === 0) return [];
  const summary = `The record of the run contains changes of pipe ${written.name} that no request of the run sent.`;
  return [notRestorableProblem(written, summary, unsent.map(({ path }) => path).join('\n'))];
}

function findBeyondContract(
  pipe: RunPipe,
  restorable: readonly RestorableChange[],
  fields: FieldTable,
): readonly Diagnostic[] {
  const impossible = restorable.flatMap(({ path, before }) => {
    const violation = checkValue(fields.find(path), before, pipe.source);
    return violation === null ? [] : [`${path}: was ${printValue(before)}; ${violation}`];
  });
  if (impossible.length === 0) return [];
  const summary = `Pipe ${pipe.name} had a value before the run that cannot be restored.`;
  return [notRestorableProblem(pipe, summary, impossible.join('\n'))];
}

function notRestorableProblem(pipe: Pick<RunPipe, 'location'>, summary: string, detail: string): Diagnostic {
  return diagnoseCode('rollback-incomplete', summary, detail, 'error', pipe.location);
}

const MAX_NAMED = 5;

/** Warns where the next apply would undo the rollback. */
function configurationProblems(pipes: readonly PlannedPipe[], fleet: Fleet): readonly Diagnostic[] {
  const desired = new Map(fleet.pipes.map((pipe) => [addressOf(pipe), pipe]));
  const against = pipes.filter((pipe) => {
    const declared = desired.get(addressOf(pipe));
    if (declared === undefined || pipe.status !== 'update') return false;
    return pipe.changes.some((change) => opposes(declared, change));
  });
  if (against.length === 0) return [];
  const names = against.map(({ name }) => name);
  const summary = `The configuration still has the newer values of ${shortList(names, MAX_NAMED)}.`;
  return [diagnoseCode('rollback-against-configuration', summary, null, 'warning')];
}

function opposes(desired: DesiredPipe, { path, before, after }: Change): boolean {
  const value = findDesired(desired, path);
  return value !== undefined && !requires(value, before, after);
}
