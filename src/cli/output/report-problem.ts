import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { NoCommandError } from '../help/explain-usage.ts';
import { PROGRAM } from '../options/commands.ts';
import type { Context } from '../options/context.ts';
import type { CommandLine } from '../options/program.ts';
import { UsageError } from '../options/value-types.ts';
import { describeCrash, findGiven } from './crash-words.ts';
import { exitCode } from './exit-code.ts';
import { streamStyle } from './terminal.ts';
import { writeEvent, writeJson } from './write-output.ts';

/**
 * A command line that cannot be understood and an option value that does not fit are the user's; anything else is a mistake
 * of ours.
 */
export async function reportProblem(error: unknown, line: CommandLine, context: Context): Promise<number> {
  if (error instanceof NoCommandError && !asksForJson(line.args, context)) {
    const { renderHelp } = await import('../commands/help.ts');
    context.stderr.write(renderHelp(null, PROGRAM, context.stderr.columns));
  } else {
    await report(describeProblem(error, line, context), line, context);
  }
  return exitCode({ of: 'failure', interrupted: null });
}

function describeProblem(error: unknown, { args }: CommandLine, { environment }: Context): Diagnostic {
  if (error instanceof UsageError) {
    return diagnose('error', { code: 'usage', summary: error.message, hint: error.hint });
  }
  return diagnose('error', {
    code: 'internal',
    summary: 'Pipeform made a mistake and stopped.',
    detail: describeCrash(error, { args, environment }),
    hint: 'Run plan to see what is live. Please report this with `pipeform --version` and the output of the command with --debug.',
  });
}

async function report(diagnostic: Diagnostic, { args, command }: CommandLine, context: Context): Promise<void> {
  if (asksForJson(args, context) && command === 'apply') {
    const { abandonUnstartedRun } = await import('../../engine/run.ts');
    abandonUnstartedRun(null, [diagnostic], (event) => writeEvent(context, event), context);
  } else if (asksForJson(args, context)) {
    writeJson(context, { kind: 'error', formatVersion: 1, diagnostics: [diagnostic] });
  } else {
    const color = args.includes('--no-color') ? 'off' : 'auto';
    const style = streamStyle(context.stderr, { color }, context);
    context.stderr.write(renderDiagnostics([diagnostic], new Map(), style));
  }
}

/** The command line could not be parsed, so its format is looked for as it stands. */
function asksForJson(args: readonly string[], context: Context): boolean {
  return (findGiven(args, '--format') ?? context.environment.PIPEFORM_FORMAT) === 'json';
}
