import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

const ALL = ['test/**/*.test.ts', 'test/**/*.test.tsx'];

/**
 * They drive other programs: shells with the commands of each page and recipe, terminals, a browser, proxies, compilers of the
 * installed package, other releases of Node. They take as long as all others, and are skipped where a program is missing: `npm run test:tools`.
 */
const WITH_TOOLS = [
  'test/ci/*.test.ts',
  'test/cli/completion/shells.test.ts',
  'test/docs/run-commands.test.ts',
  'test/library/examples.test.ts',
  'test/scripts/man/man.test.ts',
  'test/network/corporate-network.test.ts',
  'test/packaging/node-versions.test.ts',
  'test/progress/ink-view.test.ts',
  'test/report/html/accessibility.test.ts',
  'test/report/html/chromium.test.ts',
  'test/sandbox/console/chromium.test.ts',
];

/** Those that take longest, by computing or by waiting. */
const LONG = [
  ...['chaos/chaos', 'config/bounds', 'e2e/lock', 'e2e/remediation', 'packaging/install'],
  ...['publish/publish-once', 'scripts/rollout', 'security/secrets'],
];

/** Starts long files first, so that none runs alone at the end. Vitest knows how long they take only in its second run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(`test/${path}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Ends a run that was not whole with how to run everything. */
const sampleNotice: Reporter = {
  onTestRunEnd() {
    process.stderr.write('This was a sample of the properties and of the long tests. `npm run test:all` runs all.\n');
  },
};

export default defineConfig({
  test: {
    // Without it, style sheets are empty texts, also those that are imported with `?raw`.
    css: true,
    setupFiles: ['test/setup.ts'],
    // Against hanging tests, not for speed: a machine of CI may be busy.
    testTimeout: process.env.CI ? 90_000 : 30_000,
    hookTimeout: process.env.CI ? 90_000 : 30_000,
    expect: { poll: { timeout: 20_000 } },
    // The files that a worker runs share its modules, which saves loading them for each; none keeps a state of its tests.
    isolate: false,
    // Modules that did not change are not compiled again by the next run.
    experimental: { fsModuleCache: true },
    // Twice as many as most machines for tests have cores, since many tests wait for processes.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    ...(!process.env.CI && { reporters: ['default', sampleNotice] }),
    projects: [
      { extends: true, test: { name: 'node', include: ALL, exclude: WITH_TOOLS } },
      { extends: true, test: { name: 'tools', include: WITH_TOOLS } },
    ],
  },
});
