import type { Context } from '../options/context.ts';
import { confirmAndApply, type RunCommandOptions } from './run.ts';

export interface RollbackCommandOptions extends RunCommandOptions {
  /** The run to put back: its id, the beginning of it, or `latest`. */
  readonly run: string;
}

/** Plans and applies the values that a run replaced, where the live value is still what that run wrote. */
export function runRollback(options: RollbackCommandOptions, context: Context): Promise<number> {
  const task = {
    command: 'rollback',
    request: { of: 'rollback', run: options.run },
    purpose: {},
    question: 'Put these values back? Only "yes" is accepted: ',
    idleText: 'Nothing to put back: what the run wrote is not live any more, or it wrote nothing.',
  } as const;
  return confirmAndApply(task, options, context);
}
