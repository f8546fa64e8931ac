import { createHash } from 'node:crypto';
import type { Scope } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';

/**
 * The hidden first line that a comment is found by when it is to be updated: one comment for each kind of document,
 * environment, part of the fleet that was asked for and, where several jobs report on one environment, id. Whatever they are called, it is one HTML comment.
 */
export function markdownMarker(
  { kind, environment, scope }: Pick<Report, 'kind' | 'environment' | 'scope'>,
  id: string | null = null,
): string {
  const parts = [`pipeform:${kind}`];
  if (environment !== null) parts.push(`environment=${encode(environment)}`);
  if (id !== null) parts.push(`id=${encode(id)}`);
  const part = nameSelection(scope);
  if (part !== null) parts.push(`part=${part}`);
  return `<!-- ${parts.join(' ')} -->`;
}

/** A report about some of the pipes has a comment of its own: it must not stand for, or close, that of all of them. */
function nameSelection(scope: Scope | null): string | null {
  if (scope === null) return null;
  const { target, exclude, onlyOrigin, shard } = scope;
  if (target.length + exclude.length === 0 && onlyOrigin === null && shard === null) return null;
  const asked = JSON.stringify([target, exclude, onlyOrigin, shard?.index ?? null, shard?.total ?? null]);
  return createHash('sha256').update(asked).digest('hex').slice(0, 12);
}

/** Percent-encoded UTF-8 with nothing left but letters, digits, `_` and `.`: two hyphens would end the comment. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
