import { dirname } from 'node:path';
import { explainPipe } from '../config/explain-pipe.ts';
import { type LoadOptions, type LoadResult, loadFleet, loadPromotedFleet } from '../config/load-fleet.ts';
import { createNodeFiles, findRootDocument } from '../config/resolve/file-system.ts';
import { loadDocuments } from '../config/resolve/load-documents.ts';
import { createGit } from '../git/git.ts';
import { loadFleetAt } from '../git/load-fleet-at.ts';
import type { BehindAction } from '../model/origin.ts';
import { type BaseState, createBaseState } from '../plan/attribute-changes.ts';
import { findSparse } from './find-sparse.ts';
import type { Runtime } from './runtime.ts';

/** Where a command works: the folder that paths start from, the root document (null: searched for), and the environment. */
export type Workspace = Pick<LoadOptions, 'cwd' | 'file' | 'environment'>;

/** How the files of a workspace are read. */
export function createLoadOptions(workspace: Workspace, { environment: variables }: Runtime): LoadOptions {
  return { ...workspace, variables, files: createNodeFiles() };
}

/**
 * Loads the desired state, with all problems of all files. Sends nothing.
 * @param promoted whether the environment that changes are promoted from is loaded too.
 */
export async function loadConfiguration(workspace: Workspace, runtime: Runtime, promoted = false): Promise<LoadResult> {
  const load = promoted ? loadPromotedFleet : loadFleet;
  const loaded = await load(createLoadOptions(workspace, runtime));
  const sparse = await findSparse(loaded.root === null ? workspace.cwd : dirname(loaded.root), runtime);
  return sparse === null ? loaded : { ...loaded, diagnostics: [...loaded.diagnostics, sparse] };
}

/** The effective values of the pipe with a name, and where each comes from. */
export async function loadPipeValues(name: string, workspace: Workspace, runtime: Runtime) {
  return explainPipe(createLoadOptions(workspace, runtime), name);
}

/** What the configuration declares of its deployment; null when it declares nothing, or there is none. */
export async function loadDeclaration(workspace: Workspace, runtime: Runtime) {
  const load = createLoadOptions(workspace, runtime);
  const root = await findRootDocument(load.cwd, load.file, load.files);
  if (root === null) return null;
  return (await loadDocuments(root, load)).declared;
}

export type LoadedBase = Pick<LoadResult, 'diagnostics' | 'sources'> &
  ({ readonly ok: true; readonly state: BaseState } | { readonly ok: false });

/** Loads the desired state at a git ref, with the current environment and variables. */
export async function loadBase(
  ref: string,
  workspace: Workspace,
  runtime: Runtime,
  behind?: BehindAction,
): Promise<LoadedBase> {
  const { environment, interrupts } = runtime;
  const openGit = (cwd: string) => createGit({ cwd, environment, signal: interrupts.stop });
  const loaded = await loadFleetAt({ ...createLoadOptions(workspace, runtime), ref, behind, openGit });
  if (!loaded.ok) return { ok: false, diagnostics: loaded.diagnostics, sources: loaded.sources };
  const state = createBaseState(loaded.base, loaded.pipes, loaded.isComplete, loaded.fleet);
  return { ok: true, state, diagnostics: loaded.diagnostics, sources: new Map() };
}
