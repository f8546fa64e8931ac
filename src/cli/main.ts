import { CommanderError } from 'commander';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { createProgram, startLine } from './options/program.ts';

/**
 * Runs one command line (without the program's name) and returns the exit code of cli.md. Never throws: a bug of Pipeform is
 * reported as such, with a stack when debug output is asked for.
 */
export async function main(args: readonly string[], context: Context): Promise<number> {
  const line = startLine(args);
  try {
    await createProgram(line, context)
      .parseAsync([...args], { from: 'user' })
      // Help and version end the parsing this way.
      .catch((error: unknown) => {
        if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      });
    if (line.help !== null) {
      const { runHelp } = await import('./commands/help.ts');
      await runHelp(line.help.command, PROGRAM, context);
    }
    return line.exitCode;
  } catch (error) {
    const { reportProblem } = await import('./output/report-problem.ts');
    return reportProblem(error, line, context);
  }
}
