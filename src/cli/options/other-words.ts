/** What people know from other tools, and what it is here. */
const COMMANDS: readonly (readonly [names: readonly string[], hint: string])[] = [
  [['import', 'dump', 'export'], '`pipeform pull` reads live pipes into the configuration.'],
  [['refresh'], '`pipeform drift` reads what is live; `pipeform pull` brings it into the configuration.'],
  [['diff', 'preview'], '`pipeform plan` shows what would change; `pipeform drift` what was changed by hand.'],
  [['sync', 'deploy', 'push', 'update', 'up'], '`pipeform apply` shows the plan, asks, and carries it out.'],
  [
    ['destroy', 'delete', 'remove', 'rm', 'create'],
    'Pipeform neither makes nor removes pipes. A pipe that is taken out of the configuration is left as it is.',
  ],
  [['lint', 'verify', 'test'], '`pipeform validate` checks the configuration.'],
  [['format'], '`pipeform fmt` puts the files into canonical order and form.'],
  [['new', 'setup', 'start'], '`pipeform init` writes a first configuration.'],
  [
    ['list', 'ls', 'get', 'status', 'state'],
    '`pipeform drift` tells how each pipe is; `pipeform runs` lists the runs.',
  ],
  [['log', 'logs', 'history'], '`pipeform runs` lists the runs.'],
  [['forget'], '`pipeform runs forget RUN` ends the report of a run that was cut off.'],
  [['undo', 'revert', 'restore'], '`pipeform rollback latest` puts back what the last run replaced.'],
  [['mock', 'serve', 'server', 'dev'], '`pipeform sandbox` serves both APIs on this machine.'],
  [['login', 'auth'], 'Credentials come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET in the environment.'],
  [
    ['force-unlock', 'unlock'],
    'The next apply takes over a lock whose run has died; of any other it says who holds it.',
  ],
  [['version'], '`pipeform --version` prints it.'],
];

/** What is to be typed, for a command that has the option `needs`; without that, for all. */
interface Elsewhere {
  readonly hint: string;
  readonly needs?: string;
}

const OPTIONS: readonly (readonly [names: readonly string[], meant: Elsewhere])[] = [
  [['--json', '-json'], { hint: 'Write --format json.' }],
  [['--output', '-o'], { hint: 'Write --format FORMAT for the form, and --out FILE for a document.', needs: '--out' }],
  [['--verbose', '-v', '--trace'], { hint: '--debug shows each request; -V prints the version.' }],
  [['--quiet', '-q', '--silent'], { hint: 'Write --log-level quiet.' }],
  [['--environment', '--workspace', '--stage', '--profile'], { hint: 'Write --env NAME.' }],
  [['--filter', '--only', '--pipe', '--pipes', '-t'], { hint: 'Write --target PATTERN.' }],
  [['--file', '-f'], { hint: 'Write --config FILE, or --chdir DIR.' }],
  [['--concurrency', '-j', '-parallel'], { hint: 'Write --parallelism N.' }],
  [['-y', '--approve', '--assume-yes', '--no-input'], { hint: 'Write --auto-approve.', needs: '--auto-approve' }],
  [['--dry-run'], { hint: '`pipeform plan` writes nothing.' }],
  [['--var', '-var', '--set'], { hint: 'Values come from ${NAME} in the files and the environment.' }],
  [
    ['--key', '--token', '--api-key', '--password', '--user'],
    { hint: 'Credentials come from the environment: PIPEFORM_KEY_ID, PIPEFORM_KEY_SECRET, PIPEFORM_ACCESS_TOKEN.' },
  ],
];

/** The variables without `PIPEFORM_`. */
const VARIABLES: readonly (readonly [names: readonly string[], meant: string])[] = [
  [['ENVIRONMENT', 'WORKSPACE', 'STAGE'], 'ENV'],
  [['API_KEY_ID', 'API_KEY', 'KEY'], 'KEY_ID'],
  [['API_KEY_SECRET', 'API_SECRET', 'SECRET', 'SECRET_KEY'], 'KEY_SECRET'],
  [['TOKEN', 'API_TOKEN', 'OBSERVABILITY_TOKEN'], 'ACCESS_TOKEN'],
  [['DIR', 'FOLDER'], 'CHDIR'],
];

export function commandElsewhere(name: string): string | null {
  return COMMANDS.find(([names]) => names.includes(name.toLowerCase()))?.[1] ?? null;
}

export function optionElsewhere(name: string): Elsewhere | null {
  return OPTIONS.find(([names]) => names.includes(name))?.[1] ?? null;
}

export function variableElsewhere(name: string): string | null {
  return VARIABLES.find(([names]) => names.includes(name))?.[1] ?? null;
}
