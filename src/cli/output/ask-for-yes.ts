import type { View } from './view.ts';

export type Answer = 'yes' | 'no' | 'interrupted';

/** Asks on stderr. Only the word `yes` is a yes; an empty line, the end of the input and everything else are a no. */
export async function askForYes(question: string, view: Pick<View, 'ask' | 'note'>): Promise<Answer> {
  const reply = await view.ask(`\n${question}`);
  if (reply === 'interrupted') return reply;
  if (typeof reply !== 'string' && reply.text === 'yes') return 'yes';
  if (typeof reply !== 'string') view.note('');
  return 'no';
}
