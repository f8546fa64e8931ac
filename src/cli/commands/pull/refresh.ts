import { readAgain } from '../../../edit/edit-files.ts';
import { createLoadOptions } from '../../../engine/configuration.ts';
import { detectDrift } from '../../../engine/plan-project.ts';
import { count } from '../../../model/number.ts';
import type { Drift } from '../../../model/report.ts';
import { foldCauses } from '../../../report/view-model/causes.ts';
import { countNotSelected } from '../../../report/view-model/verdict.ts';
import type { PullOptions } from '../../options/command-options.ts';
import type { Invocation } from '../../options/command-spec.ts';
import { readFleet } from '../../steps/open-fleet.ts';
import { type Difference, diagnoseByHand, findDifferences, listPulledPipes, takeLiveValues } from './differences.ts';
import { endPull, endUnwritten, giveUp, type PulledSide, showEdits } from './document.ts';

/** Shows the live values that differ as edits of the files, and writes them with `--accept live`. */
export async function refreshPipes(invocation: Invocation<PullOptions>): Promise<number> {
  const { ownOptions, options, printer, context } = invocation;
  const isFull = options.logLevel === 'debug';
  const { base, onlyOrigin, accept } = ownOptions;
  const opened = await readFleet({ purpose: 'pull', base, onlyOrigin }, invocation, detectDrift);
  const { diagnostics: earlier, sources } = opened;
  if (!opened.ok) return endUnwritten({ diagnostics: earlier }, printer, earlier, sources);
  const { project, result: drift } = opened;
  const { stop } = context.interrupts;
  if (stop.aborted) return giveUp('Interrupted: not every pipe was read.', drift, printer);

  const configuration = await readAgain(createLoadOptions(invocation.workspace, context), sources);
  const found = findDifferences(drift, project.fleet);
  const { differences, edits, mistake } =
    accept === 'git'
      ? { differences: found.map((one): Difference => ({ ...one, side: 'git' })), edits: [], mistake: null }
      : await takeLiveValues(found, project.fleet, configuration);
  const severity = accept === 'live' ? 'error' : 'warning';
  const byHand = differences.flatMap((difference) => diagnoseByHand(difference, severity));
  // The diagnostics of the configuration were shown when it was loaded.
  const fresh = { ...drift, diagnostics: drift.diagnostics.slice(earlier.length) };
  const { diagnostics: ofFleet, pipes: read } = isFull ? fresh : foldCauses(fresh);
  printer.problems([...ofFleet, ...read.flatMap(({ diagnostics }) => diagnostics)], sources);
  printer.problems(byHand, sources);
  const pipes = listPulledPipes(drift.pipes, differences);
  const diagnostics = [...drift.diagnostics, ...drift.pipes.flatMap((pipe) => pipe.diagnostics), ...byHand];
  if (mistake !== null) {
    printer.problems([mistake], sources);
    return endUnwritten({ pipes, diagnostics: [...diagnostics, mistake] }, printer);
  }
  showEdits(edits, configuration.layout, printer);
  const dryRun = ownOptions.dryRun || accept !== 'live';
  return endPull({ pipes, edits, diagnostics }, dryRun, printer, (lost) =>
    describeRefresh(drift, differences, { accept, dryRun, files: edits.length, lost }),
  );
}

interface RefreshEnd {
  readonly accept: PulledSide | null;
  readonly dryRun: boolean;
  /** The number of changed files, and of those that could not be written. */
  readonly files: number;
  readonly lost: number;
}

function describeRefresh({ summary, pipes }: Drift, differences: readonly Difference[], end: RefreshEnd): string {
  const notSelected = countNotSelected(pipes);
  const byHand = differences.filter(({ side }) => side === 'by-hand').length;
  const unread = summary.error + (summary.gone ?? 0);
  if (summary.total === 0) {
    return 'There is no pipe to compare. To add live pipes, run `pipeform pull ID… --service NAME`.';
  }
  const outcome = differences.length === 0 ? [describeNone(unread, notSelected)] : describeOutcome(differences, end);
  const lines = unread > 0 && unread === summary.total ? [] : [...outcome];
  if (byHand > 0) {
    lines.push(`${count(byHand, 'difference')} must be resolved by hand.`);
  }
  if (notSelected !== '') lines.push(`${notSelected}.`);
  if (unread > 0) lines.push(`${count(unread, 'pipe')} could not be compared.`);
  return lines.join('\n');
}

function describeNone(unread: number, notSelected: string): string {
  if (notSelected !== '') return 'No selected differences.';
  return unread === 0
    ? 'No differences: the live pipes match the configuration.'
    : 'No differences in the other pipes.';
}

function describeOutcome(
  differences: readonly Difference[],
  { accept, dryRun, files, lost }: RefreshEnd,
): readonly string[] {
  const live = differences.filter(({ side }) => side === 'live').length;
  const git = differences.filter(({ side }) => side === 'git').length;
  const [stay, them] = git === 1 ? ['stays', 'it'] : ['stay', 'them'];
  const staying = git === 0 ? [] : [`${count(git, 'value')} ${stay} as configured; the next apply restores ${them}.`];
  if (live === 0) return ['Nothing to write.', ...staying];
  if (dryRun) {
    const pipes = new Set(differences.map(({ pipe }) => pipe)).size;
    return [
      `Nothing was written: ${count(differences.length, 'difference')} in ${count(pipes, 'pipe')}.`,
      accept === 'live'
        ? 'To write the live values, leave out --dry-run.'
        : 'To write the live values, run `pipeform pull --accept live`; `git add -p` then takes some of them.',
    ];
  }
  const others = files - lost;
  if (lost > 0) return [`${count(lost, 'file')} could not be written, ${others} ${others === 1 ? 'was' : 'were'}.`];
  return [`Wrote ${count(live, 'live value')} to ${count(files, 'file')}.`, ...staying];
}
