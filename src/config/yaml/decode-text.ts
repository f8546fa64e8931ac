type Decoded =
  | { readonly ok: true; readonly text: string }
  /** The text with replacement characters, and the offset of the first of them. */
  | { readonly ok: false; readonly text: string; readonly offset: number };

const REPLACEMENT = '\ufffd';

/** Reads bytes as UTF-8; a byte-order mark at the start is left out. */
export function decodeText(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return { ok: false, text, offset: firstReplaced(bytes, text) };
  }
}

/** A replacement character that the file itself holds is no mistake: only one that its bytes do not spell is. */
function firstReplaced(bytes: Uint8Array, text: string): number {
  const encoder = new TextEncoder();
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let byte = marked ? 3 : 0;
  let from = 0;
  for (let at = text.indexOf(REPLACEMENT); at !== -1; at = text.indexOf(REPLACEMENT, at + 1)) {
    byte += encoder.encode(text.slice(from, at)).length;
    from = at;
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return at;
  }
  return 0;
}

/** The whole text of a file that is to be edited, its byte order mark included. */
export function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
