import { detectDrift, frameOf } from '../../engine/observe.ts';
import { closeProject } from '../../engine/project.ts';
import type { Drift } from '../../model/drift.ts';
import { interruptedBy } from '../../model/run.ts';
import { emptyDrift } from '../../plan/find-drift.ts';
import type { Context } from '../options/context.ts';
import { createView } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { mayReplace, saveFile, saveReport } from '../output/save-report.ts';
import type { View } from '../output/view.ts';
import { endWithoutFleet, type FleetOptions, noteShardCost, openFleet, withReadProgress } from './fleet.ts';

export interface DriftCommandOptions extends FleetOptions {
  /** The file to save the report in, or null. */
  readonly out: string | null;
  /** The file for Prometheus, or null. */
  readonly metrics: string | null;
}

/** Says whether the live pipes are as declared. Read-only. */
export async function runDrift(options: DriftCommandOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const opened = await openFleet(options, { definitions: true }, view, context);
  if (!opened.ok) {
    const failed = emptyDrift(options.env, opened.diagnostics, frameOf(context));
    // Metrics of an earlier run must not go on saying that all is well; a file that is something else is left alone.
    const metrics = opened.writable.find(({ option }) => option === '--metrics');
    if (metrics !== undefined && (await mayReplace(metrics.file, options, context))) {
      await saveMetrics(failed, options, view, context);
    }
    return endWithoutFleet(opened, failed, options, view, context);
  }
  const { project } = opened;
  noteShardCost(opened, options, view);
  const { drift } = await withReadProgress(project.pipes.length, view, (onProgress) =>
    detectDrift(project, opened.diagnostics, onProgress, context),
  ).finally(() => closeProject(project));
  const interrupted = interruptedBy(context.interrupts.stop);
  // Before anything can stop the command: metrics of an earlier run must not go on saying that all is well.
  const isMeasured = await saveMetrics(drift, options, view, context);
  if (interrupted !== null && options.format === 'text') {
    view.note('Interrupted: not every pipe was read, so nothing can be said of drift.');
    return exitCode({ of: 'failure', interrupted });
  }
  // A report that was interrupted is not a report of the fleet, and is not saved.
  const out = interrupted === null ? options.out : null;
  await view.report(drift, { applyCommand: null, isSaved: out !== null });
  const isSaved = out === null || (await saveReport(drift, out, options, view, context));
  if (!isSaved || !isMeasured) return exitCode({ of: 'failure', interrupted });
  return exitCode({ of: 'drift', drift, interrupted });
}

async function saveMetrics(drift: Drift, options: DriftCommandOptions, view: View, context: Context): Promise<boolean> {
  if (options.metrics === null) return true;
  const { renderMetrics } = await import('../../report/prometheus.ts');
  return saveFile({ option: '--metrics', file: options.metrics }, renderMetrics(drift), options, view, context);
}
