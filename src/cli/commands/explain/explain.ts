import { findSection, findSectionsByEnd, listSections } from '../../../config/schema/list-sections.ts';
import { hintField } from '../../../config/validate/unknown-key.ts';
import { loadDeclaration, loadPipeValues } from '../../../engine/configuration.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../../../model/diagnostic-codes.ts';
import { CONTRACT, type FieldSpec, fieldsOf, isFieldPath } from '../../../model/field/field.ts';
import type { DesiredPipe } from '../../../model/fleet.ts';
import { shortList } from '../../../model/number.ts';
import { suggest } from '../../../model/suggest.ts';
import {
  composeCode,
  composeExplainedSection,
  composeField,
  composeFields,
  type ExplainedField,
} from '../../../report/compose/compose-explained.ts';
import { composePipeValues } from '../../../report/compose/compose-pipe-values.ts';
import type { ExplainOptions } from '../../options/command-options.ts';
import type { Invocation } from '../../options/command-spec.ts';
import { UsageError } from '../../options/value-types.ts';
import { endFailed } from '../../output/end-failed.ts';
import { findSizesNow, showSize } from './scheduled-sizes.ts';

async function sizeAt(pipe: DesiredPipe, atMs: number): Promise<DesiredPipe> {
  const { schedulePipe } = await import('../../../plan/schedule-fleet.ts');
  return schedulePipe(pipe, atMs);
}

/**
 * Explains what has the name: a field by its path or key, a section of the configuration, a diagnostic code, or a pipe, which
 * `pipes.NAME` names for sure. Without a name, lists all fields: those of the contract, and those that the configuration declares.
 * With `--live`, the name is that of a pipe, which is read.
 */
export async function runExplain(invocation: Invocation<ExplainOptions>): Promise<number> {
  const { ownOptions, args, workspace, printer, context } = invocation;
  const [name] = args;
  if (ownOptions.live && name !== undefined) return (await import('./explain-live.ts')).explainLive(name, invocation);
  if (ownOptions.live) throw new UsageError('--live needs a pipe.', 'Name it, as in `pipeform explain orders --live`.');
  if (ownOptions.base !== null)
    throw new UsageError('--base needs --live.', 'Only the live values of a pipe have an origin.');
  if (ownOptions.at !== null && name === undefined)
    throw new UsageError('--at needs a pipe.', 'Name it, as in `pipeform explain orders --at 2026-11-28T10:00`.');
  const { rows } = fieldsOf(await loadDeclaration(workspace, context));
  const named = rows.filter((spec) => name === undefined || spec.path === name || spec.key === name);
  // The time is that of scheduled sizes, which only a pipe has.
  const refuseTime = (what: string): void => {
    if (ownOptions.at !== null)
      throw new UsageError(`--at does not apply to ${what}, only to a pipe.`, 'Omit it, or name a pipe.');
  };
  if (name === undefined || named.length > 0) {
    refuseTime('a field');
    const fields = named.map(explainField);
    await printer.print({ kind: 'fields', formatVersion: 1, fields }, () =>
      name === undefined ? composeFields(fields) : fields.flatMap(composeField),
    );
    return 0;
  }
  const isOfPipes = name.startsWith('pipes.');
  const section = isOfPipes ? undefined : findSection(name);
  if (section === undefined && isCode(name)) {
    refuseTime('a diagnostic code');
    const [cause, cure] = [DIAGNOSTICS[name].cause, DIAGNOSTICS[name].cure];
    const explained = { kind: 'diagnostic-code', formatVersion: 1, code: name, cause, cure };
    await printer.print(explained, () => composeCode(explained));
    return 0;
  }
  const address = isOfPipes ? name.slice('pipes.'.length) : name;
  const explained = section === undefined ? await loadPipeValues(address, workspace, context) : null;
  if (explained?.kind === 'explained') {
    const { environment } = workspace;
    const { name: pipe, location } = explained;
    const desired = ownOptions.at === null ? explained.desired : await sizeAt(explained.desired, ownOptions.at);
    const values = explained.values.map((value) => showSize(value, desired));
    const about = { name: pipe, environment, location, ...findSizesNow(desired) };
    const document = { kind: 'pipe-values', formatVersion: 1, ...about, values };
    await printer.print(document, () => composePipeValues(document));
    return 0;
  }
  const [byEnd, ...others] = findSectionsByEnd(name);
  const known =
    section ?? findSection(name) ?? findSection(`pipes.${name}`) ?? (others.length === 0 ? byEnd : undefined);
  if (known !== undefined) {
    refuseTime('a section');
    const document = { kind: 'section', formatVersion: 1, ...known };
    // Most configurations are read without the package, which takes 10 ms to load.
    const { stringify } = await import('yaml');
    await printer.print(document, () => composeExplainedSection(document, stringify));
    return 0;
  }
  if (explained?.kind === 'invalid') return endFailed(explained.diagnostics, printer, { sources: explained.sources });
  if (byEnd !== undefined) {
    const paths = shortList(
      [byEnd, ...others].map(({ path }) => path),
      MAX_PATHS,
    );
    throw new UsageError(`Several sections have the key \`${name}\`.`, `Name one of them: ${paths}.`);
  }
  const sections = listSections().map(({ path }) => path);
  throw unknownName(name, rows, explained?.names ?? null, explained?.environments ?? [], sections);
}

const MAX_PATHS = 6;

function explainField(spec: FieldSpec): ExplainedField {
  const { type, minimum, maximum, unit, kinds, meaning } = spec;
  const isDeclared = CONTRACT.find(spec.path) === undefined;
  return { path: spec.path, meaning, type, minimum, maximum, unit, kinds, isDeclared };
}

function isCode(name: string): name is DiagnosticCode {
  return Object.hasOwn(DIAGNOSTICS, name);
}

/** `pipes`: null without a configuration. `environments`: those that have a pipe of this name. */
function unknownName(
  name: string,
  fields: readonly FieldSpec[],
  pipes: readonly string[] | null,
  environments: readonly string[],
  sections: readonly string[],
): UsageError {
  const nearest = suggest(name, [
    ...fields.map(({ path }) => path),
    ...fields.map(({ key }) => key),
    ...(pipes ?? []),
    ...sections,
    ...Object.keys(DIAGNOSTICS),
  ]);
  const [environment] = environments;
  const renamed = hintField(isFieldPath(name) ? name : `settings.${name}`);
  const elsewhere = environment && `The environment ${environment} has it: use \`-e ${environment}\`.`;
  const hints = [
    elsewhere ?? renamed ?? (nearest === null ? null : `Did you mean ${nearest}?`),
    pipes === null ? 'There is no configuration here, so no pipe is known.' : null,
    '`pipeform explain` lists all fields, and docs/reference/configuration.md all sections.',
  ];
  return new UsageError(
    `There is no field, section, diagnostic code or pipe \`${name}\`.`,
    hints.filter((hint) => hint !== null).join(' '),
  );
}
