import type { Diagnostic } from './diagnostic.ts';
import type { Run, RunStatus } from './run.ts';

/** What an apply says while it works: the lines of `apply --format json`, and what the progress view is drawn from. */
export type RunEvent =
  | {
      readonly type: 'run_start';
      readonly at: string;
      readonly run: string;
      /** Pipes that the plan wants to update; the others are done before they start. */
      readonly pipes: number;
      readonly requests: number;
    }
  | { readonly type: 'pipe_start'; readonly at: string; readonly pipe: string }
  | {
      readonly type: 'request';
      readonly at: string;
      readonly pipe: string;
      readonly method: 'GET' | 'PUT' | 'PATCH';
      readonly path: string;
      /** HTTP status, or null when no answer came. */
      readonly status: number | null;
      readonly attempt: number;
    }
  | { readonly type: 'pipe_done'; readonly at: string; readonly pipe: string; readonly status: RunStatus }
  | { readonly type: 'diagnostic'; readonly at: string; readonly pipe: string | null; readonly diagnostic: Diagnostic }
  | { readonly type: 'run_done'; readonly at: string; readonly run: Run };

/** What reading a fleet says while it works. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}
