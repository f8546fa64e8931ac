import type { ColorName } from './cells.ts';
import { BAR_HEIGHT, CELL, drawWindow, PADDING, STYLE } from './draw-svg.ts';

/** A course of values over time, drawn as steps. */
export interface Panel {
  /** What is measured, with its unit. */
  readonly title: string;
  readonly color: ColorName;
  /** The points are in order of time, at least one: from `atMs` (epoch milliseconds) on, it is `value`. */
  readonly points: readonly { readonly atMs: number; readonly value: number }[];
}

/** Panels below one another, over the same time. */
export interface Chart {
  readonly title: string;
  readonly description: string;
  readonly columns: number;
  readonly panels: readonly Panel[];
  readonly fromMs: number;
  readonly untilMs: number;
  /** A line through all panels. */
  readonly mark: { readonly atMs: number; readonly label: string };
}

const DAY_MS = 86_400_000;
const ROWS = { title: 1.4, plot: 6, gap: 1, days: 1.5 } as const;
const LABEL_COLUMNS = 9;
const TOP = BAR_HEIGHT + PADDING;

/** A chart as an SVG that stands for itself, in the window of the other pictures. */
export function drawChart({ panels, fromMs, untilMs, mark, ...window }: Chart): string {
  const left = PADDING + LABEL_COLUMNS * CELL.width;
  const right = PADDING + window.columns * CELL.width;
  const xOf = (atMs: number) => left + ((atMs - fromMs) / (untilMs - fromMs)) * (right - left);
  const rowsEach = ROWS.title + ROWS.plot + ROWS.gap;
  const yOf = (row: number) => TOP + row * CELL.height;
  const drawn = panels.flatMap((panel, index) =>
    drawPanel(panel, {
      xOf,
      left,
      right,
      untilMs,
      top: yOf(index * rowsEach + ROWS.title),
      height: ROWS.plot * CELL.height,
    }),
  );
  const end = yOf(panels.length * rowsEach - ROWS.gap);
  const days = Array.from({ length: Math.floor((untilMs - fromMs) / DAY_MS) }, (_, day) => fromMs + day * DAY_MS);
  const markX = round(xOf(mark.atMs));
  return drawWindow({ ...window, height: panels.length * rowsEach - ROWS.gap + ROWS.days, style: STYLE }, [
    ...drawn,
    ...days.map((atMs) => text(xOf(atMs), end + CELL.height, formatDay(atMs), 'start')),
    `<rect class="name" x="${markX}" y="${TOP}" width="1" height="${round(end - TOP)}"/>`,
    text(markX + 6, TOP + 12, mark.label, 'start'),
  ]);
}

interface Place {
  readonly xOf: (atMs: number) => number;
  readonly left: number;
  readonly right: number;
  readonly untilMs: number;
  readonly top: number;
  readonly height: number;
}

function drawPanel(
  { title, color, points }: Panel,
  { xOf, left, right, untilMs, top, height }: Place,
): readonly string[] {
  const most = roundUp(Math.max(...points.map(({ value }) => value)));
  const yOf = (value: number) => round(top + height * (1 - value / most));
  const steps = points.map(({ value }, index) => {
    const until = points[index + 1]?.atMs ?? untilMs;
    return `V${yOf(value)}H${round(xOf(until))}`;
  });
  const start = round(xOf(points[0]?.atMs ?? untilMs));
  return [
    text(left, top - 7, title, 'start'),
    ...[0, most / 2, most].flatMap((value) => [
      `<rect class="dot" x="${round(left)}" y="${yOf(value)}" width="${round(right - left)}" height="1"/>`,
      text(left - 8, yOf(value) + 4, value.toLocaleString('en-US', { notation: 'compact' }), 'end'),
    ]),
    `<path class="${color}" fill-opacity="0.75" d="M${start} ${yOf(0)}${steps.join('')}V${yOf(0)}Z"/>`,
  ];
}

/** To 1, 2 or 5 times a power of ten, and the like: half of it is round, too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 2, 3, 4, 5, 6, 8].find((factor) => factor * power >= value) ?? 10) * power;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'end'): string {
  return `<text class="name" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content}</text>`;
}

function formatDay(atMs: number): string {
  return new Date(atMs).toLocaleDateString('en-US', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
