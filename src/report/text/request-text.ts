import type { PlannedRequest } from '../../model/plan.ts';
import { safeJson } from '../../model/safe-json.ts';
import { count, nameRequest, sectionOf } from '../view-model/count.ts';
import { cutText, textWidth } from './fit-text.ts';
import type { Style } from './style.ts';

/** Lines of a request body are filled up to this column, or to the edge of a terminal that is narrower. */
const MOST_COLUMNS = 100;

/** What is sent is sent whole; what is shown of a longer value is its beginning. */
const LONGEST_VALUE = 80;

/**
 * A numbered request with its body as it will be sent: on one line when it fits, else filled lines between the braces.
 * What changes, which are the `changed` keys, is bold; unchanged values are sent along, and counted.
 */
export function renderRequest(
  request: PlannedRequest,
  number: number,
  changed: ReadonlySet<string>,
  style: Style,
): string {
  const isChange = (key: string): boolean => changed.has(`${sectionOf(request.method)}.${key}`);
  const keys = Object.keys(request.body);
  const members = keys.map((key, index) => {
    const value = cutText(safeJson(request.body[key] ?? null, 0), LONGEST_VALUE);
    const text = `${cutText(safeJson(key, 0), LONGEST_VALUE)}: ${value}${index < keys.length - 1 ? ',' : ''}`;
    return { width: textWidth(text), text: isChange(key) ? style.bold(text) : text };
  });
  const kept = keys.filter((key) => !isChange(key)).length;
  const note = kept === 0 ? '' : `  (${count(kept, 'unchanged value')} included)`;

  const columns = Math.min(MOST_COLUMNS, style.columns ?? MOST_COLUMNS);
  const start = `    ${number}. ${nameRequest(request)} {`;
  const width = members.reduce((sum, member) => sum + 1 + member.width, start.length + 2 + note.length);
  if (width <= columns) return `${start} ${members.map(({ text }) => text).join(' ')} }${style.dim(note)}`;
  const indent = '         ';
  return [
    start,
    ...fillLines(members, columns - indent.length).map((line) => indent + line),
    `       }${style.dim(note)}`,
  ].join('\n');
}

function fillLines(words: readonly { readonly text: string; readonly width: number }[], columns: number): string[] {
  const lines: string[] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const { text, width } of words) {
    if (used + 1 + width > columns) {
      lines.push(text);
      used = width;
    } else {
      lines.push(`${lines.pop()} ${text}`);
      used += 1 + width;
    }
  }
  return lines;
}
