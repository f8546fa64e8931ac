import { readFile } from 'node:fs/promises';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { type Diagnostic, diagnose, sortDiagnostics } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonValue } from '../../model/json.ts';
import { listWords } from '../../model/text.ts';
import { SandboxError } from '../sandbox-error.ts';
import { FAULT_KINDS, type Fault, type FaultKind, OPERATIONS, type Operation } from './fault-kinds.ts';
import {
  choice,
  createPlace,
  hintKey,
  integer,
  keysOf,
  listOf,
  number,
  optional,
  type Parameter,
  type Path,
  type Place,
  readValue,
  text,
} from './parameters.ts';

/** Which requests a fault takes, and how many of them. */
export interface FaultRule {
  readonly operation: readonly Operation[];
  /** Globs over the live name, or over `service/name`, and ids of pipes; null for requests about any pipe and about none. */
  readonly pipe: readonly string[] | null;
  /** The number of matching requests that pass first. */
  readonly after: number;
  /** How often it fires at most; null for no limit. */
  readonly count: number | null;
  readonly probability: number;
  readonly fault: Fault;
}

export interface FaultPlan {
  /** Of the draws that probabilities make; null leaves it as it is. */
  readonly seed: number | null;
  readonly faults: readonly FaultRule[];
}

/** About ten thousand faults; every request is compared with each. */
export const MAX_PLAN_BYTES = 1024 * 1024;
const MAX_ALIASES = 1_000;

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
  const written = bytes.toString('utf8').replace(/^\ufeff/, '');
  const { plan, mistakes } = parsePlan(written, shownName);
  if (mistakes.length > 0) throw new FaultPlanError(mistakes, { file: shownName, text: written });
  return plan;
}

/** Reads a fault plan. Use the plan only when there are no mistakes; they are in the order of the text. */
export function parsePlan(
  written: string,
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
  const yaml = parseYaml(written, lineCounter);
  if (yaml.error !== undefined) {
    reportAt(yaml.range, `The file is not YAML or JSON: ${yaml.error}.`);
    return { plan: none, mistakes };
  }
  const place = createPlace(
    (path, on, summary, hint) => reportAt(rangeOf(yaml.document, path, on), summary, hint),
    ...([[], 'A fault plan', ''] as const),
  );
  const plan = readValue(PLAN, yaml.value, place);
  return { plan: mistakes.length === 0 ? plan : none, mistakes: sortDiagnostics(mistakes) };
}

/** Reads YAML 1.2, and so JSON. */
function parseYaml(written: string, lineCounter: LineCounter) {
  try {
    const options = { version: '1.2', schema: 'core', merge: false, prettyErrors: false, lineCounter } as const;
    const document = parseDocument(written, options);
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) return { error: error.message, range: error.pos };
    return { document, value: document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue };
  } catch (error) {
    // Thrown for aliases of nothing or without end.
    return { error: (error as Error).message, range: [] };
  }
}

/** The range of the value or the key at a path, or of as much of the path as is written. */
function rangeOf(document: Document.Parsed, path: Path, on: 'key' | 'value'): readonly number[] {
  const value = document.getIn(path, true);
  const parent = document.getIn(path.slice(0, -1), true);
  const key = isMap(parent) ? parent.items.find((pair) => String(pair.key) === String(path.at(-1)))?.key : undefined;
  const node = (on === 'key' ? [key, value] : [value, key]).find(isNode);
  if (node !== undefined) return node.range ?? [];
  return path.length === 0 ? [] : rangeOf(document, path.slice(0, -1), 'value');
}

const KINDS = Object.keys(FAULT_KINDS);
const A_KIND = 'a kind, or a map of one kind';

/** A kind alone, or a map of one kind to its parameters or to the first of them. Null for what is no kind. */
const FAULT: Parameter<Fault | null> = {
  expected: A_KIND,
  read(written, place) {
    const map: JsonValue = typeof written === 'string' ? { [written]: null } : written;
    const [[kind, value] = [], second] = isJsonObject(map) ? Object.entries(map) : [];
    if (kind === undefined || value === undefined) {
      place.report(`fault takes ${A_KIND}.`, `The kinds: ${KINDS.join(', ')}.`);
      return null;
    }
    if (second !== undefined) {
      place.inside(second[0]).reportKey('A fault has one kind only.', 'Move the second one to an item of its own.');
    }
    if (!Object.hasOwn(FAULT_KINDS, kind)) {
      place.inside(kind).reportKey(`${JSON.stringify(kind)} is not a kind of fault.`, hintKey(kind, KINDS));
      return null;
    }
    const { parameters } = FAULT_KINDS[kind as FaultKind];
    const [main] = Object.keys(parameters);
    const given = value === null ? {} : isJsonObject(value) || main === undefined ? value : { [main]: value };
    const inside = place.inside(kind, `The fault ${kind}`, `${kind}.`);
    const fault = { kind, ...readValue(keysOf(parameters), given, inside) } as Fault;
    if (fault.kind === 'edit' && Object.keys({ ...fault.settings, ...fault.scaling }).length === 0) {
      inside.reportKey('The fault edit needs settings or scaling.');
    }
    return fault;
  },
};

const ANY_COUNT = integer(0, 1_000_000_000);
const RULE = keysOf({
  operation: optional(listOf('an operation or a list of operations', choice(...OPERATIONS)), null),
  pipe: optional(
    listOf('a text or a list of texts', text('an id, or a pattern of 1 to 200 characters', /^.{1,200}$/su)),
    null,
  ),
  after: optional(ANY_COUNT, 0),
  count: optional(ANY_COUNT, null),
  probability: optional(number(0, 1), 1),
  fault: FAULT,
});

const PLAN = keysOf({
  seed: optional(integer(0, 4_294_967_295), null),
  faults: {
    expected: 'a list',
    read(list: JsonValue, place: Place) {
      if (!Array.isArray(list)) return undefined;
      return list.map((rule: JsonValue, index) => readRule(rule, place.inside(index, 'An item of faults', '')));
    },
  },
});

/** Reads a rule. Without operations it is for all that its kind applies to. */
function readRule(rule: JsonValue, place: Place): FaultRule {
  const { operation = null, ...others } = readValue(RULE, rule, place) ?? {};
  const kind = others.fault?.kind;
  const applicable = kind === undefined ? OPERATIONS : FAULT_KINDS[kind].operations;
  for (const [index, one] of operation?.entries() ?? []) {
    if (one === undefined || applicable.includes(one)) continue;
    const summary = `The fault ${kind} does not apply to ${one}; it applies to ${listWords(applicable)}.`;
    place.inside('operation').inside(index).report(summary);
  }
  if (others.pipe && operation?.every((one) => one === 'series')) {
    const summary = 'A series query is not about one pipe, so pipe never matches.';
    place.inside('pipe').reportKey(summary, 'Remove pipe.');
  }
  return { ...others, operation: operation ?? applicable } as FaultRule;
}
