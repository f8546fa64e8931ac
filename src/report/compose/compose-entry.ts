import { formatMinute, SECOND_MS } from '../../model/clock.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber } from '../../model/number.ts';
import { becomesUnknown, type Change, type ScheduledPipe } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import type { Block, CodeLine, Entry, FieldDiff, Line, NamesBlock } from '../block.ts';
import { isConflict, listPlaces, type PipeGroup } from '../view-model/arrange.ts';
import {
  type ChangeContext,
  describeBand,
  describeBody,
  listChangedKeys,
  listSides,
  originsIn,
} from '../view-model/change.ts';
import { describeCostOf } from '../view-model/cost.ts';
import { formatTook, joinParts, LONGEST_NAME } from '../view-model/format.ts';
import { composeProblems, countSeverities } from '../view-model/problem.ts';
import type { ReportPipe } from '../view-model/report-pipe.ts';
import { nameRequest, wasAttempted } from '../view-model/request.ts';
import { joinSpans } from '../view-model/span.ts';
import { findStatusStyle, STATUS_STYLES } from '../view-model/status.ts';

/** What the entries of a report have in common. */
export interface EntryContext {
  readonly report: ChangeContext;
  /** It is the currency of `pricing`; null without it. */
  readonly currency: string | null;
  /** Request bodies, too. */
  readonly requests: boolean;
  /** Whether the section of the entries names their origin, and whether it names their status. */
  readonly hasOrigins: boolean;
  readonly hasStatuses: boolean;
}

/** The context of the sections of a report: a run has one for each status. */
export function createContext(report: Report, requests: boolean): EntryContext {
  const isRun = report.kind === 'run';
  return {
    report,
    currency: report.kind === 'run' ? null : (report.cost?.currency ?? null),
    requests,
    hasOrigins: !isRun && report.base !== null,
    hasStatuses: isRun,
  };
}

/** Whether a pipe has a conflict or an error. */
export function isUrgent({ changes, diagnostics }: ReportPipe): boolean {
  return changes.some(isConflict) || diagnostics.some(({ severity }) => severity === 'error');
}

/** A pipe with all that there is to say of it. */
export function composePipe(context: EntryContext, pipe: ReportPipe): Entry {
  const { report } = context;
  const { service, name, status, location, changes, acknowledged } = pipe;
  const style = findStatusStyle(report, status);
  return {
    title: {
      style,
      status: context.hasStatuses ? '' : nameStatus(report, pipe, style.label),
      service,
      name,
      about: describePipe(pipe),
      place: location,
    },
    diffs: [
      ...changes.map((change) => composeDiff(context, change, [pipe], [{ kind: 'place', location: change.location }])),
      ...acknowledged.map((change): FieldDiff => {
        // The section does not name its origin.
        const asDrift = { ...context, report: { kind: 'drift', api: report.api }, hasOrigins: false } as const;
        const diff = composeDiff(asDrift, change, [], [{ kind: 'place', location: change.location }]);
        return { ...diff, sign: '=', note: `acknowledged until ${change.until}: ${change.reason}` };
      }),
    ],
    names: null,
    blocks: composeRest(context, pipe),
    digest: digest(pipe),
    status,
    origins: originsIn(changes),
    isUrgent: isUrgent(pipe),
  };
}

/** The names of a larger group are folded. */
const MAX_OPEN = 30;

/** The changes that several pipes have in common, and the names of these. */
export function composeGroup(context: EntryContext, { changes, pipes }: PipeGroup): Entry {
  const status = pipes[0]?.status ?? 'update';
  const { label } = findStatusStyle(context.report, status);
  const title = joinParts(
    [`in ${count(pipes.length, 'pipe')}`, context.hasStatuses || isUsual(status) ? '' : label],
    ' ',
  );
  return {
    title: null,
    diffs: changes.map((change) => {
      const [first, ...others] = listPlaces(change, pipes);
      const more = others.length === 0 ? '' : ` and ${count(others.length, 'more line')}`;
      const where: Line = first === undefined ? [title] : [`${title}: `, { kind: 'place', location: first }, more];
      return composeDiff(context, change, pipes, where);
    }),
    names: composeNames(pipes, title, status, pipes.length > MAX_OPEN),
    blocks: [],
    digest: [],
    status,
    origins: originsIn(changes),
    isUrgent: changes.some(isConflict),
  };
}

export function composeNames(
  pipes: readonly Pick<ReportPipe, 'name' | 'service'>[],
  title: string,
  status: string,
  isFolded: boolean,
): NamesBlock {
  const services = [...groupBy(pipes, ({ service }) => service)].map(([service, ofService]) => ({
    service,
    names: ofService.map(({ name }) => name),
  }));
  return { kind: 'names', title, services, status, isFolded };
}

/** The status that needs no word. */
export function isUsual(status: ReportPipe['status']): boolean {
  return status === 'update' || status === 'drifted';
}

function nameStatus({ kind }: ChangeContext, { status, liveName }: ReportPipe, label: string): string {
  if (status === 'error') {
    return liveName === null ? 'could not be read' : `cannot be ${kind === 'plan' ? 'planned' : 'compared'}`;
  }
  return status === 'update' ? '' : label;
}

/** Its name in the service where it differs, its kind, its state, and when it changed. */
function describePipe(pipe: ReportPipe): Line {
  const { name, liveName, source, state, scheduled, updatedAt } = pipe;
  const parts: readonly Line[] = [
    liveName === null || liveName === name ? [] : ['live as ', { kind: 'code', text: liveName, limit: LONGEST_NAME }],
    source === null ? [] : [{ kind: 'code', text: source, limit: LONGEST_NAME }],
    state === null ? [] : [{ kind: 'code', text: state, limit: LONGEST_NAME }],
    updatedAt === undefined ? [] : ['changed ', { kind: 'time', iso: updatedAt }],
    scheduled === undefined ? [] : describeWindow(scheduled),
  ];
  return joinSpans(parts, ', ');
}

