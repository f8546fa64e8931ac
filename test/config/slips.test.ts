import { expect, test } from 'vitest';
import { sample } from '../effort.ts';
import { HEAD, load, pipeId } from './memory-files.ts';

const PIPE = `${HEAD}pipes:\n  orders:\n    service: analytics\n    id: ${pipeId(1)}\n`;

/** Slips below a pipe, by what the message says. A mark shows where. */
const IN_PIPE: Readonly<Record<string, readonly string[]>> = {
  'This line is indented by 3 spaces, the lines above it by 2 or 4.': [
    '   »source: kafka',
    '   »other:\n    service: analytics',
    '    settings:\n      db_max_threads: 8\n   »db_max_insert_threads: 2',
    '    settings:\n   »db_max_threads: 8',
    '    settings: # below\n\n   »db_max_threads: 8',
    '    settings:\n      db_max_insert_threads:\n   »8',
    '    name: |\n   »orders',
  ],
  'This line is indented by 1 space, the lines above it by 0 or 2.': [' »other:\n    service: analytics'],
  'This line is indented by 5 spaces, the lines above it by 4.': ['     »source: kafka', '     »source: größe'],
  'This line is indented by 5 spaces, the lines above it by 4 or 6.': [
    '    settings:\n      db_max_threads: 8\n     »db_max_insert_threads: 2',
    '    acknowledge:\n      - path: scaling.replicas\n     »- path: scaling.concurrency',
  ],
  'This line is indented by 5 spaces, the lines above it by 4 or 7.': [
    '    name: |\n       orders\n     »source: kafka',
  ],
  'This line is indented by 6 spaces, the lines above it by 5.': [
    '    settings:\n     db_max_threads: 8\n      »db_max_insert_threads: 2',
  ],
  'This line is indented by 6 spaces, the lines above it by 4.': [
    '    settings: {}\n      »db_max_threads: 8',
    '    settings: "x"\n      »db_max_threads: 8',
    '    settings: ~\n      »db_max_threads: 8',
  ],
  'This line is indented by 6 spaces, the lines above it by 4 or 7.': [
    '    settings:\n      # threads\n       db_max_threads: 8\n      # more\n      »db_max_insert_threads: 2',
  ],
  'This line is indented by 7 spaces, the lines above it by 6.': [
    '    settings:\n      db_max_threads: 8\n      # more\n       »db_max_insert_threads: 2',
  ],
  'This line is indented by 7 spaces, the lines above it by 6 or 8.': [
    '    acknowledge:\n      - path: scaling.replicas\n       »reason: x',
    '    acknowledge:\n      - path: scaling.replicas\n        reason: x\n       »- path: y',
  ],
  'This line is indented by 9 spaces, the lines above it by 8.': [
    '    acknowledge:\n      - path: scaling.replicas\n         »reason: x',
  ],
  'This line lacks the "- " of the item above it in the same column.': [
    '    acknowledge:\n      - path: scaling.replicas\n      »reason: x',
  ],
  'This line starts with "- ", the key above it in the same column does not.': [
    '    acknowledge:\n      path: scaling.replicas\n      »- path: scaling.concurrency',
  ],
  'This dash has no space after it.': [
    '    checks:\n      - a\n      »-b',
    '    acknowledge:\n      »-path: scaling.replicas\n        reason: x',
    '    acknowledge:\n      - path: scaling.replicas\n      »-path: scaling.concurrency',
  ],
  'This line is neither `key: value` nor `- item`.': [
    '    »source kafka',
    '    »source:kafka',
    '    »source kafka\n    name: x',
    '    »source:kafka\n    name: x',
    '    »"source: kafka"\n    name: x',
    '    »settings\n      db_max_threads: 8',
    '    »settings # managed: all\n      db_max_threads: 8',
    '    »settings\n      # threads\n      db_max_threads: 8',
    '    »settings { db_max_threads: 8, db_max_insert_threads: 8 }',
    '    »settings { name: "x", db_max_insert_threads: 8 }',
    '    »settings:{ db_max_threads: 8, db_max_insert_threads: 8 }',
    '    »checks [a, b]\n    # more\n    name: x',
    '    »// source\n    name: x',
    '    checks:\n      - a\n      »b',
    '    acknowledge:\n      - »path scaling.replicas\n        reason: x',
    '    acknowledge:\n      - path: scaling.replicas\n        »reason x\n        until: 2026-12-01',
    '    acknowledge:\n      »-{ path: scaling.replicas, reason: x }',
  ],
  'The character here is a no-break space (U+00A0), which is text in YAML.': [
    '    source:»\u00a0kafka',
    '    source: kafka»\u00a0',
    '    source»\u00a0: kafka',
    '»\u00a0\u00a0\u00a0\u00a0source: kafka',
    '    settings:\n    »\u00a0 db_max_threads: 8',
    '    scaling: { replicas:»\u00a03 }',
    '    checks:\n      -»\u00a0a',
    '    checks:\n      - a\n      »\u00a0- b',
    '    name: x # a\u00a0b\n    »\u00a0source:kafka\n    protect: true',
  ],
  'The character here is a zero-width space (U+200B), which is text in YAML.': [
    '    settings:\n    »\u200b  db_max_threads: 8',
  ],
  'The character here is a full-width space (U+3000), which is text in YAML.': ['»\u3000\u3000source: kafka'],
  'The character here is a byte order mark (U+FEFF), which is text in YAML.': ['»\ufeffpolicy: {}'],
  'The character here is an invisible character (U+2060), which is text in YAML.': ['    »\u2060source: kafka'],
  'The character here is a wide or narrow space (U+2003), which is text in YAML.': ['  »\u2003 source: kafka'],
  'The character here is a full-width colon (U+FF1A), which is text in YAML.': ['    source»：kafka\n    name: x'],
  'The character here is a typographic quote (U+201C), which is text in YAML.': [
    '    name: »“orders”\n    source: kafka',
    '    checks: [»“a”, b]',
    '    »“name”: orders',
  ],
  'This section is indented by 2 spaces, the lines above and below it by 4.': [
    '  »settings:\n      db_max_threads: 8\n    scaling:\n      replicas: 3',
    '  »acknowledge:\n      - path: scaling.replicas\n    name: x',
  ],
  'This section is indented by 0 spaces, the lines above and below it by 4.': [
    '»settings:\n      db_max_threads: 8\n    scaling:\n      replicas: 3',
  ],
  'A tab is used for indentation.': [
    '»\tsource: kafka',
    '    settings:\n    »\tdb_max_threads: 8',
    '    checks:\n»\t- a\n      - b: c',
    '    scaling: {\n»\treplicas: 3 }',
  ],
  'A comma is missing before this.': [
    '    scaling: { replicas: 3 »concurrency: 4 }',
    '    scaling: { replicas: 3; »concurrency: 4 }',
    '    scaling: { replicas: 3 »concurrency: 4 replicaMemoryGb: 2 }',
    '    scaling: { replicas: "${N:-3}" »concurrency: 4 }',
    '    scaling: { "replicas": "3" »"concurrency": 4 }',
    '    scaling: {\n      replicas: 3\n      »concurrency: 4\n    }',
    '    scaling: {\n      "replicas": 3 # more\n      »"concurrency": 4\n    }',
    '    scaling: { replicas: { min: 1, max: 2 } »concurrency: 4 }',
    '    acknowledge: [{ path: a } »{ path: b }]',
    '    checks: ["a" »"b"]',
    "    checks: ['a: ]', 'it''s' »'b']",
  ],
  'A colon or a comma is missing before this.': ['    scaling: { "replicas" »3, concurrency: 4 }'],
  'This cannot follow what is before it.': [
    '    scaling: { replicas: 3,», concurrency: 4 }',
    '    scaling: { replicas: 3 } »}',
    '    checks: [a, b]»]',
    '    settings: {} »x',
    '    name: {{ orders }}»-prod',
    '    name: > »10',
    '    name: »- orders',
  ],
  'A map or a list without brackets starts inside { } or [ ].': [
    '    acknowledge: [{ reason: »it: is }]',
    '    checks: [\n      »- a\n      - b\n    ]',
  ],
  'A variable inside { } or [ ] has no quotes.': [
    '    scaling: { replicas: »${N} }',
    '    checks: [a, »b${N}]',
    '    scaling: {\n      replicas: »${N:-3}\n    }',
  ],
  'This quote is not closed.': [
    '    name: »"orders\n    source: kafka',
    "    name: »'orders\n    source: kafka",
    "    name: »'it''\n    source: kafka",
    '    name: "a \\\\" # closed\n    source: »"kafka\\"\n    protect: true',
    '    name: »"orders\n    source: "kafka"\n    protect: true',
    '    name: »"orders # x',
    '    name: »"größe 😀\n     source: kafka',
    '    »"source: kafka\n    name: x',
    '    checks: [»"a, b]\n    source: kafka',
    "    checks: [»'a, b]\n    source: kafka",
    '    checks: [»"a, b]\n    name: "orders"',
    '    name: »"orders\'\n    source: kafka',
  ],
  'Other text follows this quoted text.': [
    '    checks: [»"a, "b"]',
    "    acknowledge: [{ reason: »'it's fine' }]",
    "    acknowledge:\n      - reason: »'it's fine'\n        until: 2026-12-01",
    '    name: »"the "best" pipe"',
    '    name: »"orders" prod',
    '    name: »""orders"',
  ],
  'Unknown escape in a double-quoted text.': ['    name: "C:»\\data"'],
  'A comment starts here without a space before it.': ['    scaling: { replicas: 3 }»# x', '    name: "x"»# x'],
  'This brace is not closed.': [
    '    scaling: »{ replicas: 3',
    '    scaling: »{ replicas: 3\n    source: kafka',
    '    scaling: »{ replicas: { min: 1, max: 2, concurrency: 3 }\n    source: kafka',
    '    scaling: { replicas: »{ min: 1, max: 2 ]\n    source: kafka',
    '    scaling: »{\n      replicas: 3,\n      concurrency: 4\n    source: kafka',
    '    scaling: »{ replicas: 3 ]\n    source: kafka',
  ],
  'This bracket is not closed.': [
    '    checks: »[a, b\n    source: kafka',
    '    checks: »[a, b,\n    source: kafka',
    '    checks: »[a, b}\n    source: kafka',
    '    checks: »[a, b # ]\n    source: kafka',
    '    acknowledge: [{ days: »[fri, sat, hours: "16:00-08:00" }]',
  ],
  'This line is indented less than the map or list that it closes.': [
    '    scaling: {\n      replicas: 3\n»}',
    '    checks: [\n      a\n  »]\n    source: kafka',
  ],
  'A second map starts on this line.': [
    '    name: »source: kafka',
    '    scaling: »replicas: 3 }',
    '    acknowledge:\n      - path: scaling.replicas\n        reason: »note: up',
    '    name: »?',
  ],
  'A value cannot start with this character.': [
    '    name: »@orders',
    '    name: »`orders`',
    '    checks: [»@orders]',
    '    name: »%orders',
    '    name: »& orders',
    '    ignore: [»*]',
    '    acknowledge: [{ reason: »> 10 }]',
  ],
  'The alias ".yaml" has no anchor before it.': ['    checks: [»*.yaml]', '    checks:\n      - »*.yaml'],
  'YAML tags other than those of the core schema are not supported.': ['    name: »!has(x)'],
  'The file has an unresolved merge conflict of git.': [
    '    checks:\n»<<<<<<< HEAD\n      - a\n=======\n      - b\n>>>>>>> main',
    '    checks: [\n»<<<<<<< HEAD\n      a,\n=======\n      b,\n>>>>>>> main\n    ]',
  ],
};

