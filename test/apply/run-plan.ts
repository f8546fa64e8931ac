import { applyPlan } from '../../src/apply/apply-plan.ts';
import { type ApplyPlanOptions, NO_GUARDS, NO_WRITE_POLICIES, type RunJournal } from '../../src/apply/ports.ts';
import type { PipeReader, PipeWriter } from '../../src/model/client.ts';
import type { ObservabilityReader } from '../../src/model/observability/reader.ts';
import type { Run, RunEvent } from '../../src/model/run.ts';
import type { ReviewedPlan } from '../../src/plan/saved/review-plan.ts';
import { type SleepyClock, sleepyClock } from '../api/fake-clock.ts';
import { createMemoryJournal } from './memory-journal.ts';

export interface Trial {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  /** What was thrown; the run has `bug 1` of the first. */
  readonly bugs: readonly unknown[];
  /** `pipe_start orders`, `PUT orders 200`, `pipe_done orders applied`. */
  readonly story: readonly string[];
  readonly clock: SleepyClock;
}

/** Applies a plan to the fake service: a fresh one, or a saved one after its review. */
export async function runPlan(
  plan: ReviewedPlan,
  service: PipeReader & PipeWriter,
  given: Partial<ApplyPlanOptions> = {},
  clock = sleepyClock(),
  observability: ObservabilityReader | null = null,
  journal: RunJournal = createMemoryJournal(),
): Promise<Trial> {
  const events: RunEvent[] = [];
  const bugs: unknown[] = [];
  const reportBug = (error: unknown): string => `bug ${bugs.push(error)}`;
  const never = new AbortController().signal;
  const run = await applyPlan(
    plan,
    { reader: service, writer: service, observability, journal, clock, reportBug },
    {
      runId: 'run-1',
      rollsBack: null,
      parallelism: 1,
      waitTimeoutMs: 120_000,
      failFast: false,
      guards: NO_GUARDS,
      writePolicies: NO_WRITE_POLICIES,
      stop: never,
      abort: never,
      ...given,
      emit: (event) => {
        events.push(event);
        given.emit?.(event);
      },
    },
  );
  return { run, events, bugs, story: events.map(formatEvent), clock };
}

function formatEvent(event: RunEvent): string {
  switch (event.type) {
    case 'run_start':
      return `run_start ${event.pipes} ${event.requests}`;
    case 'pipe_start':
      return `pipe_start ${event.pipe}`;
    case 'request':
      return `${event.method} ${event.pipe} ${event.status}`;
    case 'pipe_done':
      return `pipe_done ${event.pipe} ${event.status}`;
    case 'diagnostic':
      return `diagnostic ${event.pipe} ${event.diagnostic.code}`;
    case 'wave_start':
      return `wave_start ${event.wave} of ${event.waves}: ${event.pipes.join(' ')}`;
    case 'bake_start':
      return `bake_start ${event.wave} ${event.bakeMs} ${event.measurements}`;
    case 'check':
      return ['check', event.moment, event.pipe, event.name, event.verdict].filter((word) => word !== null).join(' ');
    case 'wave_done':
      return `wave_done ${event.wave} ${event.verdict}`;
    case 'rollback_start':
      return `rollback_start ${event.pipes.join(' ')}`;
    case 'pipe_wait':
      return `pipe_wait ${event.pipe} ${event.status} ${event.waitMs}`;
    case 'rate_limit':
    case 'run_done':
      return event.type;
  }
}

/** Runs a check of a promise; the message of a broken one begins with the promise. */
export function keep(promise: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${promise}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
