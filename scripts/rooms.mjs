// Who may import whom: the one place where it is written. `npm run generate` makes the linter's rules from it (biome.json).

/** Packages, and parts of Node, that belong to some rooms only. */
export const OWNED = {
  'node:http': ['api', 'sandbox'],
  'node:https': ['api'],
  'd3-scale': ['report'],
  'd3-shape': ['report'],
  ink: ['progress'],
  react: ['progress'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  // The generated validators serve at run time; only a schema with fields of the deployment is compiled then.
  ajv: ['config'],
  '@marcbachmann/cel-js': ['rules'],
  // It takes 17 ms to load, so `--version`, `validate` and `explain` do without.
  'temporal-polyfill': ['calendar', 'plan'],
};

/** Each room of src with the rooms that it may import, itself apart. */
export const ROOMS = {
  model: [],
  platform: [],
  rules: ['model'],
  calendar: ['model'],
  config: ['model', 'rules', 'calendar'],
  git: ['model', 'config'],
  edit: ['model', 'config'],
  plan: ['model', 'rules', 'calendar'],
  sizing: ['model', 'calendar'],
  health: ['model'],
  api: ['model'],
  apply: ['model', 'plan', 'health'],
  journal: ['model', 'plan', 'platform', 'apply'],
  history: ['model', 'platform'],
  report: ['model'],
  progress: ['model', 'report'],
  publish: ['model', 'report', 'api'],
  engine: [
    'model',
    'platform',
    'calendar',
    'config',
    'git',
    'plan',
    'sizing',
    'health',
    'api',
    'apply',
    'journal',
    'history',
  ],
  sandbox: ['model', 'platform'],
  cli: [
    'model',
    'platform',
    'calendar',
    'config',
    'edit',
    'plan',
    'health',
    'apply',
    'journal',
    'history',
    'report',
    'progress',
    'publish',
    'engine',
    'sandbox',
  ],
};

/** The rooms that the library, src/index.ts, exports from. */
export const LIBRARY = ['model', 'config', 'engine', 'report'];
