/** A number of a header that is not negative, such as seconds; null when the text is none. */
export function readAmount(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}
