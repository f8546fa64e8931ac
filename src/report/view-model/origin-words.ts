import { type Change, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Tone } from './status-look.ts';

interface OriginWords {
  readonly tone: Tone;
  /** Beside one change. */
  readonly short: string;
  /** What it means, in whole sentences. */
  readonly meaning: string;
}

export const ORIGIN_WORDS: Readonly<Record<Origin, OriginWords>> = {
  config: {
    tone: 'act',
    short: 'changed by this branch',
    meaning: 'The configuration asks for something new; the live value is still what was asked for at the base.',
  },
  drift: {
    tone: 'warn',
    short: 'changed live',
    meaning: 'The configuration asks for what it asked for at the base; the live value was moved behind git’s back.',
  },
  conflict: {
    tone: 'bad',
    short: 'changed in both',
    meaning:
      'The configuration asks for something new, and the live value is no longer what was asked for at the base.',
  },
  adopt: {
    tone: 'odd',
    short: 'newly managed',
    meaning: 'The configuration did not manage this field at the base, and does now.',
  },
};

/** The origins that changes have, each once, in the order of the legend; none without `--base`. */
export function originsIn(changes: readonly Change[]): readonly Origin[] {
  const found = new Set(changes.map(({ origin }) => origin));
  return ORIGINS.filter((origin) => found.has(origin));
}
