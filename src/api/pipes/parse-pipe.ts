import type { PipeAddress } from '../../model/client.ts';
import {
  CONTRACT,
  type FieldSpec,
  type FieldTable,
  pathOf,
  type ScalingKey,
  SOURCE_KINDS,
} from '../../model/field/field.ts';
import type { SettingNames } from '../../model/field/setting-names.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import type { LivePipe, LiveScaling, LiveScalingValue, LiveSettings, UnreadableValue } from '../../model/live-pipe.ts';
import type { Result } from '../../model/result.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { isCarried } from './carried.ts';
import { readGigabytes, readMillicores, readNumber, readOptionalText, readText } from './parse-values.ts';

type ParsedPipe = Result<
  { readonly pipe: LivePipe },
  /** `problem` contains nothing of the response. */
  { readonly problem: string }
>;

interface PipeContext extends Pick<PipeAddress, 'serviceId' | 'source'> {
  readonly redact: Redact;
  /** Absent or null when the deployment uses the contract’s names for settings. */
  readonly names?: SettingNames | null;
  /** Absent when the deployment has the fields of the contract. */
  readonly fields?: FieldTable;
}

/** No service has deeper settings, and recursion over them would overflow. */
const DEEPEST = 64;

/**
 * Reads a pipe (pipes API, part 2). What plan and apply rely on is checked; the rest is tolerated. A value of the
 * wrong type is listed as unreadable, and settings keep it as it is for updates. Settings that an update leaves out (`isCarried`)
 * are dropped here, so that nothing compares, sends or waits for them. Settings are unusable when sending
 * them back could change them (numbers beyond 2^53 or infinite, text that is not UTF-8), when they hold the credentials, and when a renamed
 * key also appears under its contract name, which is ambiguous. Texts are redacted and cut.
 */
export function parsePipe(body: unknown, context: PipeContext): ParsedPipe {
  if (!isJsonObject(body)) return { ok: false, problem: 'the response is not a JSON object' };
  const { result } = body;
  return isJsonObject(result)
    ? parseResult(result, context)
    : { ok: false, problem: 'the response has no object named result' };
}

/** All pipes of a list, or the problem of the first that cannot be read. Settings and scaling that are not listed are absent. */
export function parsePipes(
  body: unknown,
  context: PipeContext,
): Result<{ readonly pipes: readonly LivePipe[] }, { readonly problem: string }> {
  const result = isJsonObject(body) ? body.result : undefined;
  if (!Array.isArray(result)) return { ok: false, problem: 'the response has no list named result' };
  const pipes: LivePipe[] = [];
  for (const item of result) {
    const parsed = isJsonObject(item)
      ? parseResult(item, context)
      : { ok: false as const, problem: 'an item of the list is not an object' };
    if (!parsed.ok) return parsed;
    // A list may leave out what a read shows, whatever `api.settingsWhenUnset` says.
    const isListed = isJsonObject(item) && (item.settings ?? null) !== null;
    const settings: LiveSettings = isListed ? parsed.pipe.settings : { status: 'absent' };
    pipes.push({ ...parsed.pipe, settings, serviceId: parsed.pipe.serviceId || context.serviceId });
  }
  return { ok: true, pipes };
}

function parseResult(result: JsonObject, context: PipeContext): ParsedPipe {
  if (typeof result.id !== 'string' || result.id === '')
    return { ok: false, problem: 'the pipe in the response has no id' };

  const unreadable: UnreadableValue[] = [];
  const { redact } = context;
  const source = readKind(result.source);
  const settings = readSettings(result.settings, { ...context, source: source ?? context.source ?? null }, unreadable);
  const scaling = readScaling(result.scaling, unreadable, redact);
  const text = (value: JsonValue | undefined): string | null => readOptionalText(value, redact);
  return {
    ok: true,
    pipe: {
      id: readText(result.id, redact),
      serviceId: text(result.serviceId) ?? context.serviceId,
      name: text(result.name) ?? '',
      state: text(result.state),
      source: source === null ? null : readText(source, redact),
      settings,
      scaling,
      unreadable,
      createdAt: text(result.createdAt),
      updatedAt: text(result.updatedAt),
    },
  };
}

/** The `result` of a settings update (pipes API, part 4). */
export function parseSettings(
  body: unknown,
  context: Omit<PipeContext, 'serviceId'>,
): Pick<LivePipe, 'settings' | 'unreadable'> {
  const unreadable: UnreadableValue[] = [];
  const settings = readSettings(isJsonObject(body) ? body.result : undefined, context, unreadable);
  return { settings, unreadable };
}

