import type { RunOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { confirmAndApply } from '../steps/confirm-and-apply.ts';

export function runRollback(invocation: Invocation<RunOptions>): Promise<number> {
  const [run = ''] = invocation.words;
  const task = {
    command: 'rollback',
    request: { of: 'rollback', run },
    question: 'Restore these values? Only "yes" is accepted: ',
    idleText: 'Nothing to restore: what the run wrote is not live any more, or it wrote nothing.',
  } as const;
  return confirmAndApply(task, invocation);
}
