import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { inCi } from '../effort.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/rollout.mjs');

/** The script itself checks the exit code of each command. */
inCi(
  'the example shows a rollout that passes, and one that fails and is rolled back',
  {
    timeout: 60_000,
  },
  async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT], {
      env: { PATH: process.env.PATH },
    });
    expect(stdout).toContain('Healthy: all 2 checks pass.');
    const [healthy = '', harmful = ''] = stdout.split('$ pipeform apply').slice(1);
    expect(healthy).toContain('Rollout: 3 waves passed\n');
    expect(healthy).toContain('Applied 6 pipes');
    expect(harmful).toContain('Rollout: wave 1 of 3 failed\n');
    expect(harmful).toContain('Rolled back: analytics/clicks\n');
    expect(harmful).toMatch(/^\S clicks +\d/m);
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);
