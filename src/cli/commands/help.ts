import { readDocumentationAddress } from '../../model/version.ts';
import { explainUnknownCommand } from '../help/find-mistake.ts';
import { chooseWidth, INDENT, type Item, termColumn, wrap, wrapItems } from '../help/wrap-help.ts';
import {
  type CommandSpec,
  describeArguments,
  describeUsage,
  listOwnOptions,
  type ProgramSpec,
} from '../options/command-spec.ts';
import { CREDENTIALS, type Variable } from '../options/environment.ts';
import { EXIT_CODES } from '../options/exit-codes.ts';
import type { OptionSpec } from '../options/option-spec.ts';

/** Help on the command with this name, or on the program. Throws UsageError for an unknown name. */
export function renderHelpOn(name: string | null, program: ProgramSpec, columns: number | null): string {
  const command = program.commands.find((one) => one.name === name) ?? null;
  if (name !== null && command === null) throw explainUnknownCommand(name, program);
  return renderHelp(command, program, columns);
}

/** @param columns of the terminal, or null. */
export function renderHelp(command: CommandSpec | null, program: ProgramSpec, columns: number | null): string {
  const width = chooseWidth(columns);
  return command === null ? renderProgramHelp(program, width) : renderCommandHelp(command, program, width);
}

/** What `pipeform` alone prints: examples first. */
export function renderShortHelp({ summary }: ProgramSpec, columns: number | null): string {
  const width = chooseWidth(columns);
  const column =
    INDENT.length + Math.max(...FIRST_STEPS.flatMap(([, items]) => items.map(({ term }) => term.length))) + 2;
  return joinBlocks(
    wrap(summary, width),
    ...FIRST_STEPS.map(([title, items]) => `${title}:\n${wrapItems(items, width, column)}`),
    wrap(`Documentation: ${readDocumentationAddress()}`, width),
  );
}

const FIRST_STEPS: readonly (readonly [title: string, items: readonly Item[]])[] = [
  [
    'Start',
    [
      { term: 'pipeform init', description: 'write a starter configuration' },
      { term: 'pipeform pull ID --service NAME', description: 'add a live pipe to it' },
      { term: 'pipeform sandbox', description: 'serve both APIs on this machine, to try things out' },
    ],
  ],
  [
    'Change pipes',
    [
      { term: 'pipeform plan', description: 'show what apply would do' },
      { term: 'pipeform apply', description: 'show the plan, ask, and apply it' },
      { term: 'pipeform drift', description: 'report whether the live pipes match the configuration' },
      { term: 'pipeform rollback latest', description: 'restore the values that the last run replaced' },
    ],
  ],
  [
    'Get help',
    [
      { term: 'pipeform doctor', description: 'check credentials, addresses, the clock and more' },
      { term: 'pipeform explain db_max_threads', description: 'explain a field' },
      { term: 'pipeform help apply', description: 'show the options of a command, with examples' },
      { term: 'pipeform --help', description: 'list all commands, global options and exit codes' },
    ],
  ],
];

const GLOBAL_VARIABLES =
  'A variable can set each of them: PIPEFORM_ and its long name, such as PIPEFORM_ENV for --env.';

function renderProgramHelp({ summary, commands, options }: ProgramSpec, width: number): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const column = termColumn(commands.map(commandItem));
  const variables = Object.values(CREDENTIALS).flat();
  return joinBlocks(
    'Usage: pipeform COMMAND [options]',
    wrap(summary, width),
    ...groups.map((group) => {
      const items = commands.filter((command) => command.group === group).map(commandItem);
      return `${group}:\n${wrapItems(items, width, column)}`;
    }),
    `${wrap('Global options, before or after the command:', width)}\n${wrapItems(options.map(optionItem), width)}`,
    wrap(GLOBAL_VARIABLES, width),
    `Environment:\n${wrapItems(variables.map(variableItem), width)}`,
    `Exit codes:\n${wrapItems(
      EXIT_CODES.map(({ codes, description }) => ({ term: codes, description })),
      width,
    )}`,
    wrap('`pipeform help COMMAND` shows the options of a command, with examples.', width),
    wrap(`Documentation: ${readDocumentationAddress()}`, width),
  );
}

function renderCommandHelp(command: CommandSpec, { options }: ProgramSpec, width: number): string {
  const { name, summary, credentials, formats, examples } = command;
  const variables = credentials.flatMap((purpose) => CREDENTIALS[purpose]);
  return joinBlocks(
    wrap(`Usage: pipeform ${name} ${describeUsage(command)}`, width),
    wrap(sentence(summary), width),
    `Options:\n${wrapItems(listOwnOptions(command).map(optionItem), width)}`,
    wrap(`Global options: ${listOptions(options)}. \`pipeform --help\` explains them. ${GLOBAL_VARIABLES}`, width),
    ...(formats.length > 1 ? [wrap(`Formats: --format ${formats.join(', ')}`, width)] : []),
    ...(variables.length === 0 ? [] : [`Environment:\n${wrapItems(variables.map(variableItem), width)}`]),
    // Commands are not broken, so that they can be pasted.
    `Examples:\n${examples.map((line) => `${INDENT}${line}`).join('\n')}`,
  );
}

function commandItem(command: CommandSpec): Item {
  return { term: `${command.name} ${describeArguments(command)}`.trim(), description: command.summary };
}

function optionItem({ flags, description }: OptionSpec): Item {
  return { term: flags, description };
}

function variableItem({ name, description }: Variable): Item {
  return { term: name, description };
}

function listOptions(options: readonly OptionSpec[]): string {
  return options.flatMap(({ variable, short, long }) => (variable === null ? [] : (short ?? long))).join(', ');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function joinBlocks(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}
