import { setImmediate as nextTurn } from 'node:timers/promises';
import { sortByName } from '../../model/diagnostic.ts';
import { fromCents, toCents } from '../../model/price.ts';
import {
  BACKTEST_ROWS,
  type Backtest,
  type BacktestPipe,
  type BacktestRow,
  type SkippedPipe,
} from '../../model/size/backtest-report.ts';
import type { PipeBacktest } from '../../model/size/sizing.ts';
import { backtestPipe } from '../../sizing/backtest.ts';
import { frameOf } from '../plan-project.ts';
import type { Project } from '../project.ts';
import type { OnProgress } from '../read-pipes.ts';
import { findLimits, findPrices } from './pipe-sizes.ts';
import { describePeriod, openSizing, readSubjects, type Subject } from './sizing-subjects.ts';

const MOST_WORST = 5;

type Replayed = PipeBacktest & Pick<BacktestPipe, 'name' | 'service'>;

/** Reads what the selected pipes used in so much time until now, and replays it. An interrupt ends it between two pipes. */
export async function backtestSizes(project: Project, pastMs: number, onProgress: OnProgress): Promise<Backtest> {
  const { fleet, earlier, runtime } = project;
  const { timezone, headroom } = openSizing(project).sizing;
  const { histories, subjects, diagnostics } = await readSubjects(project, pastMs, onProgress);
  const replayed: Replayed[] = [];
  const skipped: SkippedPipe[] = [];
  const replay = (subject: Subject): PipeBacktest | string => {
    if (subject.obstacle !== null) return subject.obstacle;
    const { desired, now, history } = subject;
    const options = { headroom, timezone, limits: findLimits(desired, now, fleet), ...findPrices(fleet.pricing) };
    return backtestPipe(history, now, options) ?? 'Less than three weeks of its demand are known.';
  };
  for (const [done, subject] of subjects.entries()) {
    // What waits for a turn comes between two pipes.
    await nextTurn();
    if (runtime.interrupts.stop.aborted) break;
    const result = replay(subject);
    const { name, service } = subject.desired;
    if (typeof result === 'string') skipped.push({ name, service, reason: result });
    else replayed.push({ name, service, ...result });
    onProgress({ done: done + 1, total: subjects.length, failed: 0, unit: 'replay' });
  }
  const { now, tool } = frameOf(runtime);
  const worst = replayed.toSorted((a, b) => b.advice.short - a.advice.short).slice(0, MOST_WORST);
  const steps = replayed.reduce((sum, pipe) => sum + pipe.steps, 0);
  const unknown = replayed.reduce((sum, pipe) => sum + pipe.unknownSteps, 0);
  return {
    kind: 'backtest',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment: fleet.environment,
    period: describePeriod(histories),
    currency: fleet.pricing?.currency ?? null,
    pipes: replayed.length,
    days: replayed.reduce((sum, { days }) => sum + days, 0),
    unknown: steps === 0 ? 0 : unknown / (steps + unknown),
    rows: listRows(replayed),
    worst: worst.map((pipe) => ({ name: pipe.name, service: pipe.service, rows: listRows([pipe]) })),
    skipped: sortByName(skipped),
    diagnostics: [...earlier, ...diagnostics],
  };
}

const SUMS = { 'as-it-was': 'asItWas', hindsight: 'hindsight', advice: 'advice' } as const;

/** A pipe counts for the time of its known demand. */
function listRows(pipes: readonly PipeBacktest[]): readonly BacktestRow[] {
  if (pipes.length === 0) return [];
  const steps = pipes.reduce((sum, pipe) => sum + pipe.steps, 0);
  const days = pipes.reduce((sum, pipe) => sum + pipe.days, 0);
  return BACKTEST_ROWS.map((sizes) => {
    const total = (figureOf: (pipe: PipeBacktest) => number) => pipes.reduce((sum, pipe) => sum + figureOf(pipe), 0);
    const key = SUMS[sizes];
    return {
      sizes,
      cost: fromCents(toCents(total((pipe) => pipe[key].cost))),
      short: total((pipe) => pipe[key].short * pipe.steps) / steps,
      changesPerDay: total((pipe) => pipe[key].changes) / days,
    };
  });
}
