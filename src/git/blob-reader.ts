import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type GitTrouble, judgeError } from './git-trouble.ts';
import { type BatchAnswer, type BatchRequest, createBatchParser } from './parse-batch.ts';

export type BlobContent =
  | BatchAnswer
  | { readonly ok: false; readonly reason: 'trouble'; readonly trouble: GitTrouble };

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
