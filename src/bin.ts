#!/usr/bin/env node
import { failWhenIdle } from './cli/fail-when-idle.ts';
import { tryFastPath } from './cli/fast-path.ts';

const args = process.argv.slice(2);
if (!tryFastPath(args)) {
  const done = failWhenIdle();
  const { runProcess } = await import('./cli/process-edge.ts');
  await runProcess(args);
  done();
}
