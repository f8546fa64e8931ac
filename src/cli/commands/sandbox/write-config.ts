import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Document, isMap, isNode } from 'yaml';
import { choosePipeName, writePipe } from '../../../edit/new-pipes.ts';
import { humanValue } from '../../../edit/set-values.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import { FIELDS, isSourceKind } from '../../../model/field/field.ts';
import { isDefaultNaming } from '../../../model/naming.ts';
import { SIZING_SERIES } from '../../../model/size/sizing-series.ts';
import type { FleetState, Pipe } from '../../../sandbox/index.ts';
import { DEFAULT_SWITCHES, type Switches } from '../../../sandbox/switches.ts';
import { writeFiles } from '../../output/write-files.ts';
import { MODELINE } from '../../steps/find-schema.ts';

/** A file with so many pipes is below the largest size that is read. */
const MAX_PIPES = 1_000;

const PRICING = { currency: 'USD', cpuHour: 0.04, memoryGbHour: 0.005 };

const AGGREGATIONS = { cpu: 'avg', memory: 'max', rate: 'avg', lag: 'last_value', capacity: 'avg' };
/**
 * Writes the files of `renderConfig` and creates the folder when it is missing.
 * @returns the problems. Nothing is written when a file already exists.
 */
export async function writeConfig(folder: string, files: ReadonlyMap<string, string>): Promise<readonly Diagnostic[]> {
  const edits = [...files].map(([path, after]) => {
    return { path: join(folder, path), name: join(folder, path), before: null, after };
  });
  const existing = edits.map(({ path }) => path).filter((path) => existsSync(path));
  if (existing.length === 0) return await writeFiles(edits);
  const summary = `the configuration is not written, since it would replace ${existing.join(', ')}. Name another folder.`;
  return [diagnose('error', { code: 'sandbox', summary })];
}

interface ConfigOptions extends Pick<Switches, 'resource' | 'settingPrefix' | 'listing'> {
  /** The path of the schema from the folder, for editors. */
  readonly schema?: string | null;
  /** The source with a history for `recommend`; null without one. */
  readonly sourceId?: string | null;
}

/**
 * Renders a configuration whose plan has no changes: `pipeform.yaml` and one file for each 1,000 pipes of a service. Unset keys are not managed.
 * @returns the text of each file by its path, with forward slashes.
 */
export function renderConfig(
  { organization, services }: FleetState,
  pipes: readonly Pipe[],
  url: string,
  { resource, settingPrefix, listing, schema, sourceId = null }: ConfigOptions = DEFAULT_SWITCHES,
): ReadonlyMap<string, string> {
  const naming = { resource, settingPrefix };
  // The document leaves out what is undefined.
  const root = new Document({
    version: 1,
    api: {
      url: `\${PIPEFORM_API_URL:-${url}}`,
      organization,
      naming: isDefaultNaming(naming) ? undefined : naming,
      listing: listing === 'none' ? undefined : true,
    },
    observability: { url: `\${PIPEFORM_OBSERVABILITY_URL:-${url}}` },
    services,
    include: pipes.length === 0 ? undefined : ['pipes/**/*.yaml'],
    pricing: sourceId === null ? undefined : PRICING,
    sizing: sourceId === null ? undefined : { series: describeSeries(sourceId) },
  });
  if (schema != null) root.commentBefore = `${MODELINE.slice(1)}${schema}`;
  // Blank lines between sections, as in the output of `pipeform fmt`.
  if (isMap(root.contents)) for (const { key } of root.contents.items.slice(1)) if (isNode(key)) key.spaceBefore = true;
  const taken = new Set<string>();
  const entries = pipes.map((pipe) => {
    const name = choosePipeName(pipe.name, taken);
    taken.add(name);
    return { name, pipe };
  });
  const files = Object.entries(services).flatMap(([service, id]) => {
    const ofService = entries.filter(({ pipe }) => pipe.serviceId === id);
    const parts = Array.from({ length: Math.ceil(ofService.length / MAX_PIPES) }, (_, index) =>
      ofService.slice(index * MAX_PIPES, (index + 1) * MAX_PIPES),
    );
    return parts.map((part, index) => {
      const written = part.map(({ name, pipe }) => [name, describePipe(name, service, pipe)]);
      const document = new Document({ pipes: Object.fromEntries(written) });
      const file = index === 0 ? service : `${service}-${index + 1}`;
      return [`pipes/${file}.yaml`, document.toString({ lineWidth: 0 })] as const;
    });
  });
  return new Map([['pipeform.yaml', root.toString({ lineWidth: 0 })], ...files]);
}

function describeSeries(sourceId: string) {
  const series = SIZING_SERIES.map((name) => {
    return [name, { sourceId, aggFn: AGGREGATIONS[name], where: `metric:${name}`, groupBy: ['pipe'] }] as const;
  });
  return Object.fromEntries(series);
}

function describePipe(name: string, service: string, pipe: Pipe) {
  const source = Object.keys(pipe.source).find(isSourceKind) ?? null;
  const values = FIELDS.flatMap((field) => {
    const value = pipe[field.section][field.key];
    // Postgres pipes have no settings and no scaling (field notes).
    const isManageable = source !== null && source !== 'postgres' && field.kinds.includes(source);
    if (!isManageable || (typeof value !== 'number' && typeof value !== 'boolean')) return [];
    return [[field.path, humanValue(field, value)] as const];
  });
  const liveName = pipe.name.trim() === '' ? null : pipe.name;
  return writePipe({ name, service, id: pipe.id, liveName, source, values: new Map(values), preset: null });
}
