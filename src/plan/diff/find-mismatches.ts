import { type Diagnostic, type DiagnosticWords, diagnose } from '../../model/diagnostic.ts';
import { compareFields, type FieldSection, findField, formatField, isSourceKind } from '../../model/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';

/** The pipe under the id is not the one that the configuration means, or cannot have what it asks for. */
export function findMismatches(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const { name, liveName, source } = desired;
  const mismatches: DiagnosticWords[] = [];
  if (liveName !== null && liveName !== live.name) {
    mismatches.push({
      code: 'wrong-name',
      summary: `Pipe ${name} should be called "${liveName}"; under its id is "${live.name}".`,
      hint: 'Correct `id` or `name` in the configuration.',
    });
  }
  if (source !== null && live.source !== null && source !== live.source) {
    mismatches.push({
      code: 'wrong-kind',
      summary: `Pipe ${name} should be of kind ${source}; under its id is one of kind ${live.source}.`,
      hint: 'Correct `id` or `source` in the configuration.',
    });
  }
  if (mismatches.length === 0) return findForeignFields(desired, live);
  return mismatches.map((words) => diagnose('error', words, desired.location));
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
