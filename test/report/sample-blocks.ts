import type { Location } from '../../src/model/location.ts';
import type { Block, BlockOf, Entry, FieldDiff, Line, NamesBlock, Span } from '../../src/report/block.ts';
import { STATUS_STYLES } from '../../src/report/view-model/status.ts';

/** Makes the text of others. */
type Other = (text: string) => string;

/** Every kind of block and of span, and every way to show a difference. `other` replaces each text of others. */
export function sampleBlocks(other: Other = (text) => text): readonly Block[] {
  return [
    verdict(other),
    { kind: 'paragraph', line: everySpan(other) },
    {
      kind: 'facts',
      facts: [
        { label: 'Pipes', value: ['2 with errors, 5 to update, 7 unchanged'] },
        { label: 'Base', value: [code(other('origin/main')), ', ', code(other('4f2a9c1e8b7d'))] },
      ],
    },
    {
      kind: 'filter',
      weight: 'detail',
      pipes: 14,
      statuses: [
        { value: 'update', label: '5 to update' },
        { value: 'unchanged', label: '7 unchanged' },
      ],
      origins: ['config', 'drift'],
    },
    problems(other),
    {
      kind: 'section',
      id: 'config',
      title: 'This branch changes',
      count: '4 pipes, 6 fields',
      about: 'Since the base.',
      style: STATUS_STYLES.plan.update,
      blocks: [{ kind: 'entries', entries: [...changes(other), ...withBlocks(other)] }],
    },
    {
      kind: 'section',
      id: 'drift',
      title: null,
      count: '',
      about: null,
      style: null,
      blocks: [
        { kind: 'entries', entries: [...drifts(other), ...groups(other)] },
        manyNames(other, '14 pipes in sync', false),
      ],
    },
    rollout(other),
    {
      kind: 'list',
      items: [['one of ', code(other('analytics/orders'))], [{ kind: 'sentence', text: other('Two.') }]],
    },
    { kind: 'code', lines: [{ text: other('pipeform apply plan.json'), isStrong: false }] },
    {
      kind: 'details',
      title: ['1 note of ', code(other('analytics/orders'))],
      isOpen: false,
      blocks: [{ kind: 'paragraph', line: [{ kind: 'sentence', text: other('A note on `orders`.') }] }, request(other)],
    },
    {
      kind: 'facts',
      weight: 'detail',
      facts: [{ label: 'Created', value: [{ kind: 'time', iso: other('2026-11-20T10:00:00.000Z') }] }],
    },
  ];
}

function code(text: string, limit?: number): Span {
  return limit === undefined ? { kind: 'code', text } : { kind: 'code', text, limit };
}

function at(other: Other, file: string, line: number): Location {
  return { file: other(file), line, column: 5, endLine: line, endColumn: 12 };
}

function place(other: Other, file: string, line: number): Span {
  return { kind: 'place', location: at(other, file, line) };
}

function verdict(other: Other): Block {
  const headline = '5 pipes to update (13 changes, 7 requests), 7 unchanged, 2 with errors.';
  const detail = other('Nothing was sent to `orders`.');
  return {
    kind: 'verdict',
    name: 'Plan',
    environment: other('production'),
    verdict: { variant: 'act', color: 'bold', headline, detail },
    line: `Plan: ${headline} ${detail}`,
    counts: [
      { style: STATUS_STYLES.plan.error, pipes: 2 },
      { style: STATUS_STYLES.plan.update, pipes: 5 },
      { style: STATUS_STYLES.plan.unchanged, pipes: 7 },
    ],
  };
}

