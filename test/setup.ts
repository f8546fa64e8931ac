import { afterAll } from 'vitest';
import { cleanUp } from './e2e/clean-up.ts';

// Runs for each test file, while the modules that it imports are shared between files.
afterAll(cleanUp);
