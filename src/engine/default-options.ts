/** What holds unless it is said otherwise, on the command line or in a program. */
export const DEFAULT_PARALLELISM = 8;

/** More connections than any service of this kind takes. */
export const MOST_PARALLEL = 1_000;

/** For one attempt of one request. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** More would be a mistake, and is close to what a timer of Node can count to. */
export const LONGEST_MS = 86_400_000;

/** How long apply reads for until a written value shows. */
export const DEFAULT_WAIT_TIMEOUT_MS = 120_000;
