import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMessage, readBody, readErrorMessage } from '../../src/api/http/read-response.ts';
import { parsePipe } from '../../src/api/pipes/parse-pipe.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { anyCharacter } from '../any-character.ts';
import { PIPE, pipeBody } from '../api/local-service.ts';
import { checkProperty, sample, WHOLE } from '../effort.ts';
import { ENCODINGS, findParts } from './encodings.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const SECRET = `4b1dQ7/pXz+Rk3v=Lm8'tY2&cW9nB5hJ0sD6f`;
/** Has what usually stands between words. */
const PHRASE = `corréct "horse"/battery+<staple> & 'ümläut' 4711`;

/** Is as it is in most encodings. */
const LETTERS = '4b1dQ7wErTyUiOpAsDfGhJkLzXcVbNm0123456789ab';

const REDACTORS = [SECRET, PHRASE, LETTERS].map((secret) => [secret, redactAll([secret])] as const);

describe.each(Object.entries(ENCODINGS))('a secret that a service writes as %s', (_, encode) => {
  const sentences = [
    (sent: string) => sent,
    (sent: string) => `the key ${sent} is wrong`,
    (sent: string) => `{"error":"${sent}"}`,
    (sent: string) => `key=${sent}, host=a`,
    (sent: string) => `<title>${sent}</title>`,
  ];

  test.each(REDACTORS)('is removed: %s', (secret, redact) => {
    const sent = encode(secret);
    for (const sentence of sentences) {
      const left = redact(sentence(sent));
      expect(left).toContain('[secret]');
      expect(findParts(left, sent)).toEqual([]);
    }
  });
});

test.each(Object.entries(ENCODINGS))('keeps what stands around a secret as %s', (name, encode) => {
  const left = redactAll([LETTERS])(`the key "${encode(LETTERS)}" of 100% &amp; C:\\new is wrong`);
  // In base64, a text beside the secret is part of the token.
  expect(left).toMatch(/^the key ".*" of 100% &amp; C:\\new is wrong$/);
  if (!/id|text|line/.test(name)) expect(left).toBe('the key "[secret]" of 100% &amp; C:\\new is wrong');
});

describe('several secrets as long as a token', () => {
  const token = Array.from({ length: WHOLE ? 60 : 10 }, (_, part) => `${part}${LETTERS}`).join('');
  const redact = redactAll([token, token.toUpperCase(), SECRET]);

  test.each(Object.entries(ENCODINGS))('are removed as %s', (_, encode) => {
    const left = redact(`the key "${encode(token)}" is wrong`);
    expect(left).toContain('[secret]');
    expect(left.length).toBeLessThan(100);
  });
});

test('removes a secret as long as a file in one piece', () => {
  const file = Array.from({ length: 5_000 }, (_, line) => `line ${line} of a key`).join('\n');
  const encoded = base64(`key:${file}`);
  const left = redactAll([file, SECRET])(`${file} and ${encoded} and ${SECRET}`);
  expect(left).toMatch(/^\[secret\] and \S{0,12}\[secret\]\S{0,4} and \[secret\]$/);
});

test('removes any secret of any characters', () => {
  const secret = fc
    .string({ unit: anyCharacter, minLength: 8, maxLength: 40 })
    .filter((text) => !/\p{Surrogate}/u.test(text));
  const encodings = fc.constantFrom(encodeURIComponent, base64, JSON.stringify, (text: string) => text);
  checkProperty(
    fc.property(secret, encodings, fc.string(), fc.string(), (hidden, encode, before, after) => {
      expect(redactAll([hidden])(`${before} ${encode(hidden)} ${after}`)).toContain('[secret]');
    }),
    { numRuns: 300 },
  );
});

test.each(sample(['%25', '&amp;', '\\u005c', '=3D', '\\', 'QUJD', '6161', ' ', '4b1dQ7', '\n4b1dQ7/']))(
  'reads a megabyte of %j, and finds the secret in it',
  (piece) => {
    const text = piece.repeat(500_000 / piece.length);
    const left = redactAll([SECRET])(`${text}(${base64(SECRET)}) ${text}`);
    // Not `toBe`, which would compare megabytes line by line.
    expect(left === `${text}([secret]) ${text}`).toBe(true);
  },
);

test('removes a short secret only as a whole word, since a pipe name may start with it', () => {
  const short = redactAll(['sand-4']);
  expect(short('key "sand-4" is wrong, sand-4')).toBe('key "[secret]" is wrong, [secret]');
  expect(short('sand-4-orders')).toBe('sand-4-orders');
  expect(redactAll(['', ''])('as it is')).toBe('as it is');
});

describe('a secret that is a word of a few lowercase letters', () => {
  const redact = redactAll(['wrong']);

  test.each([
    'the key id or the key secret is wrong',
    'UNAUTHORIZED: the key is wrong (credentials rejected; http://127.0.0.1:4010 returned 401).',
    'wrong key, or wrong, or wrong.',
  ])('stays in a sentence: %s', (sentence) => {
    expect(redact(sentence)).toBe(sentence);
  });

  test.each([
    'wrong',
    'key=wrong',
    'key: wrong',
    'the key "wrong" is not known',
    "the key 'wrong' is not known",
    '{"error":"wrong"}',
    'Authorization: Basic wrong',
    'Bearer wrong',
    'BEARER wrong',
    'Token wrong',
    'the key of robot is\nwrong\n',
    'key\twrong',
    'key -> wrong',
    '| robot | wrong |',
    'wrong: not a known key',
    'https://wrong:wrong@localhost/',
    'https://localhost/wrong?key=wrong&more',
    '<title>wrong</title>',
  ])('is removed where it stands as a value: %s', (echo) => {
    const left = redact(echo);
    expect(left).toContain('[secret]');
    expect(left).not.toMatch(/wrong|d3Jvbmc|%77/);
  });

  test.each(['Wrong', 'wrongly', 'wr0ng', 'wrong-1'])(
    'is not one with other characters or more of them: %s',
    (secret) => {
      expect(redactAll([secret])(`the key is ${secret}, sorry`)).toBe(
        secret === 'wrongly' ? `the key is ${secret}, sorry` : 'the key is [secret], sorry',
      );
    },
  );

  test('has at most seven letters', () => {
    expect(redactAll(['incorrect'])('the key is incorrect')).toBe('the key is [secret]');
  });
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
