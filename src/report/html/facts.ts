import { listWords } from '../../model/list-words.ts';
import { DEFAULT_NAMING, type Naming } from '../../model/naming.ts';
import { formatNumber } from '../../model/number.ts';
import type { Base, Scope } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { count } from '../view-model/count.ts';
import { tellTargets } from '../view-model/recommendation-words.ts';
import { shortCommit } from '../view-model/short-commit.ts';
import { formatTook } from '../view-model/took.ts';
import { countTouched, type Touched } from '../view-model/touched.ts';
import { html, type Markup } from './markup.ts';
import { fact, moment, name } from './phrases.ts';

const HEADINGS = { plan: 'About this plan', drift: 'About this drift report', run: 'About this run' } as const;

/** Where, when, with what and of which part of the fleet the report was made. */
export function renderFacts(report: Report): Markup {
  return html`<section class="sheet" aria-labelledby="about">
<h2 id="about">${HEADINGS[report.kind]}</h2>
<dl class="facts">${[
    fact('Environment', report.environment === null ? 'none chosen' : name(report.environment)),
    fact('API', report.api === null ? 'not known' : html`<code>${name(report.api.url)}</code>`),
    fact('Organization', report.api === null ? null : html`<code>${name(report.api.organization)}</code>`),
    fact('Names', renderNaming(report.api?.naming)),
    fact('Compared with', report.base === null ? 'no git base' : renderBase(report.base)),
    ...renderTimes(report),
    fact('Made by', html`${report.tool.name} ${report.tool.version}`),
    ...(report.scope === null ? [] : renderScope(report.scope, report)),
  ]}</dl>
</section>`;
}

/** What requests call otherwise than the rest of the report. */
function renderNaming(naming: Naming | undefined): Markup | null {
  if (naming === undefined) return null;
  return html`<code>${name(naming.resource)}</code> for <code>${DEFAULT_NAMING.resource}</code>, <code>${name(naming.settingPrefix)}</code> for <code>${DEFAULT_NAMING.settingPrefix}</code> <span class="quiet">in requests</span>`;
}

function renderBase({ ref, commit }: Base): Markup {
  return html`${name(ref)} <code class="quiet">${shortCommit(commit)}</code>`;
}

function renderTimes(report: Report): readonly Markup[] {
  if (report.kind !== 'run') return [fact('Made at', moment(report.createdAt))];
  const took = formatTook(Date.parse(report.finishedAt) - Date.parse(report.startedAt));
  return [
    fact('Run', html`<code>${name(report.id)}</code>`),
    fact('Started at', moment(report.startedAt)),
    fact('Finished at', html`${moment(report.finishedAt)} <span class="quiet">after ${took}</span>`),
    fact('Interrupted', report.interrupted === null ? null : `by ${report.interrupted}`),
  ];
}

function renderScope(scope: Scope, report: Report): readonly Markup[] {
  const { fleet, shard, target, exclude, onlyOrigin, changeLimit } = scope;
  const patterns = (given: readonly string[]): Markup | null =>
    given.length === 0 ? null : html`${given.map((pattern) => html`<code>${name(pattern)}</code> `)}`;
  const touched = countTouched(report);
  const limit =
    changeLimit === null
      ? null
      : html`at most ${count(changeLimit.pipes, 'pipe')} <span class="quiet">(${changeLimit.rule})</span>`;
  return [
    fact('Fleet', `${count(fleet, 'pipe')}, ${formatNumber(report.summary.total)} in this report`),
    fact(touched.title, tellShare(touched)),
    fact('May change', limit),
    fact('Replica targets', tellTargets(report) || null),
    fact('Only', patterns(target)),
    fact('Without', patterns(exclude)),
    fact('Only origin', onlyOrigin === null ? null : listWords(onlyOrigin)),
    fact('Shard', shard === null ? null : `${shard.index} of ${shard.total}`),
  ];
}

/** `5 pipes, 29.4% of the fleet`. */
function tellShare({ pipes, percent, rolledBack }: Touched): string {
  const share = percent === null ? '' : `, ${percent} of the fleet`;
  const back = rolledBack === 0 ? '' : `; ${formatNumber(rolledBack)} of them rolled back`;
  return `${count(pipes, 'pipe')}${share}${back}`;
}