/** `window pipeform.yaml:12:9 until 2026-11-28 19:00 Europe/Berlin`, `outside its windows until …` */
export function describeWindow({ window, until, timezone }: Omit<ScheduledPipe, 'since'>): Line {
  const end = until === null ? '' : ` until ${formatMinute(Date.parse(until), timezone)}`;
  return window === null ? [`outside its windows${end}`] : ['window ', { kind: 'place', location: window }, end];
}

/** A change of the pipes, which are several in a group. */
function composeDiff(
  { report, currency, hasOrigins }: EntryContext,
  change: Change,
  pipes: readonly ReportPipe[],
  where: Line,
): FieldDiff {
  const cost = describeCostOf(change, pipes, currency, report);
  const isUndone = report.kind === 'run' && report.rollsBack === null && pipes.every(isRolledBack);
  const unknown = becomesUnknown(change) ? 'the service’s default, which is not known' : '';
  return {
    sign: findSign(report, change),
    path: change.path,
    sides: listSides(report, change),
    note: joinParts([describeBand(report, change), unknown, isUndone ? 'undone' : '', cost], ', '),
    origin: hasOrigins ? null : change.origin,
    where,
  };
}

function isRolledBack({ status }: ReportPipe): boolean {
  return status === 'rolled-back';
}

function findSign({ kind }: ChangeContext, { before, after, band }: Change): FieldDiff['sign'] {
  if (kind === 'drift') return '~';
  if (before === null) return '+';
  return after === null && band === null ? '-' : '~';
}

/** All but the title and the changes of a pipe. */
function composeRest({ report, requests }: EntryContext, pipe: ReportPipe): readonly Block[] {
  const { diagnostics, requestId } = pipe;
  return [
    ...composeProblems(diagnostics, null, pipe.location),
    ...composeRequestId(requestId),
    ...composeRecords(pipe, requests),
    ...(requests ? composeBodies(pipe, report.api) : []),
  ];
}

function composeRequestId(requestId: string | null): readonly Block[] {
  if (requestId === null) return [];
  return [{ kind: 'paragraph', line: [{ kind: 'quiet', line: [{ kind: 'request-id', text: requestId }] }] }];
}

/** What became of the requests of a run. If all succeeded, that is shown only with their bodies, and a detail like them. */
function composeRecords({ status, requests }: ReportPipe, withBodies: boolean): readonly Block[] {
  const records = requests.filter((request): request is RequestRecord => 'outcome' in request && wasAttempted(request));
  const isDone = status === 'applied' || status === 'rolled-back';
  if (records.length === 0 || (isDone && !withBodies)) return [];
  return [{ kind: 'list', items: records.map(describeRecord), weight: isDone ? 'detail' : 'main' }];
}

/** `PUT settings: rejected (HTTP 400), sent 3 times, 12s` */
function describeRecord(record: RequestRecord): Line {
  const { outcome, httpStatus, attempts, requestId, durationMs } = record;
  const style = STATUS_STYLES.request[outcome];
  const response = httpStatus === null ? 'no response' : `HTTP ${httpStatus}`;
  const repeats = attempts > 1 ? `, sent ${formatNumber(attempts)} times` : '';
  return [
    `${nameRequest(record)}: `,
    { kind: 'painted', style, text: style.label },
    ` (${response})${repeats}${durationMs < SECOND_MS ? '' : `, ${formatTook(durationMs)}`}`,
    ...(requestId === null ? [] : [', request id ', { kind: 'code', text: requestId, limit: LONGEST_NAME } as const]),
  ];
}

const LONGEST_VALUE = 400;

/** A longer body has a line for each member. */
const LONGEST_BODY = 80;

function composeBodies({ requests, changes, allChanges = changes }: ReportPipe, api: Report['api']): readonly Block[] {
  const changed = listChangedKeys(allChanges, api);
  return requests.map((request, index): Block => {
    const { members, unchanged } = describeBody(request, changed, LONGEST_VALUE);
    const note = unchanged === 0 ? '' : `  (${count(unchanged, 'unchanged value')} included)`;
    const plain = (text: string): CodeLine => ({ text, isStrong: false });
    const start = `${index + 1}. ${nameRequest(request)} {`;
    const short = `${start} ${members.map(({ text }) => text).join(' ')} }${note}`;
    const rest = [
      ...members.map(({ text, isChange }) => ({ text: `     ${text}`, isStrong: isChange })),
      plain(`   }${note}`),
    ];
    const lines = [plain(`${index + 1}. ${request.method} ${request.path} {`), ...rest];
    const compact = short.length <= LONGEST_BODY ? [plain(short)] : [plain(start), ...rest];
    return { kind: 'code', lines, compact, weight: 'detail' };
  });
}

/** `1 conflict`, `protected-pipe`, `2 warnings`. */
function digest({ changes, acknowledged, diagnostics }: ReportPipe): Line {
  const conflicts = changes.filter(isConflict).length;
  if (conflicts + acknowledged.length + diagnostics.length === 0) return [];
  const error = diagnostics.find(({ severity }) => severity === 'error');
  const parts: readonly Line[] = [
    conflicts > 0 ? [count(conflicts, 'conflict')] : [],
    error === undefined ? [] : [{ kind: 'code', text: error.code }],
    ...countSeverities(diagnostics.filter(({ severity }) => severity !== 'error')).map((words): Line => [words]),
    acknowledged.length > 0 ? [`${formatNumber(acknowledged.length)} acknowledged`] : [],
  ];
  return joinSpans(parts, ', ');
}
