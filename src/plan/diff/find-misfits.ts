import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type FieldPath, type FieldSection, fieldPath, isSourceKind } from '../../model/field.ts';
import { fieldOrder, findField } from '../../model/fields.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';

/** The pipe under the id is not the one that the configuration means, or cannot have what it asks for. */
export function findMisfits(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const misfits: Diagnostic[] = [];
  if (desired.liveName !== null && desired.liveName !== live.name) {
    misfits.push(
      diagnose(
        'error',
        {
          code: 'wrong-name',
          summary: `Pipe ${desired.name} should be called "${desired.liveName}"; under its id is "${live.name}".`,
          hint: 'Correct `id` or `name` in the configuration.',
        },
        desired.location,
      ),
    );
  }
  if (desired.source !== null && live.source !== null && desired.source !== live.source) {
    misfits.push(
      diagnose(
        'error',
        {
          code: 'wrong-kind',
          summary: `Pipe ${desired.name} should be of kind ${desired.source}; under its id is one of kind ${live.source}.`,
          hint: 'Correct `id` or `source` in the configuration.',
        },
        desired.location,
      ),
    );
  }
  return misfits.length > 0 ? misfits : findForeignFields(desired, live);
}

function findForeignFields(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const kind = live.source ?? desired.source;
  if (kind === null || !isSourceKind(kind)) return [];
  const foreign = (path: FieldPath): boolean => findField(path)?.kinds.includes(kind) === false;
  // In the order of the field table, whatever the order in the files.
  return [...listWhere(foreign, 'settings', desired.settings), ...listWhere(foreign, 'scaling', desired.scaling)]
    .sort((a, b) => fieldOrder(a.path) - fieldOrder(b.path))
    .map(({ path, location }) =>
      diagnose(
        'error',
        {
          code: 'field-not-for-kind',
          summary: `${path} does not apply to pipe ${desired.name}, which is of kind ${kind}.`,
          detail: `It applies to: ${findField(path)?.kinds.join(', ')}.`,
          hint: `Remove it from the pipe or its presets, or list ${path} under \`ignore\`.`,
        },
        location,
      ),
    );
}

interface ManagedField {
  readonly path: FieldPath;
  readonly location: Location;
}

function listWhere(
  isWanted: (path: FieldPath) => boolean,
  name: FieldSection,
  section: Readonly<Record<string, { readonly location: Location } | undefined>>,
): readonly ManagedField[] {
  const fields: ManagedField[] = [];
  for (const key of Object.keys(section)) {
    const [path, field] = [fieldPath(name, key), section[key]];
    if (field !== undefined && isWanted(path)) fields.push({ path, location: field.location });
  }
  return fields;
}
