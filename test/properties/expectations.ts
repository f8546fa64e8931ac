import type { DiagnosticCode } from '../../src/model/diagnostic-codes.ts';
import { isSizeKey, SIZE_KEYS } from '../../src/model/field/field.ts';
import type { Band } from '../../src/model/fleet.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import type { PlanStatus } from '../../src/model/plan.ts';
import type { Pipe } from '../../src/sandbox/index.ts';
import { SCALING_RULES, SETTING_RULES } from '../../src/sandbox/pipes-api/field-rules.ts';
import { HIDDEN_RANGES } from '../odd-service/oddities.ts';
import type { Switches } from '../odd-service/start.ts';
import { type Declaration, type PipeCase, type Scenario, specAt } from './scenario.ts';
import { fits } from './write-config.ts';

/** Values by path, such as `settings.db_max_threads`. Unset values are absent. */
export type Values = ReadonlyMap<string, JsonValue>;

/** The expected plan of one pipe, derived from the declarations and the state of the service. */
export interface ExpectedPipe {
  readonly status: PlanStatus;
  /** Why it is refused or in error, or null. */
  readonly code: DiagnosticCode | null;
  /** Path to before and after; a null is "unset". */
  readonly changes: ReadonlyMap<string, readonly [before: JsonValue, after: JsonValue]>;
  readonly put: Readonly<Record<string, JsonValue>> | null;
  readonly patch: Readonly<Record<string, JsonValue>> | null;
  /** Why the service rejects it, or null when the apply must succeed. */
  readonly obstacle: DiagnosticCode | null;
}

/** The values that a reader sees once the pipe has settled. Unset keys may show the defaults of the service. */
export function valuesOf(pipe: Pick<Pipe, 'settings' | 'scaling'>, kind: string, unset: Switches['unset']): Values {
  const values = new Map<string, JsonValue>();
  if (unset === 'default') {
    for (const [key, rule] of Object.entries(SETTING_RULES)) values.set(`settings.${key}`, rule.whenUnset);
    for (const [key, rule] of Object.entries(SCALING_RULES))
      if (rule.kinds.some((used) => used === kind)) values.set(`scaling.${key}`, rule.whenUnset);
  }
  for (const [key, value] of Object.entries(pipe.settings)) values.set(`settings.${key}`, value);
  for (const [key, value] of Object.entries(pipe.scaling)) values.set(`scaling.${key}`, value);
  return values;
}

export function managed(pipe: PipeCase): readonly Declaration[] {
  return pipe.declarations.filter(({ ignored }) => !ignored);
}

/** The expected plan of the pipe with the given state of the service. */
export function expectPipe(pipe: PipeCase, held: Pipe | undefined, scenario: Scenario): ExpectedPipe {
  const { switches } = scenario;
  const stop = (status: PlanStatus, code: DiagnosticCode): ExpectedPipe => ({
    status,
    code,
    changes: new Map(),
    put: null,
    patch: null,
    obstacle: null,
  });
  if (switches.idleServices.includes(pipe.live.serviceId)) return stop('error', 'service-idle');
  if (held === undefined) return stop('error', 'pipe-not-found');
  if (pipe.claims.name === 'wrong') return stop('refused', 'wrong-pipe');
  const declarations = managed(pipe);
  if (pipe.claims.source === 'wrong' && hasOtherKind(pipe)) return stop('refused', 'wrong-pipe');
  if (!fits(pipe, pipe.kind)) return stop('refused', 'field-not-for-kind');
  const isTooLarge = Object.values(held.settings).includes(2 ** 60);
  if (isTooLarge && declarations.some(({ path }) => path.startsWith('settings.')))
    return stop('error', 'unreadable-value');

  const values = valuesOf(held, pipe.kind, switches.unset);
  const changes = findChanges(declarations, values, held.state);
  const replicas = changes.get('scaling.replicas');
  const factor = scenario.policy.maxReplicaFactor;
  const known = { changes, put: null, patch: null, obstacle: null } as const;
  if (scenario.allowances === 'none' && changes.size > 0) {
    if (pipe.protect) return { ...known, status: 'refused', code: 'protected-pipe' };
    if (factor !== null && replicas !== undefined && ratio(replicas) > factor)
      return { ...known, status: 'refused', code: 'replica-factor' };
  }
  if (changes.size === 0) return { ...known, status: 'unchanged', code: null };
  const put = bodyOfPut(values, changes, pipe.kind);
  const patch = bodyOfPatch(values, changes);
  const obstacle = findObstacle(pipe, put, patch, switches);
  return { changes, status: 'update', code: null, put: nameForService(put, switches), patch, obstacle };
}

