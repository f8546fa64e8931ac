import { createHash } from 'node:crypto';
import { html, inlineElement, type Markup } from './markup.ts';

interface PageParts {
  readonly title: string;
  readonly main: Markup;
  readonly footer: Markup;
  readonly style: string;
  readonly script: string;
}

/** One self-contained HTML page; its content policy forbids any network access. */
export function renderPage({ title, main, footer, style, script }: PageParts): string {
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${createContentPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
${inlineElement('style', style)}
</head>
<body>
<a class="skip" href="#report">Skip to the report</a>
${renderTop()}
<main id="report" tabindex="-1">
${main}
</main>
${footer}
${inlineElement('script', script)}
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

/** Allows only the inline style and script of the page, each by its hash. */
function createContentPolicy(style: string, script: string): string {
  const [styles, scripts] = [style, script].map((text) => createHash('sha256').update(text, 'utf8').digest('base64'));
  return `default-src 'none'; style-src 'sha256-${styles}'; script-src 'sha256-${scripts}'; base-uri 'none'; form-action 'none'`;
}
