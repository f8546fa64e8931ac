import { describe, expect, test } from 'vitest';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { openWorkspace, pipe, readEvents } from './harness.ts';

const fleet = createQuickstartFleet();
const document = {
  pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 8 } }) },
  checks: { lag: { alert: '65f4aa', state: 'OK' } },
  rollout: { waves: [1, '100%'], after: ['lag'] },
};

describe.concurrent('a rollout and checks, which are validated only', () => {
  test('an apply says that it goes without them', async () => {
    const { run, writes } = await openWorkspace({ document });
    const { code, stderr } = await run('apply --auto-approve');
    expect(code).toBe(0);
    expect(stderr).toContain('warning[gates-not-evaluated]: The configuration has a rollout or checks');
    expect(writes()).toHaveLength(1);
  });

  test('the events say it too', async () => {
    const { run } = await openWorkspace({ document });
    const { stdout } = await run('apply --auto-approve --format json');
    expect(readEvents(stdout)).toContainEqual(
      expect.objectContaining({
        type: 'diagnostic',
        diagnostic: expect.objectContaining({ code: 'gates-not-evaluated' }),
      }),
    );
  });

  test('--no-rollout says that this is meant', async () => {
    const { run, writes } = await openWorkspace({ document });
    const { code, stderr } = await run('apply --auto-approve --no-rollout');
    expect({ code, warned: stderr.includes('gates-not-evaluated') }).toEqual({ code: 0, warned: false });
    expect(writes()).toHaveLength(1);
  });
});
