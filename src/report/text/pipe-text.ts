import type { CheckFinding } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber, listFirst } from '../../model/number.ts';
import { type Base, type Change, type Plan, type PlannedPipe, shortCommit } from '../../model/plan.ts';
import type { Drift, DriftPipe, Report } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import {
  arrangeReport,
  type ChangeGroup,
  countOtherChanges,
  listPlaces,
  type PipeBlock,
  type ReportBlock,
  type ReportDetail,
} from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { explainClamped, explainOrigin, listChangedKeys, nameBase, shownOrigins } from '../view-model/change.ts';
import { summarizeCoverage } from '../view-model/count.ts';
import { FINDING_HELP, formatDefinitionChange } from '../view-model/finding.ts';
import { formatPlace, joinParts, LONGEST_NAME, shorten } from '../view-model/format.ts';
import { describeRecommendation } from '../view-model/recommendation.ts';
import { findStatusStyle, STATUS_STYLES } from '../view-model/status.ts';
import { assessReport, type ReportVerdict } from '../view-model/verdict.ts';
import { renderAcknowledged, renderChanges } from './change-rows.ts';
import { renderDiagnosticBrief, renderDocumentDiagnostics } from './diagnostics.ts';
import { alignCells, fitLines } from './fit-text.ts';
import { renderRequest } from './request-text.ts';
import { paintStatus, type Style } from './style.ts';

/** The errors of a report, its changes and the alerts that need attention, its other problems, then the closing lines. */
export function renderComparison(
  given: Plan | Drift,
  style: Style,
  { requests = false, summary = false, isFull = false }: Partial<ReportDetail>,
  closing: readonly string[],
): string {
  const report = isFull ? given : foldCauses(given);
  const { checks, diagnostics } = report;
  const blocks = arrangeReport<PlannedPipe | DriftPipe>(report, { requests, summary });
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  const parts = [
    ...renderDocumentDiagnostics(diagnostics.filter(isError), style),
    ...(summary
      ? [renderGroupCounts(report, blocks, style)]
      : renderBlocks(report, blocks, { requests, isFull }, style)),
    ...(summary ? [] : renderFindings(checks, style)),
    ...renderDocumentDiagnostics(
      diagnostics.filter((diagnostic) => !isError(diagnostic)),
      style,
    ),
    joinParts([...renderAttribution(report), renderShard(report), renderCoverage(report), ...closing], '\n'),
  ];
  return fitLines(`${joinParts(parts, '\n\n')}\n`, style.columns);
}

type Block = ReportBlock<PlannedPipe | DriftPipe>;

function renderBlocks(
  report: Plan | Drift,
  blocks: readonly Block[],
  { requests, isFull }: { readonly requests: boolean; readonly isFull: boolean },
  style: Style,
): readonly string[] {
  const pipes = blocks.flatMap((block) => (block.kind === 'pipe' ? [block.pipe] : []));
  const { shown, rest } = isFull ? { shown: pipes, rest: [] } : foldUnreadable(pipes);
  const isShown = new Set(shown);
  const clamped = blocks.find(({ changes }) => explainClamped(report.kind, changes) !== null);
  const render = (block: Block): readonly string[] => {
    const help = block === clamped ? explainClamped(report.kind, block.changes) : null;
    if (block.kind === 'group') return [joinParts([renderGroup(report, block, style), help && style.dim(help)], '\n')];
    return isShown.has(block.pipe) ? [renderPipe(report, block, requests, help, style)] : [];
  };
  // Pipes that could not be read come first, and then the count of those that are left out.
  const errors = blocks.filter((block) => block.kind === 'pipe' && block.pipe.status === 'error');
  return [
    ...errors.flatMap(render),
    ...rest.map((line) => `${style.red('!')}  ${line}`),
    ...blocks.slice(errors.length).flatMap(render),
  ];
}

/** The width of a list of names, except on a terminal. */
const NAMES_COLUMNS = 100;

