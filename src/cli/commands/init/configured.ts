import { buildCrons } from '../../../calendar/crons.ts';
import { loadConfiguration, type Workspace } from '../../../engine/configuration.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Context } from '../../options/context.ts';

/** What the workflows depend on in an existing configuration. */
export interface Configured {
  /** The environment that the workflows are for; null for the configuration without one. */
  readonly environment: string | null;
  /** When runs must start so that scheduled sizes are applied: lines of a crontab in UTC. Empty without scheduled sizes. */
  readonly crons: readonly string[];
  /** Whether sizes can be recommended. */
  readonly hasSizing: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export const NOTHING_CONFIGURED: Configured = { environment: null, crons: [], hasSizing: false, diagnostics: [] };

export async function readConfigured(workspace: Workspace, context: Context): Promise<Configured> {
  const { environment } = workspace;
  const { fleet } = await loadConfiguration(workspace, context);
  if (fleet === null) {
    const summary = 'The configuration has errors, so no workflow for scheduled sizes or recommendations is written.';
    const hint = 'See them with `pipeform validate`, and rerun init when they are fixed.';
    const diagnostics = [diagnose('note', { code: 'edit-by-hand', summary, hint })];
    return { ...NOTHING_CONFIGURED, environment, diagnostics };
  }
  const windows = listWindows(fleet);
  const hasSizing = fleet.sizing !== null;
  if (windows.length === 0) {
    const diagnostics = await diagnoseEnvironments(fleet, workspace, context);
    return { ...NOTHING_CONFIGURED, environment, hasSizing, diagnostics };
  }
  return { environment, crons: buildCrons(windows, context.clock.now()), hasSizing, diagnostics: [] };
}

function listWindows(fleet: Fleet | null) {
  return (fleet?.pipes ?? []).flatMap(({ schedule = [] }) => schedule);
}

/** Names the environments that schedule sizes, where the configuration without one does not. */
async function diagnoseEnvironments(
  { environments = [] }: Fleet,
  workspace: Workspace,
  context: Context,
): Promise<readonly Diagnostic[]> {
  const described = environments.map(async (environment) => {
    const { fleet } = await loadConfiguration({ ...workspace, environment }, context);
    if (listWindows(fleet).length === 0) return [];
    const summary = `Environment ${environment} has scheduled sizes; no workflow for them is written.`;
    return [diagnose('note', { code: 'edit-by-hand', summary, hint: `Rerun init with \`-e ${environment}\`.` })];
  });
  return (await Promise.all(described)).flat();
}
