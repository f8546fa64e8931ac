import { readFile } from 'node:fs/promises';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { type Diagnostic, diagnose, sortDiagnostics } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json.ts';
import { listWords } from '../../model/text.ts';
import { SandboxError } from '../sandbox-error.ts';
import { FAULT_KINDS, type Fault, type FaultKind, OPERATIONS, type Operation } from './fault-kinds.ts';
import {
  choice,
  createPlace,
  integer,
  keysOf,
  listOf,
  number,
  optional,
  type Parameter,
  type Path,
  readValue,
  text,
  type ValuePlace,
} from './parameters.ts';

export interface FaultRule {
  readonly operation: readonly Operation[];
  /** Globs over the live name or `service/name`, or ids; null also matches requests without a pipe. */
  readonly pipe: readonly string[] | null;
  /** How many matching requests pass first. */
  readonly after: number;
  /** How often the fault fires at most; null for no limit. */
  readonly count: number | null;
  readonly probability: number;
  /** Whether it can fire; a disabled fault matches no request. */
  readonly enabled: boolean;
  readonly fault: Fault;
}

export interface FaultPlan {
  /** For probabilities; null keeps the current seed. */
  readonly seed: number | null;
  readonly faults: readonly FaultRule[];
}

/** About ten thousand faults, and every request is compared with each. */
export const MAX_PLAN_BYTES = 1024 * 1024;
const MAX_ALIASES = 1_000;

/** The fault plan has mistakes. */
export class FaultPlanError extends SandboxError {
  readonly diagnostics: readonly Diagnostic[];
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

/** Reads a fault plan. It is empty when there are mistakes, which are sorted by position. */
export function parsePlan(
  written: string,
  file: string,
): { readonly plan: FaultPlan; readonly mistakes: readonly Diagnostic[] } {
  const lineCounter = new LineCounter();
  const mistakes: Diagnostic[] = [];
  const reportAt = ([start = 0, end = 0]: readonly number[], summary: string) => {
    const from = lineCounter.linePos(start);
    const to = lineCounter.linePos(end);
    const at = { file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
    mistakes.push(diagnose('error', { code: 'fault-plan', summary }, at));
  };
  const none = { seed: null, faults: [] };
  const yaml = parseYaml(written, lineCounter);
  if (yaml.error !== undefined) {
    reportAt(yaml.range, `The file is not YAML or JSON: ${yaml.error}.`);
    return { plan: none, mistakes };
  }
  const place = createPlace((path, problem) =>
    reportAt(rangeOf(yaml.document, path), `${formatPath(path)}: ${problem}.`),
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
    // Thrown for unresolved and excessive aliases.
    return { error: (error as Error).message, range: [] };
  }
}

/** The range of the value at a path, or of the nearest parent that exists. */
function rangeOf(document: Document.Parsed, path: Path): readonly number[] {
  const value = document.getIn(path, true);
  if (isNode(value)) return value.range ?? [];
  return path.length === 0 ? [] : rangeOf(document, path.slice(0, -1));
}

function formatPath(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return path.length === 0 ? 'fault plan' : steps.join('').slice(1);
}

/** A kind alone, or a map of one kind to its parameters or to its first parameter. */
const FAULT: Parameter<Fault> = {
  expected: `a kind, or a map of one kind to its parameters; the kinds are ${listWords(Object.keys(FAULT_KINDS))}`,
  read(written, place) {
    const map: JsonValue = typeof written === 'string' ? { [written]: null } : written;
    const [[kind, value = null] = [], ...others] = isJsonObject(map) ? Object.entries(map) : [];
    if (kind === undefined || others.length > 0 || !Object.hasOwn(FAULT_KINDS, kind)) return undefined;
    const { parameters } = FAULT_KINDS[kind as FaultKind];
    const [first] = Object.keys(parameters);
    const given = value === null ? {} : isJsonObject(value) || first === undefined ? value : { [first]: value };
    const inside = place.inside(kind);
    const fault = { kind, ...readValue(keysOf(parameters), given, inside) } as Fault;
    if (fault.kind === 'edit' && Object.keys({ ...fault.settings, ...fault.scaling }).length === 0) {
      inside.report('expected settings or scaling');
    }
    return fault;
  },
};

const BOOLEAN: Parameter<boolean> = {
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
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
  enabled: optional(BOOLEAN, true),
  fault: FAULT,
});

const PLAN = keysOf({
  seed: optional(integer(0, 4_294_967_295), null),
  faults: {
    expected: 'a list',
    read(list: JsonValue, place: ValuePlace) {
      if (!Array.isArray(list)) return undefined;
      return list.map((rule: JsonValue, index) => readRule(rule, place.inside(index)));
    },
  },
});

/** A rule without operations is for all operations of its kind. */
function readRule(rule: JsonValue, place: ValuePlace): FaultRule {
  const { operation = null, ...others } = readValue(RULE, rule, place) ?? {};
  const kind = others.fault?.kind;
  const applicable = kind === undefined ? OPERATIONS : FAULT_KINDS[kind].operations;
  for (const one of operation ?? []) {
    if (one === undefined || applicable.includes(one)) continue;
    const problem = `${kind} does not apply to ${one}; it applies to ${listWords(applicable)}`;
    place.inside('operation').report(problem);
  }
  if (others.pipe && operation?.every((one) => one === 'series')) {
    place.inside('pipe').report('a series query has no pipe; remove this key');
  }
  return { ...others, operation: operation ?? applicable } as FaultRule;
}
