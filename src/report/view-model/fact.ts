import { formatMinute } from '../../model/clock.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import { count, formatNumber, formatPercent, shortList } from '../../model/number.ts';
import { type Coverage, isRefusedAsWhole, type Plan, shortCommit } from '../../model/plan.ts';
import { isOfPolicy } from '../../model/policy-findings.ts';
import type { Report } from '../../model/report.ts';
import { mayHaveWritten, type RequestRecord } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import type { Block, Fact, Line } from '../block.ts';
import { describeCapacity } from './capacity.ts';
import { explainClamped } from './change.ts';
import { describeCost } from './cost.ts';
import { summarizeFindings } from './finding.ts';
import { countWords, joinParts } from './format.ts';
import { listSpans } from './problem.ts';
import type { ReportPipe } from './report-pipe.ts';
import { countAttempts, formatRunTime, sortRequests } from './request.ts';
import { countedPipes } from './section.ts';
import { joinSpans } from './span.ts';
import { STATUS_STYLES } from './status.ts';

/** `Environment production, organization 7c0e…, API https://api.example.com, compared with origin/main (4f2a9c1e8b7d)`. */
export function composeWhere({ environment, api, base, scope }: Report): readonly Block[] {
  if (api === null) return [];
  const declared = listSpans(
    (scope?.environments ?? []).map((text) => ({ kind: 'code', text })),
    MAX_NAMES,
  );
  const chosen: Line =
    environment !== null
      ? ['Environment ', { kind: 'code', text: environment }, ', ']
      : declared.length > 0
        ? ['No environment is chosen: the configuration has ', ...declared, '. ']
        : [];
  const compared: Line =
    base === null
      ? []
      : [', compared with ', ...nameRef(base.ref), ' (', { kind: 'code', text: shortCommit(base.commit) }, ')'];
  const line: Line = [
    ...chosen,
    environment === null ? 'Organization ' : 'organization ',
    { kind: 'code', text: api.organization },
    ', API ',
    { kind: 'code', text: api.url },
    ...compared,
  ];
  return [{ kind: 'paragraph', line: [{ kind: 'quiet', line }] }];
}

const MAX_NAMES = 5;

const MERGE_BASE = /\.\.\.$/;

function nameRef(ref: string): Line {
  const name = { kind: 'code', text: ref.replace(MERGE_BASE, '') } as const;
  return MERGE_BASE.test(ref) ? ['the merge base with ', name] : [name];
}

/** The numbers that a reviewer needs, without those that the result has. */
export function composeFacts(report: Report): readonly Block[] {
  const affected = countAffected(report);
  const coverage = report.kind === 'run' || report.coverage.length === 0 ? '' : summarizeCoverage(report.coverage);
  const facts = [
    fact(
      'Bands',
      explainClamped(
        report.kind,
        countedPipes(report).flatMap(({ changes }) => changes),
      ) ?? '',
    ),
    fact(affected.title, affected.share),
    fact('Policy', summarizePolicy(report)),
    // The result of a drift report has them.
    fact('Alerts', report.kind === 'plan' ? summarizeFindings(report.checks) : ''),
    { label: 'Coverage', value: coverage === '' ? [] : [{ kind: 'sentence', text: coverage } as const] },
    fact('Capacity', report.kind === 'run' ? '' : describeCapacity(report)),
    fact('Cost', report.kind === 'run' ? '' : describeCost(report)),
    fact('Sizes', report.kind === 'run' ? '' : describeSchedule(report)),
    { label: 'Part', value: describeScope(report) },
    fact('Interrupted', report.kind === 'run' && report.interrupted ? `by ${report.interrupted}` : ''),
  ];
  return listFacts(facts);
}

/** These are facts that a reader of a whole page looks up: times, ids and versions. */
export function composeAbout(report: Report): readonly Block[] {
  const { api, scope, tool, summary } = report;
  const run = report.kind === 'run' ? report : null;
  const requests = run && sortRequests(run);
  const { naming } = api ?? {};
  return listFacts(
    [
      { label: 'Made at', value: report.kind === 'run' ? [] : [{ kind: 'time', iso: report.createdAt }] },
      { label: 'Run', value: run === null ? [] : [{ kind: 'code', text: run.id }] },
      { label: 'Started at', value: run === null ? [] : [{ kind: 'time', iso: run.startedAt }] },
      {
        label: 'Finished at',
        value: run === null ? [] : [{ kind: 'time', iso: run.finishedAt }, ` after ${formatRunTime(run)}`],
      },
      fact('Updates', summarizeOutcomes(requests?.update ?? [])),
      fact('Rollback', summarizeOutcomes(requests?.rollback ?? [])),
      fact('Made by', `${tool.name} ${tool.version}`),
      fact(
        'Fleet',
        scope === null ? '' : `${count(scope.fleet, 'pipe')}, ${formatNumber(summary.total)} in this report`,
      ),
      {
        label: 'Names in requests',
        value:
          naming === undefined
            ? []
            : [
                { kind: 'code', text: naming.resource },
                ` for ${DEFAULT_NAMING.resource}, `,
                { kind: 'code', text: naming.settingPrefix },
                ` for ${DEFAULT_NAMING.settingPrefix}`,
              ],
      },
    ],
    'detail',
  );
}

/** `text`: our words. */
export function fact(label: string, text: string): Fact {
  return { label, value: text === '' ? [] : [text] };
}

/** Facts without a value are left out. */
export function listFacts(facts: readonly Fact[], weight: 'main' | 'detail' = 'main'): readonly Block[] {
  const known = facts.filter(({ value }) => value.length > 0);
  return known.length === 0 ? [] : [{ kind: 'facts', facts: known, weight }];
}

