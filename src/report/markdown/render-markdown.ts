import { count, formatNumber, listFirst } from '../../model/number.ts';
import { hasWork } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import { arrangeReport, dropUnattempted, type PipeBlock, type ReportDetail } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { joinParts } from '../view-model/format.ts';
import { listStatusStyles, type StatusStyle } from '../view-model/status.ts';
import { assessReport, nameReport } from '../view-model/verdict.ts';
import { type ChangesDetail, countGroups, renderBlocks } from './changes.ts';
import { renderFields } from './fields.ts';
import { markdownMarker } from './marker.ts';
import { createPlaceRenderer, renderCode, renderCodeBlock, renderDetails, renderLink } from './markup.ts';
import { isConflict, type Page, renderPipe, renderProblems } from './pipe.ts';
import { renderFindings, renderRollout, renderSummary } from './sections.ts';

interface MarkdownOptions {
  /** The command that applies the plan, shown for plans with work; null for none. */
  readonly applyCommand: string | null;
  /** Whether the report is saved in a file, to which omitted parts can refer. */
  readonly source?: 'file' | 'fresh';
  /** Distinguishes comments about one environment (see `markdownMarker`). */
  readonly id?: string | null;
  readonly detail?: Partial<ReportDetail>;
  /** The http(s) address of the whole report, or null. */
  readonly link?: string | null;
  /** As in `createPlaceRenderer`. */
  readonly filesUrl?: string | null;
  readonly folder?: string;
}

/** GitHub's limit, in UTF-16 units. */
export const LONGEST_COMMENT = 65_536;

/** The room for the command that applies a plan. */
const LONGEST_APPLY = 4_096;

/** The room for the note on what is left out. */
const NOTE_ROOM = 1_500;

/** The room for conflicts, problems, and pipes with errors, unless the changes need it. */
const URGENT_ROOM = 28_000;

const MAX_PROBLEMS = 10;
const MAX_NAMES = 20;

/** Of the pipes with conflicts, and of those with errors: more are rather names than details. */
const MAX_URGENT = 25;

/** The room for the sentence on what is left out of each pipe. */
const SHORTENED_ROOM = 200;

/** What is shown of changes, from the most to the least. `without`: how the report says what is left out. */
const DETAILS: readonly (ChangesDetail & { readonly without: string })[] = [
  { bodies: true, tables: true, diff: true, groups: true, without: '' },
  { bodies: false, tables: true, diff: true, groups: true, without: 'without request bodies' },
  { bodies: false, tables: false, diff: true, groups: true, without: 'without the tables and warnings of each pipe' },
  { bodies: false, tables: false, diff: false, groups: true, without: 'without the tables and warnings of each pipe' },
  { bodies: false, tables: false, diff: false, groups: false, without: 'without tables, warnings and groups' },
];

/**
 * A report as a GitHub-flavored Markdown comment: conflicts and problems, groups of equal changes, then the other pipes. Equal
 * reports give equal text. Where not everything fits, request bodies are left out, then tables, then groups. The names of the
 * changed pipes and of their fields come last, before problems; pipes that do not fit are counted.
 */
export function renderMarkdown(given: Report, options: MarkdownOptions): string {
  const { applyCommand, source = 'file', id = null, detail = {}, link = null, filesUrl = null, folder = '' } = options;
  const whole = detail.isFull ? given : foldCauses(given);
  const report = dropUnattempted(whole);
  const page: Page = { report, renderPlace: createPlaceRenderer(filesUrl, folder) };
  const isApplicable = applyCommand !== null && report.kind === 'plan' && hasWork(report);
  const apply = isApplicable ? renderApply(applyCommand) : '';
  const comment = new CommentBody(LONGEST_COMMENT - apply.length - NOTE_ROOM);
  comment.add(`${markdownMarker(report, id)}\n${renderHeading(report)}`);
  comment.add(link === null ? '' : renderLink('The whole report', link));
  comment.add(renderSummary(whole));
  const where = describeArtifact(report.kind, source);
  const left = detail.summary
    ? addCounts(comment, page, report)
    : addPipes(comment, page, report, detail.requests === true, where);
  return `${joinParts([...comment.blocks, ...renderLeftOut(report, left, where), apply], '\n\n')}\n`;
}

