import type { Project } from '../../../engine/project.ts';
import { backtestSizes } from '../../../engine/recommend/backtest.ts';
import { recommendSizes } from '../../../engine/recommend/recommend.ts';
import { hasErrors } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Sources } from '../../../model/location.ts';
import { interruptedBy } from '../../../model/run.ts';
import type { Recommendations } from '../../../model/size/advice-report.ts';
import type { Backtest } from '../../../model/size/backtest-report.ts';
import { composeBacktest } from '../../../report/compose/compose-backtest.ts';
import { composeRecommendations } from '../../../report/compose/compose-recommendations.ts';
import type { RecommendOptions } from '../../options/command-options.ts';
import type { Invocation, Session } from '../../options/command-spec.ts';
import { UsageError } from '../../options/value-types.ts';
import { chooseExitCode } from '../../output/choose-exit-code.ts';
import { endFailed } from '../../output/end-failed.ts';
import { saveDocument } from '../../output/output-files.ts';
import type { Printer } from '../../output/printer.ts';
import { readFleet } from '../../steps/open-fleet.ts';
import { writeSizes } from './write-sizes.ts';

/** Advises sizes for the named pipes, or all; with `--write`, edits the files; with `--backtest`, replays the past. Writes to no pipe. */
export async function runRecommend(invocation: Invocation<RecommendOptions>): Promise<number> {
  const { ownOptions, args, options, printer } = invocation;
  checkBacktestOptions(ownOptions);
  const selected = { ...options, target: [...options.target, ...args] };
  const { backtest: pastMs } = ownOptions;
  const opened = await readFleet<Recommendations | Backtest>(
    { purpose: 'recommend', out: ownOptions.out },
    { ...invocation, options: selected },
    (project, onProgress) =>
      pastMs === null ? recommendSizes(project, onProgress) : backtestSizes(project, pastMs, onProgress),
  );
  const { sources } = opened;
  if (!opened.ok) return endFailed(opened.diagnostics, printer, { sources });
  const { project, result: report } = opened;
  const interrupted = interruptedBy(invocation.context.interrupts.stop);
  if (interrupted !== null) {
    await printer.interrupted(INTERRUPTED[report.kind], () => printAdvice(report, printer));
    return chooseExitCode({ kind: 'failure', interrupted });
  }
  return finish(report, project, { ...invocation, sources });
}

async function finish(
  read: Recommendations | Backtest,
  { fleet, earlier }: Project,
  invocation: Invocation<RecommendOptions> & { readonly sources: Sources },
): Promise<number> {
  const { ownOptions, printer, sources } = invocation;
  const written =
    read.kind === 'recommendations' && ownOptions.write ? await writeAdvice(read, fleet, invocation, sources) : null;
  const report = written?.report ?? read;
  printer.problems(report.diagnostics.slice(earlier.length), sources);
  await printAdvice(report, printer);
  if (written !== null) printer.info(written.summary);
  const lost = !(await saveDocument(report, ownOptions.out, invocation));
  if (report.kind === 'backtest') {
    return chooseExitCode({ kind: lost || hasErrors(report.diagnostics) ? 'failure' : 'done' });
  }
  return chooseExitCode({ kind: 'recommendations', advice: report, detailed: ownOptions.detailedExitcode, lost });
}

async function printAdvice(report: Recommendations | Backtest, printer: Printer): Promise<void> {
  // Beside text, the problems are printed before.
  const diagnostics = printer.format === 'text' ? [] : report.diagnostics;
  await printer.print(report, () =>
    report.kind === 'backtest'
      ? composeBacktest({ ...report, diagnostics })
      : composeRecommendations({ ...report, diagnostics }),
  );
}

/** Throws UsageError for options that a backtest has no use for. */
function checkBacktestOptions({ backtest, write, detailedExitcode }: RecommendOptions): void {
  if (backtest === null || !(write || detailedExitcode)) return;
  const option = write ? '--write' : '--detailed-exitcode';
  throw new UsageError(`--backtest cannot be used with ${option}.`, 'It advises no size; leave it out for advice.');
}

/** Returns the advice with what became of the files. */
async function writeAdvice(advice: Recommendations, fleet: Fleet, session: Session, sources: Sources) {
  const { files, diagnostics, summary } = await writeSizes(advice, fleet, session, sources);
  return { report: { ...advice, files, diagnostics: [...advice.diagnostics, ...diagnostics] }, summary };
}

const INTERRUPTED = {
  recommendations: 'Interrupted: not all data was read, so there is no advice.',
  backtest: 'Interrupted: not all pipes were replayed, so there is no backtest.',
} as const;
