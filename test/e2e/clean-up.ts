import { afterAll } from 'vitest';

const tasks: (() => unknown)[] = [];

/**
 * Does something once all tests of the file have ended, however they ended; what was begun last goes first. Tests run side
 * by side, so the end of one of them says nothing about the others.
 */
export function afterTests(task: () => unknown): void {
  tasks.push(task);
}

afterAll(async () => {
  for (const task of tasks.reverse()) await task();
});
