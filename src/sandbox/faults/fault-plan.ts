import { readFile } from 'node:fs/promises';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { type Diagnostic, diagnose, sortDiagnostics } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { listWords } from '../../model/list-words.ts';
import { suggest } from '../../model/suggest.ts';
import { parseDuration } from '../../model/units.ts';
import { findProblem, findScalingProblem, ruleOf, SCALING_RULES, SETTING_RULES } from '../pipes-api/contract.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Rule, Fault as WrittenFault, WrittenPlan } from './fault-plan.generated.ts';
import schema from './fault-plan.schema.json' with { type: 'json' };
import { type PlanSchemaError, validatePlan } from './validate-plan.generated.js';

export type FaultKind = keyof WrittenFault;
/** What a request asks for: the three operations of the pipes API and the two of the observability API. */
export type Operation = Rule['operation'][number];

/** A fault with all of its parameters. Durations are milliseconds. */
export type Fault = {
  readonly [Kind in FaultKind]-?: { readonly kind: Kind } & Readonly<NonNullable<WrittenFault[Kind]>>;
}[FaultKind];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>;

/** Which requests a fault takes, and how many of them (fault-plan.schema.json). */
export type FaultRule = Readonly<Omit<Rule, 'fault'>> & { readonly fault: Fault };

export interface FaultPlan {
  /** Of the draws that probabilities make; null leaves it as it is. */
  readonly seed: number | null;
  readonly faults: readonly FaultRule[];
}

/** About ten thousand faults; every request is compared with each. */
export const MAX_PLAN_BYTES = 1024 * 1024;
const MAX_DEPTH = 50;
// The library looks for the value of an alias among all that have a name.
const MAX_ALIASES = 10_000;
const OPERATIONS = schema.definitions.rule.properties.operation.items.enum;

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
type TextRange = readonly [start: number, end: number];
type ReportAt = (range: TextRange, summary: string, hint?: string | null) => void;
/** Takes one mistake. `on` says what to point at: the value, or the key that it is under. */
type ReportMistake = (path: Path, on: 'key' | 'value', summary: string, hint?: string | null) => void;

/** Reads a fault plan. Use the plan only when there are no mistakes; they are in the order of the text. */
export function parsePlan(
  text: string,
  file: string,
): { readonly plan: FaultPlan; readonly mistakes: readonly Diagnostic[] } {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const mistakes: Diagnostic[] = [];
  const reportAt: ReportAt = ([start, end], summary, hint = null) => {
    const [from, to] = [lines.linePos(start), lines.linePos(end)];
    const at = { file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
    mistakes.push(diagnose('error', { code: 'fault-plan', summary, hint }, at));
  };
  const none = { plan: { seed: null, faults: [] }, mistakes };
  const document = parseYaml(text, reportAt);
  if (document === null || mistakes.length > 0) return none;
  const report: ReportMistake = (path, on, summary, hint) => reportAt(rangeOf(document, path, on), summary, hint);
  const root = writeOut(document.toJS({ maxAliasCount: -1 }));
  if (!validatePlan(root)) reportSchemaErrors(validatePlan.errors ?? [], report);
  const rules = isJsonObject(root) && Array.isArray(root.faults) ? root.faults : [];
  for (const [index, rule] of rules.entries()) checkRule(rule, ['faults', index], report);
  if (mistakes.length > 0) return { ...none, mistakes: sortDiagnostics(mistakes) };
  // The schema has been checked, and the types are generated from it.
  const { seed, faults } = root as unknown as WrittenPlan;
  return { plan: { seed, faults: faults.map((rule) => ({ ...rule, fault: toFault(rule.fault) })) }, mistakes };
}

function toFault(fault: WrittenFault): Fault {
  const [[kind, parameters] = []] = Object.entries(fault);
  return { kind, ...parameters } as Fault;
}

/** Reads YAML 1.2, and so JSON. null after a mistake that leaves nothing to check. */
function parseYaml(text: string, reportAt: ReportAt): Document.Parsed | null {
  const tooDeep = findDeepNesting(text);
  if (tooDeep !== null) {
    reportAt([tooDeep, tooDeep + 1], `The file nests more than ${MAX_DEPTH} levels.`);
    return null;
  }
  // The library compares every key with every other one: too slow for a large file.
  const options = { version: '1.2', schema: 'core', merge: false, prettyErrors: false, uniqueKeys: false } as const;
  const document = parseDocument(text, options);
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    reportAt(error.pos, `The file is not YAML or JSON: ${error.message}.`);
    return null;
  }
  const anchored = new Map<string, Node>();
  let aliases = 0;
  visit(document, (_key, node, ancestors) => {
    if (isAlias(node)) {
      aliases += 1;
      if (aliases === MAX_ALIASES) reportAt(rangeOfNode(node), `The file has more than ${MAX_ALIASES} aliases.`);
      const target = anchored.get(node.source);
      if (target === undefined || ancestors.includes(target)) {
        reportAt(rangeOfNode(node), `*${node.source} refers to no value before it.`);
      }
    } else if (isNode(node) && node.anchor !== undefined) anchored.set(node.anchor, node);
    if (isMap(node)) reportTwins(node, reportAt);
  });
  return document;
}

