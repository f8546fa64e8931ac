import { stringify } from 'yaml';
import { type FieldSpec, SOURCE_KINDS } from '../../src/model/field/field.ts';
import { DEFAULT_SWITCHES } from '../odd-service/start.ts';
import { type Declaration, HOMES, type PipeCase, type Scenario, SERVICES, specAt } from './scenario.ts';

/** A configuration: files by path, and the variables that they use. */
export interface Written {
  readonly documents: Readonly<Record<string, Tree>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: string | null;
}

export type Tree = { [key: string]: unknown };

/** The notation of the declarations: `plain` is one file with raw numbers; `varied` follows the declarations. */
export type Layout = 'plain' | 'varied';

/** Writes the declarations of a scenario as files. Overridden values (decoys) never change the meaning. */
export function writeConfig(scenario: Scenario, apiUrl: string, layout: Layout): Written {
  const variables: Record<string, string> = { PIPEFORM_API_URL: apiUrl };
  const hasEnvironment = layout === 'varied' && scenario.environment === 'chosen';
  const root: Tree = {
    version: 1,
    api: {
      url: layout === 'plain' ? apiUrl : `\${PIPEFORM_API_URL:?the address of the sandbox}`,
      organization: scenario.fleet.organization,
      ...writeNaming(scenario),
    },
    services: SERVICES,
    policy: writePolicy(scenario),
  };
  const documents: Record<string, Tree> = { 'pipeform.yaml': root };
  const chosen: Tree = {};
  for (const pipe of scenario.cases) {
    const writing = { pipe, variables, layout, hasEnvironment };
    const home = layout === 'plain' ? 'pipeform.yaml' : pipe.home;
    const document = open(documents, home);
    open(document, 'pipes')[pipe.name] = writePipe(writing);
    const presets = writePresets(writing);
    if (presets.length > 0) Object.assign(open(document, 'presets'), Object.fromEntries(presets));
    const varied = writeLayer(writing, 'environment');
    if (hasEnvironment && Object.keys(varied).length > 0) chosen[pipe.name] = varied;
  }
  if (hasEnvironment) {
    root.environments = { live: { pipes: chosen }, other: { policy: { maxChangedPipes: 0, minPipes: 0 } } };
  }
  const included = HOMES.slice(1).filter((path) => documents[path] !== undefined);
  if (included.length > 0) root.include = included.map((path) => path.replace(/[ab]\.(ya?ml)$/, '*.$1'));
  return { documents, variables, environment: hasEnvironment ? 'live' : null };
}

/** The text of each file. */
export function toTexts({ documents }: Written): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(documents).map(([path, tree]) => [
      path,
      stringify(tree, { lineWidth: 0, aliasDuplicateObjects: false }),
    ]),
  );
}

interface Writing {
  readonly pipe: PipeCase;
  readonly variables: Record<string, string>;
  readonly layout: Layout;
  readonly hasEnvironment: boolean;
}

function writePipe(writing: Writing): Tree {
  const { pipe, layout } = writing;
  const { live, kind, claims, protect } = pipe;
  const ignored = pipe.declarations.filter((declaration) => declaration.ignored).map(({ path }) => path);
  const service = Object.entries(SERVICES).find(([, id]) => id === live.serviceId)?.[0];
  const liveName = claims.name === 'right' ? live.name : `not ${live.name}`;
  const otherKind = SOURCE_KINDS.find((other) => fits(pipe, other) && other !== kind);
  const source = claims.source === 'right' ? kind : otherKind;
  const presets = writePresets(writing).map(([name]) => name);
  return {
    service,
    id: layout === 'plain' ? live.id : live.id.toUpperCase(),
    ...(claims.name !== 'none' && { name: liveName.replaceAll('$', '$$$$') }),
    ...(claims.source !== 'none' && source !== undefined && { source }),
    ...(presets.length > 0 && { preset: presets }),
    ...(ignored.length > 0 && { ignore: ignored }),
    ...(protect && { protect }),
    ...writeLayer(writing, 'pipe'),
  };
}

/** Whether the kind supports every managed field of the pipe. */
export function fits(pipe: PipeCase, kind: (typeof SOURCE_KINDS)[number]): boolean {
  return pipe.declarations.every(({ path, ignored }) => ignored || specAt(path).kinds.includes(kind));
}

