import type { DiagnosticWords, Severity } from '../../model/diagnostic.ts';
import { DIAGNOSTICS } from '../../model/diagnostic-codes.ts';
import {
  appliesTo,
  FIELD_SECTIONS,
  type FieldPath,
  type FieldSpec,
  type FieldTable,
  isInRange,
  isUsualSize,
  keyOf,
  pathOf,
  SIZE_KEYS,
  sectionOf,
} from '../../model/field/field.ts';
import { type FieldRange, isBand, type Policy } from '../../model/fleet.ts';
import { createSuggester } from '../../model/suggest.ts';
import { type EffectivePipe, readValue } from '../fleet/build-pipe.ts';
import { type Schedules, windowsOf } from '../fleet/build-schedules.ts';
import { describeRangeError, readDate } from '../fleet/quantity.ts';
import { findNode } from '../fleet/values.ts';
import {
  type ConfigNode,
  childOf,
  entriesOf,
  entryOf,
  keysOf,
  type MapEntry,
  type MapNode,
  numberOf,
  textOf,
} from '../yaml/node.ts';
import { describePlace, type SourceSpan, spanBetween } from '../yaml/source-file.ts';
import { describeFound, findMissing, quote, quoteNode, type Reporter } from './problem.ts';
import { OWNERS } from './section-owners.ts';

const SCHEDULE = 'scaling.schedule' satisfies FieldPath;
const MEMORY = 'scaling.replicaMemoryGb' satisfies FieldPath;

const REQUIRED = ['service', 'id'];

type Entries = ReadonlyMap<string, MapEntry>;

export interface PipeChecks {
  check(pipe: EffectivePipe): void;
  finish(): void;
}

interface SharedProblem {
  readonly span: SourceSpan;
  readonly severity: Severity;
  readonly words: DiagnosticWords;
  readonly pipes: string[];
  readonly inherited: boolean;
}

/**
 * Checks that need more than one value: missing services and ids, duplicate ids, fields of other source kinds, ranges
 * of the policy, unusual sizes, dates, pipes that manage nothing. `base` is the document before the environment is
 * merged. Missing keys are not reported in an incomplete document.
 */
