import type { CommanderError } from 'commander';
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
}

/** A command line that cannot be understood: commander's own words, as a diagnostic. */
export function reportUsage(error: CommanderError, line: CommandLine, context: Context): Promise<number> {
  if (error.code === 'commander.help') {
    return report(usage('No command is named.', 'See `pipeform --help`.'), line, context);
  }
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const hint = rest.map((text) => text.replace(/^\((.*)\)$/, '$1')).join(' ');
  return report(usage(sentence(first), hint === '' ? 'See `pipeform --help`.' : hint), line, context);
}

/** An option value that does not fit is the user's; anything else is a mistake of ours. */
export function reportProblem(error: unknown, line: CommandLine, context: Context): Promise<number> {
  if (error instanceof UsageError) return report(usage(error.message, error.hint), line, context);
  const internal = diagnose('error', {
    code: 'internal',
    summary: 'Pipeform made a mistake and stopped.',
    detail: describeCrash(error, context.environment),
    hint: 'Run plan to see what is live. Please report this with the command and `pipeform --version`.',
  });
  return report(internal, line, context);
}

function usage(summary: string, hint: string): Diagnostic {
  return diagnose('error', { code: 'usage', summary, hint });
}

async function report(diagnostic: Diagnostic, { args, command }: CommandLine, context: Context): Promise<number> {
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
  return exitCode({ of: 'failure', interrupted: null });
}

/** The command line could not be parsed, so its format is looked for as it stands. */
export function asksForJson(args: readonly string[], context: Context): boolean {
  const index = args.lastIndexOf('--format');
  const given =
    index >= 0 ? args[index + 1] : args.findLast((arg) => arg.startsWith('--format='))?.slice('--format='.length);
  return (given ?? context.environment.PIPEFORM_FORMAT) === 'json';
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
