import manifest from '../../package.json' with { type: 'json' };
import type { ToolVersion } from './plan.ts';

/** Where the documentation is: the address that a release writes into the manifest, or the path in the source. */
export function readDocumentationAddress(): string {
  return manifest.homepage || 'docs/README.md in the source';
}

/** The version of the package, which the build writes into the code. */
export function readToolVersion(): ToolVersion {
  return { name: 'pipeform', version: manifest.version };
}
