import type { CommandSheet, Note, OptionSheet, ProgramSheet } from '../../../src/cli/options/command-sheets.ts';
import { EXIT_CODES, VARIABLES, variableOf } from '../../../src/cli/options/environment-sheet.ts';
import { exitsOf } from './exit-codes.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderPage, renderTable, sentence, wrap } from './page.ts';

/** `docs/reference/commands.md`: every command of the table. */
export function renderCommandsPage({ meaning, options, commands }: ProgramSheet): string {
  return renderPage(
    'Commands',
    'the command table of `src/cli/options/program.ts`',
    wrap(
      `${sentence(meaning)} ${code('pipeform COMMAND --help')} prints what stands here about one command. ` +
        `Every command also takes the ${linkTo('Global options', 'global options')}, before or after its name.`,
    ),
    renderContents(commands),
    ...commands.map(renderCommand),
    '## Global options',
    renderTable(
      ['option', 'variable', 'meaning'],
      options
        .filter(isTold)
        .map(({ flags, long, meaning: words }) => [code(flags), code(variableOf(long) ?? ''), words]),
    ),
    wrap(
      'The command line wins over the variable. Lists in a variable are separated by commas. `--help` and `--version` ' +
        'have none.',
    ),
    '## Environment variables',
    wrap('Credentials come from the environment alone, never from a file or the command line.'),
    renderTable(
      ['variable', 'meaning'],
      VARIABLES.flatMap(({ variables }) => variables.map(({ name, meaning: words }) => [code(name), words])),
    ),
    '## Formats',
    wrap(
      `${code('--format')} names how the result is written to stdout; progress, warnings and questions go to stderr.`,
    ),
    renderTable(['format', 'what it is'], FORMATS),
    '## Exit codes',
    renderTable(
      ['code', 'meaning'],
      EXIT_CODES.map(({ codes, meaning: words }) => [codes, words]),
    ),
    wrap(
      'When several hold, the first of 130 or 143, 1, 5, 4, 3, 2 wins. For `apply`, 1 means that nothing at all was ' +
        'written: a run that wrote something and could not read or write something else ends with 3.',
    ),
  );
}

function isTold({ long }: OptionSheet): boolean {
  return variableOf(long) !== null;
}

function renderContents(commands: readonly CommandSheet[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return joinBlocks(
    ...groups.map((group) =>
      joinBlocks(
        `**${group.replace(/:$/, '')}**`,
        commands
          .filter((command) => command.group === group)
          .map(({ name, meaning }) => renderItem(`${linkTo(name)}: ${meaning}`))
          .join('\n'),
      ),
    ),
  );
}

function renderCommand(command: CommandSheet): string {
  const { name, usage, meaning, options, formats, examples, notes } = command;
  const own = options.filter(isTold);
  return joinBlocks(
    `## ${name}`,
    wrap(sentence(meaning)),
    renderCode('text', `pipeform ${name} ${usage}`),
    own.length === 0
      ? 'It has no options of its own.'
      : renderTable(
          ['option', 'meaning'],
          own.map((option) => [code(option.flags), `${option.meaning}${option.required ? ' (required)' : ''}`]),
        ),
    [
      renderItem(`${linkTo('Formats', '**Formats**')}: ${formats.map(code).join(', ')}`),
      renderItem(`${linkTo('Exit codes', '**Exit codes**')}: ${exitsOf(name)}`),
    ].join('\n'),
    ...notes.map(renderNote),
    renderCode('sh', examples.join('\n')),
  );
}

/** What else is to be known: a heading, and under it what is said with what is to be typed for it. */
function renderNote({ heading, lines }: Note): string {
  const items = lines.map(({ words, command }) => {
    const item = renderItem(sentence(words));
    return command === null ? item : `${item}\n\n${renderCode('sh', command).replace(/^/gm, '  ')}`;
  });
  return joinBlocks(`**${heading.replace(/:$/, '')}**`, items.join('\n\n'));
}

const FORMATS: readonly (readonly [string, string])[] = [
  ['`text`', 'For a person at a terminal. The default.'],
  ['`json`', 'One [document](documents.md), even when the command fails; for `apply` one event a line.'],
  ['`markdown`', 'For the comment on a pull or merge request: at most 65,536 characters.'],
  ['`html`', 'One page that holds all it needs.'],
  ['`github`', 'Workflow commands of GitHub Actions: each change and problem at its line.'],
  ['`sarif`', 'SARIF 2.1.0, for code scanning.'],
  ['`table`', 'A row for each bucket of a series.'],
  ['`csv`', 'The same for a spreadsheet; numbers as they are, times in ISO 8601 and UTC.'],
];
