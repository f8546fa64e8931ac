import { compareText } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber, listFirst } from '../../model/number.ts';
import type { Change } from '../../model/plan.ts';
import type { ReportPipe } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import {
  type ChangeGroup,
  countOtherChanges,
  listPlaces,
  type PipeBlock,
  type ReportBlock,
} from '../view-model/arrange.ts';
import { type ChangeContext, describeChange, formatChange, shortFieldName } from '../view-model/change.ts';
import { countSeverities } from '../view-model/count.ts';
import { joinParts, LONGEST_NAME, shorten } from '../view-model/format.ts';
import { findStatusStyle } from '../view-model/status.ts';
import { NameList } from './fields.ts';
import { LONGEST_PIPE_NAME, renderCode, renderCodeBlock, renderDetails, renderHtmlCode } from './markup.ts';
import { type Page, renderPipe } from './pipe.ts';

/** How much of the changes to show. */
export interface ChangesDetail {
  /** Equal changes once with the names of all their pipes; else only their number, and all changes of each pipe on one line. */
  readonly groups: boolean;
  readonly bodies: boolean;
  /** A table for each pipe that is not in groups, with its places and problems. */
  readonly tables: boolean;
  /** Both values of a change on lines of their own, in color; else on one line. */
  readonly diff: boolean;
}

/** The groups, then the changes of other pipes, and their details, one after the other. */
export function* renderBlocks(
  page: Page,
  blocks: readonly ReportBlock<ReportPipe>[],
  detail: ChangesDetail,
): Generator<string> {
  const { report } = page;
  if (!detail.groups) {
    yield countGroups(report, blocks);
    return yield renderLines(report, ungroup(blocks));
  }
  for (const block of blocks) if (block.kind === 'group') yield renderGroup(page, block);
  const pipes = blocks.filter((block) => block.kind === 'pipe');
  if (detail.diff) yield renderDiffs(report, pipes);
  else yield renderLines(report, pipes);
  if (!detail.tables) return;
  for (const block of pipes) yield renderPipe(page, block, { bodies: detail.bodies, isShown: true });
}

/** All changes of each pipe, ordered by service and name. */
function ungroup(blocks: readonly ReportBlock<ReportPipe>[]): readonly PipeBlock<ReportPipe>[] {
  const pipes = new Set(blocks.flatMap((block) => (block.kind === 'group' ? block.pipes : [block.pipe])));
  return [...pipes]
    .sort((a, b) => compareText(a.service, b.service) || compareText(a.name, b.name))
    .map((pipe) => ({ kind: 'pipe', pipe, changes: pipe.changes }));
}

/** Groups of fewer pipes show their names unfolded. */
const FEW = 10;
const MAX_PLACES = 2;
const MAX_SERVICES = 5;

/** `37 pipes to update at pipes/defaults.yaml:8`, the changes, and the names of the pipes by service. */
function renderGroup(page: Page, { changes, pipes }: ChangeGroup<ReportPipe>): string {
  const places = listPlaces(changes, pipes);
  const where = listFirst(places.slice(0, MAX_PLACES).map(page.renderPlace), MAX_PLACES);
  const more = places.length - MAX_PLACES;
  const title = `**${count(pipes.length, 'pipe')} ${labelOf(page.report, pipes)}** at ${where}`;
  const services = [...groupBy(pipes, ({ service }) => service)];
  const names = ({ service, name }: ReportPipe) => renderCode(`${service}/${name}`, LONGEST_PIPE_NAME);
  return joinParts(
    [
      more > 0 ? `${title} and ${count(more, 'more line')}` : title,
      renderCodeBlock(changes.flatMap((change) => diffChange(page.report, change)).join('\n'), 'diff'),
      pipes.length < FEW
        ? pipes.map(names).join(', ')
        : renderDetails(
            listFirst(
              services.map(([service, own]) => `${renderHtmlCode(service)} ${formatNumber(own.length)}`),
              MAX_SERVICES,
            ),
            [renderCodeBlock(services.map(([service, own]) => listNames(service, own)).join('\n'), 'text')],
          ),
    ],
    '\n\n',
  );
}

