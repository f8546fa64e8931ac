import { safeText } from '../../model/safe-text.ts';

/** The values of a group in one line, safe to print; a value that is empty is said to be. */
export function listGroup(group: readonly string[]): string {
  return group.map((value) => (value === '' ? '(empty)' : safeText(value))).join(', ');
}
