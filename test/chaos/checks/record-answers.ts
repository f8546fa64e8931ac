import { createServer, type IncomingMessage, request as send } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { listen } from '../../e2e/serve.ts';

/** An answer of the observability API as it passed the recorder. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  /** Of the request. */
  readonly body: string;
  readonly status: number;
  /** The `Date` header, epoch milliseconds; NaN without one. */
  readonly servedAt: number;
  /** null when it ended early. */
  readonly text: string | null;
  /** What `count` returned when the request arrived, and when the whole answer had passed. */
  readonly from: number;
  readonly to: number;
}

export interface Recorder {
  readonly url: string;
  readonly answers: readonly Answer[];
  close(): void;
}

/** A proxy that passes requests and answers on unchanged, damaged ones too, and keeps what it passed. */
export async function recordAnswers(target: string, count: () => number): Promise<Recorder> {
  const answers: Answer[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const from = count();
    const body = await text(incoming).catch(() => null);
    if (body === null) return;
    const passed = send(target + path, { method, headers: { ...headers, connection: 'close' } });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    passed.on('response', async (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing, { end: false });
      const whole = await buffer(answer).catch(() => null);
      answers.push({
        ...{ method, path, body, status: answer.statusCode ?? 0 },
        servedAt: Date.parse(answer.headers.date ?? ''),
        text: whole === null ? null : new TextDecoder().decode(whole),
        ...{ from, to: count() },
      });
      if (whole === null) outgoing.destroy();
      else outgoing.end();
    });
    passed.end(body);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    answers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
