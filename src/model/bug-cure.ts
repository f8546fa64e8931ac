/** What to do about a bug. Apart from the other diagnostics, which are not loaded before they are needed: a crash must not depend on it. */
export const BUG_CURE = 'Run plan, and report this with the version and the `--log-level debug` output.';
