import { count, formatNumber } from '../../model/number.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { Run } from '../../model/run.ts';
import type { Block, Entry } from '../block.ts';
import { arrangePipes } from '../view-model/arrange.ts';
import { listOrigins } from '../view-model/change.ts';
import type { Medium, ReportDetail } from '../view-model/medium.ts';
import { listSpans } from '../view-model/problem.ts';
import { listSections, type Section, type SectionPipe } from '../view-model/section.ts';
import { isWorthShowing, listStatusCounts, listStatusStyles } from '../view-model/status.ts';
import { composeGroup, composeNames, composePipe, createContext, type EntryContext } from './compose-entry.ts';
import { summarizeSection } from './summarize-section.ts';

/** The pipes by section, or their counts. */
export function composeBody(
  report: Report,
  medium: Medium,
  { requests, summary, isFull }: Required<Omit<ReportDetail, 'isSaved'>>,
): readonly Block[] {
  const sections =
    medium === 'terminal' && report.kind === 'run' && !summary ? [sectionOfProblems(report)] : listSections(report);
  const context = createContext(report, medium, { requests, isFull: isFull || medium === 'page' });
  const blocks = sections.flatMap((section) =>
    composeSection(section, summary ? summarizeSection(context, section) : listEntries(context, section)),
  );
  if (medium === 'terminal' || summary) return blocks;
  return [...(medium === 'page' ? composeFilter(report) : []), ...blocks, ...composeQuiet(report, medium)];
}

export function composeSection(
  { id, title, meaning, style, count: number }: Section,
  blocks: readonly Block[],
): readonly Block[] {
  if (blocks.length === 0) return [];
  return [{ kind: 'section', id, title, count: number, about: meaning, style, blocks }];
}

/** More pipes with errors are named only. */
const MAX_FAILED = 25;

/** The pipes that could not be read, groups of pipes that change alike, then the other pipes. */
export function listEntries(context: EntryContext, { pipes }: Section): readonly Block[] {
  const { groups, pipes: others } = arrangePipes(context.report, pipes, context.requests);
  const failed = others.filter(isUnread);
  const left = context.isFull ? [] : failed.slice(MAX_FAILED);
  const compose = (pipe: SectionPipe): Entry => composePipe(context, pipe);
  return [
    ...listAll(failed.slice(0, failed.length - left.length).map(compose)),
    ...listAll([
      ...groups.map((group) => composeGroup(context, group)),
      ...others.filter((pipe) => !isUnread(pipe)).map(compose),
    ]),
    ...nameFailed(left),
  ];
}

const MAX_NAMES = 20;

/** `12 more pipes with errors: orders, returns and 10 more` */
export function nameFailed(pipes: readonly ReportPipe[]): readonly Block[] {
  const names = pipes.map(({ service, name }) => ({ kind: 'code', text: `${service}/${name}`, limit: 60 }) as const);
  const words = `${count(pipes.length, 'more pipe')} with errors: `;
  return names.length === 0 ? [] : [{ kind: 'paragraph', line: [words, ...listSpans(names, MAX_NAMES)] }];
}

export function isUnread({ status, changes, allChanges = changes }: SectionPipe): boolean {
  return status === 'error' && allChanges.length === 0;
}

export function listAll(entries: readonly Entry[]): readonly Block[] {
  return entries.length === 0 ? [] : [{ kind: 'entries', entries }];
}

function composeFilter(report: Report): readonly Block[] {
  if (report.pipes.length === 0) return [];
  const statuses = listStatusCounts(report).map(({ style, pipes }) => {
    return { value: style.status, label: `${style.title} (${formatNumber(pipes)})` };
  });
  return [{ kind: 'filter', pipes: report.pipes.length, statuses, origins: listOrigins(report.pipes) }];
}

/** The names of the pipes that no entry shows, by status; in a comment only those that were not attempted. */
function composeQuiet(report: Report, medium: Medium): readonly Block[] {
  const pipes: readonly ReportPipe[] = report.pipes;
  const left = pipes.filter((pipe) => !isWorthShowing(pipe));
  return listStatusStyles(report).flatMap(({ status, label }) => {
    const own = left.filter((pipe) => pipe.status === status);
    return own.length === 0 || (medium === 'comment' && status !== 'skipped')
      ? []
      : [composeNames(own, `${count(own.length, 'pipe')} ${label}`, status, true)];
  });
}

/** Lists the pipes of a run that did not end as planned, for a terminal: without their changes, which the plan has shown. */
function sectionOfProblems(run: Run): Section {
  const pipes = run.pipes.filter(hasProblem).map((pipe) => ({ ...pipe, changes: [], acknowledged: [] }));
  return { id: 'problems', title: null, meaning: null, style: null, count: '', pipes };
}

/** An updated pipe with one of these was not completely restored, has changes that were left, or another value than was sent. */
const WARNINGS_OF_RUNS: readonly string[] = ['rollback-left', 'not-reviewed', 'carried-setting-changed'];

/** A pipe that is refused only because the complete plan is refused has no problem of its own. */
function hasProblem({ status, diagnostics }: ReportPipe): boolean {
  if (status === 'refused') return diagnostics.length > 0;
  if (status === 'unknown' || status === 'stale') return true;
  return diagnostics.some(({ severity, code }) => severity === 'error' || WARNINGS_OF_RUNS.includes(code));
}
