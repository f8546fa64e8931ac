import picomatch from 'picomatch';
import type { JsonObject } from '../../model/json.ts';
import { isUuid } from '../../model/uuid.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { findScalingProblem } from '../pipes-api/contract.ts';
import { createRandom, seedOf } from '../random.ts';
import type { Fault, FaultPlan, FaultRule, Operation } from './fault-plan.ts';

/** The faults of a running sandbox. They are asked in their order; the first that fires takes the request. */
export interface Faults {
  /** The fault that takes this request, which counts as fired then; null when none does. `pipeId` as it stood in the path. */
  take(operation: Operation, pipeId: string | null): Fault | null;
  replace(plan: FaultPlan): void;
  /** Puts more faults after those that there are. */
  add(plan: FaultPlan): void;
  clear(): void;
  /** Begins again: counts and draws are as if no request had come. */
  rewind(): void;
  /** The plan in the form in which it is written, with `matched` and `fired` of each fault. */
  show(): JsonObject;
}

/** What the faults look pipes up in. */
export interface FaultTargets {
  find(id: string): Pipe | undefined;
  /** The name of a service by its id. */
  readonly serviceNames: ReadonlyMap<string, string>;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly isTarget: (pipe: Pipe) => boolean;
  matched: number;
  fired: number;
  /** How many draws were made for an operation on a pipe. */
  readonly draws: Map<string, number>;
}

const STANDARD_SEED = 1;

export function createFaults(plan: FaultPlan, { find, serviceNames }: FaultTargets): Faults {
  let seed = plan.seed ?? STANDARD_SEED;
  let active = plan.faults.map(activate);

  function activate(rule: FaultRule): ActiveRule {
    return { rule, isTarget: createTarget(rule, serviceNames), matched: 0, fired: 0, draws: new Map() };
  }

  // A draw depends on the requests about the same pipe alone, so that requests in flight together draw the same in any order.
  function draw({ rule, draws }: ActiveRule, index: number, subject: string): boolean {
    if (rule.probability >= 1) return true;
    const number = draws.get(subject) ?? 0;
    draws.set(subject, number + 1);
    return createRandom(seedOf(`${seed} ${index} ${subject} ${number}`)).chance(rule.probability);
  }

  function fires(one: ActiveRule, index: number, operation: Operation, pipe: Pipe | undefined): boolean {
    const { operation: operations, pipe: pipes, after, count, fault } = one.rule;
    if (!operations.includes(operation)) return false;
    if (pipe === undefined ? pipes !== null || needsPipe(fault) : !one.isTarget(pipe)) return false;
    one.matched += 1;
    if (one.matched <= after || (count !== null && one.fired >= count)) return false;
    if (!draw(one, index, `${operation} ${pipe?.id ?? ''}`)) return false;
    one.fired += 1;
    return true;
  }

  return {
    take(operation, pipeId) {
      // Almost every sandbox has no faults, and this is on the way of every request.
      if (active.length === 0) return null;
      const pipe = pipeId === null ? undefined : find(pipeId.toLowerCase());
      return active.find((one, index) => fires(one, index, operation, pipe))?.rule.fault ?? null;
    },
    replace(next) {
      seed = next.seed ?? STANDARD_SEED;
      active = next.faults.map(activate);
    },
    add(more) {
      seed = more.seed ?? seed;
      active = [...active, ...more.faults.map(activate)];
    },
    clear() {
      seed = STANDARD_SEED;
      active = [];
    },
    rewind() {
      active = active.map(({ rule }) => activate(rule));
    },
    show: () => ({
      seed,
      faults: active.map(({ rule, matched, fired }) => ({ ...showRule(rule), matched, fired })),
    }),
  };
}

function createTarget({ pipe: pipes, fault }: FaultRule, serviceNames: FaultTargets['serviceNames']) {
  const patterns = pipes?.map((pattern) => matcher(pattern, serviceNames));
  return (pipe: Pipe) => (patterns === undefined || patterns.some((matches) => matches(pipe))) && fits(fault, pipe);
}

function matcher(pattern: string, serviceNames: FaultTargets['serviceNames']): (pipe: Pipe) => boolean {
  if (isUuid(pattern)) return ({ id }) => id === pattern.toLowerCase();
  const matches = picomatch(pattern, { dot: true });
  return pattern.includes('/')
    ? ({ serviceId, name }) => matches(`${serviceNames.get(serviceId) ?? ''}/${name}`)
    : ({ name }) => matches(name);
}

function needsPipe({ kind }: Fault): boolean {
  return kind === 'edit' || kind === 'wrongPipe';
}

function fits(fault: Fault, pipe: Pipe): boolean {
  if (fault.kind !== 'edit') return true;
  return Object.entries(fault.scaling).every(([key, value]) => !findScalingProblem(kindOf(pipe), key, value));
}

function showRule({ operation, pipe, after, count, probability, fault: { kind, ...given } }: FaultRule): JsonObject {
  // Parameters without a value are left out, as they are written.
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return {
    operation,
    ...(pipe !== null && { pipe }),
    after,
    ...(count !== null && { count }),
    probability,
    fault: { [kind]: parameters },
  };
}
