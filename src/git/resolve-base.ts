import { quote } from '../config/validate/problem.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnose } from '../model/diagnostic.ts';
import type { Base } from '../model/plan.ts';
import { DEEPEN, explainUnknown } from './explain-unknown.ts';
import { reportTrouble, shortCommit } from './git-words.ts';
import { listNamesakes, stemOf } from './namesakes.ts';
import type { Repository } from './open-repository.ts';

export type BaseResult =
  | { readonly ok: true; readonly base: Base }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

type CommitResult = { readonly ok: true; readonly commit: string } | Extract<BaseResult, { ok: false }>;

/** No reference is longer, and no system takes arguments of any length. */
const LONGEST_REF = 4_096;

const DOTS = '...';
const FULL_NAME = /^[0-9a-f]{40,64}$/;

/**
 * The commit that a reference means: anything that `git rev-parse` takes. `A...B` means the merge base of A and B, and
 * `A...` that of A and HEAD, like `git diff`.
 */
export async function resolveBase(ref: string, repository: Repository): Promise<BaseResult> {
  if (ref.replaceAll(DOTS, '').trim() === '' || ref.length > LONGEST_REF || /\p{Cc}/u.test(ref))
    return refuse(unusable(ref));
  const at = ref.indexOf(DOTS);
  const resolved =
    at === -1
      ? await findCommit(ref, repository)
      : await findMergeBase(ref.slice(0, at), ref.slice(at + DOTS.length), repository);
  return resolved.ok ? { ok: true, base: { ref, commit: resolved.commit } } : resolved;
}

async function findCommit(name: string, { git, history }: Repository): Promise<CommitResult> {
  const ask = (...args: string[]) => git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', ...args]);
  const object = await ask(name);
  if (!object.ok && object.trouble.reason !== 'refused') return refuse(reportTrouble(object.trouble, 'read the base'));
  const oid = object.ok ? object.output.toString().trim() : '';
  if (!FULL_NAME.test(oid)) return refuse(await explainUnknown(name, { git, history }));
  const namesakes = await listNamesakes(git, stemOf(name));
  if (namesakes.length > 1) return refuse(ambiguous(name, namesakes));
  // Asked on its own, since a suffix after `:/words` would be taken for more of the words.
  const commit = await ask(`${oid}^{commit}`);
  if (commit.ok) return { ok: true, commit: commit.output.toString().trim() };
  const type = await git.run(['cat-file', '-t', oid]);
  if (!type.ok) return refuse(await explainUnknown(name, { git, history }));
  return refuse(
    diagnose('error', {
      code: 'base-unknown',
      summary: `The base ${quote(name)} is a ${type.output.toString().trim() === 'tree' ? 'folder' : 'file'}, not a commit.`,
      hint: 'Name a branch, a tag or a commit.',
    }),
  );
}

async function findMergeBase(left: string, right: string, repository: Repository): Promise<CommitResult> {
  const names = [left === '' ? 'HEAD' : left, right === '' ? 'HEAD' : right] as const;
  const a = await findCommit(names[0], repository);
  if (!a.ok) return a;
  const b = await findCommit(names[1], repository);
  if (!b.ok) return b;
  const found = await repository.git.run(['merge-base', a.commit, b.commit]);
  if (found.ok) return { ok: true, commit: found.output.toString().trim() };
  // Exit code 1 is git's answer that there is none.
  if (found.trouble.exitCode !== 1) return refuse(reportTrouble(found.trouble, 'find the merge base'));
  const shown = [`${quote(names[0])} (${shortCommit(a.commit)})`, `${quote(names[1])} (${shortCommit(b.commit)})`];
  return refuse(unrelated(shown, repository.history));
}

function refuse(diagnostic: Diagnostic): Extract<BaseResult, { ok: false }> {
  return { ok: false, diagnostics: [diagnostic] };
}

/** Git would take the first. What a difference is attributed to must not hang on that. */
function ambiguous(name: string, namesakes: readonly string[]): Diagnostic {
  const summary = `The base ${quote(name)} may mean ${namesakes.join(' or ')}.`;
  return diagnose('error', { code: 'base-ambiguous', summary, hint: 'Write the one that is meant in full.' });
}

function unusable(ref: string): Diagnostic {
  const summary = `The base ${quote(ref)} names no commit.`;
  const hint =
    'Name a branch, a tag or a commit, such as origin/main, or origin/main... for the merge base. A variable may be empty.';
  return diagnose('error', { code: 'base-unknown', summary, hint });
}

function unrelated(sides: readonly string[], history: Repository['history']): Diagnostic {
  const both = sides.join(' and ');
  if (history === 'whole') {
    const summary = `There is no merge base: ${both} have no commit in common.`;
    const hint = 'Name the commit to compare with, without the dots.';
    return diagnose('error', { code: 'base-unrelated', summary, detail: 'The two histories are unrelated.', hint });
  }
  return diagnose('error', {
    code: 'base-unrelated',
    summary: `There is no merge base of ${both} in this shallow clone.`,
    detail: 'The clone was made with a limited depth, so the commit that they have in common may not be here.',
    hint: DEEPEN,
  });
}
