import manifest from '../../package.json' with { type: 'json' };
import type { ToolVersion } from './plan.ts';

/** The version of the package, which the build writes into the code. */
export function readToolVersion(): ToolVersion {
  return { name: 'pipeform', version: manifest.version };
}
