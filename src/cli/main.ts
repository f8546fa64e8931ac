import { type Command, CommanderError } from 'commander';
import type { Context } from './options/context.ts';
import { createProgram, describeTableFor } from './options/program.ts';

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
    if ((await parse(program, args)) === 'help-asked-for') await showHelp(args, context);
    return code;
  } catch (error) {
    const { reportProblem } = await import('./output/report-problem.ts');
    return reportProblem(error, { args, command, describe: () => describeTableFor(args, context) }, context);
  }
}

/** Runs what is asked for; the version is printed already. */
async function parse(program: Command, args: readonly string[]): Promise<'done' | 'help-asked-for'> {
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    if (error.code === 'commander.helpDisplayed') return 'help-asked-for';
  }
  return 'done';
}

async function showHelp(args: readonly string[], context: Context): Promise<void> {
  const { runHelpFor } = await import('./commands/help.ts');
  await runHelpFor(args, await describeTableFor(args, context), context);
}
