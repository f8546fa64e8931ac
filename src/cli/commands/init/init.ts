import { relative } from 'node:path';
import { findDefaultBranch } from '../../../engine/find-default-branch.ts';
import { packagePath } from '../../../engine/package-files.ts';
import { hasErrors } from '../../../model/diagnostic.ts';
import { interruptedBy } from '../../../model/run.ts';
import { DEFAULT_PACKAGE } from '../../../model/version.ts';
import { type GuideStep, renderGuide, renderInit } from '../../../report/text/init-text.ts';
import type { Invocation } from '../../options/command-spec.ts';
import type { Context } from '../../options/context.ts';
import type { InitOptions } from '../../options/init-options.ts';
import { chooseExitCode } from '../../output/choose-exit-code.ts';
import { Prompter } from '../../output/prompter.ts';
import { joinUnwritable } from '../../output/write-files.ts';
import { chooseAnswers, hasAnswers, type InitAnswers, readSandboxFleet, type SandboxFleet } from './answers.ts';
import { type Configured, NOTHING_CONFIGURED, readConfigured } from './configured.ts';
import { findPlace, type InitPlace, writeNewFiles } from './files.ts';
import { askQuestions } from './questions.ts';
import { GITHUB_ACTION, nameWorkflows } from './workflows.ts';

const NO_REPOSITORY = { branch: 'main', diagnostics: [] };

/** Writes a configuration, a `.gitignore` and the workflows; never changes a file. Without options, prompts at a terminal. */
export async function runInit({
  ownOptions,
  args,
  workspace: { cwd, environment },
  printer,
  context,
}: Invocation<InitOptions>): Promise<number> {
  const sandbox = await readSandboxFleet();
  const place = await findPlace(cwd, args[0] ?? '.');
  const prompter = new Prompter(printer);
  const prompts = !hasAnswers(ownOptions) && prompter.canAsk;
  const answers = prompts
    ? await askQuestions(place.hasConfiguration, sandbox, printer, prompter)
    : chooseAnswers(ownOptions, sandbox);
  if (answers === null) {
    const interrupted = interruptedBy(context.interrupts.stop);
    printer.note(`${interrupted === null ? 'The input ended.' : 'Interrupted.'} Nothing was written.`);
    return chooseExitCode({ kind: 'failure', interrupted });
  }

  const configured =
    place.hasConfiguration && answers.ci !== 'none'
      ? await readConfigured({ cwd: place.folder, file: null, environment }, context)
      : NOTHING_CONFIGURED;
  const { branch, diagnostics } =
    answers.ci === 'github' && place.isRepository ? await findDefaultBranch(place.top, context) : NO_REPOSITORY;
  const found = { ...configured, diagnostics: [...configured.diagnostics, ...diagnostics] };
  const document = await writeNewFiles(answers, place, sandbox, found, branch);
  await printer.printAs(document, { text: ({ style }) => renderInit(document, style) });
  if (document.diagnostics.length > 0) printer.info('');
  printer.problems(joinUnwritable(document.diagnostics));
  if (hasErrors(document.diagnostics)) return chooseExitCode({ kind: 'failure' });
  const steps = listNextSteps(answers, place, sandbox, configured, context);
  printer.textOnly((style) => renderGuide(steps, style));
  return chooseExitCode({ kind: 'done' });
}

/** Where commands are pasted: `cwd` does not follow `--chdir`. */
type Shell = Pick<Context, 'cwd' | 'platform'>;

