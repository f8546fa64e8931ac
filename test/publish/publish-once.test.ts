import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import { type Message, type PublishResult, publishTo, type Target } from '../../src/publish/index.ts';
import { fakeGithub } from './fake-github.ts';
import { fakeGitlab } from './fake-gitlab.ts';
import type { Lists, Network } from './local-server.ts';
import { type Handling, type LocalServer, MARKER, message, ports, type Request } from './local-server.ts';

/** What happens to one request. Times are milliseconds from its arrival. */
interface Fate {
  /** When it takes effect, which may be after its loss; null for never. */
  readonly effectMs: number | null;
  /** When it is answered; a request without effect with 502. */
  readonly answerMs: number;
  /** The connection is reset instead of the answer. */
  readonly isLost: boolean;
}

const CALM: Fate = { effectMs: 1, answerMs: 2, isLost: false };

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
const MAX_FAILURES = { creation: 2, other: 4 };

/**
 * Publishers and a forge in virtual time, which passes only while all publishers wait for a sleep or an answer. One of them
 * continues at a time, so a history with the same fates is the same again.
 */
class History implements Network {
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
    const isTooMuch = isFailure && failed >= (method === 'POST' ? MAX_FAILURES.creation : MAX_FAILURES.other);
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

/** Each write shows in lists after the next of these times, in turn, and after the earlier ones to the same post. */
function createLateLists<T>(history: History, lagsMs: readonly number[]): Lists<T> {
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

/** How late a lost creation may take effect, and a list may show a write; together what docs/guarantees.md says. */
const LATEST_EFFECT_MS = 5_000;
const MAX_LAG_MS = 10_000;

/** When the publishers start: long after the forge listed what was there. */
const START_MS = 1_000_000;

interface Past {
  /** When each publisher starts, after the first possible time. */
  readonly startsMs: readonly number[];
  /** What happens to the requests of each publisher in turn. */
  readonly fates: readonly (readonly Fate[])[];
  /** How late the lists show the writes in turn. */
  readonly lagsMs: readonly number[];
  /** How many own posts there are before. */
  readonly before: number;
  /** Whether all publishers have the same report. */
  readonly areEqual: boolean;
}

const anyFate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.nat(2_000), fc.nat(2_000)).map(([a, b]) => answered(a, a + b)) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(2_000), fc.nat(LATEST_EFFECT_MS)).map(([a, b]) => lost(a + b, a)) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(2_000), fc.nat(2_000)).map(([a, b]) => lost(a, a + b)) },
  { weight: 1, arbitrary: fc.nat(2_000).map((ms) => lost(null, ms)) },
  { weight: 1, arbitrary: fc.nat(2_000).map((ms) => ({ ...answered(0, ms), effectMs: null })) },
);

function answered(effectMs: number, answerMs: number): Fate {
  return { effectMs, answerMs, isLost: false };
}

function lost(effectMs: number | null, answerMs: number): Fate {
  return { effectMs, answerMs, isLost: true };
}

function anyPast(longestLagMs: number): fc.Arbitrary<Past> {
  return fc.integer({ min: 1, max: 4 }).chain((publishers) =>
    fc.record({
      startsMs: fc.array(fc.nat(3_000), { minLength: publishers, maxLength: publishers }),
      fates: fc.array(fc.array(anyFate, { maxLength: 10 }), { minLength: publishers, maxLength: publishers }),
      lagsMs: fc.array(fc.oneof(fc.constant(0), fc.nat(longestLagMs)), { minLength: 1, maxLength: 6 }),
      before: fc.constantFrom(0, 0, 0, 1, 2),
      areEqual: fc.boolean(),
    }),
  );
}

const PAST: Past = { startsMs: [0], fates: [[]], lagsMs: [0], before: 0, areEqual: true };

/** What doubled comments once. */
const KNOWN_PASTS: readonly Past[] = [
  { ...PAST, fates: [[answered(1, 2), answered(1, 2), lost(1, 2)]], lagsMs: [500] },
  { ...PAST, startsMs: [0, 0], fates: [Array(9).fill(answered(60, 120)), Array(9).fill(answered(60, 120))] },
];

interface Forge extends LocalServer {
  readonly environment: Readonly<Record<string, string>>;
  /** The bodies of our open posts, and all that is of others. */
  readonly own: () => readonly string[];
  readonly others: () => unknown;
}

type OpenForge<Opened extends Forge = Forge> = (past: Past, history: History) => Promise<Opened>;

interface ForgeOfIssues extends Forge {
  readonly comments: () => readonly unknown[];
}

const QUOTE = `> ${MARKER}\nI quote`;

/** The comments of a pull request, with those of others that copy or quote ours. */
const openPullRequest: OpenForge = async ({ before, lagsMs }, history) => {
  const github = await fakeGithub({ perPage: 100, lists: createLateLists(history, lagsMs), network: history });
  github.comment(7, 'mallory', message().body);
  for (let index = 0; index < before; index += 1) github.comment(7, 'octocat', `${MARKER}\nold ${index}`);
  github.comment(7, 'octocat', QUOTE);
  const posts = () => github.comments.get(7) ?? [];
  const isOwn = ({ user, body }: { readonly user: { readonly login: string }; readonly body: string }): boolean =>
    user.login === 'octocat' && body.startsWith(MARKER);
  return {
    ...github,
    own: () => posts().flatMap((post) => (isOwn(post) ? [post.body.replaceAll('\r', '')] : [])),
    others: () => posts().filter((post) => !isOwn(post)),
  };
};

