import type { Names } from '../../model/names.ts';
import type { OptionSheet, ProgramSheet } from '../options/command-sheets.ts';
import type { Question } from './question.ts';

/** A word that may stand there, and what it means; an empty meaning is none. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/** What a shell is to offer: words, or what itself finds on the disk. */
export type Answer =
  | { readonly of: 'words'; readonly candidates: readonly Candidate[] }
  | { readonly of: 'files' }
  | { readonly of: 'folders' };

/** The candidates that begin as the question does, whole words with what stands before them. */
export function answerQuestion(question: Question, sheet: ProgramSheet, names: Names): Answer {
  const { asks, typed, prefix, answered } = question;
  if (asks.of === 'file') return { of: 'files' };
  if (asks.of === 'folder') return { of: 'folders' };
  const candidates = listCandidates(question, sheet, names)
    .filter(({ word }) => word.startsWith(typed) && !answered.includes(word) && isPrintable(word))
    .map(({ word, meaning }) => ({ word: `${prefix}${word}`, meaning }));
  return { of: 'words', candidates };
}

/** A line for each candidate: the word, a tab, its meaning; or one line that says what the shell is to look for. */
export function renderAnswer(answer: Answer): string {
  if (answer.of !== 'words') return `:${answer.of}\n`;
  return answer.candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`).join('');
}

function listCandidates({ asks, typed, line }: Question, sheet: ProgramSheet, names: Names): readonly Candidate[] {
  switch (asks.of) {
    case 'options':
      return listOptions(typed, line, sheet);
    case 'command':
      return sheet.commands.map(({ name, meaning }) => ({ word: name, meaning: shorten(meaning) }));
    case 'choice':
      return asks.choices.map(plain);
    case 'choices':
      return continueList(typed, asks.choices);
    case 'format':
      return (line.command?.formats ?? [...new Set(sheet.commands.flatMap(({ formats }) => formats))]).map(plain);
    case 'environment':
      return names.environments.map(plain);
    case 'service':
      return names.services.map(plain);
    case 'pipe':
      return names.pipes.map(({ name, service }) => ({ word: name, meaning: service ?? '' }));
    case 'pattern':
      return listPatterns(typed, names);
    case 'check':
      return names.checks.map(({ name, kind }) => ({ word: name, meaning: kind ?? '' }));
    case 'series':
    case 'alert':
      return names.checks.filter(({ kind }) => kind === asks.of).map(({ name }) => plain(name));
    case 'schema':
      return names.schemas.map(plain);
    case 'run':
      return [{ word: 'latest', meaning: 'the newest run' }, ...names.runs.map(plain)];
    default:
      return [];
  }
}

/** The long names: of a short one only what was typed, so that the shell sees that it is whole. */
function listOptions(typed: string, { command, given }: Question['line'], sheet: ProgramSheet): readonly Candidate[] {
  const mayFollow = ({ long, given: often }: OptionSheet) =>
    often === 'repeatedly' || given.every(({ option }) => option.long !== long);
  const own = command?.options ?? [];
  const others = sheet.options.filter(
    ({ long }) => own.every((option) => option.long !== long) && (command === null || long !== '--version'),
  );
  const [help, rest] = [[...own, ...others].filter(isHelp), [...own, ...others].filter((option) => !isHelp(option))];
  return [...rest, ...help].filter(mayFollow).map(({ short, long, meaning }) => ({
    word: typed === short ? short : long,
    meaning: shorten(meaning),
  }));
}

function isHelp({ long }: OptionSheet): boolean {
  return long === '--help';
}

/** `config,d` goes on with what is not in the list yet. */
function continueList(typed: string, choices: readonly string[]): readonly Candidate[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const chosen = before.split(',');
  return choices.filter((choice) => !chosen.includes(choice)).map((choice) => plain(`${before}${choice}`));
}

/** Pipes by name; by `service/name` too as soon as something is typed that a service's name begins with. */
function listPatterns(typed: string, { pipes }: Names): readonly Candidate[] {
  const byName = pipes.map(({ name, service }) => ({ word: name, meaning: service ?? '' }));
  if (typed === '') return byName;
  return [...byName, ...pipes.flatMap(({ name, service }) => (service === null ? [] : plain(`${service}/${name}`)))];
}

/** A list has room for the first thing that is said; help says the rest. */
function shorten(meaning: string): string {
  return meaning.split(/; | \(/, 1)[0] ?? meaning;
}

function plain(word: string): Candidate {
  return { word, meaning: '' };
}

/** Names are data: nothing of them may end a line or move the cursor. */
function isPrintable(word: string): boolean {
  return !/\p{Cc}/u.test(word);
}
