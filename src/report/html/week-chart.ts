import { line } from 'd3-shape';
import type { LineRole, WeekChart } from '../block.ts';
import { html, type Markup } from './markup.ts';

/** Units of the drawing, which the page stretches; its texts are outside of it. */
const HEIGHT = 100;

/** Areas of demand below lines of capacity, as steps: each value lasts an hour. The axes are beside it, so that their texts keep their size. */
export function renderWeekChart({ label, title, values, times, lines }: WeekChart): Markup {
  const toY = (value: number): number => (1 - (value - values.from) / (values.to - values.from)) * HEIGHT;
  const width = times.to - times.from;
  // Dashes let the line below them show where both are the same.
  const painted = [...lines.filter(({ role }) => role !== 'now'), ...lines.filter(({ role }) => role === 'now')];
  const paths = painted.map(({ role, values: ofHours }) => {
    return html`<path class="${role}" d="${toPath(role, ofHours, toY)}"/>`;
  });
  const rules = [
    ...values.ticks.map(({ at }) => `M0 ${toY(at)}H${width}`),
    ...times.ticks.map(({ at }) => `M${at} 0V${HEIGHT}`),
  ];
  const amounts = values.ticks.map(
    ({ at, label: text }) => html`<text x="100%" y="${toY(at)}%" dy="0.35em" text-anchor="end">${text}</text>`,
  );
  const days = times.ticks.map(
    ({ at, label: text }) => html`<text x="${round((at / width) * 100)}%" y="14" dx="3">${text}</text>`,
  );
  const names = lines.map(
    ({ role, name }) => html`<li><svg width="24" height="10" aria-hidden="true">${sample(role)}</svg> ${name}</li>`,
  );
  return html`<figure class="week"><p class="note">${title}</p>
<div class="plot"><svg class="amounts" aria-hidden="true">${amounts}</svg><svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none"><path class="rules" d="${rules.join('')}"/>${paths}</svg><svg class="days" aria-hidden="true">${days}</svg></div>
<figcaption><ul>${names}</ul></figcaption></figure>
`;
}

interface Point {
  readonly hour: number;
  readonly value: number | null;
}

function isArea(role: LineRole): boolean {
  return role === 'peak' || role === 'usual';
}

/** A gap interrupts a line, and is an area without height. */
function toPath(role: LineRole, values: readonly (number | null)[], toY: (value: number) => number): string {
  const steps: { from: number; to: number; value: number | null }[] = [];
  for (const [hour, value] of values.entries()) {
    const last = steps.at(-1);
    if (last !== undefined && last.value === value) last.to = hour + 1;
    else steps.push({ from: hour, to: hour + 1, value });
  }
  const corners = steps.flatMap(({ from, to, value }): readonly Point[] => [
    { hour: from, value },
    { hour: to, value },
  ]);
  const draw = line<Point>(
    ({ hour }) => hour,
    ({ value }) => toY(value ?? 0),
  ).digits(1);
  if (!isArea(role)) return draw.defined(({ value }) => value !== null)(corners) ?? '';
  return draw([{ hour: 0, value: 0 }, ...corners, { hour: values.length, value: 0 }]) ?? '';
}

function sample(role: LineRole): Markup {
  return isArea(role) ? html`<path class="${role}" d="M0 0H24V10H0z"/>` : html`<path class="${role}" d="M0 5H24"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
