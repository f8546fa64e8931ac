/** How a figure is written. */
export type Unit = 'ms' | 'bytes' | 'share' | 'count' | 'cost';

interface Claim {
  readonly what: string;
  /** What the figure is compared with: a peer with its version, a physical limit or a bound. */
  readonly against: string;
  /** The largest ratio, or for a bound the largest figure, that meets the target. */
  readonly target: number;
  readonly unit: Unit;
}

/** One line of the table. */
export type Finding =
  | (Claim & { readonly kind: 'ratio'; readonly ours: number; readonly theirs: number })
  | (Claim & { readonly kind: 'bound'; readonly ours: number })
  /** The peer is not there. */
  | (Claim & { readonly kind: 'skipped'; readonly why: string })
  /** A row that could not be measured. */
  | { readonly kind: 'failed'; readonly what: string; readonly why: string };

export type Verdict = 'met' | 'missed' | 'skipped' | 'failed';

/** A figure that is no number is missed, never met. */
export function assessFinding(finding: Finding): Verdict {
  if (finding.kind === 'skipped' || finding.kind === 'failed') return finding.kind;
  return targetFigure(finding) <= finding.target ? 'met' : 'missed';
}

/** What is compared with the target: the ratio, or for a bound the figure itself. */
export function targetFigure(finding: Extract<Finding, { kind: 'ratio' | 'bound' }>): number {
  return finding.kind === 'ratio' ? finding.ours / finding.theirs : finding.ours;
}

/** 1 when a target was missed or a row failed; a peer that is not there is no failure. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 {
  return findings.some((finding) => ['missed', 'failed'].includes(assessFinding(finding))) ? 1 : 0;
}

/**
 * The middle figure; of an even number of them, the mean of the middle two.
 * @throws RangeError when there is none.
 */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('no figures to take the median of');
  return (lower + upper) / 2;
}
