import { planWaves } from '../../apply/rollout/plan-waves.ts';
import { askServiceTime } from '../../engine/policies.ts';
import { type ExecutableRun, unconfirmedWavesProblem } from '../../engine/run.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { count } from '../../model/number.ts';
import { hasNotReviewed, hasWork, type Plan, type PlannedPipe, shortCommit } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { isAboutRuns } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import type { ReviewedPlan } from '../../plan/saved/review-plan.ts';
import type { RunOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { printProposal } from '../output/print-report.ts';
import type { Prompter } from '../output/prompter.ts';
import { waitTimeoutOf } from './execute-with-progress.ts';

/** How a run is shown and asked about. */
interface Proposal {
  readonly command: 'apply' | 'rollback';
  /** Shown for a plan with nothing to do, in place of the usual text. */
  readonly idleText?: string | undefined;
  /** Whether the plan was shown before, when it was saved: one with nothing to do is not shown again. */
  readonly isSaved: boolean;
  /** null for a run that needs no question. */
  readonly prompter: Prompter | null;
}

/** What was shown. The plan lacks stale pipes, which the run reports. */
type Approval = Result<{ readonly plan: Plan; readonly isIdle: boolean }, { readonly diagnostic: Diagnostic }>;

/** Shows a prepared run, and asks whether to carry it out. Nothing is written yet. */
export async function approveRun(
  run: ExecutableRun,
  { command, idleText, isSaved, prompter }: Proposal,
  { ownOptions, printer, context }: Invocation<RunOptions>,
): Promise<Approval> {
  const hint = 'Leave out --no-wait, or add --no-rollout.';
  const refusal = unconfirmedWavesProblem(run, waitTimeoutOf(ownOptions), hint);
  if (refusal !== null) return { ok: false, diagnostic: refusal };
  if (context.interrupts.stop.aborted) return { ok: false, diagnostic: STOPPED };

  const plan = plannedPart(run.plan);
  const isIdle = isSaved && isNothingToShow(plan);
  const hasPrompt = prompter !== null && hasWork(plan);
  await printProposal(plan, { idleText, rollout: rolloutOf(run), isIdle, hasPrompt, detail: ownOptions }, printer);
  if (hasPrompt) {
    const answer = await prompter.confirm(`${describeWrites(command, plan)}\nOnly "yes" is accepted:`);
    if (answer === 'interrupted') return { ok: false, diagnostic: STOPPED };
    if (answer === 'no') return { ok: false, diagnostic: acceptProblem(command) };
    // While this machine sleeps, its monotonic clock may stand still. A rollback ignores freezes.
    if (run.rollsBack === null) await askServiceTime(run.plan, run.project);
  }
  return { ok: true, plan, isIdle };
}

function plannedPart(plan: ReviewedPlan): Plan {
  return { ...plan, pipes: plan.pipes.filter((pipe): pipe is PlannedPipe => pipe.status !== 'stale') };
}

function rolloutOf({ guards, plan }: ExecutableRun) {
  if (guards.rollout === null) return null;
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  return { rollout: guards.rollout, sizes: planWaves(updates, guards.rollout.waves).map((wave) => wave.length) };
}

function isNothingToShow({ pipes, diagnostics }: Plan): boolean {
  return (
    !diagnostics.some(isAboutRuns) &&
    pipes.every((pipe) => pipe.status === 'unchanged' && !hasNotReviewed(pipe) && pipe.notSelected === undefined)
  );
}

/** `Apply 9 changes to 7 pipes of production (api.example.com, organization 7c0e, base origin/main at 4f2a9c1e8b7d)?` */
function describeWrites(command: Proposal['command'], { summary, environment, scope, api, base }: Plan): string {
  const pipes = count(summary.update, 'pipe');
  const what =
    command === 'apply'
      ? `Apply ${count(summary.changes, 'change')} to ${pipes}`
      : `Restore ${count(summary.changes, 'value')} of ${pipes}`;
  const none = scope?.environments === undefined ? '' : ', no environment chosen';
  const where = environment === null ? none : ` of ${safeText(environment)}`;
  const compared = base === null ? '' : `, base ${safeText(base.ref)} at ${shortCommit(base.commit)}`;
  const at = api === null ? '' : ` (${new URL(api.url).host}, organization ${safeText(api.organization)}${compared})`;
  return `${what}${where}${at}?`;
}

const STOPPED = diagnose('error', {
  code: 'interrupted',
  summary: 'Interrupted. Nothing was written.',
  hint: 'Run the command again when you are ready.',
});

/** The refusal of a command that would have to ask, where nobody can answer. */
export function askProblem(command: Proposal['command']): Diagnostic {
  return diagnose('error', {
    code: 'not-approved',
    summary: `${command} asks before it writes, but there is no terminal to ask on.`,
    hint:
      command === 'apply'
        ? 'Run it on a terminal; or save a plan with `pipeform plan --out FILE`, review it, and run `pipeform apply FILE`.'
        : 'Run it on a terminal; in a script, see `pipeform runs show RUN` for what the run wrote, and give --auto-approve.',
  });
}

function acceptProblem(command: Proposal['command']): Diagnostic {
  return diagnose('error', {
    code: 'not-approved',
    summary: 'The answer was not `yes`. Nothing was written.',
    hint: `Run ${command} again and type yes.`,
  });
}
