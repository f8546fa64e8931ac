import { listWords } from '../../model/list-words.ts';
import { type Report, readDocument, type Span, type Written, type WrittenEntry } from './document.ts';
import {
  FAULT_KINDS,
  type Fault,
  type FaultKind,
  type FaultPlan,
  type FaultRule,
  OPERATIONS,
  type Operation,
  operationsOf,
} from './kinds.ts';
import { hintWord, integer, number, type Parameter } from './parameters.ts';

const PLAN_KEYS = ['seed', 'faults'];
const RULE_KEYS = ['operation', 'pipe', 'after', 'count', 'probability', 'fault'];
const MOST_COUNTED = 1_000_000_000;
const LONGEST_PATTERN = 200;
const KINDS = Object.keys(FAULT_KINDS) as FaultKind[];

const SEED = integer(0, 2 ** 32 - 1);
const COUNTED = integer(0, MOST_COUNTED);
const PROBABILITY = number(0, 1);

/**
 * Reads a plan of faults, as YAML or JSON: `{seed?, faults: [{operation?, pipe?, after?, count?, probability?, fault}]}`.
 * @param report is told every mistake; the plan is sound when it is told none.
 */
export function readPlan(text: string, report: Report): FaultPlan {
  const root = readDocument(text, report);
  if (root === undefined) return { seed: null, faults: [] };
  const entries = entriesOf(root, 'A plan of faults', PLAN_KEYS, report);
  const listed = entries.get('faults');
  if (listed?.value.kind !== 'list' && root.kind === 'map') {
    report(listed?.value ?? root, 'A plan of faults needs faults, a list.');
  }
  return {
    seed: readOptional(entries, 'seed', SEED, report) ?? null,
    faults: listed?.value.kind === 'list' ? listed.value.items.map((item) => readRule(item, report)) : [],
  };
}

type Entries = ReadonlyMap<string, WrittenEntry>;

function readRule(written: Written, report: Report): FaultRule {
  const entries = entriesOf(written, 'An item of faults', RULE_KEYS, report);
  const named = entries.get('fault');
  if (named === undefined && written.kind === 'map') report(written, 'This item of faults has no fault.');
  const fault = named === undefined ? undefined : readFault(named.value, report);
  const operations = readOperations(entries.get('operation'), fault?.kind, report);
  return {
    operations,
    pipes: readPipes(entries.get('pipe'), operations, report),
    after: readOptional(entries, 'after', COUNTED, report) ?? 0,
    count: readOptional(entries, 'count', COUNTED, report) ?? null,
    probability: readOptional(entries, 'probability', PROBABILITY, report) ?? 1,
    // Stands for what was reported: a plan with mistakes is never run.
    fault: fault ?? { kind: 'idle' },
  };
}

function readOptional<Value>(
  entries: Entries,
  key: string,
  parameter: Parameter<Value>,
  report: Report,
): Value | undefined {
  const entry = entries.get(key);
  return entry === undefined ? undefined : parameter.read(entry.value, key, report);
}

function readOperations(
  entry: WrittenEntry | undefined,
  kind: FaultKind | undefined,
  report: Report,
): readonly Operation[] {
  const sensible = kind === undefined ? OPERATIONS : operationsOf(kind);
  if (entry === undefined) return sensible;
  return textsOf(entry, report).flatMap(({ text, ...at }) => {
    const operation = OPERATIONS.find((known) => known === text);
    if (operation === undefined) {
      report(at, `${JSON.stringify(text)} is no operation.`, hintWord(text, OPERATIONS));
    } else if (!sensible.includes(operation)) {
      report(at, `The fault ${kind} makes no sense for ${operation}; it is for ${listWords(sensible)}.`);
    }
    return operation ?? [];
  });
}

