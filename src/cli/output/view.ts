import { describeCrash } from '../../engine/describe-crash.ts';
import type { RateLimitWait, RequestAttempt } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileEdit, Sources } from '../../model/location.ts';
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
import type { SeriesFrames } from '../../progress/series-screen.ts';
import type { ApplyView, ReadView, ViewOptions } from '../../progress/view.ts';
import type { BesideOf, DocumentKind, DocumentOf } from '../../report/render-document.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import type { GuideStep } from '../../report/text/init-text.ts';
import type { ReportGlyphs, Style } from '../../report/text/style.ts';
import type { ReportDetail } from '../../report/view-model/arrange.ts';
import { describeRateLimit } from '../../report/view-model/count.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { chooseExitCode } from './choose-exit-code.ts';
import { type Reply, type StreamName, Streams, type StyledText } from './streams.ts';

export interface ReportAbout {
  /** Default: neither request bodies nor a summary. `link`: the address of the whole report. */
  readonly detail?: (Partial<ReportDetail> & { readonly link?: string | null }) | undefined;
  /** The command that applies a plan, or null. */
  readonly applyCommand: string | null;
  /** Whether a file has the complete report. */
  readonly isSaved: boolean;
}

export interface OutcomeAbout extends Pick<ReportAbout, 'isSaved' | 'detail'>, Pick<ProposalAbout, 'isIdle'> {
  /** Whether the run has more than the plan. */
  readonly hasNews: boolean;
  /** The command that restores what the run wrote; null when it wrote nothing. */
  readonly undoCommand: string | null;
}

export interface ProposalAbout extends Pick<ReportAbout, 'detail'> {
  /** Shown for a plan with nothing to do, in place of the usual text. */
  readonly idleText?: string | undefined;
  /** `sizes`: the number of pipes in each wave. */
  readonly rollout: { readonly rollout: Rollout; readonly sizes: readonly number[] } | null;
  /** A saved plan with nothing to apply, which is not shown. */
  readonly isIdle: boolean;
  /** A prompt follows, so the plan is shown even when stdout is a file. */
  readonly hasPrompt: boolean;
}

/** A command to run next, and what for. */
export interface NextStep {
  readonly purpose: string;
  readonly command: string;
}

/** Places in annotations are relative to the repository of `cwd`. */
export interface ViewSettings extends Pick<GlobalOptions, 'format' | 'color' | 'logLevel' | 'noPager'> {
  readonly cwd: string;
}

/** Fewer pipes are read before progress can be drawn. */
const FEW_PIPES = 25;

/** The output and the prompts of a command. Only its implementations, text and JSON, know streams, color and width. */
export abstract class View extends Streams {
  protected readonly options: ViewSettings;

  constructor(options: ViewSettings, context: Context) {
    super(context, options.color);
    this.options = options;
  }

  /** Prints a document in the format of the options. `beside`: what JSON does not show. */
  abstract document<K extends DocumentKind>(document: DocumentOf<K>, ...beside: BesideOf<K>): Promise<void>;

  /** Prints a document as JSON, or `text` in its place, with lines broken. Without `text`, it was printed before. */
  abstract result(document: object, text?: string): void;

  /** Prints the difference of files on stdout, only as text: the JSON document contains it. */
  abstract edits(edits: readonly FileEdit[]): Promise<void>;

  /** Prints what to do next on stdout, only as text. */
  abstract guide(steps: readonly GuideStep[]): Promise<void>;

  /** Like `note`, but only as text, and not with --log-level quiet. */
  abstract info(text: string): void;

  /** Shows diagnostics, unless the document contains them. */
  abstract problems(diagnostics: readonly Diagnostic[], sources?: Sources): void;

  abstract report(report: Report, about: ReportAbout): Promise<void>;

  /** Shows why a fleet could not be read. Programs get a report without pipes. */
  abstract unread(report: Report, sources: Sources, detail: ReportAbout['detail']): Promise<void>;

  /** Shows a run of the journal. */
  abstract journaled(run: Run): Promise<void>;

  abstract proposal(plan: Plan, about: ProposalAbout): Promise<void>;

  abstract outcome(run: Run, about: OutcomeAbout): Promise<void>;

  /** Starts a display of series that are queried repeatedly. */
  abstract seriesFrames(everyMs: number): Promise<SeriesFrames>;

  abstract event(event: RunEvent): void;

  protected abstract failure(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): void;

  /** Like `print`, with lines broken at the width of the terminal. */
  printLines(text: string): void {
    this.print(this.fit('stdout', text));
  }

  /** Prints a sentence on stderr, in every format. */
  note(text: StyledText): void {
    this.printTo('stderr', `${this.fit('stderr', text)}\n`);
  }

  /** Says on stderr until when the command waits for a rate limit, in every format. */
  noteWait(wait: RateLimitWait): void {
    if (this.options.logLevel !== 'quiet') this.note(describeRateLimit(wait));
  }

  /** Shows the result of an interrupted command, which is incomplete. Text shows a note instead, on stderr. */
  async interrupted(note: string, showResult: () => Promise<void>): Promise<void> {
    if (this.options.format === 'text') this.note(note);
    else await showResult();
  }

  /** Whether a person reads the result as text and can answer. */
  get isInteractive(): boolean {
    return this.canAsk && this.options.format === 'text';
  }

