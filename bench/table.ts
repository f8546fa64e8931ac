import { assessFinding, type Finding, targetFigure, type Unit, type Verdict } from './finding.ts';

const HEAD = ['what', 'Pipeform', 'against', 'that', 'ratio', 'at most', 'verdict'];

/** The two lines that a Markdown table begins with. */
export function renderHead(): string {
  return renderLine(HEAD) + renderLine(HEAD.map(() => '---'));
}

/** One line of the table. */
export function renderFinding(finding: Finding): string {
  if (finding.kind === 'failed') return renderLine([finding.what, '', '', '', '', '', `failed: ${finding.why}`]);
  const { what, against, target, unit } = finding;
  const atMost = finding.kind === 'bound' ? renderFigure(target, unit) : target.toFixed(2);
  if (finding.kind === 'skipped') return renderLine([what, '', against, '', '', atMost, `skipped: ${finding.why}`]);
  const ours = renderFigure(finding.ours, unit);
  if (finding.kind === 'bound') return renderLine([what, ours, against, '', '', atMost, assessFinding(finding)]);
  const theirs = renderFigure(finding.theirs, unit);
  const ratio = renderRatio(targetFigure(finding), target);
  return renderLine([what, ours, against, theirs, ratio, atMost, assessFinding(finding)]);
}

/** How many targets were met, missed, skipped or could not be measured, in one line. */
export function renderSummary(findings: readonly Finding[]): string {
  const counts = new Map<Verdict, number>();
  for (const verdict of findings.map(assessFinding)) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const parts = [...counts].map(([verdict, count]) => `${count} ${verdict}`);
  return `${findings.length} targets: ${parts.join(', ')}.\n`;
}

function renderFigure(figure: number, unit: Unit): string {
  if (unit === 'ms') return figure < 1_000 ? `${figure.toFixed(0)} ms` : `${(figure / 1_000).toFixed(2)} s`;
  if (unit === 'bytes') return `${(figure / 1e6).toFixed(0)} MB`;
  if (unit === 'cost') return figure.toFixed(0);
  return unit === 'share' ? `${(figure * 100).toFixed(2)}%` : String(figure);
}

// Two digits would write 1.402 like a target of 1.40 that it misses, and say little of 0.018.
function renderRatio(ratio: number, target: number): string {
  const short = ratio.toFixed(2);
  return target < 0.1 || (ratio !== target && short === target.toFixed(2)) ? ratio.toFixed(4) : short;
}

function renderLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |\n`;
}
