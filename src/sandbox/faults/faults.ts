import { createGlobTest } from '../../model/glob.ts';
import type { JsonObject } from '../../model/json/json.ts';
import { isUuid } from '../../model/pipe-address.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { createRandom, seedOf } from '../random.ts';
import type { Fault, FaultPlan, FaultRule, Operation } from './fault-plan.ts';

/** The key is the id of the service. */
type ServiceNames = ReadonlyMap<string, string>;

interface ActiveRule {
  rule: FaultRule;
  readonly isTarget: (pipe: Pipe) => boolean;
  matched: number;
  fired: number;
  /** How many draws there were for each operation on each pipe. */
  readonly draws: Map<string, number>;
}

const DEFAULT_SEED = 1;

export type Faults = ReturnType<typeof createFaults>;

/** The active faults. The first one that fires applies to the request. */
export function createFaults(plan: FaultPlan, find: (id: string) => Pipe | undefined, serviceNames: ServiceNames) {
  let seed = plan.seed ?? DEFAULT_SEED;
  let active = plan.faults.map(activate);
  const stale = new Map<string, { readonly pipe: Pipe; readonly until: number }>();
  const busyUntil = new Map<string, number>();

  function activate(rule: FaultRule): ActiveRule {
    const matchers = rule.pipe?.map((pattern) => createMatcher(pattern, serviceNames));
    const isTarget = (pipe: Pipe) => matchers?.some((matches) => matches(pipe)) ?? true;
    return { rule, isTarget, matched: 0, fired: 0, draws: new Map() };
  }

  // Draws are independent between pipes, so that the order of concurrent requests does not matter.
  function draw({ rule, draws }: ActiveRule, index: number, subject: string): boolean {
    if (rule.probability >= 1) return true;
    const number = draws.get(subject) ?? 0;
    draws.set(subject, number + 1);
    return createRandom(seedOf(`${seed} ${index} ${subject} ${number}`)).chance(rule.probability);
  }

  function fires(one: ActiveRule, index: number, operation: Operation, pipe: Pipe | undefined): boolean {
    const { operation: operations, pipe: pipes, after, count, enabled } = one.rule;
    if (!enabled || !operations.includes(operation)) return false;
    if (pipe === undefined ? pipes !== null : !one.isTarget(pipe)) return false;
    one.matched += 1;
    if (one.matched <= after || (count !== null && one.fired >= count)) return false;
    if (!draw(one, index, `${operation} ${pipe?.id ?? ''}`)) return false;
    one.fired += 1;
    return true;
  }

  return {
    /** Returns the fault that fires, if any, and counts it. `pipeId` as in the path. */
    take(operation: Operation, pipeId: string | null): Fault | null {
      // A fast path, since most sandboxes have no faults.
      if (active.length === 0) return null;
      const pipe = pipeId === null ? undefined : find(pipeId.toLowerCase());
      return active.find((one, index) => fires(one, index, operation, pipe))?.rule.fault ?? null;
    },
    replace(next: FaultPlan): void {
      seed = next.seed ?? DEFAULT_SEED;
      active = next.faults.map(activate);
    },
    add(more: FaultPlan): void {
      seed = more.seed ?? seed;
      active = [...active, ...more.faults.map(activate)];
    },
    /** Turns the fault at this position on or off, or all of them for null. Their counts stay. Returns whether there is such a fault. */
    setEnabled(enabled: boolean, position: number | null): boolean {
      const chosen = position === null ? active : active.slice(position, position + 1);
      for (const one of chosen) one.rule = { ...one.rule, enabled };
      return position === null || chosen.length > 0;
    },
    /** How many faults can fire. */
    countEnabled: () => active.filter(({ rule }) => rule.enabled).length,
    /** Resets all counts and draws, and ends stale reads and operations in progress. */
    rewind(): void {
      active = active.map(({ rule }) => activate(rule));
      stale.clear();
      busyUntil.clear();
    },
    /** The plan with `matched` and `fired` of each fault. */
    show: (): JsonObject => ({
      seed,
      faults: active.map(({ rule, matched, fired }) => ({ ...showRule(rule), matched, fired })),
    }),
    /** Reads show the current state of the pipe until `until` (epoch milliseconds), like a stale replica. */
    holdBack(id: string, until: number): void {
      const pipe = find(id);
      if (pipe !== undefined) stale.set(id, { pipe, until });
    },
    /** An operation on the pipe is in progress until `until` (epoch milliseconds). */
    keepBusy: (id: string, until: number): void => void busyUntil.set(id.toLowerCase(), until),
    isBusy: (id: string, now: number): boolean => now < (busyUntil.get(id.toLowerCase()) ?? 0),
    /** The stale state that a read at `now` (epoch milliseconds) shows, if any. */
    findStale(id: string, now: number): Pipe | undefined {
      const shown = stale.get(id);
      return shown !== undefined && now < shown.until ? shown.pipe : undefined;
    },
  };
}

function createMatcher(pattern: string, serviceNames: ServiceNames): (pipe: Pipe) => boolean {
  if (isUuid(pattern)) return ({ id }) => id === pattern.toLowerCase();
  const matches = createGlobTest(pattern);
  return pattern.includes('/')
    ? ({ serviceId, name }) => matches(`${serviceNames.get(serviceId) ?? ''}/${name}`)
    : ({ name }) => matches(name);
}

/** The rule as a plan writes it, with all parameters that are set. */
export function showRule(rule: FaultRule): JsonObject {
  const { operation, pipe, after, count, probability, enabled } = rule;
  const { kind, ...parameters } = rule.fault;
  return {
    ...withoutNulls({ operation, pipe, after, count, probability, enabled }),
    fault: { [kind]: withoutNulls(parameters) },
  };
}

function withoutNulls(values: object): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as JsonObject;
}
