import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnose } from '../../src/model/diagnostic.ts';
import { FIELDS, keyOf } from '../../src/model/field/field.ts';
import type { Plan, PlannedPipe } from '../../src/model/plan.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { LONGEST_COMMENT } from '../../src/report/markdown/write-markdown.ts';
import { checkProperty, inCi } from '../effort.ts';
import { desiredPipe, livePipe, place, planOne } from '../plan/samples.ts';
import { bigPlan, cleanPlan, hostileDrift, hostilePlan, hostileRun, hugePipePlan } from './sample-reports.ts';
import { passedRun } from './sample-runs.ts';
import { expectWhole } from './see-markdown.ts';

const APPLY = { applyCommand: 'pipeform apply plan.json' };

/** A pipe with changed fields by their index, and a value for each. */
interface ChangedPipe {
  readonly service: number;
  readonly name: string;
  readonly fields: readonly (readonly [index: number, before: number | null, after: number])[];
}

const UPDATED = planOne(
  desiredPipe({ settings: { db_max_threads: 8 } }),
  livePipe({ settings: { db_max_threads: 4, db_max_insert_threads: 2 } }),
);

function planWith(given: readonly ChangedPipe[]): Plan {
  const pipes = given.map(({ service, name, fields }, index): PlannedPipe => {
    const changes = fields.map(([field, before, after]) => {
      const path = FIELDS[field]?.path ?? 'scaling.replicas';
      return { path, before, after, band: null, origin: null, location: place(index + 3) };
    });
    return { ...UPDATED, service: `svc-${service}`, name: `p${index}-${name}`, changes };
  });
  const changes = pipes.reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const total = pipes.length;
  const summary = { ...cleanPlan().summary, total, update: total, unchanged: 0, changes, requests: total };
  return { ...cleanPlan(), summary, pipes };
}

/** With names of 40 characters at most, the index included. */
const anyChangedPipe: fc.Arbitrary<ChangedPipe> = fc.record({
  service: fc.nat({ max: 3 }),
  name: fc.string({ unit: fc.constantFrom(...'abcxyz._-'), minLength: 1, maxLength: 35, size: 'max' }),
  fields: fc.uniqueArray(
    fc.tuple(
      fc.nat({ max: FIELDS.length - 1 }),
      fc.option(fc.nat({ max: 9 }), { nil: null }),
      fc.integer({ min: 10, max: 2 ** 31 }),
    ),
    { minLength: 1, maxLength: FIELDS.length, selector: ([index]) => index, size: 'max' },
  ),
});

/** Pipes of three services with three changes that no other pipe has. */
function randomPlan(pipes: number): Plan {
  return planWith(
    Array.from({ length: pipes }, (_, index) => ({
      service: index % 3,
      name: 'orders-of-the-online-shop'.slice(0, 10 + (index % 15)),
      fields: [0, 1, 2].map((field) => [(index + field * 3) % FIELDS.length, index, index + 10_000] as const),
    })),
  );
}