/** `refuses the plan (too-many-changes)`, `refuses 2 pipes (protected-pipe)`, `passed`; empty when no policy applies. */
function summarizePolicy(report: Report): string {
  if (report.kind === 'drift') return '';
  const { pipes } = report;
  const refused = pipes.filter((pipe) => listRefusals(pipe).length > 0);
  const codes = new Set([report, ...refused].flatMap(listRefusals));
  const hasLimit = report.scope !== null && (report.scope.changeLimit !== null || report.scope.costLimit !== undefined);
  if (codes.size === 0) return hasLimit ? 'passed' : '';
  const what = isRefusedAsWhole(report) ? `the ${report.kind}` : count(refused.length, 'pipe');
  return `refuses ${what} (${[...codes].join(', ')})`;
}

/** Only of policies: a pipe is also refused when it is not the one that the configuration means. */
function listRefusals({ diagnostics }: Pick<ReportPipe, 'diagnostics'>): readonly string[] {
  return diagnostics.filter((one) => one.severity === 'error' && isOfPolicy(one)).map(({ code }) => code);
}

/** `at 2026-11-28 07:00 UTC; next scheduled change 2026-11-28 20:00 Europe/Berlin: 12 pipes`; empty without schedules. */
export function describeSchedule({ schedule }: Pick<Plan, 'schedule'>): string {
  if (schedule === undefined) return '';
  const { at, next } = schedule;
  const change =
    next === null
      ? 'no scheduled change'
      : `next scheduled change ${formatMinute(Date.parse(next.at), next.timezone)}: ${count(next.pipes, 'pipe')}`;
  return `at ${formatMinute(Date.parse(at))}; ${change}`;
}

const MAX_PATTERNS = 5;
const LONGEST_PATTERN = 40;

/** The selected part of the fleet; empty for the complete fleet. */
function describeScope({ scope, summary }: Report): Line {
  if (scope === null) return [];
  const { shard, target, exclude, onlyOrigin, fleet } = scope;
  const patterns = (words: string, list: readonly string[]): Line =>
    list.length === 0
      ? []
      : [
          words,
          ...listSpans(
            list.map((text) => ({ kind: 'code', text, limit: LONGEST_PATTERN })),
            MAX_PATTERNS,
          ),
        ];
  const parts: readonly Line[] = [
    shard === null
      ? []
      : [`shard ${shard.index} of ${shard.total}: ${formatNumber(summary.total)} of ${count(fleet, 'pipe')}`],
    patterns('only ', target),
    patterns('without ', exclude),
    onlyOrigin === null ? [] : [`only changes of origin ${onlyOrigin.join(' and ')}`],
  ];
  return joinSpans(parts, '; ');
}

/** `5 requests accepted and 1 rejected; 7 attempts in all`; empty without requests. */
function summarizeOutcomes(records: readonly RequestRecord[]): string {
  if (records.length === 0) return '';
  const counts = Object.values(STATUS_STYLES.request).map(({ status, label }) => {
    return { number: records.filter(({ outcome }) => outcome === status).length, words: label };
  });
  return `${countWords('request', counts)}; ${count(countAttempts(records), 'attempt')} in all`;
}

const AFFECTED: Readonly<Record<Report['kind'], string>> = {
  plan: 'Would change',
  drift: 'Drifted',
  run: 'Written to',
};

/**
 * The pipes that a plan would change, that drifted, or that a run may have written to. `share`: of the complete fleet, not of
 * the selection, and how many pipes a policy allows: `5 of 15 pipes of the fleet (33.3%); the policy allows 7`; empty for none.
 */
export function countAffected(report: Report): Readonly<Record<'title' | 'share', string>> {
  const title = AFFECTED[report.kind];
  const pipes = report.kind === 'run' ? report.pipes.filter(mayHaveWritten).length : countedPipes(report).length;
  if (report.scope === null || report.scope.fleet === 0 || pipes === 0) return { title, share: '' };
  const { fleet, changeLimit } = report.scope;
  const rolledBack = report.kind === 'run' ? report.summary['rolled-back'] : 0;
  const parts = [
    `${formatNumber(pipes)} of ${count(fleet, 'pipe')} of the fleet (${formatPercent(pipes, fleet)})`,
    changeLimit === null ? '' : `the policy allows ${formatNumber(changeLimit.pipes)}`,
    rolledBack === 0 ? '' : `${formatNumber(rolledBack)} of them rolled back`,
  ];
  return { title, share: joinParts(parts, '; ') };
}

const MAX_SERVICES = 10;
const MAX_GONE = 5;

/** `analytics 57 of 60 live pipes managed, gone: orders; billing 12 of 12`; empty without `api.listing`. */
export function summarizeCoverage(coverage: readonly Coverage[]): string {
  const services = coverage.map(({ service, managed, unmanaged, gone }, index) => {
    const total = managed + unmanaged.length;
    const what = index === 0 ? ` live ${total === 1 ? 'pipe' : 'pipes'} managed` : '';
    const missing = gone.length === 0 ? '' : `, gone: ${shortList(gone.map(safeText), MAX_GONE)}`;
    return `${safeText(service)} ${formatNumber(managed)} of ${formatNumber(total)}${what}${missing}`;
  });
  const more = services.length - MAX_SERVICES;
  return [...services.slice(0, MAX_SERVICES), ...(more > 0 ? [`${formatNumber(more)} more services`] : [])].join('; ');
}
