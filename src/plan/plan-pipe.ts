import type { ReadResult } from '../model/client.ts';
import type { ApiAddress, DesiredPipe, Policy } from '../model/fleet.ts';
import type { Capacity, PlannedPipe } from '../model/plan.ts';
import { hashBasis } from './diff/basis.ts';
import { type Comparing, comparePipe } from './diff/compare-pipe.ts';
import { type Allowances, findRefusals } from './policy/policy.ts';
import { buildRequests, targetOf } from './requests/build-requests.ts';
import { pipeCapacity } from './sizing/capacity.ts';

export interface PipePlanning extends Comparing {
  readonly api: Pick<ApiAddress, 'organization' | 'naming'>;
  readonly policy: Policy;
  readonly allowances: Allowances;
}

export interface PipePlan {
  readonly pipe: PlannedPipe;
  /** null when the pipe could not be read. */
  readonly capacity: Capacity | null;
}

/** Desired against live for one pipe: what differs, what will be sent, and what speaks against it. */
export function planPipe(desired: DesiredPipe, read: ReadResult, planning: PipePlanning): PipePlan {
  const compared = comparePipe(desired, read, planning);
  const { pipe, live } = compared;
  const idle = live === null ? null : pipeCapacity([], live);
  if (compared.of === 'unreadable') return { pipe: { ...pipe, status: 'error' }, capacity: idle };
  if (compared.of === 'misfit') return { pipe: { ...pipe, status: 'refused' }, capacity: idle };

  const known = { ...pipe, basis: hashBasis(compared.basis) };
  if (pipe.changes.length === 0) return { pipe: { ...known, status: 'unchanged' }, capacity: idle };
  const refusals = findRefusals(desired, pipe.changes, planning.policy, planning.allowances);
  if (refusals.length > 0) {
    const diagnostics = [...refusals, ...pipe.diagnostics];
    return { pipe: { ...known, status: 'refused', live: compared.basis, diagnostics }, capacity: idle };
  }
  const requests = buildRequests(targetOf(planning.api, desired), pipe.changes, compared.live);
  return {
    pipe: { ...known, status: 'update', requests, live: compared.basis },
    capacity: pipeCapacity(pipe.changes, compared.live),
  };
}
