import { diagnose } from '../../model/diagnostic.ts';
import type { PlanPolicy } from './plan-policy.ts';

/** A pipe with `protect: true` changes only when the command names it. */
export const protection: PlanPolicy = {
  ofPipe({ desired: { name, protect, location }, changes }, { allowances }) {
    if (changes.length === 0 || !protect || allowances.protectedPipes.has(name)) return [];
    const summary = `Pipe ${name} is protected and would be changed.`;
    const hint = `If the change is intended, apply with --allow-protected ${name}.`;
    return [diagnose('error', { code: 'protected-pipe', summary, hint }, location)];
  },
};
