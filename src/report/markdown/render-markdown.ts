import { createHash } from 'node:crypto';
import type { CheckFinding } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';
import { hasWork, type Scope } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { Run } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import { listFirst } from '../text/fit-text.ts';
import { count } from '../view-model/count.ts';
import { isNotAttempted, listStatusStyles, type StatusStyle } from '../view-model/status.ts';
import { assessReport, KIND_TITLES } from '../view-model/verdict.ts';
import { renderCode, renderCodeBlock } from './markup.ts';
import { renderPipe, renderProblems } from './pipe.ts';
import { type RolloutRows, renderFindings, renderRollout, renderSummary } from './sections.ts';

/**
 * The hidden first line that a comment is found by when it is to be updated: one comment for each kind of document,
 * environment, part of the fleet that was asked for and, where several jobs report on one environment, id. Whatever they are called, it is one HTML comment.
 */
export function markdownMarker(
  { kind, environment, scope }: Pick<Report, 'kind' | 'environment' | 'scope'>,
  id: string | null = null,
): string {
  const parts = [`pipeform:${kind}`];
  if (environment !== null) parts.push(`environment=${encode(environment)}`);
  if (id !== null) parts.push(`id=${encode(id)}`);
  const part = nameSelection(scope);
  if (part !== null) parts.push(`part=${part}`);
  return `<!-- ${parts.join(' ')} -->`;
}

/** A report about some of the pipes has a comment of its own: it must not stand for, or close, that of all of them. */
function nameSelection(scope: Scope | null): string | null {
  if (scope === null) return null;
  const { target, exclude, onlyOrigin, shard } = scope;
  if (target.length + exclude.length === 0 && onlyOrigin === null && shard === null) return null;
  const asked = JSON.stringify([target, exclude, onlyOrigin, shard?.index ?? null, shard?.total ?? null]);
  return createHash('sha256').update(asked).digest('hex').slice(0, 12);
}

/** Percent-encoded UTF-8 with nothing left but letters, digits, `_` and `.`: two hyphens would end the comment. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

export interface MarkdownOptions {
  /** What a person runs to carry the plan out; shown for plans with work, null to show none. */
  readonly applyCommand: string | null;
  /** Whether the report is in a file, where what must be left out can be found, or fresh and nowhere else. */
  readonly source?: 'file' | 'fresh';
  /** Tells comments about one environment apart (see `markdownMarker`). */
  readonly id?: string | null;
  /** The longest text in UTF-16 units, 8,192 to 65,536. GitHub takes no longer comment than that. */
  readonly limit?: number;
}

export const LONGEST_COMMENT = 65_536;
const SHORTEST_COMMENT = 8_192;

/** What is kept free for saying what was left out. */
const NOTE_ROOM = 1_500;
const MOST_PROBLEMS = 10;
const MOST_NAMES = 20;

/** How much of a rollout is shown, depending on the room. */
const ROLLOUT_ROWS: readonly RolloutRows[] = [
  { waves: 12, checks: 12 },
  { waves: 4, checks: 3 },
  { waves: 1, checks: 1 },
];

/** Failed pipes are shown in full up to this number, so that there is room for updates when a service is down. */
const MOST_TROUBLED = 25;

const QUIET: ReadonlySet<string> = new Set(['unchanged', 'in-sync']);
const WITH_WORK: ReadonlySet<string> = new Set(['update', 'drifted', 'applied']);

/**
 * A report as a comment in GitHub-flavored Markdown: the verdict, the numbers, the problems, then each pipe
 * folded. Equal reports give equal text; it never says when. Whatever does not fit is left out pipe by pipe, and counted.
 */
export function renderMarkdown(
  report: Report,
  { applyCommand, source = 'file', id = null, limit = LONGEST_COMMENT }: MarkdownOptions,
): string {
  if (limit < SHORTEST_COMMENT) throw new RangeError(`A comment takes at least ${SHORTEST_COMMENT} characters.`);
  const apply =
    applyCommand === null || report.kind !== 'plan' || !hasWork(report) ? '' : renderApply(applyCommand, limit);
  const page = new CommentBody(Math.min(limit, LONGEST_COMMENT) - apply.length - NOTE_ROOM);
  page.add(`${markdownMarker(report, id)}\n${renderHeading(report)}`);
  page.add(renderSummary(report));
  addProblems(page, report.diagnostics);
  if (report.kind === 'run') addRollout(page, report);
  else addFindings(page, report.checks);
  const left = addPipes(page, report);
  return `${[...page.blocks, ...renderLeftOut(left, describeArtifact(report.kind, source)), apply].filter((block) => block !== '').join('\n\n')}\n`;
}

