import { readFile } from 'node:fs/promises';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { type Diagnostic, diagnose, sortDiagnostics } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { suggest } from '../../model/suggest.ts';
import { listWords } from '../../model/text.ts';
import { parseDuration } from '../../model/units.ts';
import { findScalingProblem, findSettingProblem, SCALING_RULES } from '../pipes-api/contract.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Rule, Fault as WrittenFault, WrittenPlan } from './fault-plan.generated.ts';
import schema from './fault-plan.schema.json' with { type: 'json' };
import { type PlanSchemaError, validatePlan } from './validate-plan.generated.js';

export type FaultKind = keyof WrittenFault;
/** What a request is: the three operations of the pipes API and the two of the observability API. */
export type Operation = Rule['operation'][number];

/** A fault with all of its parameters. Durations are milliseconds. */
export type Fault = FaultOf<FaultKind>;
export type FaultOf<Kind extends FaultKind> = {
  readonly [Each in Kind]-?: { readonly kind: Each } & Readonly<NonNullable<WrittenFault[Each]>>;
}[Kind];

/** Which requests a fault takes, and how many of them (fault-plan.schema.json). */
export type FaultRule = Readonly<Omit<Rule, 'fault'>> & { readonly fault: Fault };

export interface FaultPlan {
  /** Of the draws that probabilities make; null leaves it as it is. */
  readonly seed: number | null;
  readonly faults: readonly FaultRule[];
}

/** About ten thousand faults; every request is compared with each. */
export const MAX_PLAN_BYTES = 1024 * 1024;
const MAX_ALIASES = 10_000;

/** What is read of the schema. */
interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly enum?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly $ref?: string;
  readonly 'x-expected'?: string;
  readonly 'x-duration'?: boolean;
  readonly 'x-main'?: string;
  readonly 'x-operations'?: readonly string[];
}
const DEFINITIONS: Readonly<Record<string, SchemaNode>> = schema.definitions;
const KINDS: Readonly<Record<string, SchemaNode>> = schema.definitions.fault.properties;
const OPERATIONS: readonly JsonValue[] = schema.definitions.rule.properties.operation.items.enum;

/** A fault plan with mistakes: all of them, each with its position. */
export class FaultPlanError extends SandboxError {
  readonly diagnostics: readonly Diagnostic[];
  /** The file that the positions are in. */
  readonly source: { readonly file: string; readonly text: string };

  constructor(diagnostics: readonly Diagnostic[], source: FaultPlanError['source']) {
    super(diagnostics.map(({ file, line, column, summary }) => `${file}:${line}:${column}: ${summary}`).join('\n'));
    this.diagnostics = diagnostics;
    this.source = source;
  }
}

/**
 * Reads a fault plan from a YAML or JSON file.
 * @param shownName the name of the file in messages.
 * @throws FaultPlanError with every mistake, SandboxError when the file cannot be read.
 */
export async function loadFaults(file: string, shownName: string = file): Promise<FaultPlan> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new SandboxError(`cannot read the fault plan ${shownName} (${error.code ?? 'unknown cause'}).`);
  });
  if (bytes.length > MAX_PLAN_BYTES) {
    throw new SandboxError(`the fault plan ${shownName} is larger than ${MAX_PLAN_BYTES} bytes.`);
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const { plan, mistakes } = parsePlan(text, shownName);
  if (mistakes.length > 0) throw new FaultPlanError(mistakes, { file: shownName, text });
  return plan;
}

type Path = readonly (string | number)[];
/** Takes one mistake at a path; `on` says whether to point at the value or at its key. */
type ReportMistake = (path: Path, on: 'key' | 'value', summary: string, hint?: string | null) => void;

