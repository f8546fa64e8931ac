/**
 * Where a report is read, which decides what it shows and in which order. `terminal`: the result last, where it is seen; a run shows
 * only what did not end as planned. `comment`: the result first, then as much as fits. `page`: everything.
 */
export type Medium = 'terminal' | 'comment' | 'page';

/** How much of a report to show. */
export interface ReportDetail {
  /** Request bodies, too. JSON always has them. */
  readonly requests: boolean;
  /** Counts, groups and totals only; pipes are named when they are few. */
  readonly summary: boolean;
  /** Each pipe shows its own problem, not one error for all pipes with the same cause. */
  readonly isFull?: boolean;
  /** For a saved report, a terminal also shows what is shown before one that is made now: its place, and warnings of the configuration. */
  readonly isSaved?: boolean;
}
