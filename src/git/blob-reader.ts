import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type GitTrouble, judgeError } from './git.ts';

type BlobContent = BatchAnswer | { readonly ok: false; readonly reason: 'trouble'; readonly trouble: GitTrouble };

export interface BlobReader {
  /** The bytes of an object by its full name. Never rejects. */
  read(oid: string, limitBytes: number): Promise<BlobContent>;
  /** Ends the process, if one was started, and waits for its end. */
  close(): Promise<void>;
}

/** Enough of git's own words to say what is wrong. */
const MOST_WORDS_BYTES = 64 * 1024;

interface Waiting extends Omit<BatchRequest, 'settle'> {
  readonly settle: (content: BlobContent) => void;
}

/** Reads objects through one `git cat-file --batch`; one that is silent for `patienceMs` while it is asked is ended. */
export function createBlobReader(start: () => ChildProcessWithoutNullStreams, patienceMs: number): BlobReader {
  let process: BatchProcess | null = null;
  return {
    read(oid, limitBytes) {
      process ??= runBatch(start(), patienceMs);
      return process.ask(oid, limitBytes);
    },
    async close() {
      await process?.end();
    },
  };
}

interface BatchProcess {
  ask(oid: string, limitBytes: number): Promise<BlobContent>;
  end(): Promise<void>;
}

function runBatch(child: ChildProcessWithoutNullStreams, patienceMs: number): BatchProcess {
  const waiting: Waiting[] = [];
  const words: Buffer[] = [];
  let trouble: GitTrouble | null = null;
  let silence: NodeJS.Timeout | undefined;

  const fail = (reason: GitTrouble): void => {
    clearTimeout(silence);
    trouble ??= reason;
    for (const { settle } of waiting.splice(0)) settle({ ok: false, reason: 'trouble', trouble });
  };
  const expectWords = (): void => {
    clearTimeout(silence);
    if (waiting.length === 0) return;
    silence = setTimeout(() => {
      fail({ reason: 'too-slow', exitCode: null, words: Buffer.concat(words).toString() });
      child.kill();
    }, patienceMs);
  };
  const parse = createBatchParser(() => waiting.shift());

  child.stdout.on('data', (chunk: Buffer) => {
    parse(chunk);
    expectWords();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (words.reduce((sum, { length }) => sum + length, 0) < MOST_WORDS_BYTES) words.push(chunk);
  });
  child.on('error', (error) => fail(judgeError(error, Buffer.concat(words))));
  child.on('close', (exitCode) => fail({ reason: 'refused', exitCode, words: Buffer.concat(words).toString() }));
  // A process that ended early says so with its exit; writing to it then is no news.
  child.stdin.on('error', () => undefined);

  return {
    ask(oid, limitBytes) {
      if (trouble !== null) return Promise.resolve({ ok: false, reason: 'trouble', trouble });
      return new Promise((settle) => {
        waiting.push({ limitBytes, settle });
        child.stdin.write(`${oid}\n`);
        expectWords();
      });
    },
    async end() {
      if (trouble !== null) return;
      const ended = new Promise((settle) => {
        child.once('close', settle);
        child.once('error', settle);
      });
      child.stdin.end();
      await ended;
    },
  };
}

/** What one request to `git cat-file --batch` came to. */
export type BatchAnswer =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: 'missing' | 'too-large' };

interface BatchRequest {
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
