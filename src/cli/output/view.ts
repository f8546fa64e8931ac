import type { RequestAttempt } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import type { Plan, PlannedPipe } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Rollout } from '../../model/rollout.ts';
import type { Run, RunEvent } from '../../model/run.ts';
import type { ApplyView, ReadView } from '../../progress/view.ts';
import type { SeriesReport } from '../../report/chart/series-report.ts';
import type { ReportGlyphs, Style } from '../../report/text/style.ts';

/** Text, or what renders it with the color and the width of the stream that it goes to. */
export type StyledText = string | ((style: Style) => string);

/** Renders a document as text; the renderer is imported only when text is wanted. */
export type DocumentRenderer = (style: Style, glyphs: ReportGlyphs) => string | Promise<string>;

/** What was typed, without spaces around it; `ended` when the input is at its end. */
export type Reply = { readonly text: string } | 'ended' | 'interrupted';

/** How a plan that is about to be carried out is shown. */
export interface ProposalAbout {
  /** Shown for a plan with nothing to do; left out for a plan against the configuration. */
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
 * What a command shows and asks. Its implementations, text and JSON, are the only code of the command line that writes to a
 * stream, asks a question, or knows color and width.
 */
export interface View {
  /** The result, the same in every format: help, a script, a schema. On stdout. */
  print(text: StyledText): void;
  /** The result: `document` as JSON, or `render` as text. Without `render`, its parts were shown before. On stdout. */
  result(document: object, render?: DocumentRenderer): Promise<void>;
  /** A part of the result that text shows before the rest. JSON has it in the document. On stdout. */
  part(text: StyledText): void;
  /** A sentence for a person beside the result or a question, in every format. On stderr. */
  note(text: StyledText): void;
  /** As `note`, but only as text, and not with --log-level quiet. */
  info(text: StyledText): void;
  /** With --debug, one attempt of a request: never a header or a body, so never a secret. */
  request(attempt: RequestAttempt): void;
  /** Diagnostics with the lines that they are about, in every format. On stderr. */
  diagnostics(diagnostics: readonly Diagnostic[], sources?: Sources): void;
  /** Diagnostics beside the result. A result that is a document has them in it. */
  problems(diagnostics: readonly Diagnostic[], sources?: Sources): void;
  /**
   * The end of a command without a result. JSON shows `document` instead of an error document; null shows nothing, when
   * events give the reason.
   * @returns the exit code.
   */
  fail(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): number;
  /** The end of a command that has no report to give: the reasons, and a report without pipes for a program that reads stdout. */
  failedReport(report: Report, sources: Sources): Promise<void>;
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
  series(report: SeriesReport): Promise<void>;
  /** Series that are asked again and again, every so many milliseconds. */
  seriesFrames(everyMs: number): Promise<SeriesFrames>;
  /** One event of a run. Text shows it as progress. */
  event(event: RunEvent): void;
  readProgress(pipes: number): Promise<ReadView>;
  applyProgress(pipes: readonly PlannedPipe[]): Promise<ApplyView>;
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  /** Asks on stderr. What is typed ahead answers the next question. */
  ask(question: StyledText): Promise<Reply>;
  /** Only the word `yes` is a yes; an empty line, the end of the input and everything else are a no. */
  confirm(question: string): Promise<'yes' | 'no' | 'interrupted'>;
}
