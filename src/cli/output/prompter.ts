import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { loadProgress } from './live-displays.ts';
import type { Printer, StyledText } from './printer.ts';

/** The columns that stay free for an answer, with the blank before it: `yes` is the longest that is not a value. */
const ANSWER_COLUMNS = ' yes'.length;

/** The typed line, trimmed; `ended` at the end of the input. */
export type Reply = { readonly text: string } | 'ended' | 'interrupted';

/** Asks a person at the terminal, on stderr. Text that was typed before a question is discarded: it cannot be an answer to it. */
export class Prompter {
  readonly #printer: Printer;
  #interrupted: Promise<null> | null = null;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  get canAsk(): boolean {
    const { stdin, stderr } = this.#printer.context;
    return stdin.isTTY === true && stderr.isTTY === true;
  }

  /** Prints the question and a blank, and waits for a line. */
  async ask(question: StyledText): Promise<Reply> {
    const { stdin, interrupts } = this.#printer.context;
    await discardTyped(stdin);
    if (interrupts.stop.aborted) return 'interrupted';
    if (stdin.destroyed) return 'ended';
    this.#printer.write(`${this.#printer.fit(question, 'stderr', ANSWER_COLUMNS)} `, 'stderr');
    // This is no readline terminal, so that Ctrl-C stays a signal.
    const lines = createInterface({ input: stdin, terminal: false });
    this.#interrupted ??= once(interrupts.stop, 'abort').then(() => null);
    const typed = await Promise.race([lines[Symbol.asyncIterator]().next(), this.#interrupted]);
    // A stream that is read keeps the process alive.
    lines.close();
    if (typed !== null && typed.done !== true) return { text: typed.value.trim() };
    // The input has no line break of its own here.
    this.#printer.write('\n', 'stderr');
    return typed === null ? 'interrupted' : 'ended';
  }

  /** Asks for a value. `otherwise`: that of an empty line, or null. */
  askValue(question: string, otherwise: string | null): Promise<Reply> {
    return this.ask(({ dim }) => `${question}${otherwise === null ? '' : ` ${dim(`[${otherwise}]`)}`}:`);
  }

  async confirm(question: string): Promise<'yes' | 'no' | 'interrupted'> {
    // Loaded during the prompt, so that the first frame follows the answer at once.
    void loadProgress(this.#printer);
    const reply = await this.ask(`\n${question}`);
    if (reply === 'interrupted') return reply;
    if (typeof reply !== 'string' && reply.text === 'yes') return 'yes';
    if (typeof reply !== 'string') this.#printer.write('\n', 'stderr');
    return 'no';
  }
}

/** Reads and drops what is typed already. In raw mode, the terminal also hands out a line that is not ended yet. */
async function discardTyped(stdin: NodeJS.ReadStream): Promise<void> {
  if (stdin.destroyed) return;
  let hasRead = false;
  const onData = (): void => {
    hasRead = true;
  };
  stdin.setRawMode(true).on('data', onData);
  do {
    hasRead = false;
    // Input that is there is read between two turns of the event loop.
    await setImmediate();
    await setImmediate();
  } while (hasRead);
  stdin.off('data', onData).pause();
  if (!stdin.destroyed) stdin.setRawMode(false);
}