export function createPipeChecks(
  base: MapNode,
  complete: boolean,
  ranges: Policy['ranges'],
  schedules: Schedules,
  fields: FieldTable,
  report: Reporter,
): PipeChecks {
  const rangeOf = new Map<FieldPath, FieldRange>(ranges.map((range) => [range.path, range]));
  const shared = new Map<string, SharedProblem>();
  const ids = new Map<string, { readonly pipe: string; readonly node: ConfigNode }>();
  const names = keysOf(childOf(base, 'pipes'));
  const near = createSuggester();

  const reportMissing = (pipe: EffectivePipe): boolean => {
    const isLacking = REQUIRED.some((key) => entryOf(pipe.node, key) === undefined);
    if (!isLacking || !complete) return false;
    const missing = findMissing(pipe.node, REQUIRED);
    if (missing.length === 0) return true;
    const summary = `The pipe ${quote(pipe.name)} needs ${missing.map((key) => `\`${key}\``).join(' and ')}.`;
    report(pipe.entry, { code: 'missing-key', summary, hint: hintMeant(pipe.name) });
    return true;
  };

  const hintMeant = (name: string): string | null => {
    const owner = OWNERS.get(name);
    if (owner !== undefined) return `If \`${name}\` belongs to ${owner}, indent it as far as the other keys there.`;
    // The pipe of the root document that a misspelled name in an environment probably means.
    const isOfEnvironment = entryOf(childOf(base, 'pipes'), name) === undefined;
    const meant = isOfEnvironment ? near(name, names) : null;
    return meant === null ? null : `If the pipe ${quote(meant)} is meant, correct the name.`;
  };

  const checkId = (pipe: EffectivePipe): void => {
    const node = childOf(pipe.node, 'id');
    const id = textOf(node)?.toLowerCase();
    if (node === undefined || id === undefined) return;
    const first = ids.get(id);
    if (first === undefined) {
      ids.set(id, { pipe: pipe.name, node });
      return;
    }
    const summary = `The pipes ${quote(first.pipe)} and ${quote(pipe.name)} have the same id ${quoteNode(node)}.`;
    const detail = `It is also the id at ${describePlace(first.node)}.`;
    report(node, { code: 'duplicate-definition', summary, detail, hint: 'Correct one of the two ids.' });
  };

  /** Collects a problem of one field; a preset may cause it in many pipes. `path`: of the section and the key that have the entry. */
  const share = (pipe: EffectivePipe, path: FieldPath, entry: MapEntry, words: DiagnosticWords, severity: Severity) => {
    const span = spanBetween(entry, entry.value);
    const address = JSON.stringify([span.source.path, span.start, words.summary]);
    const known = shared.get(address);
    const inherited = entryOf(childOf(pipe.entry.value, sectionOf(path)), keyOf(path)) === undefined;
    if (known === undefined) shared.set(address, { span, severity, words, pipes: [pipe.name], inherited });
    else known.pipes.push(pipe.name);
  };

  /** `place`: where the pipe has the entry. */
  const checkField = (pipe: EffectivePipe, spec: FieldSpec, entry: MapEntry, place: FieldPath): void => {
    if (entry.value.kind === 'error') return;
    if (!appliesTo(spec, pipe.source)) {
      const summary = `\`${spec.key}\` does not apply to ${pipe.source} pipes, only to ${spec.kinds.join(' and ')}.`;
      const hint = `Remove it, or list ${spec.path} under \`ignore\` of the pipe.`;
      share(pipe, place, entry, { code: 'field-not-for-kind', summary, hint }, 'error');
      return;
    }
    const range = rangeOf.get(spec.path);
    const outside = range === undefined ? null : describeOutsideRange(entry.value, spec, range);
    if (outside !== null) share(pipe, place, entry, outside, 'error');
  };

  /** `sizes`: the entries that hold together. The problem is at one of `entries`. */
  const checkSize = (pipe: EffectivePipe, sizes: Entries, entries: Entries, place: FieldPath): void => {
    if (pipe.source !== null && !fields.find(MEMORY)?.kinds.includes(pipe.source)) return;
    const [cpu, memory] = SIZE_KEYS.map((key) => numberOf(sizes.get(key)?.value));
    const entry = entries.get('replicaMemoryGb') ?? entries.get('replicaCpuMillicores');
    if (entry === undefined || cpu === undefined || memory === undefined || isUsualSize(cpu, memory)) return;
    const summary = 'CPU and memory are not in the usual proportion of 4 GB per 1000 millicores.';
    share(pipe, place, entry, { code: 'unusual-size', summary, hint: DIAGNOSTICS['unusual-size'].cure }, 'warning');
  };

  const checkWindows = (pipe: EffectivePipe): void => {
    const { scaling } = pipe.managed;
    for (const { entries } of windowsOf(pipe, schedules)) {
      entries.forEach((entry, key) => {
        const spec = fields.find(pathOf('scaling', key));
        if (spec !== undefined) checkField(pipe, spec, entry, SCHEDULE);
        if (pipe.source !== null && !spec?.kinds.includes(pipe.source)) return;
        const outside = scaling.get(key)?.value;
        if (outside?.kind === 'error' || (outside !== undefined && readValue(outside) !== null)) return;
        const summary = `\`${key}\` of pipe ${quote(pipe.name)} has no size outside its windows.`;
        const hint = `Write \`scaling.${key}\` too: the size when no window holds.`;
        share(pipe, SCHEDULE, entry, { code: 'missing-key', summary, hint }, 'error');
      });
      checkSize(pipe, new Map([...scaling, ...entries]), entries, SCHEDULE);
    }
  };

  return {
    check(pipe) {
      if (pipe.node.kind !== 'map') return;
      const isMissing = pipe.resolved && reportMissing(pipe);
      checkId(pipe);
      for (const item of pipe.values.acknowledge ?? []) readDate(findNode(item, 'until'), report);
      for (const section of FIELD_SECTIONS) {
        pipe.managed[section].forEach((entry, key) => {
          const spec = fields.find(pathOf(section, key));
          if (spec !== undefined) checkField(pipe, spec, entry, spec.path);
        });
      }
      const { scaling } = pipe.managed;
      if (scaling.has('replicaMemoryGb')) checkSize(pipe, scaling, scaling, MEMORY);
      checkWindows(pipe);
      if (pipe.resolved && !isMissing && managesNothing(pipe)) {
        const summary = `The pipe ${quote(pipe.name)} manages nothing: it has no settings and no scaling.`;
        report(pipe.entry, { code: 'manages-nothing', summary }, 'warning');
      }
    },
    finish() {
      for (const { span, words, severity, pipes, inherited } of shared.values()) {
        const [first = '', ...others] = pipes;
        const more = others.length === 0 ? '' : ` and ${others.length} more`;
        const origin = inherited ? `It comes from a preset of the pipe ${quote(first)}${more}.` : null;
        const detail = [origin, words.detail].filter((line) => line != null).join('\n');
        report(span, { ...words, detail: detail || null }, severity);
      }
    },
  };
}

