#!/usr/bin/env node
import { answerAtOnce } from './answer-at-once.ts';

const words = process.argv.slice(2);
if (!answerAtOnce(words)) {
  const { runProcess } = await import('./process-edge.ts');
  await runProcess(words);
}
