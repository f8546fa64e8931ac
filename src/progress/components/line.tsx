import { Text } from 'ink';
import type { ReactNode } from 'react';

interface LineProps {
  readonly children: string;
  /** The line as a sentence for a screen reader: no marks, no columns. null: nothing that is worth hearing. */
  readonly says: string | null;
}

/** One line of a frame. Its text is fitted already, so that nothing ever wraps. */
export function Line({ children, says }: LineProps): ReactNode {
  return (
    <Text wrap="truncate-end" aria-hidden={says === null} aria-label={says ?? ''}>
      {children === '' ? ' ' : children}
    </Text>
  );
}
