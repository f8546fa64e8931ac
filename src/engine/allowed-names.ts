import type { Allowances } from '../plan/policy/policy.ts';
import type { ProjectWants } from './open-project.ts';

/** The pipes that are let through by name: each must be in the fleet. */
export function allowedNames({ protectedPipes }: Allowances): NonNullable<ProjectWants['named']> {
  return [...protectedPipes].map((name) => ({ option: '--allow-protected', name }));
}
