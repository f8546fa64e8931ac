import { shortList } from '../../model/number.ts';
import type { Run } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import type { Block } from '../block.ts';
import { dropUnattempted } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { composeWhere } from '../view-model/fact.ts';
import type { ReportPipe } from '../view-model/report-pipe.ts';
import { composeSummary, listEntries } from './compose-body.ts';
import { createContext } from './compose-entry.ts';
import { composeErrors, composeVerdict, type ReportDetail } from './compose-report.ts';
import { composeRollout } from './compose-rollout.ts';

/**
 * What a run adds to its plan, which was shown before: only the pipes that did not end as planned, without their changes. `hasPlace`: with
 * the place, since the plan was shown elsewhere.
 */
export function composeOutcome(
  given: Run,
  { requests = false, summary = false, isFull = false }: Partial<ReportDetail>,
  hasPlace: boolean,
): readonly Block[] {
  const run = isFull ? given : foldCauses(given);
  const attempted = dropUnattempted(run);
  return [
    composeVerdict(run),
    ...(hasPlace ? composeWhere(run) : []),
    ...composeErrors(run),
    ...composeRollout(run),
    ...(summary ? composeSummary(attempted) : composeFailures(attempted, requests, isFull)),
    ...listLeft(run),
  ];
}

function composeFailures(run: Run, requests: boolean, isFull: boolean): readonly Block[] {
  const pipes = run.pipes.filter(hasProblem).map((pipe) => ({ ...pipe, changes: [], acknowledged: [] }));
  return listEntries({ ...createContext(run, requests), hasStatuses: false }, pipes, isFull);
}

/** An updated pipe with one of these was not completely restored, has changes that were left, or another value than was sent. */
const WARNINGS_OF_RUNS: readonly string[] = ['rollback-left', 'not-reviewed', 'carried-setting-changed'];

/** A pipe that is refused only because the complete plan is refused has no problem of its own. */
function hasProblem({ status, diagnostics }: ReportPipe): boolean {
  if (status === 'refused') return diagnostics.length > 0;
  if (status === 'unknown' || status === 'stale') return true;
  return diagnostics.some(({ severity, code }) => severity === 'error' || WARNINGS_OF_RUNS.includes(code));
}

const MAX_LISTED = 10;

/** The pipes of a run that were not attempted, and those that had the planned values already. */
function listLeft({ pipes }: Run): readonly Block[] {
  const isDone = ({ diagnostics }: ReportPipe): boolean => diagnostics.some(({ code }) => code === 'already-applied');
  const skipped = pipes.filter(({ status }) => status === 'skipped');
  return [
    ...nameFirst('Not attempted', skipped),
    ...nameFirst('Unchanged, with the planned values already', pipes.filter(isDone)),
  ];
}

function nameFirst(title: string, pipes: readonly ReportPipe[]): readonly Block[] {
  if (pipes.length === 0) return [];
  const names = shortList(
    pipes.map(({ name }) => safeText(name)),
    MAX_LISTED,
  );
  return [{ kind: 'paragraph', line: [`${title}: `, { kind: 'sentence', text: `${names}.` }] }];
}
