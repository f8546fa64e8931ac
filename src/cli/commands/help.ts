import { readLine } from '../completion/read-line.ts';
import { renderCommandHelp, renderProgramHelp } from '../help/help-text.ts';
import { chooseWidth } from '../help/wrap-help.ts';
import type { CommandSheet, ProgramSheet } from '../options/command-sheets.ts';
import type { Context } from '../options/context.ts';

/**
 * Prints help on stdout: for a command, or for the program as a whole.
 * @throws UsageError for a command that there is none of.
 */
export async function runHelp(name: string | null, sheet: ProgramSheet, { stdout }: Context): Promise<void> {
  const command = sheet.commands.find((one) => one.name === name) ?? null;
  if (name !== null && command === null) throw (await import('../help/explain-usage.ts')).unknownCommand(name, sheet);
  stdout.write(renderHelp(command, sheet, stdout.columns));
}

/** The same for the command that these arguments name, or for the program where they name none. */
export async function runHelpFor(args: readonly string[], sheet: ProgramSheet, context: Context): Promise<void> {
  await runHelp(readLine(sheet, args).named, sheet, context);
}

/** @param columns of the terminal, or undefined where there is none. */
export function renderHelp(command: CommandSheet | null, sheet: ProgramSheet, columns: number | undefined): string {
  const width = chooseWidth(columns);
  return command === null ? renderProgramHelp(sheet, width) : renderCommandHelp(command, sheet, width);
}
