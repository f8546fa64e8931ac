import manifest from '../../package.json' with { type: 'json' };
import type { ToolVersion } from './plan.ts';

/**
 * What CI installs unless `init --install` names another source: the file that `npm pack` makes, in the repository. The name
 * and the version would be shorter, but no registry has them yet.
 */
export const DEFAULT_PACKAGE = `./pipeform-${manifest.version}.tgz`;

/** Where the documentation is: the address that a release writes into the manifest, or the path in the source. */
export function readDocumentationAddress(): string {
  return manifest.homepage || 'docs/README.md in the source';
}

/** The oldest release of Node that works, such as `20.19`. */
export function readOldestNode(): string {
  return manifest.engines.node.replace('>=', '');
}

/** The version of the package, which the build writes into the code. */
export function readToolVersion(): ToolVersion {
  return { name: 'pipeform', version: manifest.version };
}
