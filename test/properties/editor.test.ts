import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ApplyPorts } from '../../src/apply/ports.ts';
import { FIELDS } from '../../src/model/field/field.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Pipe } from '../../src/sandbox/index.ts';
import { editLive } from '../e2e/control.ts';
import { checkProperty, countCases } from '../effort.ts';
import { anySwitches } from './any-switches.ts';
import { managed, valuesOf } from './expectations.ts';
import { type TestProject, withProject } from './project.ts';
import { anyWallSteps } from './quick-clock.ts';
import { anyValueOf, type PipeCase, type Scenario, scenarioOf } from './scenario.ts';

/** When someone else edits a pipe during the run. */
type Moment = 'before the first read' | 'before a scaling update that goes first' | 'after the first write';

interface Edit {
  readonly section: 'settings' | 'scaling';
  readonly key: string;
  readonly value: JsonValue;
}

/** An edit of a setting that pipes of every kind may have. */
const otherSetting = fc.record<Edit>({
  section: fc.constant('settings'),
  key: fc.constantFrom('x_new', 'x_flag', 'constructor'),
  value: fc.constantFrom<JsonValue[]>(1, 'text', { deep: [1] }, null),
});

const anyEdit = fc.oneof(
  ...FIELDS.map((spec) =>
    fc.record<Edit>({
      section: fc.constant(spec.section),
      key: fc.constant(spec.key),
      value: fc.oneof({ weight: 5, arbitrary: anyValueOf(spec) }, { weight: 1, arbitrary: fc.constant(null) }),
    }),
  ),
  otherSetting,
);
const three = (edit: fc.Arbitrary<Edit>) => fc.array(edit, { minLength: 3, maxLength: 3 });
const threeEdits = three(anyEdit);

it('never writes to a pipe that someone edited since the plan, and never loses the edit', async () => {
  const edited = countCases();
  const stale = countCases();
  await checkProperty(
    fc.asyncProperty(scenarioOf(3, anySwitches), threeEdits, anyWallSteps, (scenario, edits, wallSteps) =>
      withProject({ ...scenario, wallSteps }, async (project) => {
        const plan = await project.plan(await project.load('varied'));
        const editor = createEditor(project, scenario.cases, edits);
        const run = await project.apply(plan, editor.ports('before the first read', plan));
        const writes = project.takeWrites();
        for (const { pipe, path, value } of expectKept(project, scenario, editor.done, mayBeSettling)) {
          edited.add();
          if (!reliesOn(pipe, path) || isPlanned(plan, pipe.name, path, value)) continue;
          stale.add();
          expect(run.pipes.find(({ name }) => name === pipe.name)?.status).toBe('stale');
          expect(writes.filter(({ pipeId }) => pipeId === pipe.live.id)).toEqual([]);
        }
      }),
    ),
    { numRuns: 48 },
  );
  edited.expectSome();
  stale.expectSome();
});

/** The edits that changed what a pipe shows, each of which must still be there. Setting a value to itself is not an edit. */
function expectKept(
  project: TestProject,
  { cases, switches }: Scenario,
  done: ReadonlyMap<string, Edited>,
  isExcused: (pipe: PipeCase, path: string) => boolean = () => false,
) {
  return cases.flatMap((pipe) => {
    const edit = done.get(pipe.live.id);
    if (edit === undefined || isExcused(pipe, edit.path)) return [];
    const show = (held: Pipe) => valuesOf(held, pipe.kind, switches.unset).get(edit.path) ?? null;
    const value = show(edit.pipe);
    if (isDeepStrictEqual(show(edit.before), value)) return [];
    expect(show(find(project, pipe.live.id)), `${edit.path} of ${pipe.name}`).toEqual(value);
    return [{ pipe, path: edit.path, value }];
  });
}

/** Whether somebody set a value that the plan sets too: the pipe is then as planned, and not stale. */
function isPlanned({ pipes }: Plan, name: string, path: string, value: JsonValue): boolean {
  const change = pipes.find((pipe) => pipe.name === name)?.changes.find((one) => one.path === path);
  if (change === undefined) return false;
  const { after, band } = change;
  const isInBand = band !== null && typeof value === 'number' && value >= band.min && value <= band.max;
  return isInBand || isDeepStrictEqual(after, value);
}

it('never loses an edit made after a write, except of fields still to be written', async () => {
  const edited = countCases();
  await checkProperty(
    fc.asyncProperty(scenarioOf(3, anySwitches), threeEdits, anyWallSteps, (scenario, edits, wallSteps) =>
      withProject({ ...scenario, wallSteps }, async (project) => {
        const plan = await project.plan(await project.load('varied'));
        const editor = createEditor(project, scenario.cases, edits);
        await project.apply(plan, editor.ports('after the first write', plan));
        expectKept(project, scenario, editor.done).forEach(edited.add);
      }),
    ),
    { numRuns: 32 },
  );
  edited.expectSome();
});

