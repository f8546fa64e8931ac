import type { Context } from '../options/context.ts';
import { openConversation } from './conversation.ts';

export type Answer = 'yes' | 'no' | 'interrupted';

/** Asks on stderr. Only the word `yes` is a yes; an empty line, the end of the input and everything else are a no. */
export async function askForYes(question: string, context: Context): Promise<Answer> {
  if (context.interrupts.stop.aborted) return 'interrupted';
  const conversation = openConversation(context);
  const reply = await conversation.ask(`\n${question}`);
  conversation.close();
  if (reply === 'interrupted') return reply;
  if (typeof reply !== 'string' && reply.text === 'yes') return 'yes';
  if (typeof reply !== 'string') context.stderr.write('\n');
  return 'no';
}
