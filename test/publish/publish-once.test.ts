import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Message, type PublishResult, publishTo, type Target } from '../../src/publish/index.ts';
import { fakeGithub } from './fake-github.ts';
import { fakeGitlab } from './fake-gitlab.ts';
import { createLateLists, type Fate, History } from './late-forge.ts';
import { type LocalServer, MARKER, message, ports } from './local-server.ts';

/** How late a lost creation may take effect, and a list may show a write; together what docs/guarantees.md says. */
const LATEST_EFFECT_MS = 5_000;
const LONGEST_LAG_MS = 10_000;

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
      fc.asyncProperty(anyPast(LONGEST_LAG_MS), async (past) => {
        const { forge, results, bodies, others } = await play(past, target, open);
        try {
          expect(results.filter(({ ok }) => !ok).map((result) => inspect(result, { depth: 5 }))).toEqual([]);
          expect(forge.own()).toHaveLength(1);
          expect(bodies).toContain(forge.own()[0]);
          expect(forge.others()).toEqual(others);
        } finally {
          forge.close();
        }
      }),
      { numRuns, examples: KNOWN_PASTS.map((past): [Past] => [past]) },
    );
  }, 300_000);

  it('is there once after the next publish, however late the lists were', async () => {
    await fc.assert(
      fc.asyncProperty(anyPast(300_000), async (past) => {
        const { forge, publishAgain } = await play(past, target, open);
        try {
          const result = await publishAgain(`${MARKER}\nagain`);
          expect(result.ok).toBe(true);
          expect(forge.own()).toEqual([`${MARKER}\nagain`]);
        } finally {
          forge.close();
        }
      }),
      { numRuns: 50 },
    );
  }, 60_000);
});

describe('an issue that several publishers close', () => {
  it('is closed with one comment', async () => {
    await fc.assert(
      fc.asyncProperty(anyPast(LONGEST_LAG_MS), async (past) => {
        const issue = { kind: 'github-issue', label: 'pipeform' } as const;
        const isClean = { status: 'clean', document: { kind: 'drift' } } as const;
        const { forge, results } = await play({ ...past, before: 1 }, issue, openIssues, isClean);
        try {
          expect(results.filter(({ ok }) => !ok).map((result) => inspect(result, { depth: 5 }))).toEqual([]);
          expect(forge.own()).toEqual([]);
          expect(forge.comments()).toHaveLength(1);
        } finally {
          forge.close();
        }
      }),
      { numRuns: 200 },
    );
  }, 120_000);
});
