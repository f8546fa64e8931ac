import { compareText, type Diagnostic, hasErrors, sortDiagnostics } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import { buildAddresses } from './build/build-addresses.ts';
import { buildChecks } from './build/build-checks.ts';
import { applyPresets, buildPipe } from './build/build-pipe.ts';
import { buildPolicy } from './build/build-policy.ts';
import { buildRollout } from './build/build-rollout.ts';
import { type FileSystem, findRootDocument, reportNoRoot } from './resolve/file-system.ts';
import type { Variables } from './resolve/interpolate.ts';
import { type Documents, loadDocuments } from './resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments } from './resolve/merge.ts';
import { createPipeChecks, type PipeChecks } from './validate/check-pipes.ts';
import { checkGates, checkReferences } from './validate/check-references.ts';
import { limitDiagnostics, withoutRepeats } from './validate/problem.ts';
import { childOf, entriesOf, type MapNode } from './yaml/node.ts';

export type { FileSystem } from './resolve/file-system.ts';

export interface LoadOptions {
  /** Absolute. `Location.file` is relative to it. */
  readonly cwd: string;
  /** The root document named with -c, or null to search `cwd` and the folders above it for pipeform.yaml. */
  readonly file: string | null;
  /** The environment named with -e, or null for the root document as it is. */
  readonly environment: string | null;
  /** What `${VAR}` is looked up in. */
  readonly variables: Variables;
  readonly files: FileSystem;
  /** Stands before the path in each `Location.file`: it names the commit that the files are of. */
  readonly filePrefix?: string;
}

export interface LoadResult {
  /** null when there is an error. */
  readonly fleet: Fleet | null;
  /** Every problem of every file, in order of place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** The absolute path of the root document, or null when there is none. */
  readonly root: string | null;
  /** Whether it was read whole and defines no environment of the name asked for, which is one of the errors. */
  readonly lacksEnvironment: boolean;
}

/** Loads the desired state from the configuration files. Never throws for anything that the files hold. */
export async function loadFleet(options: LoadOptions): Promise<LoadResult> {
  const root = await findRootDocument(options.cwd, options.file, options.files);
  if (root === null) {
    return { fleet: null, diagnostics: [reportNoRoot()], sources: new Map(), root, lacksEnvironment: false };
  }
  const documents = await loadDocuments(root, options);
  const { fleet, diagnostics, lacksEnvironment } = assemble(documents, options.environment);
  const all = limitDiagnostics(sortDiagnostics(withoutRepeats([...documents.diagnostics, ...diagnostics])));
  return { fleet: hasErrors(all) ? null : fleet, diagnostics: all, sources: documents.sources, root, lacksEnvironment };
}

interface Assembled {
  readonly fleet: Fleet | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly lacksEnvironment: boolean;
}

function assemble(documents: Documents, environment: string | null): Assembled {
  const [root, ...included] = documents.documents;
  if (root === undefined) return { fleet: null, diagnostics: [], lacksEnvironment: false };
  const completeness = documents.complete ? 'complete' : 'incomplete';
  const combined = combineDocuments(root, included);
  const chosen = chooseEnvironment(combined.document, environment, completeness);
  const { document, diagnostics: choice } = chosen;
  const lacksEnvironment = hasErrors(choice);
  const policy = buildPolicy(childOf(document, 'policy'));
  const checks = createPipeChecks(combined.document, completeness, policy.policy.ranges);
  const pipes = readPipes(document, checks);
  const addresses = buildAddresses(document, completeness);
  const built = buildChecks(childOf(document, 'checks'));
  const rollout = buildRollout(childOf(document, 'rollout'));
  const diagnostics = [
    ...combined.diagnostics,
    ...choice,
    ...addresses.diagnostics,
    ...checkReferences(document, completeness),
    ...policy.diagnostics,
    ...pipes.diagnostics,
    ...built.diagnostics,
    ...rollout.diagnostics,
    ...checkGates(document, built.checks, completeness),
  ];
  if (addresses.api === null) return { fleet: null, diagnostics, lacksEnvironment };
  const fleet: Fleet = {
    environment,
    api: addresses.api,
    observability: addresses.observability,
    pipes: pipes.desired.sort((a, b) => compareText(a.name, b.name)),
    policy: policy.policy,
    checks: built.checks,
    rollout: rollout.rollout,
  };
  return { fleet, diagnostics, lacksEnvironment };
}

interface LoadedPipes {
  readonly desired: DesiredPipe[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Each pipe is done with before the next one, so that no more than one is held with its presets merged in. */
function readPipes(document: MapNode, checks: PipeChecks): LoadedPipes {
  const desired: DesiredPipe[] = [];
  for (const [name, entry] of entriesOf(childOf(document, 'pipes'))) {
    const pipe = applyPresets(name, entry, document);
    checks.check(pipe);
    const built = buildPipe(pipe, document);
    if (built !== null) desired.push(built);
  }
  return { desired, diagnostics: checks.finish() };
}
