import type { Diagnostic } from './diagnostic.ts';

/** A success or a failure with their own fields, told apart by `ok`: what a user or a service can cause is returned, not thrown. */
export type Result<Value, Failure> = (Value & { readonly ok: true }) | (Failure & { readonly ok: false });

/** The failure of what stops with diagnostics: all that were found. */
export interface Problems {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}
