/** How many rows of each list a frame has room for. */
export interface RowPlan {
  readonly checks: number;
  readonly problems: number;
  readonly running: number;
  /** Whether empty lines set the sections apart. */
  readonly airy: boolean;
}

/** How many items each list has. */
export type ListSizes = Pick<RowPlan, 'checks' | 'problems' | 'running'>;

const MOST_CHECK_ROWS = 8;
const MOST_PROBLEM_ROWS = 4;
const MOST_RUNNING_ROWS = 16;

/** From this height on there is room for air. */
const AIRY_FROM = 12;

/** Heading and one row: a list with less is left out. */
const SMALLEST_LIST = 2;

/**
 * Shares the height among the lists. `head` rows are taken already; each list has a heading. Checks take half at most when
 * there is anything else and room to share, problems a third of what is left, and what is running gets the rest.
 */
export function planRows(height: number, head: number, sizes: ListSizes): RowPlan {
  const airy = height >= AIRY_FROM;
  const gap = airy ? 1 : 0;
  let room = Math.max(0, height - head);
  const take = (size: number, most: number): number => {
    if (room < SMALLEST_LIST + gap) return 0;
    const rows = Math.min(size, Math.max(1, most));
    if (rows > 0) room -= rows + 1 + gap;
    return rows;
  };
  const isShared = airy && sizes.problems + sizes.running > 0;
  const checks = take(sizes.checks, Math.min(MOST_CHECK_ROWS, isShared ? Math.floor(room / 2) - 1 : room - 1 - gap));
  const problems = take(sizes.problems, Math.min(MOST_PROBLEM_ROWS, Math.floor(room / 3) - 1));
  const running = take(sizes.running, Math.min(MOST_RUNNING_ROWS, room - 1 - gap));
  return { checks, problems, running, airy };
}

/** How many items stand in the rows, and whether the last row says how many are left out. A single row shows an item. */
export function shareRows(items: number, rows: number): { readonly shown: number; readonly saysMore: boolean } {
  if (items <= rows) return { shown: items, saysMore: false };
  return rows <= 1 ? { shown: rows, saysMore: false } : { shown: rows - 1, saysMore: true };
}
