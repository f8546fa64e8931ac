import fc, { type Arbitrary } from 'fast-check';
import { FIELDS, type FieldPath, type FieldSpec, SOURCE_KINDS, type SourceKind } from '../../src/model/field/field.ts';
import type { Band } from '../../src/model/fleet.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import type { FleetState, Pipe } from '../../src/sandbox/index.ts';
import type { Switches } from '../odd-service/start.ts';

/** The desired value of one field, with its position and notation in the configuration. */
export interface Declaration {
  readonly path: FieldPath;
  readonly value: number | boolean | null | Band;
  readonly layer: 'pipe' | 'preset' | 'environment';
  /** The notation of the value: a plain number, a unit or a variable. */
  readonly spelling: number;
  /** Another value at a position that the real one overrides. */
  readonly decoy: number | boolean | null | undefined;
  /** Declared, and listed under `ignore`. */
  readonly ignored: boolean;
}

/** A live pipe and its configuration. */
export interface PipeCase {
  /** Its name in the configuration. */
  readonly name: string;
  readonly live: Pipe;
  readonly kind: SourceKind;
  readonly declarations: readonly Declaration[];
  readonly protect: boolean;
  /** What `name` and `source` declare: nothing, the live value or another one. */
  readonly claims: { readonly name: Claim; readonly source: Claim };
  /** Whether the service knows the id. */
  readonly exists: boolean;
  readonly home: (typeof HOMES)[number];
}

type Claim = 'none' | 'right' | 'wrong';

export const HOMES = ['pipeform.yaml', 'pipes/a.yaml', 'pipes/more/b.yml'] as const;

interface PolicyCase {
  readonly maxChangedPipes: number | { readonly percent: number } | null;
  readonly minPipes: number | null;
  readonly maxReplicaFactor: number | null;
}

export interface Scenario {
  readonly fleet: FleetState;
  readonly cases: readonly PipeCase[];
  readonly switches: Switches;
  readonly policy: PolicyCase;
  readonly environment: 'none' | 'chosen';
  readonly allowances: 'none' | 'all';
}

export const SERVICES = {
  analytics: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
  billing: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c02',
} as const;
const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
const LONG_AGO = '2026-01-05T08:00:00.000Z';
const NAMES = [
  'orders',
  'eu/orders prod',
  'naïve ☃',
  'a$b',
  `\${X}`,
  'true',
  '0012',
  ' "quoted" ',
  'two\nlines',
  '\u001b[31m',
];

const claim = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Claim>('none') },
  { weight: 6, arbitrary: fc.constant<Claim>('right') },
  { weight: 1, arbitrary: fc.constant<Claim>('wrong') },
);
const seldom = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

/** Values in the range of the contract, often at its limits. */
export function anyValueOf(spec: FieldSpec): Arbitrary<number | boolean> {
  if (spec.type === 'boolean') return fc.boolean();
  const { minimum, maximum } = rangeOf(spec);
  const edges = fc.constantFrom(minimum, maximum);
  if (spec.type === 'number') {
    return fc.oneof(
      edges,
      fc.integer({ min: minimum * 10, max: maximum * 10 }).map((tenths) => tenths / 10),
    );
  }
  // Whole thousands can be written with units.
  const thousands = fc
    .integer({ min: Math.floor(minimum / 1000), max: Math.floor(maximum / 1000) })
    .map((count) => Math.max(count * 1000, minimum));
  return fc.oneof(edges, fc.integer({ min: minimum, max: maximum }), thousands);
}

function rangeOf(spec: FieldSpec): { readonly minimum: number; readonly maximum: number } {
  return { minimum: spec.minimum ?? 0, maximum: spec.maximum ?? 0 };
}

const row = (spec: FieldSpec) =>
  fc.record({
    live: fc.option(anyValueOf(spec), { freq: 3, nil: undefined }),
    declaration: fc.option(
      fc.record({
        choice: fc.constantFrom('same', 'same', 'same', 'other', 'other', 'other', 'null', 'band', 'band'),
        other: anyValueOf(spec),
        edge: anyValueOf(spec),
        layer: fc.constantFrom<Declaration['layer'][]>('pipe', 'preset', 'environment'),
        spelling: fc.nat({ max: 5 }),
        decoy: fc.option(fc.oneof(anyValueOf(spec), fc.constant(null)), { nil: undefined }),
        ignored: seldom(7),
        stray: seldom(30),
      }),
      { freq: 2, nil: undefined },
    ),
  });
type Row = typeof row extends (spec: FieldSpec) => Arbitrary<infer R> ? R : never;

