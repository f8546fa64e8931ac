/** The latest requests to the two APIs, newest first. */

import { find, make, safeText, setBadge, setText } from './dom.js';
import { request } from './feed.js';
import { timeOfDay } from './format.js';

const SHOWN = 100;

const WORDS = {
  200: 'OK',
  400: 'bad request',
  401: 'not authorized',
  403: 'not allowed',
  404: 'not found',
  405: 'wrong method',
  413: 'too large',
  415: 'not JSON',
  424: 'service asleep',
  429: 'rate limited',
  500: 'server error',
  503: 'unavailable',
};
const GROUPS = { 2: 'OK', 3: 'redirected', 4: 'rejected', 5: 'server error' };
const STATUS_CLASSES = { 2: 't-good', 3: 't-calm', 4: 't-warn', 5: 't-bad' };

// Returns the word and the class of its color. Without a status, the request is in progress or a fault ended it.
function statusOf({ status, fault }) {
  if (status === null) return fault === null ? ['in progress', 't-calm'] : ['no answer', 't-bad'];
  const group = Math.floor(status / 100);
  return [`${status} ${WORDS[status] ?? GROUPS[group] ?? ''}`, STATUS_CLASSES[group] ?? 't-calm'];
}

// Ids are cut to their first digits; the title has the complete path.
const shortPath = (path) => path.replace(/\b([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '$1…');

function createRow({ at, method, path, pipeId, requestId }, nameOf) {
  const status = make('span', {});
  const effect = make('td', { class: 'c-effect' });
  const name = pipeId === null ? undefined : nameOf(pipeId.toLowerCase());
  const link =
    name === undefined ? '' : make('a', { href: `#pipe=${encodeURIComponent(pipeId.toLowerCase())}` }, safeText(name));
  const element = make(
    'tr',
    { 'data-request': requestId },
    make('td', { class: 'c-time' }, timeOfDay(Date.parse(at))),
    make('td', { class: 'c-status' }, status),
    make('td', { class: 'c-method' }, make('code', {}, safeText(method))),
    make('td', { class: 'c-pipe' }, link),
    make('td', { class: 'c-path', title: safeText(path) }, make('code', {}, safeText(shortPath(path)))),
    effect,
  );
  const update = (entry) => {
    const [word, variantClass] = statusOf(entry);
    setBadge(status, word, variantClass);
    const effects = [entry.committed ? 'committed' : '', entry.fault === null ? '' : `fault: ${safeText(entry.fault)}`];
    setText(effect, effects.filter((text) => text !== '').join(', '));
  };
  return { element, update };
}

export function createActivity() {
  const body = find('requests');
  let rows = new Map();
  return async ({ pipes, requests: { total } }) => {
    const { requests } = await request(`/_sandbox/requests?latest=${SHOWN}`);
    const names = new Map(pipes.map(({ id, name }) => [id, name.trim() === '' ? id : name]));
    const before = rows;
    rows = new Map(
      requests.toReversed().map((entry) => {
        const row = before.get(entry.requestId) ?? createRow(entry, (id) => names.get(id));
        row.update(entry);
        return [entry.requestId, row];
      }),
    );
    const elements = [...rows.values()].map(({ element }) => element);
    if (elements.length !== body.children.length || elements.some((one, index) => one !== body.children[index])) {
      const active = document.activeElement;
      body.replaceChildren(...elements);
      // A moved row loses the focus.
      if (body.contains(active)) active.focus({ preventScroll: true });
    }
    find('no-requests').hidden = elements.length > 0;
    const all = `${total.toLocaleString('en-US')} ${total === 1 ? 'request' : 'requests'}`;
    setText(find('requests-count'), total > elements.length ? `The latest ${elements.length} of ${all}` : all);
  };
}
