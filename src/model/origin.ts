export const ORIGINS = ['config', 'schedule', 'drift', 'conflict'] as const;

/**
 * Where a difference comes from: the configuration changed since the base; the clock did, under a schedule that did not change; live
 * differs from the base; or both configuration and live do.
 */
export type Origin = (typeof ORIGINS)[number];

/** What a command does when the branch lacks commits of the base that change the configuration. */
export const BEHIND_ACTIONS = ['ignore', 'warn', 'refuse'] as const;
export type BehindAction = (typeof BEHIND_ACTIONS)[number];
