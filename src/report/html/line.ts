import type { Line, Span } from '../block.ts';
import { LONGEST_LINE } from '../view-model/format.ts';
import { renderSparkline } from './figures.ts';
import { badge, html, type Markup, moment, name, place, sentence } from './markup.ts';

export function renderLine(line: Line): Markup {
  return html`${line.map(renderSpan)}`;
}

function renderSpan(span: Span): Markup {
  if (typeof span === 'string') return html`${span}`;
  switch (span.kind) {
    case 'code':
      return html`<code>${name(span.text, span.limit)}</code>`;
    case 'sentence':
      return sentence(span.text, span.limit ?? LONGEST_LINE);
    case 'strong':
      return html`<b>${renderLine(span.line)}</b>`;
    case 'quiet':
      return html`<span class="quiet">${renderLine(span.line)}</span>`;
    case 'painted':
      return html`<b class="painted t-${span.style.variant}">${span.text}</b>`;
    case 'status':
      return badge(span.style);
    case 'place':
      return place(span.location);
    case 'time':
      return moment(span.iso);
    case 'request-id':
      return html`request id <code>${name(span.text)}</code>`;
    case 'sparkline':
      return renderSparkline(span.values, span.pass);
  }
}