function labelOf(report: ChangeContext, [first]: readonly ReportPipe[]): string {
  return findStatusStyle(report, first?.status ?? 'update').label;
}

function listNames(service: string, pipes: readonly ReportPipe[]): string {
  const list = new NameList();
  list.startLine(`${shorten(service, LONGEST_NAME)}: `);
  for (const { name } of pipes) list.add(name);
  return list.text;
}

/** `- settings.db_max_threads: 4` and `+ settings.db_max_threads: 8`; a side that is unset is left out. */
function diffChange(report: ChangeContext, change: Change): readonly string[] {
  const { before, after, inBand } = describeChange(report, change);
  const field = shorten(change.path, LONGEST_NAME);
  const [live, declared] = report.kind === 'drift' ? ['live ', 'declared '] : ['', ''];
  const origin = change.origin === null || change.origin === 'config' ? '' : ` (${change.origin})`;
  const sides = [
    change.before === null ? '' : `- ${field}: ${live}${before}`,
    change.after === null && change.before !== null && change.band === null
      ? ''
      : `+ ${field}: ${declared}${joinParts([after, inBand], ', ')}`,
  ].filter((side) => side !== '');
  return sides.map((side, index) => (index === sides.length - 1 ? side + origin : side));
}

/** The changes of single pipes in one block, in color where the forge has it. */
function renderDiffs(report: ChangeContext, blocks: readonly PipeBlock<ReportPipe>[]): string {
  const changed = blocks.filter(({ changes }) => changes.length > 0);
  const lines = changed.flatMap(({ pipe, changes }) => [
    `@@ ${namePipe(pipe)} @@`,
    ...changes.flatMap((change) => diffChange(report, change)),
  ]);
  return lines.length === 0 ? '' : renderCodeBlock(lines.join('\n'), 'diff');
}

/** `orders  db_max_threads 4 → 8, replicas 2 → 3  1 warning`, a line for each pipe, by service. */
function renderLines(report: ChangeContext, blocks: readonly PipeBlock<ReportPipe>[]): string {
  const lines = [...groupBy(blocks, ({ pipe }) => pipe.service)].flatMap(([service, own]) => [
    `${shorten(service, LONGEST_NAME)}:`,
    ...own.map(({ pipe, changes }) => {
      const shown = changes.map((change) => `${shortFieldName(change)} ${formatChange(report, change, '→')}`);
      const known = pipe.acknowledged.length > 0 ? count(pipe.acknowledged.length, 'acknowledged difference') : '';
      const parts = [shorten(pipe.name, LONGEST_PIPE_NAME), safeText(shown.join(', ')), known];
      return `  ${joinParts([...parts, ...countSeverities(pipe.diagnostics)], '  ')}`;
    }),
  ]);
  return lines.length === 0 ? '' : renderCodeBlock(lines.join('\n'), 'text');
}

function namePipe({ service, name }: ReportPipe): string {
  return shorten(`${service}/${name}`, LONGEST_PIPE_NAME);
}

const MAX_GROUPS = 20;

/** `settings.db_max_threads 4 → 8 in 37 pipes to update`, a line for each of the first groups, then the other changes. */
export function countGroups(report: ChangeContext, blocks: readonly ReportBlock<ReportPipe>[]): string {
  const groups = blocks.filter((block) => block.kind === 'group');
  const lines = groups.slice(0, MAX_GROUPS).map(({ changes, pipes }) => {
    const shown = changes.map((change) => safeText(`${change.path} ${formatChange(report, change, '→')}`));
    return `${listFirst(shown, MAX_GROUPS)} in ${count(pipes.length, 'pipe')} ${labelOf(report, pipes)}`;
  });
  const more = groups.length - MAX_GROUPS;
  const all = joinParts(
    [...lines, more > 0 ? `and ${count(more, 'more group')}` : '', countOtherChanges(blocks)],
    '\n',
  );
  return all === '' ? '' : renderCodeBlock(all, 'text');
}
