import { describe, expect, it } from 'vitest';
import { createPipeLister } from '../../src/api/index.ts';
import { connectTo, KEY_SECRET, PIPE, type Reply, reply, serve } from './local-service.ts';

const TWO = [
  { ...PIPE, name: 'orders-prod' },
  { id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002', name: 'clicks-prod' },
];

function body(envelope: object = {}): object {
  return { status: 200, result: TWO, ...envelope };
}

async function list(answer: Reply) {
  const { url } = await serve(answer);
  return createPipeLister(connectTo(url)).listPipes(PIPE.serviceId);
}

describe('a list that is not the whole list', () => {
  it.each<readonly [string, string, object]>([
    ['nextPageToken', 'a token', { nextPageToken: 'abc' }],
    ['next', 'an address', { next: 'https://api.example.com/v1?page=2' }],
    ['@odata.nextLink', 'an address of OData', { '@odata.nextLink': 'https://api.example.com/v1?page=2' }],
    ['next', 'a link within an object', { links: { next: { href: '/v1?page=2' } } }],
    ['links', 'a link within a list', { links: [{ rel: 'next', href: '/v1?page=2' }] }],
    ['hasMore', 'a flag', { hasMore: true }],
    ['last', 'a page that is not the last one', { page: { last: false } }],
    ['total', 'a total above the number of items', { total: 3 }],
    ['count', 'a count above the number of items', { count: 3 }],
    ['total_pages', 'more than one page', { page: 1, total_pages: 2 }],
    ['next', 'a place within an object', { paging: { next: { after: 'abc' } } }],
    ['moreAvailable', 'a flag as a number', { moreAvailable: 1 }],
    ['isEnd', 'an end that is not there yet', { isEnd: false }],
    ['nextOffset', 'an offset that is the number of items', { nextOffset: 2 }],
    ['pages', 'as many pages as items', { pages: 2 }],
    ['perPage', 'a full page', { perPage: 2 }],
    ['remaining', 'a remainder', { remaining: 2 }],
    ['range', 'a text', { range: '0-1/3' }],
    ['exhausted', 'an end that is not there', { exhausted: 'no' }],
  ])('is named by %s: %s', async (name, _form, envelope) => {
    const { more } = (await list(reply(200, body(envelope)))) as { readonly more: string };
    expect(more).toMatch(new RegExp(`^the response has \`(.*\\.)?${name.replaceAll('.', '\\.')}(\\..*)?\`$`));
  });

  it.each<readonly [string, string]>([
    ['Link', '<https://api.example.com/v1?page=2>; rel="next"'],
    ['Link', '</v1?page=1>; rel="first", </v1?page=2>; title="a"; rel=next'],
    ['Link', '</v1?page=2>; rel = "next"'],
    ['X-Pagination-Total-Count', '3'],
    ['X-MS-Continuation', 'abc'],
    ['X-Cursor', 'abc'],
    ['X-Total-Count', '3'],
    ['X-Next-Page', '2'],
    ['X-Has-More', 'true'],
    ['Content-Range', 'items 0-1/3'],
  ])('is named by the header %s: %s', async (name, value) => {
    const more = `the response has the header ${name.toLowerCase()}`;
    expect(await list(reply(200, body(), { [name]: value }))).toMatchObject({ ok: true, more });
  });

  it.each<readonly [string, Reply]>([
    ['the response', reply(206, body())],
    ['its body', reply(200, body({ status: 206 }))],
    ['its body, as text', reply(200, body({ status: '206' }))],
  ])('is named by status 206 of %s', async (_where, answer) => {
    expect(await list(answer)).toMatchObject({ ok: true, more: 'the response has status 206, partial content' });
  });

  it('counts a pipe that is listed twice once', async () => {
    const result = [TWO[0], TWO[1], TWO[0]];
    expect(await list(reply(200, body({ result, total: 3 })))).toMatchObject({ more: 'the response has `total`' });
  });
});

describe('a whole list', () => {
  it.each<readonly [string, object]>([
    ['without anything else', {}],
    ['with an exact total', { total: 2, count: 2, page: 1, total_pages: 1 }],
    ['with empty tokens', { nextPageToken: '', next: null, cursor: '', links: { next: null, self: '/v1' } }],
    ['with flags that say so', { hasMore: false, has_more: 'false', truncated: false, last: true, isLastPage: true }],
    ['with no place to go to', { next: [], next_page: 0, nextOffset: -1, next_cursor: 'null', pages: [1] }],
    ['with a link to nowhere', { _links: { next: { href: null, templated: false } } }],
    ['with a total below the items', { total: 1, count: 0, page: 1, per_page: 20, remaining: 0 }],
    ['with values of another type', { hasMore: { toString: 0 }, links: [{ rel: { toString: null } }] }],
    ['with an id and a status of its own spelling', { request_id: 'abc', success: true }],
  ])('%s is read', async (_form, envelope) => {
    const listed = await list(reply(200, body(envelope)));
    expect(listed).toMatchObject({ ok: true, more: null, pipes: [{ name: 'orders-prod' }, { name: 'clicks-prod' }] });
  });

  it.each<readonly [string, string]>([
    ['Link', '</v1?page=1>; rel="first", </v1?next=1>; rel="self"'],
    ['X-Total-Count', '2'],
    ['X-Next-Page', ''],
    ['X-Next-Page', '0'],
    ['X-RateLimit-Remaining', '9'],
    ['Content-Range', 'items 0-1/2'],
    ['Content-Range', 'items 0-1/*'],
  ])('with the header %s: %s is read', async (name, value) => {
    expect(await list(reply(200, body(), { [name]: value }))).toMatchObject({ ok: true, more: null });
  });

  it('shows no credentials that its items repeat', async () => {
    const result = TWO.map((pipe) => ({ ...pipe, name: KEY_SECRET }));
    const name = '[secret]';
    expect(await list(reply(200, body({ result })))).toMatchObject({ pipes: [{ name }, { name }] });
  });

  it('may have a pipe with a field of such a name', async () => {
    const result = [{ ...TWO[0], settings: { next: 'x', total: 900 } }, TWO[1]];
    expect(await list(reply(200, body({ result })))).toMatchObject({ ok: true, more: null });
  });
});

it.each<readonly [string, unknown]>([
  ['the response has no list named result', {}],
  ['the response has no list named result', { id: 'x' }],
  ['an item of the list is not an object', [TWO[0], null]],
  ['the pipe in the response has no id', [TWO[0], { name: 'clicks-prod' }]],
])('cannot be read: %s', async (message, result) => {
  expect(await list(reply(200, body({ result })))).toMatchObject({ ok: false, failure: { message } });
});
