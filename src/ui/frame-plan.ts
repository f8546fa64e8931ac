/** How many rows of each list a frame has room for. */
export interface RowPlan {
  readonly problems: number;
  readonly running: number;
  /** Whether empty lines set the sections apart. */
  readonly airy: boolean;
}

const MOST_PROBLEM_ROWS = 4;
const MOST_RUNNING_ROWS = 16;

/** From this height on there is room for air. */
const AIRY_FROM = 12;

/** Heading and one row: a list with less is left out. */
const SMALLEST_LIST = 2;

/**
 * Shares the height among the lists. `head` rows are taken already; each list has a heading. Problems take a third at
 * most, what is running gets the rest.
 */
export function planRows(height: number, head: number, problems: number, running: number): RowPlan {
  const airy = height >= AIRY_FROM;
  const gap = airy ? 1 : 0;
  let room = Math.max(0, height - head);
  const wanted = problems === 0 ? 0 : Math.min(problems, MOST_PROBLEM_ROWS);
  const problemRows = room >= SMALLEST_LIST + gap ? Math.min(wanted, Math.max(1, Math.floor(room / 3) - 1)) : 0;
  if (problemRows > 0) room -= problemRows + 1 + gap;
  const runningRoom = room >= SMALLEST_LIST + gap ? room - 1 - gap : 0;
  return { problems: problemRows, running: Math.min(running, runningRoom, MOST_RUNNING_ROWS), airy };
}

/** How many items stand in the rows, and whether the last row says how many are left out. A single row shows an item. */
export function shareRows(items: number, rows: number): { readonly shown: number; readonly saysMore: boolean } {
  if (items <= rows) return { shown: items, saysMore: false };
  return rows <= 1 ? { shown: rows, saysMore: false } : { shown: rows - 1, saysMore: true };
}