const openMergeRequest: OpenForge = async ({ before, lagsMs }, history) => {
  const gitlab = await fakeGitlab({ perPage: 100, lists: createLateLists(history, lagsMs), network: history });
  gitlab.note(9, message().body);
  for (let index = 0; index < before; index += 1) gitlab.note(3, `${MARKER}\nold ${index}`);
  gitlab.note(3, QUOTE);
  gitlab.note(3, message().body, 'system');
  const isOwn = ({ author, body, system }: (typeof gitlab.notes)[number]): boolean =>
    author.id === 3 && body.startsWith(MARKER) && !system;
  return {
    ...gitlab,
    own: () => gitlab.notes.flatMap((note) => (isOwn(note) ? [note.body] : [])),
    others: () => gitlab.notes.filter((note) => !isOwn(note)),
  };
};

const openIssues: OpenForge<ForgeOfIssues> = async ({ before, lagsMs }, history) => {
  const github = await fakeGithub({ perPage: 100, lists: createLateLists(history, lagsMs), network: history });
  github.issue('mallory', message().body);
  for (let index = 0; index < before; index += 1) github.issue('octocat', `${MARKER}\nold ${index}`);
  github.issue('octocat', QUOTE);
  github.issue('octocat', message().body, { labels: [] });
  const isOwn = ({ user, body, labels }: (typeof github.issues)[number]): boolean =>
    user.login === 'octocat' && body.startsWith(MARKER) && labels.length > 0;
  return {
    ...github,
    own: () =>
      github.issues.flatMap((issue) =>
        isOwn(issue) && issue.state === 'open' ? [issue.body.replaceAll('\r', '')] : [],
      ),
    others: () => github.issues.filter((issue) => !isOwn(issue)),
    comments: () => [...github.comments.values()].flat(),
  };
};

const FORGES: readonly (readonly [string, Target, OpenForge, number])[] = [
  ['a comment on a pull request', { kind: 'github-pr', number: 7 }, openPullRequest, 1_000],
  ['a note on a merge request', { kind: 'gitlab-mr', number: 7 }, openMergeRequest, 200],
  ['an issue', { kind: 'github-issue', label: 'pipeform' }, openIssues, 200],
];

interface Played<Opened extends Forge> {
  readonly forge: Opened;
  readonly results: readonly PublishResult[];
  readonly bodies: readonly string[];
  /** What others had written before. */
  readonly others: unknown;
  /** Publishes once more, with a perfect network. */
  readonly publishAgain: (body: string) => Promise<PublishResult>;
}

async function play<Opened extends Forge>(
  past: Past,
  target: Target,
  open: OpenForge<Opened>,
  changes: Partial<Message> = {},
): Promise<Played<Opened>> {
  const history = new History(past.fates);
  const forge = await open(past, history);
  const others = structuredClone(forge.others());
  const results: PublishResult[] = [];
  const bodyOf = (publisher: number): string => `${MARKER}\nreport ${past.areEqual ? 0 : publisher}`;
  const publishAs = async (publisher: number, startMs: number, body: string): Promise<void> => {
    const clock = history.clock(publisher);
    const given = ports(forge.environment, { version: History.version(publisher), timeoutMs: 60_000 });
    await clock.sleep(startMs, given.signal);
    results.push(await publishTo(target, message({ body, ...changes }), { ...given, clock }));
  };
  await history.run(
    past.startsMs.map((startMs, publisher) => () => publishAs(publisher, START_MS + startMs, bodyOf(publisher))),
  );
  return {
    ...{ forge, results, others },
    bodies: past.startsMs.map((_, publisher) => bodyOf(publisher)),
    publishAgain: async (body) => {
      await history.run([() => publishAs(past.startsMs.length, 1_000_000, body)]);
      return results.at(-1) as PublishResult;
    },
  };
}

describe.each(FORGES)('%s', (_, target, open, numRuns) => {
  it('is there once after lost and late answers, late lists and other publishers at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(anyPast(MAX_LAG_MS), async (past) => {
        const { forge, results, bodies, others } = await play(past, target, open);
        expect(results.filter(({ ok }) => !ok).map((result) => inspect(result, { depth: 5 }))).toEqual([]);
        expect(forge.own()).toHaveLength(1);
        expect(bodies).toContain(forge.own()[0]);
        expect(forge.others()).toEqual(others);
      }),
      { numRuns, examples: KNOWN_PASTS.map((past): [Past] => [past]) },
    );
  }, 300_000);

  it('is there once after the next publish, however late the lists were', async () => {
    await fc.assert(
      fc.asyncProperty(anyPast(300_000), async (past) => {
        const { forge, publishAgain } = await play(past, target, open);
        const result = await publishAgain(`${MARKER}\nagain`);
        expect(result.ok).toBe(true);
        expect(forge.own()).toEqual([`${MARKER}\nagain`]);
      }),
      { numRuns: 50 },
    );
  }, 60_000);
});

describe('an issue that several publishers close', () => {
  it('is closed with one comment', async () => {
    await fc.assert(
      fc.asyncProperty(anyPast(MAX_LAG_MS), async (past) => {
        const issue = { kind: 'github-issue', label: 'pipeform' } as const;
        const isClean = { status: 'clean', document: { kind: 'drift' } } as const;
        const { forge, results } = await play({ ...past, before: 1 }, issue, openIssues, isClean);
        expect(results.filter(({ ok }) => !ok).map((result) => inspect(result, { depth: 5 }))).toEqual([]);
        expect(forge.own()).toEqual([]);
        expect(forge.comments()).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  }, 120_000);
});
