import type { Diagnostic, DiagnosticWords, Severity } from '../../model/diagnostic.ts';
import { type FieldPath, type FieldSection, fieldPath, type SourceKind } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { DesiredScaling, DesiredSetting, FieldRange, Policy } from '../../model/fleet.ts';
import { suggest } from '../../model/suggest.ts';
import { isUsualSize, USUAL_SIZES_HINT } from '../../model/usual-size.ts';
import { type EffectivePipe, scalingValue, settingValue } from '../build/build-pipe.ts';
import { describeRangeError } from '../build/quantity.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, itemsOf, type MapNode, numberOf, textOf } from '../yaml/node.ts';
import { describePlace, type Span, spanBetween } from '../yaml/source-file.ts';
import { describeFound, problemAt, quote, quoteNode } from './problem.ts';

/** A problem that a preset may give to many pipes: told once, with the names of the pipes. */
interface SharedProblem {
  readonly span: Span;
  readonly severity: Severity;
  readonly words: DiagnosticWords;
  readonly pipes: string[];
  readonly inherited: boolean;
}

/** Looks at one pipe after the other. */
export interface PipeChecks {
  check(pipe: EffectivePipe): void;
  /** What is wrong with all of them. */
  finish(): readonly Diagnostic[];
}

/** The first pipe that has an id, and where it has it. */
interface KnownId {
  readonly pipe: string;
  readonly node: ConfigNode;
}

/**
 * What no single value shows: pipes that lack a service or an id, two pipes with one id, fields that do not apply to the
 * kind, values outside the ranges of the policy, odd sizes, dates that do not exist, and pipes that manage nothing. `base`
 * is the document before the environment.
 */
export function createPipeChecks(
  base: MapNode,
  completeness: 'complete' | 'incomplete',
  ranges: Policy['ranges'],
): PipeChecks {
  const diagnostics: Diagnostic[] = [];
  const shared = new Map<string, SharedProblem>();
  const ids = new Map<string, KnownId>();
  const check = (pipe: EffectivePipe): void => {
    if (pipe.node.kind !== 'map') return;
    const missing = pipe.resolved && completeness === 'complete' ? reportMissing(pipe, base) : [];
    diagnostics.push(...missing);
    diagnostics.push(...reportSameId(pipe, ids), ...reportDates(pipe));
    for (const section of ['settings', 'scaling'] as const) collectWrongKind(pipe, section, shared);
    for (const [path, range] of ranges) collectOutsideRange(pipe, path, range, shared);
    collectOddSize(pipe, shared);
    if (pipe.resolved && missing.length === 0 && managesNothing(pipe)) {
      const summary = `The pipe ${quote(pipe.name)} manages nothing: it has no settings and no scaling.`;
      diagnostics.push(problemAt(pipe.entry, { code: 'manages-nothing', summary }, 'warning'));
    }
  };
  const finish = () => [...diagnostics, ...[...shared.values()].map(describeShared)];
  return { check, finish };
}

function reportMissing(pipe: EffectivePipe, base: MapNode): Diagnostic[] {
  const missing = ['service', 'id'].filter((key) => entryOf(pipe.node, key) === undefined);
  if (missing.length === 0) return [];
  const summary = `The pipe ${quote(pipe.name)} needs ${missing.map((key) => `\`${key}\``).join(' and ')}.`;
  const meant = findMeant(pipe, base);
  const hint = meant === null ? null : `If the pipe ${quote(meant)} is meant, correct the name.`;
  return [problemAt(pipe.entry, { code: 'missing-key', summary, hint })];
}

/** The pipe of the root document that an environment probably means when it names one that is nowhere else. */
function findMeant(pipe: EffectivePipe, base: MapNode): string | null {
  const pipes = childOf(base, 'pipes');
  if (entryOf(pipes, pipe.name) !== undefined || pipes?.kind !== 'map') return null;
  return suggest(pipe.name, pipes.entries.keys());
}

function reportSameId(pipe: EffectivePipe, ids: Map<string, KnownId>): Diagnostic[] {
  const node = childOf(pipe.node, 'id');
  const id = textOf(node)?.toLowerCase();
  if (node === undefined || id === undefined) return [];
  const first = ids.get(id);
  if (first === undefined) {
    ids.set(id, { pipe: pipe.name, node });
    return [];
  }
  const summary = `The pipes ${quote(first.pipe)} and ${quote(pipe.name)} have the same id ${quoteNode(node)}.`;
  const detail = `It is also the id at ${describePlace(first.node)}.`;
  return [problemAt(node, { code: 'duplicate-definition', summary, detail, hint: 'Correct one of the two ids.' })];
}

function reportDates(pipe: EffectivePipe): Diagnostic[] {
  return itemsOf(childOf(pipe.node, 'acknowledge')).flatMap((item) => {
    const node = childOf(item, 'until');
    const text = textOf(node);
    if (node === undefined || text === undefined || isDate(text)) return [];
    const summary = `This date does not exist; found ${describeFound(node)}.`;
    return [problemAt(node, { code: 'invalid-value', summary })];
  });
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function collectWrongKind(pipe: EffectivePipe, section: FieldSection, shared: Map<string, SharedProblem>): void {
  const kind = pipe.source;
  if (kind === null) return;
  pipe.managed[section].forEach((entry, key) => {
    const spec = findField(fieldPath(section, key));
    if (spec === undefined || entry.value.kind === 'error' || spec.kinds.includes(kind)) return;
    collect(shared, pipe, {
      span: spanBetween(entry, entry.value),
      severity: 'error',
      words: wrongKind(key, section, kind, spec.kinds),
      inherited: entryOf(childOf(pipe.entry.value, section), key) === undefined,
    });
  });
}

function wrongKind(
  key: string,
  section: FieldSection,
  kind: SourceKind,
  kinds: readonly SourceKind[],
): DiagnosticWords {
  return {
    code: 'field-not-for-kind',
    summary: `\`${key}\` does not apply to ${kind} pipes, only to ${kinds.join(' and ')}.`,
    hint: `Remove it, or list ${section}.${key} under \`ignore\` of the pipe.`,
  };
}

