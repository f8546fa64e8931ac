import { findGlobProblem } from '../../model/glob.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json.ts';
import { listWords } from '../../model/text.ts';
import { SandboxError } from '../sandbox-error.ts';
import { parseYaml } from '../yaml-file.ts';
import {
  choice,
  createPlace,
  integer,
  keysOf,
  listOf,
  type NamedParameters,
  number,
  optional,
  type Parameter,
  readValue,
  type ValuePlace,
} from './parameters.ts';

/** The operations of the pipes API and of the observability API. */
export const OPERATIONS = ['get', 'list', 'put', 'patch', 'series', 'alert'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How a plan writes a kind of fault. */
export interface FaultShape {
  readonly description: string;
  /** The operations that it applies to. */
  readonly operations: readonly Operation[];
  /** A plain value in a plan sets the first one. */
  readonly parameters: NamedParameters;
}

/** A fault with all parameters. Durations are milliseconds. */
export interface Fault {
  readonly kind: string;
  readonly [parameter: string]: unknown;
}

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
  /** The seed of probabilities; null keeps the current one. */
  readonly seed: number | null;
  readonly faults: readonly FaultRule[];
}

type FaultShapes = Readonly<Record<string, FaultShape>>;

/**
 * Reads a fault plan from YAML or JSON.
 * @param kinds by name.
 * @param what the plan in messages.
 * @throws SandboxError with one line for each problem.
 */
export function parsePlan(written: string, kinds: FaultShapes, what = 'fault plan'): FaultPlan {
  const problems: string[] = [];
  const plan = readValue(planOf(kinds), parseYaml(written, what), createPlace(problems));
  if (problems.length === 0) return plan;
  throw new SandboxError(problems.map((problem) => `${what}: ${problem}`).join('\n'));
}

function planOf(kinds: FaultShapes): Parameter<FaultPlan> {
  const rule = keysOf({ ...RULE, fault: faultOf(kinds) });
  return keysOf({
    seed: optional(integer(0, 4_294_967_295), null),
    faults: {
      expected: 'a list',
      read(list: JsonValue, place: ValuePlace) {
        if (!Array.isArray(list)) return undefined;
        return list.map((written: JsonValue, index) => {
          const { operation = null, ...others } = readValue(rule, written, place.inside(index)) ?? {};
          const applicable = kinds[others.fault?.kind ?? '']?.operations ?? OPERATIONS;
          for (const one of operation ?? []) {
            if (one === undefined || applicable.includes(one)) continue;
            const problem = `${others.fault?.kind} does not apply to ${one}; it applies to ${listWords(applicable)}`;
            place.inside(index).inside('operation').report(problem);
          }
          return { ...others, operation: operation ?? applicable } as FaultRule;
        });
      },
    },
  });
}

const ANY_COUNT = integer(0, 1_000_000_000);
const PATTERN = {
  expected: 'an id, or a pattern of 1 to 200 characters',
  read(value: JsonValue, place: ValuePlace) {
    if (typeof value !== 'string' || value === '' || value.length > 200) return undefined;
    const problem = findGlobProblem(value);
    if (problem !== null) place.report(`the pattern ${problem}`);
    return value;
  },
};
const RULE = {
  operation: optional(listOf('an operation or a list of operations', choice(...OPERATIONS)), null),
  pipe: optional(listOf('a text or a list of texts', PATTERN), null),
  after: optional(ANY_COUNT, 0),
  count: optional(ANY_COUNT, null),
  probability: optional(number(0, 1), 1),
  enabled: optional<boolean, boolean>(
    { expected: 'true or false', read: (value) => (typeof value === 'boolean' ? value : undefined) },
    true,
  ),
};

/** A kind alone, or a map of one kind to its parameters or to its first parameter. */
function faultOf(kinds: FaultShapes): Parameter<Fault> {
  return {
    expected: `a kind, or a map of one kind to its parameters; the kinds are ${listWords(Object.keys(kinds))}`,
    read(written, place) {
      const map: JsonValue = typeof written === 'string' ? { [written]: null } : written;
      const [[kind, value = null] = [], ...others] = isJsonObject(map) ? Object.entries(map) : [];
      if (kind === undefined || others.length > 0 || !Object.hasOwn(kinds, kind)) return undefined;
      const { parameters = {} } = kinds[kind] ?? {};
      const [first] = Object.keys(parameters);
      const given = value === null ? {} : isJsonObject(value) || first === undefined ? value : { [first]: value };
      return { ...readValue(keysOf(parameters), given, place.inside(kind)), kind };
    },
  };
}
