import { hasWork } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import type { Block } from '../block.ts';
import { fitComment } from '../compose/fit-comment.ts';
import { joinParts } from '../view-model/format.ts';
import type { ReportDetail } from '../view-model/medium.ts';
import { markdownMarker } from './marker.ts';
import { createPlaceRenderer, renderCodeBlock, renderLink } from './markup.ts';
import { renderMarkdownBlocks } from './write-markdown.ts';

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
  /** The room is in UTF-16 units; default `LONGEST_COMMENT`. */
  readonly room?: number;
}

/** GitHub's limit, in UTF-16 units. */
export const LONGEST_COMMENT = 65_536;

/** The room for the command that applies a plan. */
const LONGEST_APPLY = 4_096;

/** A report as a GitHub-flavored Markdown comment. Equal reports give equal text. */
export function renderMarkdown(report: Report, options: MarkdownOptions): string {
  const { applyCommand, source = 'file', id = null, detail = {}, link = null } = options;
  const { filesUrl = null, folder = '', room = LONGEST_COMMENT } = options;
  const renderPlace = createPlaceRenderer(filesUrl, folder);
  const apply = applyCommand !== null && report.kind === 'plan' && hasWork(report) ? renderApply(applyCommand) : '';
  const write = ([verdict, ...blocks]: readonly Block[]): string => {
    const head = `${markdownMarker(report, id)}\n${renderMarkdownBlocks(verdict === undefined ? [] : [verdict], { renderPlace })}`;
    // Above everything that may be cut.
    const whole = link === null ? '' : `${renderLink('The whole report', link)}\n`;
    return joinParts([head, whole, renderMarkdownBlocks(blocks, { renderPlace }), apply], '\n');
  };
  const where = describeArtifact(report.kind, source);
  return fitComment(report, detail, { where, write, room });
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
