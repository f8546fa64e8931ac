import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { isOn } from '../progress/choose-view.ts';
import { describeCrash } from './describe-crash.ts';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { type CommandLine, readLine } from './options/read-line.ts';
import { UsageError } from './options/value-types.ts';
import { runLine } from './run-line.ts';

/** Runs one command line (without the program's name) and returns its exit code. Never throws: a bug is reported. */
export async function main(args: readonly string[], context: Context): Promise<number> {
  const line = readLine([...PROGRAM.commands, ...PROGRAM.hiddenCommands], args);
  try {
    return await runLine(line, context);
  } catch (error) {
    return endWithError(error, line, context);
  }
}

async function endWithError(error: unknown, line: CommandLine, context: Context): Promise<number> {
  const findValue = (long: string) => line.given.findLast(({ option }) => option.long === long)?.value;
  const isJson = (findValue('--format') ?? context.environment.PIPEFORM_FORMAT) === 'json';
  const { createView } = await import('./output/create-view.ts');
  const color = findValue('--no-color') === undefined ? 'auto' : 'off';
  const view = createView({ format: isJson ? 'json' : 'text', color, logLevel: 'info', cwd: context.cwd }, context);
  if (line.named === null && line.unknown.length === 0 && line.pending === null && !isJson) {
    const { renderHelp } = await import('./commands/help.ts');
    view.note(({ columns }) => renderHelp(null, PROGRAM, columns).trimEnd());
    return 1;
  }
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const isDebug =
    findValue('--debug') !== undefined ||
    (findValue('--log-level') ?? context.environment.PIPEFORM_LOG_LEVEL) === 'debug' ||
    isOn(context.environment.PIPEFORM_DEBUG);
  const diagnostics = errors.map((one) => describeError(one, isDebug, context));
  if (!isJson || line.command?.name !== 'apply') return view.fail(diagnostics);
  const { abandonUnstartedRun } = await import('../engine/run.ts');
  abandonUnstartedRun(null, diagnostics, (event) => view.event(event), context);
  return 1;
}

function describeError(error: unknown, isDebug: boolean, { environment }: Context): Diagnostic {
  if (error instanceof UsageError) {
    return diagnose('error', { code: 'usage', summary: error.message, hint: error.hint });
  }
  return diagnose('error', {
    code: 'internal',
    summary: 'Pipeform stopped because of an internal error.',
    detail: describeCrash(error, environment, isDebug),
    hint: 'Run plan to see what is live. Please report this with `pipeform --version` and the output of the command with --debug.',
  });
}