/** Errors and warnings are visible; notes are folded. */
function addProblems(page: CommentBody, diagnostics: readonly Diagnostic[]): void {
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const problems = diagnostics.filter(({ severity }) => severity !== 'note');
  if (problems.length > 0) page.add(renderProblems(problems, MOST_PROBLEMS));
  if (notes.length === 0) return;
  const title = `<details>\n<summary>${count(notes.length, 'note')}</summary>`;
  page.add([title, renderProblems(notes, MOST_PROBLEMS), '</details>'].join('\n\n'));
}

/** As much of the story as leaves room for the pipes: fewer rows, and fewer still, in a short comment. */
function addRollout(page: CommentBody, run: Run): void {
  for (const most of ROLLOUT_ROWS) {
    const block = renderRollout(run, most);
    if (block === '' || (block.length <= page.room / 2 && page.add(block))) return;
  }
}

function addFindings(page: CommentBody, findings: readonly CheckFinding[]): void {
  const block = renderFindings(findings);
  if (block !== '') page.add(block);
}

/** Blocks that are added as long as they fit. */
class CommentBody {
  readonly blocks: string[] = [];
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** What is left, in UTF-16 units. */
  get room(): number {
    return this.#room;
  }

  /** Whether the block was taken. */
  add(block: string): boolean {
    if (block.length + 2 > this.#room) return false;
    this.blocks.push(block);
    this.#room -= block.length + 2;
    return true;
  }
}

function renderHeading(report: Report): string {
  const where = report.environment === null ? '' : ` for ${renderCode(report.environment, 60)}`;
  return `### ${KIND_TITLES[report.kind]}${where} – ${assessReport(report).headline.replace(/\.$/, '')}`;
}

function renderApply(command: string, limit: number): string {
  const lines = command.split('\n').map(safeText).join('\n');
  const block = `To apply it:\n\n${renderCodeBlock(lines, 'sh')}`;
  return block.length <= limit / 4 ? block : 'The command that applies it is too long to be shown here.';
}

interface StatusGroup {
  readonly style: StatusStyle;
  readonly pipes: ReportPipe[];
}

/** Adds the pipes that have something to say until one does not fit, and gives those that are left out. */
function addPipes(page: CommentBody, report: Report): readonly StatusGroup[] {
  const groups = new Map<string, StatusGroup>(
    listStatusStyles(report.kind).map((style) => [style.status, { style, pipes: [] }]),
  );
  for (const pipe of report.pipes) if (isWorthShowing(pipe)) groups.get(pipe.status)?.pipes.push(pipe);
  let isFull = false;
  return [...groups.values()].map(({ style, pipes }) => {
    const most = WITH_WORK.has(style.status) ? pipes.length : MOST_TROUBLED;
    let shown = 0;
    while (!isFull && shown < Math.min(most, pipes.length)) {
      const pipe = pipes[shown];
      if (pipe === undefined || !page.add(renderPipe(report, pipe, style))) isFull = true;
      else shown += 1;
    }
    return { style, pipes: pipes.slice(shown) };
  });
}

/** An unchanged pipe is shown only for its problems and its acknowledged drift. */
function isWorthShowing({ status, diagnostics, acknowledged }: ReportPipe): boolean {
  if (isNotAttempted({ status, diagnostics })) return false;
  return !QUIET.has(status) || diagnostics.length > 0 || acknowledged.length > 0;
}

/** `12 more pipes with 40 changes are not shown: 10 to update, 2 refused.`, and the names of those that ask for a person. */
function renderLeftOut(groups: readonly StatusGroup[], where: string): readonly string[] {
  const left = groups.filter(({ pipes }) => pipes.length > 0);
  const pipes = left.reduce((sum, group) => sum + group.pipes.length, 0);
  if (pipes === 0) return [];
  const changes = left.flatMap((group) => group.pipes).reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const counts = left.map(({ style, pipes: { length } }) => `${formatNumber(length)} ${style.label}`).join(', ');
  const verb = pipes === 1 ? 'is' : 'are';
  const note = `**${count(pipes, 'more pipe')} with ${count(changes, 'change')} ${verb} not shown** (${counts}). ${where}`;
  const names = left.filter(({ style }) => !WITH_WORK.has(style.status) && !QUIET.has(style.status)).map(renderNames);
  const fitting: string[] = [];
  let room = NOTE_ROOM - note.length - 20;
  for (const line of names) {
    if (line.length + 2 > room) continue;
    room -= line.length + 2;
    fitting.push(line);
  }
  return [note, ...fitting];
}

function describeArtifact(kind: Report['kind'], source: 'file' | 'fresh'): string {
  const artifact = { plan: 'plan', drift: 'report', run: 'run' }[kind];
  return source === 'file' ? `The saved ${artifact} has all.` : `Save the ${artifact} with \`--out\` to see them all.`;
}

function renderNames({ style, pipes }: StatusGroup): string {
  const names = pipes.map(({ service, name }) => renderCode(`${service}/${name}`, 60));
  return `Not shown, ${style.label}: ${listFirst(names, MOST_NAMES)}`;
}
