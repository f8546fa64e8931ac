import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMessage, readBody, readErrorMessage } from '../../src/api/http/response-body.ts';
import { parsePipe } from '../../src/api/pipes/parse-pipe.ts';
import { redactAll } from '../../src/model/secret.ts';
import { anyCharacter } from '../any-character.ts';
import { PIPE, pipeBody } from '../api/local-service.ts';

const SECRET = 'cañary/4711+"<x>" & ü';
const redact = redactAll([SECRET]);

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['unchanged', SECRET],
  ['in JSON', JSON.stringify(SECRET)],
  ['in an address', encodeURIComponent(SECRET)],
  ['in an address in lower case', encodeURIComponent(SECRET).toLowerCase()],
  ['in a query', encodeURIComponent(SECRET).replaceAll('%20', '+')],
  ['in markup', 'cañary/4711+&quot;&lt;x&gt;&quot; &amp; ü'],
  ['in base64', base64(SECRET)],
  ['in base64 after one byte', base64(`:${SECRET}`)],
  ['in base64 after a name', base64(`key-1:${SECRET}`)],
  ['in base64 within a text', base64(`ab${SECRET}cde`)],
  ['in base64 for addresses', Buffer.from(`key:${SECRET}`).toString('base64url')],
])('removes a secret that is echoed %s', (_, echoed) => {
  const left = redact(`the key ${echoed} is wrong`);
  expect(left).toContain('[secret]');
  expect(left).not.toMatch(/4711|NDcxM|Q3MT|0NzEx/);
});

test('removes a secret as long as a file, which is in no error', () => {
  const file = Array.from({ length: 5_000 }, (_, line) => `line ${line} of a key`).join('\n');
  const hide = redactAll([file, SECRET]);
  expect(hide(`${file} and ${base64(`key:${file}`)} and ${SECRET}`)).toMatch(
    /^\[secret\] and a2\S{0,6}\[secret\]\S{0,3} and \[secret\]$/,
  );
  expect(redactAll([file])(`the key ${file} is wrong`)).toBe('the key [secret] is wrong');
});

test('removes every form of any secret of a service', () => {
  const secret = fc
    .string({ unit: anyCharacter, minLength: 8, maxLength: 40 })
    .filter((text) => !/\p{Surrogate}/u.test(text));
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
      for (const form of [hidden, encodeURIComponent(hidden), base64(`${before}${hidden}`), JSON.stringify(hidden)]) {
        expect(redactAll([hidden])(`${before}${form}${after}`)).toContain('[secret]');
      }
    }),
    { numRuns: 150 },
  );
});

test('removes a short secret only as a whole word, since a pipe name may start with it', () => {
  const short = redactAll(['sandbox']);
  expect(short('key "sandbox" is wrong, sandbox')).toBe('key "[secret]" is wrong, [secret]');
  expect(short('sandbox-orders')).toBe('sandbox-orders');
  expect(redactAll(['', ''])('as it is')).toBe('as it is');
});

test.each(Array.from({ length: 40 }, (_, index) => 170 + index))(
  'leaves no part of a secret in a text truncated after %i characters',
  (length) => {
    const hidden = redactAll(['canary-4711-canary-4712']);
    const page = `<html><title>${'x'.repeat(length)}canary-4711-canary-4712</title>`;
    const words = [
      readErrorMessage(readBody(page), hidden),
      formatMessage(`${'x'.repeat(length)}canary-4711-canary-4712`, hidden),
    ];
    expect(words.join()).not.toContain('cana');
  },
);

test('hides credentials that a pipe echoes, and its settings are not read', () => {
  const hidden = redactAll(['canary-4711']);
  const asked = { ...PIPE, redact: hidden };
  const read = (result: object) => {
    const parsed = parsePipe(pipeBody(result), asked);
    if (!parsed.ok) throw new Error(parsed.problem);
    expect(JSON.stringify(parsed)).not.toContain('canary');
    return parsed.pipe;
  };
  const echo = 'orders canary-4711';
  expect(read({ name: echo, state: echo, updatedAt: echo, serviceId: echo }).name).toBe('orders [secret]');
  expect(read({ source: { 'canary-4711': {} } }).source).toBe('[secret]');
  expect(read({ settings: { db_max_threads: 4, future: [{ deep: echo }] } }).settings).toEqual({ status: 'unusable' });
  expect(read({ settings: { 'canary-4711': 1e300 } }).settings).toEqual({ status: 'unusable' });
  expect(read({ settings: { db_max_threads: echo } }).settings).toEqual({ status: 'unusable' });
  expect(read({ scaling: { replicas: echo } }).unreadable).toHaveLength(1);
  expect(read({ scaling: echo }).unreadable).toHaveLength(4);
  expect(read({ settings: { db_max_threads: 4 } }).settings).toEqual({
    status: 'known',
    values: { db_max_threads: 4 },
  });
});
