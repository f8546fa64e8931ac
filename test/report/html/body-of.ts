import REPORT_STYLE from '../../../src/report/html/report.css?raw';
import REPORT_SCRIPT from '../../../src/report/html/report-script.js?raw';

/** What every page has. */
export const STYLE: string = REPORT_STYLE;
export const SCRIPT: string = REPORT_SCRIPT;

/** The page without its style and script. */
export function bodyOf(page: string): string {
  return page
    .replace(STYLE, '\n')
    .replace(SCRIPT, '\n')
    .replace(/sha256-[\w+/=]+/g, 'sha256-…');
}

/** What is in the frame that all pages have. */
export function mainOf(page: string): string {
  return bodyOf(page).replace(/^[\s\S]*<main[^>]*>\n|<\/?main>|<script>[\s\S]*$/g, '');
}
