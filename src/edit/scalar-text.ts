import { resolveScalar } from '../config/yaml/resolve-scalar.ts';
import type { YamlScalar } from './yaml-operation.ts';

/** Texts that read the same without quotes, in block and in flow. */
const PLAIN = /^[A-Za-z0-9_./~+][^\s,[\]{}:#&*!|>'"%@`\\$\p{C}\p{Z}]*$/u;

/** What older readers of YAML take for true, false, a date or a number; only some tools beside an editor still do. */
const OTHERWISE_IN_OLD_YAML = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?-\d\d?.*|0[bo]?[\d_]+|\d[\d_]*_[\d_]*(?:\.[\d_]*)?)$/i;

/** JSON leaves these as they are; a reader of the file could not see them, or YAML does not allow them. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A scalar as YAML, in the quotes that the old text has where they still fit. */
export function writeScalar(value: YamlScalar, quotes: 'single' | 'double' | 'none' = 'none'): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = PLAIN.test(value) && !OTHERWISE_IN_OLD_YAML.test(value) && typeof resolveScalar(value) === 'string';
  if (quotes === 'single' && isPlain) return `'${value}'`;
  return quotes === 'none' && isPlain ? value : quote(value);
}

function quote(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
