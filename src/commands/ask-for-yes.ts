import { createInterface } from 'node:readline';
import type { Context } from './context.ts';

export type Answer = 'yes' | 'no' | 'interrupted';

/** Asks on stderr. Only the word `yes` is a yes; an empty line, the end of the input and everything else are a no. */
export async function askForYes(question: string, context: Context): Promise<Answer> {
  const { stop } = context.interrupts;
  if (stop.aborted) return 'interrupted';
  // Not a readline terminal: the line stays with the system, and Ctrl-C stays a signal.
  const lines = createInterface({ input: context.stdin, terminal: false });
  context.stderr.write(`\n${question}`);
  return new Promise<Answer>((resolve) => {
    const settle = (answer: Answer): void => {
      stop.removeEventListener('abort', interrupt);
      lines.removeAllListeners();
      lines.close();
      context.stdin.pause();
      if (answer !== 'yes') context.stderr.write('\n');
      resolve(answer);
    };
    const interrupt = (): void => settle('interrupted');
    stop.addEventListener('abort', interrupt, { once: true });
    lines.once('line', (line) => settle(line.trim() === 'yes' ? 'yes' : 'no'));
    lines.once('close', () => settle('no'));
  });
}
