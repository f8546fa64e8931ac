import manifest from '../../package.json' with { type: 'json' };
import type { ToolVersion } from './plan.ts';

/** The version of the package. The build writes it into the code, so that nothing is read for it. */
export function readToolVersion(): ToolVersion {
  return { name: 'pipeform', version: manifest.version };
}
