import { dirname, resolve } from 'node:path';
import { loadFleet as loadDocuments } from '../config/load-fleet.ts';
import { createNodeFiles, type FileSystem } from '../config/resolve/file-system.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import { checkNames, type Names } from './check-arguments.ts';
import type { ProjectFleet, Variables } from './service-options.ts';

/** Which configuration is loaded. Everything may be left out. */
export interface LoadFleetOptions {
  /** The folder that paths start from, and that places in diagnostics are relative to. Default: that of the process. */
  readonly cwd?: string | undefined;
  /** The root document. Default: `pipeform.yaml` in `cwd` or the nearest folder above it. */
  readonly file?: string | undefined;
  /** The environment that is merged over the configuration. Default: none. */
  readonly environment?: string | undefined;
  /** What `${NAME}` in the configuration is looked up in. Default: `process.env`. */
  readonly variables?: Variables | undefined;
  /** Where files are read from. Default: the disk. */
  readonly files?: FileSystem | undefined;
}

const OPTIONS = {
  cwd: true,
  file: true,
  environment: true,
  variables: true,
  files: true,
} satisfies Names<LoadFleetOptions>;

/**
 * What loading came to. `diagnostics` holds every problem of every file, in order of place: those of a fleet that could be
 * loaded are warnings and notes only. `sources` is what `renderDiagnostics` cuts its excerpts from.
 */
export type LoadedFleet =
  | {
      readonly ok: true;
      readonly fleet: ProjectFleet;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: Sources;
    }
  | {
      readonly ok: false;
      readonly fleet: null;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: Sources;
    };

/**
 * Loads the desired state from the configuration files, as every command does (design of the configuration: includes,
 * presets, environments, `${NAME}`, units). Nothing is sent, and nothing is written.
 *
 * Whatever the files hold, the promise resolves: with `ok: false` and every problem when there is an error.
 *
 * @throws TypeError for an option that there is not.
 * @example
 * ```ts
 * const loaded = await loadFleet({ cwd: 'fleet', environment: 'production' });
 * if (!loaded.ok) throw new Error(renderDiagnostics(loaded.diagnostics, loaded));
 * console.log(`${loaded.fleet.pipes.length} pipes`);
 * ```
 */
export async function loadFleet(options: LoadFleetOptions = {}): Promise<LoadedFleet> {
  checkNames(options, OPTIONS);
  const { file = null, environment = null, variables = process.env, files = createNodeFiles() } = options;
  const cwd = resolve(options.cwd ?? '.');
  const { fleet, root, diagnostics, sources } = await loadDocuments({ cwd, file, environment, variables, files });
  if (fleet === null || root === null) return { ok: false, fleet: null, diagnostics, sources };
  return { ok: true, fleet: { ...fleet, folder: dirname(root) }, diagnostics, sources };
}
