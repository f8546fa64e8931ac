import { readFileSync } from 'node:fs';
import type { ToolVersion } from './model/plan.ts';

/** The version of the package that is running. The manifest lies one folder up both from the sources and from the build. */
export function readToolVersion(): ToolVersion {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '';
  return { name: 'pipeform', version: String(version) };
}
