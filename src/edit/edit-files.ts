import { type LoadOptions, type LoadResult, loadFleet } from '../config/load-fleet.ts';
import { readOnce } from '../config/resolve/file-system.ts';
import { createSourceFile, locate, splitMark } from '../config/yaml/source-file.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import { groupBy } from '../model/group-by.ts';
import { equalJson, type JsonValue } from '../model/json/json.ts';
import type { FileEdit, Location, Sources } from '../model/location.ts';
import { type EditReason, editYaml, isInTheWay, type YamlOperation } from './edit-yaml.ts';
import { type ConfigText, type Layout, overlayFiles, readLayout } from './layout.ts';

export interface FileOperation extends YamlOperation {
  /** The name has the form of `Location.file`. */
  readonly file: string;
}

export interface RefusedOperation {
  readonly operation: FileOperation;
  readonly reason: EditReason;
  /** The location is that of the obstacle. */
  readonly location: Location;
}

interface EditedFiles {
  /** The edits are those of files without a refused operation. */
  readonly edits: readonly FileEdit[];
  readonly refused: readonly RefusedOperation[];
}

/** A configuration to edit. */
export interface EditableConfiguration {
  readonly load: LoadOptions;
  readonly layout: Layout;
}

/**
 * The configuration as it was read, also where a file changed meanwhile: such a file is then not overwritten (`writeFiles`).
 * `sources`: what was read.
 */
export async function readAgain(options: LoadOptions, sources: Sources): Promise<EditableConfiguration> {
  const load = { ...options, files: readOnce(options.files) };
  const layout = await readLayout(load);
  const changed = [...layout.files].flatMap(([name, { path, text }]) => {
    const read = sources.get(name);
    return read === undefined || read === splitMark(text ?? '').body ? [] : [[path, read] as const];
  });
  if (changed.length === 0) return { load, layout };
  const asRead = { ...load, files: overlayFiles(load.files, new Map(changed)) };
  return { load: asRead, layout: await readLayout(asRead) };
}

/** Applies all operations of a file, or none when one is impossible. */
export function editFiles(files: ReadonlyMap<string, ConfigText>, operations: readonly FileOperation[]): EditedFiles {
  const edits: FileEdit[] = [];
  const refused: RefusedOperation[] = [];
  const byFile = groupBy(operations, ({ file }) => file);
  for (const [name, { path, text }] of files) {
    const ofFile = byFile.get(name);
    if (ofFile === undefined) continue;
    const edited = editYaml(text ?? '', ofFile);
    if (edited.ok) {
      if (edited.text !== text) edits.push({ path, name, before: text, after: edited.text });
      continue;
    }
    const source = createSourceFile(name, splitMark(text ?? '').body);
    for (const operation of ofFile) {
      const problem = edited.problems.find((one) => isInTheWay(one, operation));
      if (problem === undefined) continue;
      const location = locate({ source, start: problem.start, end: problem.end });
      refused.push({ operation, reason: problem.reason, location });
    }
  }
  return { edits, refused };
}

/** The configuration with edits that are not written yet. */
export function withEdits(load: LoadOptions, edits: readonly FileEdit[]): LoadOptions {
  const texts = new Map(edits.map(({ path, after }) => [path, after]));
  return { ...load, files: overlayFiles(load.files, texts) };
}

/** Checks that the edited configuration is the expected fleet and that all environments load. Nothing is written unless null. */
export async function findEditMistake(
  { load, layout: { environments } }: EditableConfiguration,
  edits: readonly FileEdit[],
  expected: Fleet,
): Promise<Diagnostic | null> {
  const edited = withEdits(load, edits);
  const loaded = await loadFleet(edited);
  if (loaded.fleet === null || !isSameFleet(loaded.fleet, expected)) {
    const reason =
      loaded.fleet === null ? firstProblem(loaded) : 'The edit would also change values you did not ask for.';
    return editProblem('The edited configuration would not have exactly the requested values.', reason);
  }
  for (const environment of [null, ...environments]) {
    if (environment === load.environment) continue;
    const was = await loadFleet({ ...load, environment });
    if (was.fleet === null) continue;
    const is = await loadFleet({ ...edited, environment });
    if (is.fleet !== null) continue;
    const where = environment === null ? 'without an environment' : `with -e ${environment}`;
    return editProblem(`The edited configuration could no longer be loaded ${where}.`, firstProblem(is));
  }
  return null;
}

/** Whether two fleets desire the same, ignoring locations. */
function isSameFleet(a: Fleet, b: Fleet): boolean {
  const withoutLocation = (key: string, value: unknown) => {
    if (key === 'location' || key === 'places') return null;
    return value instanceof Map ? [...value] : value;
  };
  const [one, other] = [a, b].map((fleet) => JSON.parse(JSON.stringify(fleet, withoutLocation)) as JsonValue);
  return equalJson(one, other);
}

function firstProblem({ diagnostics }: LoadResult): string {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  if (first === undefined) return 'It could not be loaded.';
  return first.file === null ? first.summary : `${first.file}:${first.line}:${first.column}: ${first.summary}`;
}

function editProblem(summary: string, reason: string): Diagnostic {
  const hint = 'Make the change by hand, and report this with the files.';
  return diagnose('error', { code: 'edit-by-hand', summary, detail: `Nothing was written.\n${reason}`, hint });
}