/** Warns of a pipe id that two environments write: usually, one was copied and the id stayed. */
export function checkEnvironmentIds(base: MapNode, report: Reporter): void {
  const firsts = new Map<string, { readonly environment: string; readonly node: ConfigNode }>();
  for (const [environment, { value }] of entriesOf(childOf(base, 'environments'))) {
    for (const [name, pipe] of entriesOf(childOf(value, 'pipes'))) {
      const node = childOf(pipe.value, 'id');
      const id = textOf(node)?.toLowerCase();
      if (node === undefined || id === undefined) continue;
      const first = firsts.get(id);
      if (first === undefined) firsts.set(id, { environment, node });
      else if (first.environment !== environment) {
        const summary = `The environments ${quote(first.environment)} and ${quote(environment)} have the same pipe id ${quoteNode(node)}.`;
        const detail = `It is also the id at ${describePlace(first.node)}. Both would change the pipe ${quote(name)}.`;
        const hint = 'Correct one of the two ids.';
        report(node, { code: 'duplicate-definition', summary, detail, hint }, 'warning');
      }
    }
  }
}

function edgesOf(node: ConfigNode): readonly number[] {
  const value = readValue(node) ?? null;
  return typeof value === 'number' ? [value] : isBand(value) ? [value.min, value.max] : [];
}

function describeValue(node: ConfigNode): string {
  return node.kind === 'band' ? `a band from ${node.min} to ${node.max}` : describeFound(node);
}

/** null for a value in range, and for unset values, which have no range. */
function describeOutsideRange(
  node: ConfigNode,
  spec: FieldSpec,
  { min, max, location }: FieldRange,
): DiagnosticWords | null {
  const finite = (edge: number) => (Number.isFinite(edge) ? edge : null);
  const range = { minimum: finite(min), maximum: finite(max), unit: spec.unit };
  if (edgesOf(node).every((edge) => isInRange(edge, range))) return null;
  return {
    ...describeRangeError(`\`${spec.key}\``, range, describeValue(node)),
    code: 'out-of-range',
    detail: `The policy sets this range at ${location.file}:${location.line}:${location.column}.`,
    hint: `Choose a value within the range, or widen ${spec.path} under \`policy.ranges\`; --force does not override it.`,
  };
}

/**
 * Whether a pipe manages nothing by mistake. A pipe with a reported value may intend to manage something, and a
 * postgres pipe may have no manageable field (field notes): only its name and kind are checked.
 */
function managesNothing(pipe: EffectivePipe): boolean {
  if (pipe.managed.settings.size > 0 || pipe.managed.scaling.size > 0 || pipe.source === 'postgres') return false;
  for (const [, { value }] of entriesOf(pipe.node)) if (value.kind === 'error') return false;
  return true;
}