function everySpan(other: Other): Line {
  return [
    'Organization ',
    code(other('7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11'), 260),
    ', ',
    { kind: 'strong', line: ['strong ', code(other('name'))] },
    { kind: 'strong', line: [] },
    ', ',
    { kind: 'quiet', line: ['quiet ', code(other('name'))] },
    ', ',
    { kind: 'painted', style: STATUS_STYLES.plan.error, text: other('painted') },
    ', ',
    { kind: 'status', style: STATUS_STYLES.run.failed },
    ', at ',
    place(other, 'pipes/orders.yaml', 3),
    ', ',
    { kind: 'time', iso: other('2026-11-20T09:30:00.000Z') },
    ', ',
    { kind: 'sparkline', values: [1, 2, null, 4, 8], pass: { comparator: '<', value: 6 } },
    { kind: 'sparkline', values: [1], pass: null },
    { kind: 'request-id', text: other('5b3e7e0c-0f9e-4d4f-9a0e-0d9c6a1f2b3c') },
    '. ',
    { kind: 'sentence', text: other('A sentence on `orders`, which may be long.'), limit: 200 },
    ' Ours: a_b * c <d> | e [f] \\ `g`.',
  ];
}

function problems(other: Other): BlockOf<'problems'> {
  return {
    kind: 'problems',
    title: null,
    noun: 'problem',
    problems: [
      {
        style: STATUS_STYLES.problem.error,
        code: 'service-idle',
        summary: other('The service `analytics` is not running.'),
        places: [place(other, 'pipes/billing.yaml', 3), ', ', place(other, 'pipes/orders.yaml', 3), ' and 2 more'],
        lines: [[{ kind: 'sentence', text: other('GET /v1/pipes returned 424') }], ['In ', code(other('analytics'))]],
        help: other('Wake the service, then run `pipeform plan` again.'),
      },
      {
        style: STATUS_STYLES.problem.warning,
        code: null,
        summary: other('Pipe legacy is in transition.'),
        places: [],
        lines: [],
        help: null,
      },
    ],
  };
}

function entry(other: Other, name: string, diffs: readonly FieldDiff[], rest: Partial<Entry> = {}): Entry {
  return {
    title: {
      style: STATUS_STYLES.plan.update,
      status: '',
      service: other('analytics'),
      name: other(name),
      about: [code(other('kafka')), ', ', code(other('Running'))],
      place: at(other, `pipes/${name}.yaml`, 3),
    },
    diffs,
    names: null,
    blocks: [],
    digest: [],
    status: 'update',
    origins: ['config'],
    isUrgent: false,
    ...rest,
  };
}

function diff(other: Other, path: string, before: string | null, after: string | null): FieldDiff {
  const sides = [
    { role: 'before' as const, label: null, value: before === null ? null : other(before) },
    { role: 'after' as const, label: null, value: after === null ? null : other(after) },
  ];
  const sign = before === null ? '+' : after === null ? '-' : '~';
  const where = [place(other, 'pipes/orders.yaml', 8)];
  return { sign, path: other(path), sides, note: '', origin: null, where };
}

const THREADS = 'settings.db_max_threads';

/** A value that is changed, set, unset and in a band. */
function changes(other: Other): readonly Entry[] {
  return [
    entry(other, 'orders', [
      { ...diff(other, THREADS, '4', '8'), note: other('clamped to 2–6') },
      diff(other, 'settings.streaming_max_insert_wait_ms', null, '5s (5000)'),
      { ...diff(other, 'scaling.replicas', '4', null), origin: 'drift' },
      { ...diff(other, 'settings.format', null, null), note: other('not sent') },
    ]),
    entry(other, 'plain', []),
  ];
}

function withBlocks(other: Other): readonly Entry[] {
  const conflict: FieldDiff = {
    ...diff(other, THREADS, '12', '16'),
    sides: [
      { role: 'base', label: 'base', value: other('8') },
      { role: 'before', label: 'live', value: other('12') },
      { role: 'after', label: 'declared', value: other('16') },
    ],
    origin: 'conflict',
  };
  return [
    entry(other, 'clicks', [conflict], {
      blocks: [problems(other)],
      digest: ['1 conflict, ', code(other('service-idle'))],
      origins: ['conflict'],
      isUrgent: true,
    }),
    entry(other, 'billing', [], {
      title: {
        style: STATUS_STYLES.plan.error,
        status: 'could not be read',
        service: other('analytics'),
        name: other('billing'),
        about: ['live as ', code(other('billing-prod'))],
        place: at(other, 'pipes/billing.yaml', 3),
      },
      blocks: [problems(other), request(other)],
      digest: [{ kind: 'strong', line: ['1 error'] }, ', 1 request'],
      status: 'error',
      origins: [],
    }),
  ];
}

