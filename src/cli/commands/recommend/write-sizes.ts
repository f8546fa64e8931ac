import { type EditableConfiguration, readAgain } from '../../../edit/edit-files.ts';
import { EDIT_OBSTACLES, isInEntry, type PipeValues, setValues } from '../../../edit/set-values.ts';
import { createLoadOptions } from '../../../engine/configuration.ts';
import { toScheduled } from '../../../engine/recommend/pipe-sizes.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import { SCALING_KEYS, scalingKeyOf } from '../../../model/field/field.ts';
import { type DesiredPipe, type Fleet, isBand } from '../../../model/fleet.ts';
import type { Location, Sources } from '../../../model/location.ts';
import { count, shortList } from '../../../model/number.ts';
import {
  type AdvisedField,
  type AdvisedPipe,
  changesSize,
  listAdvised,
  type Recommendations,
  type WrittenFile,
} from '../../../model/size/advice-report.ts';
import { isWeekly } from '../../../model/weekly-window.ts';
import type { Session } from '../../options/command-spec.ts';
import { writeFiles } from '../../output/write-files.ts';
import { describePlanCommand } from '../../steps/describe-apply-command.ts';

interface WrittenSizes {
  readonly files: readonly WrittenFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** `Wrote the sizes of 3 pipes to 1 file.`, and what to do next, in lines. */
  readonly summary: string;
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
  const configuration = await readAgain(createLoadOptions(session.workspace, session.context), sources);
  const diagnostics: Diagnostic[] = [];
  const byName = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  const wanted: PipeValues[] = [];
  for (const pipe of advice.pipes) {
    const desired = byName.get(pipe.name);
    if (desired === undefined || !changesSize(pipe)) continue;
    const obstacle = findObstacle(pipe, desired);
    if (obstacle === null) wanted.push(listSizes(pipe, desired));
    else diagnostics.push(byHandProblem(desired.name, obstacle.why, obstacle.location));
  }
  const { edits, set, refused, mistake } = await setValues(wanted, fleet, configuration);
  for (const [{ pipe }, { reason, location }] of refused) {
    diagnostics.push(byHandProblem(pipe.name, EDIT_OBSTACLES[reason], location));
  }
  if (mistake !== null) return { files: [], diagnostics: [...diagnostics, mistake], summary: 'Nothing was written.' };
  const problems = await writeFiles(edits);
  const failed = new Set(problems.map(({ file }) => file));
  const files = edits.map(({ name }) => ({ file: name, status: failed.has(name) ? 'failed' : 'written' }) as const);
  return {
    files,
    diagnostics: [...diagnostics, ...diagnoseMoved(set, configuration), ...problems],
    summary: edits.length === 0 ? 'Nothing to write.' : describeWritten(set, edits.length, problems.length, session),
  };
}

function describeWritten(written: readonly PipeValues[], files: number, failed: number, { options }: Session): string {
  if (failed > 0) return `${count(failed, 'file')} of ${files} could not be written.`;
  const pipes = written.length;
  const isScheduled = written.some(({ pipe, schedule = pipe.schedule ?? [] }) => schedule.length > 0);
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

function listSizes(pipe: AdvisedPipe, desired: DesiredPipe): PipeValues {
  const values = new Map(listChanges(pipe, desired).map(({ key, advised }) => [`scaling.${key}` as const, advised]));
  if (pipe.windows.length === 0) return { pipe: desired, values };
  // A dated window is no part of the week that the advice is about, and it wins over the weekly ones.
  const dated = (desired.schedule ?? []).filter((window) => !isWeekly(window));
  const weekly = pipe.windows.map((window) => toScheduled(window, desired.location));
  return { pipe: desired, values, schedule: [...dated, ...weekly] };
}

function byHandProblem(pipe: string, why: string, location: Location): Diagnostic {
  const summary = `The size of pipe ${pipe} is not written: ${why}.`;
  const hint = 'Change it by hand, if the advice is to be followed.';
  return diagnose('warning', { code: 'edit-by-hand', summary, hint }, location);
}

const MAX_NAMES = 3;

/** Notes sizes that come from a preset or another layer: only the entries of the pipes have the advised ones. */
function diagnoseMoved(written: readonly PipeValues[], { layout }: EditableConfiguration): readonly Diagnostic[] {
  const moved = written.flatMap(({ pipe, values }) => {
    const elsewhere = [...values.keys()].filter((path) => !isInEntry(pipe.name, path, layout));
    const [location] = elsewhere.flatMap((path) => pipe.scaling[scalingKeyOf(path) ?? 'replicas']?.location ?? []);
    return location === undefined ? [] : [{ name: pipe.name, location }];
  });
  const [first] = moved;
  if (first === undefined) return [];
  const names = shortList(
    moved.map(({ name }) => name),
    MAX_NAMES,
  );
  const summary =
    moved.length === 1
      ? `The size of pipe ${names} comes from here; the advised one is written to the entry of the pipe.`
      : `The sizes of ${count(moved.length, 'pipe')} come from elsewhere, the first from here; the advised ones are written to the entries of the pipes: ${names}.`;
  return [diagnose('note', { code: 'size-written-to-pipe', summary }, first.location)];
}