/** Reads a fault plan. Use the plan only when there are no mistakes; they are in the order of the text. */
export function parsePlan(
  text: string,
  file: string,
): { readonly plan: FaultPlan; readonly mistakes: readonly Diagnostic[] } {
  const lineCounter = new LineCounter();
  const mistakes: Diagnostic[] = [];
  const reportAt = ([start, end]: readonly number[], summary: string, hint: string | null = null) => {
    const [from, to] = [lineCounter.linePos(start ?? 0), lineCounter.linePos(end ?? 0)];
    const at = { file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
    mistakes.push(diagnose('error', { code: 'fault-plan', summary, hint }, at));
  };
  const none = { seed: null, faults: [] };
  const yaml = parseYaml(text, lineCounter);
  if ('error' in yaml) {
    reportAt(yaml.range, `The file is not YAML or JSON: ${yaml.error}.`);
    return { plan: none, mistakes };
  }
  const root = writeOut(yaml.value);
  const report: ReportMistake = (path, on, summary, hint) => reportAt(rangeOf(yaml.document, path, on), summary, hint);
  if (!validatePlan(root)) reportSchemaErrors(validatePlan.errors ?? [], report);
  const rules = isJsonObject(root) && Array.isArray(root.faults) ? root.faults : [];
  for (const [index, rule] of rules.entries()) checkRule(rule, ['faults', index], report);
  if (mistakes.length > 0) return { plan: none, mistakes: sortDiagnostics(mistakes) };
  // The schema has been checked, and the types are generated from it.
  const { seed, faults } = root as unknown as WrittenPlan;
  return { plan: { seed, faults: faults.map((rule) => ({ ...rule, fault: toFault(rule.fault) })) }, mistakes };
}

type Parsed =
  | { readonly document: Document.Parsed; readonly value: JsonValue }
  | { readonly error: string; readonly range: readonly number[] };

/** Reads YAML 1.2, and so JSON. */
function parseYaml(text: string, lineCounter: LineCounter): Parsed {
  try {
    const options = { version: '1.2', schema: 'core', merge: false, prettyErrors: false, lineCounter } as const;
    const document = parseDocument(text, options);
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) return { error: error.message, range: error.pos };
    return { document, value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    // Thrown for aliases of nothing or without end.
    return { error: (error as Error).message, range: [] };
  }
}

function toFault(fault: WrittenFault): Fault {
  const [[kind, parameters] = []] = Object.entries(fault);
  return { kind, ...parameters } as Fault;
}

/** The range of the value at a path, or of as much of the path as is written. */
function rangeOf(document: Document.Parsed, path: Path, on: 'key' | 'value'): readonly number[] {
  const value = document.getIn(path, true);
  if (on === 'value' && isNode(value)) return value.range ?? [];
  const parent = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === String(path.at(-1))) : undefined;
  if (isNode(pair?.key)) return pair.key.range ?? [];
  return path.length === 0 ? [] : rangeOf(document, path.slice(0, -1), 'value');
}

/** Replaces what has a short form by its long form, which the schema describes: a kind alone, a plain parameter, one text. */
function writeOut(plan: JsonValue): JsonValue {
  if (!isJsonObject(plan) || !Array.isArray(plan.faults)) return plan;
  return { ...plan, faults: plan.faults.map((rule: JsonValue) => (isJsonObject(rule) ? writeOutRule(rule) : rule)) };
}

function writeOutRule(rule: JsonObject): JsonObject {
  const { fault = null, operation, pipe } = rule;
  const written = typeof fault === 'string' ? { [fault]: null } : fault;
  const [kind = ''] = isJsonObject(written) ? Object.keys(written) : [];
  return {
    ...rule,
    operation: operation === undefined ? (schemaOf(kind)?.['x-operations'] ?? OPERATIONS) : toList(operation),
    ...(pipe !== undefined && { pipe: toList(pipe) }),
    ...(rule.fault !== undefined && {
      fault: isJsonObject(written) ? mapValues(written, writeOutParameters) : written,
    }),
  };
}

function writeOutParameters(written: JsonValue, kind: string): JsonValue {
  const { 'x-main': main, properties = {} } = schemaOf(kind) ?? {};
  if (written === null) return {};
  const named = !isJsonObject(written) && main !== undefined ? { [main]: written } : written;
  if (!isJsonObject(named)) return named;
  return mapValues(named, (value, name) => {
    const parameter = Object.hasOwn(properties, name) ? resolve(properties[name]) : undefined;
    const quantity = parameter?.['x-duration'] && typeof value === 'string' ? parseDuration(value) : undefined;
    return quantity?.ok ? quantity.value : value;
  });
}

function mapValues(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

function toList(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value : [value];
}

function schemaOf(kind: string): SchemaNode | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
}

function resolve(node: SchemaNode | undefined): SchemaNode {
  const [, name = ''] = /^#\/definitions\/(\w+)$/.exec(node?.$ref ?? '') ?? [];
  return DEFINITIONS[name] ?? node ?? {};
}

/** The schema of the value at a path. */
function schemaAt(path: Path): SchemaNode {
  return path.reduce<SchemaNode>(
    ({ properties, items, additionalProperties }, step) =>
      resolve(
        properties?.[step] ?? items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined),
      ),
    schema,
  );
}

/** What a value must be, after "takes". */
function expectedOf(node: SchemaNode): string {
  const { minimum, maximum, properties } = node;
  if (node['x-expected'] !== undefined) return node['x-expected'];
  if (node.enum !== undefined)
    return node.enum
      .filter((choice) => choice !== null)
      .join(', ')
      .replace(/, (?!.*, )/, ' or ');
  if (properties === undefined)
    return `a ${node.type === 'number' ? '' : 'whole '}number from ${minimum} to ${maximum}`;
  return Object.keys(properties).length === 0 ? 'no parameters' : `a map with ${listWords(Object.keys(properties))}`;
}

/** What messages call the value at a path. */
function labelOf([first, index, key, kind, ...parameter]: Path): string {
  if (first === undefined) return 'A fault plan';
  if (index === undefined) return String(first);
  if (key === undefined) return 'An item of faults';
  if (key !== 'fault' || kind === undefined) return String(key);
  return parameter.length === 0 ? `The fault ${kind}` : [kind, ...parameter].join('.');
}