function readPipes(
  entry: WrittenEntry | undefined,
  operations: readonly Operation[],
  report: Report,
): readonly string[] | null {
  if (entry === undefined) return null;
  if (operations.length > 0 && operations.every((operation) => operation === 'series')) {
    report(entry.key, 'A series query is about no one pipe, so that pipe never matches.', 'Leave pipe out.');
  }
  const texts = textsOf(entry, report);
  for (const { text, ...at } of texts) {
    if (text === '' || text.length > LONGEST_PATTERN) {
      report(at, `pipe takes an id, or a pattern of 1 to ${LONGEST_PATTERN} characters.`);
    }
  }
  return texts.map(({ text }) => text);
}

/** One text, or a list of at least one. */
function textsOf({ key, value }: WrittenEntry, report: Report): readonly (Span & { readonly text: string })[] {
  const items = value.kind === 'list' ? value.items : [value];
  if (items.length === 0) report(value, `${key.text} takes a text or a list of texts.`);
  return items.flatMap((item) => {
    if (item.kind === 'scalar' && typeof item.value === 'string') {
      return { text: item.value, start: item.start, end: item.end };
    }
    report(item, `${key.text} takes a text or a list of texts.`);
    return [];
  });
}

/** A kind alone, or a map of one kind to what it is told: a map of parameters, or the value of its main one. */
function readFault(written: Written, report: Report): Fault | undefined {
  if (written.kind === 'scalar' && typeof written.value === 'string') {
    return readKind(written.value, written, { ...written, value: null }, report);
  }
  const [entry, second] = written.kind === 'map' ? written.entries : [];
  if (entry === undefined) {
    report(written, 'fault takes a kind, or a map of one kind.', `The kinds: ${KINDS.join(', ')}.`);
    return undefined;
  }
  if (second !== undefined) {
    report(second.key, 'A fault has one kind only.', 'Make the second one an item of faults of its own.');
    return undefined;
  }
  return readKind(entry.key.text, entry.key, entry.value, report);
}

function readKind(name: string, at: Span, told: Written, report: Report): Fault | undefined {
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) {
    report(at, `${JSON.stringify(name)} is no kind of fault.`, hintWord(name, KINDS));
    return undefined;
  }
  const parameters: Readonly<Record<string, Parameter<unknown>>> = FAULT_KINDS[kind].parameters;
  const entries = readTold(kind, told, Object.keys(parameters), report);
  const values = Object.entries(parameters).map(([parameter, row]) => {
    const entry = entries.get(parameter);
    if (entry !== undefined) return [parameter, row.read(entry.value, `${kind}.${parameter}`, report)];
    if (row.standard === undefined) report(at, `The fault ${kind} needs ${parameter}: ${row.takes}.`);
    return [parameter, row.standard];
  });
  if (kind === 'edit' && !entries.has('settings') && !entries.has('scaling')) {
    report(at, 'The fault edit needs settings or scaling.');
  }
  // The table gives each kind its parameters, and the type is made from the table.
  return { kind, ...Object.fromEntries(values) } as Fault;
}

function readTold(kind: FaultKind, told: Written, known: readonly string[], report: Report): Entries {
  if (told.kind === 'scalar' && told.value === null) return new Map();
  const row = FAULT_KINDS[kind];
  if (told.kind === 'scalar' && 'main' in row) {
    return new Map([[row.main, { key: { text: row.main, start: told.start, end: told.end }, value: told }]]);
  }
  if (known.length === 0) {
    const isEmpty = told.kind === 'map' && told.entries.length === 0;
    if (!isEmpty) report(told, `The fault ${kind} takes no parameters.`);
    return new Map();
  }
  return entriesOf(told, `The fault ${kind}`, known, report);
}

function entriesOf(written: Written, owner: string, known: readonly string[], report: Report): Entries {
  if (written.kind !== 'map') {
    report(written, `${owner} takes a map with ${known.join(', ')}.`);
    return new Map();
  }
  for (const { key } of written.entries) {
    if (!known.includes(key.text)) {
      report(key, `${owner} has no ${JSON.stringify(key.text)}.`, hintWord(key.text, known));
    }
  }
  return new Map(written.entries.map((entry) => [entry.key.text, entry]));
}
