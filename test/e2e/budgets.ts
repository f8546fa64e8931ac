/** What a command may load in a folder with the quickstart. */
export interface Budget {
  readonly command: string;
  /** Total JavaScript that it reads, in kilobytes: the measured size plus 10%. */
  readonly kilobytes: number;
  /** The dependencies that it loads as packages; every other one is bundled into dist/ or not needed. */
  readonly packages: readonly string[];
  /** `offline` commands load nothing that speaks HTTP. */
  readonly network: 'offline' | 'http';
  /** The files of the project that it reads, each once. */
  readonly reads: readonly string[];
  readonly requests: number;
}

/** All files of the quickstart. */
const PROJECT = ['pipeform.yaml', 'pipes/files.yaml', 'pipes/streaming.yaml'];

const OFFLINE = { packages: [], network: 'offline', reads: [], requests: 0 } as const;
const ONLINE = { packages: [], network: 'http', reads: PROJECT } as const;

/**
 * Work is counted, not timed, so that the result is the same on every machine. When a command exceeds its budget,
 * find out whether it needs the new code so early: `await import(…)` loads a module when it is used.
 */
export const BUDGETS: readonly Budget[] = [
  { ...OFFLINE, command: '--version', kilobytes: 3 },
  { ...OFFLINE, command: '--help', kilobytes: 3 },
  { ...OFFLINE, command: 'plan --help', kilobytes: 97 },
  { ...OFFLINE, command: 'help apply', kilobytes: 97 },
  { ...OFFLINE, command: 'complete -- pl', kilobytes: 94 },
  { ...OFFLINE, command: 'completion bash', kilobytes: 90 },
  { ...OFFLINE, command: 'schema', kilobytes: 129 },
  { ...OFFLINE, command: 'complete -- plan --target ord', kilobytes: 305, reads: PROJECT },
  { ...OFFLINE, command: 'validate', kilobytes: 393, reads: PROJECT },
  { ...OFFLINE, command: 'fmt', kilobytes: 502, reads: PROJECT },
  { ...OFFLINE, command: 'runs', kilobytes: 358 },
  // The core of axios is 70 kB of each command that sends requests.
  { ...ONLINE, command: 'plan', kilobytes: 561, requests: 5 },
  // The quickstart has five pipes, and five updates change three of them. Each of the three is read before and after.
  { ...ONLINE, command: 'apply --auto-approve --log-level quiet', kilobytes: 652, requests: 16 },
];
