import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/model/diagnostic-codes.ts';

test('docs/diagnostics.md lists every code with its cause and cure', async () => {
  const sections = Object.entries(DIAGNOSTIC_CODES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { cause, cure }]) => `## ${code}\n\n${cause}\n\n**Cure:** ${cure}\n`);
  const page = [
    '# Diagnostics\n',
    'Every problem that Pipeform reports has one of these codes. Codes are stable: scripts may rely on them.',
    'This page is made from the table in `src/model/diagnostic-codes.ts`; `npx vitest run test/docs -u` writes it anew.\n',
    ...sections,
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../docs/diagnostics.md');
});
