import { readLayout } from '../../../edit/layout.ts';
import { isSameFleet, takeOver } from '../../../edit/live-value.ts';
import { detectDrift } from '../../../engine/observe.ts';
import { closeProject } from '../../../engine/project.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Sources } from '../../../model/location.ts';
import type { Drift } from '../../../model/report.ts';
import { readToolVersion } from '../../../model/version.ts';
import { findDrift } from '../../../plan/find-drift.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import { foldUnreadable } from '../../../report/text/pipe-text.ts';
import { count } from '../../../report/view-model/count.ts';
import type { Invocation } from '../../options/command-spec.ts';
import type { View } from '../../output/view.ts';
import { openFleet, withReadProgress } from '../fleet.ts';
import { type Difference, describeByHand, describePipes, findDifferences, keyOf } from './differences.ts';
import { endPull, endUnwritten, failToStart, type Pulled, type PullOptions, type Side, showEdits } from './document.ts';
import { createLoadOptions, editFiles, findMistake, rehearse } from './edit-files.ts';
import { chooseSides } from './questions.ts';

/** Compares the live pipes with the configuration, and writes the accepted live values into the files. */
export async function refreshPipes(invocation: Invocation<PullOptions>): Promise<number> {
  const { own, view, context } = invocation;
  const { base, onlyOrigin, accept } = own;
  const opened = await openFleet({ base, onlyOrigin }, invocation);
  if (!opened.ok) return failToStart(opened.diagnostics, opened.sources, view);
  const { project } = opened;
  const { drift, reads } = await withReadProgress(project.pipes.length, view, (onProgress) =>
    detectDrift(project, opened.diagnostics, onProgress, context),
  ).finally(() => closeProject(project));
  const now = new Date(context.clock.now());

  const load = createLoadOptions(invocation);
  const layout = await readLayout(load);
  const sources = new Map([...layout.files].map(([name, { text }]) => [name, (text ?? '').replace(/^\ufeff/, '')]));
  if (context.interrupts.stop.aborted) return giveUp('Interrupted: not every pipe was read.', drift, view);

  const found = findDifferences(drift.pipes, project.fleet, layout);
  const severity = accept === 'live' ? 'error' : 'warning';
  const byHand = accept === 'git' ? [] : found.flatMap((difference) => describeByHand(difference, severity));
  showDrift(drift, opened.diagnostics.length, sources, view);
  view.problems(byHand, sources);
  const chosen = await chooseSides(found, drift, invocation);
  if (chosen === 'interrupted') return giveUp('Interrupted.', drift, view);

  const accepted = chosen.differences.filter(({ side }) => side === 'live');
  const { edits } = editFiles(
    layout.files,
    accepted.map(({ operation }) => operation),
  );
  const expected = takeOver(
    project.fleet,
    accepted.map(({ value }) => value),
  );
  const mistake =
    accepted.length === 0
      ? null
      : await findMistake(rehearse(load, edits), layout, (edited) =>
          findWrongValues(edited, expected, { reads, accepted, now }),
        );
  const diagnostics = [...drift.diagnostics, ...drift.pipes.flatMap(({ diagnostics }) => diagnostics), ...byHand];
  const pulled: Pulled = { pipes: describePipes(drift.pipes, chosen.differences), edits, diagnostics };
  if (mistake !== null) {
    view.problems([mistake], sources);
    return endUnwritten({ ...pulled, edits: [], diagnostics: [...diagnostics, mistake] }, view);
  }
  showEdits(edits, layout, view);
  if (chosen.asked && edits.length > 0) {
    const answer = await view.confirm(`Write ${count(edits.length, 'file')}? Only "yes" is accepted: `);
    if (answer !== 'yes') return giveUp(answer === 'no' ? '' : 'Interrupted.', drift, view);
  }
  const dryRun = own.dryRun || (accept !== 'live' && !chosen.asked);
  return endPull(pulled, dryRun, view, (lost) =>
    summarizeRefresh(drift, chosen.differences, { accept, dryRun, files: edits.length, lost }),
  );
}

