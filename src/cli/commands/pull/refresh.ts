import { createNodeFiles, readOnce } from '../../../config/resolve/file-system.ts';
import { readLayout } from '../../../edit/layout.ts';
import { isSameFleet, takeOver } from '../../../edit/live-value.ts';
import { detectDrift } from '../../../engine/observe.ts';
import { closeProject } from '../../../engine/project.ts';
import { hasErrors } from '../../../model/diagnostic.ts';
import type { Drift } from '../../../model/drift.ts';
import type { Fleet } from '../../../model/fleet.ts';
import { readToolVersion } from '../../../model/version.ts';
import { findDrift } from '../../../plan/find-drift.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import { foldUnreadable } from '../../../report/text/pipe-text.ts';
import { count } from '../../../report/view-model/count.ts';
import type { Context } from '../../options/context.ts';
import { workingFolder } from '../../options/load-configuration.ts';
import { askForYes } from '../../output/ask-for-yes.ts';
import { createView } from '../../output/create-view.ts';
import type { Ending } from '../../output/exit-code.ts';
import { openFleet, withReadProgress } from '../fleet.ts';
import { type Difference, describeByHand, describePipes, findDifferences, keyOf } from './differences.ts';
import {
  describeEnvironments,
  failed,
  failWithDocument,
  type Pulled,
  type PullOutput,
  printDiff,
  printLine,
  printProblems,
  reportFailure,
  writeEdits,
} from './document.ts';
import { editFiles, findMistake, rehearse } from './edit-files.ts';
import type { PullOptions, RefreshRequest, Side } from './options.ts';
import { chooseSides } from './questions.ts';

/** Compares the live pipes with the configuration, and writes the accepted live values into the files. */
export async function refreshPipes(request: RefreshRequest, options: PullOptions, context: Context): Promise<Ending> {
  const view = createView(options, context);
  const opened = await openFleet({ ...options, outputs: [] }, {}, view, context);
  if (!opened.ok) return reportFailure(opened.diagnostics, { options, context, sources: opened.sources });
  const { project } = opened;
  const { drift, reads } = await withReadProgress(project.pipes.length, view, (onProgress) =>
    detectDrift(project, opened.diagnostics, onProgress, context),
  ).finally(() => closeProject(project));
  const now = new Date(context.clock.now());

  const cwd = workingFolder(options, context);
  const { config: file, env: environment } = options;
  const load = { cwd, file, environment, variables: context.environment, files: readOnce(createNodeFiles()) };
  const layout = await readLayout(load);
  const sources = new Map([...layout.files].map(([name, { text }]) => [name, (text ?? '').replace(/^\ufeff/, '')]));
  const output: PullOutput = { options, context, sources };
  if (context.interrupts.stop.aborted) return giveUp('Interrupted: not every pipe was read.', drift, output);

  const found = findDifferences(drift.pipes, project.fleet, layout);
  const severity = request.accept === 'live' ? 'error' : 'warning';
  const byHand = request.accept === 'git' ? [] : found.flatMap((difference) => describeByHand(difference, severity));
  printDrift(drift, opened.diagnostics.length, output);
  printProblems(byHand, output);
  const chosen = await chooseSides(request, found, drift, output);
  if (chosen === 'interrupted') return giveUp('Interrupted.', drift, output);

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
  const told = [...drift.diagnostics, ...drift.pipes.flatMap(({ diagnostics }) => diagnostics), ...byHand];
  const pulled: Pulled = { pipes: describePipes(drift.pipes, chosen.differences), edits, diagnostics: told };
  if (mistake !== null) {
    printProblems([mistake], output);
    return failWithDocument({ ...pulled, edits: [], diagnostics: [...told, mistake] }, output);
  }
  printDiff(edits, output);
  if (edits.length > 0 && environment === null) printLine(describeEnvironments(layout.environments), output);
  if (chosen.asked && edits.length > 0) {
    const answer = await askForYes(`Write ${count(edits.length, 'file')}? Only "yes" is accepted: `, view);
    if (answer !== 'yes') return giveUp(answer === 'no' ? '' : 'Interrupted.', drift, output);
  }
  const dryRun = request.dryRun || (request.accept !== 'live' && !chosen.asked);
  const problems = await writeEdits(pulled, dryRun, output);
  const settled = countSettled(drift, chosen.differences, { files: edits.length, lost: problems.length });
  printLine(summarizeRefresh(settled, { accept: request.accept, dryRun }), output);
  return hasErrors([...told, ...problems]) ? failed(context) : { of: 'done' };
}

