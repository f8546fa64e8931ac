import type { BacktestRow, Estimate } from '../src/model/size/sizing.ts';

const HEAD = [
  'rule',
  'headroom',
  'cost',
  'short',
  'slack',
  'changes a day',
  'out of memory',
  'worst cost',
  'worst short',
];

/** The rows of a world as Markdown: the table, and the front of each rule. */
export function renderWorld(world: string, rows: readonly BacktestRow[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(renderRow)];
  const fronts = rows.filter(({ front }) => front.length > 0).map(renderFront);
  return `\n## ${world}\n\n${lines.map(renderLine).join('')}\nFronts (headroom: cost at time short):\n\n${fronts.join('')}`;
}

function renderRow({ policy, headrooms, isWithinTarget, figures }: BacktestRow): readonly string[] {
  const { relativeCost, short, slack, changesPerDay, outOfMemory, worst } = figures;
  return [
    policy,
    headrooms.map((headroom) => percent(headroom, 0)).join(', ') + (isWithinTarget ? '' : ' (target missed)'),
    renderEstimate(relativeCost, (value) => value.toFixed(3)),
    renderEstimate(short, (value) => percent(value, 2)),
    percent(slack, 0),
    changesPerDay.toFixed(2),
    percent(outOfMemory, 3),
    `${worst.cost.relativeCost.toFixed(2)} (${worst.cost.pipe})`,
    `${percent(worst.short.share, 2)} (${worst.short.pipe})`,
  ];
}

function renderFront({ policy, front }: BacktestRow): string {
  const points = front.map(
    ({ headroom, relativeCost, short }) =>
      `${percent(headroom, 0)}: ${relativeCost.toFixed(2)} at ${percent(short, 2)}`,
  );
  return `- ${policy}: ${points.join('; ')}\n`;
}

function renderEstimate({ value, low, high }: Estimate, format: (value: number) => string): string {
  return `${format(value)} (${format(low)} to ${format(high)})`;
}

function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)}%`;
}

function renderLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