const AT_TOP: Readonly<Record<string, readonly string[]>> = {
  'This line is indented by 1 space, the lines above it by 0.': [
    `${HEAD} »policy:\n  minPipes: 1`,
    'version: 1\n »api: {}',
  ],
  'This line is indented by 0 spaces, the lines above it by 1.': [' version: 1\n»api: {}'],
  'This line is indented by 2 spaces, the lines above it by 1 or 4.': ['pipes:\n a:\n    id: x\n  »b:\n    id: y'],
  'This line starts with "- ", the key above it in the same column does not.': ['include:\n  - a.yaml\n»- b.yaml'],
  'This line is neither `key: value` nor `- item`.': [
    '»version:1\napi: {}',
    '»version 1 # of: it\napi: {}',
    'version: 1\n»policy\n  minPipes: 1',
    'version: 1\n»----\napi: {}',
    'pipes:\n  »orders\n    service: analytics\n    id: x',
  ],
  'A comma is missing before this.': ['{\n  "version": 1,\n  "api": {}\n  »"services": {}\n}'],
  'A colon or a comma is missing before this.': ['{\n  "version" »1,\n  "api": {}\n}'],
  'This quote is not closed.': ['{\n  »"version: 1,\n  "api": {}\n}', '»"'],
  'This brace is not closed.': ['»{'],
  'This is not YAML.': ['%YAML 1.»2'],
  'A second YAML document starts here.': ['version: 1\n»---\nversion: 1'],
};

