import { type CommandSpec, describeUsage, type ProgramSpec } from '../../src/cli/options/command-spec.ts';
import { VARIABLES } from '../../src/cli/options/environment.ts';
import { EXIT_CODES } from '../../src/cli/options/exit-codes.ts';
import { listWords } from '../../src/model/text.ts';
import { code, joinBlocks, linkTo, renderItem, renderMeanings, renderPage, sentence, wrap } from './page.ts';

/** `docs/reference/commands.md`: every command of the table. */
export function renderCommandsPage({ summary, options, commands }: ProgramSpec): string {
  return renderPage(
    'Commands',
    'the command table of `src/cli/options/commands.ts`',
    wrap(
      `${sentence(summary)} ${code('pipeform COMMAND --help')} shows the same, with examples. Every command also takes the ` +
        `${linkTo('Global options', 'global options')}, before or after its name. Unless a command says otherwise, its ` +
        `${linkTo('Formats', 'formats')} are ${code('text')} and ${code('json')}, and its ` +
        `${linkTo('Exit codes', 'exit codes')} 0 and 1, or 130 and 143 after a signal.`,
    ),
    renderContents(commands),
    ...commands.map((command, index) => renderCommand(command, commands.slice(0, index))),
    '## Global options',
    renderMeanings(options.map(({ flags, description }) => [code(flags), description])),
    wrap(describeVariables(options)),
    '## Environment variables',
    wrap(
      'Credentials come only from variables, or from files that variables name, such as `/run/secrets/key-id`: one credential, ' +
        'and at most a line break after it. Relative paths start in the working directory (`--chdir`). ' +
        'Set only one of the two variables of a credential. White space at the ends of a credential is an error.',
    ),
    renderMeanings(listVariables()),
    '## Formats',
    wrap(
      `${code('--format')} names how the result is written to stdout; progress, warnings and questions go to stderr.`,
    ),
    renderMeanings(FORMATS),
    wrap('Without a terminal, text has no colors and no line breaks at its width, and progress is plain lines.'),
    '## Exit codes',
    renderMeanings(EXIT_CODES.map(({ codes, description }) => [codes, description])),
    wrap(
      'If several apply, the first of 130 or 143, 1, 5, 4, 3, 2 wins. For `apply`, 1 means that nothing was written; a ' +
        'run that wrote something and then failed ends with 3.',
    ),
  );
}

/** The rule for the variables of the global options. */
function describeVariables(options: ProgramSpec['options']): string {
  const named = options.flatMap(({ flags, variable }) => (variable === null ? [] : [{ flags, variable }]));
  const odd = named.filter(({ flags, variable }) => variable !== nameVariable(flags));
  if (odd.length > 0) throw new Error(`variables of another form: ${odd.map(({ variable }) => variable).join(', ')}`);
  const without = options.filter(({ variable }) => variable === null).map(({ flags }) => code(longName(flags)));
  const scopes = listWords(
    options.flatMap(({ isScope, variable }) => (isScope && variable !== null ? code(variable) : [])),
    'and',
  );
  return (
    'Each can also be set with a variable, `PIPEFORM_` and the name of the option in capitals, such as ' +
    `${code('PIPEFORM_ENV')} or ${code('PIPEFORM_NO_COLOR')}; not ${without.join(' and ')}. The command line wins over the ` +
    `variable. Lists in a variable are separated by commas. An empty variable counts as unset, but for ${scopes}, which say ` +
    'what a command works on, it is an error: unset it instead.'
  );
}

const longName = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

const nameVariable = (flags: string): string =>
  `PIPEFORM_${longName(flags).slice(2).toUpperCase().replaceAll('-', '_')}`;

/** The other variables; one that names a file with a value is beside that of the value. */
function listVariables(): readonly (readonly [string, string])[] {
  const names = new Set(VARIABLES.map(({ name }) => name));
  return VARIABLES.filter(({ name }) => !names.has(name.replace(/_FILE$/, '')) || !name.endsWith('_FILE')).map(
    ({ name, description }) => {
      const file = `${name}_FILE`;
      return [names.has(file) ? `${code(name)} or ${code(file)}` : code(name), description];
    },
  );
}

function renderContents(commands: readonly CommandSpec[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const listed = (group: string): string =>
    commands.flatMap((command) => (command.group === group ? [linkTo(command.name)] : [])).join(', ');
  return groups.map((group) => renderItem(`**${group}:** ${listed(group)}`)).join('\n');
}

/** `before`: the commands above it, whose options are not described again. */
function renderCommand(command: CommandSpec, before: readonly CommandSpec[]): string {
  const { name, summary, formats, exitCodes } = command;
  return joinBlocks(
    `## ${name}`,
    wrap(`${code(`pipeform ${name} ${describeUsage(command)}`)}: ${summary}.`),
    renderOptions(command, before),
    wrap(describeOutput(formats, exitCodes)),
  );
}

const USUAL_FORMATS: readonly string[] = ['text', 'json'];
const USUAL_CODES: ReadonlySet<number> = new Set([0, 1, 130, 143]);

/** What a command prints and exits with besides what most commands do. */
function describeOutput(formats: CommandSpec['formats'], exitCodes: CommandSpec['exitCodes']): string {
  const hasUsual = USUAL_FORMATS.every((format) => formats.some((one) => one === format));
  const others = formats.filter((format) => !USUAL_FORMATS.includes(format));
  const codes = exitCodes.filter((exitCode) => !USUAL_CODES.has(exitCode));
  const own = [
    ...(hasUsual ? [] : [`${linkTo('Formats', 'Formats')}: only ${formats.map(code).join(', ')}.`]),
    ...(hasUsual && others.length > 0 ? [`${linkTo('Formats', 'Formats')}: also ${others.map(code).join(', ')}.`] : []),
    ...(codes.length === 0 ? [] : [`${linkTo('Exit codes', 'Exit codes')}: also ${codes.join(', ')}.`]),
  ];
  return own.join(' ');
}

function renderOptions({ options }: CommandSpec, before: readonly CommandSpec[]): string {
  const same = new Map<string, string[]>();
  const rows: (readonly [string, string])[] = [];
  for (const { flags, description, isRequired } of Object.values(options)) {
    const known = before.find((one) =>
      Object.values(one.options).some((option) => option.flags === flags && option.description === description),
    );
    if (known === undefined) rows.push([code(flags), `${description}${isRequired ? ' (required)' : ''}`]);
    else same.set(known.name, [...(same.get(known.name) ?? []), code(flags)]);
  }
  for (const [name, flags] of same) rows.push([flags.join(', '), `as for ${linkTo(name)}`]);
  return renderMeanings(rows);
}

const FORMATS: readonly (readonly [string, string])[] = [
  ['`text`', 'For a terminal. The default.'],
  ['`json`', 'One [document](documents.md), even when the command fails; for `apply`, lines of events.'],
  ['`markdown`', 'For a comment on a pull or merge request: at most 65,536 characters.'],
  ['`html`', 'One self-contained page.'],
  ['`github`', 'Annotations of GitHub Actions: each change and problem at its line.'],
  ['`sarif`', 'SARIF 2.1.0, for code scanning.'],
  ['`table`', 'The rows of series.'],
  ['`csv`', 'The same, with raw numbers and ISO 8601 times in UTC.'],
];