/** Settings outside the contract, as a service may show them. The last cannot be represented exactly. */
const STRANGERS: readonly (readonly [string, JsonValue])[] = [
  ['x_flag', true],
  ['x_zero', 0],
  ['x_text', 'a\u0007b'],
  ['x_list', [1, { deep: [null, 'x'] }]],
  ['__proto__', { polluted: 1 }],
  ['constructor', 'no'],
  ['', 'no name'],
  ['x_huge', 2 ** 60],
];
const strangers = fc.oneof(
  { weight: 12, arbitrary: fc.subarray([...STRANGERS.slice(0, -1)], { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant([...STRANGERS.slice(-1)]) },
);

const seedOfCase = fc.record({
  kind: fc.constantFrom(...SOURCE_KINDS, 'kafka' as const, 'objectStorage' as const),
  service: fc.constantFrom(...Object.values(SERVICES)),
  state: fc.constantFrom('Running', 'Running', 'Paused', 'Snapshot', 'Failed', 'Completed', 'Dreaming'),
  liveName: fc.constantFrom(...NAMES),
  rows: fc.tuple(...FIELDS.map(row)),
  strangers,
  mood: fc.constantFrom('drifted', 'drifted', 'in sync'),
  protect: seldom(12),
  claims: fc.record({ name: claim, source: claim }),
  exists: seldom(20).map((absent) => !absent),
  home: fc.constantFrom(...HOMES),
});
type SeedOfCase = typeof seedOfCase extends Arbitrary<infer S> ? S : never;

function makeCase(seed: SeedOfCase, index: number): PipeCase {
  const number = String(index + 1).padStart(12, '0');
  const applies = (spec: FieldSpec) => spec.kinds.includes(seed.kind);
  const rows = FIELDS.map((spec, at) => ({ spec, row: seed.rows[at] as Row }));
  const settings = rows.filter(({ spec }) => spec.section === 'settings');
  const scaling = rows.filter(({ spec }) => spec.section === 'scaling' && applies(spec));
  const shown = (part: typeof rows): [string, JsonValue][] =>
    part.flatMap(({ spec, row }): [string, JsonValue][] => (row.live === undefined ? [] : [[spec.key, row.live]]));
  const hasSettings = seed.kind !== 'postgres';
  const declarations = rows.flatMap(({ spec, row }) => makeDeclaration(spec, row, seed));
  const isStray = declarations.some(({ path, ignored }) => !ignored && !applies(specAt(path)));
  return {
    name: `pipe-${index + 1}`,
    live: {
      id: `0b0c3a9e-2a64-4a4f-8a11-${number}`,
      serviceId: seed.service,
      name: seed.liveName,
      state: seed.state,
      scaling: Object.fromEntries(shown(scaling)) as Pipe['scaling'],
      source: { [seed.kind]: { connectionString: 'AccountKey=hidden' } },
      destination: {},
      fieldMappings: [],
      settings: Object.fromEntries([...(hasSettings ? shown(settings) : []), ...seed.strangers]),
      createdAt: LONG_AGO,
      updatedAt: LONG_AGO,
    },
    kind: seed.kind,
    declarations,
    protect: seed.protect,
    // A field of another kind with a declared kind is a configuration error, which is another property.
    claims: isStray ? { ...seed.claims, source: 'none' } : seed.claims,
    exists: seed.exists,
    home: seed.home,
  };
}

function makeDeclaration(
  spec: FieldSpec,
  { live, declaration }: Row,
  { kind, mood, claims }: SeedOfCase,
): Declaration[] {
  if (declaration === undefined) return [];
  const applies = spec.kinds.includes(kind);
  if (!applies && !(declaration.stray && claims.source !== 'wrong')) return [];
  const { choice, other, edge, layer, spelling, decoy, ignored } = declaration;
  const same = live ?? null;
  const value = {
    same,
    other: mood === 'in sync' ? same : other,
    null: mood === 'in sync' ? same : null,
    band: spec.section === 'scaling' ? bandOf(mood === 'in sync' ? (live ?? other) : other, edge) : same,
  }[choice];
  return [{ path: spec.path, value, layer, spelling, decoy, ignored }];
}

function bandOf(one: number | boolean, other: number | boolean): Band {
  return { min: Math.min(Number(one), Number(other)), max: Math.max(Number(one), Number(other)) };
}

export function specAt(path: FieldPath): FieldSpec {
  const spec = FIELDS.find((candidate) => candidate.path === path);
  if (spec === undefined) throw new Error(`the contract has no field ${path}`);
  return spec;
}

const anyPolicy: Arbitrary<PolicyCase> = fc.record({
  maxChangedPipes: fc.option(
    fc.oneof(
      fc.nat({ max: 8 }),
      fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent })),
    ),
    { freq: 2 },
  ),
  minPipes: fc.option(fc.nat({ max: 6 })),
  maxReplicaFactor: fc.option(fc.constantFrom(1, 1.5, 2, 3), { freq: 2 }),
});

/** A fleet of up to `size` pipes with a configuration. */
export function scenarioOf(size: number, switches: Arbitrary<Switches>): Arbitrary<Scenario> {
  return fc
    .record({
      seeds: fc.array(seedOfCase, { minLength: 1, maxLength: size }),
      switches,
      policy: anyPolicy,
      environment: fc.constantFrom<Scenario['environment'][]>('none', 'chosen'),
      allowances: fc.constantFrom<Scenario['allowances'][]>('none', 'all', 'all'),
    })
    .map(({ seeds, ...rest }) => {
      const cases = seeds.map(makeCase);
      const pipes = cases.filter(({ exists }) => exists).map(({ live }) => live);
      return { ...rest, cases, fleet: { organization: ORGANIZATION, services: SERVICES, pipes } };
    });
}
