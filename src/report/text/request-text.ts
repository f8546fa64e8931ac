import { count } from '../../model/number.ts';
import type { PlannedRequest } from '../../model/plan.ts';
import { describeBody } from '../view-model/change.ts';
import { nameRequest } from '../view-model/count.ts';
import { LONGEST_NAME } from '../view-model/format.ts';
import { textWidth } from './fit-text.ts';
import type { Style } from './style.ts';

/** The width of a request body, except on a narrower terminal. */
const MAX_COLUMNS = 100;

const INDENT = '        ';

/** A numbered request with its body, dim. Members with `changed` keys are bold; the others are counted. */
export function renderRequest(
  request: PlannedRequest,
  number: number,
  changed: ReadonlySet<string>,
  style: Style,
): string {
  const { members, unchanged } = describeBody(request, changed, LONGEST_NAME);
  const note = unchanged === 0 ? '' : `  (${count(unchanged, 'unchanged value')} included)`;
  const columns = Math.min(MAX_COLUMNS, style.columns ?? MAX_COLUMNS);
  const start = `    ${number}. ${nameRequest(request)} {`;
  // Each member is measured once: a body may have thousands, and measuring long texts is slow.
  const words = members.map(({ text, isChange }) => {
    return { text: ` ${isChange ? style.bold(text) : text}`, width: 1 + textWidth(text) };
  });
  const width = words.reduce((sum, word) => sum + word.width, start.length + ' }'.length + note.length);
  if (width <= columns) return style.dim(`${start}${words.map(({ text }) => text).join('')} }${note}`);
  const lines: string[] = [];
  let room = 0;
  for (const word of words) {
    if (word.width > room) {
      lines.push(INDENT);
      room = columns - INDENT.length;
    }
    lines.push(lines.pop() + word.text);
    room -= word.width;
  }
  return [start, ...lines, `       }${note}`].map((line) => style.dim(line)).join('\n');
}
