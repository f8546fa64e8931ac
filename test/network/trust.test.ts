import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../ci/shell.ts';

/** Settings that change the TLS checks of Node. */
const LOOSENINGS = /rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT|[^a-z](minVersion|secureProtocol|ciphers)\b/;

test('nothing weakens how Node checks certificates, or its minimum version of TLS', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const loose = files.filter((file) => LOOSENINGS.test(readFileSync(join(ROOT, 'src', file), 'utf8')));
  expect(loose).toEqual([]);
});
