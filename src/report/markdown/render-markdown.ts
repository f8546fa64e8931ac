import { printValue } from '../../model/json/json.ts';
import { count, formatNumber } from '../../model/number.ts';
import { hasWork } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import type { Block, Line } from '../block.ts';
import { composeBody } from '../compose/compose-body.ts';
import { composeReport, composeVerdict, frameReport, type ReportDetail } from '../compose/compose-report.ts';
import { dropUnattempted, rankPipes } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { joinParts } from '../view-model/format.ts';
import type { ReportPipe } from '../view-model/report-pipe.ts';
import { isWorthShowing, listStatusStyles } from '../view-model/status.ts';
import { markdownMarker } from './marker.ts';
import { createPlaceRenderer, renderCodeBlock, renderLink } from './markup.ts';
import { LONGEST_COMMENT, renderMarkdownBlocks } from './write-markdown.ts';

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
  /** It means the same as in `createPlaceRenderer`. */
  readonly filesUrl?: string | null;
  readonly folder?: string;
  /** The limit is in UTF-16 units; default `LONGEST_COMMENT`. */
  readonly limit?: number;
}

/** A longer command that applies a plan is not shown. */
const LONGEST_APPLY = 4_096;

/**
 * A report as a GitHub-flavored Markdown comment, as much of it as fits: everything, or all without details, or the first pipes, or only
 * the result. A comment says what it leaves out. Equal reports give equal text.
 */
export function renderMarkdown(report: Report, options: MarkdownOptions): string {
  const { detail = {}, source = 'file', limit = LONGEST_COMMENT } = options;
  const write = createWriter(report, options);
  const where = describeArtifact(report.kind, source);
  if (detail.summary || !hasTooManyChanges(dropUnattempted(report), limit)) {
    const blocks = composeReport(report, detail);
    const whole = write(blocks, true);
    if (whole.length <= limit) return whole;
    const short = write(addNote(blocks, ['Shown without details, to fit. ', { kind: 'sentence', text: where }]), false);
    if (short.length <= limit) return short;
  }
  return writeFirst(report, (some) => write(some, false), where, limit);
}

/** The shortest line of a difference is `- scaling.a: 1` with its line break. */
const SHORTEST_DIFF = 15;

/**
 * Whether all pipes surely do not fit, since each different change is written at least once. Without this, 10,000 pipes would be composed
 * and written twice for nothing, which takes longer than all else.
 */
function hasTooManyChanges({ pipes }: Report, limit: number): boolean {
  const different = new Set<string>();
  return pipes.filter(isWorthShowing).some(({ changes }) => {
    for (const { path, before, after } of changes) different.add(`${path} ${printValue(before)} ${printValue(after)}`);
    return different.size * SHORTEST_DIFF > limit;
  });
}

type Write = (blocks: readonly Block[], hasDetails: boolean) => string;

function createWriter(report: Report, options: MarkdownOptions): Write {
  const { applyCommand, id = null, link = null, filesUrl = null, folder = '' } = options;
  const renderPlace = createPlaceRenderer(filesUrl, folder);
  const apply = applyCommand !== null && report.kind === 'plan' && hasWork(report) ? renderApply(applyCommand) : '';
  return ([verdict, ...blocks], hasDetails) => {
    const render = (some: readonly Block[]) => renderMarkdownBlocks(some, { renderPlace, hasDetails });
    const head = `${markdownMarker(report, id)}\n${render(verdict === undefined ? [] : [verdict])}`;
    // Above everything that may be cut.
    const whole = link === null ? '' : `${renderLink('The whole report', link)}\n`;
    return joinParts([head, whole, render(blocks), apply], '\n');
  };
}

function renderApply(command: string): string {
  const lines = command.split('\n').map(safeText).join('\n');
  const block = `To apply it:\n\n${renderCodeBlock(lines, 'sh')}\n`;
  return block.length <= LONGEST_APPLY ? block : 'The command that applies it is too long to be shown here.\n';
}

function describeArtifact(kind: Report['kind'], source: 'file' | 'fresh'): string {
  const artifact = { plan: 'plan', drift: 'report', run: 'run' }[kind];
  return source === 'file' ? `The saved ${artifact} has all.` : `Save the ${artifact} with \`--out\` to see them all.`;
}

/** The note is below the result, where it is seen. */
function addNote([verdict, ...blocks]: readonly Block[], line: Line): readonly Block[] {
  const note: Block = { kind: 'paragraph', line };
  return verdict === undefined ? [note] : [verdict, note, ...blocks];
}

/** The first pipes that fit, the most urgent ones first, or only the result. */
function writeFirst(given: Report, write: (blocks: readonly Block[]) => string, where: string, limit: number): string {
  const folded = foldCauses(given);
  const report = dropUnattempted(folded);
  const ranked = rankPipes(report, report.pipes.filter(isWorthShowing));
  const frame = frameReport(folded);
  const writeSome = (most: number): string => {
    const left = new Set(ranked.slice(most));
    const body = composeBody(withoutPipes(report, left), { requests: false, isFull: false });
    return write(addNote(frame(body), describeLeftOut(report, [...left], where)));
  };
  const most = findMost(ranked.length, (number) => writeSome(number).length <= limit);
  const text = writeSome(most);
  return text.length <= limit ? text : write(addNote([composeVerdict(folded)], describeLeftOut(report, ranked, where)));
}

function withoutPipes<R extends Report>(report: R, left: ReadonlySet<ReportPipe>): R {
  const { pipes } = report;
  return { ...report, pipes: pipes.filter((pipe) => !left.has(pipe)) };
}

/** The largest number below `end` that is right, which is far below it; 0 when none is. */
function findMost(end: number, isRight: (number: number) => boolean): number {
  let high = 1;
  while (high < end && isRight(high)) high *= 2;
  let [least, most] = [Math.floor(high / 2), Math.min(high, end) - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isRight(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** `12 more pipes with 40 changes are not shown (10 to update, 2 refused). The saved plan has all.` */
function describeLeftOut(report: Report, left: readonly ReportPipe[], where: string): Line {
  const changes = left.reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const counts = listStatusStyles(report).flatMap(({ status, label }) => {
    const { length } = left.filter((pipe) => pipe.status === status);
    return length === 0 ? [] : [`${formatNumber(length)} ${label}`];
  });
  const verb = left.length === 1 ? 'is' : 'are';
  const words = `${count(left.length, 'more pipe')} with ${count(changes, 'change')} ${verb} not shown`;
  return [{ kind: 'strong', line: [words] }, ` (${counts.join(', ')}). `, { kind: 'sentence', text: where }];
}