class CommentBody {
  readonly blocks: string[] = [];
  /** In UTF-16 units. */
  room: number;

  constructor(room: number) {
    this.room = room;
  }

  /** Whether the block was taken. */
  add(block: string): boolean {
    if (block === '') return true;
    const size = sizeOf([block]);
    if (size > this.room) return false;
    this.blocks.push(block);
    this.room -= size;
    return true;
  }

  /** Takes blocks up to the first that does not fit. Whether all were taken. */
  addAll(blocks: Iterable<string>): boolean {
    for (const block of blocks) if (!this.add(block)) return false;
    return true;
  }
}

function sizeOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length + '\n\n'.length, 0);
}

function renderHeading(report: Report): string {
  const where = report.environment === null ? '' : ` for ${renderCode(report.environment, 60)}`;
  return `### ${nameReport(report)}${where} – ${assessReport(report).headline.replace(/\.$/, '')}`;
}

function renderApply(command: string): string {
  const lines = command.split('\n').map(safeText).join('\n');
  const block = `To apply it:\n\n${renderCodeBlock(lines, 'sh')}`;
  return block.length <= LONGEST_APPLY ? block : 'The command that applies it is too long to be shown here.';
}

/** Adds counts in place of pipes. */
function addCounts(comment: CommentBody, page: Page, report: Report): readonly ReportPipe[] {
  addProblems(comment, page, report);
  const blocks = arrangeReport<ReportPipe>(report, { requests: false, summary: true });
  comment.add(countGroups(report, blocks));
  addNotes(comment, page, report);
  return [];
}

/** Adds all that fits, and returns the pipes that do not. `where`: what has everything. */
function addPipes(comment: CommentBody, page: Page, report: Report, requests: boolean, where: string) {
  const pipes: readonly ReportPipe[] = report.pipes;
  const changed = pipes.filter(({ changes }) => changes.length > 0);
  const names = renderNames(report, changed, comment.room);
  const urgent = new CommentBody(Math.min(URGENT_ROOM, comment.room - sizeOf([names.block])));
  const shown = addUrgent(urgent, page, report, requests);
  comment.addAll(urgent.blocks);
  const hidden = pipes.filter((pipe) => hasFailed(pipe) && pipe.changes.length === 0 && !shown.has(pipe));
  const fitting = fitChanges(page, report, new Set([...shown, ...hidden]), requests, comment.room);
  if (fitting !== null) {
    if (fitting.without !== '') comment.blocks.push(`Shown ${fitting.without}, to fit. ${where}`);
    comment.addAll(fitting.blocks);
  } else {
    comment.blocks.push(`Only the names of the changed pipes and of their fields fit here. ${where}`);
    const blocks = arrangeReport<ReportPipe>(report, { requests: false });
    const counts = countGroups(report, blocks);
    if (sizeOf([counts, names.block]) <= comment.room) comment.add(counts);
    comment.add(names.block);
  }
  addNotes(comment, page, report);
  return [...hidden, ...(fitting === null ? names.left : [])];
}

/** With letters for the fields where their names do not fit. */
function renderNames(report: Report, changed: readonly ReportPipe[], room: number) {
  const named = renderFields(report, changed, room, false);
  return named.left.length === 0 ? named : renderFields(report, changed, room, true);
}

