import { type CommandSpec, describeUsage, type ProgramSpec } from '../../src/cli/options/command-spec.ts';
import { VARIABLES } from '../../src/cli/options/environment.ts';
import { EXIT_CODES } from '../../src/cli/options/exit-codes.ts';
import type { OptionSpec } from '../../src/cli/options/option-spec.ts';

export { PROGRAM } from '../../src/cli/options/commands.ts';

/** What the table does not say of the page. */
export interface ManualEdition {
  readonly version: string;
  /** The date has the form 2026-11-20. */
  readonly date: string;
}

/** The manual page `pipeform(1)` in roff, with the macros of man(7). */
export function renderManual({ summary, commands, options }: ProgramSpec, { version, date }: ManualEdition): string {
  const withVariable = options.filter(({ variable }) => variable !== null);
  return `${[
    `.TH PIPEFORM 1 "${date}" "Pipeform ${version}" "User Commands"`,
    // Ragged and without hyphens: on a narrow terminal, filled lines have holes, and names would be cut.
    '.ad l\n.nh',
    roffSection(
      'NAME',
      `pipeform \\- ${roffSentence(summary.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, ''))}`,
    ),
    roffSection('SYNOPSIS', `${roffBold('pipeform')} \\fICOMMAND\\fR [\\fIoptions\\fR]`),
    roffSection('DESCRIPTION', ...DESCRIPTION.map(roffParagraph)),
    roffSection('COMMANDS', ...commands.map(renderCommand)),
    roffSection(
      'GLOBAL OPTIONS',
      roffSentence('They stand before or after the command. Each but the last two has an environment variable.'),
      ...withVariable.map(renderGlobalOption),
      ...options.filter((option) => !withVariable.includes(option)).map(renderOption),
    ),
    roffSection(
      'ENVIRONMENT',
      roffSentence(
        'Each global option has a variable, named with it above: lists are separated by commas, and the command line wins.',
      ),
      ...VARIABLES.map(({ name, description }) => roffItem(roffBold(name), roffSentence(description))),
    ),
    roffSection(
      'EXIT STATUS',
      ...EXIT_CODES.map(({ codes, description }) => roffItem(roffBold(codes), roffSentence(description))),
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

function renderCommand(command: CommandSpec): string {
  const { name, summary, options, formats, examples } = command;
  return [
    `.SS ${name}`,
    `${roffBold(`pipeform ${name}`)} ${roffFlags(describeUsage(command))}`,
    roffParagraph(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`),
    ...Object.values(options).map(renderOption),
    ...(formats.length > 1 ? [roffParagraph(`Formats: ${formats.join(', ')}.`)] : []),
    roffExample(examples),
  ].join('\n');
}

function renderOption({ flags, description }: OptionSpec): string {
  return roffItem(roffFlags(flags), roffSentence(description));
}

function renderGlobalOption(option: OptionSpec): string {
  return `${renderOption(option)}\n.br\nVariable: ${roffBold(option.variable ?? '')}`;
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
  ['Restore the values that the last run replaced:', ['pipeform rollback latest']],
];

const AS_THEY_ARE: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/**
 * Text as roff shows it, to be pasted as it is: groff would make typographic signs of hyphens and quotes. What begins a line is
 * no request.
 */
export function roffText(text: string): string {
  return text
    .replace(/[\\\-'`^~"]/g, (sign) => AS_THEY_ARE[sign] ?? sign)
    .replace(/[^\n -~]/gu, (sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./gm, '\\&.');
}

/** `code` between backticks in bold. */
function roffSentence(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? roffBold(part) : roffText(part)))
    .join('');
}

function roffBold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** `-c, --config <file>`: what is typed in bold, and what it stands for in italics. */
function roffFlags(flags: string): string {
  return flags
    .split(/(<[^>]+>|\[[^\]]+\])/)
    .map((part) => {
      if (part.startsWith('<')) return `\\fI${roffText(part.slice(1, -1))}\\fR`;
      if (part.startsWith('[')) return `[\\fI${roffText(part.slice(1, -1))}\\fR]`;
      return part.replace(/[^, ]+/g, roffBold);
    })
    .join('');
}

/** A heading begins a paragraph itself. */
function roffSection(title: string, ...blocks: readonly string[]): string {
  return `.SH ${title}\n${blocks.join('\n').replace(/^\.PP\n/, '')}`;
}

function roffParagraph(text: string): string {
  return `.PP\n${roffSentence(text)}`;
}

/** A tagged paragraph. */
function roffItem(term: string, meaning: string): string {
  return `.TP\n${term}\n${meaning}`;
}

/** Lines that stand as they are. */
function roffExample(lines: readonly string[]): string {
  return `.PP\n.RS 4\n.nf\n${lines.map(roffText).join('\n')}\n.fi\n.RE`;
}
