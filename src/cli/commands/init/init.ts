import { relative } from 'node:path';
import { hasErrors } from '../../../model/diagnostic.ts';
import { interruptedBy } from '../../../model/run.ts';
import { safeText } from '../../../model/text.ts';
import { fitLines } from '../../../report/text/fit-text.ts';
import type { Style } from '../../../report/text/style.ts';
import type { Invocation } from '../../options/command-spec.ts';
import type { Context } from '../../options/context.ts';
import type { InitOptions } from '../../options/init-options.ts';
import { exitCode } from '../../output/exit-code.ts';
import { joinUnwritable } from '../../output/write-files.ts';
import { type Answers, chooseAnswers, hasAnswers, readSandboxFleet, type SandboxFleet } from './answers.ts';
import { findPlace, GITHUB_ACTION, GITLAB, type InitDocument, type InitPlace, writeNewFiles } from './files.ts';

/** Writes a configuration, a `.gitignore` and the workflows; never changes a file. Without options, prompts at a terminal. */
export async function runInit({ own, words, place: { cwd }, view, context }: Invocation<InitOptions>): Promise<number> {
  const sandbox = await readSandboxFleet();
  const place = await findPlace(cwd, words[0] ?? '.');
  const prompts = !hasAnswers(own) && view.canAsk;
  const answers = prompts
    ? await (await import('./questions.ts')).askQuestions(place.hasConfiguration, sandbox, view)
    : chooseAnswers(own, sandbox);
  if (answers === null) {
    const interrupted = interruptedBy(context.interrupts.stop);
    view.note(`${interrupted === null ? 'The input ended.' : 'Interrupted.'} Nothing was written.`);
    return exitCode({ of: 'failure', interrupted });
  }

  const document = await writeNewFiles(answers, place, sandbox);
  await view.result(document, (style) => renderFiles(document, style));
  if (document.diagnostics.length > 0) view.info('');
  view.problems(joinUnwritable(document.diagnostics));
  if (hasErrors(document.diagnostics)) return exitCode({ of: 'failure' });
  view.part((style) => `\n${renderNextSteps(answers, place, sandbox, context, style)}`);
  return exitCode({ of: 'done' });
}

const STATUSES = {
  written: { mark: '+', label: 'written', color: 'green' },
  exists: { mark: '=', label: 'already exists, not changed', color: 'dim' },
  failed: { mark: '!', label: 'could not be written', color: 'red' },
} as const;

function renderFiles({ files }: InitDocument, style: Style): string {
  const lines = files.map(({ file, status }) => {
    const { mark, label, color } = STATUSES[status];
    return `${style[color](mark)} ${safeText(file)}  ${style[color](label)}\n`;
  });
  return fitLines(lines.join(''), style.columns);
}

/** Where commands are pasted: `cwd` does not follow `--chdir`. */
type Shell = Pick<Context, 'cwd' | 'platform'>;

/** The steps from a new configuration to a plan without changes. */
function renderNextSteps(
  answers: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  shell: Shell,
  style: Style,
): string {
  const command = place.schema === null ? 'pipeform' : 'npx pipeform';
  const steps: readonly InitStep[] = place.hasConfiguration
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
  const ci = renderCi(answers, !place.hasConfiguration && answers.url === sandbox.url);
  return ['Next', '', ...lines, ...ci.map((line) => fitLines(line, style.columns))].join('\n');
}

type InitStep = readonly [text: string, commands: readonly string[]];

function listSteps(
  command: string,
  { url, services }: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  shell: Shell,
): readonly InitStep[] {
  const isSandbox = url === sandbox.url;
  const [[service, id] = ['', '']] = services;
  const pipe = isSandbox && id === sandbox.services.get(sandbox.pipe.service) ? sandbox.pipe.id : 'PIPE_ID';
  const value = isSandbox ? 'sandbox' : 'YOURS';
  const set = (name: string) => (shell.platform === 'win32' ? `$env:${name} = "${value}"` : `export ${name}=${value}`);
  const start: InitStep = ['Start the sandbox, in another terminal:', [`${command} sandbox`]];
  return [
    ...(isSandbox ? [start] : []),
    [
      'Set your credentials; they are never in the configuration:',
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

function renderCi({ ci, install }: Answers, isSandbox: boolean): readonly string[] {
  if (ci === 'none') return [];
  const place = ci === 'github' ? `\`install\` in ${GITHUB_ACTION}/action.yml` : `PIPEFORM_INSTALL in ${GITLAB}`;
  const source = install.startsWith('./')
    ? `Commit the package too: the pipelines install ${install} from the repository.`
    : `The pipelines install ${install} with npm. To install another package, change ${place}.`;
  const settings = ci === 'gitlab' ? [`The comments in ${GITLAB} list the settings that the project needs.`] : [];
  const secrets = `Make PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET ${ci === 'github' ? 'secrets of the repository' : 'masked variables of the project'}.`;
  const address = isSandbox
    ? ['CI cannot reach the sandbox on your machine: set PIPEFORM_API_URL in CI, or change the address.']
    : [];
  return ['Before the first pipeline:', ...[source, ...settings, secrets, ...address].map((line) => `  ${line}`), ''];
}
