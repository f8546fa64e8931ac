import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Report } from '../../model/report.ts';
import type { ReportDetail } from '../view-model/arrange.ts';
import { foldCauses } from '../view-model/causes.ts';
import { describeCapacity } from '../view-model/count.ts';
import { assessReport, KIND_TITLES, type ReportVerdict } from '../view-model/verdict.ts';
import { renderFleetBar } from './figures.ts';
import { html, inlineElement, type Markup, NOTHING, name } from './markup.ts';
import { renderPipeSection } from './pipes.ts';
import REPORT_STYLE from './report.css?raw';
import REPORT_SCRIPT from './report-script.js?raw';
import { renderFacts, renderFindingSection, renderProblemSection, renderRolloutSection } from './sections.ts';

/**
 * A report as one self-contained HTML page; its content policy forbids any network access. The script only adds the
 * filter. Equal reports give equal bytes.
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
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${createContentPolicy(REPORT_STYLE, REPORT_SCRIPT)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${KIND_TITLES[report.kind]}${where}: ${verdict.headline}</title>
${inlineElement('style', REPORT_STYLE)}
</head>
<body>
<a class="skip" href="#pipes">Skip to the pipes</a>
${renderTop()}
<main>
${renderVerdict(report, verdict)}
${renderProblemSection('Errors', report.diagnostics.filter(isError))}${report.kind === 'run' ? renderRolloutSection(report) : null}
${renderPipeSection(report, { requests, summary })}
${summary ? null : renderFindingSection(report)}${renderProblemSection('Notes', others)}
</main>
${renderFacts(report)}
${inlineElement('script', REPORT_SCRIPT)}
</body>
</html>`}\n`;
}

/** The logo, and the choice of light or dark, which needs no script. */
function renderTop(): Markup {
  const themes = ['System', 'Light', 'Dark'].map((theme, index) => {
    const id = `theme-${theme.toLowerCase()}`;
    return html`<input type="radio" name="theme" id="${id}"${index === 0 ? html` checked` : null}><label for="${id}">${theme}</label>`;
  });
  return html`<header class="top">
<p class="mark"><svg aria-hidden="true" width="30" height="22" viewBox="0 0 30 22"><path d="M4 16h6a5 5 0 0 0 5-5 5 5 0 0 1 5-5h6"/><path class="flange" d="M2.5 11.500v9M27.500 1.500v9"/></svg>Pipeform</p>
<fieldset class="theme"><legend>Colors</legend>${themes}</fieldset>
</header>`;
}

function renderVerdict(report: Report, { variant, headline, detail }: ReportVerdict): Markup {
  const capacity = report.kind === 'plan' ? describeCapacity(report, '→') : '';
  const where = report.environment === null ? null : html` · ${name(report.environment)}`;
  return html`<section class="verdict t-${variant}" aria-labelledby="verdict">
<p class="kind">${KIND_TITLES[report.kind]}${where}</p>
<h1 id="verdict">${headline}</h1>
${detail === null ? null : html`<p>${detail}</p>`}
${renderFleetBar(report)}${capacity && html`<p class="capacity"><b>Capacity</b> ${capacity}</p>`}
</section>`;
}

/** Allows only the inline style and script of the page, each by its hash. */
function createContentPolicy(style: string, script: string): string {
  const [styles, scripts] = [style, script].map((text) => createHash('sha256').update(text, 'utf8').digest('base64'));
  return `default-src 'none'; style-src 'sha256-${styles}'; script-src 'sha256-${scripts}'; base-uri 'none'; form-action 'none'`;
}
