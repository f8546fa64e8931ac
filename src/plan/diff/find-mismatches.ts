import { type Diagnostic, diagnose, diagnoseCode } from '../../model/diagnostic.ts';
import { compareFields, type FieldSection, findField, formatField, isSourceKind } from '../../model/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';

/** The pipe under the id is not the one that the configuration means, or cannot have what it asks for. */
export function findMismatches(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const { name, liveName, source, location } = desired;
  const mismatches: Diagnostic[] = [];
  if (liveName !== null && liveName !== live.name) {
    const summary = `Pipe ${name} should be called "${liveName}"; under its id is "${live.name}".`;
    mismatches.push(diagnoseCode('wrong-name', summary, null, 'error', location));
  }
  if (source !== null && live.source !== null && source !== live.source) {
    const summary = `Pipe ${name} should be of kind ${source}; under its id is one of kind ${live.source}.`;
    mismatches.push(diagnoseCode('wrong-kind', summary, null, 'error', location));
  }
  return mismatches.length > 0 ? mismatches : findForeignFields(desired, live);
}

function findForeignFields(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const kind = live.source ?? desired.source;
  if (kind === null || !isSourceKind(kind)) return [];
  return [...listManaged('settings', desired.settings), ...listManaged('scaling', desired.scaling)]
    .filter(({ spec }) => !spec.kinds.includes(kind))
    .sort((a, b) => compareFields(a.spec, b.spec))
    .map(({ spec, location }) => {
      const path = formatField(spec);
      const summary = `${path} does not apply to pipe ${desired.name}, which is of kind ${kind}.`;
      const detail = `It applies to: ${spec.kinds.join(', ')}.`;
      const hint = `Remove it from the pipe or its presets, or list ${path} under \`ignore\`.`;
      return diagnose('error', { code: 'field-not-for-kind', summary, detail, hint }, location);
    });
}

function listManaged(section: FieldSection, values: Readonly<Record<string, { readonly location: Location }>>) {
  return Object.entries(values).flatMap(([key, { location }]) => {
    const spec = findField({ section, key });
    return spec === undefined ? [] : [{ spec, location }];
  });
}
