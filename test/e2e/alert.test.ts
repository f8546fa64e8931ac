import { describe, expect, test } from 'vitest';
import type { AlertDocument } from '../../src/report/compose/compose-alert.ts';
import { findFaults } from '../apply/schemas.ts';
import { readDocument } from './harness.ts';
import { ORDERS_ALERT, openObserved, questions, TOKEN_ONLY } from './observability.ts';

describe.concurrent('alert', () => {
  test('shows an alert by id or check name, with its state and whether it can be trusted', async () => {
    const workspace = await openObserved();
    const byId = await workspace.run(`alert ${ORDERS_ALERT}`, TOKEN_ONLY);
    const byName = await workspace.run('alert alert', TOKEN_ONLY);
    expect(byId).toEqual({ code: 0, stdout: expect.stringContaining('It can be trusted:'), stderr: '' });
    expect(byName.stdout).toBe(byId.stdout);
    expect(byId.stdout).toMatch(/^ {2}Condition {2}above 10,000, evaluated every 1m$/m);
    expect(questions(workspace)).toEqual([
      [`GET /api/v2/alerts/${ORDERS_ALERT}`, null],
      [`GET /api/v2/alerts/${ORDERS_ALERT}`, null],
    ]);
  });

  test('prints JSON', async () => {
    const { run } = await openObserved();
    const document = readDocument<AlertDocument>((await run('alert alert --format json')).stdout);
    expect(findFaults('alert', document)).toEqual([]);
    expect(document).toMatchObject({ kind: 'alert', alert: { id: ORDERS_ALERT, threshold: 10_000 }, trusted: true });
  });

  test.each([
    ['an unknown id', 'alert 000000000000000000000000', {}, '[observability-failed]'],
    ['a mistyped name', 'alert alrt', {}, 'Did you mean the check alert?'],
    ['a check of a series', 'alert lag', {}, 'See `pipeform series lag`.'],
    [
      'a wrong token',
      'alert alert',
      { PIPEFORM_ACCESS_TOKEN: 'wrong' },
      'access token of PIPEFORM_ACCESS_TOKEN rejected',
    ],
    ['no token', 'alert alert', { PIPEFORM_ACCESS_TOKEN: '' }, 'error[credentials-missing]'],
  ])('reports an error: %s', async (_, line, env: Record<string, string>, words) => {
    const { run } = await openObserved();
    const { code, stdout, stderr } = await run(line, env);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(words) });
  });
});
