import { DEFAULT_WAIT_TIMEOUT_MS, LONGEST_MS } from '../../engine/options.ts';
import { DAY_MS } from '../../model/clock.ts';
import { formatDuration } from '../../model/field/units.ts';
import { isSeriesUnit, LONGEST_UNIT } from '../../model/number.ts';
import { GRANULARITIES } from '../../model/observability/reader.ts';
import { BEHIND_ACTIONS, ORIGINS } from '../../model/origin.ts';
import type { Override } from '../../model/plan.ts';
import type { Target } from '../../publish/index.ts';
import type { GlobalOptions } from './global-options.ts';
import { flag, type OptionValues, option, optionWithDefault, repeatable, requiredOption } from './option-spec.ts';
import {
  checked,
  checkedText,
  choice,
  choices,
  DURATION,
  durationBetween,
  FILE,
  PIPE,
  SERVICE,
  SPAN,
  TEXT,
  TIME,
  UsageError,
  WEB_ADDRESS,
  wholeNumber,
} from './value-types.ts';

const PUBLISH_TARGETS: readonly Target['kind'][] = ['github-pr', 'gitlab-mr', 'github-issue', 'slack', 'webhook'];

/** The largest number that the services accept. */
const MAX_REQUESTS = 2_147_483_647;

const ATTRIBUTION = {
  base: option(
    '--base <ref>',
    TEXT,
    'show the origin of each difference, compared with this git ref; REF... is the merge base',
  ),
  onlyOrigin: option(
    '--only-origin <origin>',
    choices(ORIGINS),
    'only differences of these origins, with --base: config, schedule, drift, conflict',
  ),
};

const FRESH_PLAN = {
  ...ATTRIBUTION,
  behind: optionWithDefault(
    '--behind <action>',
    choice(BEHIND_ACTIONS),
    'when the branch lacks commits of the base that change the configuration: ignore, warn or refuse',
    'warn',
  ),
  reviewed: repeatable(
    '--reviewed <file>',
    FILE,
    'only updates that this reviewed plan has too, or another one (repeatable); apply does not ask then, and the exit code is 2 when there are others',
  ),
};

const REASON = checkedText(
  'a reason',
  'It is recorded in the plan, the run and the journal.',
  (text) => text.trim() !== '',
);

const OVERRIDES = {
  overrideFreeze: option(
    '--override-freeze <reason>',
    REASON,
    'apply during a freeze (policy.freeze); the reason is recorded',
  ),
  skipPromotion: option(
    '--skip-promotion <reason>',
    REASON,
    'apply values that are not promoted yet; the reason is recorded',
  ),
};

/** What `plan` and a fresh `apply` plan by. The command that a plan suggests has the same. */
export const PLANNING_OPTIONS = { ...FRESH_PLAN, ...OVERRIDES };

export type PlanningOptions = OptionValues<typeof PLANNING_OPTIONS>;

type FreshPlanOptions = OptionValues<typeof FRESH_PLAN>;

export function listOverrides({
  overrideFreeze,
  skipPromotion,
}: Pick<PlanningOptions, 'overrideFreeze' | 'skipPromotion'>): readonly Override[] {
  const overrides: Override[] = [];
  if (overrideFreeze !== null) overrides.push({ policy: 'freeze', reason: overrideFreeze });
  if (skipPromotion !== null) overrides.push({ policy: 'promotion', reason: skipPromotion });
  return overrides;
}

export const PULL_OPTIONS = {
  service: option(
    '--service <name>',
    SERVICE,
    'the service that owns these pipes (default: the only one of the configuration)',
  ),
  all: flag('--all', 'add every pipe of the service (needs api.listing)'),
  from: option('--from <file>', FILE, 'add the pipes whose ids are in this file, one per line; - reads stdin'),
  into: option('--into <file>', FILE, 'the file to write new pipes to (default: the root document)'),
  presets: flag('--presets', 'move values that new pipes have in common into presets'),
  accept: option(
    '--accept <side>',
    choice(['live', 'git'] as const),
    'live writes every live value to the files, git keeps every declared value; without it, pull shows the edits and writes nothing',
  ),
  dryRun: flag('--dry-run', 'print the changes to the files and write nothing'),
  ...ATTRIBUTION,
};

