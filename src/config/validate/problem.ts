import type { Diagnostic, DiagnosticWords, Severity } from '../../model/diagnostic.ts';
import { diagnose } from '../../model/diagnostic.ts';
import { maskUserinfo } from '../../model/mask-userinfo.ts';
import type { ConfigNode } from '../yaml/node.ts';
import type { Span } from '../yaml/source-file.ts';
import { locate } from '../yaml/source-file.ts';

const LONGEST_QUOTE = 60;

/** How much of a text is looked at for an address. */
const LOOK_AHEAD = 4000;

/** A diagnostic about a stretch of a file. */
export function problemAt(span: Span, words: DiagnosticWords, severity: Severity = 'error'): Diagnostic {
  return diagnose(severity, words, locate(span));
}

/** What stands at a place, for "found …". A value that came from a variable is shown as the file has it. */
export function describeFound(node: ConfigNode): string {
  switch (node.kind) {
    case 'map':
    case 'band':
      return 'a map';
    case 'list':
      return 'a list';
    case 'hole':
      return 'nothing';
    case 'scalar':
      if (node.written !== null) return `the value of ${cut(node.written)}`;
      if (node.value === null) return 'nothing (null)';
      return typeof node.value === 'string' ? quote(node.value) : String(node.value);
  }
}

/** A name as a diagnostic shows it: quoted, cut short, and as the file has it when it came from a variable. */
export function quoteNode(node: ConfigNode): string {
  if (node.kind !== 'scalar') return describeFound(node);
  return quote(node.written ?? String(node.value));
}

export function quote(text: string): string {
  return JSON.stringify(cut(text));
}

function cut(text: string): string {
  const masked = maskUserinfo(text.slice(0, LOOK_AHEAD));
  return masked.length <= LONGEST_QUOTE ? masked : `${masked.slice(0, LONGEST_QUOTE)}…`;
}