/** As much as fits, as whole Markdown, and each pipe is named or counted. */
function expectFits(page: string, pipes: number): void {
  expect(page.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expectWhole(page);
  expect(readFields(page).size + countLeft(page)).toBe(pipes);
}

const FIRST_PIPES =
  /^\*\*[\d,]+ more pipes with [\d,]+ changes are not shown\*\* \([\d,]+ to update\)\. The saved plan has all\.\n[\s\S]*^@@ /m;

describe('a report that is too long', () => {
  it.each([
    [20, /^```text\n1\. PUT settings \{$/m],
    [150, /^Shown without details, to fit\. The saved plan has all\.\n[\s\S]*^@@ /m],
    [700, FIRST_PIPES],
    // So many that it is not tried to write all of them.
    [2_000, FIRST_PIPES],
  ])('shows of %i pipes as much as fits, and says what is left out', (pipes, expected) => {
    const page = renderMarkdown(randomPlan(pipes), { ...APPLY, detail: { requests: true } });
    expectFits(page, pipes);
    expect(page).toMatch(expected);
    expect(page.includes('PUT settings {')).toBe(pipes === 20);
    if (countLeft(page) > 0) expect(page.length).toBeGreaterThan(LONGEST_COMMENT - 4_000);
  });

  it('says that a file which is to be saved has the rest', () => {
    const page = renderMarkdown(randomPlan(150), { ...APPLY, detail: { requests: true }, source: 'fresh' });
    expect(page).toContain('Save the plan with `--out` to see them all.');
    expect(page).not.toContain('saved plan');
  });

  it('has all fields of each pipe that it names, and counts the others', () => {
    checkProperty(
      fc.property(fc.array(anyChangedPipe, { minLength: 1, maxLength: 1_000, size: 'max' }), (given) => {
        const plan = planWith(given);
        const page = renderMarkdown(plan, APPLY);
        expect(page.length).toBeLessThanOrEqual(LONGEST_COMMENT);
        const seen = readFields(page);
        const missing = plan.pipes.filter(({ name, changes }) => {
          return seen.has(name) && changes.some((change) => seen.get(name)?.has(keyOf(change.path)) !== true);
        });
        expect(missing.map(({ name }) => name)).toEqual([]);
        expect(seen.size + countLeft(page)).toBe(plan.pipes.length);
      }),
      { numRuns: 12 },
    );
  });

  inCi('fits for any names', () => {
    const texts = Array.from({ length: 40 }, (_, index) => `${index} ${'|@`\\<'.repeat(50)}`);
    for (const given of [hostilePlan, hostileDrift, hostileRun]) {
      const markdown = renderMarkdown(given(texts), { applyCommand: texts.join('\n') });
      expect(markdown.length).toBeLessThanOrEqual(LONGEST_COMMENT);
      expect(markdown).toContain('more pipes with');
      expectWhole(markdown);
    }
  });

  inCi('names some of the pipes with errors that do not fit', () => {
    const markdown = renderMarkdown(bigPlan(2_600), APPLY);
    expect(markdown.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    expectWhole(markdown);
    expect(markdown.indexOf('could not be read')).toBeLessThan(markdown.indexOf('db_max_threads'));
    expect(markdown).toContain('\n1 more pipe with errors: `analytics/pipe-02599`; ');
  });

  it('shows problems in full only while they fit', () => {
    const text = 'one word after another '.repeat(100);
    const error = diagnose('error', { code: 'wrong-pipe', summary: text, detail: `${text}\n`.repeat(8) });
    const plan = randomPlan(40);
    const pipes = plan.pipes.map((pipe) => ({ ...pipe, diagnostics: Array.from({ length: 10 }, () => error) }));
    expectFits(renderMarkdown({ ...plan, pipes }, APPLY), 40);
    const diagnostics = (['error', 'note'] as const).flatMap((severity) =>
      Array.from({ length: 20 }, (_, index): Diagnostic => ({ ...error, severity, summary: `${index} ${text}` })),
    );
    expectFits(renderMarkdown({ ...plan, diagnostics }, APPLY), 40);
  });

  inCi('does not let one pipe displace the rest', () => {
    const small = bigPlan(3);
    const markdown = renderMarkdown({ ...small, pipes: [...hugePipePlan().pipes, ...small.pipes] }, APPLY);
    expectWhole(markdown);
    expect(markdown).toContain('pipe-00002');
  });

  it('leaves out nothing of a run that stopped before most of its pipes, whose changes it does not show', () => {
    const { pipes } = randomPlan(2_000);
    const skipped = pipes.map((pipe) => ({ ...pipe, status: 'skipped' as const, requests: [], diagnostics: [] }));
    const page = renderMarkdown({ ...passedRun(), pipes: skipped }, APPLY);
    expect(page).toContain('2,000 pipes not attempted');
    expect(page).not.toContain('not shown');
  });

  it('shows the rollout of a run once', () => {
    const run = passedRun();
    const [pipe] = run.pipes;
    if (pipe === undefined) throw new Error('the run has no pipe');
    const pipes = Array.from({ length: 400 }, (_, index) => ({ ...pipe, name: `orders-${index}` }));
    const page = renderMarkdown({ ...run, pipes }, { ...APPLY, detail: { requests: true } });
    expect(page).toContain('Shown without details');
    expect(page.split('#### Rollout')).toHaveLength(2);
  });
});

function countLeft(page: string): number {
  return Number(/^\*\*([\d,]+) more pipes? with/m.exec(page)?.[1]?.replace(',', '') ?? 0);
}

/** The fields that a comment has for each pipe, from diffs, groups and lines. */
function readFields(page: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (name: string, fields: readonly string[]): void => {
    const all = found.get(name) ?? new Set();
    for (const field of fields) all.add(field.replace(/^(?:settings|scaling)\./, ''));
    found.set(name, all);
  };
  let group: readonly string[] = [];
  const parts = /^```(?<kind>diff|text)\n(?<block>[\s\S]*?)\n```$|(?<=^|, )`svc-\d\/(?<single>[\w.-]+)`/gm;
  for (const { groups = {} } of page.matchAll(parts)) {
    const { kind, block = '', single } = groups;
    const lines = block.split('\n');
    if (single !== undefined) add(single, group);
    else if (kind === 'diff') {
      let name: string | null = null;
      for (const line of lines) {
        name = /^@@ \S+ @@ svc-\d\/([\w.-]*)/.exec(line)?.[1] ?? name;
        const field = /^[-+] ([\w.]+):/.exec(line)?.[1];
        if (name !== null && field !== undefined) add(name, [field]);
      }
      group = lines.flatMap((line) => /^[-+] ([\w.]+):/.exec(line)?.[1] ?? []);
    } else {
      for (const line of lines) {
        for (const name of /^svc-\d: (.*)$/.exec(line)?.[1]?.split(', ') ?? []) add(name, group);
        const [, name, shown] = /^ {2}([\w.-]+) {2}(.*)$/.exec(line) ?? [];
        if (name !== undefined && shown !== undefined)
          add(
            name,
            [...shown.matchAll(/(?:^|, )(\w+) /g)].map(([, field = '']) => field),
          );
      }
    }
  }
  return found;
}
