/** Draws on the charts where the alert threshold is and when the pipe was changed. */

import { safeText } from './dom.js';
import { minuteOfDay, valueText } from './format.js';

const FONT_PX = 12;
const ROW_PX = 16;
const ROWS = 2;
// The space above a chart for the labels of changes.
export const LABELS_PX = ROWS * ROW_PX + 4;

const BY = { api: 'through the API', hand: 'by hand' };

export const fieldText = ({ path, from, to }) => `${safeText(path)} ${valueText(from)} → ${valueText(to)}`;
export const byText = ({ by }) => BY[by] ?? safeText(by);

function labelOf({ at, fields }) {
  const [first, ...others] = fields;
  return `${minuteOfDay(at)} ${fieldText(first)}${others.length > 0 ? `, ${others.length} more` : ''}`;
}

// Puts labels into rows, the latest first: to the right of the line, else to its left. A label without space is left out: the list
// below the charts has it.
function placeLabels(changes, measure, [left, right], gap) {
  const ends = Array(ROWS).fill(right + gap);
  return changes.toReversed().flatMap(({ x, text }) => {
    const width = measure(text);
    for (const start of [x - gap, x + gap - width]) {
      const row = ends.findIndex((end) => start >= left && start + width + gap <= end);
      if (row === -1) continue;
      ends[row] = start - gap;
      return [{ text, start, row }];
    }
    return [];
  });
}

function prepare({ ctx }) {
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `${FONT_PX * scale}px system-ui, sans-serif`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.lineWidth = scale;
  ctx.setLineDash([]);
  return scale;
}

export function drawChanges(chart, changes, { line, text }) {
  const { ctx, bbox } = chart;
  const scale = prepare(chart);
  const drawn = changes.map((change) => ({ text: labelOf(change), x: chart.valToPos(change.at, 'x', true) }));
  ctx.strokeStyle = line;
  ctx.setLineDash([3 * scale, 3 * scale]);
  for (const { x } of drawn) {
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - 3 * scale);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.fillStyle = text;
  const measure = (words) => ctx.measureText(words).width;
  const labels = placeLabels(drawn, measure, [bbox.left - 40 * scale, bbox.left + bbox.width + 20 * scale], 4 * scale);
  for (const { text: words, start, row } of labels) {
    ctx.fillText(words, start, bbox.top - (row * ROW_PX + ROW_PX / 2 + 3) * scale);
  }
  ctx.restore();
}

// The halo keeps the label readable above lines.
export function drawThreshold(chart, threshold, words, { text, paper }) {
  const { ctx, bbox } = chart;
  const scale = prepare(chart);
  const y = chart.valToPos(threshold, 'y', true) - 9 * scale;
  ctx.textAlign = 'right';
  ctx.strokeStyle = paper;
  ctx.lineWidth = 4 * scale;
  ctx.lineJoin = 'round';
  ctx.fillStyle = text;
  ctx.strokeText(words, bbox.left + bbox.width - 2 * scale, y);
  ctx.fillText(words, bbox.left + bbox.width - 2 * scale, y);
  ctx.restore();
}
