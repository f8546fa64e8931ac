import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../model/clock.ts';
import { sortByName } from '../../model/diagnostic.ts';
import type { Backtest, SkippedPipe } from '../../model/size/backtest-report.ts';
import type { BacktestReport } from '../../model/size/sizing.ts';
import { backtestPipe, summarizeBacktest } from '../../sizing/backtest.ts';
import { type PipeSweep, TARGET_SHORT } from '../../sizing/sweep.ts';
import { frameOf } from '../plan-project.ts';
import type { Project } from '../project.ts';
import type { OnProgress } from '../read-pipes.ts';
import { findLimits, findPrices } from './pipe-sizes.ts';
import { describePeriod, openSizing, readSubjects, type Subject } from './sizing-subjects.ts';

const NOTHING: BacktestReport = { pipes: 0, days: 0, unknown: 0, target: TARGET_SHORT, rows: [] };

/** Reads what the selected pipes used in so much time until now, and replays it with each rule. An interrupt ends it between two pipes. */
export async function backtestSizes(project: Project, pastMs: number, onProgress: OnProgress): Promise<Backtest> {
  const { fleet, earlier, runtime } = project;
  const { timezone } = openSizing(project).sizing;
  const { histories, subjects, diagnostics } = await readSubjects(project, pastMs, onProgress);
  const days = pastMs / DAY_MS;
  const replayed: PipeSweep[] = [];
  const skipped: SkippedPipe[] = [];
  const replay = (subject: Subject): PipeSweep | string => {
    if (subject.obstacle !== null) return subject.obstacle;
    const { desired, now, history } = subject;
    if (now === null) return 'What another concurrency would have done is not known.';
    const limits = findLimits(desired, now, fleet);
    const options = { days, timezone, limits, ...findPrices(fleet.pricing) };
    const swept = backtestPipe(desired.name, history, now, options);
    if (swept === null) return 'Less than two weeks of it are known.';
    return swept.best.steps === 0 ? 'Its demand is not known.' : swept;
  };
  for (const [done, subject] of subjects.entries()) {
    // A replay takes a tenth of a second: what waits for a turn comes between two of them.
    await nextTurn();
    if (runtime.interrupts.stop.aborted) break;
    const swept = replay(subject);
    const { name, service } = subject.desired;
    if (typeof swept === 'string') skipped.push({ name, service, reason: swept });
    else replayed.push(swept);
    onProgress({ done: done + 1, total: subjects.length, failed: 0, unit: 'replay' });
  }
  const { now, tool } = frameOf(runtime);
  return {
    kind: 'backtest',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment: fleet.environment,
    period: describePeriod(histories),
    currency: fleet.pricing?.currency ?? null,
    ...(replayed.length === 0 ? NOTHING : summarizeBacktest(replayed)),
    skipped: sortByName(skipped),
    diagnostics: [...earlier, ...diagnostics],
  };
}
