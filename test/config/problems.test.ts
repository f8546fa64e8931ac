import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { HEAD, load, pipeId, type TestFiles, type TestLoad } from './memory-files.ts';

interface Case {
  readonly files: TestFiles | string;
  readonly options?: TestLoad;
}

const inPipe = (body: string): string =>
  `${HEAD}pipes:\n  orders:\n    service: analytics\n    id: ${pipeId(1)}\n${body.replace(/^/gm, '    ')}\n`;
const inSettings = (body: string): string => inPipe(`settings:\n${body.replace(/^/gm, '  ')}`);

const CASES: Readonly<Record<string, Case>> = {
  'config-not-found': { files: {} },
  'config-not-found-named': { files: {}, options: { file: 'other.yaml' } },
  'empty-root': { files: '# nothing yet\n' },
  'empty-included': {
    files: { 'pipeform.yaml': `${HEAD}include: [pipes/*.yaml]\n`, 'pipes/a.yaml': '# later\n' },
  },
  'merge-conflict': {
    files: `${HEAD}policy:\n<<<<<<< HEAD\n  minPipes: 1\n=======\n  minPipes: 2\n>>>>>>> feature\n`,
  },
  'credentials-in-a-file': {
    files: `version: 1\napi:\n  keySecret: of-nobody # why\n  key_id: of-nobody\nobservability: { accessToken: "of nobody", url: http://127.0.0.1 }\n`,
  },
  'root-is-a-list': { files: '- version: 1\n- api: {}\n' },
  'not-utf-8': { files: { 'pipeform.yaml': Buffer.from('version: 1\napi: { url: caf\xe9 }\n', 'latin1') } },
  'two-documents': { files: `${HEAD}---\nversion: 1\n` },
  'tab-indentation': { files: 'version: 1\napi:\n\turl: http://127.0.0.1:4010\n' },
  'non-breaking-spaces': { files: inPipe('source: kafka').replaceAll('    source', '\u00a0\u00a0  source') },
  'bad-indentation': { files: 'version: 1\napi:\n    url: x\n  organization: y\n' },
  'unclosed-quote': { files: 'version: 1\napi:\n  url: "http://127.0.0.1\n' },
  'missing-comma': { files: inPipe('scaling:\n  replicas: { min: 3 max: 6 } # not yet') },
  'quoted-values': {
    files: inPipe(
      'protect: \'true\'\nsettings:\n  db_max_threads: "8"\n  db_max_insert_threads: "null"\n  streaming_max_insert_wait_ms: "1.5"\nscaling:\n  replicas: "3"\n  replicaMemoryGb: { min: "1.5", max: 2 }\n  concurrency: "1.5"',
    ),
  },
  'custom-tag': { files: `${HEAD}policy: !include policy.yaml\n` },
  'yaml-1.1': { files: '%YAML 1.1\n---\nversion: 1\n' },
  'control-character': { files: 'version: 1\napi: \u001b[31mred\n' },
  'variable-in-flow-map': { files: 'version: 1\napi: { url: ${URL}, organization: x }\n' },
  'duplicate-keys': { files: `${HEAD}pipes: {}\npolicy: { minPipes: 1 }\npipes: {}\n` },
  'keys-that-are-not-text': { files: `${HEAD}pipes:\n  1: {}\n  true: {}\n  ? [a]\n  : {}\n` },
  'reserved-keys': { files: `${HEAD}pipes:\n  __proto__: {}\n  constructor: {}\nprototype: {}\n` },
  'unknown-alias': { files: `${HEAD}policy: *nowhere\n` },
  'alias-to-itself': { files: `${HEAD}pipes: &all\n  orders: *all\n` },
  'merge-key': { files: inPipe('<<: [{ source: kafka }, 5]\n"<<": { name: x }') },
  'too-deep': { files: `${HEAD}include: ${'['.repeat(5000)}` },
  'missing-version': { files: HEAD.replace('version: 1\n', '') },
  'unknown-version': { files: HEAD.replace('version: 1', 'version: 2') },
  'quoted-version': { files: HEAD.replace('version: 1', 'version: "1"') },
  'unknown-keys': { files: inPipe('setings: {}\nreplicas: 3\nwhatever: 1\nsettings:\n  db_max_thread: 2') },
  'invalid-names': { files: `${HEAD}pipes:\n  -orders: {}\n  "a b": {}\npresets:\n  .x: {}\n` },
  'wrong-types': {
    files: inPipe(
      'name: 12\nprotect: "yes"\nignore: scaling.replicas\nsettings:\n  db_max_threads: [1]\n  db_max_insert_threads: 1.5\n  db_parallel_view_processing: 1\n  db_max_download_threads: many\nscaling: 3\nchecks:',
    ),
  },
  'empty-maps': { files: `${HEAD}pipes:\n  orders:\npresets:\n  small: ~\nchecks: 3\nrollout:\n` },
  'entry-without-a-name': { files: `${HEAD}pipes:\n  "": 3\n` },
  'out-of-range': {
    files: inPipe(
      'settings:\n  db_max_threads: 65\n  streaming_max_insert_wait_ms: 2m\n  object_storage_max_insert_bytes: 1048576\n  db_min_insert_block_size_bytes: 11GiB\nscaling:\n  replicas: 0\n  replicaMemoryGb: { min: 0.25, max: 9 }',
    ),
  },
  'wrong-units': {
    files: inSettings(
      'streaming_max_insert_wait_ms: 5 parsecs\nobject_storage_polling_interval_ms: 1000.5ms\ndb_min_insert_block_size_bytes: 10 gb\nobject_storage_max_insert_bytes: fast',
    ),
  },
  'band-upside-down': { files: inPipe('scaling:\n  replicas: { min: 6, max: 2 }\n  concurrency: { min: 1 }') },
  'wrong-choices': { files: inPipe('source: kafak\nsettings: { db_max_threads: 1 }') },
  'missing-keys': {
    files: `version: 1\napi: { rateLimit: { requests: 10 } }\nobservability: {}\npipes:\n  orders: { name: x }\n`,
  },
  'unknown-references': {
    files: `${inPipe(
      'preset: kafka-smal\nchecks: [lagg, other]\nignore: [scaling.replica]\nsettings: { db_max_threads: 1 }',
    ).replace('service: analytics', 'service: analytisc')}presets: { kafka-small: {} }
checks: { lag: { alert: "1", state: OK } }
rollout: { before: [lug], after: [lag] }
`,
  },
  promotions: {
    files: `${HEAD}promotion: { from: staging }
environments:
  staging: { promotion: { from: production } }
  production:
    promotion: { from: staging, soak: 1 day, except: [scaling.replica], missing: ignore }
  canary: { promotion: { from: canary } }
  europe: { promotion: { from: stagin, soak: 1000d } }
  asia: { promotion: { soak: 1h } }
  africa: { promotion: { from: europe, wait: 1h } }
`,
    options: { environment: 'europe' },
  },
  remediation: {
    files: `${HEAD}remediation:
  fields: [settings.*, settings.x*, scaling.replica, db_max_threads]
  maxPipes: 0
  perPipe: { times: 2.5, per: 24 }
environments:
  production: { remediation: { fields: [], perPipe: { per: 1 day }, maxpipes: 3 } }
`,
  },
  'remediation-in-part': {
    files: `${HEAD}remediation:
  fields: [settings.db_max_*, settings.x*, scaling.replica]
  perPipe: { per: 0s }
`,
  },
  'promotion-fields': {
    files: `${HEAD}environments:
  staging:
  production: { promotion: { from: staging, soak: 1000d, except: [scaling.replica] } }
`,
    options: { environment: 'production' },
  },
  'many-known-names': {
    files: `${inPipe('preset: none\nchecks: [none]')}presets: {${'abcdefgh'.replace(/./g, '$&: {}, ')}}
checks: {${'abcdefghi'.replace(/./g, '$&: { alert: "1", state: OK }, ')}}
`,
  },
  'service-by-id': {
    files: inPipe('settings: { db_max_threads: 1 }').replace(
      'service: analytics',
      'service: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
    ),
  },
  'unknown-environment': {
    files: `${HEAD}environments: { production: {}, staging: {} }\n`,
    options: { environment: 'prodution' },
  },
  'unknown-environment-nothing-near': {
    files: `${HEAD}environments: { production: {}, staging: {} }\n`,
    options: { environment: 'qa' },
  },
  'unknown-environment-of-none': { files: HEAD, options: { environment: 'production' } },
  'environment-with-keys-of-the-root': {
    files: `${HEAD}environments:\n  production:\n    version: 2\n    include: [pipes/*.yaml]\n    environments: { eu: {} }\n    includes: []\n`,
  },
  'environment-names-unknown-pipe': {
    files: `${inPipe('settings: { db_max_threads: 1 }')}environments:\n  production:\n    pipes:\n      order: { scaling: { replicas: 6 } }\n`,
    options: { environment: 'production' },
  },
  'same-pipe-in-two-files': {
    files: {
      'pipeform.yaml': `${HEAD}include: ["pipes/*.yaml"]\n`,
      'pipes/a.yaml': `pipes:\n  orders: { service: analytics, id: ${pipeId(1)}, settings: { db_max_threads: 1 } }\n`,
      'pipes/b.yaml': `pipes:\n  orders: { service: analytics, id: ${pipeId(2)}, settings: { db_max_threads: 1 } }\n`,
    },
  },
  // The definitions have different kinds, and other places refer to what each of them has.
  'same-pipe-of-two-kinds': {
    files: {
      'pipeform.yaml': `${HEAD}include: ["pipes/*.yaml"]\nenvironments: { eu: { pipes: { orders: { scaling: { concurrency: 3 } } } } }\npipes:\n  orders: { service: analytics, id: ${pipeId(1)}, source: kafka, scaling: { replicas: 2 } }\n`,
      'pipes/a.yaml': `pipes:\n  orders: { service: analytics, id: ${pipeId(2)}, source: objectStorage, settings: { object_storage_max_file_count: 8 }, scaling: { concurrency: 2 } }\n`,
      'pipes/b.yaml': `pipes:\n  events: { service: analytics, id: ${pipeId(1)}, settings: { db_max_threads: 1 } }\n`,
    },
    options: { environment: 'eu' },
  },
  'same-preset-of-two-kinds': {
    files: {
      'pipeform.yaml': `${inPipe('source: kafka\npreset: small')}presets: { small: { scaling: { concurrency: 2 } } }\ninclude: ["presets/*.yaml"]\n`,
      'presets/a.yaml': `presets: { small: { scaling: { replicas: 2 } } }\n`,
    },
  },
  'same-pipe-in-one-file': {
    files: `${inPipe('source: kafka\nscaling: { replicas: 2 }')}  orders:\n    service: analytics\n    id: ${pipeId(2)}\n    source: objectStorage\n    scaling: { concurrency: 2 }\nenvironments: { eu: { pipes: { orders: { scaling: { concurrency: 3 } } } } }\n`,
    options: { environment: 'eu' },
  },
  'same-section-twice': {
    files: `checks: { lag: { alert: "1", state: OK } }\nchecks: { late: { alert: "2", state: OK } }\n${HEAD}rollout: { before: [lag], after: [late] }\n`,
  },
  'includes-twice': {
    files: {
      'pipeform.yaml': `${HEAD}include: [a.yaml]\ninclude: [b.yaml]\nrollout: { before: [lag], after: [late] }\n`,
      'a.yaml': 'checks: { lag: { alert: "1", state: OK } }\n',
      'b.yaml': 'checks: { late: { alert: "2", state: OK } }\n',
    },
  },
  'same-id': {
    files: `${inPipe('settings: { db_max_threads: 1 }')}  other:\n    service: analytics\n    id: ${pipeId(1).toUpperCase()}\n    settings: { db_max_threads: 1 }\n`,
  },
  variables: {
    files: inPipe(
      'name: "${NAME}"\nignore: ["${A:?say which}", "${B"]\nsettings:\n  db_max_threads: ${N}\n  db_max_insert_threads: ${DB_PASSWORD:-1}',
    ),
    options: { variables: { N: 'sensitive', DB_PASSWORD: 'hidden' } },
  },
  'invalid-includes': { files: `${HEAD}include:\n  - pipes/**/*.yaml\n  - ../other/*.yaml\n  - /etc/*.yaml\n` },
  'fields-of-another-kind': {
    files: `${HEAD}presets:
  odd: { source: kafka, settings: { object_storage_concurrency: 4 } }
pipes:
  a: { service: analytics, id: ${pipeId(1)}, preset: odd }
  b: { service: analytics, id: ${pipeId(2)}, preset: odd }
  c: { service: analytics, id: ${pipeId(3)}, preset: odd, ignore: [settings.object_storage_concurrency], scaling: { concurrency: 3 } }
  d: { service: analytics, id: ${pipeId(4)}, source: objectStorage, scaling: { replicas: 3 }, settings: { streaming_max_insert_wait_ms: 5s } }
`,
  },
  'policy-ranges': {
    files: `${HEAD}policy:
  ranges:
    settings.db_max_threads: { max: 65 }
    settings.db_max_insert_threads: { min: 9, max: 3 }
    settings.db_min_insert_block_size_bytes: { min: 2GiB, max: 10485760 }
    settings.object_storage_polling_interval_ms: { min: 50ms, max: 1 parsec }
    settings.object_storage_max_file_count: { min: 1.5, max: null }
    settings.db_max_download_threads: 5
    scaling.replicaMemoryGb: { min: 0.25, maximum: 4 }
    scaling.replica: { max: 3 }
    replicaCpuMillicores: { max: 500 }
    settings.db_parallel_view_processing: { min: 0 }
    settings.warehouse_max_threads: { max: 16 }
`,
  },
  'values-outside-policy-ranges': {
    files: {
      'pipeform.yaml': `${HEAD}include: [pipes.yaml]
policy:
  ranges:
    settings.db_max_threads: { max: 16 }
    settings.streaming_max_insert_wait_ms: { min: 1s }
    scaling.replicas: { min: 2, max: 6 }
presets:
  big: { settings: { db_max_threads: 32 }, scaling: { replicas: { min: 1, max: 6 } } }
`,
      'pipes.yaml': `pipes:
  a: { service: analytics, id: ${pipeId(1)}, preset: big }
  b: { service: analytics, id: ${pipeId(2)}, preset: big, settings: { streaming_max_insert_wait_ms: 500ms } }
  c: { service: analytics, id: ${pipeId(3)}, preset: big, ignore: [settings.db_max_threads, scaling.replicas], scaling: { replicaCpuMillicores: 250 } }
  d: { service: analytics, id: ${pipeId(4)}, settings: { db_max_threads: null }, scaling: { replicas: null } }
  e: { service: analytics, id: ${pipeId(5)}, preset: big, settings: { db_max_threads: 16 }, scaling: { replicas: 7 } }
  f: { service: analytics, id: ${pipeId(6)}, source: objectStorage, settings: { streaming_max_insert_wait_ms: 500 } }
`,
    },
  },
  naming: {
    files: inPipe('ignore: [settings.warehouse_max_threads]\nsettings:\n  warehouse_max_insert_threads: 2').replace(
      '-0d8a3f2b9c11 }',
      '-0d8a3f2b9c11, naming: { resource: "a/b", settingPrefix: 9x, prefix: x_ } }',
    ),
  },
  'naming-from-variables': {
    files: HEAD.replace(
      '-0d8a3f2b9c11 }',
      () => '-0d8a3f2b9c11, naming: { resource: "$${x}", settingPrefix: "${PREFIX}" } }',
    ),
    options: { variables: { PREFIX: 'Ware-House' } },
  },
  'declared-settings': {
    files: `${inPipe(`source: kafka
ignore: [settings.odd, settings.kafka_read_commited]
settings: { odd: 3, undeclared: 5, some_limit_ms: 2m, files_only: 1, flag: 1, some_bytes: 1s }`)}policy:
  ranges: { settings.some_limit_ms: { max: 90s }, settings.flag: { max: 1 } }
`
      .replace(
        ' }',
        `
  settings:
    db_max_threads: { type: integer }
    odd: { type: text }
    odder: { minimum: 3 }
    "a b": { type: integer }
    empty: { type: integer, minimum: 10, maximum: 5 }
    flag: { type: boolean, unit: bytes, minimum: 1 }
    plain: { type: integer, minimum: 5s }
    some_bytes: { type: integer, unit: bytes, maximum: 5s }
    some_limit_ms: { type: integer, minimum: 1, maximum: 1m, unit: milliseconds }
    files_only: { type: integer, sources: [objectStorage] }
    kafka_read_committed: { type: boolean, sources: [kafak] }
`,
      )
      .replace('api: { url', 'api:\n  url')
      .replace(', organization', '\n  organization'),
  },
  'declared-settings-of-renamed': {
    files: HEAD.replace(
      '-0d8a3f2b9c11 }',
      '-0d8a3f2b9c11, naming: { settingPrefix: warehouse_ }, settings: { warehouse_max_threads: { type: integer } } }',
    ),
  },
  'wider-ranges': {
    files: `${inPipe('scaling: { replicas: 41, concurrency: 35 }\nsettings: { db_max_threads: 9 }')}policy:
  ranges: { scaling.replicas: { max: 50 }, settings.db_max_threads: { max: 8 } }
`.replace(
      '-0d8a3f2b9c11 }',
      `-0d8a3f2b9c11, ranges: {
  scaling.replicas: { min: 0, max: 40 },
  settings.db_max_threads: { min: 1, max: 32 },
  settings.streaming_max_insert_wait_ms: { max: 5 parsec },
  settings.db_parallel_view_processing: { max: 2 },
  settings.own: { max: 2 } }, settings: { own: { type: number, unit: bytes } } }`,
    ),
  },
  'declared-in-an-environment': {
    files: `${inPipe('source: kafka\nsettings: { some_limit_ms: 5s }\nscaling: { replicas: 12 }')}environments:
  production:
    api: { ranges: { scaling.replicas: { max: 40 } }, settings: { some_limit_ms: { type: integer, unit: milliseconds } } }
    pipes: { orders: { scaling: { replicas: 41 } } }
`,
  },
  'unusual-size': { files: inPipe('scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 4 }') },
  'manages-nothing': { files: inPipe('ignore: [scaling.replicas]\nscaling: { replicas: 2 }') },
  acknowledgements: {
    files: inPipe(
      'settings: { db_max_threads: 1 }\nacknowledge:\n  - { path: scaling.replicas, reason: sale, until: 2026-02-30 }\n  - { path: replicas, reason: "", until: soon }',
    ),
  },
  schedules: {
    files: inPipe(
      [
        'source: kafka',
        'scaling:',
        '  replicas: 2',
        '  replicaCpuMillicores: 250',
        '  replicaMemoryGb: 1',
        '  schedule:',
        '    - { days: [mon, tue], hours: "07:00-19:00", timezone: Europe/Berlin, replicas: 6 }',
        '    - { days: [tue], hours: "05:00-08:00", replicas: { min: 4, max: 5 } }',
        '    - { days: [mon], hours: "08:00-09:00", timezone: Europe/Berlin, replicas: 6 }',
        '    - { days: [], replicas: 3 }',
        '    - { days: [wed], timezone: Europe/Berlim, replicas: 3 }',
        '    - { days: [wed], hours: "07:00-07:00", replicas: 3 }',
        '    - { hours: "01:00-02:00" }',
        '    - { days: [thu], replicas: null, replicaMemoryGb: 40 }',
        '    - { days: [fri], concurrency: 4 }',
        '    - { days: [sat], replicaMemoryGb: 4 }',
        '    - { days: [sun], replica: 4 }',
        '    - { days: [sun], replicas: true, replicaMemoryGb: lots }',
        '    - { days: [sun], replicas: { min: 6, max: 3 } }',
        '    - { days: [sun], replicas: { min: 2 } }',
        '    - { days: [sun], replicas: {} }',
        '    - { days: [sun], replicas: { min: a, max: 3 } }',
        '    - { days: [sun], replicas: { min: 2, max: 40 } }',
      ].join('\n'),
    ),
  },
  'dated-windows': {
    files: inPipe(
      [
        'scaling:',
        '  replicas: 2',
        '  schedule:',
        '    - { from: 2026-12-24, until: 2026-12-26, replicas: 9 }',
        '    - { from: 2026-12-20, until: 2026-12-27, timezone: Europe/Berlin, replicas: 8 }',
        '    - { from: 2026-12-25, until: 2026-12-25, replicas: 7 }',
        '    - { days: [mon-fri], hours: "07:00-19:00", timezone: Europe/Berlin, replicas: 6 }',
        '    - { from: 2027-01-03, until: 2027-01-04, replicas: 5 }',
        '    - { days: [fri-mon], hours: "20:00-21:00", replicas: 4 }',
        '    - { days: [sun], hours: "20:30-21:00", replicas: 3 }',
        '    - { from: 2026-12-20, until: 2026-12-20, days: [mon-sat], replicas: 3 }',
        '    - { from: 2026-12-20, replicas: 3 }',
      ].join('\n'),
    ),
  },
  'schedule-without-a-size-outside': {
    files: `${inPipe('preset: nightly\nignore: [scaling.replicaCpuMillicores]\nsettings: { db_max_threads: 1 }')}presets:
  nightly:
    scaling:
      schedule:
        - { hours: "22:00-06:00", replicas: 1, replicaCpuMillicores: 250 }
`,
  },
  freezes: {
    files: `${HEAD}policy:
  freeze:
    - { from: 2026-12-20, until: 2026-02-30, reason: holidays }
    - { from: 2026-12-20, until: 2026-12-19, reason: holidays }
    - { from: 2026-12-20, reason: holidays }
    - { days: [fri, someday], hours: "16:00-08:00", reason: weekend }
    - { days: [fri], hours: "25:00-08:00", reason: weekend }
    - { days: [fri], hours: "08:00-08:00", reason: weekend }
    - { days: [], reason: weekend }
    - { days: [fri], timezone: Europe/Berlim, reason: weekend }
    - { days: [fri], timezone: "+01:00", reason: weekend }
    - { days: [fri], from: 2026-12-20, until: 2026-12-20, reason: weekend }
    - { hours: "16:00-08:00", reason: weekend }
    - { days: [fri], reason: "" }
    - { days: [fri] }
    - { days: fri, reason: weekend }
`,
  },
  rules: {
    files: `${inPipe('settings: { db_max_threads: 1 }')}policy:
  rules:
    - { name: plain, when: change.pth == "x", level: refuse, message: m }
    - { name: quoted, when: "pipe.name == \\"a\\" && chnge.path == \\"b\\"", level: refuse, message: m }
    - name: block
      when: |
        pipe.name == "a" &&
          change.path == 2
      level: refuse
      message: m
    - name: folded
      when: >-
        pipe.name == "a"
        && pipe.name.matches("a+")
      level: warn
      message: m
    - { name: plain, when: "true", level: warn, message: m }
    - { name: except, when: "true", level: warn, message: m, except: [{ pipe: odrers, until: 2026-02-30, reason: r }] }
    - { name: "a b", when: "true", level: deny, message: "" }
    - { name: variable, when: "\${NAME:-1 + true}", level: warn, message: m }
`,
  },
  addresses: {
    files: `version: 1
api: { url: "https://user:hunter2@api.example.com", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
observability: { url: "http://observe.example.com" }
`,
  },
  'address-without-a-scheme': {
    files: HEAD.replace('http://127.0.0.1:4010', '${PIPES:-https://api.example.com}').concat(
      'observability: { url: "${OBSERVE}" }\nenvironments:\n  local: { api: { url: 127.0.0.1:4010 } }\n',
    ),
    options: { variables: { PIPES: '127.0.0.1:4010', OBSERVE: 'http://observe.example.com' } },
  },
  'address-not-a-url': {
    files: HEAD.replace('http://127.0.0.1:4010', 'ftp://user:hunter2@api.example.com'),
  },
  'checks-and-rollout': {
    files: `${HEAD}checks:
  both: { series: { sourceId: "1", aggFn: max, where: "" }, window: 15m, granularity: 1m, reduce: max, pass: "< 1", alert: "2", state: OK }
  neither: {}
  half: { series: { sourceId: "1", aggFn: max, where: "" }, window: 15m }
  words: { series: { sourceId: "1", aggFn: max, where: "" }, window: soon, granularity: 3m, reduce: median, pass: low }
  units: { series: { sourceId: "1", aggFn: max, where: "" }, window: 15m, granularity: 1m, reduce: max, pass: "< 1", unit: more than twenty characters }
  unseen: { series: { sourceId: "1", aggFn: max, where: "" }, window: 15m, granularity: 1m, reduce: max, pass: "< 1", unit: "\u202e" }
  counted: { alert: "2", state: OK, unit: messages }
rollout: { waves: [0, 110%], bake: 5, onFailure: retry }
policy: { maxChangedPipes: 0%, minPipes: -1, maxReplicaFactor: 0.5 }
`,
  },
  pricing: {
    files: `${HEAD}pricing:
  currency: dollars
  cpuHour: -0.04
  memoryGbHour: cheap
policy: { maxMonthlyIncrease: -1 }
`,
  },
  'half-a-price': { files: `${HEAD}pricing: { cpuHour: 0.04 }\npolicy: { maxMonthlyIncrease: 500 }\n` },
  'limit-without-pricing': { files: `${HEAD}policy:\n  maxMonthlyIncrease: 500\n` },
  'gates-that-cannot-work': {
    files: `${HEAD}observability: { url: "http://127.0.0.1:4010" }
checks:
  alert: { alert: "1", state: OK }
  short: { series: { sourceId: "1", aggFn: max, where: "" }, window: 30s, granularity: 1m, reduce: median, pass: "< 1" }
  never: { series: { sourceId: "1", aggFn: max, where: "" }, window: 0s, granularity: 1m, reduce: max, pass: "< 1" }
rollout: { waves: [5, 2, 50%, 25%, 100%, 200], interval: 0s, bake: 1.5ms, count: 0, failureLimit: -1 }
`,
  },
  'sizing-with-mistakes': {
    files: `${HEAD}sizing:
  series:
    cpu: { sourceId: a, aggFn: sum, where: "metric:cpu", groupBy: [pipe] }
    rate: { sourceId: a, aggFn: sum, where: "metric:rate", groupBy: [partition] }
    lag: { sourceId: a, aggFn: sum, where: "metric:lag", groupBy: [pipe, partition] }
    memory: { sourceId: a, aggFn: max, where: "metric:memory", groupBy: [] }
    memoy: { sourceId: a, aggFn: max, where: "metric:memory", groupBy: [pipe] }
    capacity: { aggFn: avg, where: "metric:capacity", groupBy: [pipe] }
  history: 3d
  headroom: 300%
  timezone: Europe/Berln
pipes:
  a: { service: analytics, id: ${pipeId(1)}, scaling: { replicas: { min: 1, max: 2, target: { check: lag, value: 1 } } } }
environments:
  empty: { sizing: { history: 91d } }
`,
  },
  'sizing-without-cpu': { files: `${HEAD}observability: { url: "http://127.0.0.1:4010" }\nsizing: { series: {} }\n` },
  'windows-of-too-many-buckets': {
    files: `${HEAD}observability: { url: "http://127.0.0.1:4010" }
checks:
  fits: { series: { sourceId: "1", aggFn: max, where: "" }, window: 300000s, granularity: 30s, reduce: max, pass: "< 1" }
  month: { series: { sourceId: "1", aggFn: max, where: "" }, window: 30d, granularity: 30s, reduce: max, pass: "< 1" }
  ages: { series: { sourceId: "1", aggFn: max, where: "" }, window: 1000000d, granularity: auto, reduce: max, pass: "< 1" }
`,
  },
  'all-files-at-once': {
    files: {
      'pipeform.yaml': `${HEAD}include: ["pipes/*.yaml"]\npolicy: { minPipe: 3 }\n`,
      'pipes/a.yaml': 'pipes:\n  a: { servce: analytics }\n',
      'pipes/b.yaml': 'pipes:\n  b: [1\n',
    },
  },
};

/** The place, the code and the words of a problem, in one line. */
function describeProblem({
  severity,
  code,
  summary,
  detail,
  hint,
  file,
  line,
  column,
  endLine,
  endColumn,
}: Diagnostic) {
  const end = line === endLine ? endColumn : `${endLine}:${endColumn}`;
  const place = file === null ? 'no place' : `${file}:${line}:${column}-${end}`;
  const words = [summary, detail, hint].filter((part) => part !== null).join(' ');
  return `${place} ${severity === 'error' ? '' : `${severity} `}${code}: ${words}`;
}

test('every problem, with its place', async () => {
  const blocks: string[] = [];
  for (const [name, { files, options }] of Object.entries(CASES)) {
    const { fleet, diagnostics, sources } = await load(files, options);
    if (diagnostics.some(({ severity }) => severity === 'error')) expect([name, fleet]).toEqual([name, null]);
    const rendered = renderDiagnostics(diagnostics, sources, createStyle('off'));
    expect(rendered).not.toMatch(/sensitive|hidden|hunter2/);
    blocks.push([`# ${name}`, ...diagnostics.map(describeProblem)].join('\n'));
  }
  await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot('problems.txt');
});
