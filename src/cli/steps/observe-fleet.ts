import { findProjectPlace } from '../../engine/find-project-place.ts';
import { frameOf } from '../../engine/plan-project.ts';
import { closeProject, type Project } from '../../engine/project.ts';
import type { OnProgress } from '../../engine/read-pipes.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Fleet } from '../../model/fleet.ts';
import type { Plan } from '../../model/plan.ts';
import type { Drift } from '../../model/report.ts';
import type { Problems } from '../../model/result.ts';
import { interruptedBy } from '../../model/run.ts';
import type { Session } from '../options/command-spec.ts';
import type { Context } from '../options/context.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { mayReplace, saveReport } from '../output/output-files.ts';
import { type NextStep, printNextSteps, printReport, printUnread, type ReportAbout } from '../output/print-report.ts';
import { type FleetRequest, noteShardCost, openFleet, withReadProgress } from './open-fleet.ts';

interface Observation<R extends Plan | Drift> {
  readonly request: FleetRequest;
  observe(project: Project, onProgress: OnProgress): Promise<R | Problems>;
  /** A report without pipes, for a fleet that cannot be read. */
  empty(environment: string | null, diagnostics: readonly Diagnostic[], frame: ReturnType<typeof frameOf>): R;
  readonly interruptedNote: string;
  readonly applyCommand?: string | null;
  /** The commands that follow a complete report. */
  nextSteps(report: R, fleet: Fleet): readonly NextStep[];
  readonly detail?: ReportAbout['detail'];
  readonly detailed?: boolean;
  /** Returns whether it succeeds. Also called for an empty report. */
  readonly saveMetrics?: ((report: R) => Promise<boolean>) | undefined;
  /** Adds the report to a history. Returns whether it succeeds. */
  record?(report: R): Promise<boolean>;
}

/** Reads the fleet, and shows and saves the report. Returns the exit code. */
export async function observeFleet<R extends Plan | Drift>(
  observation: Observation<R>,
  session: Session,
): Promise<number> {
  const { request, observe, empty, nextSteps, saveMetrics, record, interruptedNote } = observation;
  const { applyCommand, detail, detailed } = observation;
  const { options, printer, workspace, context } = session;
  const opened = await openFleet(request, session);
  if (!opened.ok) {
    const failed = empty(options.env, opened.diagnostics, frameOf(context, await findProjectPlace(workspace, context)));
    await printUnread(failed, opened.sources, detail, printer);
    const { interrupted, isCut } = describeCut(context);
    // Earlier files are replaced, since they may say that the fleet is in sync.
    for (const { option, file, path } of opened.writable) {
      if (option === '--history') {
        if (!isCut) await record?.(failed);
        continue;
      }
      if (!(await mayReplace(path))) continue;
      if (option === '--metrics') await saveMetrics?.(failed);
      // A report without pipes does not replace the report of a selection.
      else if (options.target.length + options.exclude.length === 0) await saveReport(failed, file, session);
    }
    return chooseExitCode({ kind: 'failure', interrupted });
  }
  const { project } = opened;
  noteShardCost(project, session);
  const report = await withReadProgress(project, project.pipes.length, printer, (onProgress) =>
    observe(project, onProgress),
  ).finally(() => closeProject(project));
  const { interrupted, isCut } = describeCut(context);
  if ('ok' in report) {
    const failed = empty(options.env, report.diagnostics, frameOf(context));
    await printUnread(failed, opened.sources, detail, printer);
    return chooseExitCode({ kind: 'failure', interrupted });
  }
  const isMeasured = (await saveMetrics?.(report)) ?? true;
  // A report that is cut is incomplete and not saved.
  const out = isCut ? null : (request.out ?? null);
  const showReport = () =>
    printReport(report, { applyCommand: applyCommand ?? null, isSaved: out !== null, detail }, printer);
  await (interrupted === null ? showReport() : printer.interrupted(interruptedNote, showReport));
  const isSaved = await saveReport(report, out, session);
  const isRecorded = isCut || ((await record?.(report)) ?? true);
  const lost = !isSaved || !isMeasured || !isRecorded;
  if (isSaved && interrupted === null) printNextSteps(nextSteps(report, project.fleet), printer);
  return chooseExitCode({ kind: 'report', report, interrupted, detailed: detailed === true, lost });
}

/** `isCut`: whether the reads stopped for a reason that the report does not have: an interrupt, or an output that is lost. */
function describeCut({ interrupts: { stop } }: Context) {
  return { interrupted: interruptedBy(stop), isCut: stop.aborted };
}