/** Sides with labels, and a difference that is known. */
function drifts(other: Other): readonly Entry[] {
  const drift: FieldDiff = {
    ...diff(other, 'scaling.replicas', '9', '4'),
    sides: [
      { role: 'before', label: 'live', value: other('9') },
      { role: 'after', label: 'declared', value: other('4') },
    ],
  };
  const known: FieldDiff = {
    ...drift,
    sign: '=',
    path: other(THREADS),
    note: other('acknowledged until 2026-12-01: raised by hand for the sale'),
  };
  return [
    entry(other, 'sessions', [drift, known], {
      title: {
        style: STATUS_STYLES.drift.drifted,
        status: 'drifted',
        service: other('analytics'),
        name: other('sessions'),
        about: ['changed ', { kind: 'time', iso: other('2026-11-19T08:00:00.000Z') }],
        place: at(other, 'pipes/sessions.yaml', 3),
      },
      status: 'drifted',
      origins: ['drift'],
    }),
  ];
}

/** What many pipes have in common, and what few have. */
function groups(other: Other): readonly Entry[] {
  const where = (pipes: string): Line => [pipes, ': ', place(other, 'pipes/defaults.yaml', 8), ' and 36 more lines'];
  const group = { title: null, status: 'update', origins: [] };
  const few: NamesBlock = {
    kind: 'names',
    title: 'in 2 pipes',
    services: [{ service: other('analytics'), names: [other('orders'), other('returns')] }],
    status: 'update',
    isFolded: false,
  };
  return [
    entry(
      other,
      '',
      [
        { ...diff(other, THREADS, '4', '8'), where: where('in 14 pipes') },
        { ...diff(other, 'scaling.replicas', '2', '3'), where: where('in 14 pipes') },
      ],
      { ...group, names: manyNames(other, 'in 14 pipes', true) },
    ),
    entry(other, '', [{ ...diff(other, THREADS, null, '2'), where: where('in 2 pipes') }], { ...group, names: few }),
  ];
}

function manyNames(other: Other, title: string, isFolded: boolean): NamesBlock {
  const number = (index: number): string => `${index}`.padStart(2, '0');
  const names = (count: number) => Array.from({ length: count }, (_, index) => other(`events-${number(index)}`));
  const services = [
    { service: other('analytics'), names: names(12) },
    { service: other('billing'), names: names(2) },
  ];
  return { kind: 'names', title, services, status: 'unchanged', isFolded };
}

function request(other: Other): Block {
  return {
    kind: 'code',
    lines: [
      { text: 'PATCH scaling {', isStrong: false },
      { text: other('  "replicas": 4'), isStrong: true },
      { text: '}', isStrong: false },
    ],
  };
}

function rollout(other: Other): Block {
  return {
    kind: 'table',
    head: ['Wave', 'Verdict', 'Over time', 'Baked', 'Why'],
    rows: [
      [
        ['1'],
        [{ kind: 'status', style: STATUS_STYLES.wave.passed }],
        [],
        [],
        [{ kind: 'sentence', text: other('ok') }],
      ],
      [
        ['2'],
        [{ kind: 'strong', line: [{ kind: 'status', style: STATUS_STYLES.wave.failed }] }],
        [{ kind: 'sparkline', values: [3, 1, 2], pass: null }],
        [],
        [code(other('analytics/orders'))],
      ],
    ],
  };
}
