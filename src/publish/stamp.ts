import type { Environment } from '../api/http/proxy.ts';
import { diagnose } from '../model/diagnostic.ts';
import { renderLink } from '../report/markdown/markup.ts';
import { findRunNumber, findRunPage } from './ci-run.ts';

/** What a comment or an issue says, hidden, of the report that it shows. */
export interface Stamp {
  /** When the report was made: UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  /** The commit that was checked out, or null. */
  readonly commit: string | null;
  /** See `findRunNumber`. */
  readonly run: number | null;
  /** It says of an issue whether a clean report closed it. */
  readonly isClosed: boolean;
}

const LINE = /^<!-- report created=(\S+) commit=(\w*) run=(\d*)( closed)? -->\r?\n/m;

const RUN_LINE = /\s+\[The CI run\]\([^()\s]*\)\s*$/;

/** The longest text that `stampBody` adds, in UTF-16 units. */
export const LONGEST_STAMP = 1_024;

/** The body with the stamp as its second line, and a link to the page of the CI run at its end. */
export function stampBody(body: string, stamp: Stamp, environment: Environment): string {
  const page = findRunPage(environment);
  const link = page === null ? '' : `\n\n${renderLink('The CI run', page)}\n`;
  const [marker = '', ...rest] = body.split('\n');
  const stamped = [marker, describeStamp(stamp), ...rest].join('\n');
  return stamped.length + link.length - body.length <= LONGEST_STAMP ? `${stamped.trimEnd()}${link}` : stamped;
}

export function createStamp(
  { createdAt, commit }: Pick<Stamp, 'createdAt' | 'commit'>,
  environment: Environment,
): Stamp {
  return { createdAt, commit, run: findRunNumber(environment), isClosed: false };
}

function describeStamp({ createdAt, commit, run, isClosed }: Stamp): string {
  return `<!-- report created=${createdAt} commit=${commit ?? ''} run=${run ?? ''}${isClosed ? ' closed' : ''} -->`;
}

/** null for a body without a stamp. */
export function readStamp(body: string): Stamp | null {
  const [, createdAt, commit = '', run = '', closed] = LINE.exec(body) ?? [];
  if (createdAt === undefined) return null;
  return { createdAt, commit: commit || null, run: run === '' ? null : Number(run), isClosed: closed !== undefined };
}

/** The body with another stamp in place of its own. */
export function restamp(body: string, stamp: Stamp): string {
  return body.replace(LINE, `${describeStamp(stamp)}\n`);
}

/** The report alone: a run that finds nothing new leaves the time and the link of the run before it. */
export function withoutStamp(body: string): string {
  return body.replace(LINE, '').replace(RUN_LINE, '\n');
}

/** Whether a report is older than that of a post: made earlier, or by an earlier run for another commit that was repeated. */
export function isOlder(ours: Stamp, post: Stamp | null): boolean {
  if (post === null) return false;
  if (ours.createdAt < post.createdAt) return true;
  return ours.commit !== post.commit && ours.run !== null && post.run !== null && ours.run < post.run;
}

export function outdatedProblem(ours: Stamp, post: Stamp) {
  const describe = ({ createdAt, commit, run }: Stamp): string =>
    [createdAt, commit === null ? '' : `commit ${commit.slice(0, 12)}`, run === null ? '' : `run ${run}`]
      .filter(Boolean)
      .join(', ');
  return diagnose('warning', {
    code: 'publish-outdated',
    summary: `An older report was not published: it is of ${describe(ours)}, and that of ${describe(post)} is there already.`,
  });
}
