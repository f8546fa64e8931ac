import { loadConfiguration, type Workspace } from '../../../engine/configuration.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Context } from '../../options/context.ts';

/** What the workflows depend on in an existing configuration. */
export interface Configured {
  /** When runs must start so that scheduled sizes are applied: lines of a crontab in UTC. Empty without scheduled sizes. */
  readonly crons: readonly string[];
  /** Whether sizes can be recommended. */
  readonly hasSizing: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export const NOTHING_CONFIGURED: Configured = { crons: [], hasSizing: false, diagnostics: [] };

export async function readConfigured(workspace: Workspace, context: Context): Promise<Configured> {
  const { fleet } = await loadConfiguration(workspace, context);
  if (fleet === null) {
    const summary = 'The configuration has errors, so no workflow for scheduled sizes or recommendations is written.';
    const hint = 'See them with `pipeform validate`, and rerun init when they are fixed.';
    return { ...NOTHING_CONFIGURED, diagnostics: [diagnose('note', { code: 'init-unfinished', summary, hint })] };
  }
  const windows = fleet.pipes.flatMap(({ schedule = [] }) => schedule);
  const hasSizing = fleet.sizing !== null;
  if (windows.length === 0) return { ...NOTHING_CONFIGURED, hasSizing };
  const { buildCrons } = await import('../../../calendar/crons.ts');
  return { crons: buildCrons(windows, context.clock.now()), hasSizing, diagnostics: [] };
}
