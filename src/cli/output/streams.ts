import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readInputStream } from '../../platform/read-input.ts';
import { type ColorMode, chooseColor } from '../../progress/choose-view.ts';
import { createStyle, type Emphasis, type Style } from '../../report/text/style.ts';
import type { Context } from '../options/context.ts';

/** Text, or a function that renders it with the color of its stream. */
export type StyledText = string | ((emphasis: Emphasis) => string);

/** Text, or a function that renders it with the color and the width of its stream. */
type FittedText = string | ((style: Style) => string);

/** The typed line, trimmed; `ended` at the end of the input. */
export type Reply = { readonly text: string } | 'ended' | 'interrupted';

export type StreamName = 'stdout' | 'stderr';

/** Prints and prompts with the color and the width of each stream. */
export class Streams {
  protected readonly context: Context;
  readonly #color: ColorMode | 'auto';
  #typedLines: AsyncIterator<string> | null = null;

  constructor(context: Context, color: 'auto' | 'off' = 'auto') {
    this.context = context;
    this.#color = color;
  }

  /** Prints a result that is the same in every format, such as help, on stdout. */
  print(text: FittedText): void {
    this.printTo('stdout', text);
  }

  /** Calls `end` when stdout can no longer be written. */
  onClosed(end: () => void): void {
    this.context.stdout.once('error', end);
  }

  /** All of stdin. See `readInputStream`. */
  async readInput(limitBytes: number): Promise<Buffer> {
    return readInputStream(this.context.stdin, limitBytes);
  }

  get canAsk(): boolean {
    return this.context.stdin.isTTY === true && this.context.stderr.isTTY === true;
  }

  /** Prompts on stderr. Text typed ahead answers the next prompt. */
  async ask(question: StyledText): Promise<Reply> {
    const { stdin, interrupts } = this.context;
    if (interrupts.stop.aborted) return 'interrupted';
    this.printTo('stderr', question);
    // Not a readline terminal, so that Ctrl-C stays a signal.
    this.#typedLines ??= createInterface({ input: stdin, terminal: false })[Symbol.asyncIterator]();
    stdin.resume();
    const interrupted = once(interrupts.stop, 'abort').then(() => null);
    const typed = await Promise.race([this.#typedLines.next(), interrupted]);
    // A stream that is read keeps the process alive.
    stdin.pause();
    if (typed !== null && typed.done !== true) return { text: typed.value.trim() };
    // The input has no line break of its own here.
    this.printTo('stderr', '\n');
    return typed === null ? 'interrupted' : 'ended';
  }

  protected printTo(stream: StreamName, text: FittedText): void {
    this.context[stream].write(typeof text === 'string' ? text : text(this.style(stream)));
  }

  protected style(name: StreamName): Style {
    const stream = this.context[name];
    const columns = stream.isTTY === true && stream.columns > 0 ? stream.columns : null;
    return createStyle(this.colorOf(name), columns);
  }

  /** --no-color, then NO_COLOR and FORCE_COLOR, then whether the stream is a terminal. */
  protected colorOf(name: StreamName): ColorMode {
    if (this.#color !== 'auto') return this.#color;
    return chooseColor(this.context[name].isTTY === true, this.context.environment);
  }
}
