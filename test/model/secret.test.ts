import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from '../../src/model/secret/secret.ts';

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