/** Ends before anything is written; the document has the diagnostics of the fleet. */
function giveUp(why: string, { diagnostics }: Pick<Drift, 'diagnostics'>, view: View): number {
  view.info(`${why} Nothing was written.`.trimStart());
  return endUnwritten({ pipes: [], edits: [], diagnostics }, view);
}

/** Shows the diagnostics of the fleet and its pipes. The first ones, of the configuration, were shown when it was loaded. */
function showDrift(drift: Drift, alreadyShown: number, sources: Sources, view: View): void {
  const { shown, rest } = foldUnreadable(drift.pipes);
  view.problems(
    [...drift.diagnostics.slice(alreadyShown), ...shown.flatMap(({ diagnostics }) => diagnostics)],
    sources,
  );
  for (const line of rest) view.info(line);
}

interface Rehearsed {
  readonly reads: readonly PipeRead[];
  readonly accepted: readonly Difference[];
  readonly now: Date;
}

/** What is wrong with the edited configuration: the accepted values must be the live ones, and nothing else may change. */
function findWrongValues(edited: Fleet, expected: Fleet, { reads, accepted, now }: Rehearsed): readonly string[] {
  const wrong = isSameFleet(edited, expected) ? [] : ['Other values than the accepted ones would change.'];
  const byName = new Map(edited.pipes.map((pipe) => [pipe.name, pipe]));
  const again = reads.map(({ desired, read }) => ({ desired: byName.get(desired.name) ?? desired, read }));
  const left = findDrift(edited, again, { now, tool: readToolVersion() }).pipes.flatMap(({ name, changes }) =>
    changes.map(({ path }) => keyOf(name, path)),
  );
  const differing = new Set(left);
  for (const { pipe, change } of accepted) {
    if (differing.has(keyOf(pipe.name, change.path)))
      wrong.push(`${change.path} of pipe ${pipe.name} would not have its live value.`);
  }
  return wrong;
}

interface RefreshEnd {
  readonly accept: Side | null;
  readonly dryRun: boolean;
  /** Files that change, and those of them that could not be written. */
  readonly files: number;
  readonly lost: number;
}

/** The last lines of a pull without ids. */
function summarizeRefresh(drift: Drift, differences: readonly Difference[], end: RefreshEnd): string {
  const { accept, dryRun, files, lost } = end;
  const countOf = (side: Difference['side']): number => differences.filter((one) => one.side === side).length;
  const [live, git, byHand] = [countOf('live'), countOf('git'), countOf('by-hand')];
  const unread = drift.summary.error;
  const pipes = drift.pipes.filter(({ changes }) => changes.length > 0).length;
  const total = live + git + byHand;
  const where = `${count(total, 'difference')} in ${count(pipes, 'pipe')}`;
  const rest = [
    ...(byHand === 0
      ? []
      : [`${count(byHand, 'difference')} ${byHand === 1 ? 'needs' : 'need'} to be settled by hand.`]),
    ...(unread === 0 ? [] : [`${count(unread, 'pipe')} could not be compared.`]),
  ];
  const join = (...lines: readonly string[]): string => [...lines, ...rest].join('\n');
  if (total === 0) return join(unread === 0 ? 'No differences: the live pipes are as declared.' : 'No differences.');
  if (live === 0) return join('Nothing to write.', ...(git === 0 ? [] : [stay(git)]));
  if (dryRun) {
    const how =
      accept === 'live'
        ? 'Leave out --dry-run to write it.'
        : 'Accept all of it with `pipeform pull --accept live`; on a terminal, `pipeform pull` asks one by one.';
    return join(`Nothing was written: ${where}.`, how);
  }
  if (lost > 0) {
    const others = files - lost;
    return join(`${count(lost, 'file')} could not be written, ${others} ${others === 1 ? 'was' : 'were'}.`);
  }
  return join(
    `Wrote ${count(files, 'file')}: ${count(live, 'live value')} taken over.`,
    ...(git === 0 ? [] : [stay(git)]),
  );
}

function stay(git: number): string {
  return `${count(git, 'value')} ${git === 1 ? 'stays' : 'stay'} as declared; the next apply restores ${git === 1 ? 'it' : 'them'}.`;
}