export type PullOptions = OptionValues<typeof PULL_OPTIONS>;

const AT = {
  at: option(
    '--at <time>',
    TIME,
    'compare with the scheduled sizes of this time: ISO 8601, UTC unless it has a zone (default: now)',
  ),
};

export const EXPLAIN_OPTIONS = {
  live: flag('--live', 'of a pipe: read it, and show its live values and how they differ'),
  base: ATTRIBUTION.base,
  at: option(
    '--at <time>',
    TIME,
    'of a pipe: show the scheduled sizes of this time: ISO 8601, UTC unless it has a zone',
  ),
};

export type ExplainOptions = OptionValues<typeof EXPLAIN_OPTIONS>;

const HISTORY = {
  history: option('--history <file>', FILE, 'add a line to this history file (see `pipeform history`)'),
};

const DETAIL_OPTIONS = {
  requests: flag('--requests', 'also show the body of each request (json always has it)'),
  summary: flag('--summary', 'show only counts, groups of equal changes and totals'),
};

const LINK = {
  link: option('--link <url>', WEB_ADDRESS, 'markdown: link to the whole report, such as the HTML page that CI keeps'),
};

export const SHOW_OPTIONS = { ...DETAIL_OPTIONS, ...LINK };

export type ShowOptions = OptionValues<typeof SHOW_OPTIONS>;

export const PLAN_OPTIONS = {
  ...FRESH_PLAN,
  ...AT,
  ...OVERRIDES,
  ...DETAIL_OPTIONS,
  ...LINK,
  out: option('--out <file>', FILE, 'save the plan; `apply FILE` applies it unchanged'),
  detailedExitcode: flag('--detailed-exitcode', 'exit with 2 when there is something to change', '--expect-no-changes'),
};

export type PlanCommandOptions = OptionValues<typeof PLAN_OPTIONS>;

/** The range goes from what a backtest needs to what observability APIs keep. */
const BACKTEST = durationBetween(21 * DAY_MS, 90 * DAY_MS, 'a duration from 21d to 90d', 'Write it like 35d.');

export const RECOMMEND_OPTIONS = {
  write: flag('--write', 'write the advised sizes into the files'),
  out: option('--out <file>', FILE, 'save the advice as JSON'),
  detailedExitcode: flag('--detailed-exitcode', 'exit with 2 when another size is advised'),
  backtest: option(
    '--backtest <duration>',
    BACKTEST,
    'replay so much of the past instead, such as 35d: what the advice of each week would have cost in the next, and how often it would have been short',
  ),
};

export type RecommendOptions = OptionValues<typeof RECOMMEND_OPTIONS>;

export const DRIFT_OPTIONS = {
  base: ATTRIBUTION.base,
  ...AT,
  out: option('--out <file>', FILE, 'save the report'),
  metrics: option('--metrics <file>', FILE, 'write metrics in the text format of Prometheus'),
  ...HISTORY,
  ...LINK,
};

export type DriftCommandOptions = OptionValues<typeof DRIFT_OPTIONS>;

export const RUN_OPTIONS = {
  ...DETAIL_OPTIONS,
  ...LINK,
  autoApprove: flag('--auto-approve', 'apply without asking', '--yes'),
  out: option('--out <file>', FILE, 'save the report of the run'),
  ...HISTORY,
  force: flag(
    '--force',
    'override policy limits (maxChangedPipes, maxReplicaFactor, maxMonthlyIncrease, unmanaged); never protection',
  ),
  allowProtected: repeatable('--allow-protected <name>', PIPE, 'allow changes to this protected pipe (repeatable)'),
  noWait: flag('--no-wait', 'do not wait for the new values: read each pipe once after its update; not with a rollout'),
  waitTimeout: optionWithDefault(
    '--wait-timeout <duration>',
    DURATION,
    'how long to wait for the new values, and while another operation on the pipe is in progress',
    DEFAULT_WAIT_TIMEOUT_MS,
  ),
  failFast: flag('--fail-fast', 'start no further pipes after a failure (default: continue with the others)'),
  lockTimeout: optionWithDefault(
    '--lock-timeout <duration>',
    durationBetween(0, LONGEST_MS, 'a duration up to 24h'),
    'how long to wait for another apply of this project',
    0,
  ),
};

