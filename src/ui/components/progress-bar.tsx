import type { ReactNode } from 'react';
import type { Look } from '../look.ts';
import { percentOf } from '../words.ts';
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
  return <Bar {...rest} share={total === 0 ? 1 : done / total} label={progressLabel(done, total)} />;
}

/** ` 812/2000   40%`: as wide at the beginning as at the end. */
export function progressLabel(done: number, total: number): string {
  return `${String(done).padStart(String(total).length)}/${total}  ${String(percentOf(done, total)).padStart(3)}%`;
}
