import { Text } from 'ink';
import type { ReactNode } from 'react';
import { safeText } from '../../render/safe-text.ts';
import type { Look } from '../look.ts';
import { wrapWords } from '../text.ts';

/** What a person must see now: a sentence, in lines that fit. */
export function messageLines(look: Look, text: string | null, columns: number): readonly string[] {
  return text === null ? [] : wrapWords(`${look.glyphs.alert} ${safeText(text)}`, columns);
}

export function Message({ look, lines }: { readonly look: Look; readonly lines: readonly string[] }): ReactNode {
  return <Text>{look.style.bold(look.style.yellow(lines.join('\n')))}</Text>;
}
