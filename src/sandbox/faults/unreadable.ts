import type { JsonObject } from '../../model/json.ts';

/** What an answer may show in the place of settings that an update could carry. */
export const UNREADABLE_SETTINGS = ['empty', 'absent', 'list', 'text', 'huge', 'infinite', 'deep'] as const;
/** What an answer may show in the place of scaling values. */
export const UNREADABLE_SCALING = ['empty', 'absent', 'list', 'text', 'fraction', 'infinite'] as const;

export type UnreadableSettings = (typeof UNREADABLE_SETTINGS)[number];
export type UnreadableScaling = (typeof UNREADABLE_SCALING)[number];

const NESTING = 70;

/** The setting that makes all of them unusable. */
const ODD_KEY = 'x_unreadable';

/** A pipe as JSON text with such values in the place of its own. Text, since JSON.stringify writes none of these numbers. */
export function showUnreadable(
  pipe: string,
  { settings, scaling }: { readonly settings: UnreadableSettings | null; readonly scaling: UnreadableScaling | null },
): string {
  const shown = JSON.parse(pipe) as JsonObject;
  const entries = Object.entries(shown).flatMap(([key, value]) => {
    const text =
      key === 'settings' && settings !== null
        ? settingsText(value as JsonObject, settings)
        : key === 'scaling' && scaling !== null
          ? scalingText(value as JsonObject, scaling)
          : JSON.stringify(value);
    return text === null ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${entries.join(',')}}`;
}

/** null leaves them out. */
export function settingsText(settings: JsonObject, how: UnreadableSettings): string | null {
  const withOdd = (value: string): string => {
    const rest = JSON.stringify(settings).slice(1, -1);
    return `{${rest}${rest === '' ? '' : ','}"${ODD_KEY}":${value}}`;
  };
  switch (how) {
    case 'empty':
      return 'null';
    case 'absent':
      return null;
    case 'list':
      return '[1]';
    case 'text':
      return '"none"';
    case 'huge':
      return withOdd('9007199254740993');
    case 'infinite':
      return withOdd('1e400');
    case 'deep':
      return withOdd(`${'['.repeat(NESTING)}${']'.repeat(NESTING)}`);
  }
}

function scalingText(scaling: JsonObject, how: UnreadableScaling): string | null {
  const each = (value: string): string =>
    `{${Object.keys(scaling)
      .map((key) => `${JSON.stringify(key)}:${value}`)
      .join(',')}}`;
  switch (how) {
    case 'empty':
      return 'null';
    case 'absent':
      return null;
    case 'list':
      return each('[]');
    case 'text':
      return each('"abc"');
    case 'fraction':
      return each('-0.123456');
    case 'infinite':
      return each('1e400');
  }
}
