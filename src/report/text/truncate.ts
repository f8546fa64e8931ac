import { splitGraphemes } from './graphemes.ts';
import { textWidth } from './text-width.ts';

/** Cut to at most so many terminal columns, with the ellipsis in place of what is missing. Wide characters stay whole. */
export function truncate(text: string, columns: number, ellipsis: string): string {
  if (textWidth(text) <= columns) return text;
  const room = columns - textWidth(ellipsis);
  if (room < 0) return '';
  let width = 0;
  let kept = '';
  for (const { segment } of splitGraphemes(text)) {
    width += textWidth(segment);
    if (width > room) break;
    kept += segment;
  }
  return kept + ellipsis;
}
