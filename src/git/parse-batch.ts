/** What one request to `git cat-file --batch` came to. */
export type BatchAnswer =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: 'missing' | 'too-large' };

export interface BatchRequest {
  readonly limitBytes: number;
  readonly settle: (answer: BatchAnswer) => void;
}

interface Body {
  readonly keep: boolean;
  readonly parts: Buffer[];
  /** Bytes still to come, with the line feed that ends them. */
  left: number;
}

const LINE_FEED = 10;

// `NAME TYPE SIZE`; anything else (`NAME missing`) has no body.
const HEADER = /^[0-9a-f]+ [a-z]+ (\d+)$/;

/**
 * Takes the output of `git cat-file --batch` apart, whatever the chunks are, and settles the requests in their order.
 * An object that is larger than its request allows is passed over, not kept.
 */
export function createBatchParser(next: () => BatchRequest | undefined): (chunk: Buffer) => void {
  let header = '';
  let body: Body | null = null;
  let request: BatchRequest | undefined;

  const takeHeader = (chunk: Buffer): Buffer => {
    const end = chunk.indexOf(LINE_FEED);
    if (end === -1) {
      header += chunk.toString('latin1');
      return chunk.subarray(chunk.length);
    }
    const line = header + chunk.toString('latin1', 0, end);
    header = '';
    request = next();
    const size = HEADER.exec(line)?.[1];
    if (size === undefined) request?.settle({ ok: false, reason: 'missing' });
    else body = { keep: Number(size) <= (request?.limitBytes ?? 0), parts: [], left: Number(size) + 1 };
    return chunk.subarray(end + 1);
  };

  const takeBody = (chunk: Buffer, into: Body): Buffer => {
    const part = chunk.subarray(0, into.left);
    into.left -= part.length;
    if (into.keep) into.parts.push(part);
    if (into.left === 0) {
      body = null;
      request?.settle(into.keep ? { ok: true, bytes: joinParts(into.parts) } : { ok: false, reason: 'too-large' });
    }
    return chunk.subarray(part.length);
  };

  return (chunk) => {
    for (let rest = chunk; rest.length > 0; ) rest = body === null ? takeHeader(rest) : takeBody(rest, body);
  };
}

/** Without the line feed after the last byte. */
function joinParts(parts: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(parts);
  return whole.subarray(0, whole.length - 1);
}
