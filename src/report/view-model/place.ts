import type { Location } from '../../model/location.ts';
import { safeText } from '../../model/safe-text.ts';

/** `pipes/orders.yaml:3:5`: what terminals and editors make a link of. */
export function formatPlace({ file, line, column }: Location): string {
  return `${safeText(file)}:${line}:${column}`;
}
