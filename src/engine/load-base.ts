import type { Context } from '../cli/options/context.ts';
import type { GlobalOptions } from '../cli/options/global-options.ts';
import { workingFolder } from '../cli/options/load-configuration.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import { type BaseState, createBaseState } from '../plan/origin/attribute.ts';

export type LoadedBase =
  | {
      readonly ok: true;
      readonly state: BaseState;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: Sources;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: Sources };

/** What the configuration asked for at a git ref, with the environment and the variables of today. */
export async function loadBase(ref: string, options: GlobalOptions, context: Context): Promise<LoadedBase> {
  const { loadFleetAt } = await import('../git/load-fleet-at.ts');
  const { createGit } = await import('../git/git.ts');
  const { createNodeFiles } = await import('../config/resolve/file-system.ts');
  const { environment, interrupts } = context;
  const loaded = await loadFleetAt({
    ref,
    cwd: workingFolder(options, context),
    file: options.config,
    environment: options.env,
    variables: environment,
    files: createNodeFiles(),
    openGit: (cwd) => createGit({ cwd, environment, signal: interrupts.stop }),
  });
  if (!loaded.ok) return { ok: false, diagnostics: loaded.diagnostics, sources: loaded.sources };
  const state = createBaseState(loaded.base, loaded.pipes);
  return { ok: true, state, diagnostics: loaded.diagnostics, sources: new Map() };
}
