import type { Check, CheckResult } from '../../model/check.ts';
import type { RequestAttempt } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Sources } from '../../model/location.ts';
import type { Plan, PlannedPipe } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Rollout } from '../../model/rollout.ts';
import type { Run } from '../../model/run.ts';
import type { ApplyView, ReadView } from '../../progress/view.ts';
import type { Publication, Target } from '../../publish/index.ts';
import type { SeriesReport } from '../../report/chart/series-report.ts';
import type { AlertDocument } from '../../report/text/alert-text.ts';
import type { RunsDocument } from '../../report/text/runs-text.ts';
import type { Reply } from './conversation.ts';

/** How a plan that is about to be carried out is shown. */
export interface ProposalAbout {
  /** What a plan with nothing to do says; left out for a plan against the configuration. */
  readonly idleText?: string | undefined;
  /** The rollout, and the number of pipes in each of its waves; null without one. */
  readonly rollout: { readonly rollout: Rollout; readonly sizes: readonly number[] } | null;
  /** A saved plan with nothing to apply is not shown. */
  readonly isIdle: boolean;
  /** Whoever is asked must see what they answer to, also when stdout is a file. */
  readonly isAsked: boolean;
}

/** What a watch of series shows at each turn: a report, or why there is none. */
export interface SeriesFrames {
  show(turn: SeriesTurn): Promise<void>;
  close(): Promise<void>;
}

export type SeriesTurn =
  | { readonly ok: true; readonly report: SeriesReport }
  | { readonly ok: false; readonly problem: Diagnostic };

/**
 * What a command shows and asks: one method for each document and event. Its implementations are the only code of the command
 * line that writes to a stream, asks a question, or knows color and width.
 */
export interface View {
  /** Text that is the result as it stands: help, a script, a page. On stdout. */
  print(text: string): void;
  /** A sentence for a person beside the result. On stderr. */
  note(text: string): void;
  /** With --debug, one attempt of a request: never a header or a body, so never a secret. */
  request(attempt: RequestAttempt): void;
  /** Diagnostics with the lines that they are about. On stderr. */
  diagnostics(diagnostics: readonly Diagnostic[], sources?: Sources): void;
  /** Warnings about the input. A result that is a document has them too. */
  warnings(diagnostics: readonly Diagnostic[], sources: Sources): void;
  /** The end of a command without a result; `document` is what JSON shows instead of an error document. */
  failure(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object): void;
  /** The end of a command that was to give a report: why, and the report without pipes for whoever reads stdout. */
  failedReport(report: Report, sources: Sources): Promise<void>;
  /** The end of an apply or rollback that did not start; its events say the same. */
  notStarted(diagnostics: readonly Diagnostic[], sources: Sources): void;
  /** `applyCommand`: what a person runs to carry a plan out, or null. `isSaved`: whether the whole report is in a file too. */
  report(report: Report, about: { readonly applyCommand: string | null; readonly isSaved: boolean }): Promise<void>;
  /** A plan that is about to be carried out. */
  proposal(plan: Plan, about: ProposalAbout): Promise<void>;
  /** What became of a plan. `isIdle`: a saved plan had nothing to apply. `hasNews`: more is known than the plan said. */
  outcome(
    run: Run,
    about: { readonly isSaved: boolean; readonly isIdle: boolean; readonly hasNews: boolean },
  ): Promise<void>;
  runHistory(run: Run): Promise<void>;
  /** A run that is reported no more, and the names of the pipes that it left open. */
  forgotten(run: Run, open: readonly string[]): Promise<void> | void;
  runs(document: RunsDocument): Promise<void> | void;
  checks(
    results: readonly CheckResult[],
    checks: readonly Check[],
    diagnostics: readonly Diagnostic[],
  ): Promise<void> | void;
  series(report: SeriesReport): Promise<void>;
  /** Series that are asked again and again, every so many milliseconds. */
  seriesFrames(everyMs: number): Promise<SeriesFrames>;
  alert(document: AlertDocument): Promise<void> | void;
  publication(target: Target['kind'], publication: Publication): void;
  /** One event of a run. Text shows it as progress. */
  event(event: RunEvent): void;
  readProgress(pipes: number): Promise<ReadView>;
  applyProgress(pipes: readonly PlannedPipe[]): Promise<ApplyView>;
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  /** Asks on stderr. */
  ask(question: string): Promise<Reply>;
}
