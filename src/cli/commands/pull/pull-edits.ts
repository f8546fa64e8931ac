import { createSourceFile, locate } from '../../../config/yaml/source-file.ts';
import { type EditProblem, editYaml, isInTheWay } from '../../../edit/edit-yaml.ts';
import type { ConfigText } from '../../../edit/layout.ts';
import type { FileOperation } from '../../../edit/live-value.ts';
import type { FileEdit } from '../../../model/file-edit.ts';
import type { Location } from '../../../model/location.ts';

/** An operation that cannot be done, and why. */
export interface RefusedOperation {
  readonly operation: FileOperation;
  readonly reason: EditProblem['reason'];
  /** Of what is in the way. */
  readonly location: Location;
}

export interface EditedFiles {
  /** Files that come out otherwise than they were; none of those that something is in the way in. */
  readonly edits: readonly FileEdit[];
  readonly refused: readonly RefusedOperation[];
}

/** Does all operations of each file, or none of them where something is in the way. */
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
