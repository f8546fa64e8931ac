import type { RunStatus } from '../../model/run.ts';
import type { Style } from '../text/style.ts';

/** The words for an outcome, the same wherever a person reads it. */
export function statusWords(status: RunStatus): string {
  if (status === 'skipped') return 'not attempted';
  return status === 'rolled-back' ? 'rolled back' : status;
}

/** The colour of an outcome: never the only sign of it. */
export function paintStatus(style: Style, status: RunStatus, text: string): string {
  switch (status) {
    case 'applied':
      return style.green(text);
    case 'failed':
    case 'refused':
      return style.red(text);
    case 'unknown':
    case 'stale':
    case 'skipped':
    case 'rolled-back':
      return style.yellow(text);
    case 'unchanged':
      return style.dim(text);
  }
}
