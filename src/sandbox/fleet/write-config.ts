import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Document, isMap, isNode } from 'yaml';
import type { JsonValue } from '../../model/json.ts';
import { formatBytes, formatDuration } from '../../model/units.ts';
import { makeFolder } from '../../platform/folders.ts';
import { SCALING_RULES, SETTING_RULES } from '../pipes-api/contract.ts';
import { explainFileError, SandboxError } from '../sandbox-error.ts';
import { DEFAULT_SWITCHES, type Switches } from '../switches.ts';
import { type FleetState, kindOf, type Pipe } from './pipe.ts';

const SCHEMA_COMMENT = ' yaml-language-server: $schema=./node_modules/pipeform/schema/config.schema.json';

/**
 * The configuration that says exactly what the pipes are, so that a plan against them finds nothing to change:
 * `pipeform.yaml` and one file of pipes per service. Unset keys are not managed, and postgres pipes have no settings and no
 * scaling to manage.
 * @returns the text of each file by its path, with forward slashes.
 */
export function renderConfig(
  fleet: FleetState,
  pipes: readonly Pipe[],
  url: string,
  { resource, settingPrefix }: Pick<Switches, 'resource' | 'settingPrefix'> = DEFAULT_SWITCHES,
): ReadonlyMap<string, string> {
  const naming = {
    ...(resource !== DEFAULT_SWITCHES.resource && { resource }),
    ...(settingPrefix !== DEFAULT_SWITCHES.settingPrefix && { settingPrefix }),
  };
  const root = new Document({
    version: 1,
    api: {
      url: `\${PIPEFORM_API_URL:-${url}}`,
      organization: fleet.organization,
      ...(Object.keys(naming).length > 0 && { naming }),
    },
    observability: { url: `\${PIPEFORM_OBSERVABILITY_URL:-${url}}` },
    services: fleet.services,
    ...(pipes.length > 0 && { include: ['pipes/**/*.yaml'] }),
  });
  root.commentBefore = SCHEMA_COMMENT;
  // A blank line above each section but the first, as `pipeform fmt` has it.
  if (isMap(root.contents)) for (const { key } of root.contents.items.slice(1)) if (isNode(key)) key.spaceBefore = true;
  const files = new Map([['pipeform.yaml', root.toString({ lineWidth: 0 })]]);
  const keys = uniqueKeys(pipes);
  for (const [service, id] of Object.entries(fleet.services)) {
    const entries = pipes
      .filter((pipe) => pipe.serviceId === id)
      .map((pipe) => [keys.get(pipe.id) ?? pipe.id, describePipe(pipe, service)]);
    if (entries.length === 0) continue;
    const document = new Document({ pipes: Object.fromEntries(entries) });
    files.set(`pipes/${service}.yaml`, document.toString({ lineWidth: 0 }));
  }
  return files;
}

function describePipe(pipe: Pipe, service: string): Readonly<Record<string, unknown>> {
  const kind = kindOf(pipe);
  const identity = { service, id: pipe.id, name: pipe.name.replaceAll('$', '$$$$') };
  if (kind === undefined) return identity;
  const settings = kind === 'postgres' ? {} : describeValues(pipe.settings, SETTING_RULES, kind);
  const scaling = describeValues(pipe.scaling, SCALING_RULES, kind);
  return {
    ...identity,
    source: kind,
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(scaling).length > 0 && { scaling }),
  };
}

// In the contract's order; a key that the kind does not use would be an error in the configuration.
function describeValues(
  values: Readonly<Record<string, JsonValue>>,
  rules: typeof SETTING_RULES,
  kind: string,
): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([key, rule]) => Object.hasOwn(values, key) && rule.kinds.some((used) => used === kind))
      .map(([key]) => [key, describeValue(key, values[key] ?? null)]),
  );
}

function describeValue(key: string, value: JsonValue): JsonValue {
  if (typeof value !== 'number') return value;
  if (key.endsWith('_ms')) return formatDuration(value);
  return key.endsWith('_bytes') ? (formatBytes(value) ?? value) : value;
}

function uniqueKeys(pipes: readonly Pipe[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    pipes.map((pipe) => {
      const wanted = toKey(pipe.name);
      const key = taken.has(wanted) ? `${wanted}-${pipe.id}` : wanted;
      taken.add(key);
      return [pipe.id, key];
    }),
  );
}

function toKey(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,79}$/i.test(name)) return name;
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['unnamed'];
  return words.join('-').slice(0, 80);
}

/**
 * Writes files into a folder, made when it is missing.
 * @param files texts by path within the folder.
 * @returns the paths written.
 * @throws SandboxError when one of them exists; nothing has been written then.
 */
export async function writeConfig(folder: string, files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const paths = [...files].map(([path, text]) => ({ path: join(folder, path), text }));
  const existing = paths.map(({ path }) => path).filter((path) => existsSync(path));
  if (existing.length > 0) {
    throw new SandboxError(
      `the configuration is not written, since it would replace ${existing.join(', ')}. Name another folder.`,
    );
  }
  try {
    for (const { path, text } of paths) {
      await makeFolder(dirname(path), 0o777);
      await writeFile(path, text, { flag: 'wx' });
    }
  } catch (error) {
    throw explainFileError(`write the configuration into ${folder}`, error);
  }
  return paths.map(({ path }) => path);
}
