/** Epoch milliseconds, NaN for what is no time. Without a zone it is UTC: the format is not in the contract. */
export function readTimeMs(text: string): number {
  const hasNoZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*$/.test(text);
  return Date.parse(hasNoZone ? `${text.replace(' ', 'T')}Z` : text);
}