function reportSchemaErrors(errors: readonly PlanSchemaError[], report: ReportMistake): void {
  const reported = new Set<string>();
  for (const { instancePath, keyword, params, data } of errors) {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const owner = schemaAt(path);
    const label = labelOf(path);
    const keys = Object.keys(owner.properties ?? {});
    if (keyword === 'additionalProperties') {
      const key = String(params?.additionalProperty);
      const name = JSON.stringify(key);
      const summary = label === 'fault' ? `${name} is not a kind of fault.` : `${label} has no key ${name}.`;
      if (keys.length === 0) report(path, 'value', `${label} takes no parameters.`);
      else report([...path, key], 'key', summary, hintKey(key, keys));
    } else if (keyword === 'required') {
      const name = String(params?.missingProperty);
      const summary = `${label} needs ${name}: ${expectedOf(resolve(owner.properties?.[name]))}.`;
      report(path, path.length > 2 ? 'key' : 'value', summary);
    } else if (keyword === 'maxProperties') {
      const [, second = ''] = Object.keys(data as object);
      report([...path, second], 'key', 'A fault has one kind only.', 'Move the second one to an item of its own.');
    } else if (!reported.has(instancePath)) {
      // A value may break several keywords; one message says what it must be.
      reported.add(instancePath);
      const choices = owner.enum?.map(String) ?? [];
      const nearest = typeof data === 'string' ? hintNearest(data, choices) : null;
      const hint = label === 'fault' ? `The kinds: ${keys.join(', ')}.` : nearest;
      report(path, 'value', `${label} takes ${expectedOf(owner)}.`, hint);
    }
  }
}

function hintKey(word: string, known: readonly string[]): string {
  return hintNearest(word, known) ?? `One of ${known.join(', ')}.`;
}

function hintNearest(word: string, known: readonly string[]): string | null {
  const nearest = suggest(word, known);
  return nearest === null ? null : `Did you mean ${nearest}?`;
}

// The sandbox sets the headers that frame an answer; with others a reader would wait for bytes that never come.
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'trailer'];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** The checks that no schema can make. A rule with other mistakes is checked too, so that all of them are reported at once. */
function checkRule(rule: JsonValue, path: Path, report: ReportMistake): void {
  if (!isJsonObject(rule) || !isJsonObject(rule.fault)) return;
  const [[kind, parameters] = ['', null]] = Object.entries(rule.fault);
  checkOperations(rule, kind, path, report);
  const at = [...path, 'fault', kind];
  const { headers = {}, settings = {}, scaling = {} } = isJsonObject(parameters) ? parameters : {};
  if (kind === 'status') {
    for (const [name] of entriesOf(headers)) {
      const key = [...at, 'headers', name];
      if (FRAMING.includes(name.toLowerCase())) report(key, 'key', `status.headers cannot set ${name.toLowerCase()}.`);
      else if (!HEADER_NAME.test(name)) report(key, 'key', `${JSON.stringify(name)} is not a header name.`);
    }
  }
  if (kind !== 'edit') return;
  if ([...entriesOf(settings), ...entriesOf(scaling)].length === 0 && isJsonObject(parameters)) {
    report(at, 'key', 'The fault edit needs settings or scaling.');
  }
  for (const [key, value] of entriesOf(settings)) {
    const problem = findSettingProblem(key, value);
    if (problem !== undefined) report([...at, 'settings', key], 'value', `edit.settings.${problem}.`);
  }
  for (const [key, value] of entriesOf(scaling)) {
    const problem = findScalingProblem(undefined, key, value);
    const isKnown = Object.hasOwn(SCALING_RULES, key);
    const hint = isKnown ? null : hintKey(key, Object.keys(SCALING_RULES));
    if (problem === undefined) continue;
    report([...at, 'scaling', key], isKnown ? 'value' : 'key', `edit.scaling.${problem}.`, hint);
  }
}

function checkOperations({ operation, pipe }: JsonObject, kind: string, path: Path, report: ReportMistake): void {
  const applicable = schemaOf(kind)?.['x-operations'];
  const operations = Array.isArray(operation) ? operation.map(String).filter((one) => OPERATIONS.includes(one)) : [];
  for (const one of operations) {
    if (applicable === undefined || applicable.includes(one)) continue;
    const summary = `The fault ${kind} does not apply to ${one}; it applies to ${listWords(applicable)}.`;
    report([...path, 'operation', (operation as JsonValue[]).indexOf(one)], 'value', summary);
  }
  if (Array.isArray(pipe) && operations.length > 0 && operations.every((one) => one === 'series')) {
    report([...path, 'pipe'], 'key', 'A series query is not about one pipe, so pipe never matches.', 'Remove pipe.');
  }
}

function entriesOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
