import { CommanderError } from 'commander';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { createStyle } from '../render/style.ts';
import { chooseColour } from '../ui/choose-view.ts';
import type { Context } from './context.ts';
import { describeCrash } from './crash-words.ts';
import { exitCode } from './exit-code.ts';
import { UsageError } from './usage-error.ts';
import { writeJson } from './write-output.ts';

/** A command line as it was given, and the command that it turned out to name. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly command: string | null;
  /** The help of the program as a whole. */
  readonly help: () => string;
}

/**
 * A command line that cannot be understood and an option value that does not fit are the user's; anything else is a mistake
 * of ours.
 */
export async function reportProblem(error: unknown, line: CommandLine, context: Context): Promise<number> {
  if (error instanceof CommanderError && error.code === 'commander.help' && !asksForJson(line.args, context)) {
    context.stderr.write(line.help());
  } else {
    await report(describeProblem(error, context), line, context);
  }
  return exitCode({ of: 'failure', interrupted: null });
}

function describeProblem(error: unknown, context: Context): Diagnostic {
  if (error instanceof UsageError) return usage(error.message, error.hint);
  if (error instanceof CommanderError) return describeUsage(error);
  return diagnose('error', {
    code: 'internal',
    summary: 'Pipeform made a mistake and stopped.',
    detail: describeCrash(error, context.environment),
    hint: 'Run plan to see what is live. Please report this with the command and `pipeform --version`.',
  });
}

/** Commander's own words, as a diagnostic. */
function describeUsage(error: CommanderError): Diagnostic {
  if (error.code === 'commander.help') return usage('No command is named.', 'See `pipeform --help`.');
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const hint = rest.map((text) => text.replace(/^\((.*)\)$/, '$1')).join(' ');
  return usage(sentence(first), hint === '' ? 'See `pipeform --help`.' : hint);
}

function usage(summary: string, hint: string): Diagnostic {
  return diagnose('error', { code: 'usage', summary, hint });
}

async function report(diagnostic: Diagnostic, { args, command }: CommandLine, context: Context): Promise<void> {
  if (asksForJson(args, context) && command === 'apply') {
    const { abandonApply } = await import('./abandon-apply.ts');
    abandonApply(null, [diagnostic], context);
  } else if (asksForJson(args, context)) {
    writeJson(context, { kind: 'error', formatVersion: 1, diagnostics: [diagnostic] });
  } else {
    const colour = args.includes('--no-color')
      ? 'off'
      : chooseColour(context.stderr.isTTY === true, context.environment);
    context.stderr.write(renderDiagnostics([diagnostic], new Map(), createStyle(colour)));
  }
}

/** The command line could not be parsed, so its format is looked for as it stands. */
function asksForJson(args: readonly string[], context: Context): boolean {
  const index = args.lastIndexOf('--format');
  const given =
    index >= 0 ? args[index + 1] : args.findLast((arg) => arg.startsWith('--format='))?.slice('--format='.length);
  return (given ?? context.environment.PIPEFORM_FORMAT) === 'json';
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
