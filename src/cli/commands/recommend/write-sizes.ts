import type { YamlValue } from '../../../edit/edit-yaml.ts';
import { type Layout, readLayout } from '../../../edit/layout.ts';
import { type FileOperation, placeInPipe } from '../../../edit/live-value.ts';
import { toScheduled } from '../../../engine/recommend/pipe-sizes.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import { SCALING_KEYS, type ScalingKey } from '../../../model/field/field.ts';
import { type DesiredPipe, type DesiredScaling, type Fleet, isBand, type ScheduledSize } from '../../../model/fleet.ts';
import type { FileEdit, Location, Sources } from '../../../model/location.ts';
import { count, shortList } from '../../../model/number.ts';
import {
  type AdvisedField,
  type AdvisedPipe,
  changesSize,
  listAdvised,
  type Recommendations,
  type WrittenFile,
} from '../../../model/size/advice-report.ts';
import { isWeekly, WEEKDAYS } from '../../../model/weekly-window.ts';
import type { Session } from '../../options/command-spec.ts';
import { writeFiles } from '../../output/write-files.ts';
import { describePlanCommand } from '../../steps/describe-apply-command.ts';
import { WHY } from '../pull/differences.ts';
import { createLoadAsRead, editFiles, findEditMistake, type RefusedOperation } from '../pull/edit-files.ts';

interface WrittenSizes {
  readonly files: readonly WrittenFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** `Wrote the sizes of 3 pipes to 1 file.`, and what to do next, in lines. */
  readonly summary: string;
}

/** A pipe with the edits of its file. */
interface Edited {
  readonly desired: DesiredPipe;
  /** The pipe with the advised sizes. */
  readonly expected: DesiredPipe;
  readonly operations: readonly FileOperation[];
  /** Where the first value comes from that is written in another place; null when all stay where they are. */
  readonly moved: Location | null;
}

/**
 * Writes the advised sizes into the entries of the pipes. A band stays, since an autoscaler may use it, and so does a schedule where a fixed
 * size is advised: each is a warning, as is an edit that is not possible. The files are checked before they are written.
 */
export async function writeSizes(
  advice: Recommendations,
  fleet: Fleet,
  session: Session,
  sources: Sources,
): Promise<WrittenSizes> {
  const load = await createLoadAsRead(session, sources);
  const layout = await readLayout(load);
  const diagnostics: Diagnostic[] = [];
  const byName = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  const edited = advice.pipes.flatMap((pipe): readonly Edited[] => {
    const desired = byName.get(pipe.name);
    if (desired === undefined || !changesSize(pipe)) return [];
    const obstacle = findObstacle(pipe, desired);
    if (obstacle === null) return [editPipe(pipe, desired, layout)];
    diagnostics.push(byHandProblem(desired.name, obstacle.why, obstacle.location));
    return [];
  });
  const { edits, written, refused } = editPossible(layout, edited);
  for (const { name, reason, location } of refused) diagnostics.push(byHandProblem(name, WHY[reason], location));
  const expected = new Map(written.map((one) => [one.desired, one.expected]));
  const pipes = fleet.pipes.map((pipe) => expected.get(pipe) ?? pipe);
  const mistake = written.length === 0 ? null : await findEditMistake(load, edits, { ...fleet, pipes }, layout);
  if (mistake !== null) return { files: [], diagnostics: [...diagnostics, mistake], summary: 'Nothing was written.' };
  const problems = await writeFiles(edits);
  const failed = new Set(problems.map(({ file }) => file));
  const files = edits.map(({ name }) => ({ file: name, status: failed.has(name) ? 'failed' : 'written' }) as const);
  return {
    files,
    diagnostics: [...diagnostics, ...diagnoseMoved(written), ...problems],
    summary:
      edits.length === 0 ? 'Nothing to write.' : describeWritten(written, edits.length, problems.length, session),
  };
}

/** Edits the files for the pipes whose every edit is possible; of the others, the first obstacle. */
function editPossible(
  layout: Layout,
  edited: readonly Edited[],
): {
  readonly edits: readonly FileEdit[];
  readonly written: readonly Edited[];
  readonly refused: readonly (Pick<RefusedOperation, 'reason' | 'location'> & { readonly name: string })[];
} {
  const { edits, refused } = editFiles(
    layout.files,
    edited.flatMap(({ operations }) => operations),
  );
  if (refused.length === 0) return { edits, written: edited, refused: [] };
  const byOperation = new Map(refused.map((one) => [one.operation, one]));
  const obstacleOf = ({ operations }: Edited) => operations.flatMap((one) => byOperation.get(one) ?? [])[0];
  const rest = editPossible(
    layout,
    edited.filter((one) => obstacleOf(one) === undefined),
  );
  const unwritable = edited.flatMap((one) => {
    const obstacle = obstacleOf(one);
    return obstacle === undefined ? [] : [{ ...obstacle, name: one.desired.name }];
  });
  return { ...rest, refused: [...unwritable, ...rest.refused] };
}

