/** The order is that of ISO 8601, which numbers them from 1. */
export const WEEKDAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Hours of days of the week, over the local time of a zone: of every week, or with `dates` of those days only. */
export interface WeeklyWindow {
  /** An IANA name such as `Europe/Berlin`, or `UTC`. */
  readonly timezone: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /**
   * `HH:MM` from 00:00, until at most 24:00; before `from` it is on the next day, and the window belongs to the day on which it
   * starts. null: the whole day.
   */
  readonly hours: { readonly from: string; readonly until: string } | null;
  /** The first and the last day on which it may start, both included: `YYYY-MM-DD`. Omitted for every week. */
  readonly dates?: { readonly from: string; readonly until: string };
}

/** Whether it repeats each week. A dated window is no part of a usual week. */
export function isWeekly({ dates }: WeeklyWindow): boolean {
  return dates === undefined;
}
