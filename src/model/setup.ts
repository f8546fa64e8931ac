export type SetupStatus = 'pass' | 'fail';

/** One finding of `doctor`. Never contains a credential. */
export interface SetupCheck {
  readonly name:
    | 'node'
    | 'configuration'
    | 'credentials'
    | 'access-token'
    | 'proxy'
    | 'pipes-api'
    | 'observability-api'
    | 'clock'
    | 'journal';
  readonly status: SetupStatus;
  readonly summary: string;
  /** Why it failed, or null. */
  readonly detail: string | null;
  /** What to do about a failure, or null. */
  readonly hint: string | null;
}
