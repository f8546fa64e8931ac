import { type LoadOptions, type LoadResult, loadFleet } from '../../../config/load-fleet.ts';
import { createNodeFiles, readOnce } from '../../../config/resolve/file-system.ts';
import { createSourceFile, locate } from '../../../config/yaml/source-file.ts';
import { type EditProblem, editYaml, isInTheWay } from '../../../edit/edit-yaml.ts';
import type { ConfigText, Layout } from '../../../edit/layout.ts';
import { overlayFiles } from '../../../edit/layout.ts';
import type { FileOperation } from '../../../edit/live-value.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { FileEdit, Location } from '../../../model/location.ts';
import type { Session } from '../../options/command-spec.ts';
import { workingFolder } from '../../options/working-folder.ts';

/** How the configuration is loaded, once or again with edits. */
export function createLoadOptions({ options, context }: Session): LoadOptions {
  const { config: file, env: environment } = options;
  const cwd = workingFolder(options, context);
  return { cwd, file, environment, variables: context.environment, files: readOnce(createNodeFiles()) };
}

/** An operation that cannot be done, and why. */
export interface RefusedOperation {
  readonly operation: FileOperation;
  readonly reason: EditProblem['reason'];
  /** Of what prevents it. */
  readonly location: Location;
}

export interface EditedFiles {
  /** Files that change; not those with a refused operation. */
  readonly edits: readonly FileEdit[];
  readonly refused: readonly RefusedOperation[];
}

/** Does all operations of each file, or none of them when one is impossible. */
export function editFiles(files: ReadonlyMap<string, ConfigText>, operations: readonly FileOperation[]): EditedFiles {
  const edits: FileEdit[] = [];
  const refused: RefusedOperation[] = [];
  const byFile = new Map<string, FileOperation[]>();
  for (const operation of operations) {
    const own = byFile.get(operation.file);
    if (own === undefined) byFile.set(operation.file, [operation]);
    else own.push(operation);
  }
  for (const [name, { path, text }] of files) {
    const own = byFile.get(name) ?? [];
    if (own.length === 0) continue;
    const edited = editYaml(
      text ?? '',
      own.map(({ operation }) => operation),
    );
    if (edited.ok && edited.text !== text) edits.push({ path, name, before: text, after: edited.text });
    if (edited.ok) continue;
    const source = createSourceFile(name, (text ?? '').replace(/^\ufeff/, ''));
    for (const operation of own) {
      const problem = edited.problems.find((one) => isInTheWay(one, operation.operation));
      if (problem === undefined) continue;
      const location = locate({ source, start: problem.start, end: problem.end });
      refused.push({ operation, reason: problem.reason, location });
    }
  }
  return { edits, refused };
}

/** The configuration as it is before and after edits that are not written yet. */
export interface Rehearsal {
  readonly before: LoadOptions;
  readonly after: LoadOptions;
}

export function rehearse(load: LoadOptions, edits: readonly FileEdit[]): Rehearsal {
  const texts = new Map(edits.map(({ path, after }) => [path, after.replace(/^\ufeff/, '')]));
  return { before: load, after: { ...load, files: overlayFiles(load.files, texts) } };
}

/** What is wrong with the edited fleet; empty when the edit is right. */
export type EditCheck = (fleet: Fleet) => readonly string[];

/**
 * Loads the edited configuration, compares it with what is expected, and checks that the other environments still load.
 * Nothing may be written unless this returns null.
 */
export async function findMistake(
  { before, after }: Rehearsal,
  { environments }: Pick<Layout, 'environments'>,
  expect: EditCheck,
): Promise<Diagnostic | null> {
  const loaded = await loadFleet(after);
  const wrong = loaded.fleet === null ? [firstProblem(loaded)] : expect(loaded.fleet);
  if (wrong.length > 0)
    return editFailed('The edited configuration would not have exactly the requested values.', wrong);
  for (const environment of [null, ...environments]) {
    if (environment === before.environment) continue;
    const was = await loadFleet({ ...before, environment });
    if (was.fleet === null) continue;
    const is = await loadFleet({ ...after, environment });
    if (is.fleet !== null) continue;
    const where = environment === null ? 'without an environment' : `with -e ${environment}`;
    return editFailed(`The edited configuration could no longer be loaded ${where}.`, [firstProblem(is)]);
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
