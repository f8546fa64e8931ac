import { allowedNames } from '../../../engine/allowed-names.ts';
import { askService, type ServiceWants, wantsTargets } from '../../../engine/ask-service.ts';
import type { ReadyRun } from '../../../engine/carry-out.ts';
import type { Claim } from '../../../engine/claim-project.ts';
import { asksChecks, findGuards } from '../../../engine/find-guards.ts';
import { findUnfinished, openFirst } from '../../../engine/find-unfinished.ts';
import { closeProject } from '../../../engine/open-project.ts';
import { planEach } from '../../../engine/plan-each.ts';
import {
  type ApplyTerms,
  guardPart,
  lookBack,
  makeReady,
  notAPlan,
  reviewSaved,
} from '../../../engine/review-saved.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { Sources } from '../../../model/location.ts';
import { readToolVersion } from '../../../model/version.ts';
import { joinPlan } from '../../../plan/plan-fleet.ts';
import { findUnseenFleet } from '../../../plan/policy/policy.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import type { Context } from '../../options/context.ts';
import { readReportFile } from '../../output/read-report-file.ts';
import { streamStyle } from '../../output/terminal.ts';
import { type FleetOptions, type NoFleet, openFleet } from './open-fleet.ts';
import { readLive } from './read-live.ts';

/** A plan that may be carried out, and the texts that its diagnostics are about; the caller closes its connections. */
export interface PreparedApply extends ReadyRun {
  readonly ok: true;
  readonly sources: Sources;
}

export interface PrepareOptions extends FleetOptions, ApplyTerms {
  /** `wanted` with --recommend: replicas follow the targets of their bands. */
  readonly recommend: 'wanted' | 'left-out';
  readonly claim: Claim;
}

/** Makes a plan from what is live now. */
export async function prepareFresh(options: PrepareOptions, context: Context): Promise<PreparedApply | NoFleet> {
  const { allowances, recommend, rollout } = options;
  // An apply has nothing to do with what no update can mend.
  const wants: ServiceWants = { definitions: 'left-out', recommend };
  const opened = await openFleet(options, context, {
    named: allowedNames(options.allowances),
    claim: options.claim,
    observability: async (fleet, pipes) =>
      wantsTargets(wants, pipes) || asksChecks(findGuards(fleet, pipes, rollout)) ? 'needed' : 'none',
  });
  if (!opened.ok) return opened;
  const { fleet, pipes, base, selection } = opened;
  const unfinished = await findUnfinished(opened.folder, fleet);
  const asked = askService(opened, wants, context);
  const [reads] = await Promise.all([
    readLive({ ...opened, pipes: openFirst(pipes, unfinished) }, planEach(opened, allowances, asked), options, context),
    asked,
  ]);
  const now = new Date(context.clock.now());
  const frame = { now, tool: readToolVersion() };
  const planned = joinPlan(fleet, reads, { ...frame, allowances, base, selection });
  const unseen = planned.scope === null ? null : findUnseenFleet(planned.scope);
  const looked = lookBack(unfinished, fleet, reads);
  const diagnostics = [
    ...opened.diagnostics,
    ...looked.diagnostics,
    ...planned.diagnostics,
    ...(unseen === null ? [] : [unseen]),
  ];
  const guards = findGuards(fleet, pipes, rollout);
  return {
    ok: true,
    sources: opened.sources,
    ...makeReady(opened, { ...planned, diagnostics }, guards, looked.weighed),
  };
}

/** Takes a saved plan and weighs it against the configuration of now; the pipes are read when their turn comes. */
export async function prepareSaved(
  file: string,
  options: PrepareOptions,
  context: Context,
): Promise<PreparedApply | NoFleet> {
  const read = await readReportFile(file, options, context);
  if (!read.ok) return fail([read.diagnostic]);
  const { report } = read;
  if (report.kind !== 'plan') return fail([notAPlan(file, report.kind)]);
  const opened = await openFleet(options, context, {
    named: allowedNames(options.allowances),
    inputs: [file],
    claim: options.claim,
    observability: guardPart(options),
  });
  if (!opened.ok) return opened;
  const reviewed = await reviewSaved(
    report,
    opened,
    options,
    (project, openJudge) => readLive(project, openJudge, options, context),
    context,
  );
  if (!reviewed.ok) {
    await closeProject(opened);
    return { ok: false, diagnostics: reviewed.diagnostics, sources: opened.sources, writable: [] };
  }
  const { ready } = reviewed;
  if (options.format === 'text') {
    const outdated = ready.plan.diagnostics.filter(({ code }) => code === 'plan-outdated');
    context.stderr.write(renderDiagnostics(outdated, opened.sources, streamStyle(context.stderr, options, context)));
  }
  return { ok: true, sources: opened.sources, ...ready };
}

function fail(diagnostics: readonly Diagnostic[]): NoFleet {
  return { ok: false, diagnostics, sources: new Map(), writable: [] };
}
