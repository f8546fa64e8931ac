import type { Diagnostic } from '../../model/diagnostic.ts';
import { parseDuration } from '../../model/units.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import type { ConfigNode } from '../yaml/node.ts';
import { textOf } from '../yaml/node.ts';
import { quantityWords } from './quantity.ts';

/** Milliseconds of a duration that is written down; null when none is, or when it was reported. */
export function readDuration(node: ConfigNode | undefined, key: string, diagnostics: Diagnostic[]): number | null {
  const text = textOf(node);
  if (node === undefined || text === undefined) return null;
  const quantity = parseDuration(text);
  const words = quantityWords(`\`${key}\``, 'milliseconds', quantity, describeFound(node));
  if (words !== null) diagnostics.push(problemAt(node, words));
  return quantity.ok ? quantity.value : null;
}

/** The same for a duration that must be longer than nothing. */
export function readPositiveDuration(
  node: ConfigNode | undefined,
  key: string,
  diagnostics: Diagnostic[],
): number | null {
  const milliseconds = readDuration(node, key, diagnostics);
  if (node === undefined || milliseconds !== 0) return milliseconds;
  const summary = `\`${key}\` must be longer than nothing; found ${describeFound(node)}.`;
  diagnostics.push(problemAt(node, { code: 'out-of-range', summary }));
  return null;
}
