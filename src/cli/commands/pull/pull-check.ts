import { type LoadOptions, type LoadResult, loadFleet } from '../../../config/load-fleet.ts';
import { type Layout, overlayFiles } from '../../../edit/layout.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { FileEdit } from '../../../model/file-edit.ts';
import type { Fleet } from '../../../model/fleet.ts';

/** The configuration as it is before and after edits that are not written yet. */
export interface Rehearsal {
  readonly before: LoadOptions;
  readonly after: LoadOptions;
}

export function rehearse(load: LoadOptions, edits: readonly FileEdit[]): Rehearsal {
  const texts = new Map(edits.map(({ path, after }) => [path, after.replace(/^\ufeff/, '')]));
  return { before: load, after: { ...load, files: overlayFiles(load.files, texts) } };
}

/** What an edit must have come to. */
export type Expectation = (fleet: Fleet) => readonly string[];

/**
 * Loads the edited configuration and holds it against what is expected, then the other environments, which must still load.
 * Nothing may be written unless this is null.
 */
export async function findMistake(
  { before, after }: Rehearsal,
  { environments }: Pick<Layout, 'environments'>,
  expect: Expectation,
): Promise<Diagnostic | null> {
  const loaded = await loadFleet(after);
  const wrong = loaded.fleet === null ? [firstProblem(loaded)] : expect(loaded.fleet);
  if (wrong.length > 0) return editFailed('The edited configuration would not say exactly what was asked for.', wrong);
  for (const environment of [null, ...environments]) {
    if (environment === before.environment) continue;
    const was = await loadFleet({ ...before, environment });
    if (was.fleet === null) continue;
    const is = await loadFleet({ ...after, environment });
    if (is.fleet !== null) continue;
    const where = environment === null ? 'without an environment' : `with -e ${environment}`;
    return editFailed(`The edited configuration could not be loaded ${where} any more.`, [firstProblem(is)]);
  }
  return null;
}

function firstProblem({ diagnostics }: LoadResult): string {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  if (first === undefined) return 'It could not be loaded.';
  return first.file === null ? first.summary : `${first.file}:${first.line}:${first.column}: ${first.summary}`;
}

function editFailed(summary: string, wrong: readonly string[]): Diagnostic {
  return diagnose('error', {
    code: 'edit-failed',
    summary,
    detail: `Nothing was written.\n${wrong.join('\n')}`,
    hint: 'Make the change by hand, and please report this with the files.',
  });
}
