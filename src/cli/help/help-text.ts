import type { CommandSheet, Note, OptionSheet, ProgramSheet } from '../options/command-sheets.ts';
import { EXIT_CODES, VARIABLES, variableOf } from '../options/environment-sheet.ts';
import { type Item, termColumn, wrap, wrapCommand, wrapItems } from './wrap-help.ts';

const GLOBAL_VARIABLES = 'Each has a variable too: PIPEFORM_ and its long name, as PIPEFORM_ENV for --env.';

/** The help of the program as a whole, in lines of at most so many columns. */
export function renderProgramHelp({ meaning, commands, options }: ProgramSheet, width: number): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const column = termColumn(commands.map(describeCommand));
  const told = VARIABLES.filter(({ of }) => of.length > 0);
  return joinBlocks(
    'Usage: pipeform COMMAND [options]',
    wrap(meaning, width),
    ...groups.map((group) => {
      const items = commands.filter((command) => command.group === group).map(describeCommand);
      return `${group}\n${wrapItems(items, width, column)}`;
    }),
    `${wrap('Global options, before or after the command:', width)}\n${wrapItems(options.map(describeOption), width)}`,
    wrap(GLOBAL_VARIABLES, width),
    `Environment:\n${wrapItems(
      told.flatMap(({ variables }) => variables.map(({ name, meaning: words }) => ({ term: name, meaning: words }))),
      width,
    )}`,
    `Exit codes:\n${wrapItems(
      EXIT_CODES.map(({ codes, meaning: words }) => ({ term: codes, meaning: words })),
      width,
    )}`,
    wrap('`pipeform help COMMAND` shows the options of a command, with examples.', width),
  );
}

/** The help of one command. */
export function renderCommandHelp(command: CommandSheet, { options }: ProgramSheet, width: number): string {
  const { name, usage, meaning, formats, examples, notes } = command;
  const variables = VARIABLES.filter(({ of }) => of.includes(name)).flatMap((one) => one.variables);
  return joinBlocks(
    wrap(`Usage: pipeform ${name} ${usage}`, width),
    wrap(sentence(meaning), width),
    `Options:\n${wrapItems(command.options.map(describeOption), width)}`,
    wrap(`Global options: ${listOptions(options)}. \`pipeform --help\` explains them. ${GLOBAL_VARIABLES}`, width),
    ...(formats.length > 1 ? [wrap(`Formats: --format ${formats.join(', ')}`, width)] : []),
    ...(variables.length === 0
      ? []
      : [
          `Environment:\n${wrapItems(
            variables.map((one) => ({ term: one.name, meaning: one.meaning })),
            width,
          )}`,
        ]),
    ...notes.map((note) => renderNote(note, width)),
    `Examples:\n${examples.map((line) => wrapCommand(line, width)).join('\n')}`,
  );
}

function renderNote({ heading, lines }: Note, width: number): string {
  const parts = lines.map(({ words, command }) => {
    const said = wrap(words, width, '  ');
    return command === null ? said : `${said}\n${wrapCommand(command, width, '    ')}`;
  });
  return `${heading}\n${parts.join('\n')}`;
}

/** That it takes options goes without saying. */
function describeCommand({ name, usage, meaning }: CommandSheet): Item {
  return { term: `${name} ${usage.replace(/^\[options\] ?/, '')}`.trim(), meaning };
}

function describeOption({ flags, meaning }: OptionSheet): Item {
  return { term: flags, meaning };
}

function listOptions(options: readonly OptionSheet[]): string {
  const told = options.filter(({ long }) => variableOf(long) !== null);
  return told.map(({ short, long }) => short ?? long).join(', ');
}

/** What the table says of a command, as a sentence. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function joinBlocks(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}
