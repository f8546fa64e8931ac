import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { FieldSpec } from '../../src/model/field/field.ts';
import { FIELDS } from '../../src/model/field/field.ts';
import { formatDuration } from '../../src/model/field/units.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { checkProperty } from '../effort.ts';
import { load, pipeId } from './memory-files.ts';

type Tree = { [key: string]: unknown };

const RUNS = { numRuns: 100 };

function fieldValue(spec: FieldSpec): fc.Arbitrary<unknown> {
  if (spec.type === 'boolean') return fc.option(fc.boolean());
  const [min, max] = [spec.minimum ?? 0, spec.maximum ?? 0];
  const whole = fc.integer({ min: Math.ceil(min), max });
  if (spec.section === 'scaling')
    return fc.oneof(
      fc.constant(null),
      whole,
      fc.tuple(whole, whole).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
    );
  return spec.unit === 'milliseconds' ? fc.oneof(whole, whole.map(formatDuration)) : fc.option(whole);
}

function sectionOf(section: FieldSpec['section']): fc.Arbitrary<Tree> {
  const specs = FIELDS.filter((spec) => spec.section === section);
  return fc.record(Object.fromEntries(specs.map((spec) => [spec.key, fieldValue(spec)])), { requiredKeys: [] });
}

const values = { settings: sectionOf('settings'), scaling: sectionOf('scaling'), protect: fc.boolean() };
const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,8}$/).filter((text) => Number.isNaN(Number(text)));

/** A valid configuration: services, presets, pipes that use them, a policy. */
const config: fc.Arbitrary<Tree> = fc
  .record({
    presets: fc.dictionary(name, fc.record(values, { requiredKeys: [] }), { maxKeys: 3 }),
    pipes: fc.dictionary(name, fc.record(values, { requiredKeys: [] }), { minKeys: 1, maxKeys: 5 }),
    minPipes: fc.nat({ max: 50 }),
  })
  .map(({ presets, pipes, minPipes }) => ({
    version: 1,
    api: { url: 'http://127.0.0.1:4010', organization: pipeId(0) },
    services: { analytics: pipeId(0) },
    presets,
    pipes: Object.fromEntries(
      Object.entries(pipes).map(([key, pipe], index) => [
        key,
        { service: 'analytics', id: pipeId(index), preset: Object.keys(presets), ...pipe },
      ]),
    ),
    policy: { minPipes },
  }));

/** One error, at the first pipe or at the top. */
const mistake: fc.Arbitrary<(tree: Tree, pipe: Tree) => void> = fc.oneof(
  fc.constantFrom('service', 'id').map((key) => (_: Tree, pipe: Tree) => {
    delete pipe[key];
  }),
  fc.constantFrom('version', 'api').map((key) => (tree: Tree) => {
    delete tree[key];
  }),
  fc.constantFrom('services', 'pipes', 'presets', 'policy', 'api').chain((key) =>
    fc.constantFrom<unknown>(1, 'text', [1], true).map((value) => (tree: Tree) => {
      tree[key] = value;
    }),
  ),
  fc.constant((tree: Tree) => {
    tree.api = null;
  }),
  fc.constantFrom('settings', 'scaling', 'service', 'id', 'preset', 'protect', 'ignore').chain((key) =>
    fc
      .constantFrom<unknown>(1.5, { a: 1 }, [[]], '${NOT_SET}', '${A_TOKEN}', '${')
      .map((value) => (_: Tree, pipe: Tree) => {
        pipe[key] = value;
      }),
  ),
  // Settings and scaling that are null are valid empty maps.
  fc.constantFrom('service', 'id', 'preset', 'protect', 'ignore').map((key) => (_: Tree, pipe: Tree) => {
    pipe[key] = null;
  }),
  name.map((key) => (tree: Tree) => {
    tree[`y-${key}`] = 1;
  }),
  fc.constantFrom(...FIELDS).chain((spec) =>
    fc
      .constantFrom<unknown>(-1, 1e12, 'fast', '${', [], '1 parsec', Number.NaN, '0.1ms')
      .map((value) => (_: Tree, pipe: Tree) => {
        pipe[spec.section] = { [spec.key]: value };
      }),
  ),
);

test('a valid configuration always loads', async () => {
  await checkProperty(
    fc.asyncProperty(config, async (tree) => {
      const { fleet, diagnostics } = await load(stringify(tree));
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(fleet?.pipes.map((pipe) => pipe.name)).toEqual(Object.keys(tree.pipes as Tree).sort());
    }),
    RUNS,
  );
});

test('a map key without a value equals an empty map', async () => {
  const emptied = (tree: Tree, nothing: unknown): string => {
    const pipes = Object.entries(tree.pipes as Tree).map(([key, pipe]) => [
      key,
      { ...(pipe as Tree), settings: nothing, scaling: nothing },
    ]);
    const environments = { none: nothing, some: { pipes: nothing, policy: { ranges: nothing } } };
    return stringify({ ...tree, pipes: Object.fromEntries(pipes), policy: nothing, checks: nothing, environments });
  };
  const bare = (key: string, value: unknown): unknown => (key === 'location' ? undefined : value);
  await checkProperty(
    fc.asyncProperty(
      config,
      fc.constantFrom({}, { environment: 'none' }, { environment: 'some' }),
      async (tree, options) => {
        const [empty, absent] = [await load(emptied(tree, {}), options), await load(emptied(tree, null), options)];
        expect(empty.fleet).not.toBeNull();
        expect(JSON.stringify(absent.fleet, bare)).toBe(JSON.stringify(empty.fleet, bare));
      },
    ),
    RUNS,
  );
});

test('every error has a place, and gives no fleet and no crash', async () => {
  await checkProperty(
    fc.asyncProperty(config, mistake, async (tree, make) => {
      const broken = structuredClone(tree);
      const [pipe] = Object.values(broken.pipes as Record<string, Tree>);
      make(broken, pipe ?? {});
      const { fleet, diagnostics, sources } = await load(stringify(broken));
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(fleet).toBeNull();
      expect(errors.length).toBeGreaterThan(0);
      for (const { file, line, column } of errors) {
        expect(file).toBe('pipeform.yaml');
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
      }
      expect(renderDiagnostics(diagnostics, sources, createStyle('off'))).not.toBe('');
    }),
    RUNS,
  );
});
