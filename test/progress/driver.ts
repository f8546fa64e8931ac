import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { startApplyView, startReadView } from '../../src/progress/ink-view.ts';
import type { ViewOptions } from '../../src/progress/view.ts';
import { pipeDone, pipeNames, pipeStart, runDone, START } from './events.ts';
import { BUSY_AT, busyFleet } from './stories.ts';

/**
 * A process that a test watches on a terminal. It shows a view and handles signals: SIGUSR1 finishes, SIGUSR2 exits without
 * stopping the view, SIGINT does the same as in the apply command.
 */
const [story = 'apply', count = '3'] = process.argv.slice(2);
const alive = setInterval(() => {}, 60_000);
let at = START;
const options: ViewOptions = {
  stream: process.stderr,
  clock: { monotonicMs: () => at },
  color: 'on',
  glyphs: 'unicode',
};

process.stdout.write('printed before 1\nprinted before 2\n');
process.on('SIGUSR2', () => process.exit(3));
if (story === 'read') showReading();
else showApply();

function showReading(): void {
  const view = startReadView({ ...options, clock: MACHINE_CLOCK });
  view.emit({ done: Number(count) / 2, total: Number(count), failed: 3 });
  process.on('SIGUSR1', () => {
    view.emit({ done: Number(count), total: Number(count), failed: 3 });
    void view.stop().then(() => clearInterval(alive));
  });
}

function showApply(): void {
  const pipes = pipeNames(Number(count));
  const view = startApplyView({ ...options, pipes, hasReport: story === 'reported' });
  const started = pipes.map((name) => pipeStart(BUSY_AT - 1_000, name));
  const done = (['applied', 'failed', 'rolled-back'] as const).map((status, index) =>
    pipeDone(BUSY_AT, pipes[index] ?? '', status),
  );
  const events = story === 'reported' ? [...started, ...done] : busyFleet(pipes.length);
  for (const event of events) {
    at = Date.parse(event.at);
    view.emit(event);
  }
  at = START + BUSY_AT;

  const end = (status: number, interrupted: 'SIGINT' | null): void => {
    view.emit(runDone(BUSY_AT, { applied: pipes.length - 9, failed: 4, unknown: 4, stale: 1 }, interrupted));
    void view.stop().then(() => {
      clearInterval(alive);
      process.exitCode = status;
    });
  };
  process.on('SIGUSR1', () => end(0, null));
  process.once('SIGINT', () => {
    process.once('SIGINT', () => end(130, 'SIGINT'));
    view.notice('Stopping: finishing 32 pipes in flight. Press Ctrl-C again to stop now.');
  });
}
