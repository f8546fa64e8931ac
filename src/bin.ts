#!/usr/bin/env node
import { answerAtOnce } from './cli/answer-at-once.ts';
import { failWhenIdle } from './cli/fail-when-idle.ts';

const words = process.argv.slice(2);
if (!answerAtOnce(words)) {
  const done = failWhenIdle();
  const { runProcess } = await import('./cli/process-edge.ts');
  await runProcess(words);
  done();
}
