/** What a configuration calls its things: pipes in order of name, all else in the order of its files. */
export interface ConfiguredNames {
  readonly pipes: readonly { readonly name: string; readonly service: string | null }[];
  readonly services: readonly string[];
  readonly environments: readonly string[];
  /** `kind` is null where the check does not say it. */
  readonly checks: readonly { readonly name: string; readonly kind: 'series' | 'alert' | null }[];
}

/** What there is that has a name. */
export interface Names extends ConfiguredNames {
  /** The ids of the project's journaled runs, newest first. */
  readonly runs: readonly string[];
  /** The JSON Schemas that come with the program. */
  readonly schemas: readonly string[];
}

export const NO_NAMES: Names = { pipes: [], services: [], environments: [], checks: [], runs: [], schemas: [] };
