import type { Diagnostic } from '../../model/diagnostic.ts';
import { count, shortList } from '../../model/number.ts';
import { isOfPolicy } from '../../model/policy-findings.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { isAboutRuns, type Run } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import type { Block } from '../block.ts';
import { dropUnattempted } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { composeAbout, composeFacts, composeWhere } from '../view-model/fact.ts';
import type { Medium, ReportDetail } from '../view-model/medium.ts';
import { composeFindings, composeProblems } from '../view-model/problem.ts';
import { toSection } from '../view-model/span.ts';
import { listStatusCounts } from '../view-model/status.ts';
import { assessReport, nameReport } from '../view-model/verdict.ts';
import { composeBody } from './compose-body.ts';
import { composeRollout } from './compose-rollout.ts';

/** A plan, a drift report or a run as blocks, in the order of the medium. For a comment, without a limit: see `fitComment`. */
export function composeReport(
  given: Report,
  medium: Medium,
  { requests = false, summary = false, isFull = false, isSaved = false }: Partial<ReportDetail> = {},
): readonly Block[] {
  const report = isFull ? given : foldCauses(given);
  const body = composeBody(dropUnattempted(report), medium, { requests, summary, isFull });
  return assemble(report, medium, body, isSaved);
}

/** What a report says besides its pipes, in the order of the medium, around `body`. */
export function assemble(report: Report, medium: Medium, body: readonly Block[], isSaved = false): readonly Block[] {
  const { diagnostics } = report;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const verdict = composeVerdict(report);
  const where = composeWhere(report);
  const facts = composeFacts(report);
  const alerts = report.kind === 'run' ? [] : composeFindings(report.checks, medium);
  const rollout = report.kind === 'run' ? composeRollout(report, medium) : [];
  switch (medium) {
    case 'terminal':
      return [
        // The plan of a run was shown with its place.
        ...(report.kind === 'run' && !isSaved ? [] : where),
        ...composeProblems(errors, medium),
        ...body,
        ...alerts,
        ...composeProblems(isSaved ? warnings : warnings.filter((one) => isOfReport(one, report)), medium),
        // A branch that removes many pipes has a note for each.
        ...(report.kind === 'run'
          ? []
          : composeProblems(isSaved ? notes : notes.filter((one) => !isOfBase(one)), medium, null, FEW_NOTES)),
        ...rollout,
        ...(report.kind === 'run' ? listLeft(report) : facts),
        // A plan that could not be made has only its problems.
        ...(report.kind === 'plan' && report.api === null ? [] : [verdict]),
      ];
    case 'comment':
      return [
        verdict,
        ...where,
        ...facts,
        ...composeProblems([...errors, ...warnings], medium),
        ...rollout,
        ...body,
        ...alerts,
        ...(notes.length === 0
          ? []
          : [
              {
                kind: 'details',
                title: [count(notes.length, 'note')],
                blocks: composeProblems(notes, medium),
                isOpen: false,
              } as const,
            ]),
      ];
    case 'page':
      return [
        verdict,
        ...where,
        ...facts,
        ...toSection('errors', 'Errors', composeProblems(errors, medium)),
        ...rollout,
        ...body,
        ...toSection('alerts', 'Alerts', alerts),
        ...toSection('notes', 'Notes', composeProblems([...warnings, ...notes], medium)),
        ...composeAbout(report),
      ];
  }
}

const FEW_NOTES = 5;

/** Other warnings are about the configuration, and shown before the report. */
function isOfReport(diagnostic: Diagnostic, { kind }: Report): boolean {
  // The plan of a run was shown before.
  if (diagnostic.code === 'guard-loosened') return kind === 'plan';
  if (diagnostic.code === 'list-not-whole') return kind !== 'run';
  return isAboutRuns(diagnostic) || isOfPolicy(diagnostic);
}

/** Such a note is printed when the base is read, before the report. */
function isOfBase({ code }: Diagnostic): boolean {
  return code === 'base-incomplete' || code === 'branch-behind';
}

export function composeVerdict(report: Report): Block {
  const { line, ...verdict } = assessReport(report);
  return {
    kind: 'verdict',
    name: nameReport(report),
    environment: report.environment,
    verdict,
    line,
    counts: listStatusCounts(report),
  };
}

const MAX_LISTED = 10;

/** The pipes of a run that were not attempted, and those that had the planned values already. */
function listLeft({ pipes }: Run): readonly Block[] {
  const list = (title: string, listed: readonly ReportPipe[]): readonly Block[] => {
    const names = shortList(
      listed.map(({ name }) => safeText(name)),
      MAX_LISTED,
    );
    return listed.length === 0
      ? []
      : [{ kind: 'paragraph', line: [`${title}: `, { kind: 'sentence', text: `${names}.` }] }];
  };
  const isDone = ({ diagnostics }: ReportPipe): boolean => diagnostics.some(({ code }) => code === 'already-applied');
  return [
    ...list(
      'Not attempted',
      pipes.filter(({ status }) => status === 'skipped'),
    ),
    ...list('Unchanged, with the planned values already', pipes.filter(isDone)),
  ];
}
