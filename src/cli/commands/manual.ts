import { readFileSync } from 'node:fs';
import { packagePath } from '../../engine/package-files.ts';
import type { View } from '../output/view.ts';

/** Prints the manual page, a file of the build. */
export function runManual(view: Pick<View, 'print'>): void {
  view.print(readFileSync(packagePath('dist', 'pipeform.1'), 'utf8'));
}