/** The steps to a plan, which has no changes when the configuration is new. */
function listNextSteps(
  answers: InitAnswers,
  place: InitPlace,
  sandbox: SandboxFleet,
  configured: Configured,
  shell: Shell,
): readonly GuideStep[] {
  const command = place.schema === null ? 'pipeform' : 'npx pipeform';
  if (place.hasConfiguration) {
    const commands = [...changeFolder(place, shell), `${command} validate`, `${command} plan`];
    return [
      { text: 'See what the configuration would change:', commands },
      ...listCiSteps(answers, place, configured, false, shell),
      ...(answers.ci === 'gitlab' ? listPipelineSchedules(configured, place) : []),
    ];
  }
  const { url, services, observability } = answers;
  const isSandbox = url === sandbox.url;
  const [[service, id] = ['', '']] = services;
  const pipe = isSandbox && id === sandbox.services.get(sandbox.pipe.service) ? sandbox.pipe.id : 'PIPE_ID';
  const value = isSandbox ? 'sandbox' : 'YOURS';
  const variables = [
    'PIPEFORM_KEY_ID',
    'PIPEFORM_KEY_SECRET',
    ...(observability === null ? [] : ['PIPEFORM_ACCESS_TOKEN']),
  ];
  const set = (name: string) => (shell.platform === 'win32' ? `$env:${name} = "${value}"` : `export ${name}=${value}`);
  const start: GuideStep = { text: 'Start the sandbox, in another terminal:', commands: [`${command} sandbox`] };
  return [
    ...(isSandbox ? [start] : []),
    {
      text: 'Set your credentials; they are never in the configuration:',
      commands: [...changeFolder(place, shell), ...variables.map(set)],
    },
    {
      text: 'Add a live pipe by its id; the plan then has no changes:',
      commands: [`${command} pull ${pipe} --service ${service}`, `${command} plan`],
    },
    ...listCiSteps(answers, place, configured, isSandbox, shell),
  ];
}

/** GitLab keeps the times of pipelines in the project, not in a file. */
function listPipelineSchedules({ crons, hasSizing }: Configured, { inRepository }: InitPlace): readonly GuideStep[] {
  const { variables } = nameWorkflows(inRepository);
  const describe = (kind: string) =>
    `Create a pipeline schedule in UTC, with the variable ${variables}_${kind}=true, for each of:`;
  return [
    ...(crons.length > 0 ? [{ text: describe('SCHEDULE'), commands: crons }] : []),
    ...(hasSizing ? [{ text: describe('RECOMMEND'), commands: ['37 5 * * *'] }] : []),
  ];
}

function changeFolder({ folder }: InitPlace, { cwd, platform }: Shell): readonly string[] {
  const path = relative(cwd, folder);
  return path === '' ? [] : [`cd ${quotePath(path, platform)}`];
}

function quotePath(path: string, platform: Shell['platform']): string {
  if (/^[\w./\\:-]+$/.test(path)) return path;
  return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}

function listCiSteps(
  { ci, install }: InitAnswers,
  { top, inRepository }: InitPlace,
  { crons }: Configured,
  isSandbox: boolean,
  { platform }: Shell,
): readonly GuideStep[] {
  if (ci === 'none') return [];
  const pack: GuideStep = {
    text: 'Pack what the pipelines install; no registry has this version yet:',
    // Absolute, since the commands before it may have changed the folder.
    commands: [
      `npm pack --ignore-scripts --pack-destination ${quotePath(top, platform)} ${quotePath(packagePath(), platform)}`,
    ],
  };
  const names = nameWorkflows(inRepository);
  const place = ci === 'github' ? `\`install\` in ${GITHUB_ACTION}/action.yml` : `PIPEFORM_INSTALL in ${names.gitlab}`;
  const source = install.startsWith('./')
    ? `Commit the package with the workflows: the pipelines install ${install} from the repository.`
    : `The pipelines install ${install} with npm. To install another package, change ${place}.`;
  const folder =
    inRepository === ''
      ? []
      : [`The workflows are for ${inRepository} only: plan and apply run when its files change.`];
  const settings = ci === 'gitlab' ? [`The comments in ${names.gitlab} list the settings that the project needs.`] : [];
  const clock = crons.length > 0 ? ` and ${names.schedule} (without)` : '';
  const keys = [
    `Make PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET ${ci === 'github' ? 'secrets of the repository' : 'masked variables of the project'}: of a key that only reads, if your service has such keys.`,
    `Create the environments ${names.production} (with required reviewers)${clock}, for the default branch only, and set both again there, of the key that can write.`,
  ];
  const address = isSandbox
    ? ['CI cannot reach the sandbox on your machine: set PIPEFORM_API_URL in CI, or change the address.']
    : [];
  const lines = ['Before the first pipeline:', source, ...folder, ...settings, ...keys, ...address];
  return [...(install === DEFAULT_PACKAGE ? [pack] : []), { text: lines.join('\n  '), commands: [] }];
}
