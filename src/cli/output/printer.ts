import type { RateLimitWait } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { safeJson } from '../../model/text.ts';
import { type ColorMode, chooseColor, chooseReportGlyphs } from '../../progress/choose-view.ts';
import type { Block } from '../../report/block.ts';
import type { Format } from '../../report/format.ts';
import { type DocumentTarget, renderBlocks } from '../../report/render-blocks.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import { createStyle, type ReportGlyphs, type Style } from '../../report/text/style.ts';
import { describeRateLimit } from '../../report/view-model/rate-limit.ts';
import { type Context, columnsOf } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';

/** Text, or a function that renders it with the color and the width of its stream. */
export type StyledText = string | ((style: Style) => string);

export type StreamName = 'stdout' | 'stderr';

type RenderDocument = (target: DocumentTarget) => string | Promise<string>;

/** The formats of a document that is not made of blocks. */
type Renderers = Partial<Record<Format, RenderDocument>> & { readonly text: RenderDocument };

/** Places in annotations are relative to the repository of `cwd`. */
export interface PrintSettings extends Pick<GlobalOptions, 'format' | 'color' | 'logLevel' | 'noPager'> {
  readonly cwd: string;
}

/**
 * Prints the documents of a command on stdout, in the format of the options, and what a person should know on stderr. Commands
 * know neither the format nor the log level, nor the color and the width of a stream.
 */
export class Printer {
  readonly settings: PrintSettings;
  readonly context: Context;

  constructor(settings: PrintSettings, context: Context) {
    this.settings = settings;
    this.context = context;
  }

  /** Prints a document: JSON as it is, the other formats as blocks. */
  async print(document: object, compose: () => readonly Block[]): Promise<void> {
    if (this.format === 'json') this.jsonOnly(document);
    else this.write(await renderBlocks(compose(), this.format, this.#target));
  }

  /** Prints a document: JSON as it is, the other formats with their renderers. */
  async printAs(document: object, renderers: Renderers): Promise<void> {
    const render = renderers[this.format] ?? renderers.text;
    if (this.format === 'json') this.jsonOnly(document);
    else this.write(await render(this.#target));
  }

  get #target(): DocumentTarget {
    const style = this.style('stdout');
    return { style, glyphs: this.glyphs, columns: style.columns ?? readColumns(this.context.environment) };
  }

  /** Prints a document that the text shows in parts, or not at all. With `indent` 0, on one line. */
  jsonOnly(document: object, indent: 0 | 2 = 2): void {
    if (this.format === 'json') this.write(`${safeJson(document, indent)}\n`);
  }

  /** Prints what JSON shows in its document, or not at all. */
  textOnly(text: StyledText): void {
    if (this.format !== 'json') this.write(text);
  }

  /** Writes text that is the same in every format. */
  write(text: StyledText, stream: StreamName = 'stdout'): void {
    this.context[stream].write(typeof text === 'string' ? text : text(this.style(stream)));
  }

  /** Prints a sentence on stderr, in every format. */
  note(text: StyledText): void {
    this.write(`${this.fit(text, 'stderr')}\n`, 'stderr');
  }

  /** Prints like `note`, but only beside text, and not with --log-level quiet. */
  info(text: string): void {
    if (this.format === 'text' && this.settings.logLevel !== 'quiet') this.note(text);
  }

  /** Says until when the command waits for a rate limit, in every format. */
  noteWait(wait: RateLimitWait): void {
    if (this.settings.logLevel !== 'quiet') this.note(describeRateLimit(wait));
  }

  /** Prints diagnostics with their source lines on stderr, in every format, and equal ones once. */
  diagnostics(diagnostics: readonly Diagnostic[], sources: Sources = new Map()): void {
    if (diagnostics.length === 0) return;
    this.write((style) => renderDiagnostics(diagnostics, sources, style, { isFull: this.isDebug }), 'stderr');
  }

  /** Prints diagnostics, unless the document contains them. */
  problems(diagnostics: readonly Diagnostic[], sources?: Sources): void {
    if (!['json', 'markdown', 'html', 'github'].includes(this.format)) this.diagnostics(diagnostics, sources);
  }

  /** Shows the result of an interrupted command, which is incomplete. Beside text, prints a note instead. */
  async interrupted(note: string, showResult: () => Promise<void>): Promise<void> {
    if (this.format === 'text') this.note(note);
    else await showResult();
  }

  get format(): Format {
    return this.settings.format;
  }

  get isDebug(): boolean {
    return this.settings.logLevel === 'debug';
  }

  get glyphs(): ReportGlyphs {
    return chooseReportGlyphs(this.context.environment, this.context.platform);
  }

  style(stream: StreamName): Style {
    return createStyle(this.color(stream), columnsOf(this.context[stream]));
  }

  /** --no-color, then NO_COLOR and FORCE_COLOR, then whether the stream is a terminal. */
  color(stream: StreamName): ColorMode {
    const { color } = this.settings;
    return color === 'off' ? color : chooseColor(this.context[stream].isTTY === true, this.context.environment);
  }

  /** Breaks lines at the width of the stream. `room`: the columns that stay free at the end of each line. */
  fit(text: StyledText, stream: StreamName = 'stdout', room = 0): string {
    const style = this.style(stream);
    const columns = style.columns === null ? null : style.columns - room;
    return fitLines(typeof text === 'string' ? text : text(style), columns);
  }
}

/** The width without a terminal and COLUMNS. */
const DEFAULT_COLUMNS = 80;

function readColumns({ COLUMNS }: Context['environment']): number {
  const columns = Number(COLUMNS);
  return Number.isSafeInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
}
