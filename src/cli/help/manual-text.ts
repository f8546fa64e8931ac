import type { CommandSheet, OptionSheet, ProgramSheet } from '../options/command-sheets.ts';
import { EXIT_CODES, VARIABLES, variableOf } from '../options/environment-sheet.ts';
import { sentence } from './help-text.ts';
import { roffBold, roffExample, roffFlags, roffItem, roffParagraph, roffSection, roffSentence } from './roff.ts';
import { wrapCommand } from './wrap-help.ts';

/** What is left of 80 columns beside the margins of an example. */
const EXAMPLE_WIDTH = 68;

/** What the table does not say of the page. */
export interface ManualEdition {
  readonly version: string;
  /** As 2026-11-20. */
  readonly date: string;
}

/** The manual page `pipeform(1)` in roff, with the macros of man(7). */
export function renderManual({ meaning, commands, options }: ProgramSheet, { version, date }: ManualEdition): string {
  const told = options.filter(({ long }) => variableOf(long) !== null);
  return `${[
    `.TH PIPEFORM 1 "${date}" "Pipeform ${version}" "User Commands"`,
    // Ragged and without hyphens: on a narrow terminal, filled lines have holes, and names would be cut.
    '.ad l\n.nh',
    roffSection(
      'NAME',
      `pipeform \\- ${roffSentence(meaning.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, ''))}`,
    ),
    roffSection('SYNOPSIS', `${roffBold('pipeform')} \\fICOMMAND\\fR [\\fIoptions\\fR]`),
    roffSection('DESCRIPTION', ...DESCRIPTION.map(roffParagraph)),
    roffSection('COMMANDS', ...commands.map(renderCommand)),
    roffSection(
      'GLOBAL OPTIONS',
      roffSentence('They stand before or after the command. Each but the last two has an environment variable.'),
      ...told.map(renderGlobalOption),
      ...options.filter((option) => !told.includes(option)).map(renderOption),
    ),
    roffSection(
      'ENVIRONMENT',
      roffSentence(
        'Each global option has a variable, named with it above: lists are separated by commas, and the command line wins.',
      ),
      ...VARIABLES.flatMap(({ variables }) => variables).map(({ name, meaning: words }) =>
        roffItem(roffBold(name), roffSentence(words)),
      ),
    ),
    roffSection(
      'EXIT STATUS',
      ...EXIT_CODES.map(({ codes, meaning: words }) => roffItem(roffBold(codes), roffSentence(words))),
      roffParagraph('When several hold, the first of 130 or 143, 1, 5, 4, 3, 2 wins.'),
    ),
    roffSection('FILES', ...FILES.map(([name, words]) => roffItem(`\\fI${name}\\fR`, roffSentence(words)))),
    roffSection('EXAMPLES', ...EXAMPLES.flatMap(([words, lines]) => [roffParagraph(words), roffExample(lines)])),
    roffSection(
      'SEE ALSO',
      roffSentence(
        '`pipeform help COMMAND` shows the help of one command. The documentation comes with the source: a tutorial, the ' +
          'reference of the configuration and what is guaranteed.',
      ),
    ),
  ].join('\n')}\n`;
}

function renderCommand({ name, usage, meaning, options, formats, examples, notes }: CommandSheet): string {
  const own = options.filter(({ long }) => long !== '--help');
  const told = notes.flatMap(({ lines }) => lines);
  return [
    `.SS ${name}`,
    `${roffBold(`pipeform ${name}`)} ${roffFlags(usage)}`,
    roffParagraph(sentence(meaning)),
    ...own.map(renderOption),
    ...(formats.length > 1 ? [roffParagraph(`Formats: ${formats.join(', ')}.`)] : []),
    ...told.flatMap(({ words, command }) => [
      roffParagraph(words),
      ...(command === null ? [] : [roffExample([command])]),
    ]),
    roffExample(examples.flatMap((line) => wrapCommand(line, EXAMPLE_WIDTH, '').split('\n'))),
  ].join('\n');
}

function renderOption({ flags, meaning }: OptionSheet): string {
  return roffItem(roffFlags(flags), roffSentence(meaning));
}

function renderGlobalOption(option: OptionSheet): string {
  return `${renderOption(option)}\n.br\nVariable: ${roffBold(variableOf(option.long) ?? '')}`;
}

const DESCRIPTION = [
  'Pipeform reads the configuration of a fleet of data-ingestion pipes from YAML files, which are best kept in git, compares it ' +
    'with what is live, and changes what differs: `validate`, `plan`, `apply`, `drift`. What the files do not name is never ' +
    'touched, and pipes are neither made nor removed.',
  'The result is written to standard output and nothing else is; progress, warnings and questions go to standard error. ' +
    '`pipeform sandbox` serves both APIs on this machine, to try everything without a service.',
];

const FILES: readonly (readonly [string, string])[] = [
  ['pipeform.yaml', 'the root document, here or in a parent folder; it may include others'],
  ['.pipeform/runs/', 'the journal, beside the root document: a file for each run; it keeps itself out of git'],
  ['.pipeform/lock', 'held by the run that is at work, so that there is one at a time'],
];

const EXAMPLES: readonly (readonly [string, readonly string[]])[] = [
  ['Begin with a configuration of your own:', ['pipeform init', 'pipeform validate']],
  ['Look at what would change, and change it after a yes:', ['pipeform apply']],
  ['Have a plan reviewed, and apply exactly that one:', ['pipeform plan --out plan.json', 'pipeform apply plan.json']],
  ['Look for changes made by hand; the exit status is 2 when there are any:', ['pipeform drift']],
  ['Put back what the last run replaced:', ['pipeform rollback latest']],
];
