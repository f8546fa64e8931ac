import type { Context } from '../options/context.ts';
import { type ConductOptions, conductRun } from './run/conduct-run.ts';
import { type PrepareOptions, prepareFresh, prepareSaved } from './run/prepare-apply.ts';

export interface ApplyCommandOptions extends Omit<PrepareOptions, 'claim'>, ConductOptions {
  /** The saved plan to carry out, or null to make a fresh one. */
  readonly plan: string | null;
  /** Milliseconds to wait for another run of the project. */
  readonly lockTimeoutMs: number;
}

/** Makes a fresh plan, shows it, asks, and carries it out; or carries exactly a saved one out, which was reviewed before. */
export async function runApply(options: ApplyCommandOptions, context: Context): Promise<number> {
  const { plan, lockTimeoutMs } = options;
  const preparing = { ...options, claim: { lockTimeoutMs } };
  const question = 'Apply these updates? Only "yes" is accepted: ';
  return plan === null
    ? conductRun(
        { command: 'apply', plan: 'fresh', question, prepare: () => prepareFresh(preparing, context) },
        options,
        context,
      )
    : conductRun(
        { command: 'apply', plan: 'saved', question, prepare: () => prepareSaved(plan, preparing, context) },
        options,
        context,
      );
}
