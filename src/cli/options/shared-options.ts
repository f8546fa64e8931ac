import { DEFAULT_WAIT_TIMEOUT_MS, LONGEST_MS } from '../../engine/options.ts';
import { isSeriesUnit, LONGEST_UNIT } from '../../model/number.ts';
import { ORIGINS } from '../../model/plan.ts';
import { GRANULARITIES } from '../../model/series.ts';
import { flag, type OptionValues, option, optionWithDefault, repeatable } from './option-spec.ts';
import {
  checked,
  choice,
  choices,
  DURATION,
  durationBetween,
  FILE,
  PIPE,
  SPAN,
  TEXT,
  TIME,
  UsageError,
  wholeNumber,
} from './value-types.ts';

export const OUT = option('--out <file>', FILE, 'save the report');

export const BASE = option(
  '--base <ref>',
  TEXT,
  'show for each difference whether it comes from this branch; REF... is the merge base',
);

export const ATTRIBUTION = {
  base: BASE,
  onlyOrigin: option(
    '--only-origin <origin>',
    choices(ORIGINS),
    'only differences of this origin: config, drift, conflict, adopt, or several with commas (needs --base)',
  ),
};

export const RECOMMEND = flag(
  '--recommend',
  'set replicas to the targets of their bands, from the series as they are now',
);

export const DETAILED_EXIT_CODE = { alias: '--expect-no-changes' };

/** The options of every command that writes to pipes. */
export const RUN_OPTIONS = {
  autoApprove: flag('--auto-approve', 'do not ask', { alias: '--yes' }),
  out: option('--out <file>', FILE, 'save the report of the run'),
  force: flag('--force', 'override policy (maxChangedPipes, maxReplicaFactor); never protection'),
  allowProtected: repeatable('--allow-protected <name>', PIPE, 'let a protected pipe change (repeatable)'),
  noWait: flag('--no-wait', 'read once after the writes instead of until every value shows; not with a rollout'),
  waitTimeout: optionWithDefault(
    '--wait-timeout <duration>',
    DURATION,
    'how long to read until every value shows',
    DEFAULT_WAIT_TIMEOUT_MS,
  ),
  continueOnError: flag('--continue-on-error', 'continue with the other pipes (default)', {
    conflictsWith: 'failFast',
  }),
  failFast: flag('--fail-fast', 'start no more pipes after one that fails'),
  lockTimeout: optionWithDefault(
    '--lock-timeout <duration>',
    durationBetween(0, LONGEST_MS, 'a duration up to 24h'),
    'how long to wait for another apply of this project',
    0,
  ),
};

/** What a fresh plan is made with. */
export interface FreshPlanOptions extends OptionValues<typeof ATTRIBUTION> {
  readonly recommend: boolean;
}

/** Throws UsageError for options about the making of a plan that cannot be combined. A saved plan is made already. */
export function checkPlanOptions(
  { base, onlyOrigin, recommend = false }: Omit<FreshPlanOptions, 'recommend'> & Partial<FreshPlanOptions>,
  isSaved = false,
): void {
  if (isSaved && (base !== null || recommend)) {
    throw new UsageError(
      `${base === null ? '--recommend' : '--base'} cannot be used with a saved plan.`,
      'Leave it out: the plan was made with it or without it.',
    );
  }
  if (!isSaved && onlyOrigin !== null && base === null) {
    throw new UsageError(
      '--only-origin needs --base REF.',
      'Name the commit to compare with, as in --base main: without it, the origin of a difference is unknown.',
    );
  }
}

export type RunOptions = OptionValues<typeof RUN_OPTIONS>;

const UNIT = checked(`1 to ${LONGEST_UNIT} visible characters`, 'Write it like messages or ms.', (text) =>
  isSeriesUnit(text) ? text : undefined,
);

/** More often would show nothing new: the shortest bucket is 30 s. */
const EVERY = durationBetween(1_000, LONGEST_MS, 'a duration from 1s to 24h');

export const SERIES_OPTIONS = {
  source: repeatable('--source <id>', TEXT, 'the source to query, once for all series or once for each (repeatable)'),
  agg: repeatable('--agg <fn>', TEXT, 'add a series of this function: avg, count, max, min, sum, … (repeatable)'),
  where: repeatable('--where <filter>', TEXT, 'what to count, once for all series or once for each (repeatable)'),
  groupBy: repeatable('--group-by <columns>', TEXT, 'a line for each value of these columns'),
  unit: repeatable(
    '--unit <text>',
    UNIT,
    'what the values count, such as ms; once for all series or once for each (repeatable)',
  ),
  since: option(
    '--since <duration>',
    SPAN,
    'how far back from now (default: 1h, or the window of the check if that is longer)',
  ),
  from: option('--from <time>', TIME, 'start at this time: ISO 8601, UTC unless it has a zone'),
  to: option('--to <time>', TIME, 'end at this time (default: now)'),
  granularity: option(
    '--granularity <size>',
    choice(GRANULARITIES),
    'the size of a bucket, 30s to 30d, or auto (default: the check’s, or auto)',
  ),
  maxBuckets: optionWithDefault('--max-buckets <n>', wholeNumber(1, 100_000), 'query at most this many buckets', 1_000),
  watch: flag('--watch', 'query again and again until interrupted'),
  every: option('--every <duration>', EVERY, 'with --watch: how often (default: 10s)'),
};

export type SeriesOptions = OptionValues<typeof SERIES_OPTIONS>;
