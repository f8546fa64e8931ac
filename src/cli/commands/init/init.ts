import { relative } from 'node:path';
import { hasErrors } from '../../../model/diagnostic.ts';
import { interruptedBy } from '../../../model/run.ts';
import { safeText } from '../../../model/safe-text.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import { fitLines } from '../../../report/text/fit-text.ts';
import type { Style } from '../../../report/text/style.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { workingFolder } from '../../options/load-configuration.ts';
import { createView, failWith } from '../../output/create-view.ts';
import { exitCode } from '../../output/exit-code.ts';
import { canAsk, streamStyle } from '../../output/terminal.ts';
import { writeJson } from '../../output/write-output.ts';
import {
  type Answers,
  hasAnswers,
  type InitOptions,
  readInitOptions,
  readSandboxFleet,
  type SandboxFleet,
} from './answers.ts';
import { findPlace, type InitDocument, type InitPlace, writeNewFiles } from './files.ts';

/**
 * Writes a first configuration, a `.gitignore` and the workflows. A file that exists is never changed. At a terminal it asks
 * for the values, unless an option gives one. Returns 0 when every file is there at the end, 1 when one could not be written.
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
  if (given.diagnostics.length > 0) return failWith(createView(options, context), context, given.diagnostics);
  const asks = !hasAnswers(own) && canAsk(context);
  const answers = asks ? await askAtTerminal(place, sandbox, options, context) : given.answers;
  if (typeof answers === 'string') return reportUnanswered(context);

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

async function askAtTerminal(
  place: InitPlace,
  sandbox: SandboxFleet,
  options: GlobalOptions,
  context: Context,
): Promise<Answers | string> {
  const { askQuestions } = await import('./questions.ts');
  const style = streamStyle(context.stderr, options, context);
  const opening = place.hasConfiguration
    ? 'pipeform.yaml exists already, and is not changed.'
    : `A new configuration. Enter takes the value in ${style.dim('[brackets]')}; Ctrl-C writes nothing.\n`;
  context.stderr.write(`${fitLines(opening, style.columns)}\n`);
  const answers = await askQuestions(place.hasConfiguration, sandbox, style, context);
  context.stderr.write('\n');
  return answers;
}

function reportUnanswered(context: Context): number {
  const interrupted = interruptedBy(context.interrupts.stop);
  context.stderr.write(`${interrupted === null ? 'The input ended.' : 'Interrupted.'} Nothing was written.\n`);
  return exitCode({ of: 'failure', interrupted });
}

const MARKS = { written: '+', exists: '=', failed: '!' } as const;
const LABELS = {
  written: 'written',
  exists: 'exists already, not changed',
  failed: 'could not be written',
} as const;

/** The status of each file, one a line. */
function renderFiles({ files }: InitDocument, style: Style): string {
  const paint = { written: style.green, exists: style.dim, failed: style.red };
  const lines = files.map(
    ({ file, status }) => `${paint[status](MARKS[status])} ${safeText(file)}  ${paint[status](LABELS[status])}\n`,
  );
  return fitLines(lines.join(''), style.columns);
}

/** Where the commands are pasted: `cwd` does not follow `--chdir`. */
type Shell = Pick<Context, 'cwd' | 'platform'>;

/** The steps from a new configuration to a plan without changes. Each command has a line of its own, to be pasted. */
function renderNextSteps(
  answers: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  shell: Shell,
  style: Style,
): string {
  const command = place.schema === null ? 'pipeform' : 'npx pipeform';
  const steps: readonly NextStep[] = place.hasConfiguration
    ? [
        [
          'See what the configuration would change:',
          [...changeFolder(place, shell), `${command} validate`, `${command} plan`],
        ],
      ]
    : listSteps(command, answers, place, sandbox, shell);
  // Commands are not broken, so that they can be pasted.
  const lines = steps.flatMap(([text, commands]) => [
    fitLines(text, style.columns),
    ...commands.map((line) => `  ${style.bold(safeText(line))}`),
    '',
  ]);
  const ci = renderCi(answers.ci, !place.hasConfiguration && answers.url === sandbox.url);
  return ['Next', '', ...lines, ...ci.map((line) => fitLines(line, style.columns))].join('\n');
}

type NextStep = readonly [text: string, commands: readonly string[]];

function listSteps(
  command: string,
  { url, services }: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  shell: Shell,
): readonly NextStep[] {
  const isSandbox = url === sandbox.url;
  const [[service, id] = ['', '']] = services;
  const pipe = isSandbox && id === sandbox.services.get(sandbox.pipe.service) ? sandbox.pipe.id : 'PIPE_ID';
  const value = isSandbox ? 'sandbox' : 'YOURS';
  const set = (name: string) => (shell.platform === 'win32' ? `$env:${name} = "${value}"` : `export ${name}=${value}`);
  const start: NextStep = ['Start the sandbox, in another terminal:', [`${command} sandbox`]];
  return [
    ...(isSandbox ? [start] : []),
    [
      'Set your credentials; they come from the environment, never from a file:',
      [...changeFolder(place, shell), set('PIPEFORM_KEY_ID'), set('PIPEFORM_KEY_SECRET')],
    ],
    [
      'Add a live pipe by its id; the plan then has no changes:',
      [`${command} pull ${pipe} --service ${service}`, `${command} plan`],
    ],
  ];
}

function changeFolder({ folder }: InitPlace, { cwd, platform }: Shell): readonly string[] {
  const path = relative(cwd, folder);
  if (path === '') return [];
  if (/^[\w./\\:-]+$/.test(path)) return [`cd ${path}`];
  return [platform === 'win32' ? `cd "${path}"` : `cd '${path.replaceAll("'", "'\\''")}'`];
}

function renderCi(ci: Answers['ci'], isSandbox: boolean): readonly string[] {
  if (ci === 'none') return [];
  const owner =
    ci === 'github'
      ? ['In the workflows, replace OWNER with the owner of Pipeform’s repository.']
      : ['The comments in ci/pipeform.gitlab-ci.yml list the settings that the project needs.'];
  const secrets = `Make PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET ${ci === 'github' ? 'secrets of the repository' : 'masked variables of the project'}.`;
  const address = isSandbox
    ? ['CI cannot reach the sandbox on your machine: set PIPEFORM_API_URL in CI, or change the address.']
    : [];
  return ['Before the first pipeline:', ...[...owner, secrets, ...address].map((line) => `  ${line}`), ''];
}
