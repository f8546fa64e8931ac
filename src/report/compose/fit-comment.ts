import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { Block, Entry, Line } from '../block.ts';
import { arrangePipes, dropUnattempted } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { formatChange, shortFieldName } from '../view-model/change.ts';
import { joinParts, LONGEST_NAME, shorten } from '../view-model/format.ts';
import type { ReportDetail } from '../view-model/medium.ts';
import { listSections, type Section } from '../view-model/section.ts';
import { toCode } from '../view-model/span.ts';
import { listStatusStyles } from '../view-model/status.ts';
import { composeBody, composeSection, isUnread, listAll, nameFailed } from './compose-body.ts';
import { composeGroup, composePipe, createContext, isUrgent } from './compose-entry.ts';
import { assemble, composeReport, composeVerdict } from './compose-report.ts';

/** Where a comment may refer to for what it leaves out: `The saved plan has all.` */
interface Leaving {
  readonly where: string;
  readonly write: (blocks: readonly Block[]) => string;
  /** The room is in UTF-16 units. */
  readonly room: number;
}

/**
 * The most of a report that fits: everything; without request bodies; each changed pipe on one line, and only errors and conflicts in
 * full, up to the pipe that no longer fits; at last only the result. A comment says what it leaves out.
 */
export function fitComment(given: Report, detail: Partial<ReportDetail>, { where, write, room }: Leaving): string {
  const composeWhole = () => composeReport(given, 'comment', detail);
  if (detail.summary) return write(composeWhole());
  const { isFull = false } = detail;
  const folded = isFull ? given : foldCauses(given);
  const report = dropUnattempted(folded);
  const pipes: readonly ReportPipe[] = report.pipes;
  const frame = assemble(folded, 'comment', [BODY]);
  const shorten = (words: string, body: readonly Block[]): readonly Block[] => {
    const head: Block = { kind: 'paragraph', line: [`${words} `, { kind: 'sentence', text: where }] };
    return frame.flatMap((block) => (block === BODY ? [head, ...body] : [block]));
  };
  const withoutBodies = () => {
    const body = composeBody(report, 'comment', { requests: false, summary: false, isFull });
    return shorten('Shown without request bodies, to fit.', body);
  };
  const inLines = (urgent: number) => () => {
    const parts = splitSections(report, urgent);
    const compose = (most: number) =>
      shorten('Each pipe is shown on one line, to fit.', composeLines(report, parts, most, where));
    const others = parts.flatMap((part) => part.others);
    return compose(findMost(countNames(others, room), (most) => write(compose(most)).length <= room));
  };
  const shown = pipes.filter((pipe) => pipe.changes.length + pipe.diagnostics.length > 0 && !isUnread(pipe));
  const mayFit = countNames(shown, room) === shown.length;
  const forms = [
    ...(mayFit ? [composeWhole, ...(detail.requests ? [withoutBodies] : [])] : []),
    ...[MAX_URGENT, 0].map(inLines),
  ];
  for (const form of forms) {
    const text = write(form());
    if (text.length <= room) return text;
  }
  const changed = pipes.filter(({ changes }) => changes.length > 0);
  return write([composeVerdict(report), ...composeLeftOut(report, changed, where)]);
}

/** It stands in place of the pipes. */
const BODY: Block = { kind: 'paragraph', line: [] };

/** The most pipes, from the first on, whose names alone fit. */
function countNames(pipes: readonly ReportPipe[], room: number): number {
  let length = 0;
  const end = pipes.findIndex(({ name }) => {
    length += Math.min(name.length, LONGEST_NAME);
    return length > room;
  });
  return end === -1 ? pipes.length : end;
}

