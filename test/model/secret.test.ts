import { format, inspect } from 'node:util';
import { expect, it, test } from 'vitest';
import { maskLine, Secret } from '../../src/model/secret/secret.ts';

it('shows a secret only through its accessor', () => {
  const secret = new Secret('open-sesame');
  const shown = [
    `${secret}`,
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
    format('%s %o %O %j', secret, secret, secret, secret),
    inspect({ ...secret }),
  ];
  expect(shown.join('\n')).not.toContain('open-sesame');
  expect(shown[0]).toBe('[secret]');
  expect(secret.reveal()).toBe('open-sesame');
});

test.each([
  ['keySecret: "4b1dAAAA,SECRET#two"  # why', 'keySecret: *********************  # why'],
  ['keySecret: "4b1d\\"AAAA, }SECRET #two"', 'keySecret: ************ ******* *****'],
  ["keySecret: 'it''s, SECRET #two' # why", 'keySecret: ******* ****** ***** # why'],
  ['keySecret: "SECRET, that goes on', 'keySecret: ******** **** **** **'],
  ['keySecret: SECRET,a}b#c d # why', 'keySecret: ************ * # why'],
  ['keySecret: SECRET{a, b', 'keySecret: ********* *'],
  ['keySecret: !!str "SECRET #two"', 'keySecret: ***** ******* *****'],
  ['api: { keySecret: SECRET,a}b, token: SECRET, url: x }', 'api: { keySecret: **********, token: ******, url: x }'],
  ['api: {"keySecret":"SECRET, }#two","url":"x"}', 'api: {"keySecret":******** ******,"url":"x"}'],
  ['authorization: Bearer SECRET', 'authorization: ****** ******'],
  ['url: https://api.example.com/?token=SECRET&a=b # why', 'url: https://api.example.com/?token=********** # why'],
  [
    'api: { url: "https://api.example.com/?token=SECRET", a: b }',
    'api: { url: "https://api.example.com/?token=*******, a: b }',
  ],
  ['when: pipe.token == "a"', 'when: pipe.token == "a"'],
  ['keySecret: # from the vault', 'keySecret: # from the vault'],
  ...['passwd', 'pwd', 'apiKey', 'api_key', 'api-key', 'credentials', 'password', 'PIPEFORM_KEY_ID', 'accessToken'].map(
    (name) => [`  ${name}: SECRET`, `  ${name}: ******`],
  ),
])('masks the credential in %s', (line, masked) => {
  expect(maskLine(line)).toBe(masked);
});

test('masks long lines quickly', () => {
  const parts = ['secret: ', 'secret: "', "secret: '", "''", '\\"', ' ', '!a ', ', ', '{', '}'];
  for (const part of parts) {
    for (const start of ['secret: ', 'secret: "', "{ secret: '", '{ secret: !a ']) {
      maskLine(start + part.repeat(200_000 / part.length));
    }
  }
});
