import { CommanderError } from 'commander';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { readToolVersion } from '../model/version.ts';
import { isOn } from '../progress/choose-view.ts';
import { describeCrash } from './describe-crash.ts';
import { UnreadableLineError } from './help/unreadable-line-error.ts';
import { PROGRAM } from './options/commands.ts';
import type { Context } from './options/context.ts';
import { type CommandLine, createProgram, startLine } from './options/program.ts';
import { UsageError } from './options/value-types.ts';
import { Streams } from './output/streams.ts';

/**
 * Runs one command line (without the program's name) and returns its exit code. Never throws: a bug is reported, with its stack
 * when debug output is asked for.
 */
export async function main(args: readonly string[], context: Context): Promise<number> {
  const line = startLine();
  const program = createProgram(line, context);
  try {
    await program.parseAsync([...args], { from: 'user' }).catch((error: unknown) => {
      // Help and version end the parsing this way.
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    });
    if (line.asksFor === null) return line.exitCode;
    const streams = new Streams(context);
    if (line.asksFor.of === 'version') streams.print(`${readToolVersion().version}\n`);
    else (await import('./commands/help.ts')).runHelp(line.asksFor.command, PROGRAM, streams);
    return 0;
  } catch (error) {
    return endWithError(error, line, { format: findSwallowedFormat(args), ...program.opts() }, context);
  }
}

/** In `--target --format json`, commander takes `--format` for the pattern. */
function findSwallowedFormat(args: readonly string[]): string | undefined {
  const at = args.indexOf('--format');
  return at === -1 ? undefined : args[at + 1];
}

/** The global options that were parsed before the line failed, as commander gives them. */
interface ParsedOptions {
  readonly format?: string | undefined;
  readonly color?: boolean;
  readonly debug?: boolean;
  readonly logLevel?: string;
}

async function endWithError(
  error: unknown,
  { command }: CommandLine,
  parsed: ParsedOptions,
  context: Context,
): Promise<number> {
  const format = (parsed.format ?? context.environment.PIPEFORM_FORMAT) === 'json' ? 'json' : 'text';
  const { createView } = await import('./output/create-view.ts');
  const color = parsed.color === false ? 'off' : 'auto';
  const view = createView({ format, color, logLevel: 'info', cwd: context.cwd }, context);
  if (error instanceof UnreadableLineError && error.isEmpty && format === 'text') {
    const { renderHelp } = await import('./commands/help.ts');
    view.note(({ columns }) => renderHelp(null, PROGRAM, columns).trimEnd());
    return 1;
  }
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const diagnostics = await Promise.all(errors.map((one) => describeError(one, parsed, context)));
  if (format === 'text' || command !== 'apply') return view.fail(diagnostics);
  const { abandonUnstartedRun } = await import('../engine/run.ts');
  abandonUnstartedRun(null, diagnostics, (event) => view.event(event), context);
  return 1;
}

/** A line that cannot be parsed and a value that is not valid are the user's mistakes; anything else is a bug. */
async function describeError(
  error: unknown,
  { debug, logLevel }: ParsedOptions,
  { environment }: Context,
): Promise<Diagnostic> {
  const known =
    error instanceof UnreadableLineError ? error.explain(await import('./help/explain-usage.ts'), PROGRAM) : error;
  if (known instanceof UsageError) {
    return diagnose('error', { code: 'usage', summary: known.message, hint: known.hint });
  }
  const level = logLevel ?? environment.PIPEFORM_LOG_LEVEL;
  return diagnose('error', {
    code: 'internal',
    summary: 'Pipeform stopped because of an internal error.',
    detail: describeCrash(error, environment, debug === true || level === 'debug' || isOn(environment.PIPEFORM_DEBUG)),
    hint: 'Run plan to see what is live. Please report this with `pipeform --version` and the output of the command with --debug.',
  });
}
