import { REFUSED_KEYS } from '../config/yaml/node.ts';

const LONGEST = 128;

/** A name for a live name in the configuration: letters, digits, `.`, `_` and `-` (config.md), and none that is taken. */
export function choosePipeName(liveName: string, taken: ReadonlySet<string>): string {
  const fitting = liveName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+|-+$/g, '')
    .slice(0, LONGEST);
  return chooseFreeName(fitting === '' ? 'pipe' : fitting, taken);
}

/** The name itself, or with the first number from 2 on that nothing has. */
export function chooseFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix;
    if (!taken.has(candidate) && !REFUSED_KEYS.has(candidate)) return candidate;
  }
}
