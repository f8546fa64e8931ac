import type { Diagnostic, DiagnosticWords } from '../model/diagnostic.ts';
import { diagnose } from '../model/diagnostic.ts';
import { maskUserinfo } from '../model/mask-userinfo.ts';
import type { GitTrouble } from './git-trouble.ts';

const LONGEST_WORDS = 600;

/** Enough digits to tell any two commits apart. */
const SHOWN_DIGITS = 12;

export function shortCommit(commit: string): string {
  return commit.slice(0, SHOWN_DIGITS);
}

/** Git's own words as a detail: one line, no characters that steer a terminal, no user names or passwords. */
export function quoteGit({ words }: GitTrouble): string | null {
  const text = maskUserinfo(words.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());
  if (text === '') return null;
  return text.length <= LONGEST_WORDS ? `Git: ${text}` : `Git: ${text.slice(0, LONGEST_WORDS)}…`;
}

/** A diagnostic for git that did not answer. `attempt` completes "Git could not …". */
export function reportTrouble(trouble: GitTrouble, attempt: string): Diagnostic {
  return diagnose('error', wordsFor(trouble, attempt));
}

function wordsFor(trouble: GitTrouble, attempt: string): DiagnosticWords {
  const detail = quoteGit(trouble);
  switch (trouble.reason) {
    case 'missing':
      return {
        code: 'git-missing',
        summary: 'There is no program git here, which --base needs.',
        hint: 'Install git and see that it is on the PATH, or leave out --base.',
      };
    case 'interrupted':
      return { code: 'interrupted', summary: 'Interrupted while git was reading the base.' };
    case 'too-slow':
      return {
        code: 'git-failed',
        summary: `Git could not ${attempt} in time.`,
        detail,
        hint: 'git fsck tells whether the clone is whole.',
      };
    case 'too-much':
      return {
        code: 'git-failed',
        summary: `Git could not ${attempt}: its answer is too long to be taken in.`,
        detail,
      };
    case 'refused':
      return {
        code: 'git-failed',
        summary: `Git could not ${attempt}.`,
        detail,
        hint: 'git fsck tells whether the clone is whole. A partial clone lacks files, and --base fetches none: git fetch --refetch --no-filter.',
      };
  }
}
