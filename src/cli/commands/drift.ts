import { driftEach, driftObserved } from '../../engine/drift-each.ts';
import type { Drift } from '../../model/drift.ts';
import { interruptedBy } from '../../model/run.ts';
import { readToolVersion } from '../../model/version.ts';
import { emptyDrift } from '../../plan/find-drift.ts';
import type { Context } from '../options/context.ts';
import { exitCode } from '../output/exit-code.ts';
import { reportFailure } from '../output/report-failure.ts';
import { mayReplace, saveFile, saveReport } from '../output/save-report.ts';
import { sourceOf, writeReport } from '../output/write-report.ts';
import { observeFleet } from './run/observe-fleet.ts';
import type { FleetOptions } from './run/open-fleet.ts';

export interface DriftCommandOptions extends FleetOptions {
  /** The file to save the report in, or null. */
  readonly out: string | null;
  /** The file for Prometheus, or null. */
  readonly metrics: string | null;
}

/** Says whether the live pipes are as declared. What it is given of the service can only read. */
export async function runDrift(options: DriftCommandOptions, context: Context): Promise<number> {
  const observed = await observeFleet(
    driftEach,
    options,
    { definitions: 'wanted', recommend: 'left-out', unfinished: 'left-out' },
    context,
  );
  const frame = { now: new Date(context.clock.now()), tool: readToolVersion() };
  if (!observed.ok) {
    const failed = emptyDrift(options.env, observed.diagnostics, frame);
    // Metrics of an earlier run must not go on saying that all is well; a file that is something else is left alone.
    const metrics = observed.writable.find(({ option }) => option === '--metrics');
    if (metrics !== undefined && (await mayReplace(metrics.file, options, context))) {
      await saveMetrics(failed, options, context);
    }
    return reportFailure(observed, () => failed, options, context);
  }
  const interrupted = interruptedBy(context.interrupts.stop);
  const drift = driftObserved(observed, frame);
  // Before anything can stop the command: metrics of an earlier run must not go on saying that all is well.
  const isMeasured = await saveMetrics(drift, options, context);
  if (interrupted !== null && options.format === 'text') {
    context.stderr.write('Interrupted: not every pipe was read, so nothing can be said of drift.\n');
    return exitCode({ of: 'failure', interrupted });
  }
  // What was cut short is no report of the fleet, and is not saved.
  const out = interrupted === null ? options.out : null;
  await writeReport(drift, { applyCommand: null, source: sourceOf(out) }, options, context);
  const isSaved = out === null || (await saveReport(drift, out, options, context));
  const code = exitCode({ of: 'drift', drift, interrupted });
  return isSaved && isMeasured ? code : exitCode({ of: 'failure', interrupted });
}

async function saveMetrics(drift: Drift, options: DriftCommandOptions, context: Context): Promise<boolean> {
  if (options.metrics === null) return true;
  const { renderMetrics } = await import('../../report/prometheus.ts');
  return saveFile({ option: '--metrics', file: options.metrics }, renderMetrics(drift), options, context);
}
