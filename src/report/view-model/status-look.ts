import type { DriftStatus } from '../../model/drift.ts';
import type { PlanStatus } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { RunStatus } from '../../model/run.ts';
import { statusWords } from './run-status.ts';

/** A family of colours. Never the only sign of anything: a word or symbol always goes with it. */
export type Tone = 'good' | 'act' | 'warn' | 'bad' | 'odd' | 'calm';

/** What a whole report comes to, in one line, and one more for the numbers behind it. */
export interface Verdict {
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
