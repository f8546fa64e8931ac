import { type Diagnostic, type DiagnosticWords, diagnose, type Severity } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';
import { maskUserinfo } from '../../model/secret/secret.ts';
import { suggest } from '../../model/suggest.ts';
import { type ConfigNode, entriesOf, entryOf } from '../yaml/node.ts';
import { locate, type SourceSpan } from '../yaml/source-file.ts';

export const NOUNS = {
  services: 'service',
  presets: 'preset',
  pipes: 'pipe',
  checks: 'check',
  environments: 'environment',
} as const;

/** `pipe "orders"`, `\`settings.db_max_threads\` of pipe "orders"` or `\`api.rateLimit.per\``, without its environment. */
export function describePath(path: readonly string[]): string {
  const within = path[0] === 'environments' && path.length > 2 ? path.slice(2) : path;
  const [section, name, ...rest] = within;
  const noun = Object.entries(NOUNS).find(([known]) => known === section)?.[1];
  // The excerpt shows which item of a list it is.
  const keys = (noun === undefined || name === undefined ? within : rest).filter((key) => !/^[0-9]+$/.test(key));
  const value = `\`${keys.join('.')}\``;
  if (noun === undefined || name === undefined) return value;
  const owner = `${noun} ${quote(name)}`;
  return keys.length === 0 ? owner : `${value} of ${owner}`;
}

/** The keys that a map lacks. One that a refused key is probably meant to be is reported there. */
export function findMissing(node: ConfigNode | undefined, keys: readonly string[]): readonly string[] {
  const refused = [...entriesOf(node)].flatMap(([key, { value }]) => (value.kind === 'error' ? [key] : []));
  return keys.filter((key) => entryOf(node, key) === undefined && refused.every((one) => suggest(one, [key]) === null));
}

const LONGEST_QUOTE = 60;

/** Only this many characters are searched for user names and passwords to mask. */
const LOOK_AHEAD = 4000;

/** Reports a problem. `span` is null when the problem is not in a file. */
export type Reporter = (span: SourceSpan | null, words: DiagnosticWords, severity?: Severity) => void;

/** Problems after very many errors are dropped. */
export function collectProblems(): { readonly diagnostics: Diagnostic[]; readonly report: Reporter } {
  const diagnostics: Diagnostic[] = [];
  let errors = 0;
  const report: Reporter = (span, words, severity = 'error') => {
    if (errors > MAX_DIAGNOSTICS) return;
    if (severity === 'error') errors += 1;
    diagnostics.push(diagnose(severity, words, span === null ? null : locate(span)));
  };
  return { diagnostics, report };
}

/** A value after "found". A value of a variable is shown as its expression. */
export function describeFound(node: ConfigNode): string {
  switch (node.kind) {
    case 'map':
    case 'band':
      return 'a map';
    case 'list':
      return 'a list';
    case 'error':
      return 'nothing';
    case 'scalar':
      if (node.written !== undefined) return `the value of ${cut(node.written)}`;
      if (node.value === null) return 'nothing (null)';
      return typeof node.value === 'string' ? quote(node.value) : String(node.value);
  }
}

/** A name in quotes, shortened; a value of a variable as its expression. */
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

/** A file of a megabyte can contain a hundred thousand mistakes. */
export const MAX_DIAGNOSTICS = 1_000;

/** A value behind several aliases is checked several times and reported once. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** The first diagnostics, errors before others, and a note when some are omitted. The order stays. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MAX_DIAGNOSTICS) return diagnostics;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const others = diagnostics.filter(({ severity }) => severity !== 'error');
  const shown = new Set([...errors, ...others].slice(0, MAX_DIAGNOSTICS));
  const summary = `Only ${formatNumber(MAX_DIAGNOSTICS)} problems are shown.`;
  const hint = 'Fix these first; many problems often have the same cause.';
  const note = diagnose('note', { code: 'too-many-problems', summary, hint });
  return [...diagnostics.filter((diagnostic) => shown.has(diagnostic)), note];
}
