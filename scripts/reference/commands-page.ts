import { type CommandSpec, describeUsage, type ProgramSpec } from '../../src/cli/options/command-spec.ts';
import { VARIABLES } from '../../src/cli/options/environment.ts';
import { EXIT_CODES } from '../../src/cli/options/exit-codes.ts';
import { SWITCH_TABLE, type SwitchRow } from '../../src/sandbox/switches.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderPage, renderTable, sentence, wrap } from './page.ts';

/** `docs/reference/commands.md`: every command of the table. */
export function renderCommandsPage({ summary, options, commands }: ProgramSpec): string {
  return renderPage(
    'Commands',
    'the command table of `src/cli/options/commands.ts`',
    wrap(
      `${sentence(summary)} ${code('pipeform COMMAND --help')} prints what stands here about one command. ` +
        `Every command also takes the ${linkTo('Global options', 'global options')}, before or after its name.`,
    ),
    renderContents(commands),
    ...commands.map((command) =>
      joinBlocks(renderCommand(command), ...(command.name === 'sandbox' ? [renderEvidence()] : [])),
    ),
    '## Global options',
    renderTable(
      ['option', 'variable', 'meaning'],
      options.flatMap(({ flags, variable, description }) =>
        variable === null ? [] : [[code(flags), code(variable), description]],
      ),
    ),
    wrap(
      'The command line wins over the variable. Lists in a variable are separated by commas. `--help` and `--version` ' +
        'have none.',
    ),
    '## Environment variables',
    wrap(
      'Credentials come from the environment, never from the configuration or the command line. A container may mount them as ' +
        'files, for example at `/run/secrets`. Then set `PIPEFORM_KEY_ID_FILE`, `PIPEFORM_KEY_SECRET_FILE` and ' +
        '`PIPEFORM_ACCESS_TOKEN_FILE` to the paths instead. Each file has one credential, at most a line break after it, and ' +
        'less than 64 KiB. A relative path starts from the working directory, which `--chdir` sets. Set only one of the two ' +
        'variables of a credential. Commands that need no credentials do not read the files.',
    ),
    renderTable(
      ['variable', 'meaning'],
      VARIABLES.flatMap(({ variables }) => variables.map(({ name, description }) => [code(name), description])),
    ),
    '## Formats',
    wrap(
      `${code('--format')} names how the result is written to stdout; progress, warnings and questions go to stderr.`,
    ),
    renderTable(['format', 'what it is'], FORMATS),
    wrap(
      'Text in a pipe or a file has no colors, and its lines are not broken at the width of a terminal; progress is plain lines when ' +
        'stderr is not a terminal. `NO_COLOR` and `--no-color` turn off colors alone, `FORCE_COLOR` keeps them in a pipe.',
    ),
    '## Exit codes',
    renderTable(
      ['code', 'meaning'],
      EXIT_CODES.map(({ codes, description }) => [codes, description]),
    ),
    wrap(
      'When several hold, the first of 130 or 143, 1, 5, 4, 3, 2 wins. For `apply`, 1 means that nothing at all was ' +
        'written: a run that wrote something and could not read or write something else ends with 3.',
    ),
  );
}

function renderContents(commands: readonly CommandSpec[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return joinBlocks(
    ...groups.map((group) =>
      joinBlocks(
        `**${group}**`,
        commands
          .filter((command) => command.group === group)
          .map(({ name, summary }) => renderItem(`${linkTo(name)}: ${summary}`))
          .join('\n'),
      ),
    ),
  );
}

function renderCommand(command: CommandSpec): string {
  const { name, summary, options, formats, exitCodes, examples } = command;
  const own = Object.values(options);
  return joinBlocks(
    `## ${name}`,
    wrap(sentence(summary)),
    renderCode('text', `pipeform ${name} ${describeUsage(command)}`),
    own.length === 0
      ? 'It has no options of its own.'
      : renderTable(
          ['option', 'meaning'],
          own.map((option) => [code(option.flags), `${option.description}${option.isRequired ? ' (required)' : ''}`]),
        ),
    [
      renderItem(`${linkTo('Formats', '**Formats**')}: ${formats.map(code).join(', ')}`),
      renderItem(`${linkTo('Exit codes', '**Exit codes**')}: ${exitCodes.join(', ')}`),
    ].join('\n'),
    renderCode('sh', examples.join('\n')),
  );
}

/** Where the behaviors come from between which the switches of the sandbox choose. */
function renderEvidence(): string {
  const rows = Object.values<SwitchRow>(SWITCH_TABLE).map(({ flags, choices, evidence }) => {
    const values = Object.entries(choices ?? { 'the switch': evidence });
    const columns = ['contract', 'observed', 'guess'].map((source) =>
      values
        .flatMap(([value, found]) => (found === source ? [choices === undefined ? value : code(value)] : []))
        .join(', '),
    );
    return [code(flags), ...columns];
  });
  return joinBlocks(
    wrap(
      'The contract leaves some behavior open. This table says which behaviors of the sandbox are in the contract, which were ' +
        'observed at a live service, and which are a guess.',
    ),
    renderTable(['switch', 'in the contract', 'observed', 'a guess'], rows),
  );
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