/** Adds conflicts, the problems of the report, and pipes with errors, as far as they fit. Returns the pipes that are shown. */
function addUrgent(urgent: CommentBody, page: Page, report: Report, requests: boolean): ReadonlySet<ReportPipe> {
  const blocks = arrangeReport<ReportPipe>(report, { requests }).filter((block) => block.kind === 'pipe');
  const shown = new Set<ReportPipe>();
  const add = (some: readonly PipeBlock<ReportPipe>[]): void => {
    for (const block of some.slice(0, MAX_URGENT)) {
      const fits = [requests, false].some((bodies) => urgent.add(renderPipe(page, block, { bodies, isShown: false })));
      if (!fits) return;
      shown.add(block.pipe);
    }
  };
  const hasConflict = ({ changes }: PipeBlock<ReportPipe>): boolean => changes.some(isConflict);
  add(blocks.filter(hasConflict));
  addProblems(urgent, page, report);
  add(blocks.filter((block) => !hasConflict(block) && hasFailed(block.pipe)));
  return shown;
}

function hasFailed({ diagnostics }: ReportPipe): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Errors and warnings of the report, then its alerts or its rollout. */
function addProblems(comment: CommentBody, page: Page, report: Report): void {
  const problems = report.diagnostics.filter(({ severity }) => severity !== 'note');
  comment.add(renderProblems(page, problems, MAX_PROBLEMS));
  comment.add(report.kind === 'run' ? renderRollout(report) : renderFindings(report.checks, page.renderPlace));
}

function addNotes(comment: CommentBody, page: Page, report: Report): void {
  const notes = report.diagnostics.filter(({ severity }) => severity === 'note');
  if (notes.length === 0) return;
  comment.add(renderDetails(count(notes.length, 'note'), [renderProblems(page, notes, MAX_PROBLEMS)]));
}

/** The changes of all pipes but those that are `shown`, with the most that fits into `room`; null when only names fit. */
function fitChanges(page: Page, report: Report, shown: ReadonlySet<ReportPipe>, requests: boolean, room: number) {
  for (const { without, ...detail } of requests ? DETAILS : DETAILS.slice(1)) {
    const arranged = arrangeReport<ReportPipe>(report, { requests: detail.bodies });
    const unshown = arranged.filter((block) => block.kind === 'group' || !shown.has(block.pipe));
    const body = new CommentBody(room);
    if (body.addAll(renderBlocks(page, unshown, detail))) {
      return { blocks: body.blocks, without: detail.tables && !requests ? '' : without };
    }
  }
  return null;
}

/** `12 more pipes with 40 changes are not shown (10 to update, 2 refused).`, and the names of those that could not be planned. */
function renderLeftOut(report: Report, pipes: readonly ReportPipe[], where: string): readonly string[] {
  if (pipes.length === 0) return [];
  const left = listStatusStyles(report)
    .map((style) => ({ style, pipes: pipes.filter(({ status }) => status === style.status) }))
    .filter((group) => group.pipes.length > 0);
  const changes = pipes.reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const counts = left.map(({ style, pipes: { length } }) => `${formatNumber(length)} ${style.label}`).join(', ');
  const verb = pipes.length === 1 ? 'is' : 'are';
  const note = `**${count(pipes.length, 'more pipe')} with ${count(changes, 'change')} ${verb} not shown** (${counts}). ${where}`;
  const names = new CommentBody(NOTE_ROOM - note.length - SHORTENED_ROOM);
  for (const { style, pipes: some } of left) {
    const unchanged = some.filter((pipe) => pipe.changes.length === 0);
    if (unchanged.length > 0) names.add(renderNotShown(style, unchanged));
  }
  return [note, ...names.blocks];
}

function describeArtifact(kind: Report['kind'], source: 'file' | 'fresh'): string {
  const artifact = { plan: 'plan', drift: 'report', run: 'run' }[kind];
  return source === 'file' ? `The saved ${artifact} has all.` : `Save the ${artifact} with \`--out\` to see them all.`;
}

function renderNotShown(style: StatusStyle, pipes: readonly ReportPipe[]): string {
  const names = pipes.map(({ service, name }) => renderCode(`${service}/${name}`, 60));
  return `Not shown, ${style.label}: ${listFirst(names, MAX_NAMES)}`;
}
