import type { PlannedRequest } from '../../model/plan.ts';
import { describeBody } from '../view-model/change.ts';
import { count, nameRequest } from '../view-model/count.ts';
import { textWidth } from './fit-text.ts';
import type { Style } from './style.ts';

/** Lines of a request body are filled up to this column, or to the edge of a terminal that is narrower. */
const MOST_COLUMNS = 100;

const LONGEST_VALUE = 80;
const INDENT = '         ';

/** A numbered request with its body, on one line when it fits. Values of `changed` keys are bold; unchanged ones are counted. */
export function renderRequest(
  request: PlannedRequest,
  number: number,
  changed: ReadonlySet<string>,
  style: Style,
): string {
  const { members, unchanged } = describeBody(request, changed, LONGEST_VALUE);
  const words = members.map(({ text, isChange }) => (isChange ? style.bold(text) : text));
  const note = unchanged === 0 ? '' : `  (${count(unchanged, 'unchanged value')} included)`;
  const columns = Math.min(MOST_COLUMNS, style.columns ?? MOST_COLUMNS);
  const start = `    ${number}. ${nameRequest(request)} {`;
  const line = `${start} ${words.join(' ')} }${style.dim(note)}`;
  if (textWidth(line) <= columns) return line;
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? INDENT} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= columns) lines.splice(-1, 1, longer);
    else lines.push(INDENT + word);
  }
  return [start, ...lines, `       }${style.dim(note)}`].join('\n');
}
