import { createInterface } from 'node:readline';
import type { Context } from '../options/context.ts';

/** What was typed, without spaces around it; `ended` when the input is at its end. */
export type Reply = { readonly text: string } | 'ended' | 'interrupted';

/** Questions on stderr, answers from stdin. What is typed ahead answers the next question. */
export interface Conversation {
  ask(question: string): Promise<Reply>;
  close(): void;
}

export function openConversation(context: Context): Conversation {
  const { stop } = context.interrupts;
  // Not a readline terminal: the line stays with the system, and Ctrl-C stays a signal.
  const lines = createInterface({ input: context.stdin, terminal: false });
  const typed: string[] = [];
  // At the end already when an earlier conversation came to it; then nothing tells of it again.
  let hasEnded = context.stdin.readableEnded;
  let wake = (): void => {};
  lines.on('line', (line) => {
    typed.push(line);
    wake();
  });
  lines.on('close', () => {
    hasEnded = true;
    wake();
  });
  const reply = (): Reply | null => {
    if (stop.aborted) return 'interrupted';
    const line = typed.shift();
    if (line !== undefined) return { text: line.trim() };
    return hasEnded ? 'ended' : null;
  };
  return {
    async ask(question) {
      if (!stop.aborted) context.stderr.write(question);
      return new Promise<Reply>((resolve) => {
        const settle = (): void => {
          const given = reply();
          if (given === null) return;
          stop.removeEventListener('abort', settle);
          wake = () => {};
          // What was not ended by the person's own line break is ended by ours.
          if (typeof given === 'string') context.stderr.write('\n');
          resolve(given);
        };
        wake = settle;
        stop.addEventListener('abort', settle, { once: true });
        settle();
      });
    },
    close() {
      lines.removeAllListeners();
      lines.close();
      context.stdin.pause();
    },
  };
}
