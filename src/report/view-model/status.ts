import type { Verdict } from '../../model/check.ts';
import type { DriftStatus } from '../../model/drift.ts';
import type { PlanStatus } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RunStatus } from '../../model/run.ts';
import type { ReportGlyphs, Style } from '../text/style.ts';

/** A family of colours. Never the only sign of anything: a word or symbol always goes with it. */
export type Tone = 'good' | 'act' | 'warn' | 'bad' | 'odd' | 'calm';

/** What a whole report comes to, in one line, and one more for the numbers behind it. */
export interface ReportVerdict {
  readonly tone: Tone;
  readonly headline: string;
  readonly detail: string | null;
}

/** How the pipes of one status are shown. */
export interface StatusLook {
  readonly status: string;
  /** In a sentence, after a number: `3 to update`. */
  readonly words: string;
  /** Over the list of these pipes. */
  readonly title: string;
  readonly tone: Tone;
  readonly symbol: string;
  /** Pipes with nothing to say but their name stand in a plain list. */
  readonly listing: 'cards' | 'names';
}

type Look = Omit<StatusLook, 'status'>;

// Each table is in the order in which a reviewer needs them: what asks for a person first.
const PLAN: Readonly<Record<PlanStatus, Look>> = {
  error: { words: 'with errors', title: 'With errors', tone: 'bad', symbol: '!', listing: 'cards' },
  refused: { words: 'refused', title: 'Refused', tone: 'odd', symbol: '×', listing: 'cards' },
  update: { words: 'to update', title: 'To update', tone: 'act', symbol: '~', listing: 'cards' },
  unchanged: { words: 'unchanged', title: 'Unchanged', tone: 'calm', symbol: '=', listing: 'names' },
};

const DRIFT: Readonly<Record<DriftStatus, Look>> = {
  error: { words: 'not compared', title: 'Not compared', tone: 'bad', symbol: '!', listing: 'cards' },
  drifted: { words: 'drifted', title: 'Drifted', tone: 'warn', symbol: '≠', listing: 'cards' },
  acknowledged: { words: 'acknowledged', title: 'Acknowledged', tone: 'odd', symbol: '≈', listing: 'cards' },
  'in-sync': { words: 'in sync', title: 'In sync', tone: 'good', symbol: '=', listing: 'names' },
};

const RUN: Readonly<Record<RunStatus, Look>> = {
  failed: { words: statusWords('failed'), title: 'Failed', tone: 'bad', symbol: '!', listing: 'cards' },
  unknown: { words: statusWords('unknown'), title: 'Unknown', tone: 'warn', symbol: '?', listing: 'cards' },
  stale: { words: statusWords('stale'), title: 'Stale', tone: 'warn', symbol: '≠', listing: 'cards' },
  refused: { words: statusWords('refused'), title: 'Refused', tone: 'odd', symbol: '×', listing: 'cards' },
  skipped: { words: statusWords('skipped'), title: 'Not attempted', tone: 'calm', symbol: '–', listing: 'cards' },
  'rolled-back': {
    words: statusWords('rolled-back'),
    title: 'Rolled back',
    tone: 'odd',
    symbol: '‹',
    listing: 'cards',
  },
  applied: { words: statusWords('applied'), title: 'Applied', tone: 'good', symbol: '✓', listing: 'cards' },
  unchanged: { words: statusWords('unchanged'), title: 'Unchanged', tone: 'calm', symbol: '=', listing: 'names' },
};

const LOOKS = { plan: PLAN, drift: DRIFT, run: RUN } as const;

/** How each status of a kind of report is shown, in the order of the page. */
export function looksOf(kind: Report['kind']): readonly StatusLook[] {
  return Object.entries<Look>(LOOKS[kind]).map(([status, look]) => ({ status, ...look }));
}

export interface StatusCount {
  readonly look: StatusLook;
  readonly pipes: number;
}

/** The statuses that a report has pipes of. */
export function countStatuses({ kind, summary }: Report): readonly StatusCount[] {
  const counts = new Map<string, number>(Object.entries(summary));
  return looksOf(kind)
    .map((look) => ({ look, pipes: counts.get(look.status) ?? 0 }))
    .filter(({ pipes }) => pipes > 0);
}

/** The words for an outcome, the same wherever a person reads it. */
export function statusWords(status: RunStatus): string {
  if (status === 'skipped') return 'not attempted';
  return status === 'rolled-back' ? 'rolled back' : status;
}

/** The colour of an outcome: never the only sign of it. */
export function paintStatus(style: Style, status: RunStatus, text: string): string {
  switch (status) {
    case 'applied':
      return style.green(text);
    case 'failed':
    case 'refused':
      return style.red(text);
    case 'unknown':
    case 'stale':
    case 'skipped':
    case 'rolled-back':
      return style.yellow(text);
    case 'unchanged':
      return style.dim(text);
  }
}

/** How a verdict is shown. The mark and the word say the same, and neither needs a colour. */
export interface CheckLook {
  readonly mark: string;
  /** Where a terminal can be trusted with ASCII only. */
  readonly asciiMark: string;
  readonly word: string;
  readonly tone: Tone;
}

const VERDICT_LOOKS: Readonly<Record<Verdict, CheckLook>> = {
  pass: { mark: '✓', asciiMark: '+', word: 'pass', tone: 'good' },
  fail: { mark: '✗', asciiMark: 'x', word: 'fail', tone: 'bad' },
  'no-data': { mark: '?', asciiMark: '?', word: 'no data', tone: 'warn' },
  error: { mark: '!', asciiMark: '!', word: 'error', tone: 'bad' },
};

export function lookOfVerdict(verdict: Verdict): CheckLook {
  return VERDICT_LOOKS[verdict];
}

/** The mark of a look and the blank behind it; nothing where only words are wanted, since the word says the same. */
export function markOf(
  look: Pick<CheckLook, 'mark' | 'asciiMark'>,
  glyphs: ReportGlyphs,
  paint: (mark: string) => string,
): string {
  if (glyphs === 'words') return '';
  return `${paint(glyphs === 'ascii' ? look.asciiMark : look.mark)} `;
}

/** The colour of a verdict: never the only sign of it. */
export function paintVerdict(style: Style, verdict: Verdict, text: string): string {
  switch (verdict) {
    case 'pass':
      return style.green(text);
    case 'no-data':
      return style.yellow(text);
    case 'fail':
    case 'error':
      return style.red(text);
  }
}

/** A pipe of which there is nothing to say but that it was not asked for: the report as a whole says that of all of them. */
export function isNotAttempted({ status, diagnostics }: Pick<ReportPipe, 'status' | 'diagnostics'>): boolean {
  const [only, ...others] = diagnostics;
  return status === 'error' && only?.code === 'circuit-open' && others.length === 0;
}
