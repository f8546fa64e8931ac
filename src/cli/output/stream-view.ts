import type { RequestAttempt } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { hasWork, type Plan, type PlannedPipe } from '../../model/plan.ts';
import { safeText } from '../../model/safe-text.ts';
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
import type { Style } from '../../report/text/style.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { openConversation, type Reply } from './conversation.ts';
import { canAsk, streamColor, streamColumns, streamStyle } from './terminal.ts';
import type { ProposalAbout } from './view.ts';

/** Fewer pipes than this are read before progress could be drawn. */
const FEW_PIPES = 25;

/** What of the options decides how things look. */
export type ViewSettings = Pick<GlobalOptions, 'format' | 'color' | 'logLevel'>;

/** What both views have in common: streams, color, width, questions and progress. */
export class StreamView {
  protected readonly options: ViewSettings;
  protected readonly context: Context;

  constructor(options: ViewSettings, context: Context) {
    this.options = options;
    this.context = context;
  }

  print(text: string): void {
    this.context.stdout.write(text);
  }

  note(text: string): void {
    this.context.stderr.write(`${fitLines(text, streamColumns(this.context.stderr))}\n`);
  }

  request({ method, path, status, attempt, durationMs, requestId }: RequestAttempt): void {
    if (this.options.logLevel !== 'debug') return;
    const answer = status === null ? 'no answer' : `${status}`;
    const id = requestId === null ? '' : ` request id ${safeText(requestId)}`;
    const took = Math.round(durationMs);
    this.context.stderr.write(`debug: ${method} ${safeText(path)} ${answer} attempt ${attempt} ${took}ms${id}\n`);
  }

  diagnostics(diagnostics: readonly Diagnostic[], sources: Sources = new Map()): void {
    this.context.stderr.write(renderDiagnostics(diagnostics, sources, this.style('stderr')));
  }

  get canAsk(): boolean {
    return canAsk(this.context);
  }

  async ask(question: string): Promise<Reply> {
    if (this.context.interrupts.stop.aborted) return 'interrupted';
    const conversation = openConversation(this.context);
    const reply = await conversation.ask(question);
    conversation.close();
    return reply;
  }

  /** Progress is drawn by ink only when a person watches a fleet that takes a while, and ink is loaded only then. */
  async readProgress(pipes: number): Promise<ReadView> {
    const kind = this.progressKind();
    if (kind === 'silent' || pipes < FEW_PIPES) return SILENT;
    const { startReadView } = await loadProgress(kind);
    return startReadView(this.progressOptions(kind));
  }

  async applyProgress(pipes: readonly PlannedPipe[]): Promise<ApplyView> {
    const kind = this.progressKind();
    if (kind === 'silent') return SILENT;
    const { startApplyView } = await loadProgress(kind);
    return startApplyView({ ...this.progressOptions(kind), pipes });
  }

  /** A plan as text, and how a rollout would carry it out. */
  protected async showPlan(
    stream: 'stdout' | 'stderr',
    plan: Plan,
    { idleText, rollout }: ProposalAbout,
  ): Promise<void> {
    const { renderPlanText } = await import('../../report/text/plan-text.ts');
    const style = this.style(stream);
    this.context[stream].write(renderPlanText(plan, style, idleText));
    if (rollout === null || !hasWork(plan)) return;
    const { describeRollout } = await import('../../report/view-model/rollout.ts');
    this.context[stream].write(fitLines(`\n${describeRollout(rollout.rollout, rollout.sizes)}`, style.columns));
  }

  protected style(stream: 'stdout' | 'stderr'): Style {
    return streamStyle(this.context[stream], this.options, this.context);
  }

  protected reportGlyphs() {
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

  private progressOptions(kind: ViewKind): ViewOptions {
    const { stderr, clock, environment, platform } = this.context;
    return {
      stream: stderr,
      clock,
      color: streamColor(stderr, this.options, this.context),
      glyphs: chooseGlyphs(environment, platform),
      narrowing: chooseResizeBehavior(environment),
      medium: kind === 'spoken' ? 'speech' : 'screen',
    };
  }
}

function loadProgress(kind: ViewKind) {
  return kind === 'plain' ? import('../../progress/plain-view.ts') : import('../../progress/ink-view.ts');
}

const SILENT: ReadView & ApplyView = {
  emit: () => {},
  progress: () => {},
  notice: () => {},
  stop: async () => {},
};
