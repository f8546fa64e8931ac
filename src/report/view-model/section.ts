import { count, formatNumber } from '../../model/number.ts';
import { ORIGINS, type Origin } from '../../model/origin.ts';
import type { Report } from '../../model/report.ts';
import { listOrigins, originsIn } from './change.ts';
import type { ReportPipe } from './report-pipe.ts';
import { listStatusStyles, type StatusStyle } from './status.ts';

/** Pipes that belong together, each with the changes that belong there. */
export interface Section {
  readonly id: string;
  /** null for the only section of a report. */
  readonly title: string | null;
  /** What the changes of the section are, in a sentence; null when the title says it. */
  readonly meaning: string | null;
  readonly style: StatusStyle | null;
  /** `7 pipes, 9 fields` */
  readonly count: string;
  readonly pipes: readonly ReportPipe[];
}

interface OriginWords {
  /** The title of the section. */
  readonly title: string;
  /** It stands in the summary line, before a number. */
  readonly short: string;
}

const PLANNED: Readonly<Record<Origin, OriginWords>> = {
  config: { title: 'This branch changes', short: 'This branch' },
  schedule: { title: 'By schedule', short: 'By schedule' },
  drift: { title: 'Applying also reverts', short: 'Also reverts' },
  conflict: { title: 'Conflicts', short: 'Conflicts' },
};

const COMPARED: Readonly<Record<Origin, OriginWords>> = {
  config: { title: 'Changed on this branch, not applied', short: 'This branch' },
  schedule: { title: 'Scheduled, not applied', short: 'By schedule' },
  drift: { title: 'Differs from the base', short: 'Differs from the base' },
  conflict: PLANNED.conflict,
};

/**
 * With a base, what could not be read, then a section for each origin, then pipes without a change that have something to say. A
 * pipe with changes of several origins is in each of their sections, and its problems in the first. A run has a section for each
 * status. Otherwise there is one section without a title.
 */
export function listSections(report: Report): readonly Section[] {
  const { pipes } = report;
  if (report.kind === 'run') return listByStatus(report, pipes);
  const origins = report.base === null ? [] : listOrigins(pipes);
  const gone = listGone(pipes);
  const others = pipes.filter(({ status }) => status !== 'gone');
  if (origins.length === 0) {
    const title = gone.length === 0 ? null : 'Other pipes';
    return [...gone, { id: 'all', title, meaning: null, style: null, count: '', pipes: others }];
  }
  const words = report.kind === 'plan' ? PLANNED : COMPARED;
  const unchanged = others.filter(({ changes }) => changes.length === 0);
  const isError = ({ status }: ReportPipe): boolean => status === 'error';
  const unread = { title: report.kind === 'plan' ? 'Not planned' : 'Not compared', pipes: unchanged.filter(isError) };
  const quiet = { title: 'Not changed', pipes: unchanged.filter((pipe) => !isError(pipe)) };
  return [
    { ...unread, id: 'unread', meaning: null, style: null, count: count(unread.pipes.length, 'pipe') },
    ...gone,
    ...origins.map((origin) => listByOrigin(pipes, origin, words[origin].title)),
    { ...quiet, id: 'quiet', meaning: null, style: null, count: '' },
  ].filter((section) => section.pipes.length > 0);
}

/** The pipes that were deleted; empty without any. */
function listGone(pipes: readonly ReportPipe[]): readonly Section[] {
  const gone = pipes.filter(({ status }) => status === 'gone');
  if (gone.length === 0) return [];
  const meaning = 'The service no longer has these pipes.';
  return [{ id: 'gone', title: 'Gone', meaning, style: null, count: count(gone.length, 'pipe'), pipes: gone }];
}

function listByOrigin(pipes: readonly ReportPipe[], origin: Origin, title: string): Section {
  const changed = pipes.flatMap((pipe): readonly ReportPipe[] => {
    const changes = pipe.changes.filter((change) => change.origin === origin);
    if (changes.length === 0) return [];
    if (changes.length === pipe.changes.length) return [pipe];
    const shown = { ...pipe, changes, allChanges: pipe.changes };
    if (originsIn(pipe.changes)[0] === origin) return [shown];
    return [{ ...shown, diagnostics: [], acknowledged: [], requests: [], requestId: null }];
  });
  return { id: origin, title, meaning: MEANINGS[origin], style: null, count: countFields(changed), pipes: changed };
}

const MEANINGS: Readonly<Record<Origin, string | null>> = {
  config: null,
  schedule: 'The schedule now specifies other sizes; these pipes still have the previous ones.',
  drift: 'These fields differ from the base: edited outside git, or never applied.',
  conflict: 'These fields were changed both on this branch and outside git.',
};

function listByStatus(report: Report, pipes: readonly ReportPipe[]): readonly Section[] {
  return listStatusStyles(report).flatMap((style) => {
    const ofStatus = pipes.filter(({ status }) => status === style.status);
    if (ofStatus.length === 0) return [];
    return [
      {
        id: style.status,
        title: style.title,
        meaning: null,
        style,
        count: formatNumber(ofStatus.length),
        pipes: ofStatus,
      },
    ];
  });
}

/** `7 pipes, 9 fields`, and `5 pipes, 5 fields, 1 pipe refused` */
function countFields(pipes: readonly ReportPipe[]): string {
  const fields = pipes.reduce((sum, { changes }) => sum + changes.length, 0);
  const refused = pipes.filter(({ status }) => status === 'refused').length;
  const rest = refused === 0 ? '' : `, ${count(refused, 'pipe')} refused`;
  return `${count(pipes.length, 'pipe')}, ${count(fields, 'field')}${rest}`;
}

/**
 * `This branch: 7 pipes. Also reverts: 5. Conflicts: 1.`, of the changes that count; empty without a base. A pipe with changes of
 * several origins is in each number: `In both: 2.`, `In several: 2.`
 */
export function summarizeOrigins(report: Report): string {
  if (report.base === null || report.kind === 'run') return '';
  const words = report.kind === 'plan' ? PLANNED : COMPARED;
  const pipes = countedPipes(report);
  const counts = ORIGINS.map((origin) => {
    return { origin, number: pipes.filter(({ changes }) => changes.some((change) => change.origin === origin)).length };
  }).filter(({ number }) => number > 0);
  const several = pipes.filter(({ changes }) => originsIn(changes).length > 1).length;
  const shared = several === 0 ? '' : ` In ${counts.length === 2 ? 'both' : 'several'}: ${formatNumber(several)}.`;
  const numbers = counts
    .map(
      ({ origin, number }, index) =>
        `${words[origin].short}: ${index === 0 ? count(number, 'pipe') : formatNumber(number)}.`,
    )
    .join(' ');
  return `${numbers}${shared}`;
}

/** The pipes whose changes count: to update in a plan, drifted in a drift report, and attempted or skipped in a run. */
export function countedPipes({ kind, pipes }: Report): readonly ReportPipe[] {
  return pipes.filter(({ status }) =>
    kind === 'run' ? status !== 'refused' && status !== 'unchanged' : status === 'update' || status === 'drifted',
  );
}