/** Ends before anything is written; the document has the diagnostics of the fleet. */
function giveUp(why: string, { diagnostics }: Pick<Drift, 'diagnostics'>, output: PullOutput): Ending {
  printLine(`${why} Nothing was written.`.trimStart(), output);
  return failWithDocument({ pipes: [], edits: [], diagnostics }, output);
}

/** Prints the diagnostics of the fleet and its pipes. The first ones, of the configuration, were printed when it was loaded. */
function printDrift(drift: Drift, alreadyTold: number, output: PullOutput): void {
  const { shown, rest } = foldUnreadable(drift.pipes);
  printProblems([...drift.diagnostics.slice(alreadyTold), ...shown.flatMap(({ diagnostics }) => diagnostics)], output);
  for (const line of rest) printLine(line, output);
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

function countSettled(
  { pipes, summary }: Drift,
  differences: readonly Difference[],
  { files, lost }: Pick<Settled, 'files' | 'lost'>,
): Settled {
  const countOf = (side: Difference['side']): number => differences.filter((one) => one.side === side).length;
  const differing = pipes.filter(({ changes }) => changes.length > 0).length;
  const counts = { live: countOf('live'), git: countOf('git'), byHand: countOf('by-hand') };
  return { ...counts, pipes: differing, unread: summary.error, files, lost };
}

/** The counts of a pull without ids. */
export interface Settled {
  readonly live: number;
  readonly git: number;
  readonly byHand: number;
  /** Pipes that differ. */
  readonly pipes: number;
  readonly unread: number;
  readonly files: number;
  /** Files that could not be written. */
  readonly lost: number;
}

/** The last lines of a pull without ids. */
export function summarizeRefresh(
  { live, git, byHand, pipes, unread, files, lost }: Settled,
  { accept, dryRun }: { readonly accept: Side | null; readonly dryRun: boolean },
): string {
  const total = live + git + byHand;
  const where = `${count(total, 'difference')} in ${count(pipes, 'pipe')}`;
  const rest = [
    ...(byHand === 0
      ? []
      : [`${count(byHand, 'difference')} ${byHand === 1 ? 'needs' : 'need'} to be settled by hand.`]),
    ...(unread === 0 ? [] : [`${count(unread, 'pipe')} could not be compared.`]),
  ];
  const say = (...lines: readonly string[]): string => [...lines, ...rest].join('\n');
  if (total === 0) return say(unread === 0 ? 'No differences: the live pipes are as declared.' : 'No differences.');
  if (live === 0) return say('Nothing to write.', ...(git === 0 ? [] : [stay(git)]));
  if (dryRun) {
    const how =
      accept === 'live'
        ? 'Leave out --dry-run to write it.'
        : 'Accept all of it with `pipeform pull --accept live`; on a terminal, `pipeform pull` asks one by one.';
    return say(`Nothing was written: ${where}.`, how);
  }
  if (lost > 0) {
    const others = files - lost;
    return say(`${count(lost, 'file')} could not be written, ${others} ${others === 1 ? 'was' : 'were'}.`);
  }
  return say(
    `Wrote ${count(files, 'file')}: ${count(live, 'live value')} taken over.`,
    ...(git === 0 ? [] : [stay(git)]),
  );
}

function stay(git: number): string {
  return `${count(git, 'value')} ${git === 1 ? 'stays' : 'stay'} as declared; the next apply restores ${git === 1 ? 'it' : 'them'}.`;
}