/** The changes, `in 37 pipes:  pipes/orders.yaml:8:7 and 36 more lines`, and the names by service. */
function renderGroup(report: Plan | Drift, { changes, pipes }: ChangeGroup<PlannedPipe | DriftPipe>, style: Style) {
  const describePlace = (change: Change): string => {
    const [first, ...others] = listPlaces([change], pipes);
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'more line')}`;
    return `${change === changes.at(-1) ? ':' : ''}  ${style.dim(`${first && formatPlace(first)}${more}`)}`;
  };
  const names = [...groupBy(pipes, ({ service }) => service)].map(([service, own]) => {
    const line = `    ${style.bold(`${safeText(service)}:`)} ${own.map(({ name }) => safeText(name)).join(', ')}`;
    return fitLines(line, style.columns ?? NAMES_COLUMNS);
  });
  return [...renderGroupChanges(report, changes, pipes, style, describePlace), ...names].join('\n');
}

function renderGroupChanges(
  report: Plan | Drift,
  changes: readonly Change[],
  pipes: readonly (PlannedPipe | DriftPipe)[],
  style: Style,
  describePlace: (change: Change) => string = () => '',
): readonly string[] {
  const status = findStatusStyle(report, pipes[0]?.status ?? 'update');
  const isRefused = status.status === 'refused';
  const where = `in ${count(pipes.length, 'pipe')}${isRefused ? ` ${paintStatus(status, status.label, style)}` : ''}`;
  return renderChanges(report, changes, style, (change) => where + describePlace(change));
}

/** A line for each group, then how many changes are in no group. */
function renderGroupCounts(report: Plan | Drift, blocks: readonly Block[], style: Style): string {
  const groups = blocks.filter((block) => block.kind === 'group');
  const lines = groups.flatMap((group) => renderGroupChanges(report, group.changes, group.pipes, style));
  return joinParts([...lines, countOtherChanges(blocks)], '\n');
}

function renderCoverage({ coverage }: Plan | Drift): string {
  return coverage.length === 0 ? '' : `Coverage: ${summarizeCoverage(coverage)}.`;
}

/** Live against declared for a terminal. */
export function renderDriftText(drift: Drift, style: Style, detail: Partial<ReportDetail> = {}): string {
  return renderComparison(drift, style, detail, [renderVerdict(assessReport(drift), style)]);
}

function renderPipe(
  report: Plan | Drift,
  { pipe, changes }: PipeBlock<PlannedPipe | DriftPipe>,
  withRequests: boolean,
  help: string | null,
  style: Style,
): string {
  const { acknowledged, requests, diagnostics, requestId } = pipe;
  const changed = listChangedKeys(pipe.changes, report.api);
  const recommendation = describeRecommendation(pipe, '->');
  return [
    renderTitle(report, pipe, style),
    ...renderChanges(report, changes, style),
    ...(help === null ? [] : [style.dim(`      ${help}`)]),
    ...renderAcknowledged(report, acknowledged, style),
    ...(recommendation === null ? [] : [style.dim(`      ${safeText(recommendation)}`)]),
    ...(withRequests ? requests.map((request, index) => renderRequest(request, index + 1, changed, style)) : []),
    ...diagnostics.map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '    ')),
    ...(requestId === null ? [] : [style.dim(`      request id ${shorten(requestId, LONGEST_NAME)}`)]),
  ].join('\n');
}

/** `~  analytics/orders  "orders-prod"  kafka, Running  refused  pipes/orders.yaml:3:3`; a pipe to update shows no status. */
function renderTitle({ kind }: Pick<Plan | Drift, 'kind'>, pipe: PlannedPipe | DriftPipe, style: Style): string {
  const { service, name, liveName, source, state, status, location } = pipe;
  const shown = findStatusStyle({ kind }, status);
  const failure = liveName === null ? 'could not be read' : `cannot be ${kind === 'plan' ? 'planned' : 'compared'}`;
  const words = status === 'error' ? failure : status === 'update' ? '' : shown.label;
  const about = [source, state].map((word) => word && shorten(word, LONGEST_NAME));
  const parts = [
    paintStatus(shown, shown.asciiSymbol, style),
    style.bold(safeText(`${service}/${name}`)),
    liveName === null || liveName === name ? '' : `"${shorten(liveName, LONGEST_NAME)}"`,
    joinParts(about, ', '),
    paintStatus(shown, words, style),
    style.dim(formatPlace(location)),
  ];
  return joinParts(parts, '  ');
}

/** Up to this many pipes with the same failure are all shown in full. */
const FEW = 5;
const SHOWN_IN_FULL = 3;
const NAMED = 10;

/** When a service is down, all pipes fail alike. `shown`: the pipes to show in full. `rest`: a line for each shared reason. */
export function foldUnreadable<P extends PlannedPipe | DriftPipe>(pipes: readonly P[]) {
  const unreadable = pipes.filter(({ status, diagnostics }) => status === 'error' && diagnostics.length === 1);
  const byReason = groupBy(unreadable, ({ diagnostics }) => diagnostics[0]?.code);
  const folded = [...byReason].filter(([, alike]) => alike.length > FEW);
  const hidden = new Set(folded.flatMap(([, alike]) => alike.slice(SHOWN_IN_FULL)));
  const rest = folded.map(([reason, alike]) => {
    const more = alike.slice(SHOWN_IN_FULL);
    const what = more.every(({ liveName }) => liveName === null) ? 'could not be read' : 'cannot be compared';
    return `${count(more.length, 'more pipe')} ${what} for the same reason [${reason}]: ${listNames(more, NAMED)}.`;
  });
  return { shown: pipes.filter((pipe) => !hidden.has(pipe)), rest };
}

/** The verdict in one line, with its first clause painted. */
export function renderVerdict({ color, line }: ReportVerdict, style: Style): string {
  // A comma before a digit is part of a number.
  return color === null ? line : line.replace(/^(?:[^,:.]|,(?=\d))+[:.]?/, style[color]);
}

/** `orders, returns and 3 more`. */
export function listNames(named: readonly { readonly name: string }[], most: number): string {
  return listFirst(
    named.map(({ name }) => safeText(name)),
    most,
  );
}

/** The first alerts that could not be read are shown in full, the others by name. */
const MAX_UNREAD = 3;

function renderFindings(findings: readonly CheckFinding[], style: Style): readonly string[] {
  const drifted = findings.filter(({ status }) => status === 'drifted');
  const unread = findings.filter(({ status }) => status === 'error');
  const rest = unread.slice(MAX_UNREAD);
  return [
    ...[...drifted, ...unread.slice(0, MAX_UNREAD)].map((finding) => renderFinding(finding, style)),
    ...(rest.length === 0
      ? []
      : [`${style.red('!')}  ${count(rest.length, 'more alert')} could not be read: ${listNames(rest, NAMED)}.`]),
  ];
}

/** `~  check orders-alert  alert 65f4…  drifted  pipeform.yaml:61:3`, then the differences or the reason. */
function renderFinding({ name, alert, status, changes, reason, location }: CheckFinding, style: Style): string {
  const shown = STATUS_STYLES.finding[status];
  const title = [
    paintStatus(shown, shown.asciiSymbol, style),
    `check ${style.bold(safeText(name))}`,
    `alert ${shorten(alert, LONGEST_NAME)}`,
    paintStatus(shown, shown.label, style),
    style.dim(formatPlace(location)),
  ].join('  ');
  if (status === 'error') return reason === null ? title : `${title}\n    ${shorten(reason)}`;
  const rows = alignCells(changes.map((change) => [change.path, safeText(formatDefinitionChange(change))]));
  const help = `${style.cyan('=')} ${style.bold('help:')} ${FINDING_HELP}`;
  return [title, ...rows.map((row) => `    ${style.yellow('~')} ${row}`), `    ${help}`].join('\n');
}

/** The base of a report and the meaning of its origins; empty without a base. */
function renderAttribution(report: Report): readonly string[] {
  const { base } = report;
  if (base === null) return [];
  const origins = shownOrigins(report.pipes);
  const meanings = origins.map((origin) => `${origin} = ${explainOrigin(origin, base)}`);
  return [describeBase(base), ...(meanings.length === 0 ? [] : [`Origin: ${meanings.join(', ')}.`])];
}

/** `Shard 2 of 4: 250 of 1,000 pipes.`; empty without a shard. */
export function renderShard({ scope, summary }: Report): string {
  if (scope === null || scope.shard === null) return '';
  const { index, total } = scope.shard;
  return `Shard ${index} of ${total}: ${formatNumber(summary.total)} of ${count(scope.fleet, 'pipe')}.`;
}

function describeBase(base: Base): string {
  return `Compared with ${nameBase(base)} (${safeText(shortCommit(base.commit))}).`;
}
