import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Message, type PublishResult, publishTo, type Target } from '../../src/publish/index.ts';
import { checkProperty } from '../effort.ts';
import { fakeGithub } from './fake-github.ts';
import { fakeGitlab } from './fake-gitlab.ts';
import { type LocalServer, MARKER, message, type Network, ports, stamped } from './local-server.ts';

/** What happens to one request: whether it takes effect, and its answer. */
const FATES = ['answered', 'lost', 'failed', 'lost-effective', 'failed-effective', 'empty-effective'] as const;
type Fate = (typeof FATES)[number];

const someFates = fc.array(fc.constantFrom<Fate>('answered', 'answered', ...FATES), { maxLength: 12 });

/** Gives the requests their fates in turn, whose order `pass` decides; later ones are answered. */
function createNetwork(fates: readonly Fate[], pass: () => Promise<unknown> = async () => {}): Network {
  const rest = [...fates];
  return {
    async carry(request, service) {
      const fate = rest.shift() ?? 'answered';
      await pass();
      const handling = fate === 'lost' || fate === 'failed' ? null : await service(request);
      await pass();
      if (fate === 'lost' || fate === 'lost-effective') return 'lost';
      if (fate === 'empty-effective') return { status: 200, body: 'null' };
      return fate === 'answered' && handling !== null ? handling : { status: 502, body: { message: 'Bad gateway' } };
    },
  };
}

interface Forge extends LocalServer {
  readonly environment: Readonly<Record<string, string>>;
  /** The bodies of our open posts, the oldest first, and all that is of others. */
  readonly own: () => readonly string[];
  readonly others: () => unknown;
}

const QUOTE = `> ${MARKER}\nI quote`;

/** The comments of a pull request, with those of others that copy or quote ours. */
async function openPullRequest(network: Network): Promise<Forge> {
  const github = await fakeGithub({ perPage: 100, network });
  github.comment(7, 'mallory', message().body);
  github.comment(7, 'octocat', QUOTE);
  const posts = () => github.comments.get(7) ?? [];
  const isOwn = ({ user, body }: { readonly user: { readonly login: string }; readonly body: string }): boolean =>
    user.login === 'octocat' && body.startsWith(MARKER);
  return {
    ...github,
    own: () => posts().flatMap((post) => (isOwn(post) ? [post.body.replaceAll('\r', '')] : [])),
    others: () => posts().filter((post) => !isOwn(post)),
  };
}

async function openMergeRequest(network: Network): Promise<Forge> {
  const gitlab = await fakeGitlab({ perPage: 100, network });
  gitlab.note(9, message().body);
  gitlab.note(3, QUOTE);
  gitlab.note(3, message().body, 'system');
  const isOwn = ({ author, body, system }: (typeof gitlab.notes)[number]): boolean =>
    author.id === 3 && body.startsWith(MARKER) && !system;
  return {
    ...gitlab,
    own: () => gitlab.notes.flatMap((note) => (isOwn(note) ? [note.body] : [])),
    others: () => gitlab.notes.filter((note) => !isOwn(note)),
  };
}

async function openIssues(network: Network) {
  const github = await fakeGithub({ perPage: 100, network });
  github.issue('mallory', message().body);
  github.issue('octocat', QUOTE);
  const isOwn = ({ user, body }: (typeof github.issues)[number]): boolean =>
    user.login === 'octocat' && body.startsWith(MARKER);
  return {
    ...github,
    own: () =>
      github.issues.flatMap((issue) =>
        isOwn(issue) && issue.state === 'open' ? [issue.body.replaceAll('\r', '')] : [],
      ),
    others: () => github.issues.filter((issue) => !isOwn(issue)),
    comments: () => [...github.comments.values()].flat(),
  };
}

const ISSUE = { kind: 'github-issue', label: 'pipeform' } as const;
const FORGES: readonly (readonly [string, Target, (network: Network) => Promise<Forge>])[] = [
  ['a comment on a pull request', { kind: 'github-pr', number: 7 }, openPullRequest],
  ['a note on a merge request', { kind: 'gitlab-mr', number: 7 }, openMergeRequest],
  ['an issue', ISSUE, openIssues],
];

function publish({ environment }: Forge, target: Target, run: number, changes: Partial<Message> = {}) {
  return publishTo(target, message({ body: bodyOf(run), ...changes }), ports(environment));
}

function bodyOf(run: number): string {
  return `${MARKER}\nreport ${run}`;
}

function expectDone(result: PublishResult): void {
  expect(result.ok, inspect(result, { depth: 5 })).toBe(true);
}

describe.each(FORGES)('%s', (_, target, open) => {
  it('is made once by runs one after the other, whatever is lost', async () => {
    await checkProperty(
      fc.asyncProperty(someFates, fc.integer({ min: 1, max: 4 }), async (fates, runs) => {
        const forge = await open(createNetwork(fates));
        const others = structuredClone(forge.others());
        for (let run = 0; run < runs; run += 1) {
          const result = await publish(forge, target, run);
          expect(forge.own().length).toBeLessThan(2);
          if (result.ok) expect(forge.own()).toEqual([stamped(bodyOf(run))]);
        }
        expect(forge.others()).toEqual(others);
      }),
      { numRuns: 200 },
    );
  });

  it('is one again after the next run, when runs at the same time made several', async () => {
    let several = 0;
    await checkProperty(
      fc.asyncProperty(fc.scheduler(), someFates, fc.integer({ min: 2, max: 4 }), async (order, fates, runs) => {
        let isCalm = false;
        const pass = () => (isCalm ? Promise.resolve() : order.schedule(Promise.resolve()));
        const forge = await open(createNetwork(fates, pass));
        const others = structuredClone(forge.others());
        await order.waitFor(Promise.all(Array.from({ length: runs }, (_, run) => publish(forge, target, run))));
        several += forge.own().length > 1 ? 1 : 0;
        isCalm = true;
        // All fates may not have been used.
        for (let run = runs; run < runs + 3; run += 1) await publish(forge, target, run);
        expectDone(await publish(forge, target, 9));
        expect(forge.own()).toEqual([stamped(bodyOf(9))]);
        expect(forge.others()).toEqual(others);
      }),
      { numRuns: 200 },
    );
    expect(several).toBeGreaterThan(0);
  });
});

it('an issue is closed with one comment by runs one after the other, whatever is lost', async () => {
  await checkProperty(
    fc.asyncProperty(someFates, async (fates) => {
      const network = createNetwork(fates);
      const forge = await openIssues(network);
      forge.issue('octocat', bodyOf(0));
      const isClean = { status: 'clean', document: { kind: 'drift' } } as const;
      for (let run = 1; forge.own().length > 0; run += 1) {
        await publish(forge, ISSUE, 1, isClean);
        expect(forge.comments().length).toBeLessThan(2);
        expect(run).toBeLessThan(14);
      }
      expect(forge.comments()).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});
