const tasks: (() => unknown)[] = [];

/**
 * Does something once all tests of the file have ended, however they ended; what was begun last goes first. Tests run side
 * by side, so the end of one of them says nothing about the others.
 */
export function afterTests(task: () => unknown): void {
  tasks.push(task);
}

/** For the end of a test file (test/setup.ts). */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
