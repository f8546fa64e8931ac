import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';
import { hasWork, type Scope } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import { foldCauses } from '../view-model/causes.ts';
import { count } from '../view-model/count.ts';
import { joinParts, listFirst } from '../view-model/format.ts';
import { isQuiet, isWorthShowing, listStatusStyles, type StatusStyle } from '../view-model/status.ts';
import { assessReport, KIND_TITLES } from '../view-model/verdict.ts';
import { renderCode, renderCodeBlock, renderDetails } from './markup.ts';
import { renderPipe, renderProblems } from './pipe.ts';
import { renderFindings, renderRollout, renderSummary } from './sections.ts';

/** The hidden first line that identifies a comment for updates, by kind, environment, selection of pipes and optional id. */
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

/** A report about a selection has its own comment and must not replace or close that of the complete fleet. */
function nameSelection(scope: Scope | null): string | null {
  if (scope === null) return null;
  const { target, exclude, onlyOrigin, shard } = scope;
  if (target.length + exclude.length === 0 && onlyOrigin === null && shard === null) return null;
  const selection = JSON.stringify([target, exclude, onlyOrigin, shard?.index ?? null, shard?.total ?? null]);
  return createHash('sha256').update(selection).digest('hex').slice(0, 12);
}

/** Percent-encodes all but letters, digits, `_` and `.`, because two hyphens would end the comment. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return encoded.replace(/[-!~*'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

interface MarkdownOptions {
  /** The command that applies the plan, shown for plans with work; null for none. */
  readonly applyCommand: string | null;
  /** Whether the report is saved in a file, to which omitted parts can refer. */
  readonly source?: 'file' | 'fresh';
  /** Distinguishes comments about one environment (see `markdownMarker`). */
  readonly id?: string | null;
}

/** GitHub's limit, in UTF-16 units. */
export const LONGEST_COMMENT = 65_536;

/** The room for the command that applies a plan. */
const LONGEST_APPLY = 16_384;

/** The room for the note on omitted pipes. */
const NOTE_ROOM = 1_500;
const MOST_PROBLEMS = 10;
const MOST_NAMES = 20;

/** Limits failed pipes, to leave room for updates when a service is down. */
const MOST_FAILED = 25;

const WITH_WORK: ReadonlySet<string> = new Set(['update', 'drifted', 'applied']);

/** A report as a GitHub-flavored Markdown comment. Equal reports give equal text. Pipes that do not fit are omitted and counted. */
export function renderMarkdown(given: Report, { applyCommand, source = 'file', id = null }: MarkdownOptions): string {
  const report = foldCauses(given);
  const isApplicable = applyCommand !== null && report.kind === 'plan' && hasWork(report);
  const apply = isApplicable ? renderApply(applyCommand) : '';
  const page = new CommentBody(LONGEST_COMMENT - apply.length - NOTE_ROOM);
  page.add(`${markdownMarker(report, id)}\n${renderHeading(report)}`);
  page.add(renderSummary(report));
  addProblems(page, report.diagnostics);
  page.add(report.kind === 'run' ? renderRollout(report) : renderFindings(report.checks));
  const left = addPipes(page, report);
  const leftOut = renderLeftOut(left, describeArtifact(report.kind, source));
  return `${joinParts([...page.blocks, ...leftOut, apply], '\n\n')}\n`;
}

/** Errors and warnings are visible; notes are folded. */
function addProblems(page: CommentBody, diagnostics: readonly Diagnostic[]): void {
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const problems = diagnostics.filter(({ severity }) => severity !== 'note');
  page.add(renderProblems(problems, MOST_PROBLEMS));
  if (notes.length > 0) page.add(renderDetails(count(notes.length, 'note'), [renderProblems(notes, MOST_PROBLEMS)]));
}

class CommentBody {
  readonly blocks: string[] = [];
  #room: number;

  /** @param room in UTF-16 units. */
  constructor(room: number) {
    this.#room = room;
  }

  /** Whether the block was taken. */
  add(block: string): boolean {
    const size = block.length + '\n\n'.length;
    if (size > this.#room) return false;
    if (block === '') return true;
    this.blocks.push(block);
    this.#room -= size;
    return true;
  }
}

function renderHeading(report: Report): string {
  const where = report.environment === null ? '' : ` for ${renderCode(report.environment, 60)}`;
  return `### ${KIND_TITLES[report.kind]}${where} – ${assessReport(report).headline.replace(/\.$/, '')}`;
}

function renderApply(command: string): string {
  const lines = command.split('\n').map(safeText).join('\n');
  const block = `To apply it:\n\n${renderCodeBlock(lines, 'sh')}`;
  return block.length <= LONGEST_APPLY ? block : 'The command that applies it is too long to be shown here.';
}

interface StatusGroup {
  readonly style: StatusStyle;
  readonly pipes: readonly ReportPipe[];
}

/** Adds pipes until one does not fit, and returns the omitted ones. */
function addPipes(page: CommentBody, report: Report): readonly StatusGroup[] {
  const all: readonly ReportPipe[] = report.pipes;
  const shown = all.filter(isWorthShowing);
  let isFull = false;
  return listStatusStyles(report.kind).map((style) => {
    const pipes = shown.filter(({ status }) => status === style.status);
    const most = WITH_WORK.has(style.status) ? pipes.length : MOST_FAILED;
    const fitting = pipes.slice(0, most).findIndex((pipe) => {
      isFull ||= !page.add(renderPipe(report, pipe, style));
      return isFull;
    });
    return { style, pipes: pipes.slice(fitting === -1 ? most : fitting) };
  });
}

/** `12 more pipes with 40 changes are not shown (10 to update, 2 refused).`, and the names of those that need attention. */
function renderLeftOut(groups: readonly StatusGroup[], where: string): readonly string[] {
  const left = groups.filter(({ pipes }) => pipes.length > 0);
  const pipes = left.flatMap((group) => group.pipes);
  if (pipes.length === 0) return [];
  const changes = pipes.reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const counts = left.map(({ style, pipes: { length } }) => `${formatNumber(length)} ${style.label}`).join(', ');
  const verb = pipes.length === 1 ? 'is' : 'are';
  const note = `**${count(pipes.length, 'more pipe')} with ${count(changes, 'change')} ${verb} not shown** (${counts}). ${where}`;
  const named = left.filter(({ style: { status } }) => !WITH_WORK.has(status) && !isQuiet(status));
  const names = new CommentBody(NOTE_ROOM - note.length - 20);
  for (const group of named) names.add(renderNames(group));
  return [note, ...names.blocks];
}

function describeArtifact(kind: Report['kind'], source: 'file' | 'fresh'): string {
  const artifact = { plan: 'plan', drift: 'report', run: 'run' }[kind];
  return source === 'file' ? `The saved ${artifact} has all.` : `Save the ${artifact} with \`--out\` to see them all.`;
}

function renderNames({ style, pipes }: StatusGroup): string {
  const names = pipes.map(({ service, name }) => renderCode(`${service}/${name}`, 60));
  return `Not shown, ${style.label}: ${listFirst(names, MOST_NAMES)}`;
}
