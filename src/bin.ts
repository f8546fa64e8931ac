#!/usr/bin/env node
import { answerAtOnce } from './cli/answer-at-once.ts';

const words = process.argv.slice(2);
if (!answerAtOnce(words)) {
  const { runProcess } = await import('./cli/process-edge.ts');
  await runProcess(words);
}