export type RunOptions = OptionValues<typeof RUN_OPTIONS>;

export const ROLLBACK_OPTIONS = {
  ...RUN_OPTIONS,
  dryRun: flag('--dry-run', 'show what would be restored, ask nothing and write nothing'),
};

export type RollbackCommandOptions = OptionValues<typeof ROLLBACK_OPTIONS>;

const UNIT = checkedText(`1 to ${LONGEST_UNIT} visible characters`, 'Write it like messages or ms.', isSeriesUnit);

const LEVEL = checked('a number between 0 and 1', 'Write it like 0.95.', (text) =>
  /^0?\.\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined,
);

export const DEFAULT_SINCE_MS = 3_600_000;

export const SERIES_OPTIONS = {
  source: repeatable('--source <id>', TEXT, 'the source to query, once or for each --agg (repeatable)'),
  agg: repeatable('--agg <fn>', TEXT, 'add a series of this function: avg, count, max, min, sum, … (repeatable)'),
  where: repeatable(
    '--where <filter>',
    { ...TEXT, allowsEmpty: true },
    'filter the rows, once or for each --agg (repeatable)',
  ),
  whereLanguage: repeatable(
    '--where-language <name>',
    TEXT,
    'the language of --where, such as lucene or sql, once or for each --agg (repeatable)',
  ),
  field: repeatable(
    '--field <name>',
    TEXT,
    'what --agg aggregates, a column or a metric, once or for each --agg (repeatable)',
  ),
  metricName: repeatable('--metric-name <name>', TEXT, 'the metric, once or for each --agg (repeatable)'),
  metricDataType: repeatable(
    '--metric-data-type <type>',
    TEXT,
    'its type, such as gauge or sum, once or for each --agg (repeatable)',
  ),
  level: repeatable('--level <number>', LEVEL, 'which quantile, such as 0.95, once or for each --agg (repeatable)'),
  groupBy: repeatable('--group-by <columns>', TEXT, 'one line for each value of these columns'),
  unit: repeatable('--unit <text>', UNIT, 'the unit of the values, such as ms, once or for each --agg (repeatable)'),
  since: option(
    '--since <duration>',
    SPAN,
    `how far back from now (default: ${formatDuration(DEFAULT_SINCE_MS)}, or the window of the check if that is longer)`,
  ),
  from: option('--from <time>', TIME, 'start at this time: ISO 8601, UTC unless it has a zone'),
  to: option('--to <time>', TIME, 'end at this time (default: now)'),
  granularity: option(
    '--granularity <size>',
    choice(GRANULARITIES),
    'the size of a bucket, 30s to 30d, or auto (default: the check’s, or auto)',
  ),
  maxBuckets: optionWithDefault('--max-buckets <n>', wholeNumber(1, 100_000), 'query at most this many buckets', 1_000),
};

export type SeriesOptions = OptionValues<typeof SERIES_OPTIONS>;

export const HISTORY_OPTIONS = {
  since: option('--since <duration>', SPAN, 'how far back from now (default: all entries)'),
  from: option('--from <time>', TIME, 'start at this time: ISO 8601, UTC unless it has a zone'),
  to: option('--to <time>', TIME, 'end before this time'),
};

export type HistoryCommandOptions = OptionValues<typeof HISTORY_OPTIONS>;

export const APPLY_OPTIONS = {
  ...FRESH_PLAN,
  remediate: flag(
    '--remediate',
    'restore drifted fields without asking, within the limits of `remediation` (needs --base)',
  ),
  ...OVERRIDES,
  ...RUN_OPTIONS,
  noRollout: flag('--no-rollout', 'apply without waves and health checks'),
};

