import { Text } from 'ink';
import type { ReactNode } from 'react';

/** One line of a frame. Its text is fitted already, so that nothing ever wraps. */
export function Line({ children }: { readonly children: string }): ReactNode {
  return <Text wrap="truncate-end">{children === '' ? ' ' : children}</Text>;
}
