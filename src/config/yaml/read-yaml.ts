import { diagnose } from '../../model/diagnostic.ts';
import type { YamlResult } from './node.ts';
import { findOddCharacters } from './odd-characters.ts';
import { readSimpleYaml } from './read-simple-yaml.ts';
import { locate, type SourceFile } from './source-file.ts';

// Characters that YAML does not allow: C0 except tab and line breaks, and DEL.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const CONTROL_CHARACTER_FOUND = {
  code: 'yaml-syntax',
  summary: 'The file contains a control character.',
  hint: 'Remove it, or write it as an escape in double quotes.',
} as const;

/** A file that was pasted from a page has one in each line. */
const MAX_ODD = 20;

/** Loads the `yaml` library, which is slow, only for text that is not simple. Never throws. */
export async function readYaml(source: SourceFile): Promise<YamlResult> {
  const control = source.text.search(CONTROL_CHARACTER);
  if (control !== -1) {
    const span = { source, start: control, end: control + 1 };
    return { node: null, diagnostics: [diagnose('error', CONTROL_CHARACTER_FOUND, locate(span))] };
  }
  const simple = readSimpleYaml(source);
  const read = simple === null ? (await import('./read-full-yaml.ts')).readFullYaml(source) : null;
  const { node, diagnostics } = read ?? { node: simple, diagnostics: [] };
  const odd = node === null ? [] : findOddCharacters(node).slice(0, MAX_ODD);
  if (odd.length === 0) return { node, diagnostics };
  const found = odd.map(({ start, end, words: [summary, hint] }) =>
    diagnose('error', { code: 'yaml-syntax', summary, hint }, locate({ source, start, end })),
  );
  return { node: null, diagnostics: [...diagnostics, ...found] };
}
