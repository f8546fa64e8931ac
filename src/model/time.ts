const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Epoch milliseconds of a time in ISO 8601; NaN for anything else, which would be read in the zone of this machine or for what
 * it does not say. Without a zone it is UTC: the format is not in the contract.
 */
export function readTimeMs(text: string): number {
  const [, day, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text.trim()) ?? [];
  if (day === undefined) return Number.NaN;
  return Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
}