function reportTwins({ items }: YAMLMap, reportAt: ReportAt): void {
  const seen = new Set<string>();
  for (const { key } of items) {
    const name = String(isScalar(key) ? key.value : key);
    if (seen.has(name)) reportAt(rangeOfNode(key as Node), `The key ${JSON.stringify(name)} is defined twice.`);
    seen.add(name);
  }
}

/** The library parses by recursion. Brackets, indents and the marks of lists and keys are all that nests. */
function findDeepNesting(text: string): number | null {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > MAX_DEPTH) return index;
  }
  return DEEP_LINE.exec(text)?.index ?? null;
}

const DEEP_LINE = new RegExp(`^(?: {${MAX_DEPTH * 8},}|(?:[-?:] *){${MAX_DEPTH},})`, 'm');

/** The range of the value at a path, or of as much of the path as is written. */
function rangeOf(document: Document.Parsed, path: Path, on: 'key' | 'value'): TextRange {
  let node: unknown = document.contents;
  let range: TextRange = rangeOfNode(node as Node | null);
  for (const [index, step] of path.entries()) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined;
    const next = isSeq(node) ? node.items[Number(step)] : pair?.value;
    if (pair !== undefined && (next === null || (on === 'key' && index === path.length - 1))) {
      return rangeOfNode(pair.key as Node);
    }
    if (next === undefined) break;
    node = next;
    range = rangeOfNode(node as Node);
  }
  return range;
}

function rangeOfNode(node: Node | null): TextRange {
  const [start, end] = node?.range ?? [0, 0];
  return [start, Math.max(start, end)];
}

/** Replaces what has a short form by its long form, which the schema describes: a kind alone, a plain parameter, one text. */
function writeOut(root: unknown): JsonValue {
  const plan = root as JsonValue;
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
      else report([...path, key], 'key', summary, hintWord(key, keys));
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

function keysOf(value: JsonValue): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function hintWord(word: string, known: readonly string[]): string {
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
  const applicable = schemaOf(kind)?.['x-operations'] ?? OPERATIONS;
  const operations = Array.isArray(rule.operation)
    ? rule.operation.filter((operation) => OPERATIONS.includes(operation))
    : [];
  for (const operation of operations.filter((one) => !applicable.includes(one))) {
    const summary = `The fault ${kind} does not apply to ${operation}; it applies to ${listWords(applicable)}.`;
    report([...path, 'operation', (rule.operation as JsonValue[]).indexOf(operation)], 'value', summary);
  }
  if (Array.isArray(rule.pipe) && operations.length > 0 && operations.every((operation) => operation === 'series')) {
    report([...path, 'pipe'], 'key', 'A series query is not about one pipe, so pipe never matches.', 'Remove pipe.');
  }
  const at = [...path, 'fault', kind];
  const { headers = {}, to = null, settings = {}, scaling = {} } = isJsonObject(parameters) ? parameters : {};
  if (kind === 'status') {
    for (const name of keysOf(headers)) {
      const key = [...at, 'headers', name];
      if (FRAMING.includes(name.toLowerCase())) report(key, 'key', `status.headers cannot set ${name.toLowerCase()}.`);
      else if (!HEADER_NAME.test(name)) report(key, 'key', `${JSON.stringify(name)} is not a header name.`);
    }
  }
  if (kind === 'redirect' && typeof to === 'string' && !(/^https?:/.test(to) && URL.canParse(to))) {
    report([...at, 'to'], 'value', 'redirect.to takes an address that begins with http:// or https://.');
  }
  if (kind !== 'edit') return;
  if (keysOf(settings).length + keysOf(scaling).length === 0 && isJsonObject(parameters)) {
    report(at, 'key', 'The fault edit needs settings or scaling.');
  }
  for (const [key, value] of Object.entries(isJsonObject(settings) ? settings : {})) {
    const setting = ruleOf(SETTING_RULES, key);
    const problem = value === null || setting === undefined ? undefined : findProblem(key, value, setting);
    if (problem !== undefined) report([...at, 'settings', key], 'value', `edit.settings.${problem}.`);
  }
  for (const [key, value] of Object.entries(isJsonObject(scaling) ? scaling : {})) {
    const problem = findScalingProblem(undefined, key, value);
    const isKnown = ruleOf(SCALING_RULES, key) !== undefined;
    const hint = isKnown ? null : hintWord(key, Object.keys(SCALING_RULES));
    if (problem !== undefined)
      report([...at, 'scaling', key], isKnown ? 'value' : 'key', `edit.scaling.${problem}.`, hint);
  }
}
