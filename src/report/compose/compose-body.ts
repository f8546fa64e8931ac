import { count, formatNumber } from '../../model/number.ts';
import type { Report } from '../../model/report.ts';
import type { Block, Entry } from '../block.ts';
import { arrangePipes } from '../view-model/arrange.ts';
import { listOrigins } from '../view-model/change.ts';
import type { ReportPipe } from '../view-model/report-pipe.ts';
import { listSections, type Section } from '../view-model/section.ts';
import { isWorthShowing, listStatusCounts, listStatusStyles } from '../view-model/status.ts';
import { composeGroup, composeNames, composePipe, createContext, type EntryContext } from './compose-entry.ts';
import { summarizeSection } from './summarize-section.ts';

/** The pipes by section, then the names of those that no section shows. `isFull`: a writer shows each pipe with an error. */
export function composeBody(
  report: Report,
  { requests, isFull }: { readonly requests: boolean; readonly isFull: boolean },
): readonly Block[] {
  const context = createContext(report, requests);
  const sections = listSections(report).flatMap((section) =>
    composeSection(section, listEntries(context, section.pipes, isFull)),
  );
  return [...composeFilter(report), ...sections, ...composeQuiet(report)];
}

/** The sections with their counts and what most pipes have in common. */
export function composeSummary(report: Report): readonly Block[] {
  const context = createContext(report, false);
  return listSections(report).flatMap((section) => composeSection(section, summarizeSection(context, section)));
}

function composeSection(
  { id, title, meaning, style, count: number }: Section,
  blocks: readonly Block[],
): readonly Block[] {
  if (blocks.length === 0) return [];
  return [{ kind: 'section', id, title, count: number, about: meaning, style, blocks }];
}

/** The pipes that could not be read, groups of pipes that change alike, then the other pipes. */
export function listEntries(context: EntryContext, pipes: readonly ReportPipe[], isFull: boolean): readonly Block[] {
  const { groups, pipes: others } = arrangePipes(context.report, pipes, context.requests);
  const compose = (pipe: ReportPipe): Entry => composePipe(context, pipe);
  const unread = others.filter(isUnread).map(compose);
  const read = others.filter((pipe) => !isUnread(pipe)).map(compose);
  return [
    ...listAll(unread, isFull ? undefined : ' with errors'),
    ...listAll([...groups.map((group) => composeGroup(context, group)), ...read]),
  ];
}

function isUnread({ status, changes, allChanges = changes }: ReportPipe): boolean {
  return status === 'error' && allChanges.length === 0;
}

export function listAll(entries: readonly Entry[], rest?: string): readonly Block[] {
  if (entries.length === 0) return [];
  return [rest === undefined ? { kind: 'entries', entries } : { kind: 'entries', entries, rest }];
}

function composeFilter(report: Report): readonly Block[] {
  if (report.pipes.length === 0) return [];
  const statuses = listStatusCounts(report).map(({ style, pipes }) => {
    return { value: style.status, label: `${style.title} (${formatNumber(pipes)})` };
  });
  const origins = listOrigins(report.pipes);
  return [{ kind: 'filter', pipes: report.pipes.length, statuses, origins, weight: 'detail' }];
}

/** The names of the pipes that no entry shows, by status. Those that were not attempted are news, the others are details. */
function composeQuiet(report: Report): readonly Block[] {
  const { pipes } = report;
  const left = pipes.filter((pipe) => !isWorthShowing(pipe));
  return listStatusStyles(report).flatMap(({ status, label }) => {
    const ofStatus = left.filter((pipe) => pipe.status === status);
    if (ofStatus.length === 0) return [];
    const names = composeNames(ofStatus, `${count(ofStatus.length, 'pipe')} ${label}`, status, true);
    return [{ ...names, weight: status === 'skipped' ? 'main' : 'detail' }];
  });
}
