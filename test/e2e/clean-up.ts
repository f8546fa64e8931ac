const tasks: (() => unknown)[] = [];

/**
 * Runs a cleanup after all tests of the file, in reverse order of registration. Tests run
 * concurrently, so one may still be running when another ends.
 */
export function afterTests(task: () => unknown): void {
  tasks.push(task);
}

/** Runs the registered cleanups; called by test/setup.ts. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
