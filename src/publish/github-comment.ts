import { type GithubPlace, readOwnPost, writePost } from './github.ts';
import type { Board } from './keep-post.ts';
import { equalBodies, type Message, startsWithMarker } from './message.ts';
import { findOnPages } from './pages.ts';
import type { Service } from './service.ts';

/** The comment of `login` with the message's marker on a pull request or an issue; GitHub has one list for both. */
export function commentBoard(
  service: Service,
  { prefix, repository }: GithubPlace,
  login: string,
  number: string,
  { marker, body }: Pick<Message, 'marker' | 'body'>,
): Board {
  const issues = `${prefix}/repos/${repository}/issues`;
  const content = JSON.stringify({ body });
  return {
    service,
    find: () =>
      findOnPages(service, `${issues}/${number}/comments?per_page=100`, prefix, (entry) => {
        const post = readOwnPost(entry, login);
        return post !== null && startsWithMarker(post.body, marker) ? post : null;
      }),
    isCurrent: (post) => equalBodies(post.body, body),
    create: () =>
      writePost(service, {
        method: 'POST',
        path: `${issues}/${number}/comments`,
        body: content,
        resend: 'unsent',
      }),
    update: ({ id }) =>
      writePost(service, { method: 'PATCH', path: `${issues}/comments/${id}`, body: content, resend: 'always' }),
  };
}
