/** An oracle that shares nothing with Temporal's arithmetic: what a clock in a zone shows, as `Intl` formats it. */

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const shown = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, ...shown, hourCycle: 'h23' });
  formats.set(timeZone, made);
  return made;
}

export interface Shown {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** 1 is Monday. */
  readonly weekday: number;
}

export function showClock(timeZone: string, ms: number): Shown {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  return { date, time: `${parts.hour}:${parts.minute}`, weekday: new Date(`${date}T00:00:00Z`).getUTCDay() || 7 };
}

interface Hours {
  readonly days: readonly number[];
  readonly hours: { readonly from: string; readonly until: string } | null;
  readonly dates?: { readonly from: string; readonly until: string };
}

/** Whether a window holds while a clock shows this. */
export function holdsWhile({ date, time, weekday }: Shown, { days, hours, dates }: Hours): boolean {
  const isWithin = (day: string) => dates === undefined || (dates.from <= day && day <= dates.until);
  const isToday = days.includes(weekday) && isWithin(date);
  if (hours === null) return isToday;
  const { from, until } = hours;
  if (from < until) return isToday && from <= time && time < until;
  const yesterday = new Date(Date.parse(`${date}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
  const wasYesterday = days.includes(weekday === 1 ? 7 : weekday - 1) && isWithin(yesterday);
  return (isToday && from <= time) || (wasYesterday && time < until);
}

/** The minutes from one time to another in which the clocks of a zone are changed. */
export function listChanges(timeZone: string, fromMs: number, untilMs: number): readonly number[] {
  const offset = (ms: number): number => {
    const { date, time } = showClock(timeZone, ms);
    return Date.parse(`${date}T${time}Z`) - ms;
  };
  const found: number[] = [];
  for (let ms = fromMs; ms < untilMs; ms += DAY) {
    if (offset(ms) === offset(ms + DAY)) continue;
    let [low, high] = [ms, ms + DAY];
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}
