export const ORIGINS = ['config', 'schedule', 'drift', 'conflict', 'adopt'] as const;

/**
 * Where a difference comes from: the configuration changed since the base, a schedule asks for another size than before, live
 * changed, configuration and live did, or the base was never applied.
 */
export type Origin = (typeof ORIGINS)[number];

/** Whether changes have these origins without a base. */
export function isKnownWithoutBase(origins: readonly Origin[]): boolean {
  return origins.every((origin) => origin === 'schedule');
}

/** What a command does when the branch lacks commits of the base that change the configuration. */
export const BEHIND_ACTIONS = ['ignore', 'warn', 'refuse'] as const;
export type BehindAction = (typeof BEHIND_ACTIONS)[number];