it('never loses an edit of the settings made before the answer to a scaling update that is sent first', async () => {
  const edited = countCases();
  await checkProperty(
    fc.asyncProperty(fc.noBias(scenarioOf(3, anySwitches)), three(otherSetting), (scenario, edits) =>
      withProject(scenario, async (project) => {
        const plan = await project.plan(await project.load('varied'));
        const editor = createEditor(project, scenario.cases, edits);
        await project.apply(plan, editor.ports('before a scaling update that goes first', plan));
        expectKept(project, scenario, editor.done).forEach(edited.add);
      }),
    ),
    { numRuns: 200 },
  );
  edited.expectSome();
});

const SECTIONS = { PUT: 'settings', PATCH: 'scaling' } as const;

interface Edited {
  readonly path: string;
  readonly before: Pipe;
  /** The pipe right after the edit. */
  readonly pipe: Pipe;
}

/** Someone at the web console who edits each pipe once, at the given moment of an apply. */
function createEditor(project: TestProject, cases: readonly PipeCase[], edits: readonly Edit[]) {
  const done = new Map<string, Edited>();
  const edit = async (id: string, pending: readonly string[]): Promise<void> => {
    const at = cases.findIndex(({ live, exists }) => live.id === id && exists);
    const wanted = edits[at];
    const kind = cases[at]?.kind;
    if (wanted === undefined || kind === undefined || done.has(id)) return;
    const { section, key, value } = wanted;
    const spec = FIELDS.find((field) => field.section === section && field.key === key);
    // A setting of another kind is neither compared nor sent back.
    if (spec === undefined ? section === 'scaling' : !spec.kinds.includes(kind)) return;
    // An edit between the last answer about a pipe and an update of the same section cannot be seen.
    if (pending.includes(section)) return;
    const before = find(project, id);
    await editLive(project.sandbox.url, id, { [section]: { [key]: value } });
    done.set(id, { path: `${section}.${key}`, before, pipe: find(project, id) });
  };
  const ports = (moment: Moment, plan: Plan): ApplyPorts => {
    const { reader, writer, ...others } = project.ports;
    const started = new Set<string>();
    const wrote = async (id: string, section: Edit['section']): Promise<void> => {
      if (moment !== 'after the first write' || started.has(`written ${id}`)) return;
      started.add(`written ${id}`);
      const planned = plan.pipes.find((pipe) => pipe.id === id)?.requests.map(({ method }) => SECTIONS[method]) ?? [];
      await edit(
        id,
        planned.filter((other) => other !== section),
      );
    };
    return {
      ...others,
      reader: {
        async readPipe(pipe, signal) {
          if (moment === 'before the first read' && !started.has(pipe.id)) await edit(pipe.id, []);
          started.add(pipe.id);
          return reader.readPipe(pipe, signal);
        },
      },
      writer: {
        async replaceSettings(pipe, body, signal) {
          if (moment === 'before a scaling update that goes first') started.add(`written ${pipe.id}`);
          const result = await writer.replaceSettings(pipe, body, signal);
          await wrote(pipe.id, 'settings');
          return result;
        },
        async changeScaling(pipe, body, signal) {
          if (moment === 'before a scaling update that goes first' && !started.has(`written ${pipe.id}`)) {
            started.add(`written ${pipe.id}`);
            await edit(pipe.id, ['scaling']);
          }
          const result = await writer.changeScaling(pipe, body, signal);
          await wrote(pipe.id, 'scaling');
          return result;
        },
      },
    };
  };
  return { done, ports };
}

/** Whether a plan for the pipe relies on the value: any setting, and a compared scaling value (except inside a band). */
function reliesOn(pipe: PipeCase, path: string): boolean {
  // Settings that cannot be represented exactly are not read, so nothing relies on them.
  if (path.startsWith('settings.')) return !Object.hasOwn(pipe.live.settings, 'x_huge');
  // Nor does a plan on a value that a pause hides.
  if (pipe.live.state === 'Paused' && (pipe.live.scaling[path.slice('scaling.'.length)] ?? 0) === 0) return false;
  const declaration = managed(pipe).find((candidate) => candidate.path === path);
  return declaration !== undefined && (declaration.value === null || typeof declaration.value !== 'object');
}

/** A scaling value that a pipe in transition does not show yet may appear at any time, like an edit. */
function mayBeSettling({ live }: PipeCase, path: string): boolean {
  const [section, key = ''] = path.split('.');
  return live.state === 'Snapshot' && section === 'scaling' && !Object.hasOwn(live.scaling, key);
}

function find(project: TestProject, id: string): Pipe {
  const pipe = project.sandbox.pipes().find((candidate) => candidate.id === id);
  if (pipe === undefined) throw new Error(`the service has no pipe ${id}`);
  return pipe;
}