  /** Names the commands to run next on a terminal, without line breaks, so that they can be copied. */
  next(steps: readonly NextStep[]): void {
    const { format, logLevel } = this.options;
    if (steps.length === 0 || format !== 'text' || logLevel === 'quiet' || this.context.stderr.isTTY !== true) return;
    const lines = (style: Style) => steps.map(({ purpose, command }) => `${purpose}: ${style.bold(command)}\n`);
    this.printTo('stderr', (style) => `\n${lines(style).join('')}`);
  }

  /** With --log-level debug, prints one attempt of a request. Headers and bodies may hold secrets and are not printed. */
  get onRequest(): ((attempt: RequestAttempt) => void) | undefined {
    if (this.options.logLevel !== 'debug') return undefined;
    return ({ method, origin, path, status, attempt, durationMs, requestId }) => {
      const outcome = status === null ? 'no response' : `${status}`;
      const id = requestId === null ? '' : ` request id ${safeText(requestId)}`;
      const took = Math.round(durationMs);
      this.printTo(
        'stderr',
        `debug: ${method} ${origin}${safeText(path)} ${outcome} attempt ${attempt} ${took}ms${id}\n`,
      );
    };
  }

  /** With --log-level debug, prints the stack of a bug. Documents have no stacks, which have paths of the machine. */
  get onBug(): ((error: unknown) => void) | undefined {
    if (this.options.logLevel !== 'debug') return undefined;
    return (error) => this.printTo('stderr', `debug: ${describeCrash(error, this.context.environment, true)}\n`);
  }

  /** Prints diagnostics with their source lines on stderr, in every format, and equal ones once. */
  diagnostics(diagnostics: readonly Diagnostic[], sources: Sources = new Map()): void {
    if (diagnostics.length === 0) return;
    this.printTo('stderr', (style) => renderDiagnostics(diagnostics, sources, style, this.detailOf()));
  }

  /** Ends a command without a result. JSON prints `document` in place of an error document. Returns the exit code. */
  fail(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): number {
    this.failure(diagnostics, sources, document);
    return chooseExitCode({ kind: 'failure', interrupted: interruptedBy(this.context.interrupts.stop) });
  }

  /** Prompts for a value. `otherwise`: that of an empty line, or null. */
  askValue(question: string, otherwise: string | null): Promise<Reply> {
    const { dim, columns } = this.style('stderr');
    const text = otherwise === null ? question : `${question} ${dim(`[${otherwise}]`)}`;
    return this.ask(`${fitLines(text, columns === null ? null : columns - ': '.length)}: `);
  }

  async confirm(question: string): Promise<'yes' | 'no' | 'interrupted'> {
    // Loaded during the prompt, so that the first frame follows the answer at once.
    const kind = this.progressKind();
    if (kind !== 'silent') void loadProgress(kind);
    const reply = await this.ask(`\n${question}`);
    if (reply === 'interrupted') return reply;
    if (typeof reply !== 'string' && reply.text === 'yes') return 'yes';
    if (typeof reply !== 'string') this.printTo('stderr', '\n');
    return 'no';
  }

  async readProgress(pipes: number): Promise<ReadView> {
    const kind = this.progressKind();
    if (kind === 'silent' || pipes < FEW_PIPES)
      return { ...SILENT, emit: ({ rateLimit }) => rateLimit && this.noteWait(rateLimit) };
    const { startReadView } = await loadProgress(kind);
    return startReadView(this.progressOptions());
  }

  async applyProgress(pipes: readonly PlannedPipe[], isRollback: boolean): Promise<ApplyView> {
    const kind = this.progressKind();
    if (kind === 'silent') return SILENT;
    const { startApplyView } = await loadProgress(kind);
    const { stdout, stderr } = this.context;
    // A person who watches stderr does not see a report that goes to a file.
    const hasReport = this.options.format === 'text' && (stdout.isTTY === true || stderr.isTTY !== true);
    return startApplyView({ ...this.progressOptions(), pipes, isRollback, hasReport });
  }

  /** Breaks lines at the width of the stream. */
  protected fit(stream: StreamName, text: StyledText): string {
    const style = this.style(stream);
    return fitLines(typeof text === 'string' ? text : text(style), style.columns);
  }

  protected async showPlan(
    stream: StreamName,
    plan: Plan,
    { idleText, rollout, detail }: ProposalAbout,
  ): Promise<void> {
    const { renderPlanText } = await import('../../report/text/plan-text.ts');
    this.printTo(stream, (style) => renderPlanText(plan, style, { idleText, ...this.detailOf(detail) }));
    if (rollout === null || !hasWork(plan)) return;
    const { describeRollout } = await import('../../report/view-model/rollout.ts');
    this.printTo(stream, this.fit(stream, `\n${describeRollout(rollout.rollout, rollout.sizes)}`));
  }

  /** With `--log-level debug`, reports show the problem of each pipe. */
  protected detailOf({ requests = false, summary = false }: Partial<ReportDetail> = {}): ReportDetail {
    return { requests, summary, isFull: this.options.logLevel === 'debug' };
  }

  protected get glyphs(): ReportGlyphs {
    return chooseReportGlyphs(this.context.environment, this.context.platform);
  }

  /** Debug lines would break an ink display. */
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