/** Two presets for a pipe: the first has values that the second, the pipe or the environment overrides. */
function writePresets(writing: Writing): [string, Tree][] {
  const { pipe, layout } = writing;
  if (layout === 'plain') return [];
  const low = inSections(decoysOf(pipe.declarations));
  const high = writeLayer(writing, 'preset');
  return [[`${pipe.name}-low`, low] as [string, Tree], [`${pipe.name}-high`, high] as [string, Tree]].filter(
    ([, tree]) => Object.keys(tree).length > 0,
  );
}

/** The declarations of a layer, with values that a higher layer overrides, so that the order of layers matters. */
function writeLayer(writing: Writing, layer: Declaration['layer']): Tree {
  const { pipe, layout, hasEnvironment } = writing;
  const heightOf = (declaration: Declaration): number => {
    if (layout === 'plain') return LAYERS.indexOf('pipe');
    return LAYERS.indexOf(declaration.layer === 'environment' && !hasEnvironment ? 'pipe' : declaration.layer);
  };
  const height = LAYERS.indexOf(layer);
  const replaced =
    layout === 'plain' ? [] : decoysOf(pipe.declarations.filter((declaration) => heightOf(declaration) > height));
  const own = pipe.declarations.filter((declaration) => heightOf(declaration) === height);
  return inSections([...replaced, ...own.map((declaration) => [declaration, spell(declaration, writing)] as const)]);
}

const LAYERS = ['preset', 'pipe', 'environment'] as const satisfies readonly Declaration['layer'][];

function decoysOf(declarations: readonly Declaration[]): (readonly [Declaration, unknown])[] {
  return declarations.flatMap((declaration) =>
    declaration.decoy === undefined ? [] : [[declaration, declaration.decoy] as const],
  );
}

function inSections(values: readonly (readonly [Declaration, unknown])[]): Tree {
  const tree: Tree = {};
  for (const [{ path }, value] of values) {
    const spec = specAt(path);
    open(tree, spec.section)[spec.key] = value;
  }
  return tree;
}

function spell(declaration: Declaration, { pipe, variables, layout }: Writing): unknown {
  const { value } = declaration;
  const spec = specAt(declaration.path);
  if (layout === 'plain' || (typeof value === 'object' && value !== null)) return value;
  const variable = `V_${pipe.name.replace('-', '_')}_${spec.key}`;
  const spellings = [value, ...unitsOf(spec, value), `\${${variable}}`, `\${UNSET_VARIABLE:-${value}}`];
  const chosen = spellings[declaration.spelling % spellings.length];
  if (chosen === `\${${variable}}`) variables[variable] = String(unitsOf(spec, value)[0] ?? value);
  return chosen;
}

function unitsOf(spec: FieldSpec, value: number | boolean | null): string[] {
  if (typeof value !== 'number') return [];
  if (spec.unit === 'milliseconds') return [`${value}ms`, `${value / 1000}s`];
  if (spec.unit !== 'bytes') return [];
  return value % 1024 === 0 ? [`${value}B`, `${value / 1024}KiB`] : [`${value}B`];
}

/** The names of the deployment, omitted when they are the contract names. */
function writeNaming({ switches: { resource, settingPrefix } }: Scenario): Tree {
  const naming = {
    ...(resource !== DEFAULT_SWITCHES.resource && { resource }),
    ...(settingPrefix !== DEFAULT_SWITCHES.settingPrefix && { settingPrefix }),
  };
  return Object.keys(naming).length === 0 ? {} : { naming };
}

function writePolicy({ policy }: Scenario): Tree {
  const { maxChangedPipes, minPipes, maxReplicaFactor } = policy;
  const limit =
    typeof maxChangedPipes === 'object' && maxChangedPipes !== null ? `${maxChangedPipes.percent}%` : maxChangedPipes;
  return {
    ...(limit !== null && { maxChangedPipes: limit }),
    ...(minPipes !== null && { minPipes }),
    ...(maxReplicaFactor !== null && { maxReplicaFactor }),
  };
}

function open(tree: Tree, key: string): Tree {
  tree[key] ??= {};
  return tree[key] as Tree;
}
