import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import type { Look } from '../look.ts';
import { percentOf, sayProgress } from '../words.ts';
import { Bar } from './bar.tsx';

interface ProgressBarProps {
  readonly look: Look;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly columns: number;
}

/** A bar of things that are counted. */
export function ProgressBar({ done, total, ...rest }: ProgressBarProps): ReactNode {
  const share = total === 0 ? 1 : done / total;
  return <Bar {...rest} share={share} label={progressLabel(done, total)} says={sayProgress(rest.title, done, total)} />;
}

/** ` 812/2,000   40%`: as wide at the beginning as at the end. */
export function progressLabel(done: number, total: number): string {
  const [part, whole] = [formatNumber(done), formatNumber(total)];
  return `${part.padStart(whole.length)}/${whole}  ${String(percentOf(done, total)).padStart(3)}%`;
}
