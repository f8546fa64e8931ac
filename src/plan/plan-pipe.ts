import type { ReadResult } from '../model/client.ts';
import { hasErrors } from '../model/diagnostic.ts';
import { fieldOrder } from '../model/fields.ts';
import type { DesiredPipe, Policy } from '../model/fleet.ts';
import type { Capacity, PlannedPipe } from '../model/plan.ts';
import { hashBasis, takeBasis } from './basis.ts';
import { buildRequests } from './build-requests.ts';
import { pipeCapacity } from './capacity.ts';
import { describeFailure } from './describe-failure.ts';
import { findMisfits } from './find-misfits.ts';
import { type Allowances, findRefusals } from './policy.ts';
import { warnOfSize } from './warn-of-size.ts';
import { warnOfState } from './warn-of-state.ts';
import { weighScaling } from './weigh-scaling.ts';
import { weighSettings } from './weigh-settings.ts';

export interface PipePlanning {
  readonly organization: string;
  readonly policy: Policy;
  readonly allowances: Allowances;
  /** Epoch milliseconds at which the pipes were read. */
  readonly nowMs: number;
}

export interface PipePlan {
  readonly pipe: PlannedPipe;
  /** null when the pipe could not be read. */
  readonly capacity: Capacity | null;
}

/** Desired against live for one pipe: what differs, what will be sent, and what speaks against it. */
export function planPipe(desired: DesiredPipe, read: ReadResult, planning: PipePlanning): PipePlan {
  if (!read.ok) {
    const failed = describeFailure(`Pipe ${desired.name} could not be read`, read.failure, desired.location);
    return { pipe: { ...identify(desired), status: 'error', diagnostics: [failed] }, capacity: null };
  }
  const live = read.pipe;
  const seen = {
    ...identify(desired),
    liveName: live.name,
    source: live.source ?? desired.source,
    state: live.state,
  };
  const idle = pipeCapacity([], live);

  const misfits = findMisfits(desired, live);
  if (misfits.length > 0) return { pipe: { ...seen, status: 'refused', diagnostics: misfits }, capacity: idle };

  const settings = weighSettings(desired, live);
  const scaling = weighScaling(desired, live, planning.nowMs);
  const weighed = [...settings.diagnostics, ...scaling.diagnostics];
  if (hasErrors(weighed)) return { pipe: { ...seen, status: 'error', diagnostics: weighed }, capacity: idle };

  const changes = [...settings.changes, ...scaling.changes].sort((a, b) => fieldOrder(a.path) - fieldOrder(b.path));
  const basis = takeBasis(live, scaling.basis);
  const known = { ...seen, changes, basis: hashBasis(basis) };
  const notes = [...weighed, ...warnOfSize(desired, changes, live), ...warnOfState(desired, live)];
  const refusals = findRefusals(desired, changes, planning.policy, planning.allowances);
  if (refusals.length > 0) {
    return { pipe: { ...known, status: 'refused', diagnostics: [...refusals, ...notes] }, capacity: idle };
  }
  if (changes.length === 0) {
    return { pipe: { ...known, status: 'unchanged', diagnostics: notes }, capacity: idle };
  }
  const target = { organization: planning.organization, serviceId: desired.serviceId, id: desired.id };
  return {
    pipe: {
      ...known,
      status: 'update',
      requests: buildRequests(target, changes, live),
      live: basis,
      diagnostics: notes,
    },
    capacity: pipeCapacity(changes, live),
  };
}

/** What is known before a pipe is read, with every key in its place: the order of cli.md, "The plan document". */
function identify(desired: DesiredPipe): PlannedPipe {
  const { name, service, serviceId, id, source, location } = desired;
  return {
    name,
    service,
    serviceId,
    id,
    liveName: null,
    source,
    state: null,
    status: 'error',
    location,
    changes: [],
    requests: [],
    basis: null,
    live: null,
    diagnostics: [],
  };
}
