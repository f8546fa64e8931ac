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
const TABLE = [...START, 'model'];
const CONFIGURATION = ['files', 'node-files', 'load-fleet', 'configuration'];
/** The whole of the quickstart. */
const PROJECT = ['pipeform.yaml', 'pipes/files.yaml', 'pipes/streaming.yaml'];
const FLEET = [...WORDS, ...CONFIGURATION, 'project', 'journal', 'report', 'api', 'connection'];

const OFFLINE = { packages: [], network: 'offline', reads: [], requests: 0 } as const;

/**
 * The work of a start is counted, not timed, so that it is the same on every machine. Where a budget is exceeded, find out
 * whether what was added is needed so early: `await import(…)` loads a module when it is, and scripts/build.mjs says what
 * lies together.
 */
export const BUDGETS: readonly Budget[] = [
  { ...OFFLINE, command: '--version', files: AT_ONCE, kilobytes: 3 },
  { ...OFFLINE, command: '--help', files: AT_ONCE, kilobytes: 3 },
  // The help is a file of its own, and so is what imports it.
  { ...OFFLINE, command: 'plan --help', files: [...TABLE, 'help', 'help'], kilobytes: 155 },
  { ...OFFLINE, command: 'completion bash', files: [...TABLE, 'completion'], kilobytes: 154 },
  { ...OFFLINE, command: 'schema', files: [...WORDS, 'schema', 'package-files'], kilobytes: 189 },
  {
    ...OFFLINE,
    command: 'complete -- plan --target ord',
    files: [...TABLE, 'complete', 'read-names', 'files', 'load-names', 'configuration'],
    kilobytes: 409,
    reads: PROJECT,
  },
  { ...OFFLINE, command: 'validate', files: [...WORDS, ...CONFIGURATION, 'validate'], kilobytes: 406, reads: PROJECT },
  {
    ...OFFLINE,
    command: 'fmt',
    files: [
      ...[...WORDS, 'files', 'node-files', 'configuration', 'yaml', 'journal'],
      ...['fmt', 'write-files', 'find-root', 'format-configuration', 'format-order'],
    ],
    kilobytes: 587,
    reads: PROJECT,
  },
  {
    ...OFFLINE,
    command: 'runs',
    files: [
      ...[...WORDS, 'files', 'journal', 'project', 'report', 'runs', 'read-journal', 'instant', 'report-problems'],
      ...['leave-pipe', 'validate-report.generated'],
    ],
    kilobytes: 492,
  },
  {
    command: 'plan',
    files: [...FLEET, 'plan', 'plan-text', 'apply-command', 'report-failure'],
    kilobytes: 575,
    packages: [],
    network: 'http',
    reads: PROJECT,
    requests: 5,
  },
  {
    command: 'apply --auto-approve --log-level quiet',
    files: [
      ...[...FLEET, 'apply', 'conduct-run', 'read-report-file', 'review-saved', 'abandon-apply', 'shard'],
      ...[
        'ask-for-yes',
        'conversation',
        'evaluate-check',
        'judge-alert',
        'query-window',
        'leave-pipe',
        'failure-words',
      ],
      // The text of a run is two files: what is imported, and what is shared of it.
      ...['run-text', 'run-text', 'check-look', 'rollout-words', 'sparkline', 'sent-requests'],
    ],
    kilobytes: 673,
    packages: [],
    network: 'http',
    reads: PROJECT,
    // Five pipes, three of them changed by five updates, and both reads around them.
    requests: 16,
  },
];