/** A pause hides scaling values. In transition, one that is not shown is pending, unless it must be sent with its sibling. */
function findChanges(declarations: readonly Declaration[], values: Values, state: string): Changes {
  const isOnItsWay = ({ path, value }: Declaration) =>
    state === 'Snapshot' && path.startsWith('scaling.') && !values.has(path) && value !== null;
  const isHidden = ({ path }: Declaration) =>
    state === 'Paused' && path.startsWith('scaling.') && (values.get(path) ?? 0) === 0;
  const changes = new Map<string, readonly [JsonValue, JsonValue]>();
  for (const declaration of declarations) {
    if (isHidden(declaration)) continue;
    const before = values.get(declaration.path) ?? null;
    const after = isBand(declaration.value) ? clamp(before, declaration.value) : declaration.value;
    if (before !== after && !isOnItsWay(declaration)) changes.set(declaration.path, [before, after]);
  }
  if (!SIZE_KEYS.some((key) => changes.has(`scaling.${key}`))) return changes;
  for (const declaration of declarations.filter(isOnItsWay))
    if (isSizeKey(specAt(declaration.path).key) && !isBand(declaration.value))
      changes.set(declaration.path, [null, declaration.value]);
  return changes;
}

/** Whether the policy on the number of changes refuses everything. */
export function isHeldBack({ policy, allowances, cases }: Scenario, updates: number): boolean {
  const { maxChangedPipes: limit, minPipes } = policy;
  if (limit === null || allowances === 'all' || cases.length <= (minPipes ?? 0)) return false;
  return typeof limit === 'number' ? updates > limit : updates * 100 > limit.percent * cases.length;
}

function hasOtherKind(pipe: PipeCase): boolean {
  return (['kafka', 'objectStorage', 'kinesis', 'postgres'] as const).some(
    (kind) => kind !== pipe.kind && fits(pipe, kind),
  );
}

function isBand(value: Declaration['value']): value is Band {
  return typeof value === 'object' && value !== null;
}

function clamp(before: JsonValue, { min, max }: Band): JsonValue {
  if (typeof before !== 'number' || before < min) return min;
  return before > max ? max : before;
}

function ratio([before, after]: readonly [JsonValue, JsonValue]): number {
  if (typeof before !== 'number') return 1;
  // Unset means the default of the service, which may be any number.
  if (typeof after !== 'number') return Number.POSITIVE_INFINITY;
  return Math.max(after / before, before / after);
}

type Changes = ExpectedPipe['changes'];

const RULES = new Map(Object.entries(SETTING_RULES).map(([key, rule]) => [`settings.${key}`, rule]));

/** Whether pipes of the kind have the field, by the contract. */
export function isOfKind(path: string, kind: string): boolean {
  return RULES.get(path)?.kinds.some((one) => one === kind) ?? true;
}

/** Every set setting that the kind has stays in the body; null only for values to unset. */
function bodyOfPut(values: Values, changes: Changes, kind: string): ExpectedPipe['put'] {
  const within = 'settings.';
  if (![...changes.keys()].some((path) => path.startsWith(within))) return null;
  const body = new Map([...values].filter(([path]) => path.startsWith(within) && isOfKind(path, kind)));
  for (const [path, [, after]] of changes) if (path.startsWith(within)) body.set(path, after);
  return Object.fromEntries([...body].map(([path, value]) => [path.slice(within.length), value]));
}

/** Independent of the translation in the program: uses the text of the contract names. */
function nameForService(body: ExpectedPipe['put'], { settingPrefix }: Scenario['switches']): ExpectedPipe['put'] {
  if (body === null) return null;
  const known = (key: string) => Object.hasOwn(SETTING_RULES, key);
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [known(key) ? key.replace(/^db_/, settingPrefix) : key, value]),
  );
}

function bodyOfPatch(values: Values, changes: Changes): ExpectedPipe['patch'] {
  const body: Record<string, JsonValue> = {};
  for (const [path, [, after]] of changes) {
    const [section, key = ''] = path.split('.');
    if (section !== 'scaling') continue;
    body[key] = after;
    for (const companion of isSizeKey(key) ? SIZE_KEYS : []) {
      const known = values.get(`scaling.${companion}`);
      if (!changes.has(`scaling.${companion}`) && known !== undefined) body[companion] = known;
    }
  }
  return Object.keys(body).length > 0 ? body : null;
}

/** The effect of each switch on an update, as in the field notes. */
function findObstacle(
  pipe: PipeCase,
  put: ExpectedPipe['put'],
  patch: ExpectedPipe['patch'],
  switches: Switches,
): DiagnosticCode | null {
  if (put !== null && pipe.kind === 'postgres') return 'field-not-for-kind';
  const nullIn = (body: ExpectedPipe['put']) => Object.values(body ?? {}).includes(null);
  if (switches.null === 'reject' && (nullIn(put) || nullIn(patch))) return 'request-rejected';
  const isHidden = Object.entries(HIDDEN_RANGES).some(([key, [least, most]]) => {
    const value = put?.[key];
    return typeof value === 'number' && (value < least || value > most);
  });
  if (switches.bounds === 'hidden' && isHidden) return 'request-rejected';
  // A replacing service drops the key even if it ignores null; scaling updates always merge.
  const putResets = switches.null === 'reset' || switches.put === 'replace';
  if (nullIn(put) && (!putResets || switches.unset === 'default')) return 'not-converged';
  if (nullIn(patch) && (switches.null !== 'reset' || switches.unset === 'default')) return 'not-converged';
  return null;
}
