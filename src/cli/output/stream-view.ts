import type { RequestAttempt } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { hasWork, type Plan, type PlannedPipe } from '../../model/plan.ts';
import { interruptedBy } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import {
  chooseGlyphs,
  chooseReportGlyphs,
  chooseResizeBehavior,
  chooseView,
  type ViewKind,
} from '../../progress/choose-view.ts';
import type { ApplyView, ReadView, ViewOptions } from '../../progress/view.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import type { ReportGlyphs } from '../../report/text/style.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from './exit-code.ts';
import { type StreamName, Streams } from './streams.ts';
import type { ProposalAbout, StyledText } from './view.ts';

/** Fewer pipes than this are read before progress could be drawn. */
const FEW_PIPES = 25;

/** What of the options decides how things look. Places in annotations are relative to the repository of `cwd`. */
export interface ViewSettings extends Pick<GlobalOptions, 'format' | 'color' | 'logLevel'> {
  readonly cwd: string;
}

/** What both views have in common: notes, diagnostics, questions and progress. */
export abstract class StreamView extends Streams {
  protected readonly options: ViewSettings;

  constructor(options: ViewSettings, context: Context) {
    super(context, options.color);
    this.options = options;
  }

  note(text: StyledText): void {
    this.printTo('stderr', (style) => `${fitLines(typeof text === 'string' ? text : text(style), style.columns)}\n`);
  }

  request({ method, path, status, attempt, durationMs, requestId }: RequestAttempt): void {
    if (this.options.logLevel !== 'debug') return;
    const answer = status === null ? 'no answer' : `${status}`;
    const id = requestId === null ? '' : ` request id ${safeText(requestId)}`;
    const took = Math.round(durationMs);
    this.printTo('stderr', `debug: ${method} ${safeText(path)} ${answer} attempt ${attempt} ${took}ms${id}\n`);
  }

  diagnostics(diagnostics: readonly Diagnostic[], sources: Sources = new Map()): void {
    if (diagnostics.length > 0) this.printTo('stderr', (style) => renderDiagnostics(diagnostics, sources, style));
  }

  fail(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): number {
    this.failure(diagnostics, sources, document);
    return exitCode({ of: 'failure', interrupted: interruptedBy(this.context.interrupts.stop) });
  }

  protected abstract failure(diagnostics: readonly Diagnostic[], sources?: Sources, document?: object | null): void;

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

  private progressKind(): ViewKind {
    if (this.options.logLevel === 'quiet') return 'silent';
    const { stderr, environment } = this.context;
    const { format } = this.options;
    const kind = chooseView({ isTerminal: stderr.isTTY === true, environment, format, columns: stderr.columns });
    // Debug lines share the stream and would tear a drawing.
    return kind === 'ink' && this.options.logLevel === 'debug' ? 'plain' : kind;
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
