import type { ReadResult } from '../../model/client.ts';
import { compareText, type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../../model/diagnostic-codes.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { equalJson } from '../../model/json.ts';
import { listWords } from '../../model/list-words.ts';
import type { Naming } from '../../model/naming.ts';
import type { Capacity, Change, Plan, PlanBasis, PlannedPipe, ToolVersion } from '../../model/plan.ts';
import { listWritten, mayHaveWritten, type Run, type RunPipe, wasSent } from '../../model/run.ts';
import { describeFailure } from '../../plan/describe-failure.ts';
import { hashBasis, listPreconditions } from '../../plan/diff/basis.ts';
import { identifyPipe } from '../../plan/diff/identify-pipe.ts';
import { warnOfState } from '../../plan/diff/warn-of-state.ts';
import { findDesired } from '../../plan/origin/attribute.ts';
import { addressOf } from '../../plan/pipe-address.ts';
import { summarizePlan } from '../../plan/plan-fleet.ts';
import { findImpossible } from '../../plan/policy/find-impossible.ts';
import { type Allowances, findFleetRefusal, findRefusals } from '../../plan/policy/policy.ts';
import { describeScope, type Selection } from '../../plan/policy/scope.ts';
import { buildRequests, targetOf, valuesIn } from '../../plan/requests/build-requests.ts';
import { describeApi } from '../../plan/requests/describe-api.ts';
import { asksFor } from '../../plan/saved/review-pipe.ts';
import { pipeCapacity, sumCapacity } from '../../plan/sizing/capacity.ts';
import { notTheSame, tellReversal } from './restore-words.ts';
import { basisOf, reverseChanges } from './reverse-changes.ts';

export interface RollbackOptions {
  readonly now: Date;
  readonly tool: ToolVersion;
  readonly allowances: Allowances;
  readonly selection: Selection;
  /** The pipe as it is now, or why it could not be read. Asked for pipes of the configuration only. */
  readonly read: (pipe: DesiredPipe) => ReadResult;
}

/** The pipes that a run wrote to, or may have, each with what the configuration has of it today. */
export function listRollbackPipes(
  run: Run,
  fleet: Fleet,
): readonly { readonly pipe: RunPipe; readonly desired: DesiredPipe | null }[] {
  const byAddress = new Map(fleet.pipes.map((pipe) => [addressOf(pipe), pipe]));
  return run.pipes.filter(mayHaveWritten).map((pipe) => ({ pipe, desired: byAddress.get(addressOf(pipe)) ?? null }));
}

/**
 * The plan that puts back what a run wrote, where the live value is still what it wrote (cli.md, `rollback`). A plan like any
 * other: within the contract and the policies, with what must still be live when it is applied. Addresses come from the
 * configuration, never from the journal; a pipe that the configuration does not have is not written to.
 */
export function planRollback(run: Run, fleet: Fleet, options: RollbackOptions): Plan {
  const { allowances, selection, now, tool } = options;
  const planned = listRollbackPipes(run, fleet)
    .map(({ pipe, desired }) =>
      desired === null
        ? { pipe: notConfigured(pipe), capacity: null }
        : planPipe(pipe, desired, options.read(desired), fleet, allowances),
    )
    .sort((a, b) => compareText(a.pipe.name, b.pipe.name));
  const pipes = planned.map(({ pipe }) => pipe);
  const summary = summarizePlan(pipes);
  const scope = describeScope(fleet, selection, allowances);
  const refusal = findFleetRefusal(scope, summary.update);
  return {
    kind: 'plan',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment: fleet.environment,
    api: describeApi(fleet.api),
    base: null,
    scope,
    summary,
    capacity: sumCapacity(planned.flatMap(({ capacity }) => (capacity === null ? [] : [capacity]))),
    pipes,
    checks: [],
    diagnostics: [...warnOfConfiguration(pipes, fleet), ...(refusal === null ? [] : [refusal])],
  };
}

interface PlannedBack {
  readonly pipe: PlannedPipe;
  /** Null when it is not known. */
  readonly capacity: Capacity | null;
}

function planPipe(
  written: RunPipe,
  desired: DesiredPipe,
  read: ReadResult,
  fleet: Fleet,
  allowances: Allowances,
): PlannedBack {
  const known = { ...identifyPipe(desired), liveName: written.liveName, source: written.source };
  if (!read.ok) {
    const failed = describeFailure(`Pipe ${desired.name} could not be read`, read.failure, desired.location);
    const { requestId } = read.failure;
    return { pipe: { ...known, status: 'error', requestId, diagnostics: [failed] }, capacity: null };
  }
  const live = read.pipe;
  const seen: PlannedPipe = { ...known, state: live.state, status: 'unchanged' };
  const idle = pipeCapacity([], live);
  if (live.name !== written.liveName || (live.source !== null && live.source !== written.source)) {
    return { pipe: { ...seen, status: 'refused', diagnostics: [notTheSame(written, live)] }, capacity: idle };
  }
  const reversal = reverseChanges(written, live);
  const { changes } = reversal;
  const notes = [...warnOfState(desired, live), ...tellReversal({ ...written, name: desired.name }, reversal)];
  const basis = basisOf(changes, live);
  const based = { ...seen, basis: hashBasis(basis), changes };
  const unsent = findUnsent(written, fleet.api.naming);
  if (changes.length === 0 && unsent.length === 0) {
    // What cannot be put back is not put back: that is no success.
    const isLeft = reversal.lost.length + reversal.hidden.length > 0;
    return { pipe: { ...based, status: isLeft ? 'refused' : 'unchanged', diagnostics: notes }, capacity: idle };
  }

  const refusals = [
    ...unsent,
    ...findBeyondContract(changes, based, basis),
    ...findRefusals(desired, changes, fleet.policy, allowances),
  ];
  if (refusals.length > 0) {
    const diagnostics = [...refusals, ...notes];
    return { pipe: { ...based, status: 'refused', live: basis, diagnostics }, capacity: idle };
  }
  const requests = buildRequests(targetOf(fleet.api, desired), changes, listPreconditions(basis, live));
  const capacity = pipeCapacity(changes, live);
  return { pipe: { ...based, status: 'update', requests, live: basis, diagnostics: notes }, capacity };
}

function notConfigured(pipe: RunPipe): PlannedPipe {
  const refusal = diagnose(
    'error',
    {
      code: 'rollback-refused',
      summary: `Pipe ${pipe.name} is not in the configuration any more, so it is not put back.`,
      detail: `The run wrote to the pipe ${pipe.id} of service ${pipe.service}.`,
      hint: DIAGNOSTIC_CODES['rollback-refused'].cure,
    },
    pipe.location,
  );
  return { ...identifyPipe(pipe), liveName: pipe.liveName, status: 'refused', diagnostics: [refusal] };
}

/** A journal is a file, and files can be edited: a run wrote what its requests asked for, and nothing else is put back. */
function findUnsent(written: RunPipe, naming: Naming | undefined): readonly Diagnostic[] {
  const bodies = written.requests.filter(wasSent).map((request) => valuesIn(request, naming));
  const unsent = listWritten(written).filter(({ path, after }) => {
    const key = path.slice(path.indexOf('.') + 1);
    return !bodies.some((body) => Object.hasOwn(body, key) && equalJson(body[key] ?? null, after));
  });
  if (unsent.length === 0) return [];
  return [
    diagnose(
      'error',
      {
        code: 'rollback-refused',
        summary: `The journal says that the run changed pipe ${written.name} in what none of its requests asked for.`,
        detail: unsent.map(({ path }) => path).join('\n'),
        hint: DIAGNOSTIC_CODES['rollback-refused'].cure,
      },
      written.location,
    ),
  ];
}

/** A journal is a file, and files can be edited: what is put back is within the contract, or it is not sent. */
function findBeyondContract(changes: readonly Change[], pipe: PlannedPipe, basis: PlanBasis): readonly Diagnostic[] {
  const impossible = findImpossible(changes, pipe, basis);
  if (impossible.length === 0) return [];
  return [
    diagnose(
      'error',
      {
        code: 'rollback-refused',
        summary: `Pipe ${pipe.name} had a value before the run that cannot be put back.`,
        detail: impossible.map(({ summary }) => summary).join('\n'),
        hint: DIAGNOSTIC_CODES['rollback-refused'].cure,
      },
      pipe.location,
    ),
  ];
}

/** The next apply would undo the rollback where the configuration asks for something else than what is put back. */
function warnOfConfiguration(pipes: readonly PlannedPipe[], fleet: Fleet): readonly Diagnostic[] {
  const desired = new Map(fleet.pipes.map((pipe) => [addressOf(pipe), pipe]));
  const against = pipes.filter((pipe) => {
    const wanted = desired.get(addressOf(pipe));
    return wanted !== undefined && pipe.status === 'update' && pipe.changes.some((change) => opposes(wanted, change));
  });
  if (against.length === 0) return [];
  return [
    diagnose('warning', {
      code: 'rollback-against-configuration',
      summary: `The configuration still asks for what is put back, in ${nameSome(against)}.`,
      hint: DIAGNOSTIC_CODES['rollback-against-configuration'].cure,
    }),
  ];
}

function opposes(desired: DesiredPipe, { path, before, after }: Change): boolean {
  const wanted = findDesired(desired, path);
  return wanted !== undefined && !asksFor(wanted, before, after);
}

const MOST_NAMED = 5;

function nameSome(pipes: readonly PlannedPipe[]): string {
  const names = pipes.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = pipes.length - names.length;
  return listWords(more > 0 ? [...names, `${more} more`] : names);
}
