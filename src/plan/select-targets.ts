import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import { createGlobTest, findGlobProblem, GLOB_FORMS } from '../model/glob.ts';
import { hintPipe } from '../model/suggest.ts';

export interface SelectedPipes {
  readonly pipes: readonly DesiredPipe[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Applies targets and exclusions: globs over the pipe's name, or over `service/name` when the pattern has a slash.
 * Patterns that match or select nothing are errors, since a mistake must not look like "no changes".
 */
export function selectTargets(
  pipes: readonly DesiredPipe[],
  targets: readonly string[],
  excludes: readonly string[],
): SelectedPipes {
  const compile = (kind: string) => (pattern: string) => ({ kind, pattern, matches: matcher(pattern) });
  const included = targets.map(compile('target'));
  const excluded = excludes.map(compile('exclusion'));
  const diagnostics = [...included, ...excluded]
    .filter(({ matches }) => !pipes.some(matches))
    .map(({ kind, pattern }) => noMatchProblem(kind, pattern, pipes));
  const selected = pipes.filter(
    (pipe) =>
      (included.length === 0 || included.some(({ matches }) => matches(pipe))) &&
      !excluded.some(({ matches }) => matches(pipe)),
  );
  if (selected.length === 0 && diagnostics.length === 0 && targets.length + excludes.length > 0) {
    const summary = 'The targets and exclusions together select no pipe.';
    const hint = 'Remove a pattern, or narrow an --exclude pattern.';
    diagnostics.push(diagnose('error', { code: 'target-no-match', summary, hint }));
  }
  return { pipes: selected, diagnostics };
}

function matcher(pattern: string): (pipe: DesiredPipe) => boolean {
  const matches = createGlobTest(pattern);
  return pattern.includes('/') ? (pipe) => matches(`${pipe.service}/${pipe.name}`) : (pipe) => matches(pipe.name);
}

function noMatchProblem(kind: string, pattern: string, pipes: readonly DesiredPipe[]): Diagnostic {
  const problem = findGlobProblem(pattern);
  if (problem !== null) {
    return diagnose('error', { code: 'target-no-match', summary: `The ${kind} \`${pattern}\` ${problem}.` });
  }
  const names = pipes.map((pipe) => (pattern.includes('/') ? `${pipe.service}/${pipe.name}` : pipe.name));
  const summary = `The ${kind} \`${pattern}\` matches no pipe of the configuration.`;
  const detail = `Patterns are globs over the pipe’s name, or over service/name when they contain a slash. ${GLOB_FORMS}`;
  return diagnose('error', { code: 'target-no-match', summary, detail, hint: hintPipe(pattern, names) });
}
