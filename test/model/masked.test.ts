import { expect, it } from 'vitest';
import { isMasked } from '../../src/model/secret/masked.ts';

it.each([
  ...['********', '••••••', 'xxxxxxxx', '****1234', 'postgres://robot:****@db'],
  ...['REDACTED', '[redacted]', '<hidden>', '(sensitive value)', '{"password":"[FILTERED]"}'],
  ...[
    '***REDACTED***',
    '**masked**',
    'password=<hidden>',
    '[secure]',
    '<protected>',
    '[REMOVED]',
    '<secret hidden>',
    '(hidden)',
  ],
])('takes %s for a mask', (shown) => {
  expect(isMasked(shown)).toBe(true);
});

it.each(['secret', 'hidden', 'secure', 'removed', 'a*b', '*', '**', '*.csv', 'orders-*', '[a]', '--', 'xxx'])(
  'takes %s for a value',
  (shown) => expect(isMasked(shown)).toBe(false),
);
