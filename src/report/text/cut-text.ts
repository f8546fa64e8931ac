import { formatNumber } from '../../model/number.ts';

/** The first characters of a text that is longer, and how long it is: live text may be of any length, a screen is not. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isHalved ? limit - 1 : limit)}… (${formatNumber(text.length)} characters)`;
}