function readSettings(
  shown: JsonValue | undefined,
  { redact, names = null, fields = CONTRACT, source = null }: Omit<PipeContext, 'serviceId'>,
  unreadable: UnreadableValue[],
): LiveSettings {
  const none = { status: 'known', values: {} } as const;
  if (shown === undefined || shown === null) return fields.settingsWhenUnset === 'absent' ? none : { status: 'absent' };
  if (isEmptyList(shown)) return none;
  if (!isJsonObject(shown)) return { status: 'unusable' };
  let isExact = true;
  // Most settings are kept as they are shown, without a copy.
  let isShown = true;
  const entries = Object.entries(shown).flatMap(([named, found]): readonly [string, JsonValue][] => {
    const key = names?.toContract.get(named) ?? named;
    if (!isCarried(key, source, fields)) {
      isShown = false;
      return [];
    }
    const service = names?.toService.get(named);
    if (service !== undefined) {
      unreadable.push({
        path: `settings.${named}`,
        found: `a value under this name, although api.naming renames it to ${service}`,
      });
      isExact = false;
    }
    const spec = fields.find(pathOf('settings', key));
    const value = spec === undefined || found === null ? found : readField(spec, found);
    isShown &&= key === named && value === found;
    if (value === 0 && (spec?.minimum ?? 0) > 0) {
      // A 0 that an update may not have is shown for an unset number (field notes, "Settings").
      isShown = false;
      return [[key, null]];
    }
    if (!isWellFormed(named)) {
      unreadable.push({
        path: `settings.${redact(key)}`,
        found: 'a key that is not UTF-8',
      });
      isExact = false;
    }
    if (value !== null && canCarry(value)) return [[key, value]];
    if (found === null) return [[key, null]];
    unreadable.push({
      path: `settings.${redact(key)}`,
      found: describable(found, redact),
    });
    isExact &&= canCarry(found);
    return [[key, found]];
  });
  const values = isShown ? shown : Object.fromEntries(entries);
  return isExact && !holdsSecret(values, redact) ? { status: 'known', values } : { status: 'unusable' };
}

function readScaling(shown: JsonValue | undefined, unreadable: UnreadableValue[], redact: Redact): LiveScaling {
  // A value that is not an object must not make keys look unset.
  const section = isJsonObject(shown) ? shown : null;
  const read = (key: ScalingKey): LiveScalingValue => {
    if (shown === undefined || shown === null) return 'absent';
    const found = section === null ? shown : Object.hasOwn(section, key) ? (section[key] ?? null) : null;
    if (found === null) return null;
    const value = section === null ? null : readScalingField(key, found);
    if (value === null) unreadable.push({ path: `scaling.${key}`, found: describable(found, redact) });
    return value ?? 'unreadable';
  };
  return {
    replicas: read('replicas'),
    concurrency: read('concurrency'),
    replicaCpuMillicores: read('replicaCpuMillicores'),
    replicaMemoryGb: read('replicaMemoryGb'),
  };
}

/** Some services write an empty map as an empty list (field notes, "Settings"). */
function isEmptyList(shown: JsonValue | undefined): boolean {
  return Array.isArray(shown) && shown.length === 0;
}

/** CPU and memory may be Kubernetes quantities (field notes, "Scaling"). */
function readScalingField(key: ScalingKey, found: JsonValue): number | null {
  if (key === 'replicaMemoryGb') return readGigabytes(found);
  const value = key === 'replicaCpuMillicores' ? readMillicores(found) : readNumber(found);
  return Number.isSafeInteger(value) ? value : null;
}

/** The value in the contract’s type, also from text; null for another type. */
function readField(spec: FieldSpec, found: JsonValue): number | boolean | null {
  if (spec.type === 'boolean') {
    const text = String(found).trim().toLowerCase();
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : null;
  }
  const value = readNumber(found);
  return spec.type === 'number' || Number.isSafeInteger(value) ? value : null;
}

/** The kind is the key; the value under it may be secret and is dropped. */
function readKind(source: JsonValue | undefined): string | null {
  if (!isJsonObject(source)) return null;
  const shown = Object.keys(source).filter((key) => source[key] !== null);
  return SOURCE_KINDS.find((kind) => shown.includes(kind)) ?? shown[0] ?? null;
}

/** Only for a value of bounded depth. */
function holdsSecret(value: JsonValue, redact: Redact): boolean {
  const text = JSON.stringify(value);
  return redact(text) !== text;
}

/** Whether a value can be read and sent back unchanged. */
function canCarry(value: JsonValue, depth = 0): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || (Number.isFinite(value) && value % 1 !== 0);
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value !== 'object' || value === null) return true;
  const isCarried = ([key, inner]: [string, JsonValue]): boolean => isWellFormed(key) && canCarry(inner, depth + 1);
  return depth < DEEPEST && Object.entries(value).every(isCarried);
}

/** Decoding replaces bytes that are not UTF-8 by this character. A service that sends it itself had lost the bytes. */
function isWellFormed(text: string): boolean {
  return !text.includes('\ufffd');
}

/** JSON cannot represent an infinite number. */
function describable(found: JsonValue, redact: Redact): JsonValue {
  if (typeof found === 'number') return Number.isFinite(found) ? found : String(found);
  if (typeof found === 'string' && !isWellFormed(found)) return 'text that is not UTF-8';
  if (!canCarry(found)) return 'a value that cannot be sent back exactly';
  return holdsSecret(found, redact) ? 'a value that contains the credentials' : found;
}
