const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is an id as the contract has them, of either case (pipes API, parts 2 and 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
