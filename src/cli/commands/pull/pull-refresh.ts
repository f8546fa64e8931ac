import { createNodeFiles, readOnce } from '../../../config/resolve/file-system.ts';
import { readLayout } from '../../../edit/layout.ts';
import { isSameFleet, takeOver } from '../../../edit/live-value.ts';
import { driftEach, driftObserved } from '../../../engine/drift-each.ts';
import { hasErrors } from '../../../model/diagnostic.ts';
import type { Drift } from '../../../model/drift.ts';
import type { Fleet } from '../../../model/fleet.ts';
import { readToolVersion } from '../../../model/version.ts';
import { type DriftRead, findDrift } from '../../../plan/find-drift.ts';
import { foldUnreadable } from '../../../report/text/fold-unreadable.ts';
import { count } from '../../../report/view-model/count.ts';
import type { Context } from '../../options/context.ts';
import { workingFolder } from '../../options/load-configuration.ts';
import { askForYes } from '../../output/ask-for-yes.ts';
import type { Ending } from '../../output/exit-code.ts';
import { observeFleet } from '../run/observe-fleet.ts';
import { findMistake, rehearse } from './pull-check.ts';
import { chooseSides } from './pull-choice.ts';
import { type Difference, describePipes, findDifferences, keyOf, tellByHand } from './pull-differences.ts';
import { editFiles } from './pull-edits.ts';
import type { AskRefresh, PullOptions } from './pull-options.ts';
import {
  failDocument,
  failed,
  type Pulled,
  settle,
  type Telling,
  tellDiff,
  tellFailure,
  tellLine,
  tellProblems,
} from './pull-output.ts';
import { type Settled, sayEnvironments, saySettled } from './pull-words.ts';

/** Compares the live pipes with the configuration, and takes over the live values that are accepted. */
export async function pullRefresh(ask: AskRefresh, options: PullOptions, context: Context): Promise<Ending> {
  const wants = { definitions: 'left-out', recommend: 'left-out', unfinished: 'left-out' } as const;
  const observed = await observeFleet(driftEach, { ...options, outputs: [] }, wants, context);
  if (!observed.ok) return tellFailure(observed.diagnostics, { options, context, sources: observed.sources });
  const now = new Date(context.clock.now());
  const drift = driftObserved(observed, { now, tool: readToolVersion() });

  const cwd = workingFolder(options, context);
  const { config: file, env: environment } = options;
  const load = { cwd, file, environment, variables: context.environment, files: readOnce(createNodeFiles()) };
  const layout = await readLayout(load);
  const sources = new Map([...layout.files].map(([name, { text }]) => [name, (text ?? '').replace(/^\ufeff/, '')]));
  const telling: Telling = { options, context, sources };
  if (context.interrupts.stop.aborted) return giveUp('Interrupted: not every pipe was read.', drift, telling);

  const found = findDifferences(drift.pipes, observed.fleet, layout);
  const severity = ask.accept === 'live' ? 'error' : 'warning';
  const byHand = ask.accept === 'git' ? [] : found.flatMap((difference) => tellByHand(difference, severity));
  tellDrift(drift, observed.diagnostics.length, telling);
  tellProblems(byHand, telling);
  const chosen = await chooseSides(ask, found, drift, telling);
  if (chosen === 'interrupted') return giveUp('Interrupted.', drift, telling);

  const accepted = chosen.differences.filter(({ side }) => side === 'live');
  const { edits } = editFiles(
    layout.files,
    accepted.map(({ operation }) => operation),
  );
  const expected = takeOver(
    observed.fleet,
    accepted.map(({ value }) => value),
  );
  const mistake =
    accepted.length === 0
      ? null
      : await findMistake(rehearse(load, edits), layout, (edited) =>
          judge(edited, expected, { reads: observed.reads, accepted, now }),
        );
  const told = [...drift.diagnostics, ...drift.pipes.flatMap(({ diagnostics }) => diagnostics), ...byHand];
  const pulled: Pulled = { pipes: describePipes(drift.pipes, chosen.differences), edits, diagnostics: told };
  if (mistake !== null) {
    tellProblems([mistake], telling);
    return failDocument({ ...pulled, edits: [], diagnostics: [...told, mistake] }, telling);
  }
  tellDiff(edits, telling);
  if (edits.length > 0 && environment === null) tellLine(sayEnvironments(layout.environments), telling);
  if (chosen.asked && edits.length > 0) {
    const answer = await askForYes(`Write ${count(edits.length, 'file')}? Only "yes" is accepted: `, context);
    if (answer !== 'yes') return giveUp(answer === 'no' ? '' : 'Interrupted.', drift, telling);
  }
  const writing = ask.writing === 'wanted' && (ask.accept === 'live' || chosen.asked) ? 'wanted' : 'left-out';
  const problems = await settle(pulled, writing, telling);
  const settled = countSettled(drift, chosen.differences, { files: edits.length, lost: problems.length });
  tellLine(saySettled(settled, { accept: ask.accept, writing }), telling);
  return hasErrors([...told, ...problems]) ? failed(context) : { of: 'done' };
}

/** Ends before anything is written; in a document with what was found of the fleet as a whole. */
function giveUp(why: string, { diagnostics }: Pick<Drift, 'diagnostics'>, telling: Telling): Ending {
  tellLine(`${why} Nothing was written.`.trimStart(), telling);
  return failDocument({ pipes: [], edits: [], diagnostics }, telling);
}

/** What is to be said of pipes and of the fleet; those of the configuration, the first ones, were told when it was loaded. */
function tellDrift(drift: Drift, alreadyTold: number, telling: Telling): void {
  const { shown, rest } = foldUnreadable(drift.pipes);
  tellProblems([...drift.diagnostics.slice(alreadyTold), ...shown.flatMap(({ diagnostics }) => diagnostics)], telling);
  for (const line of rest) tellLine(line, telling);
}

interface Rehearsed {
  readonly reads: readonly DriftRead[];
  readonly accepted: readonly Difference[];
  readonly now: Date;
}

/** What is wrong with the edited configuration: what was accepted is as it is live, and nothing else moved. */
function judge(edited: Fleet, expected: Fleet, { reads, accepted, now }: Rehearsed): readonly string[] {
  const wrong = isSameFleet(edited, expected) ? [] : ['Something else than the accepted values would change.'];
  const byName = new Map(edited.pipes.map((pipe) => [pipe.name, pipe]));
  const again = reads.map(({ desired, read }) => ({ desired: byName.get(desired.name) ?? desired, read }));
  const left = findDrift(edited, again, { now, tool: readToolVersion() }).pipes.flatMap(({ name, changes }) =>
    changes.map(({ path }) => keyOf(name, path)),
  );
  const differing = new Set(left);
  for (const { pipe, change } of accepted) {
    if (differing.has(keyOf(pipe.name, change.path)))
      wrong.push(`${change.path} of pipe ${pipe.name} would not be as it is live.`);
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
