import { findFilesUrl, findReportFolder } from '../../engine/ci-job.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { hasWork, type Plan } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Rollout } from '../../model/rollout.ts';
import type { Run } from '../../model/run.ts';
import type { ReportDetail } from '../../report/compose/compose-report.ts';
import { REPORT_FORMATS } from '../../report/format.ts';
import { RENDERERS } from '../../report/render-report.ts';
import { renderReportText, renderRunHistory } from '../../report/text/render-text.ts';
import type { Style } from '../../report/text/style.ts';
import { describeRollout } from '../../report/view-model/rollout.ts';
import { needsPager, renderLastLine, showInPager } from './pager.ts';
import type { Printer, StreamName } from './printer.ts';

export interface ReportAbout {
  /** Default: neither request bodies nor a summary. `link`: the address of the whole report. `idleText`: as in `ProposalAbout`. `isAlone`: no other text was printed before it. */
  readonly detail?:
    | (Partial<ReportDetail> & {
        readonly link?: string | null;
        readonly idleText?: string;
        readonly isAlone?: boolean;
      })
    | undefined;
  /** The command that applies a plan, or null. */
  readonly applyCommand: string | null;
  /** Whether a file has the complete report. */
  readonly isSaved: boolean;
}

interface ProposalAbout extends Pick<ReportAbout, 'detail'> {
  /** Shown for a plan with nothing to do, in place of the usual text. */
  readonly idleText?: string | undefined;
  /** `sizes`: the number of pipes in each wave. */
  readonly rollout: { readonly rollout: Rollout; readonly sizes: readonly number[] } | null;
  /** A saved plan with nothing to apply, which is not shown. */
  readonly isIdle: boolean;
  /** A prompt follows, so the plan is shown even when stdout has no text, or is a file. */
  readonly hasPrompt: boolean;
}

interface OutcomeAbout extends Pick<ReportAbout, 'isSaved' | 'detail'>, Pick<ProposalAbout, 'isIdle'> {
  /** What the run carried out, and text has shown. */
  readonly plan: Plan;
  /** Whether the run has more than the plan. */
  readonly hasNews: boolean;
  /** The command that restores what the run wrote; null when it wrote nothing. */
  readonly undoCommand: string | null;
}

/** A command to run next, and what for. */
export interface NextStep {
  readonly purpose: string;
  readonly command: string;
}

/** Prints a report in the format of the options. A long text goes through the pager. */
export async function printReport(report: Report, about: ReportAbout, printer: Printer): Promise<void> {
  const { context, format, settings } = printer;
  const text = await renderReport(report, about, printer);
  if (format === 'text' && !settings.noPager && context.stdout.isTTY === true) {
    if (needsPager(text, context) && (await showInPager(text, context))) {
      printer.write((style) => renderLastLine(report, style));
      return;
    }
  }
  printer.write(text);
}

async function renderReport(
  report: Report,
  { applyCommand, isSaved, detail }: ReportAbout,
  printer: Printer,
): Promise<string> {
  const { cwd } = printer.settings;
  const format = REPORT_FORMATS.find((one) => one === printer.format) ?? 'text';
  return RENDERERS[format](report, {
    applyCommand,
    source: isSaved ? 'file' : 'fresh',
    folder: findReportFolder(report, cwd),
    filesUrl: format === 'markdown' ? await findFilesUrl(report, cwd, printer.context) : null,
    link: detail?.link ?? null,
    style: printer.style('stdout'),
    detail: textDetail(detail, printer),
  });
}

/** With `--log-level debug`, text shows the problem of each pipe. */
function textDetail({ link: _, ...detail }: NonNullable<ReportAbout['detail']> = {}, { glyphs, isDebug }: Printer) {
  return { ...detail, glyphs, isFull: isDebug };
}

/** Prints why a fleet could not be read. Programs get a report without pipes. */
export async function printUnread(
  report: Report,
  sources: Sources,
  detail: ReportAbout['detail'],
  printer: Printer,
): Promise<void> {
  const { format } = printer;
  if (format !== 'json') printer.diagnostics(report.diagnostics, sources);
  if (format !== 'text') await printReport(report, { applyCommand: null, isSaved: true, detail }, printer);
}

/** Prints a run of the journal. */
export async function printJournaled(run: Run, printer: Printer): Promise<void> {
  if (printer.format !== 'text') return printReport(run, { applyCommand: null, isSaved: true }, printer);
  printer.write((style) => renderRunHistory(run, style, textDetail({}, printer)));
}

/** Prints the plan that a run will apply. */
export async function printProposal(plan: Plan, about: ProposalAbout, printer: Printer): Promise<void> {
  const isText = printer.format === 'text';
  if (isText && !about.isIdle) await printPlan(plan, about, printer, 'stdout');
  const isSeen = isText && printer.context.stdout.isTTY === true;
  if (about.hasPrompt && !isSeen) await printPlan(plan, about, printer, 'stderr');
}

async function printPlan(
  plan: Plan,
  { idleText, rollout, detail }: ProposalAbout,
  printer: Printer,
  stream: StreamName,
): Promise<void> {
  printer.write((style) => renderReportText(plan, style, { idleText, ...textDetail(detail, printer) }), stream);
  if (rollout === null || !hasWork(plan)) return;
  printer.write(printer.fit(`\n${describeRollout(rollout.rollout, rollout.sizes)}`, stream), stream);
}

/** Prints how a run ended. With JSON, its last event carries the report. */
export async function printOutcome(
  run: Run,
  { plan, isSaved, isIdle, hasNews, undoCommand, detail }: OutcomeAbout,
  printer: Printer,
): Promise<void> {
  const { format } = printer;
  if (format === 'json') return;
  const isText = format === 'text';
  if (isText && !hasNews) {
    if (isIdle) printer.write('The plan has no changes to apply. Nothing was read or sent.\n');
    return;
  }
  if (isText && !isIdle) printer.write('\n');
  // There is no pager, since it would hide that the command has ended.
  const shown = isText && !isIdle ? withoutShown(run, plan) : run;
  printer.write(await renderReport(shown, { applyCommand: null, isSaved, detail }, printer));
  // The text is not broken at the width of the terminal, so that it can be copied.
  if (isText) printer.write(`Run: ${run.id}\n${undoCommand === null ? '' : `Undo: ${undoCommand}\n`}`);
}

/** The run without the notes and warnings of its plan. */
function withoutShown(run: Run, plan: Plan): Run {
  const shown = new Set([...plan.diagnostics, ...plan.pipes.flatMap(({ diagnostics }) => diagnostics)]);
  const keep = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter((one) => one.severity === 'error' || !shown.has(one));
  const pipes = run.pipes.map((pipe) => ({ ...pipe, diagnostics: keep(pipe.diagnostics) }));
  return { ...run, pipes, diagnostics: keep(run.diagnostics) };
}

/** Names the commands to run next on a terminal, without line breaks, so that they can be copied. */
export function printNextSteps(steps: readonly NextStep[], printer: Printer): void {
  const { format, settings, context } = printer;
  if (steps.length === 0 || format !== 'text' || settings.logLevel === 'quiet' || context.stderr.isTTY !== true) return;
  const lines = (style: Style) => steps.map(({ purpose, command }) => `${purpose}: ${style.bold(command)}\n`);
  printer.write((style) => `\n${lines(style).join('')}`, 'stderr');
}
