import { expect } from 'vitest';
import { listRollbackPipes, planRollback } from '../../../src/apply/rollback/plan-rollback.ts';
import type { PipeResult } from '../../../src/model/client.ts';
import type { DesiredPipe, Policy } from '../../../src/model/fleet.ts';
import { addDigest } from '../../../src/model/json/document.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Run } from '../../../src/model/run.ts';
import { type Allowances, NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { answered, fleetOf, idOf, NOW, ORGANIZATION, SERVICE_ID, selectionOf, TOOL } from '../../plan/samples.ts';
import type { FakeService, ServiceOptions } from '../fake-service.ts';
import { type LivePair, runScenario } from '../guarded-run.ts';
import { createMemoryJournal } from '../memory-journal.ts';
import { findFaults } from '../schemas.ts';

export const pathOf = (name: string): string =>
  `/v1/organizations/${ORGANIZATION}/services/${SERVICE_ID}/pipes/${idOf(name)}`;

/** A finished run, and the service after it. */
export async function ran(pipes: readonly LivePair[], service: ServiceOptions = {}) {
  const trial = await runScenario({ pipes, service }, createMemoryJournal());
  return { run: trial.run, service: trial.service, desired: pipes.map(({ desired }) => desired) };
}

export interface RollbackOptions {
  readonly allowances?: Allowances;
  readonly policy?: Partial<Policy>;
  readonly isDocument?: boolean;
  readonly read?: (pipe: DesiredPipe) => PipeResult;
}

export function planBack(
  run: Run,
  desired: readonly DesiredPipe[],
  service: FakeService,
  options: RollbackOptions = {},
): Plan {
  const { policy, allowances = NO_ALLOWANCES, read = ({ id }) => answered(service.truth(id)) } = options;
  const frame = { now: NOW, tool: TOOL, selection: selectionOf(), isDocument: options.isDocument ?? false };
  const fleet = fleetOf(desired, policy);
  const reads = listRollbackPipes(run, fleet).map((pipe) => ({ desired: pipe, read: read(pipe) }));
  const plan = planRollback(run, fleet, reads, { ...frame, allowances });
  expect(findFaults('plan', addDigest(plan))).toEqual([]);
  return plan;
}
