import { createGit } from '../git/git.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Runtime } from './runtime.ts';

interface DefaultBranch {
  readonly branch: string;
  readonly diagnostics: readonly Diagnostic[];
}

const USUAL = ['main', 'master', 'trunk'];

/** Names that need no quotes in YAML, a shell, jq or an address. */
const PLAIN = /^[A-Za-z][\w./-]*$/;

/** The default branch of the repository at `top`: what its remote says, or the only branch that it can be; else a warning. */
export async function findDefaultBranch(top: string, { environment, interrupts }: Runtime): Promise<DefaultBranch> {
  const git = createGit({ cwd: top, environment, signal: interrupts.stop });
  const readLines = async (...args: readonly string[]): Promise<readonly string[]> => {
    const result = await git.run(args);
    return result.ok ? result.output.toString().split('\n').filter(Boolean) : [];
  };
  const [remote] = await readLines('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD');
  if (remote !== undefined) return takeBranch(remote.replace('refs/remotes/origin/', ''));
  // Before the first commit, no branch is listed.
  const [head = 'main'] = await readLines('symbolic-ref', '--quiet', '--short', 'HEAD');
  const listed = await readLines('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes/origin');
  const branches = [...new Set(listed.map((name) => name.replace(/^refs\/(?:heads|remotes\/origin)\//, '')))];
  if (branches.length === 0) return takeBranch(head);
  const [configured] = await readLines('config', 'init.defaultBranch');
  const likely = branches.length === 1 ? branches : branches.filter((one) => USUAL.includes(one) || one === configured);
  const [branch = head] = likely;
  return likely.length === 1 ? takeBranch(branch) : guessBranch(branch);
}

function takeBranch(branch: string): DefaultBranch {
  if (PLAIN.test(branch)) return { branch, diagnostics: [] };
  const summary = `The workflows are for the branch main, not for the default branch ${branch}, whose name they cannot hold.`;
  return { branch: 'main', diagnostics: [branchProblem(summary, 'Write your branch into them.')] };
}

function guessBranch(branch: string): DefaultBranch {
  const used = PLAIN.test(branch) ? branch : 'main';
  const summary = `The workflows are for the branch ${used}. Which one is the default branch is not known here.`;
  const hint = 'If it is another: `git remote set-head origin --auto`, move the workflows away, and rerun init.';
  return { branch: used, diagnostics: [branchProblem(summary, hint)] };
}

function branchProblem(summary: string, hint: string): Diagnostic {
  return diagnose('warning', { code: 'edit-by-hand', summary, hint });
}
