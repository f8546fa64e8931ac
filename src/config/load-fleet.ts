import { compareText, type Diagnostic, hasErrors, sortDiagnostics } from '../model/diagnostic.ts';
import { type DeclaredFields, fieldsOf } from '../model/field/field.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import { buildApi, buildObservability, buildServices } from './fleet/build-addresses.ts';
import { buildChecks } from './fleet/build-checks.ts';
import { applyPresets, buildPipe } from './fleet/build-pipe.ts';
import { buildPolicy } from './fleet/build-policy.ts';
import { buildPricing, checkCostLimit } from './fleet/build-pricing.ts';
import { buildPromotion, checkPromotions } from './fleet/build-promotion.ts';
import { buildRemediation } from './fleet/build-remediation.ts';
import { buildRollout } from './fleet/build-rollout.ts';
import { buildSchedules, type Schedules, windowsOf } from './fleet/build-schedules.ts';
import { buildSizing } from './fleet/build-sizing.ts';
import { readSections } from './fleet/values.ts';
import { findRootDocument, noRootProblem, readOnce } from './resolve/file-system.ts';
import { type DocumentsRequest, loadDocuments } from './resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments, reportNoEnvironment } from './resolve/merge.ts';
import { checkEnvironmentIds, createPipeChecks } from './validate/check-pipes.ts';
import { checkReferences } from './validate/check-references.ts';
import { collectProblems, limitDiagnostics, type Reporter, withoutRepeats } from './validate/problem.ts';
import { childOf, entriesOf, entryOf, itemsOf, keysOf, type MapNode, nodeAt } from './yaml/node.ts';
import { locate } from './yaml/source-file.ts';

export interface LoadOptions extends DocumentsRequest {
  /** The root document named with -c, or null to search `cwd` and the folders above it for pipeform.yaml. */
  readonly file: string | null;
}

export interface LoadResult {
  /** null when there is an error. */
  readonly fleet: Fleet | null;
  /** All problems of all files, sorted by location. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** The absolute path of the root document, or null when there is none. */
  readonly root: string | null;
  /** Whether all documents were read and none defines the requested environment (also an error). */
  readonly lacksEnvironment: boolean;
}

/** Loads the desired state from the configuration files. Never throws because of what the files contain. */
export async function loadFleet(options: LoadOptions): Promise<LoadResult> {
  const { environment } = options;
  const root = await findRootDocument(options.cwd, options.file, options.files);
  if (root === null)
    return { fleet: null, diagnostics: [noRootProblem()], sources: new Map(), root, lacksEnvironment: false };
  const { documents, declared, complete, sources, ...read } = await loadDocuments(root, options);
  const { diagnostics, report } = collectProblems();
  const [first, ...included] = documents;
  let lacksEnvironment = false;
  let fleet: Fleet | null = null;
  if (first !== undefined) {
    const base = combineDocuments(first, included, report);
    const chosen = chooseEnvironment(base, environment);
    lacksEnvironment = chosen === null && complete && childOf(base, 'environments')?.kind !== 'error';
    if (lacksEnvironment && environment !== null) reportNoEnvironment(base, environment, report);
    const rules = nodeAt(chosen ?? base, 'policy', 'rules');
    if (itemsOf(rules).length > 0) (await import('./validate/check-rules.ts')).checkRules(rules, report);
    const schedules = buildSchedules(chosen ?? base, report);
    if (schedules.size > 0) (await import('./validate/check-schedules.ts')).checkSchedules(schedules, report);
    fleet = buildFleet(chosen ?? base, base, declared, schedules, environment, complete, report);
  }
  const all = limitDiagnostics(sortDiagnostics(withoutRepeats([...read.diagnostics, ...diagnostics])));
  return { fleet: hasErrors(all) ? null : fleet, diagnostics: all, sources, root, lacksEnvironment };
}

/** null when the API is not known. `base` is the document before the environment is merged. */
function buildFleet(
  document: MapNode,
  base: MapNode,
  declared: DeclaredFields,
  schedules: Schedules,
  environment: string | null,
  complete: boolean,
  report: Reporter,
): Fleet | null {
  const fields = fieldsOf(declared);
  const sections = readSections(document);
  const policy = buildPolicy(sections.policy, fields, report);
  const pipeChecks = createPipeChecks(base, complete, policy.ranges, schedules, fields, report);
  // One pipe at a time, so that only one pipe with merged presets is in memory.
  const pipes: DesiredPipe[] = [];
  for (const [name, entry] of entriesOf(childOf(document, 'pipes'))) {
    const pipe = applyPresets(name, entry, document);
    pipeChecks.check(pipe);
    const built = buildPipe(
      pipe,
      document,
      windowsOf(pipe, schedules).map(({ size }) => size),
    );
    if (built !== null) pipes.push(built);
  }
  pipeChecks.finish();
  checkEnvironmentIds(base, report);
  const api = buildApi(sections, declared, complete, report);
  const observability = buildObservability(sections, report);
  const pricing = buildPricing(sections, report);
  if (complete) checkCostLimit(sections, policy, report);
  const sizing = buildSizing(sections, complete, report);
  const checks = buildChecks(sections, report);
  const rollout = buildRollout(sections.rollout, report);
  checkReferences(document, fields, complete, report);
  if (complete) checkPromotions(base, report);
  const promotion = buildPromotion(sections, report);
  const remediation = buildRemediation(sections, fields, report);
  if (api === null) return null;
  pipes.sort((a, b) => compareText(a.name, b.name));
  const environments = environment === null ? keysOf(childOf(base, 'environments')) : [];
  const fleet: Fleet = {
    environment,
    api,
    observability,
    services: buildServices(sections),
    pipes,
    policy,
    pricing,
    sizing,
    checks,
    rollout,
    promotion,
    remediation,
    places: locateGuards(document),
  };
  return environments.length === 0 ? fleet : { ...fleet, environments };
}

const GUARDS = ['api', 'policy', 'pricing', 'promotion', 'remediation', 'rollout'];

function locateGuards(document: MapNode): NonNullable<Fleet['places']> {
  const entries = GUARDS.flatMap((section) => {
    const entry = entryOf(document, section);
    const keys = [...entriesOf(entry?.value)].map(([key, value]) => [`${section}.${key}`, value] as const);
    return entry === undefined ? [] : [[section, entry] as const, ...keys];
  });
  return new Map(entries.map(([path, entry]) => [path, locate(entry)]));
}

/** Extends `loadFleet` with the fleet of the environment that changes are promoted from, whose errors are errors too. */
export async function loadPromotedFleet(options: LoadOptions): Promise<LoadResult> {
  const files = readOnce(options.files);
  const loaded = await loadFleet({ ...options, files });
  const { fleet } = loaded;
  const promotion = fleet?.promotion ?? null;
  if (fleet === null || promotion === null) return loaded;
  const source = await loadFleet({ ...options, files, environment: promotion.from });
  if (source.fleet !== null)
    return { ...loaded, fleet: { ...fleet, promotion: { ...promotion, source: source.fleet } } };
  const errors = source.diagnostics.filter(({ severity }) => severity === 'error');
  return { ...loaded, fleet: null, diagnostics: sortDiagnostics([...loaded.diagnostics, ...errors]) };
}
