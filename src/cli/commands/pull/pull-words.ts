import type { NewPipe, NewPreset } from '../../../edit/new-pipes.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { listWords } from '../../../model/list-words.ts';
import { safeText } from '../../../model/safe-text.ts';
import { count } from '../../../report/view-model/count.ts';
import type { AskNew, Side, Writing } from './pull-options.ts';

/** More names than this nobody reads. */
const MOST_NAMES = 10;

interface Addition {
  readonly ask: AskNew;
  /** The file that they were added to. */
  readonly target: string;
  /** Why it could not be written; empty when it was. */
  readonly problems: readonly Diagnostic[];
  readonly known: number;
  readonly unread: number;
}

/** The last line of a pull of new pipes: what was added, and what was not. */
export function sayAdded(pipes: readonly NewPipe[], presets: readonly NewPreset[], addition: Addition): string {
  const { ask, target, problems, known, unread } = addition;
  const rest = [
    ...(known === 0 ? [] : [`${count(known, 'pipe')} ${known === 1 ? 'is' : 'are'} in the configuration already`]),
    ...(unread === 0 ? [] : [`${count(unread, 'pipe')} could not be read`]),
  ];
  const others = rest.map((line) => `\n${capitalise(line)}.`).join('');
  if (pipes.length === 0) return `Nothing was added.${others}`;
  const what = [count(pipes.length, 'pipe'), ...(presets.length === 0 ? [] : [count(presets.length, 'preset')])];
  const names = listWords([...pipes.slice(0, MOST_NAMES).map(({ name }) => name), ...moreThan(pipes.length)]);
  const said = `${listWords(what)} to ${safeText(target)}: ${safeText(names)}`;
  if (ask.writing === 'left-out') return `Nothing was written. Without --dry-run this would add ${said}.${others}`;
  if (problems.length > 0) return `Nothing was written.${others}`;
  return `Added ${said}.${others}`;
}

function moreThan(total: number): readonly string[] {
  return total > MOST_NAMES ? [`${total - MOST_NAMES} more`] : [];
}

/** What became of the differences of a pull without ids. */
export interface Settled {
  readonly live: number;
  readonly git: number;
  readonly byHand: number;
  /** Pipes that differ. */
  readonly pipes: number;
  readonly unread: number;
  readonly files: number;
  /** Files that could not be written. */
  readonly lost: number;
}

/** How a pull without ids ends, a line for each thing to know. */
export function saySettled(
  { live, git, byHand, pipes, unread, files, lost }: Settled,
  { accept, writing }: { readonly accept: Side | null; readonly writing: Writing },
): string {
  const total = live + git + byHand;
  const where = `${count(total, 'difference')} in ${count(pipes, 'pipe')}`;
  const rest = [
    ...(byHand === 0 ? [] : [`${count(byHand, 'difference')} ${byHand === 1 ? 'is' : 'are'} to be settled by hand.`]),
    ...(unread === 0 ? [] : [`${count(unread, 'pipe')} could not be compared.`]),
  ];
  const say = (...lines: readonly string[]): string => [...lines, ...rest].join('\n');
  if (total === 0) return say(unread === 0 ? 'No differences: the live pipes are as declared.' : 'No differences.');
  if (live === 0) return say('Nothing to write.', ...(git === 0 ? [] : [stay(git)]));
  if (writing === 'left-out') {
    const how =
      accept === 'live'
        ? 'Leave out --dry-run to write it.'
        : 'Accept all of it with `pipeform pull --accept live`; on a terminal, `pipeform pull` asks one by one.';
    return say(`Nothing was written: ${where}.`, how);
  }
  if (lost > 0) {
    const others = files - lost;
    return say(`${count(lost, 'file')} could not be written, ${others} ${others === 1 ? 'was' : 'were'}.`);
  }
  return say(
    `Wrote ${count(files, 'file')}: ${count(live, 'live value')} taken over.`,
    ...(git === 0 ? [] : [stay(git)]),
  );
}

function stay(git: number): string {
  return `${count(git, 'value')} ${git === 1 ? 'stays' : 'stay'} as declared; the next apply puts ${git === 1 ? 'it' : 'them'} back.`;
}

/** What an edit of the root document means elsewhere; empty without environments. */
export function sayEnvironments(environments: readonly string[]): string {
  if (environments.length === 0) return '';
  const names = listWords(environments.slice(0, MOST_NAMES));
  return `The root document holds for environments too, where they say nothing else: ${safeText(names)}. With -e NAME, pull writes into one.`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
