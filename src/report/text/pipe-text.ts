import type { CheckFinding } from '../../model/check.ts';
import type { DiagnosticCode } from '../../model/diagnostic-codes.ts';
import type { DriftPipe } from '../../model/drift.ts';
import { formatNumber } from '../../model/number.ts';
import type { Base, PlannedPipe } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeText } from '../../model/safe-text.ts';
import { ORIGIN_STYLES, originsIn } from '../view-model/change.ts';
import { count } from '../view-model/count.ts';
import { countFindings, FINDING_HELP, formatDefinitionChange, summarizeFindings } from '../view-model/finding.ts';
import { formatPlace, shortCommit } from '../view-model/format.ts';
import { alignCells, cutText, listFirst } from './fit-text.ts';
import type { Style } from './style.ts';

/** Live names and states are of any length; what is shown of a longer one is its beginning. */
const LONGEST_NAME = 80;

/** A symbol at the margin, and words that say the same. */
export interface StatusMark {
  readonly symbol: string;
  readonly words: string;
}

type TitledPipe = Pick<PlannedPipe, 'service' | 'name' | 'liveName' | 'source' | 'state' | 'location'>;

/** `~  analytics/orders  "orders-prod"  kafka, Running  refused  pipes/orders.yaml:3:3` */
export function renderPipeTitle(pipe: TitledPipe, mark: StatusMark, style: Style): string {
  const about = [pipe.source, pipe.state]
    .filter((word) => word !== null)
    .map((word) => safeText(cutText(word, LONGEST_NAME)));
  const parts = [
    mark.symbol,
    style.bold(safeText(`${pipe.service}/${pipe.name}`)),
    pipe.liveName === null || pipe.liveName === pipe.name ? '' : safeText(`"${cutText(pipe.liveName, LONGEST_NAME)}"`),
    about.join(', '),
    mark.words,
    style.dim(formatPlace(pipe.location)),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** The request that failed, to quote to the service's support; nothing when the pipe was read. */
export function renderRequestId({ requestId }: Pick<PlannedPipe, 'requestId'>, style: Style): readonly string[] {
  return requestId === null ? [] : [style.dim(`      request id ${safeText(cutText(requestId, LONGEST_NAME))}`)];
}

/** Up to this many pipes with the same failure are all shown in full. */
const FEW = 5;
const TOLD_IN_FULL = 3;
const NAMED = 10;

interface Folded<P> {
  /** The pipes to show in full, in the order of the report. */
  readonly shown: readonly P[];
  /** One line for each reason that more pipes share. */
  readonly rest: readonly string[];
}

/** When a service is down all pipes fail the same way: the first are shown in full, the others named and counted. */
export function foldUnreadable<P extends PlannedPipe | DriftPipe>(pipes: readonly P[]): Folded<P> {
  const byReason = new Map<DiagnosticCode, P[]>();
  for (const pipe of pipes) {
    const reason = reasonOf(pipe);
    if (reason === null) continue;
    const alike = byReason.get(reason);
    if (alike === undefined) byReason.set(reason, [pipe]);
    else alike.push(pipe);
  }
  const hidden = new Set<P>();
  const rest: string[] = [];
  for (const [reason, alike] of byReason) {
    if (alike.length <= FEW) continue;
    const more = alike.slice(TOLD_IN_FULL);
    for (const pipe of more) hidden.add(pipe);
    const names = listFirst(
      more.map(({ name }) => safeText(name)),
      NAMED,
    );
    const what = more.every(({ liveName }) => liveName === null) ? 'could not be read' : 'cannot be compared';
    rest.push(`${count(more.length, 'more pipe')} ${what} for the same reason [${reason}]: ${names}.`);
  }
  return { shown: pipes.filter((pipe) => !hidden.has(pipe)), rest };
}

function reasonOf(pipe: PlannedPipe | DriftPipe): DiagnosticCode | null {
  const [only, ...others] = pipe.diagnostics;
  return pipe.status === 'error' && only !== undefined && others.length === 0 ? only.code : null;
}

const LONGEST_REASON = 600;
const LONGEST_ID = 80;

/** When the service is down no alert can be read: the first are shown in full, the others by name. */
const MOST_UNREAD = 3;

/** A block for each alert that is not as declared or could not be read; none for the others. */
export function renderFindings(findings: readonly CheckFinding[], style: Style): readonly string[] {
  const drifted = findings.filter(({ status }) => status === 'drifted');
  const unread = findings.filter(({ status }) => status === 'error');
  const rest = unread.slice(MOST_UNREAD);
  const names = listFirst(
    rest.map(({ name }) => safeText(name)),
    NAMED,
  );
  return [
    ...drifted.map((finding) => renderDrifted(finding, style)),
    ...unread.slice(0, MOST_UNREAD).map((finding) => renderUnread(finding, style)),
    ...(rest.length === 0
      ? []
      : [`${style.red('!')}  ${count(rest.length, 'more alert')} could not be read: ${names}.`]),
  ];
}

/** `Definitions: 1 alert drifted, 1 could not be read and 3 in sync.`; nothing when no definition is declared. */
export function renderFindingCounts(findings: readonly CheckFinding[]): readonly string[] {
  return findings.length === 0 ? [] : [`Definitions: ${summarizeFindings(countFindings(findings))}.`];
}

function renderDrifted(finding: CheckFinding, style: Style): string {
  const rows = alignCells(finding.changes.map((change) => [change.path, safeText(formatDefinitionChange(change))]));
  return [
    renderFindingTitle(finding, style.yellow('~'), style.yellow('drifted'), style),
    ...rows.map((row) => `    ${style.yellow('~')} ${row}`),
    `    ${style.cyan('=')} ${style.bold('help:')} ${FINDING_HELP}`,
  ].join('\n');
}

function renderUnread(finding: CheckFinding, style: Style): string {
  const why = finding.reason === null ? [] : [`    ${safeText(cutText(finding.reason, LONGEST_REASON))}`];
  return [renderFindingTitle(finding, style.red('!'), style.red('could not be read'), style), ...why].join('\n');
}

/** `~  check orders-alert  alert 65f4…  drifted  pipeform.yaml:61:3` */
function renderFindingTitle(
  { name, alert, location }: CheckFinding,
  symbol: string,
  words: string,
  style: Style,
): string {
  const who = `check ${style.bold(safeText(name))}`;
  return [symbol, who, `alert ${safeText(cutText(alert, LONGEST_ID))}`, words, style.dim(formatPlace(location))].join(
    '  ',
  );
}

const LONGEST_REF = 80;
const MERGE_BASE = /\.\.\.$/;

/** What a report was attributed against, and what the words of its changes mean; nothing without a base. */
export function renderAttribution(report: Report): readonly string[] {
  if (report.base === null) return [];
  const origins = originsIn(report.pipes.flatMap(({ changes, acknowledged }) => [...changes, ...acknowledged]));
  const meanings = origins.map((origin) => `${origin} = ${ORIGIN_STYLES[origin].short}`);
  return [describeBase(report.base), ...(meanings.length === 0 ? [] : [`Origin: ${meanings.join(', ')}.`])];
}

/** `Shard 2 of 4: 250 of 1,000 pipes.`; nothing when the report is not of a shard. */
export function renderShard({ scope, summary }: Report): readonly string[] {
  if (scope === null || scope.shard === null) return [];
  const { index, total } = scope.shard;
  return [`Shard ${index} of ${total}: ${formatNumber(summary.total)} of ${count(scope.fleet, 'pipe')}.`];
}

function describeBase({ ref, commit }: Base): string {
  const name = safeText(cutText(ref.replace(MERGE_BASE, ''), LONGEST_REF));
  const which = MERGE_BASE.test(ref) ? `the merge base with ${name}` : name;
  return `Compared with ${which} (${safeText(shortCommit(commit))}).`;
}