/** A value of the policy's ranges; one that does not apply to the kind is told as that. */
function collectOutsideRange(
  pipe: EffectivePipe,
  path: FieldPath,
  range: FieldRange,
  shared: Map<string, SharedProblem>,
): void {
  const spec = findField(path);
  const entry = spec === undefined ? undefined : pipe.managed[spec.section].get(spec.key);
  if (spec === undefined || entry === undefined) return;
  if (pipe.source !== null && !spec.kinds.includes(pipe.source)) return;
  const wanted = spec.section === 'settings' ? settingValue(entry.value, spec.key) : scalingValue(entry.value);
  if (isAllowed(wanted, range)) return;
  const found =
    entry.value.kind === 'band' ? `a band from ${entry.value.min} to ${entry.value.max}` : describeFound(entry.value);
  collect(shared, pipe, {
    span: spanBetween(entry, entry.value),
    severity: 'error',
    words: {
      ...describeRangeError(`\`${spec.key}\``, { minimum: range.min, maximum: range.max, unit: spec.unit }, found),
      code: 'outside-policy-range',
      detail: `The policy sets this range at ${range.location.file}:${range.location.line}:${range.location.column}.`,
      hint: `Choose a value within the range, or widen ${path} under \`policy.ranges\`; --force does not override it.`,
    },
    inherited: entryOf(childOf(pipe.entry.value, spec.section), spec.key) === undefined,
  });
}

/** "Unset" is no value that a range could be about. */
function isAllowed(wanted: DesiredSetting['value'] | DesiredScaling['value'] | undefined, range: FieldRange): boolean {
  if (typeof wanted === 'number') return wanted >= range.min && wanted <= range.max;
  if (typeof wanted !== 'object' || wanted === null) return true;
  return wanted.min >= range.min && wanted.max <= range.max;
}

/** The field notes: usual sizes keep 4 GB per 1000 millicores. */
function collectOddSize(pipe: EffectivePipe, shared: Map<string, SharedProblem>): void {
  const { scaling } = pipe.managed;
  const cpu = numberOf(scaling.get('replicaCpuMillicores')?.value);
  const memory = scaling.get('replicaMemoryGb');
  const gigabytes = numberOf(memory?.value);
  if (cpu === undefined || memory === undefined || gigabytes === undefined || isUsualSize(cpu, gigabytes)) return;
  collect(shared, pipe, {
    span: spanBetween(memory, memory.value),
    severity: 'warning',
    words: {
      code: 'unusual-size',
      summary: 'CPU and memory are not in the usual proportion of 4 GB per 1000 millicores.',
      hint: USUAL_SIZES_HINT,
    },
    inherited: entryOf(childOf(pipe.entry.value, 'scaling'), 'replicaMemoryGb') === undefined,
  });
}

function collect(shared: Map<string, SharedProblem>, pipe: EffectivePipe, problem: Omit<SharedProblem, 'pipes'>): void {
  const address = JSON.stringify([problem.span.source.path, problem.span.start, problem.words.summary]);
  const known = shared.get(address);
  if (known === undefined) shared.set(address, { ...problem, pipes: [pipe.name] });
  else known.pipes.push(pipe.name);
}

function describeShared(problem: SharedProblem): Diagnostic {
  const [first = '', ...others] = problem.pipes;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const origin = problem.inherited ? [`It comes from a preset of the pipe ${quote(first)}${more}.`] : [];
  const lines = [...origin, ...(problem.words.detail == null ? [] : [problem.words.detail])];
  const detail = lines.length === 0 ? null : lines.join('\n');
  return problemAt(problem.span, { ...problem.words, detail }, problem.severity);
}

/**
 * Whether nothing of the pipe is managed by mistake. A pipe with a value that was already reported may mean to manage
 * something, and of a postgres pipe nothing may be manageable (field notes), so that only its name and kind are watched.
 */
function managesNothing(pipe: EffectivePipe): boolean {
  if (pipe.managed.settings.size > 0 || pipe.managed.scaling.size > 0 || pipe.source === 'postgres') return false;
  for (const [, { value }] of entriesOf(pipe.node)) if (value.kind === 'error') return false;
  return true;
}
