/* global uPlot */
/** The charts of one pipe, drawn by uPlot. Each has a text alternative. */

import { find, make, safeText, setText } from './dom.js';
import { amount, compact, day, dayAndTime, minuteOfDay, percent, timeOfDay } from './format.js';
import { byText, drawChanges, drawThreshold, fieldText, LABELS_PX } from './markers.js';

const HEIGHT = 210;
const DAY_MS = 86_400_000;
const WINDOW_MS = { '15m': 900_000, '1h': 3_600_000, '6h': 21_600_000, '24h': DAY_MS };

// 'lines' has the titles by metric.
const CHARTS = [
  { name: 'lag', title: 'Lag', lines: { lag: 'Lag' }, hasThreshold: true },
  { name: 'rate', title: 'Arrivals and throughput', lines: { throughput: 'Throughput', arrivals: 'Arrivals' } },
  { name: 'utilization', title: 'Utilization', lines: { utilization: 'Utilization' }, isShare: true },
  { name: 'errors', title: 'Errors', lines: { errors: 'Errors' } },
];

const color = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name);
const STYLES = { first: { fill: color('--area') }, second: { dash: [6, 4] }, threshold: { dash: [2, 4] } };

function lineOf({ role }) {
  return { stroke: color(`--line-${role}`), width: 2, points: { show: false, size: 5 }, ...STYLES[role] };
}

function axes(isShare) {
  const style = { stroke: color('--soft'), font: '12px system-ui, sans-serif', ticks: { show: false } };
  const grid = { stroke: color('--line'), width: 1 };
  const timeLabel = (at) => (at % DAY_MS === 0 ? day(at) : minuteOfDay(at));
  return [
    { ...style, grid: { show: false }, size: 28, space: 64, values: (_, splits) => splits.map(timeLabel) },
    { ...style, grid, size: 54, space: 34, values: (_, splits) => splits.map(isShare ? percent : compact) },
  ];
}

// Returns the latest value and the range as text.
function summarize(values, unit, bare) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return ['no data', 'in this window'];
  const [least, most] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
  return [withUnit(values.at(-1), unit, bare), `min ${bare(least)}, max ${bare(most)}`];
}

// Percentages have no unit.
function withUnit(value, unit, bare) {
  return value === null || bare === percent ? bare(value) : `${bare(value)} ${safeText(unit)}`;
}

function createChart({ name, title, lines, isShare = false, hasThreshold = false }) {
  const bare = isShare ? percent : amount;
  const roles = ['first', 'second'];
  const drawn = Object.entries(lines).map(([metric, line], index) => ({ metric, title: line, role: roles[index] }));
  if (hasThreshold) drawn.push({ title: 'Alert above', role: 'threshold' });
  const readout = make('p', { class: 'readout', 'aria-hidden': 'true' });
  const legends = drawn.map((line) => [make('strong', {}), make('span', { class: 'quiet' }), line]);
  const items = legends.map(([latest, span, line]) =>
    make('li', { class: line.role }, make('span', {}, line.title), latest, span),
  );
  const caption = make('figcaption', {}, make('h4', {}, title), readout, make('ul', { class: 'legend' }, ...items));
  const plot = make('div', { class: 'plot', 'aria-hidden': 'true' });
  find('charts').append(make('figure', { class: 'sheet', 'data-chart': name }, caption, plot));
  let [from, to] = [0, 1];
  let [limit, changes] = [0, []];

  const showReadout = ({ cursor: { idx }, data: [times, ...series] }) => {
    const at = times[idx ?? -1];
    const values = Object.keys(lines).map((_, index) => bare(series[index][idx] ?? null));
    setText(readout, at === undefined ? '' : [`${timeOfDay(at)} UTC`, ...values].join(' · '));
  };
  const drawMarks = (chart) => {
    const [line, text, paper] = ['--edge', '--ink', '--sheet'].map((name) => color(name)());
    drawChanges(chart, changes, { line, text });
    const words = `alert above ${bare(limit)}`;
    if (hasThreshold) drawThreshold(chart, limit, words, { text: color('--line-threshold')(), paper });
  };
  const chart = new uPlot(
    {
      width: plot.clientWidth,
      height: HEIGHT,
      ms: 1,
      tzDate: (at) => uPlot.tzDate(new Date(at), 'UTC'),
      legend: { show: false },
      padding: [() => (changes.length > 0 ? LABELS_PX : 10), 22, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'pipe' }, points: { size: 7 } },
      scales: {
        x: { time: true, range: () => [from, to] },
        // The threshold is one of the series, so that it is always inside; its label needs space above it.
        y: { range: (_, __, most) => [0, Math.max(1, (most ?? 0) * (isShare ? 1 : hasThreshold ? 1.18 : 1.08))] },
      },
      axes: axes(isShare),
      series: [{}, ...drawn.map(lineOf)],
      hooks: { setCursor: [showReadout], draw: [drawMarks] },
    },
    [[], ...drawn.map(() => [])],
    plot,
  );
  new ResizeObserver(() => {
    if (plot.clientWidth > 0) chart.setSize({ width: plot.clientWidth, height: HEIGHT });
  }).observe(plot);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart.redraw(false, true));

  return (series, windowMs, threshold) => {
    const { at, metrics } = series;
    to = at.at(-1) ?? to;
    from = to - windowMs;
    limit = threshold;
    changes = series.changes.filter((change) => change.at >= from);
    for (const [latest, span, { metric }] of legends) {
      const { values = [], unit = '' } = metrics[metric] ?? {};
      const [text, range] = metric ? summarize(values, unit, bare) : [withUnit(threshold, 'messages', bare), ''];
      setText(latest, text);
      setText(span, range);
    }
    // The points span the complete window, with null where data is missing.
    chart.setData([at, ...drawn.map(({ metric }) => metrics[metric]?.values ?? at.map(() => threshold))]);
  };
}

// The words of the markers, complete and in order.
function listChanges({ changes }) {
  const items = changes
    .toReversed()
    .map((change) =>
      make(
        'li',
        {},
        make('span', { class: 'when' }, `${dayAndTime(change.at)} UTC`),
        make('span', {}, change.fields.map(fieldText).join(', ')),
        make('span', { class: 'quiet' }, byText(change)),
      ),
    );
  find('changes').replaceChildren(...items);
  find('no-changes').hidden = items.length > 0;
}

export function createCharts() {
  let draw = null;
  return (series, window, threshold) => {
    // uPlot measures its parent, so the charts are created when the panel is first visible.
    draw ??= CHARTS.map(createChart);
    listChanges(series);
    for (const each of draw) each(series, WINDOW_MS[window], threshold);
    const last = series.at.at(-1);
    const note = `Latest value: ${dayAndTime(last)} UTC, one every ${series.stepMs / 1000} s.`;
    setText(find('series-note'), last === undefined ? 'No data in this window.' : note);
  };
}
