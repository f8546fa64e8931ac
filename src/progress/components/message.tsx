import { Text } from 'ink';
import type { ReactNode } from 'react';
import { safeText } from '../../model/safe-text.ts';
import { textWidth } from '../../report/text/text-width.ts';
import { truncate } from '../../report/text/truncate.ts';
import type { Look } from '../look.ts';
import { wrapWords } from '../text.ts';

/** A service may give a reason of any length, and the rest of the frame must stay in sight. */
const MOST_LINES = 4;

/** What a person must see now: a sentence, in lines that fit. */
export function messageLines({ glyphs }: Look, text: string | null, columns: number): readonly string[] {
  if (text === null) return [];
  const lines = wrapWords(`${glyphs.alert} ${safeText(text)}`, columns);
  if (lines.length <= MOST_LINES) return lines;
  const last = truncate(lines[MOST_LINES - 1] ?? '', columns - textWidth(glyphs.ellipsis), '') + glyphs.ellipsis;
  return [...lines.slice(0, MOST_LINES - 1), last];
}

interface MessageProps {
  readonly look: Look;
  readonly lines: readonly string[];
  /** The whole of it, however long. */
  readonly says: string;
}

export function Message({ look, lines, says }: MessageProps): ReactNode {
  return <Text aria-label={`Notice: ${safeText(says)}`}>{look.style.bold(look.style.yellow(lines.join('\n')))}</Text>;
}