/** The largest number up to `max` that is right, by halving; 0 when none is. */
function findMost(max: number, isRight: (number: number) => boolean): number {
  let [least, most] = [0, max];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isRight(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The limit is for the pipes with errors, and for those with conflicts: more are rather names than details. */
const MAX_URGENT = 25;

/** A section by how much is shown of its pipes: `shown` in full, `failed` by name, the other changed pipes on one line. */
interface Part {
  readonly section: Section;
  readonly shown: readonly ReportPipe[];
  readonly failed: readonly ReportPipe[];
  readonly others: readonly ReportPipe[];
}

function splitSections(report: Report, mostUrgent: number): readonly Part[] {
  return listSections(report).map((section) => {
    const urgent = section.pipes.filter(isUrgent);
    const shown = urgent.slice(0, mostUrgent);
    const rest = section.pipes.filter((pipe) => !shown.includes(pipe));
    return {
      section,
      shown,
      failed: rest.filter((pipe) => pipe.changes.length === 0 && isUrgent(pipe)),
      others: rest.filter(({ changes }) => changes.length > 0),
    };
  });
}

const SHORT = { requests: false, isFull: false };

/** The first pipes in lines, and how many are left. */
function composeLines(report: Report, parts: readonly Part[], most: number, where: string): readonly Block[] {
  const context = createContext(report, 'comment', SHORT);
  const compose = (pipe: ReportPipe): Entry => composePipe(context, pipe);
  let room = most;
  const sections = parts.flatMap(({ section, shown, failed, others }) => {
    const first = others.slice(0, room);
    room -= first.length;
    return composeSection(section, [
      ...listAll(shown.filter(isUnread).map(compose)),
      ...listAll(shown.filter((pipe) => !isUnread(pipe)).map(compose)),
      ...nameFailed(failed),
      ...listLines(report, first),
    ]);
  });
  const left = parts.flatMap(({ others }) => others).slice(most);
  return [...sections, ...composeLeftOut(report, left, where)];
}

/** The groups, then `  orders  db_max_threads 4 -> 8, replicas 2 -> 3` for each pipe, by service. */
function listLines(report: Report, given: readonly ReportPipe[]): readonly Block[] {
  const { groups, pipes } = arrangePipes(report, given.map(withoutRest), false);
  const entries = groups.map((group) => composeGroup(createContext(report, 'comment', SHORT), group));
  const lines = [...groupBy(pipes, ({ service }) => service)].flatMap(([service, own]) => [
    `${shorten(service)}:`,
    ...own.map(({ name, changes }) => {
      const shown = changes.map((change) => shorten(`${shortFieldName(change)} ${formatChange(report, change)}`));
      return `  ${joinParts([shorten(name), shown.join(', ')], '  ')}`;
    }),
  ]);
  return [...listAll(entries), ...(lines.length === 0 ? [] : [toCode(lines)])];
}

function withoutRest(pipe: ReportPipe): ReportPipe {
  return { ...pipe, diagnostics: [], acknowledged: [] };
}

/** `12 more pipes with 40 changes are not shown (10 to update, 2 refused).` */
function composeLeftOut(report: Report, left: readonly ReportPipe[], where: string): readonly Block[] {
  if (left.length === 0) return [];
  // A pipe may be left out of several sections.
  const distinct = new Map<string, ReportPipe>();
  for (const pipe of left) distinct.set(`${pipe.service}/${pipe.name}`, pipe);
  const pipes = [...distinct.values()];
  const changes = left.reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const counts = listStatusStyles(report).flatMap(({ status, label }) => {
    const { length } = pipes.filter((pipe) => pipe.status === status);
    return length === 0 ? [] : [`${formatNumber(length)} ${label}`];
  });
  const verb = pipes.length === 1 ? 'is' : 'are';
  const words = `${count(pipes.length, 'more pipe')} with ${count(changes, 'change')} ${verb} not shown`;
  const line: Line = [
    { kind: 'strong', line: [words] },
    ` (${counts.join(', ')}). `,
    { kind: 'sentence', text: where },
  ];
  return [{ kind: 'paragraph', line }];
}
