import type { LoadResult } from '../config/load-fleet.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import { type BaseState, createBaseState } from '../plan/origin/attribute.ts';
import type { Runtime } from './runtime.ts';

/** Which configuration is meant. */
export interface ConfigurationPlace {
  /** The folder that paths start from, and that places in diagnostics are relative to. */
  readonly cwd: string;
  /** The root document; null to look for `pipeform.yaml` in `cwd` and the folders above it. */
  readonly file: string | null;
  /** The environment that is merged over it, or null. */
  readonly environment: string | null;
}

/** Loads the desired state: every problem of every file at once. Nothing is sent. */
export async function loadConfiguration(place: ConfigurationPlace, runtime: Runtime): Promise<LoadResult> {
  const { loadFleet } = await import('../config/load-fleet.ts');
  const { createNodeFiles } = await import('../config/resolve/file-system.ts');
  return loadFleet({ ...place, variables: runtime.environment, files: createNodeFiles() });
}

export type LoadedBase =
  | {
      readonly ok: true;
      readonly state: BaseState;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: Sources;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: Sources };

/** What the configuration asked for at a git ref, with the environment and the variables of today. */
export async function loadBase(ref: string, place: ConfigurationPlace, runtime: Runtime): Promise<LoadedBase> {
  const { loadFleetAt } = await import('../git/load-fleet-at.ts');
  const { createGit } = await import('../git/git.ts');
  const { createNodeFiles } = await import('../config/resolve/file-system.ts');
  const { environment, interrupts } = runtime;
  const loaded = await loadFleetAt({
    ...place,
    ref,
    variables: environment,
    files: createNodeFiles(),
    openGit: (cwd) => createGit({ cwd, environment, signal: interrupts.stop }),
  });
  if (!loaded.ok) return { ok: false, diagnostics: loaded.diagnostics, sources: loaded.sources };
  const state = createBaseState(loaded.base, loaded.pipes);
  return { ok: true, state, diagnostics: loaded.diagnostics, sources: new Map() };
}
