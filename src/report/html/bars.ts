import type { Tone } from '../view-model/status-look.ts';
import { html, type Markup } from './markup.ts';

/** One part of a bar: as long as its amount is of the whole. */
export interface BarPart {
  readonly tone: Tone;
  readonly amount: number;
}

/** Narrower parts would not be seen at all, and one failed pipe of ten thousand must be. */
const NARROWEST = 0.6;

/**
 * A bar of parts, one after the other, as long as they are of `whole`. It has no words: the numbers stand beside it in the
 * text, or `label` says them.
 */
export function renderBar(parts: readonly BarPart[], whole: number, label: string | null): Markup {
  const shown = parts.filter(({ amount }) => amount > 0);
  const widths = shown.map(({ amount }) => Math.max(NARROWEST, (amount / whole) * 100));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const scale = total > 100 ? 100 / total : 1;
  let x = 0;
  const rects = shown.map(({ tone }, index) => {
    const width = (widths[index] ?? 0) * scale;
    const rect = html`<rect class="f-${tone}" x="${percent(x)}" y="0" width="${percent(width)}" height="100%"/>`;
    x += width;
    return rect;
  });
  const role = label === null ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`;
  return html`<svg class="bar" ${role} width="100%" height="100%">${rects}</svg>`;
}

/** From one amount to another on a track that is `whole` long. The numbers stand beside it in the text. */
export function renderMove(before: number, after: number, whole: number): Markup {
  const at = (amount: number): string => percent(3 + (amount / whole) * 94);
  const tone = after > before ? 'act' : 'warn';
  return html`<svg class="move" aria-hidden="true" width="100%" height="16"><line class="track" x1="3%" x2="97%" y1="8" y2="8"/><line class="s-${tone}" x1="${at(before)}" x2="${at(after)}" y1="8" y2="8"/><circle class="from" cx="${at(before)}" cy="8" r="4"/><circle class="f-${tone}" cx="${at(after)}" cy="8" r="5.5"/></svg>`;
}

function percent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}
