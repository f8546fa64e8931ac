import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Report } from '../../model/report.ts';
import type { ReportDetail } from '../view-model/arrange.ts';
import { dropUnattempted } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { describeCapacity } from '../view-model/count.ts';
import { assessReport, nameReport, type ReportVerdict } from '../view-model/verdict.ts';
import { renderFleetBar } from './figures.ts';
import { html, type Markup, NOTHING, name } from './markup.ts';
import { renderPage } from './page.ts';
import { renderPipeSection } from './pipes.ts';
import REPORT_STYLE from './report.css?raw';
import REPORT_SCRIPT from './report-script.js?raw';
import { renderFacts, renderFindingSection, renderProblemSection, renderRolloutSection } from './sections.ts';

/**
 * A report as one self-contained HTML page. The script only adds the filter. Equal reports give equal bytes.
 */
export function renderHtml(
  given: Report,
  { requests = false, summary = false, isFull = false }: Partial<ReportDetail> = {},
): string {
  const report = isFull ? given : foldCauses(given);
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  const others = report.diagnostics.filter((diagnostic) => !isError(diagnostic));
  const verdict = assessReport(report);
  const where = report.environment === null ? NOTHING : html`, ${report.environment}`;
  return renderPage({
    title: html`${nameReport(report)}${where}: ${verdict.headline}`,
    skip: html`<a class="skip" href="#pipes">Skip to the pipes</a>`,
    main: html`${renderVerdict(report, verdict)}
${renderProblemSection('Errors', report.diagnostics.filter(isError))}${report.kind === 'run' ? renderRolloutSection(report) : null}
${renderPipeSection(dropUnattempted(report), { requests, summary })}
${summary ? null : renderFindingSection(report)}${renderProblemSection('Notes', others)}`,
    footer: renderFacts(report),
    style: REPORT_STYLE,
    script: REPORT_SCRIPT,
  });
}

function renderVerdict(report: Report, { variant, headline, detail }: ReportVerdict): Markup {
  const capacity = report.kind === 'plan' ? describeCapacity(report, '→') : '';
  const where = report.environment === null ? null : html` · ${name(report.environment)}`;
  return html`<section class="verdict t-${variant}" aria-labelledby="verdict">
<p class="kind">${nameReport(report)}${where}</p>
<h1 id="verdict">${headline}</h1>
${detail === null ? null : html`<p>${detail}</p>`}
${renderFleetBar(report)}${capacity && html`<p class="capacity"><b>Capacity</b> ${capacity}</p>`}
</section>`;
}
