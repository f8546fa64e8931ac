import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import type { FileEdit } from '../../model/location.ts';
import { count } from '../../model/number.ts';
import { safeText } from '../../model/text.ts';
import { renderFileDiff } from './file-diff.ts';
import type { Style } from './style.ts';

export interface FmtFile {
  readonly file: string;
  readonly status: 'formatted' | 'unchanged' | 'failed' | 'would-format';
}

/** What `fmt --format json` prints (schema/fmt.schema.json). */
export interface FmtDocument {
  readonly kind: 'fmt';
  readonly formatVersion: 1;
  readonly files: readonly FmtFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The files that were formatted, or the difference of those that would be. */
export function renderFmt({ files, diagnostics }: FmtDocument, edits: readonly FileEdit[], style: Style): string {
  if (files.some(({ status }) => status === 'would-format')) {
    return renderFileDiff(edits, style);
  }
  const formatted = files.filter(({ status }) => status === 'formatted');
  if (formatted.length > 0) return formatted.map(({ file }) => `Formatted ${safeText(file)}.\n`).join('');
  return hasErrors(diagnostics) ? '' : `Already formatted: ${count(files.length, 'file')}.\n`;
}
