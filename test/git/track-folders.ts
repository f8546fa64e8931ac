import { rm } from 'node:fs/promises';
import { afterAll, afterEach } from 'vitest';
import { type Files, makeFolder, makeRepository, type TestFolder } from './repository.ts';

interface Folders {
  folder(): Promise<TestFolder>;
  repository(files?: Files): Promise<TestFolder>;
}

/** Folders that are gone after each test of the file, or after the last one. */
export function trackFolders(of: 'test' | 'file' = 'test'): Folders {
  const made: TestFolder[] = [];
  const keep = async (making: Promise<TestFolder>) => {
    const folder = await making;
    made.push(folder);
    return folder;
  };
  (of === 'test' ? afterEach : afterAll)(async () => {
    for (const { path } of made.splice(0)) await rm(path, { recursive: true });
  });
  return { folder: () => keep(makeFolder()), repository: (files) => keep(makeRepository(files)) };
}