const list = (slips: Readonly<Record<string, readonly string[]>>, start: string) =>
  Object.entries(slips).flatMap(([summary, bodies]) => bodies.map((body) => [summary, `${body}\n`, start] as const));

test.each([...list(IN_PIPE, PIPE), ...list(AT_TOP, '')])('%s %j', async (summary, marked, start) => {
  const before = `${start}${marked.slice(0, marked.indexOf('»'))}`.split('\n');
  const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  for (const lineEnd of sample(['\r\n', '\n'])) {
    const { diagnostics } = await load((start + marked).replace('»', '').replaceAll('\n', lineEnd));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([expect.objectContaining({ code: 'yaml-syntax', summary, ...place })]);
  }
});

test('text may have any space, quote or colon inside it, at its end in quotes, and in a block', async () => {
  const reason = ['a\u00a0b “c” d：e', '"\u00a0a\u200b"', "'“a”'", '|\n          \u00a0a'];
  for (const text of reason) {
    const { diagnostics } = await load(
      `${PIPE}    settings: { db_max_threads: 8 } # “a”\u00a0\n    acknowledge:\n      - path: scaling.replicas\n        until: 2026-12-01\n        reason: ${text}\n`,
    );
    expect(diagnostics).toEqual([]);
  }
});

test.each([
  ['version: 1\napi: { url: "http://127.0.0.1", organisation: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }', 'organisation'],
  [`${HEAD}pipes:\n  orders: { servce: analytics, id: ${pipeId(1)}, scaling: { replicas: 2 } }`, 'servce'],
  [`${HEAD}remediation: { fields: [scaling.*], maxPipe: 2 }`, 'maxPipe'],
  [`${HEAD}policy: { rules: [{ name: a, when: "true", level: warn, mesage: m }] }`, 'mesage'],
])('a misspelled key is the only error, not that another one is missing: %#', async (text, key) => {
  const { diagnostics } = await load(text);
  expect(diagnostics).toMatchObject([
    { code: 'unknown-key', summary: expect.stringContaining(`Unknown key "${key}"`) },
  ]);
});

