import { detectDrift, frameOf } from '../../engine/observe.ts';
import { closeProject } from '../../engine/project.ts';
import type { Drift } from '../../model/report.ts';
import { interruptedBy } from '../../model/run.ts';
import { emptyDrift } from '../../plan/find-drift.ts';
import type { Invocation } from '../options/command-spec.ts';
import { exitCode } from '../output/exit-code.ts';
import { mayReplace, saveReport, saveText } from '../output/output-files.ts';
import { endWithoutFleet, noteShardCost, openFleet, withReadProgress } from './fleet.ts';

interface DriftCommandOptions {
  readonly base: string | null;
  readonly out: string | null;
  /** The file for Prometheus, or null. */
  readonly metrics: string | null;
}

/** Reports whether the live pipes are as declared. Read-only. */
export async function runDrift(invocation: Invocation<DriftCommandOptions>): Promise<number> {
  const { own, options, view, context } = invocation;
  const saveMetrics = async (drift: Drift): Promise<boolean> => {
    const { renderMetrics } = await import('../../report/prometheus.ts');
    return saveText('--metrics', own.metrics, () => renderMetrics(drift), invocation);
  };
  const opened = await openFleet({ ...own, definitions: true }, invocation);
  if (!opened.ok) {
    const failed = emptyDrift(options.env, opened.diagnostics, frameOf(context));
    // Metrics of an earlier run must not go on reporting that all is well; a file that is something else is left alone.
    const metrics = opened.writable.find(({ option }) => option === '--metrics');
    if (metrics !== undefined && (await mayReplace(metrics.path))) await saveMetrics(failed);
    return endWithoutFleet(opened, failed, invocation);
  }
  const { project } = opened;
  noteShardCost(project, invocation);
  const { drift } = await withReadProgress(project.pipes.length, view, (onProgress) =>
    detectDrift(project, opened.diagnostics, onProgress, context),
  ).finally(() => closeProject(project));
  const interrupted = interruptedBy(context.interrupts.stop);
  // Saved first, before anything can stop the command.
  const isMeasured = own.metrics === null || (await saveMetrics(drift));
  if (interrupted !== null && options.format === 'text') {
    view.note('Interrupted: not every pipe was read, so there is no drift report.');
    return exitCode({ of: 'failure', interrupted });
  }
  // A report that was interrupted is not a report of the fleet, and is not saved.
  const out = interrupted === null ? own.out : null;
  await view.report(drift, { applyCommand: null, isSaved: out !== null });
  const isSaved = await saveReport(drift, out, invocation);
  if (!isSaved || !isMeasured) return exitCode({ of: 'failure', interrupted });
  return exitCode({ of: 'drift', drift, interrupted });
}
