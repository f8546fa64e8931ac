import { area, line } from 'd3-shape';
import type { WeekChart } from '../block.ts';
import { html, type Markup } from './markup.ts';

/** Units of the drawing, which the page stretches; its texts are outside of it. */
const HEIGHT = 100;

type Role = WeekChart['lines'][number]['role'];

/** Areas of demand below lines of capacity, as steps: each value lasts an hour. The axes are beside it, so that their texts keep their size. */
export function renderWeekChart({ label, title, values, times, lines }: WeekChart): Markup {
  const toY = (value: number): number => (1 - (value - values.from) / (values.to - values.from)) * HEIGHT;
  const width = times.to - times.from;
  const paths = lines.map(({ role, values: ofHours }) => {
    const points = ofHours.flatMap((value, hour) => [
      { hour, value },
      { hour: hour + 1, value },
    ]);
    return html`<path class="${role}" d="${toPath(role, points, toY)}"/>`;
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

function isArea(role: Role): boolean {
  return role === 'peak' || role === 'usual';
}

function toPath(role: Role, points: readonly Point[], toY: (value: number) => number): string {
  const x = ({ hour }: Point): number => hour;
  const y = ({ value }: Point): number => toY(value ?? 0);
  const isKnown = ({ value }: Point): boolean => value !== null;
  const shape = isArea(role)
    ? area<Point>(x, HEIGHT, y).defined(isKnown).digits(1)
    : line<Point>(x, y).defined(isKnown).digits(1);
  return shape(points) ?? '';
}

function sample(role: Role): Markup {
  return isArea(role) ? html`<path class="${role}" d="M0 0H24V10H0z"/>` : html`<path class="${role}" d="M0 5H24"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
