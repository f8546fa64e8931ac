import type { RequestAttempt } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { hasWork, type Plan, type PlannedPipe } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Rollout } from '../../model/rollout.ts';
import { interruptedBy, type Run, type RunEvent } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import {
  chooseGlyphs,
  chooseReportGlyphs,
  chooseResizeBehavior,
  chooseView,
  type ViewKind,
} from '../../progress/choose-view.ts';
import type { ApplyView, ReadView, ViewOptions } from '../../progress/view.ts';
import type { SeriesReport } from '../../report/chart/series-report.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import type { ReportGlyphs, Style } from '../../report/text/style.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from './exit-code.ts';
import { type StreamName, Streams, type StyledText } from './streams.ts';

/** Renders a document as text; the renderer is imported only when text is wanted. */
export type DocumentRenderer = (style: Style, glyphs: ReportGlyphs) => string | Promise<string>;

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

/** What of the options decides how things look. Places in annotations are relative to the repository of `cwd`. */
export interface ViewSettings extends Pick<GlobalOptions, 'format' | 'color' | 'logLevel'> {
  readonly cwd: string;
}

/** Fewer pipes than this are read before progress could be drawn. */
const FEW_PIPES = 25;

/**
 * What a command shows and asks. Its implementations, text and JSON, are the only code of the command line that writes to a
 * stream, asks a question, or knows color and width.
 */
export abstract class View extends Streams {
  protected readonly options: ViewSettings;

  constructor(options: ViewSettings, context: Context) {
    super(context, options.color);
    this.options = options;
  }

  /** The result: `document` as JSON, or `render` as text. Without `render`, its parts were shown before. On stdout. */
  abstract result(document: object, render?: DocumentRenderer): Promise<void>;

  /** A part of the result that text shows before the rest. JSON has it in the document. On stdout. */
  abstract part(text: StyledText): void;

  /** As `note`, but only as text, and not with --log-level quiet. */
  abstract info(text: StyledText): void;

  /** Diagnostics beside the result. A result that is a document has them in it. */
  abstract problems(diagnostics: readonly Diagnostic[], sources?: Sources): void;

  /** `applyCommand`: what a person runs to carry a plan out, or null. `isSaved`: whether the whole report is in a file too. */
  abstract report(
    report: Report,
    about: { readonly applyCommand: string | null; readonly isSaved: boolean },
  ): Promise<void>;

  abstract proposal(plan: Plan, about: ProposalAbout): Promise<void>;

  /** What became of a plan. `isIdle`: a saved plan had nothing to apply. `hasNews`: more is known than the plan said. */
  abstract outcome(
    run: Run,
    about: { readonly isSaved: boolean; readonly isIdle: boolean; readonly hasNews: boolean },
  ): Promise<void>;

  /** Series that are asked again and again, every so many milliseconds. */
  abstract seriesFrames(everyMs: number, rendererOf: (report: SeriesReport) => DocumentRenderer): Promise<SeriesFrames>;

  /** One event of a run. Text shows it as progress. */
  abstract event(event: RunEvent): void;

  protected abstract failure(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): void;

  /** A sentence for a person beside the result or a question, in every format. On stderr. */
  note(text: StyledText): void {
    this.printTo('stderr', (style) => `${fitLines(typeof text === 'string' ? text : text(style), style.columns)}\n`);
  }

  /** With --debug, one attempt of a request: never a header or a body, so never a secret. */
  request({ method, path, status, attempt, durationMs, requestId }: RequestAttempt): void {
    if (this.options.logLevel !== 'debug') return;
    const answer = status === null ? 'no answer' : `${status}`;
    const id = requestId === null ? '' : ` request id ${safeText(requestId)}`;
    const took = Math.round(durationMs);
    this.printTo('stderr', `debug: ${method} ${safeText(path)} ${answer} attempt ${attempt} ${took}ms${id}\n`);
  }

  /** Diagnostics with the lines that they are about, in every format. On stderr. */
  diagnostics(diagnostics: readonly Diagnostic[], sources: Sources = new Map()): void {
    if (diagnostics.length > 0) this.printTo('stderr', (style) => renderDiagnostics(diagnostics, sources, style));
  }

  /**
   * The end of a command without a result. JSON shows `document` instead of an error document; null shows nothing, when
   * events give the reason.
   * @returns the exit code.
   */
  fail(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): number {
    this.failure(diagnostics, sources, document);
    return exitCode({ of: 'failure', interrupted: interruptedBy(this.context.interrupts.stop) });
  }

  /** Only the word `yes` is a yes; an empty line, the end of the input and everything else are a no. */
  async confirm(question: string): Promise<'yes' | 'no' | 'interrupted'> {
    const reply = await this.ask(`\n${question}`);
    if (reply === 'interrupted') return reply;
    if (typeof reply !== 'string' && reply.text === 'yes') return 'yes';
    if (typeof reply !== 'string') this.printTo('stderr', '\n');
    return 'no';
  }

  /** Progress is drawn by ink only when a person watches a fleet that takes a while, and ink is loaded only then. */
  async readProgress(pipes: number): Promise<ReadView> {
    const kind = this.progressKind();
    if (kind === 'silent' || pipes < FEW_PIPES) return SILENT;
    const { startReadView } = await loadProgress(kind);
    return startReadView(this.progressOptions());
  }

  async applyProgress(pipes: readonly PlannedPipe[]): Promise<ApplyView> {
    const kind = this.progressKind();
    if (kind === 'silent') return SILENT;
    const { startApplyView } = await loadProgress(kind);
    return startApplyView({ ...this.progressOptions(), pipes });
  }

  /** A plan as text, and how a rollout would carry it out. */
  protected async showPlan(stream: StreamName, plan: Plan, { idleText, rollout }: ProposalAbout): Promise<void> {
    const { renderPlanText } = await import('../../report/text/plan-text.ts');
    this.printTo(stream, (style) => renderPlanText(plan, style, idleText));
    if (rollout === null || !hasWork(plan)) return;
    const { describeRollout } = await import('../../report/view-model/rollout.ts');
    const text = `\n${describeRollout(rollout.rollout, rollout.sizes)}`;
    this.printTo(stream, ({ columns }) => fitLines(text, columns));
  }

  protected get glyphs(): ReportGlyphs {
    return chooseReportGlyphs(this.context.environment, this.context.platform);
  }

  /** What is drawn on a stream. Debug lines would tear a drawing. */
  protected chooseKind(stream: StreamName): ViewKind {
    const { isTTY, columns } = this.context[stream];
    const { environment } = this.context;
    const kind = chooseView({ isTerminal: isTTY === true, environment, format: this.options.format, columns });
    return kind === 'ink' && this.options.logLevel === 'debug' ? 'plain' : kind;
  }

  private progressKind(): ViewKind {
    return this.options.logLevel === 'quiet' ? 'silent' : this.chooseKind('stderr');
  }

  private progressOptions(): ViewOptions {
    const { stderr, clock, environment, platform } = this.context;
    return {
      stream: stderr,
      clock,
      color: this.colorOf('stderr'),
      glyphs: chooseGlyphs(environment, platform),
      narrowing: chooseResizeBehavior(environment),
    };
  }
}

function loadProgress(kind: ViewKind) {
  return kind === 'plain' ? import('../../progress/plain-view.ts') : import('../../progress/ink-view.ts');
}

const SILENT: ReadView & ApplyView = {
  emit: () => {},
  notice: () => {},
  stop: async () => {},
};
