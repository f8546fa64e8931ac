import type { Clock } from '../../src/model/clock.ts';
import type { Handling, Request } from './local-server.ts';

/** What happens to one request. Times are milliseconds from its arrival. */
export interface Fate {
  /** When it takes effect, which may be after its loss; null for never. */
  readonly effectMs: number | null;
  /** When it is answered; a request without effect with 502. */
  readonly answerMs: number;
  /** The connection is reset instead of the answer. */
  readonly isLost: boolean;
}

const CALM: Fate = { effectMs: 1, answerMs: 2, isLost: false };

/** The requests of a forge on their way. */
export interface Network {
  carry(request: Request, service: (request: Request) => Handling): Promise<Handling>;
}

interface Event {
  readonly at: number;
  readonly publisher: number;
  readonly act: () => void;
  /** Whether the publisher then has something to do. */
  readonly resumes: boolean;
}

/** `failures`: how often each request failed in a row. */
interface Route {
  readonly fates: Fate[];
  readonly failures: Map<string, number>;
}

/** A request is sent up to five times, and a comment is created up to three times. */
const MOST_FAILURES = { creation: 2, other: 4 };

/**
 * Publishers and a forge in virtual time, which passes only while all publishers wait for a sleep or an answer. One of them
 * continues at a time, so a history with the same fates is the same again.
 */
export class History implements Network {
  #nowMs = 0;
  #running = 0;
  readonly #events: Event[] = [];
  readonly #routes: readonly Route[];

  /** The fates of the requests of each publisher in turn; later requests are answered at once. */
  constructor(fates: readonly (readonly Fate[])[]) {
    this.#routes = fates.map((own) => ({ fates: [...own], failures: new Map() }));
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  clock(publisher: number): Clock {
    return {
      now: () => this.#nowMs,
      monotonicMs: () => this.#nowMs,
      sleep: (milliseconds) =>
        new Promise((resolve) => {
          this.#wait({ at: this.#nowMs + milliseconds, publisher, act: resolve, resumes: true });
        }),
    };
  }

  /** The version that publisher n must have: its requests are known by it. */
  static version(publisher: number): string {
    return `1.0.${publisher}`;
  }

  carry(request: Request, service: (request: Request) => Handling): Promise<Handling> {
    const publisher = Number(/^pipeform\/1\.0\.(\d+)/.exec(request.headers['user-agent'] ?? '')?.[1]);
    const { effectMs, answerMs, isLost } = this.#takeFate(publisher, request);
    const arrival = this.#nowMs;
    return new Promise((resolve) => {
      let handling: Handling = { status: 502, body: { message: 'Bad gateway' } };
      if (effectMs !== null) {
        const act = (): void => {
          handling = service(request);
        };
        this.#events.push({ at: arrival + effectMs, publisher, act, resumes: false });
      }
      const answer = (): void => resolve(isLost ? 'lost' : handling);
      this.#wait({ at: arrival + answerMs, publisher, act: answer, resumes: true });
    });
  }

  #takeFate(publisher: number, { method, url }: Request): Fate {
    const { fates, failures } = this.#routes[publisher] ?? { fates: [], failures: new Map<string, number>() };
    const fate = fates.shift() ?? CALM;
    const line = `${method} ${url.pathname}${url.search}`;
    const failed = failures.get(line) ?? 0;
    const isFailure = fate.isLost || fate.effectMs === null;
    failures.set(line, isFailure ? failed + 1 : 0);
    const isTooMuch = isFailure && failed >= (method === 'POST' ? MOST_FAILURES.creation : MOST_FAILURES.other);
    if (isTooMuch) failures.set(line, 0);
    return isTooMuch ? CALM : fate;
  }

  /** Resolves when all have finished and nothing is on its way any more. */
  async run(publishers: readonly (() => Promise<void>)[]): Promise<void> {
    this.#running += publishers.length;
    await Promise.all(
      publishers.map(async (publish) => {
        await publish();
        this.#stop();
      }),
    );
  }

  #wait(event: Event): void {
    this.#events.push(event);
    this.#stop();
  }

  #stop(): void {
    this.#running -= 1;
    while (this.#running === 0 && this.#events.length > 0) this.#advance();
  }

  #advance(): void {
    this.#events.sort((a, b) => a.at - b.at || a.publisher - b.publisher);
    const event = this.#events.shift();
    if (event === undefined) return;
    this.#nowMs = Math.max(this.#nowMs, event.at);
    if (event.resumes) this.#running += 1;
    event.act();
  }
}

/** What the lists of a forge show: each post as it was some time ago. */
export interface Lists<T> {
  /** After each write; null for a post that was deleted. */
  record(list: string, id: number, post: T | null): void;
  /** `posts`: as they are now. */
  show(list: string, posts: readonly T[]): readonly T[];
}

export const CURRENT_LISTS: Lists<never> = { record: () => {}, show: (_list, posts) => posts };

/** Each write shows in lists after the next of these times, in turn, and after the earlier ones to the same post. */
export function createLateLists<T>(history: History, lagsMs: readonly number[]): Lists<T> {
  const lists = new Map<string, Map<number, { from: number; post: T | null }[]>>();
  let writes = 0;
  return {
    record(list, id, post) {
      const posts = lists.get(list) ?? new Map();
      lists.set(list, posts);
      const states = posts.get(id) ?? [];
      posts.set(id, states);
      const lag = lagsMs[writes % lagsMs.length] ?? 0;
      writes += 1;
      states.push({ from: Math.max(history.nowMs + lag, states.at(-1)?.from ?? 0), post: structuredClone(post) });
    },
    show: (list) =>
      [...(lists.get(list)?.values() ?? [])].flatMap((states) => {
        const post = states.findLast(({ from }) => from <= history.nowMs)?.post;
        return post === null || post === undefined ? [] : [post];
      }),
  };
}
