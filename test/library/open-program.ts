import { loadFleet, renderDiagnostics } from '../../src/index.ts';
import { CREDENTIALS, fleet, openWorkspace, pipe, type WorkspaceOptions } from '../e2e/harness.ts';

/** The pipes of a configuration that changes one setting of one pipe. */
export const FASTER = { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }) };

/** What a program starts with: a loaded fleet, and its own variables instead of those of the process. */
export async function openProgram(options?: WorkspaceOptions) {
  const workspace = await openWorkspace(options);
  const variables = { ...CREDENTIALS, PIPEFORM_API_URL: workspace.sandbox.url };
  const loaded = await loadFleet({ cwd: workspace.folder, variables });
  if (!loaded.ok) throw new Error(renderDiagnostics(loaded.diagnostics, loaded));
  return { workspace, variables, fleet: loaded.fleet };
}
