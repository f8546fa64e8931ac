import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isSourceKind } from '../../model/field/field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { isUuid } from '../../model/pipe-address.ts';
import { findScalingProblem, findSettingProblem } from '../pipes-api/field-rules.ts';
import { createFileError, SandboxError } from '../sandbox-error.ts';
import { parseWorkload, WORKLOAD_FORM } from '../switches.ts';
import { parseYaml, readText } from '../yaml-file.ts';
import type { FleetState, Pipe, PipeScaling } from './pipe.ts';

/** Reads a fleet from a JSON or YAML file. @throws SandboxError with one line per problem. */
export async function loadFleet(file: string): Promise<FleetState> {
  const what = `fleet file ${file}`;
  const problems: string[] = [];
  const fleet = readFleet(parseYaml(await readText(file, what), what), (problem) => problems.push(problem));
  if (problems.length === 0) return fleet;
  throw new SandboxError(problems.map((problem) => `${what}: ${problem}`).join('\n'));
}

/** Writes the settled pipes as a fleet file, and creates its folder. @throws SandboxError when it cannot. */
export async function saveFleet(file: string, { pipes, ...fleet }: FleetState): Promise<void> {
  const settled = pipes.map(({ settling: _, ...pipe }) => pipe);
  const text = `${JSON.stringify({ ...fleet, pipes: settled }, null, 2)}\n`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, text, { mode: 0o600 });
  } catch (error) {
    throw createFileError(`write the fleet file ${file}`, error);
  }
}

// The names of services follow the rule of a configuration.
const SERVICE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const UNKNOWN_AGE = '2026-01-01T00:00:00.000Z';

type ReportProblem = (problem: string) => void;

/**
 * Reads `{organization, services: {name: id}, pipes: [Pipe]}`. A pipe is the contract's resource (part 2), may have the name of
 * its `service` instead of `serviceId`, and needs only `id`, `name`, the service and `source`. Null values are unset. The fleet, and then
 * a pipe, may have a `workload`.
 * @param report called with every problem. The fleet is valid when there are none.
 */
function readFleet(root: JsonValue, report: ReportProblem): FleetState {
  const { organization = null, services = null, pipes = null, workload = null } = isJsonObject(root) ? root : {};
  if (!isUuidText(organization)) report('organization must be a uuid.');
  const named = isJsonObject(services) ? Object.entries(services) : [];
  if (named.length === 0) report('services must map at least one name to an id.');
  for (const [name, id] of named) {
    if (!SERVICE_NAME.test(name)) {
      report(`services: ${JSON.stringify(name)} is not a service name (letters, digits, . _ -).`);
    }
    if (!isUuidText(id)) report(`services.${name} must be a uuid.`);
  }
  const known = Object.fromEntries(named.map(([name, id]) => [name, lowerCase(id)]));
  const fleet = { organization: lowerCase(organization), services: known, pipes: readPipes(pipes, known, report) };
  const shared = readWorkload(workload, report);
  if (shared.workload === undefined && fleet.pipes.some((pipe) => pipe.workload !== undefined))
    report('workload must be set for the fleet when it is set for a pipe.');
  return { ...fleet, ...shared };
}

function readWorkload(workload: JsonValue, report: ReportProblem): { readonly workload?: string } {
  if (workload === null) return {};
  if (typeof workload !== 'string' || parseWorkload(workload) === undefined) {
    report(`workload must be ${WORKLOAD_FORM}`);
  }
  return { workload: String(workload) };
}

/** @param services ids by name. */
function readPipes(list: JsonValue, services: FleetState['services'], report: ReportProblem): readonly Pipe[] {
  if (!Array.isArray(list)) report('pipes must be a list.');
  const pipes = (Array.isArray(list) ? list : []).map((pipe: JsonValue, index) =>
    readPipe(pipe, services, (problem) => report(`pipes[${index}]: ${problem}.`)),
  );
  const first = new Map<string, number>();
  for (const [index, { id }] of pipes.entries()) {
    const duplicate = first.get(id);
    if (duplicate !== undefined && isUuid(id)) report(`pipes[${index}]: has the id of pipes[${duplicate}].`);
    first.set(id, duplicate ?? index);
  }
  return pipes;
}

function readPipe(value: JsonValue, services: FleetState['services'], report: ReportProblem): Pipe {
  const pipe = isJsonObject(value) ? value : {};
  const { id = null, name = null, source = null, destination = {}, fieldMappings = [] } = pipe;
  const state = pipe.state ?? 'Running';
  const createdAt = pipe.createdAt ?? UNKNOWN_AGE;
  const updatedAt = pipe.updatedAt ?? createdAt;
  if (!isUuidText(id)) report('id must be a uuid');
  if (typeof name !== 'string' || name === '') report('name must be a text');
  const kinds = isJsonObject(source) ? Object.keys(source) : [];
  if (kinds.length !== 1) report('source must be an object with one key, the kind');
  if (!isJsonObject(destination)) report('destination must be an object');
  if (!Array.isArray(fieldMappings)) report('fieldMappings must be a list');
  for (const [field, text] of Object.entries({ state, createdAt, updatedAt })) {
    if (typeof text !== 'string') report(`${field} must be a text`);
  }
  const kind = kinds.find(isSourceKind);
  const findScaling = (key: string, one: JsonValue) => findScalingProblem(kind, key, one);
  return {
    id: lowerCase(id),
    serviceId: findService(pipe, services, report),
    name: String(name),
    state: String(state),
    scaling: readValues('scaling', pipe.scaling ?? {}, findScaling, report) as PipeScaling,
    source: source as JsonObject,
    destination: destination as JsonObject,
    fieldMappings: fieldMappings as readonly JsonValue[],
    settings: readValues('settings', pipe.settings ?? {}, findSettingProblem, report),
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
    ...readWorkload(pipe.workload ?? null, report),
  };
}

function findService(pipe: JsonObject, services: FleetState['services'], report: ReportProblem): string {
  const { serviceId = null, service: name } = pipe;
  if (Object.values(services).includes(lowerCase(serviceId))) return lowerCase(serviceId);
  if (typeof name === 'string' && Object.hasOwn(services, name)) return services[name] ?? '';
  report('service must be a name, or serviceId an id, that services lists');
  return '';
}

function readValues(
  section: string,
  values: JsonValue,
  findProblem: (key: string, value: JsonValue) => string | undefined,
  report: ReportProblem,
): Readonly<Record<string, JsonValue>> {
  if (!isJsonObject(values)) report(`${section} must be an object`);
  const set = Object.entries(isJsonObject(values) ? values : {}).filter(([, value]) => value !== null);
  for (const [key, value] of set) {
    const problem = findProblem(key, value);
    if (problem !== undefined) report(`${section}.${problem}`);
  }
  return Object.fromEntries(set);
}

function isUuidText(value: JsonValue): boolean {
  return typeof value === 'string' && isUuid(value);
}

function lowerCase(value: JsonValue): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