function describeWritten(written: readonly Edited[], files: number, failed: number, { options }: Session): string {
  if (failed > 0) return `${count(failed, 'file')} of ${files} could not be written.`;
  const pipes = written.length;
  const isScheduled = written.some(({ expected }) => (expected.schedule ?? []).length > 0);
  return [
    `Wrote the ${pipes === 1 ? 'size' : 'sizes'} of ${count(pipes, 'pipe')} to ${count(files, 'file')}.`,
    `Next: run \`${describePlanCommand(options)}\`, and open a pull request with the changed ${files === 1 ? 'file' : 'files'}.`,
    ...(isScheduled ? [SCHEDULE_NEEDS_JOB] : []),
  ].join('\n');
}

const SCHEDULE_NEEDS_JOB =
  'A schedule needs a job that runs `pipeform apply` at its edges: `pipeform init --ci github` or `gitlab` adds it.';

/** The fields that change. What is declared counts: with a schedule, the size of now may be that of a window. */
function listChanges(pipe: AdvisedPipe, { scaling }: DesiredPipe): readonly AdvisedField[] {
  return listAdvised(pipe).filter(({ key, now, advised }) => {
    const declared = scaling[key]?.value;
    return advised !== (typeof declared === 'number' ? declared : now);
  });
}

function findObstacle(pipe: AdvisedPipe, desired: DesiredPipe) {
  const schedule = (desired.schedule ?? []).filter(isWeekly);
  const isScheduled = pipe.windows.length > 0;
  const keys = [...listChanges(pipe, desired).map(({ key }) => key), ...(isScheduled ? ['replicas' as const] : [])];
  const declared = keys.map((key) => ({ key, size: desired.scaling[key], place: '' }));
  const replaced = (isScheduled ? schedule : []).flatMap(({ scaling }) =>
    SCALING_KEYS.map((key) => ({ key, size: scaling[key], place: ' in its schedule' })),
  );
  for (const { key, size, place } of [...declared, ...replaced]) {
    if (size !== undefined && isBand(size.value)) {
      const { min, max } = size.value;
      return { why: `\`${key}\` is a band from ${min} to ${max}${place}, which stays`, location: size.location };
    }
  }
  const [first] = schedule;
  if (first === undefined || isScheduled) return null;
  return { why: 'it has a schedule, and the advice is one size for all times', location: first.location };
}

function editPipe(pipe: AdvisedPipe, desired: DesiredPipe, layout: Layout): Edited {
  const { windows } = pipe;
  const place = (key: string) => placeInPipe(desired.name, ['scaling', key], layout);
  const changes = listChanges(pipe, desired).map((change) => ({ ...change, place: place(change.key) }));
  const values: Partial<Record<ScalingKey, DesiredScaling>> = Object.fromEntries(
    changes.map(({ key, advised }) => [key, { value: advised, location: desired.location }]),
  );
  const toOperation = (
    { file, path }: ReturnType<typeof placeInPipe>,
    value: FileOperation['operation']['value'],
  ): FileOperation => ({ file, operation: { path, value } });
  const [moved = null] = changes.flatMap(({ key, place: { written } }) =>
    written === undefined ? (desired.scaling[key]?.location ?? []) : [],
  );
  // A dated window is no part of the week that the advice is about, and it wins over the weekly ones.
  const dated = (desired.schedule ?? []).filter((window) => !isWeekly(window));
  const schedule = [...dated, ...windows.map((window) => toScheduled(window, desired.location))];
  const resized = { ...desired, scaling: { ...desired.scaling, ...values } };
  return {
    desired,
    expected: windows.length === 0 ? resized : { ...resized, schedule },
    operations: [
      ...changes.map(({ place: at, advised }) => toOperation(at, advised)),
      ...(windows.length === 0 ? [] : [toOperation(place('schedule'), schedule.map(writeWindow))]),
    ],
    moved,
  };
}

function writeWindow({ dates, days, hours, timezone, scaling }: ScheduledSize) {
  const sizes = SCALING_KEYS.flatMap((key) => {
    const value = scaling[key]?.value ?? null;
    return value === null ? [] : [[key, isBand(value) ? { min: value.min, max: value.max } : value] as const];
  });
  const when: Record<string, YamlValue> = { ...dates };
  if (days.length < WEEKDAYS.length) when.days = days.map((day) => WEEKDAYS[day - 1] ?? '');
  if (hours !== null) when.hours = `${hours.from}-${hours.until}`;
  return { ...when, timezone, ...Object.fromEntries(sizes) };
}

function byHandProblem(pipe: string, why: string, location: Location): Diagnostic {
  const summary = `The size of pipe ${pipe} is not written: ${why}.`;
  const hint = 'Change it by hand, if the advice is to be followed.';
  return diagnose('warning', { code: 'edit-by-hand', summary, hint }, location);
}

const MAX_NAMES = 3;

function diagnoseMoved(written: readonly Edited[]): readonly Diagnostic[] {
  const moved = written.filter((one) => one.moved !== null);
  const [first] = moved;
  if (first?.moved == null) return [];
  const names = shortList(
    moved.map(({ desired }) => desired.name),
    MAX_NAMES,
  );
  const summary =
    moved.length === 1
      ? `The size of pipe ${names} comes from here; the advised one is written to the entry of the pipe.`
      : `The sizes of ${count(moved.length, 'pipe')} come from elsewhere, the first from here; the advised ones are written to the entries of the pipes: ${names}.`;
  return [diagnose('note', { code: 'size-written-to-pipe', summary }, first.moved)];
}
