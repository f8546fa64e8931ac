import { count } from '../../../model/number.ts';
import type { Drift } from '../../../model/report.ts';
import { safeText } from '../../../model/text.ts';
import { padCells, widest } from '../../../report/text/fit-text.ts';
import type { Emphasis } from '../../../report/text/style.ts';
import { ORIGIN_STYLES } from '../../../report/view-model/change.ts';
import { cutText, formatPlace } from '../../../report/view-model/format.ts';
import type { PullOptions } from '../../options/command-options.ts';
import type { Invocation } from '../../options/command-spec.ts';
import type { Printer } from '../../output/printer.ts';
import type { Prompter } from '../../output/prompter.ts';
import type { Difference } from './differences.ts';
import type { Side } from './document.ts';

export interface ChosenSides {
  readonly differences: readonly Difference[];
  /** Whether a person chose, and confirms before anything is written. */
  readonly isInteractive: boolean;
}

/** Takes the side of --accept, or prompts at a terminal; otherwise the live side, which is shown and not written. */
export async function chooseSides(
  differences: readonly Difference[],
  drift: Drift,
  { ownOptions: { accept, dryRun }, printer }: Invocation<PullOptions>,
  prompter: Prompter,
): Promise<ChosenSides | 'interrupted'> {
  if (accept === 'git')
    return { differences: differences.map((one) => ({ ...one, side: 'git' })), isInteractive: false };
  const isOpen = differences.some(({ side }) => side === 'live');
  if (accept === 'live' || dryRun || !prompter.isInteractive || !isOpen) return { differences, isInteractive: false };
  const sides = await askDifferences(differences, drift, printer, prompter);
  if (sides === 'interrupted') return sides;
  return { differences: differences.map((one) => ({ ...one, side: sides.get(one) ?? one.side })), isInteractive: true };
}

type SideReply = Side | 'rest' | 'quit';

const REPLIES: ReadonlyMap<string, SideReply> = new Map(
  Object.entries({ g: 'git', git: 'git', l: 'live', live: 'live', a: 'rest', all: 'rest', q: 'quit', quit: 'quit' }),
);

const LONGEST_WORD = 40;

const HELP = [
  'g  git: keep the declared value; the next apply restores it',
  'l  live: write the live value to the file',
  'a  all: live for this and the other differences of this pipe',
  'q  quit: git for this and all that follow',
];

/** Prompts for the side of each difference that can be edited. Writes nothing. */
async function askDifferences(
  differences: readonly Difference[],
  { pipes }: Drift,
  printer: Printer,
  prompter: Prompter,
): Promise<ReadonlyMap<Difference, Side> | 'interrupted'> {
  const open = differences.filter(({ side }) => side === 'live');
  const within = new Set(open.map(({ pipe }) => pipe)).size;
  printer.note(`${count(open.length, 'difference')} in ${within} of ${count(pipes.length, 'pipe')}.`);
  printer.note('Nothing is written until you confirm at the end.');
  const sides = new Map<Difference, Side>(open.map((one) => [one, 'git']));
  let shown: Difference['pipe'] | null = null;
  /** The pipe whose remaining differences take the live value. */
  let taken: Difference['pipe'] | null = null;
  for (const [index, difference] of open.entries()) {
    const { pipe } = difference;
    if (taken !== pipe) {
      if (shown !== pipe) printer.note((style) => `\n${renderTitle(pipe, style)}`);
      shown = pipe;
      printer.note((style) => renderQuestion(difference, `${index + 1}/${open.length}`, style));
      const choice = await askChoice(printer, prompter);
      if (choice === 'interrupted') return choice;
      if (choice === 'quit') break;
      if (choice === 'git') continue;
      if (choice === 'rest') taken = pipe;
    }
    sides.set(difference, 'live');
  }
  printer.note('');
  return sides;
}

/** Such as `analytics/orders  kafka, Running`. */
function renderTitle({ service, name, source, state }: Difference['pipe'], style: Emphasis): string {
  const about = [source, state].filter((word) => word !== null).map((word) => safeText(cutText(word, LONGEST_WORD)));
  return `${style.bold(safeText(`${service}/${name}`))}  ${about.join(', ')}`;
}

function renderQuestion({ change, sides }: Difference, number: string, style: Emphasis): string {
  const { before: live, after: declared } = sides;
  const width = widest([declared, live]);
  const origin = change.origin === null ? '' : `  ${change.origin}: ${ORIGIN_STYLES[change.origin].short}`;
  return [
    `\n  ${style.dim(number)}  ${style.bold(safeText(change.path))}`,
    `       git   ${padCells(declared, width)}  ${style.dim(formatPlace(change.location))}`,
    `       live  ${style.yellow(origin === '' ? live : padCells(live, width))}${origin}`,
  ].join('\n');
}

async function askChoice(printer: Printer, prompter: Prompter): Promise<SideReply | 'interrupted'> {
  for (;;) {
    const reply = await prompter.ask(({ bold }) => {
      return `       Keep the git value or take the live value (${['g', 'l', 'a', 'q', '?'].map(bold).join(', ')})?`;
    });
    if (reply === 'interrupted') return reply;
    if (reply === 'ended') return 'quit';
    const choice = REPLIES.get(reply.text.toLowerCase());
    if (choice !== undefined) return choice;
    printer.note(HELP.map((line) => `         ${line}`).join('\n'));
  }
}
