import type { Diagnostic } from '../../model/diagnostic.ts';
import { shortCommit } from '../../model/plan.ts';
import { isOfPolicy } from '../../model/policy-findings.ts';
import type { Report } from '../../model/report.ts';
import { isAboutRuns, listWritten, mayHaveWritten, type Run } from '../../model/run.ts';
import type { Block, Line } from '../block.ts';
import { listAll } from '../compose/compose-body.ts';
import { composePipe, createContext } from '../compose/compose-entry.ts';
import { composeOutcome } from '../compose/compose-outcome.ts';
import { composeReport, type ReportDetail } from '../compose/compose-report.ts';
import { joinParts, sentence } from '../view-model/format.ts';
import { joinSpans } from '../view-model/span.ts';
import { countNotSelected } from '../view-model/verdict.ts';
import type { ReportGlyphs, Style } from './style.ts';
import { renderTextBlocks } from './write-text.ts';

interface TextOptions extends Partial<ReportDetail> {
  readonly glyphs?: ReportGlyphs;
  /** No other text was printed before. Otherwise, the place of a run and the warnings of the configuration were. */
  readonly isAlone?: boolean;
  /** It replaces the verdict when there is nothing to do. */
  readonly idleText?: string | undefined;
}

/** A report for a terminal. */
export function renderReportText(report: Report, style: Style, options: TextOptions = {}): string {
  const { glyphs = 'unicode', idleText, ...detail } = options;
  const blocks = composeText(report, detail);
  return renderTextBlocks(
    idleText === undefined ? blocks : blocks.map((block) => replaceVerdict(block, report, idleText)),
    { style, glyphs },
  );
}

function composeText(given: Report, { isAlone = false, ...detail }: TextOptions): readonly Block[] {
  const report = isAlone ? given : withoutPrinted(given);
  if (report.kind === 'run') return composeOutcome(report, detail, isAlone);
  const blocks = composeReport(report, detail);
  // A plan that could not be made has only its problems.
  return report.kind === 'plan' && report.api === null ? blocks.filter(({ kind }) => kind !== 'verdict') : blocks;
}

/** The warnings and notes of the configuration are printed when it is read, and those of a run with its plan. */
function withoutPrinted<R extends Report>(report: R): R {
  const diagnostics = report.diagnostics.filter((one) => {
    if (one.severity === 'note') return one.code !== 'base-incomplete' && one.code !== 'branch-behind';
    return one.severity === 'error' || isOfReport(one, report.kind);
  });
  return { ...report, diagnostics };
}

function isOfReport(warning: Diagnostic, kind: Report['kind']): boolean {
  if (warning.code === 'guard-loosened') return kind === 'plan';
  if (warning.code === 'list-not-whole') return kind !== 'run';
  return isAboutRuns(warning) || isOfPolicy(warning);
}

function replaceVerdict(block: Block, { kind, pipes }: Report, idleText: string): Block {
  if (block.kind !== 'verdict' || kind !== 'plan') return block;
  const { variant } = block.verdict;
  if (variant !== 'good' && variant !== 'calm') return block;
  return { kind: 'paragraph', line: [joinParts([idleText, sentence(countNotSelected(pipes))], ' ')] };
}

/** A journaled run: its times, what it wrote to which pipe, then the text of the run. */
export function renderRunHistory(run: Run, style: Style, options: TextOptions = {}): string {
  const { glyphs = 'unicode', ...detail } = options;
  const context = { ...createContext(run, false), hasStatuses: false };
  const entries = run.pipes
    .filter(mayHaveWritten)
    .map((pipe) => ({
      ...pipe,
      changes: listWritten(pipe),
      diagnostics: [],
      acknowledged: [],
      requests: [],
    }))
    .map((pipe) => composePipe(context, pipe));
  const blocks: readonly Block[] = [
    { kind: 'paragraph', line: describeRun(run) },
    ...listAll(entries),
    ...composeText(run, detail),
  ];
  return renderTextBlocks(blocks, { style, glyphs });
}

/** `Run 20261120T100000Z-3f9a  environment production; from … to …; rolls back …` */
function describeRun({ id, startedAt, finishedAt, rollsBack, environment, commit, author }: Run): Line {
  const name = (words: string, text: string | null): Line => (text === null ? [] : [words, { kind: 'code', text }]);
  const parts: readonly Line[] = [
    name('environment ', environment),
    name('commit ', commit === null ? null : shortCommit(commit)),
    name('by ', author),
    ['from ', { kind: 'time', iso: startedAt }, ' to ', { kind: 'time', iso: finishedAt }],
    name('rolls back ', rollsBack),
  ];
  return [{ kind: 'strong', line: ['Run ', { kind: 'code', text: id }] }, '  ', ...joinSpans(parts, '; ')];
}
