import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, type SandboxSetup, startSandbox } from '../../src/sandbox/index.ts';
import { afterTests } from '../e2e/clean-up.ts';
import { editLive } from '../e2e/control.ts';
import { makeFolder } from '../e2e/folder.ts';
import { runHere } from '../e2e/process.ts';
import { runGit } from '../e2e/repository.ts';
import { ROOT } from './shell.ts';

/** The quickstart fleet in git, as in CI, and its service: three of five pipes differ from main. */
export interface FleetRepository {
  readonly sandbox: Sandbox;
  /** The folder in which commits are made. */
  readonly work: string;
  /** The bare repository that jobs clone. */
  readonly origin: string;
  readonly main: string;
  /** Sets `db_max_threads` of payments to 4 instead of 8. */
  readonly feature: string;
  /** The feature merged into main, as the forge offers it for a pull request. */
  readonly merge: string;
  /** Moves main to the merge commit. */
  mergeFeature(): void;
  moveMain(commit: string): void;
  /** Pushes another text of a file to main; returns the commit. */
  commitToMain(path: string, change: (text: string) => string): string;
  /** Copies these files and folders from another folder, and pushes them to main. */
  addToMain(folder: string, paths: readonly string[]): void;
  /** Commits another text of a file to the feature branch; returns the new merge commit. */
  commitToFeature(path: string, change: (text: string) => string): string;
  git(...args: readonly string[]): string;
}

export const PIPES = 'pipes/streaming.yaml';

/** Gives payments an id that the service does not know: one pipe that cannot be read. */
export function nameUnknownPipe(text: string): string {
  return text.replace('11-93f5b1f2d002', '11-93f5b1f2d999');
}

/** How many writes the service received. */
export function countWrites({ sandbox }: FleetRepository): number {
  return sandbox.requests().filter(({ method }) => method !== 'GET').length;
}

/** Changes a setting of the pipe `payments` outside git. */
export function driftPayments({ sandbox }: FleetRepository) {
  return editLive(sandbox.url, '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002', { settings: { db_max_threads: 2 } });
}

/** Main, with `remediation`, as it is live: nothing differs. */
export async function openAppliedRepository(): Promise<FleetRepository> {
  const fleet = await openFleetRepository();
  const bounds = '\nremediation: { fields: [settings.*], maxPipes: 2, perPipe: { times: 1, per: 24h } }\n';
  fleet.commitToMain('pipeform.yaml', (text) => text + bounds);
  const folder = join(await makeFolder(), 'applied');
  fleet.git('worktree', 'add', '-q', '--detach', folder, 'main');
  const env = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };
  const { code, stderr } = await runHere(['apply', '--auto-approve'], { cwd: folder, env });
  if (code !== 0) throw new Error(stderr);
  return fleet;
}

export async function openFleetRepository(setup: SandboxSetup = {}): Promise<FleetRepository> {
  const sandbox = await startSandbox({ switches: { settleMs: 0 }, ...setup });
  afterTests(() => sandbox.close());
  const folder = await makeFolder();
  const work = join(folder, 'work');
  const origin = join(folder, 'origin.git');
  const call = (cwd: string, args: readonly string[]): string => runGit(cwd, args).trim();
  const git = (...args: readonly string[]): string => call(work, args);
  const edit = (path: string, change: (text: string) => string): void => {
    const before = readFileSync(join(work, path), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`nothing changed in ${path}`);
    writeFileSync(join(work, path), after);
  };
  const offerMerge = (): string => {
    git('checkout', '-q', '--detach', 'main');
    git('merge', '-q', '--no-ff', '-m', 'Merge the feature', 'feature');
    git('push', '-q', '-f', 'origin', 'main', 'feature', 'HEAD:refs/pull/7/merge');
    return git('rev-parse', 'HEAD');
  };

  const moveMain = (commit: string): void => {
    git('checkout', '-q', 'main');
    git('merge', '-q', '--ff-only', commit);
    git('push', '-q', 'origin', 'main');
  };

  call(folder, ['init', '-q', '--bare', '-b', 'main', origin]);
  call(origin, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  call(folder, ['init', '-q', '-b', 'main', work]);
  git('remote', 'add', 'origin', `file://${origin}`);
  cpSync(join(ROOT, 'examples/quickstart'), work, { recursive: true });
  edit('pipeform.yaml', (text) => text.replace(/^ {2}url: .*$/m, `  url: ${sandbox.url}`));
  for (const file of ['action.yml', 'action.sh', 'ask-github.sh'])
    cpSync(join(ROOT, file), join(work, '.github/actions/pipeform', file));
  git('add', '.');
  git('commit', '-q', '-m', 'The fleet');
  const main = git('rev-parse', 'HEAD');
  git('checkout', '-q', '-b', 'feature');
  edit(PIPES, (text) => text.replace(/(payments:[\s\S]*?db_max_threads: )8/, '$14'));
  git('commit', '-q', '-a', '-m', 'Fewer threads for payments');
  const feature = git('rev-parse', 'HEAD');
  const merge = offerMerge();

  return {
    sandbox,
    work,
    origin,
    main,
    feature,
    merge,
    git,
    mergeFeature: () => moveMain(merge),
    moveMain,
    commitToMain(path, change) {
      git('checkout', '-q', 'main');
      edit(path, change);
      git('commit', '-q', '-a', '-m', `Change ${path}`);
      git('push', '-q', 'origin', 'main');
      return git('rev-parse', 'HEAD');
    },
    addToMain(other, paths) {
      git('checkout', '-q', 'main');
      for (const path of paths) cpSync(join(other, path), join(work, path), { recursive: true });
      git('add', '--force', ...paths);
      git('commit', '-q', '-m', 'CI');
      git('push', '-q', 'origin', 'main');
    },
    commitToFeature(path, change) {
      git('checkout', '-q', 'feature');
      edit(path, change);
      git('commit', '-q', '-a', '-m', `Change ${path}`);
      return offerMerge();
    },
  };
}
