import { createHash } from 'node:crypto';
import type { Report } from '../../model/report.ts';
import { foldCauses } from '../view-model/causes.ts';
import { assessReport, KIND_TITLES, type ReportVerdict } from '../view-model/verdict.ts';
import { renderCapacity, renderFleetBar } from './figures.ts';
import { html, inlineElement, type Markup, NOTHING, name } from './markup.ts';
import { renderPipeSection } from './pipes.ts';
import REPORT_STYLE from './report.css?raw';
import REPORT_SCRIPT from './report-script.js?raw';
import { renderFacts, renderFindingSection, renderProblemSection, renderRolloutSection } from './sections.ts';

/**
 * A report as one self-contained HTML page; its content policy forbids any network access. The script only adds search and
 * filters. Equal reports give equal bytes.
 */
export function renderHtml(given: Report): string {
  const report = foldCauses(given);
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
${renderProblemSection(report.diagnostics)}
${renderFindingSection(report)}${report.kind === 'run' ? renderRolloutSection(report) : null}${renderFacts(report)}
${renderCapacity(report)}
${renderPipeSection(report)}
</main>
<footer><p>${report.tool.name} ${report.tool.version}. This page is one file and loads nothing.</p></footer>
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
  const where =
    report.environment === null ? null : html` <span class="environment">${name(report.environment)}</span>`;
  return html`<section class="verdict t-${variant}" aria-labelledby="verdict">
<p class="kind">${KIND_TITLES[report.kind]}${where}</p>
<h1 id="verdict">${headline}</h1>
${detail === null ? null : html`<p class="lead">${detail}</p>`}
${renderFleetBar(report)}
</section>`;
}

/** Allows only the inline style and script of the page, each by its hash. */
function createContentPolicy(style: string, script: string): string {
  const [styles, scripts] = [style, script].map((text) => createHash('sha256').update(text, 'utf8').digest('base64'));
  return `default-src 'none'; style-src 'sha256-${styles}'; script-src 'sha256-${scripts}'; base-uri 'none'; form-action 'none'`;
}
