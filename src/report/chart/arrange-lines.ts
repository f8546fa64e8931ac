import { listGroup } from './group-words.ts';
import { nameSeries, type SeriesReport } from './series-report.ts';

export interface Point {
  readonly bucketMs: number;
  readonly value: number;
}

/** One series of one group: what is drawn as one line. It has at least one point, in order of time. */
export interface Line {
  readonly label: string;
  /** What its values count, or null when nobody said. */
  readonly unit: string | null;
  readonly points: readonly Point[];
  readonly latest: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface ArrangedLines {
  /** Group by group in order of name, so that each keeps its mark when it is drawn anew; the series of a group in their order. */
  readonly lines: readonly Line[];
  /** How many groups are not among the lines. */
  readonly left: number;
}

/** `pipe-2` before `pipe-10`. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** More lines than this cannot be told apart. */
const MOST_LINES = 8;

/** The lines of the largest groups, by the highest value of the first series that has any; groups without a value are none. */
export function arrangeLines(report: SeriesReport): ArrangedLines {
  const names = nameSeries(report.asked);
  const groups = new Map<string, { readonly group: readonly string[]; readonly points: readonly Point[][] }>();
  for (const { group, bucketMs, values } of report.rows) {
    const key = JSON.stringify(group);
    const known = groups.get(key) ?? { group, points: names.map((): Point[] => []) };
    groups.set(key, known);
    values.forEach((value, index) => {
      if (value !== null && Number.isFinite(value)) known.points[index]?.push({ bucketMs, value });
    });
  }
  const arranged = [...groups.values()]
    .map(({ group, points }) => ({
      name: listGroup(group),
      lines: points.flatMap(
        (own, index) =>
          toLine({ label: labelLine(names, index, group), unit: report.asked[index]?.unit ?? null }, own) ?? [],
      ),
    }))
    .filter(({ lines }) => lines.length > 0)
    .sort(({ lines: [one] }, { lines: [other] }) => (other?.highest ?? 0) - (one?.highest ?? 0));
  const shown = arranged.slice(0, Math.max(1, Math.floor(MOST_LINES / names.length)));
  const inOrder = shown.sort((one, other) => BY_NAME.compare(one.name, other.name));
  return { lines: inOrder.flatMap(({ lines }) => lines), left: arranged.length - shown.length };
}

function labelLine(names: readonly string[], series: number, group: readonly string[]): string {
  const name = names[series] ?? '';
  if (group.length === 0) return name;
  return names.length === 1 ? listGroup(group) : `${listGroup(group)} ${name}`;
}

function toLine(about: Pick<Line, 'label' | 'unit'>, unsorted: readonly Point[]): Line | null {
  const points = [...unsorted].sort((one, other) => one.bucketMs - other.bucketMs);
  const latest = points.at(-1);
  if (latest === undefined) return null;
  return {
    ...about,
    points,
    latest: latest.value,
    lowest: points.reduce((least, { value }) => Math.min(least, value), latest.value),
    highest: points.reduce((most, { value }) => Math.max(most, value), latest.value),
  };
}
