import type { Report } from '../../model/report.ts';

/**
 * The hidden first line that a comment is found by when it is to be updated: one comment for each kind of document,
 * environment and, where several jobs report on one environment, id. Whatever they are called, it is one HTML comment.
 */
export function markdownMarker(
  { kind, environment }: Pick<Report, 'kind' | 'environment'>,
  id: string | null = null,
): string {
  const parts = [`pipeform:${kind}`];
  if (environment !== null) parts.push(`environment=${encode(environment)}`);
  if (id !== null) parts.push(`id=${encode(id)}`);
  return `<!-- ${parts.join(' ')} -->`;
}

/** Percent-encoded UTF-8 with nothing left but letters, digits, `_` and `.`: two hyphens would end the comment. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
