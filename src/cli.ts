import { CommanderError } from 'commander';
import type { Context } from './commands/context.ts';
import { createProgram } from './commands/program.ts';

/**
 * Runs one command line (without the program's name) and returns the exit code of cli.md. Never throws: a mistake of
 * Pipeform itself is reported as such, without a stack trace.
 */
export async function main(args: readonly string[], context: Context): Promise<number> {
  let code = 0;
  let command: string | null = null;
  const program = await createProgram(args, context, {
    choose(name) {
      command = name;
    },
    finish(result) {
      code = result;
    },
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Help and the version were asked for, and are printed.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { reportProblem } = await import('./commands/report-problem.ts');
    return reportProblem(error, { args, command, help: () => program.helpInformation() }, context);
  }
}
