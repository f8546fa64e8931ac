import { optionsFor, type ProgramSpec } from '../options/command-spec.ts';
import type { Candidate, Names } from '../options/value-types.ts';
import type { Question } from './question.ts';

/** What a shell offers: words, or files and folders that it finds itself. */
export type CompletionAnswer =
  | { readonly of: 'words'; readonly candidates: readonly Candidate[] }
  | { readonly of: 'files' | 'folders' };

/** The candidates that begin with what is typed, as whole words. */
export function answerQuestion(question: Question, program: ProgramSpec, names: Names): CompletionAnswer {
  const { asks, typed, prefix, answered } = question;
  const completion = asks === 'options' ? null : asks.completion;
  if (completion?.of === 'files' || completion?.of === 'folders') return { of: completion.of };
  const found = completion === null ? listOptions(question) : listValues();
  const candidates = found
    .filter(({ word }) => word.startsWith(typed) && !answered.includes(word) && isPrintable(word))
    .map(({ word, meaning }) => ({ word: `${prefix}${word}`, meaning }));
  return { of: 'words', candidates };

  function listValues(): readonly Candidate[] {
    if (completion?.of !== 'words') return [];
    const commands = program.commands.map(({ name, summary }) => ({ word: name, meaning: shorten(summary) }));
    return completion.list({ ...names, commands }, typed);
  }
}

/** A line for each candidate: the word, a tab, its meaning; or one line that names what the shell completes itself. */
export function renderAnswer(answer: CompletionAnswer): string {
  if (answer.of !== 'words') return `:${answer.of}\n`;
  return answer.candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`).join('');
}

/** The long names. A short one is offered only when it is typed, so that the shell sees that it is complete. */
function listOptions({ typed, line: { command, given } }: Question): readonly Candidate[] {
  const isHelp = ({ long }: { readonly long: string }): boolean => long === '--help';
  const options = optionsFor(command).filter(
    ({ long, isRepeatable }) =>
      (command === null || long !== '--version') && (isRepeatable || given.every(({ option }) => option.long !== long)),
  );
  return [...options.filter((option) => !isHelp(option)), ...options.filter(isHelp)].map(
    ({ short, long, description }) => ({ word: typed === short ? short : long, meaning: shorten(description) }),
  );
}

/** A list has room for the first part of a description; help shows all of it. */
function shorten(description: string): string {
  return description.split(/; | \(/, 1)[0] ?? description;
}

/** Names are data: a control character in one could end a line or move the cursor. */
function isPrintable(word: string): boolean {
  return !/\p{Cc}/u.test(word);
}