test('an item that is indented more belongs to the one above it, with a warning', async () => {
  const { diagnostics } = await load(`${HEAD}include:\n  - a.yaml\n   - b.yaml\n`);
  expect(diagnostics.map(({ severity, summary, line, column }) => [severity, summary, line, column])).toEqual([
    ['error', 'No file matches "a.yaml - b.yaml".', 5, 5],
    ['warning', 'This line belongs to the item above it, since it is indented more.', 6, 4],
  ]);
});

test.each<readonly [string, string]>([
  ['scaling: { replicas:3 }', 'Write a colon and a space after "replicas".'],
  ['scaling: { replicas 3 }', 'Write a colon and a space after "replicas".'],
  ['scaling: { replicas = 3 }', 'Write a colon and a space after "replicas".'],
  ['scaling: { replicass: 3 }', 'Did you mean "replicas"?'],
  ['settings:\n      db_max_threads:8', 'Write a space after the colon of a key.'],
  ['scaling:\n      replicas：3', 'Write a colon and a space in its place.'],
  ['scaling: { replicas: 1, schedule: [{ hours: "07:00–19:00", replicas: 2 }] }', 'Write "07:00-19:00".'],
  ...(
    [
      ['days: mon-fri', '[mon-fri]'],
      ['days: [Monday - Friday]', 'mon-fri'],
      ['days: weekdays', '[mon-fri]'],
      ['days: [tues]', 'tue'],
      ['hours: 8:00-17:00', '"08:00-17:00"'],
      ['hours: 8-17', '"08:00-17:00"'],
      ['hours: 8am - 5:30pm', '"08:00-17:30"'],
      ['hours: "22.00 bis 6.00"', '"22:00-06:00"'],
    ] as const
  ).map(([window, form]): [string, string] => [
    `scaling: { replicas: 1, schedule: [{ ${window}, replicas: 2 }] }`,
    `Write ${form}.`,
  ]),
  [
    'scaling: { replicas: 1, schedule: [{ hours: 8:00, replicas: 2 }] }',
    'Write when it starts and when it ends, as in "08:00-19:00".',
  ],
  ['scaling: { replicas: 1, schedule: [{ days: daily, replicas: 2 }] }', 'For every day, leave out `days`.'],
  [
    'scaling: { replicas: 1, schedule: [{ days: mon-tue-wed, replicas: 2 }] }',
    'Write [one, two], or each item on its own line after "- ".',
  ],
  ...([
    ['scaling: { replicas: 010 }', 'Write 10 without a zero before it: other YAML tools read that as octal.'],
    ['scaling:\n      replicas: &n 08', 'Write 8 without a zero before it: other YAML tools read that as octal.'],
    ['settings: { db_max_threads: 1_000 }', 'Write 1000.'],
    ['scaling: { replicaCpuMillicores: 500m }', 'Write 500.'],
    ['scaling: { replicaCpuMillicores: { min: 0.5 cores, max: 1000 } }', 'Write 500.'],
    ['scaling: { replicaCpuMillicores: 1 }', 'The unit is millicores, of which a core has 1000; did you mean 1000?'],
    ['scaling: { replicaCpuMillicores: 0.5 }', 'The unit is millicores, of which a core has 1000; did you mean 500?'],
    ['scaling: { replicaMemoryGb: 2 GB }', 'Write 2.'],
    ['scaling: { replicaMemoryGb: 4GiB }', 'Write 4.'],
    ['scaling: { replicaMemoryGb: 512Mi }', 'Write 0.5.'],
    ['scaling: { replicaMemoryGb: { min: 1, max: 2048 } }', 'The unit is GB; did you mean 2?'],
    ['scaling: { replicaMemoryGb: { min: 1, max: 2097152 } }', 'The unit is GB; did you mean 2?'],
    ['scaling: { replicaMemoryGb: { min: 1, max: 2147483648 } }', 'The unit is GB; did you mean 2?'],
    ['settings: { streaming_max_insert_wait_ms: 5 }', 'The unit is milliseconds; did you mean 5s?'],
    ['settings: { streaming_max_insert_wait_ms: 5 seconds }', 'Write 5s.'],
    ['settings: { object_storage_max_insert_bytes: 64 }', 'The unit is bytes; did you mean 64MiB?'],
    ['settings: { object_storage_max_insert_bytes: 64Mi }', 'Write 64MiB.'],
    ['settings: { db_parallel_view_processing: yes }', 'Write true.'],
    [
      'scaling: { replicaMemoryGb: 16 }',
      'If the deployment allows it, widen scaling.replicaMemoryGb under `api.ranges`.',
    ],
  ] as const),
  ['schedule: []', 'It belongs to `scaling`: indent it as far as the other keys there.'],
  [
    'scaling: { replicas: 2 }\n  settings: {}',
    'If `settings` belongs to a pipe, indent it as far as the other keys there.',
  ],
  ['scaling: { replicas: 2 }\nrateLimit: {}', 'It belongs to `api`: indent it as far as the other keys there.'],
  ['checks:\n      -a', 'Write [one, two], or each item on its own line after "- ".'],
  ['checks: a, b]', 'Write [one, two], or each item on its own line after "- ".'],
])('%j gets the hint %j', async (body, hint) => {
  const { diagnostics } = await load(`${PIPE}    ${body}\n`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([expect.objectContaining({ hint })]);
});
