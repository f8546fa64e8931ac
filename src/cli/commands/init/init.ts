import { hasErrors } from '../../../model/diagnostic.ts';
import { interruptedBy } from '../../../model/run.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import { fitLines } from '../../../report/text/fit-lines.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { workingFolder } from '../../options/load-configuration.ts';
import { exitCode } from '../../output/exit-code.ts';
import { reportProblems } from '../../output/report-problems.ts';
import { streamStyle } from '../../output/terminal.ts';
import { writeJson } from '../../output/write-output.ts';
import { type Answers, readSandboxFleet, type SandboxFleet } from './init-answers.ts';
import { findPlace, type InitPlace, writeNewFiles } from './init-files.ts';
import { renderFiles, renderNextSteps } from './init-next-steps.ts';
import { hasAnswers, type InitOptions, readInitOptions } from './init-options.ts';

/**
 * Writes a first configuration and what goes with it; whatever is there already stays as it is. On a terminal it asks, unless
 * an option answers. 0 when everything is there at the end; 1 when a file could not be written.
 */
export async function runInit(
  own: InitOptions,
  dir: string | null,
  options: GlobalOptions,
  context: Context,
): Promise<number> {
  const sandbox = await readSandboxFleet();
  const place = findPlace(workingFolder(options, context), dir);
  const given = readInitOptions(own, sandbox);
  if (given.diagnostics.length > 0) return reportProblems(given.diagnostics, options, context);
  const asks = !hasAnswers(own) && context.stdin.isTTY === true && context.stderr.isTTY === true;
  const answers = asks ? await talk(place, sandbox, options, context) : given.answers;
  if (typeof answers === 'string') return giveUp(context);

  const document = await writeNewFiles(answers, place, sandbox);
  const code = exitCode(hasErrors(document.diagnostics) ? { of: 'failure', interrupted: null } : { of: 'done' });
  if (options.format === 'json') {
    writeJson(context, document);
    return code;
  }
  const style = streamStyle(context.stdout, options, context);
  context.stdout.write(renderFiles(document, style));
  const problems = renderDiagnostics(document.diagnostics, new Map(), streamStyle(context.stderr, options, context));
  if (problems !== '') context.stderr.write(`\n${problems}`);
  if (code === 0) context.stdout.write(`\n${renderNextSteps(answers, place, sandbox, context, style)}`);
  return code;
}

async function talk(
  place: InitPlace,
  sandbox: SandboxFleet,
  options: GlobalOptions,
  context: Context,
): Promise<Answers | string> {
  const { askQuestions } = await import('./init-questions.ts');
  const style = streamStyle(context.stderr, options, context);
  const opening = place.hasConfiguration
    ? 'There is a pipeform.yaml already; it stays as it is.'
    : `A new configuration. Enter takes what stands in ${style.dim('[brackets]')}; Ctrl-C writes nothing.\n`;
  context.stderr.write(`${fitLines(opening, style.columns)}\n`);
  const answers = await askQuestions(place.hasConfiguration ? 'configuration' : 'nothing', sandbox, style, context);
  context.stderr.write('\n');
  return answers;
}

function giveUp(context: Context): number {
  const interrupted = interruptedBy(context.interrupts.stop);
  context.stderr.write(`${interrupted === null ? 'The input ended.' : 'Interrupted.'} Nothing was written.\n`);
  return exitCode({ of: 'failure', interrupted });
}
