import { type Command, CommanderError } from 'commander';
import type { Context } from './commands/context.ts';
import { exitCode } from './commands/exit-code.ts';
import { createProgram } from './commands/program.ts';
import { asksForJson, reportProblem, reportUsage } from './commands/report-problem.ts';

/**
 * Runs one command line (without the program's name) and returns the exit code of cli.md. Never throws: a mistake of
 * Pipeform itself is reported as such, without a stack trace.
 */
export async function main(args: readonly string[], context: Context): Promise<number> {
  let code = 0;
  let command: string | null = null;
  const program: Command = await createProgram(args, context, {
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
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (error.code === 'commander.help' && !asksForJson(args, context)) {
        context.stderr.write(program.helpInformation());
        return exitCode({ of: 'failure', interrupted: null });
      }
      return reportUsage(error, { args, command }, context);
    }
    return reportProblem(error, { args, command }, context);
  }
}
