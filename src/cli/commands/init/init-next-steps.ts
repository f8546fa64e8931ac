import { relative } from 'node:path';
import { safeText } from '../../../model/safe-text.ts';
import { fitLines } from '../../../report/text/fit-text.ts';
import type { Style } from '../../../report/text/style.ts';
import type { Answers, SandboxFleet } from './init-answers.ts';
import type { InitDocument, InitPlace } from './init-files.ts';

const MARKS = { written: '+', exists: '=', failed: '!' } as const;
const WORDS = {
  written: 'written',
  exists: 'is there already, left as it is',
  failed: 'could not be written',
} as const;

/** What became of each file, one a line. */
export function renderFiles({ files }: InitDocument, style: Style): string {
  const paint = { written: style.green, exists: style.dim, failed: style.red };
  const lines = files.map(
    ({ file, status }) => `${paint[status](MARKS[status])} ${safeText(file)}  ${paint[status](WORDS[status])}\n`,
  );
  return fitLines(lines.join(''), style.columns);
}

/** Where the commands are pasted. */
export interface Shell {
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** From a new configuration to a plan that finds nothing to change; commands stand on lines of their own, to be pasted. */
export function renderNextSteps(
  answers: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  world: Shell,
  style: Style,
): string {
  const command = place.schema === null ? 'pipeform' : 'npx pipeform';
  const steps: readonly Step[] = place.hasConfiguration
    ? [['See what the configuration would change:', [...enter(place, world), `${command} validate`, `${command} plan`]]]
    : listSteps(command, answers, place, sandbox, world);
  // Commands are not broken, so that they can be pasted.
  const lines = steps.flatMap(([words, commands]) => [
    fitLines(words, style.columns),
    ...commands.map((line) => `  ${style.bold(safeText(line))}`),
    '',
  ]);
  const ci = renderCi(answers.ci, !place.hasConfiguration && answers.url === sandbox.url);
  return ['Next', '', ...lines, ...ci.map((line) => fitLines(line, style.columns))].join('\n');
}

type Step = readonly [words: string, commands: readonly string[]];

function listSteps(
  command: string,
  { url, services }: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  world: Shell,
): readonly Step[] {
  const isSandbox = url === sandbox.url;
  const [[service, id] = ['', '']] = services;
  const pipe = isSandbox && id === sandbox.services.get(sandbox.pipe.service) ? sandbox.pipe.id : 'PIPE_ID';
  const value = isSandbox ? 'sandbox' : 'YOURS';
  const set = (name: string) => (world.platform === 'win32' ? `$env:${name} = "${value}"` : `export ${name}=${value}`);
  const start: Step = ['Start the sandbox, in another terminal:', [`${command} sandbox`]];
  return [
    ...(isSandbox ? [start] : []),
    [
      'Say who you are; the key never stands in a file:',
      [...enter(place, world), set('PIPEFORM_KEY_ID'), set('PIPEFORM_KEY_SECRET')],
    ],
    [
      'Bring in a live pipe by its id, and see nothing differ:',
      [`${command} pull ${pipe} --service ${service}`, `${command} plan`],
    ],
  ];
}

function enter({ folder }: InitPlace, { cwd, platform }: Shell): readonly string[] {
  const way = relative(cwd, folder);
  if (way === '') return [];
  if (/^[\w./\\:-]+$/.test(way)) return [`cd ${way}`];
  return [platform === 'win32' ? `cd "${way}"` : `cd '${way.replaceAll("'", "'\\''")}'`];
}

function renderCi(ci: Answers['ci'], isSandbox: boolean): readonly string[] {
  if (ci === 'none') return [];
  const owner =
    ci === 'github'
      ? ['In the workflows, put the owner of Pipeform’s repository in place of OWNER.']
      : ['The comments in ci/pipeform.gitlab-ci.yml name the settings that the project needs.'];
  const secrets = `Make PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET ${ci === 'github' ? 'secrets of the repository' : 'masked variables of the project'}.`;
  const address = isSandbox
    ? ['CI does not reach your sandbox: set PIPEFORM_API_URL there, or change the address.']
    : [];
  return ['Before the first pipeline:', ...[...owner, secrets, ...address].map((line) => `  ${line}`), ''];
}
