/**
 * The names that a deployment uses, which may be other ones than the contract's. Requests and responses use them; configurations,
 * changes and documents use the contract's.
 */
export interface Naming {
  /** The path segment before a pipe's id. */
  readonly resource: string;
  /** What replaces the prefix `db_` of settings. */
  readonly settingPrefix: string;
}

/** The contract's own names (pipes API, parts 2 and 4). */
export const DEFAULT_NAMING: Naming = { resource: 'pipes', settingPrefix: 'db_' };

export function isDefaultNaming({ resource, settingPrefix }: Naming): boolean {
  return resource === DEFAULT_NAMING.resource && settingPrefix === DEFAULT_NAMING.settingPrefix;
}

/** Whether a text is a path segment that needs no encoding (RFC 3986: unreserved characters, not a dot segment). */
export function isResourceName(text: string): boolean {
  return /^(?!\.\.?$)[\w.~-]{1,128}$/.test(text);
}

export function isSettingPrefix(text: string): boolean {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text);
}
