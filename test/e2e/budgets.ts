/** What a command may load, from its start to its end, in a folder with the quickstart. */
export interface Budget {
  readonly command: string;
  /** The files of dist/ that it loads as a rule, without the hash in their names. A tenth more is no matter yet. */
  readonly files: readonly string[];
  /** JavaScript that it reads in all, in kilobytes: a tenth above what it was when this was written. */
  readonly kilobytes: number;
  /** The dependencies that it loads as packages of their own; every other one is built into dist/ or not needed. */
  readonly packages: readonly string[];
  /** `offline` commands load nothing that speaks HTTP. */
  readonly network: 'offline' | 'http';
  /** The files of the project that it reads, each of them once. */
  readonly reads: readonly string[];
  readonly requests: number;
}

const AT_ONCE = ['bin', 'version'];
const START = [...AT_ONCE, 'process-edge', 'start', 'rolldown-runtime'];
const WORDS = [...START, 'model', 'words'];
const CONFIGURATION = ['files', 'node-files', 'load-fleet', 'configuration'];
/** The whole of the quickstart. */
const PROJECT = ['pipeform.yaml', 'pipes/files.yaml', 'pipes/streaming.yaml'];
const JOURNAL = ['find-run', 'lock-file', 'unfinished-words'];

/**
 * The work of a start is counted, not timed, so that it is the same on every machine. Where a budget is exceeded, find out
 * whether what was added is needed so early: `await import(…)` loads a module when it is, and scripts/build.mjs says what
 * lies together.
 */
export const BUDGETS: readonly Budget[] = [
  { command: '--version', files: AT_ONCE, kilobytes: 3, packages: [], network: 'offline', reads: [], requests: 0 },
  { command: '--help', files: AT_ONCE, kilobytes: 3, packages: [], network: 'offline', reads: [], requests: 0 },
  { command: 'plan --help', files: START, kilobytes: 173, packages: [], network: 'offline', reads: [], requests: 0 },
  {
    command: 'validate',
    files: [...WORDS, ...CONFIGURATION, 'validate'],
    kilobytes: 782,
    packages: [],
    network: 'offline',
    reads: PROJECT,
    requests: 0,
  },
  {
    command: 'runs',
    files: [
      ...WORDS,
      ...JOURNAL,
      'files',
      'report',
      'runs',
      'read-journal',
      'validate-report.generated',
      'leave-pipe',
      'report-problems',
    ],
    kilobytes: 1004,
    packages: [],
    network: 'offline',
    reads: [],
    requests: 0,
  },
  {
    command: 'plan',
    files: [
      ...WORDS,
      ...CONFIGURATION,
      ...JOURNAL,
      ...['api', 'connection', 'open-observability', 'read-live'],
      ...['plan', 'plan-fleet', 'scope', 'compare-place', 'reverse-changes', 'apply-command'],
      ...['report', 'plan-text', 'report-failure', 'sync-folder', 'took'],
    ],
    kilobytes: 1056,
    packages: [],
    network: 'http',
    reads: PROJECT,
    requests: 5,
  },
  {
    command: 'apply --auto-approve --log-level quiet',
    files: [
      ...WORDS,
      ...CONFIGURATION,
      ...JOURNAL,
      ...['api', 'connection', 'open-observability', 'read-live'],
      ...['apply', 'abandon-apply', 'prepare-apply', 'apply-plan', 'plan-fleet', 'scope', 'review-plan', 'shard'],
      ...['compare-place', 'reverse-changes', 'read-report-file', 'leave-pipe', 'sync-folder'],
      ...['evaluate-check', 'judge-alert', 'query-window', 'check-look', 'sparkline', 'rollout-words'],
      // The text of a run is two files: what is imported, and what is shared of it.
      ...['report', 'run-text', 'run-text', 'failure-words', 'sent-requests', 'took'],
    ],
    kilobytes: 1100,
    packages: [],
    network: 'http',
    reads: ['.pipeform/lock', ...PROJECT],
    // Five pipes, three of them changed by five updates, and both reads around them.
    requests: 16,
  },
];
