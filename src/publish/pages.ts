import type { AnswerHeaders } from '../api/http/back-off.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { Service } from './service.ts';
import { type Step, unusable } from './trouble.ts';

/** Twenty thousand entries; a list that goes on after that goes in circles. */
const MOST_PAGES = 200;

/**
 * The first entry of a paged list that `pick` takes, or null when no page has one. A list that cannot be read to its end
 * is a failure, never an empty list: something would be posted twice. `prefix`: the path under which the API lies.
 */
export async function findOnPages<T>(
  service: Service,
  firstPath: string,
  prefix: string,
  pick: (entry: JsonObject) => T | null,
): Promise<Step<T | null>> {
  let path = firstPath;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await service.call({ method: 'GET', path, body: null, resend: 'always' });
    if (!answer.ok) return answer;
    const { body, headers, status } = answer.value;
    const entries = body?.form === 'json' ? body.value : null;
    if (!Array.isArray(entries)) return unusable(service.origin, path, status, 'an answer that is not a list');
    for (const entry of entries) {
      const found = isJsonObject(entry) ? pick(entry) : null;
      if (found !== null) return { ok: true, value: found };
    }
    const next = nextPath(headers, `${service.origin}${path}`, prefix);
    if (next === null) return { ok: true, value: null };
    if (next === 'elsewhere') return unusable(service.origin, path, status, 'its next page is at another address');
    path = next;
  }
  return unusable(service.origin, path, 200, 'the list has no end');
}

/**
 * The path of the next page: GitLab's `X-Next-Page`, else the `Link` with `rel="next"`. A link is data from outside and
 * the token goes with it, so only one to the same host and API is followed.
 */
export function nextPath(headers: AnswerHeaders, current: string, prefix: string): string | 'elsewhere' | null {
  const number = headers['x-next-page']?.trim();
  if (number !== undefined && number !== '') {
    const url = new URL(current);
    url.searchParams.set('page', number);
    return `${url.pathname}${url.search}`;
  }
  const target = readNextLink(headers.link ?? '');
  if (target === null) return null;
  const url = URL.canParse(target, current) ? new URL(target, current) : null;
  if (url === null || url.origin !== new URL(current).origin) return 'elsewhere';
  return url.pathname.startsWith(`${prefix}/`) ? `${url.pathname}${url.search}` : 'elsewhere';
}

/** RFC 8288: `<address>; rel="next"`, several of them separated by commas. */
function readNextLink(header: string): string | null {
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^<>]*)>((?:\s*;[^,<>]*)*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:;|$))/i.test(parameters)) return target;
  }
  return null;
}
