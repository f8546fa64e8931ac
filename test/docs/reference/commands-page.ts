import type { CommandSheet, OptionSheet, ProgramSheet } from '../../../src/commands/command-sheets.ts';
import { EXIT_CODES, exitsOf } from './exit-codes.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderPage, renderTable, sentence, wrap } from './page.ts';

/** Global options that a variable of their own stands for: `PIPEFORM_` and the long name. */
export function variableOf({ long }: OptionSheet): string {
  return `PIPEFORM_${long.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`;
}

/** `docs/reference/commands.md`: every command of the table. */
export function renderCommandsPage({ meaning, options, commands }: ProgramSheet): string {
  return renderPage(
    'Commands',
    'the command table of `src/commands/program.ts`',
    wrap(
      `${sentence(meaning)} ${code('pipeform COMMAND --help')} prints what stands here about one command. ` +
        `Every command also takes the ${linkTo('Global options', 'global options')}, before or after its name.`,
    ),
    renderContents(commands),
    ...commands.map(renderCommand),
    '## Global options',
    renderTable(
      ['option', 'variable', 'meaning'],
      options.filter(isTold).map((option) => [code(option.flags), code(variableOf(option)), option.meaning]),
    ),
    wrap(
      'The command line wins over the variable. Lists in a variable are separated by commas. `--help` and `--version` ' +
        'have none.',
    ),
    '## Environment variables',
    wrap('Credentials come from the environment alone, never from a file or the command line.'),
    renderTable(['variable', 'meaning'], VARIABLES),
    '## Formats',
    wrap(
      `${code('--format')} names how the result is written to stdout; progress, warnings and questions go to stderr.`,
    ),
    renderTable(['format', 'what it is'], FORMATS),
    '## Exit codes',
    renderTable(
      ['code', 'meaning'],
      [...EXIT_CODES].map(([number, words]) => [String(number), words]),
    ),
    wrap(
      'When several hold, the first of 130 or 143, 1, 5, 4, 3, 2 wins. For `apply`, 1 means that nothing at all was ' +
        'written: a run that wrote something and could not read or write something else ends with 3.',
    ),
  );
}

function isTold({ long }: OptionSheet): boolean {
  return long !== '--help' && long !== '--version';
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
  const { name, usage, meaning, options, formats, examples } = command;
  const own = options.filter(isTold);
  return joinBlocks(
    `## ${name}`,
    wrap(sentence(meaning)),
    renderCode('text', `pipeform ${name} ${usage}`),
    own.length === 0
      ? 'It has no options of its own.'
      : renderTable(
          ['option', 'meaning'],
          own.map((option) => [code(option.flags), option.meaning]),
        ),
    [
      renderItem(`${linkTo('Formats', '**Formats**')}: ${formats.map(code).join(', ')}`),
      renderItem(`${linkTo('Exit codes', '**Exit codes**')}: ${exitsOf(name).join(', ')}`),
    ].join('\n'),
    renderCode('sh', examples.join('\n')),
  );
}

const VARIABLES: readonly (readonly [string, string])[] = [
  ['`PIPEFORM_KEY_ID`, `PIPEFORM_KEY_SECRET`', 'The API key of the pipes API.'],
  [
    '`PIPEFORM_ACCESS_TOKEN`',
    'The token of the observability API: for `series`, `alert`, `check` and guarded rollouts.',
  ],
  ['`PIPEFORM_SHARD_TOTAL`', 'How many shards there are, for `--shard auto` with `JOB_COMPLETION_INDEX`.'],
  [
    '`PIPEFORM_SHARD_RUN`',
    'What tells the reports of one sharded run from those of another, where the CI has no such name.',
  ],
  ['`PIPEFORM_WEBHOOK_URL`, `PIPEFORM_WEBHOOK_SECRET`', 'Where `publish --to webhook` posts, and what it signs with.'],
  ['`NO_COLOR`, `FORCE_COLOR`', 'No colours, or colours without a terminal. `NO_COLOR` wins.'],
  ['`CI`, `TERM=dumb`', 'Plain lines of progress instead of a picture that is redrawn.'],
  ['`INK_SCREEN_READER`', '`true`: progress as sentences for a screen reader, each said once; nothing is redrawn.'],
  ['`LC_ALL`, `LC_CTYPE`, `LANG`', 'Signs beyond ASCII are drawn where the locale is UTF-8.'],
  ['`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`', 'The proxy to go through, and for which hosts not.'],
  ['`NODE_EXTRA_CA_CERTS`', 'A file with certificate authorities to trust besides the public ones.'],
];

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
