import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The files that a worker runs share its modules, which saves loading them for each; none keeps a state of its tests.
    isolate: false,
    // One more than most machines for tests have cores, since many tests wait for processes.
    maxWorkers: 3,
  },
});
