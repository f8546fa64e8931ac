import { findProjectPlace } from '../../engine/find-project-place.ts';
import { frameOf } from '../../engine/plan-project.ts';
import type { Project } from '../../engine/project.ts';
import type { OnProgress } from '../../engine/read-pipes.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Fleet } from '../../model/fleet.ts';
import type { Plan } from '../../model/plan.ts';
import type { Drift } from '../../model/report.ts';
import type { Problems } from '../../model/result.ts';
import { interruptedBy } from '../../model/run.ts';
import type { Session } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { saveFailure, saveReport } from '../output/output-files.ts';
import { type NextStep, printNextSteps, printReport, printUnread, type ReportAbout } from '../output/print-report.ts';
import { type FleetRequest, readFleet } from './open-fleet.ts';

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
}

/** Reads the fleet, and shows and saves the report. Returns the exit code. */
export async function observeFleet<R extends Plan | Drift>(
  observation: Observation<R>,
  session: Session,
): Promise<number> {
  const { request, observe, empty, nextSteps, interruptedNote } = observation;
  const { applyCommand = null, detail, detailed = false } = observation;
  const { options, printer, workspace, context } = session;
  const { stop } = context.interrupts;
  const opened = await readFleet(request, session, observe);
  if (!opened.ok) {
    const failed = empty(options.env, opened.diagnostics, frameOf(context, await findProjectPlace(workspace, context)));
    await printUnread(failed, opened.sources, detail, printer);
    await saveFailure(failed, opened.writable, session);
    return chooseExitCode({ kind: 'failure', interrupted: interruptedBy(stop) });
  }
  const { project, result: report } = opened;
  const interrupted = interruptedBy(stop);
  if ('ok' in report) {
    const failed = empty(options.env, report.diagnostics, frameOf(context));
    await printUnread(failed, opened.sources, detail, printer);
    return chooseExitCode({ kind: 'failure', interrupted });
  }
  const { out = null, metrics = null } = request;
  // A report that is cut, by an interrupt or a lost output, is incomplete: only its metrics, which say so, are saved.
  const isCut = stop.aborted;
  const isSaved = out !== null && !isCut;
  const showReport = () => printReport(report, { applyCommand, isSaved, detail }, printer);
  await (interrupted === null ? showReport() : printer.interrupted(interruptedNote, showReport));
  const lost = await saveReport(report, isCut ? { metrics } : request, session);
  if (!lost.includes('--out') && interrupted === null) printNextSteps(nextSteps(report, project.fleet), printer);
  return chooseExitCode({ kind: 'report', report, interrupted, detailed, lost: lost.length > 0 });
}
