import type { BlockOf } from '../block.ts';
import { highestOf } from '../chart/draw-lines.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 504;
const HEIGHT = 72;
const EDGE = 2;

/** Lines on one scale from 0, as steps: each value lasts until the next one. The names are below, with the stroke of their line. */
export function renderLines({ label, lines }: BlockOf<'chart'>): Markup {
  const most = highestOf(lines);
  const paths = lines.map(({ values }, index) => {
    const step = WIDTH / values.length;
    const toY = (value: number): number => round(EDGE + (1 - value / most) * HEIGHT);
    let path = '';
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      const isStart = at === 0 || values[at - 1] === null;
      path += isStart ? `M${round(at * step)} ${toY(value)}` : `V${toY(value)}`;
      path += `H${round((at + 1) * step)}`;
    }
    return html`<path class="line-${index + 1}" d="${path}"/>`;
  });
  const height = HEIGHT + 2 * EDGE;
  const names = lines.map(
    ({ name }, index) =>
      html`<li><svg width="24" height="8" aria-hidden="true"><path class="line-${index + 1}" d="M0 4H24"/></svg> ${name}</li>`,
  );
  return html`<figure class="lines"><svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none">${paths}</svg>
<figcaption><ul>${names}</ul></figcaption></figure>
`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
