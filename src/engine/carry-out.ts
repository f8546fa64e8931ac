import { applyPlan } from '../apply/apply-plan.ts';
import type { Guards } from '../apply/rollout/guards.ts';
import type { World } from '../cli/options/context.ts';
import { settleJournal } from '../journal/settle-journal.ts';
import type { RunEvent } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import type { ClaimedProject } from './claim-project.ts';
import type { OpenedProject } from './open-project.ts';
import { settleFindings, type Weighed } from './weigh-unfinished.ts';

/** Of a pipe that is updated: one before the first write, and one that shows it at the least. */
const READS_AROUND_WRITES = 2;

/** A plan that may be carried out, with what guards it and the connections to do it; the caller closes them. */
export interface ReadyRun extends Pick<OpenedProject, 'connection' | 'observability' | 'parallelism' | 'folder'> {
  readonly plan: ReviewedPlan;
  readonly guards: Guards;
  readonly project: ClaimedProject;
  /** The runs that were cut off. */
  readonly unfinished: readonly Weighed[];
  /** The run that the plan puts back, or null. */
  readonly rollsBack: string | null;
}

export interface CarryOutOptions {
  /** Milliseconds to read for until a written value shows; 0 reads once. */
  readonly waitTimeoutMs: number;
  /** What a pipe that fails means for those not started yet. */
  readonly onFailure: 'continue' | 'stop';
  readonly emit: (event: RunEvent) => void;
}

/** Carries a plan out. Whatever is written is in the journal of the project, which is the run's own meanwhile. */
export async function carryOut(ready: ReadyRun, options: CarryOutOptions, world: World): Promise<Run> {
  const { createPipeReader, createPipeWriter } = await import('../api/index.ts');
  const { connection, observability, project, plan } = ready;
  const ports = {
    reader: createPipeReader(connection),
    writer: createPipeWriter(connection),
    observability: observability?.ok ? observability.reader : null,
    journal: project.journal,
    clock: world.clock,
  };
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  connection.expect(updates.reduce((sum, { requests }) => sum + READS_AROUND_WRITES + requests.length, 0));
  const run = await applyPlan(plan, ports, {
    ...options,
    ...world.interrupts,
    runId: project.runId,
    rollsBack: ready.rollsBack,
    parallelism: ready.parallelism,
    guards: ready.guards,
  });
  await settle(ready, run);
  return run;
}

/** The runs that were cut off and of which all is known now need not be told again. When it fails, they are. */
async function settle({ unfinished, folder, project }: ReadyRun, run: Run): Promise<void> {
  // Nobody could look up what a run found whose own journal is not whole.
  if (project.journal.trouble() !== null) return;
  for (const weighed of unfinished) {
    const pipes = settleFindings(weighed, run);
    if (pipes === null) continue;
    const entry = { type: 'settled', at: run.finishedAt, by: run.id, pipes } as const;
    await settleJournal(folder, weighed.runId, entry).catch(() => {});
  }
}