export type ApplyCommandOptions = OptionValues<typeof APPLY_OPTIONS>;

export const PUBLISH_OPTIONS = {
  to: requiredOption('--to <target>', choice(PUBLISH_TARGETS), PUBLISH_TARGETS.join(', ')),
  on: optionWithDefault(
    '--on <when>',
    choice(['always', 'changes', 'transition'] as const),
    'changes: post nothing for a report without differences, unless it replaces an earlier one; transition: post a drift report only when the state changed since the last one posted (needs --history)',
    'always',
  ),
  history: option('--history <file>', FILE, 'the history file that records what was posted'),
  id: option('--id <name>', TEXT, 'distinguishes several reports about one configuration on one page'),
  number: option(
    '--number <n>',
    wholeNumber(1, MAX_REQUESTS),
    'the pull or merge request (default: that of the CI job)',
  ),
  ...LINK,
  label: optionWithDefault('--label <name>', TEXT, 'the label of the issue', 'pipeform'),
};

export type PublishCommandOptions = OptionValues<typeof PUBLISH_OPTIONS>;

export const MERGE_OPTIONS = {
  out: option('--out <file>', FILE, 'save the joined report'),
  detailedExitcode: PLAN_OPTIONS.detailedExitcode,
};

export type MergeOptions = OptionValues<typeof MERGE_OPTIONS>;

/** Throws UsageError for options of a plan that cannot be combined, or that a saved plan does not take. */
export function checkPlanOptions(
  given: Pick<FreshPlanOptions, 'base' | 'onlyOrigin'> & Partial<FreshPlanOptions>,
  isSaved = false,
): void {
  const { base, behind = 'warn', onlyOrigin, reviewed = [] } = given;
  if (isSaved && reviewed.length > 0) {
    throw new UsageError(
      '--reviewed cannot be used with a saved plan, which is applied as it is.',
      'Leave out the saved plan; or make it with `pipeform plan --reviewed FILE --out PLAN`, and apply that.',
    );
  }
  if (isSaved && base !== null) {
    throw new UsageError(
      '--base cannot be used with a saved plan.',
      'Leave it out: it has an effect only when a plan is made.',
    );
  }
  if (behind === 'refuse' && base === null) {
    throw new UsageError('--behind refuse needs --base REF.', 'Name the branch to compare with, as in --base main.');
  }
  if (!isSaved && onlyOrigin !== null && base === null) {
    const isScheduled = onlyOrigin.includes('schedule');
    throw new UsageError(
      `--only-origin${isScheduled ? ' schedule' : ''} needs --base REF.`,
      isScheduled
        ? 'Name the commit that was applied last: a window that the configuration gained since then is not applied by the clock.'
        : 'Name the commit to compare with, as in --base main: without it, the origin of a difference is unknown.',
    );
  }
}

/** Throws UsageError for options that cannot be combined with `--remediate`. */
export function checkRemediation(
  { remediate, base, onlyOrigin, reviewed }: Pick<ApplyCommandOptions, keyof FreshPlanOptions | 'remediate'>,
  { shard }: Pick<GlobalOptions, 'shard'>,
  isSaved: boolean,
): void {
  if (!remediate) return;
  const refuse = (what: string, hint: string) => {
    throw new UsageError(`${what} cannot be used with --remediate.`, hint);
  };
  if (isSaved) refuse('A saved plan', 'Leave it out: --remediate makes a plan of its own.');
  if (onlyOrigin !== null) refuse('--only-origin', 'Leave it out: only drift is restored.');
  if (reviewed.length > 0) refuse('--reviewed', 'Leave it out: a remediation has bounds in place of a review.');
  if (shard !== null) refuse('--shard', 'Leave it out: remediation.maxPipes counts the whole fleet.');
  if (base !== null) return;
  throw new UsageError(
    '--remediate needs --base REF.',
    'Name the commit that was applied last: changes to the configuration since then are not drift.',
  );
}
