/* global uPlot */
/** The charts of one pipe, drawn by uPlot, each with a text that says the same. */

import { find, lineKey, make, safeText, setText } from './dom.js';
import { amount, compact, day, dayAndTime, minuteOfDay, NOTHING, percent, timeOfDay } from './format.js';

const HEIGHT = 190;
const DAY_MS = 86_400_000;
const DASH = [6, 4];

const LINES = {
  lag: [{ metric: 'lag', title: 'Lag', role: 'first' }],
  rate: [
    { metric: 'throughput', title: 'Throughput', role: 'first' },
    { metric: 'arrivals', title: 'Arrivals', role: 'second' },
  ],
  utilization: [{ metric: 'utilization', title: 'Utilization', role: 'first' }],
  errors: [{ metric: 'errors', title: 'Errors', role: 'first' }],
};

const color = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name);

// Utilization is shown in percent; every other metric in the unit that the sandbox names.
function formatterOf(metric, { unit = '' } = {}) {
  if (metric === 'utilization') return percent;
  return (value) => (value === null ? NOTHING : `${amount(value)} ${safeText(unit)}`.trim());
}

function summarize(values, bare, format) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return ['no data', 'in this window'];
  const [least, most] = known.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
  return [format(values.at(-1) ?? null), `min ${bare(least)}, max ${bare(most)}`];
}

function createLegend(list, lines) {
  const items = lines.map(({ title, role }) => {
    const [latest, span] = [make('strong', {}), make('span', { class: 'quiet' })];
    list.append(make('li', {}, lineKey(role), make('span', {}, title), latest, span));
    return { latest, span };
  });
  return (index, [latest, span]) => {
    setText(items[index].latest, latest);
    setText(items[index].span, span);
  };
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

function lineOf({ role, dash }) {
  const stroke = color(`--line-${role}`);
  const fill = role === 'first' ? { fill: color('--area') } : {};
  return { stroke, width: 2, points: { show: false, size: 5 }, ...(dash ? { dash } : {}), ...fill };
}

function createChart(figure) {
  const key = figure.dataset.chart;
  const [plot, readout, list] = ['.plot', '.readout', '.legend'].map((part) => figure.querySelector(part));
  const lines = LINES[key];
  const isShare = key === 'utilization';
  const bare = isShare ? percent : amount;
  const withThreshold = key === 'lag';
  const legend = createLegend(list, withThreshold ? [...lines, { title: 'Alert above', role: 'threshold' }] : lines);
  let [from, to, formats] = [0, 1, []];

  const showReadout = (chart) => {
    const { idx } = chart.cursor;
    const at = idx === null || idx === undefined ? undefined : chart.data[0][idx];
    if (at === undefined) return setText(readout, '');
    const values = lines.map((_, index) => bare(chart.data[index + 1][idx] ?? null));
    setText(readout, [`${timeOfDay(at)} UTC`, ...values].join(' · '));
  };
  const drawn = [
    ...lines.map((line) => lineOf(line.role === 'second' ? { ...line, dash: DASH } : line)),
    ...(withThreshold ? [lineOf({ role: 'threshold', dash: [2, 4] })] : []),
  ];
  const chart = new uPlot(
    {
      width: plot.clientWidth,
      height: HEIGHT,
      ms: 1,
      tzDate: (at) => uPlot.tzDate(new Date(at), 'UTC'),
      legend: { show: false },
      padding: [10, 22, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'pipe' }, points: { size: 7 } },
      scales: {
        x: { time: true, range: () => [from, to] },
        y: { range: (_, __, most) => [0, isShare ? Math.max(1, most ?? 0) : Math.max(1, (most ?? 0) * 1.08)] },
      },
      axes: axes(isShare),
      series: [{}, ...drawn],
      hooks: { setCursor: [showReadout] },
    },
    [[], ...drawn.map(() => [])],
    plot,
  );
  new ResizeObserver(() => {
    if (plot.clientWidth > 0) chart.setSize({ width: plot.clientWidth, height: HEIGHT });
  }).observe(plot);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart.redraw(false, true));

  return ({ at, stepMs, metrics }, windowMs, threshold) => {
    to = at.at(-1) ?? to;
    from = to - windowMs;
    const values = lines.map(({ metric }) => metrics[metric]?.values ?? at.map(() => null));
    formats = lines.map(({ metric }) => formatterOf(metric, metrics[metric]));
    for (const [index, each] of values.entries()) legend(index, summarize(each, bare, formats[index]));
    if (withThreshold) legend(lines.length, [formats[0](threshold), '']);
    // A line needs two points; the threshold reaches over the whole window, wherever the data begins.
    const times = at.length > 0 && at[0] > from + stepMs ? [from, ...at] : at;
    const padded = values.map((each) => (times === at ? each : [null, ...each]));
    chart.setData([times, ...padded, ...(withThreshold ? [times.map(() => threshold)] : [])]);
  };
}

const WINDOW_MS = { '15m': 900_000, '1h': 3_600_000, '6h': 21_600_000, '24h': DAY_MS };

export function createCharts() {
  let draw = null;
  return (series, window, threshold) => {
    // uPlot measures where it is put, so the charts are made when the panel is seen for the first time.
    draw ??= [...document.querySelectorAll('[data-chart]')].map(createChart);
    for (const each of draw) each(series, WINDOW_MS[window], threshold);
    const last = series.at.at(-1);
    setText(
      find('series-note'),
      last === undefined
        ? 'No data in this window.'
        : `Latest value: ${dayAndTime(last)} UTC, one every ${series.stepMs / 1000} s.`,
    );
  };
}
