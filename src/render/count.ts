/** `1 pipe`, `2 pipes`, `1,204 pipes`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
