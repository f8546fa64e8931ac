import type { JsonValue } from '../../model/json/json.ts';
import { describeExpected } from '../validate/validate-tree.ts';
import { CONFIG_SCHEMA, followReference, type Schema } from './config-schema.ts';

/** A key of the configuration. */
export interface ConfigSection {
  /** `rollout.bake`, `checks.NAME.window`, `policy.freeze[].hours` */
  readonly path: string;
  readonly meaning: string;
  /** What it takes, such as `a duration such as 5m`. */
  readonly expected: string;
  readonly examples: readonly JsonValue[];
  /** null without one. */
  readonly default: JsonValue;
  /** Those below it. */
  readonly keys: readonly { readonly path: string; readonly meaning: string }[];
}

interface ListedSection {
  readonly section: ConfigSection;
  /** Matches the texts that name it. A name, such as that of a check, may be left out. */
  readonly pattern: RegExp;
  /** Matches those that name an entry of a map of names. */
  readonly entryPattern: RegExp | null;
}

const SECTIONS = listBelow('', '', CONFIG_SCHEMA);

/** Every key of the configuration, each above those in it. Environments repeat the others, so they are last. */
export function listSections(): readonly ConfigSection[] {
  return SECTIONS.map(({ section }) => section);
}

function listBelow(prefix: string, patterns: string, holder: Schema): readonly ListedSection[] {
  return Object.entries(holder.properties ?? {}).flatMap(([key, property]) => {
    const found = followReference(property);
    const { infix, inner } = findInner(found);
    const path = `${prefix}${key}`;
    const keys = Object.entries(inner.properties ?? {}).map(([name, below]) => {
      return { path: `${path}${infix}${name}`, meaning: followReference(below).description ?? '' };
    });
    const isNamed = infix === '.NAME.';
    const section: ConfigSection = {
      path,
      meaning: found.description ?? '',
      expected: describeExpected(found),
      examples: found.examples ?? [],
      default: found.default ?? null,
      keys,
    };
    const pattern = new RegExp(`^${patterns}${key}$`);
    // Pipes have an explanation of their own.
    const entryPattern = isNamed && path !== 'pipes' ? new RegExp(`^${patterns}${key}\\.[^.]+$`) : null;
    return [
      { section, pattern, entryPattern },
      ...listBelow(`${path}${infix}`, `${patterns}${key}${isNamed ? '(\\.[^.]+)?' : ''}\\.`, inner),
    ];
  });
}

/** The map that has the keys: the value itself, each value of a map with names, or each item of a list. */
function findInner(found: Schema): { readonly infix: string; readonly inner: Schema } {
  const { additionalProperties: named, items } = found;
  if (typeof named === 'object') return { infix: '.NAME.', inner: followReference(named) };
  return items === undefined ? { infix: '.', inner: found } : { infix: '[].', inner: followReference(items) };
}

/**
 * The section that a text names: `checks.window`, `checks.orders-lag.window` and `checks.NAME.window` are the same, and so are
 * `policy.freeze.hours` and `policy.freeze[0].hours`. `checks.orders-lag` is `checks`.
 */
export function findSection(text: string): ConfigSection | undefined {
  const plain = removeIndexes(text);
  const found =
    SECTIONS.find(({ pattern }) => pattern.test(plain)) ??
    SECTIONS.find(({ entryPattern }) => entryPattern?.test(plain));
  return found?.section;
}

/**
 * The sections that end with a text, such as `bake`. Presets repeat the sections of pipes, and environments all others, so that
 * only the first of these is meant.
 */
export function findSectionsByEnd(text: string): readonly ConfigSection[] {
  const plain = removeIndexes(text);
  const found = listSections().filter(({ path }) => `.${removeIndexes(path)}`.endsWith(`.${plain}`));
  const nameOf = ({ path }: ConfigSection) => path.replace(/^environments\.NAME\./, '').replace(/^presets\./, 'pipes.');
  const paths = new Set(found.map(({ path }) => path));
  return found.filter((section) => section.path === nameOf(section) || !paths.has(nameOf(section)));
}

function removeIndexes(path: string): string {
  return path.replace(/\[\w*\]/g, '');
}
