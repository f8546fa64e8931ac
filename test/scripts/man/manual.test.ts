import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROGRAM, renderManual, roffText } from '../../../scripts/manual/render-manual.ts';
import { checkProperty } from '../../effort.ts';

const page = renderManual(PROGRAM, { version: '1.2.3', date: '2026-11-20' });

/** The text without roff markup. */
const shown = page
  .replace(/\\f[BIR]/g, '')
  .replaceAll('\\-', '-')
  .replaceAll('\\(aq', "'")
  .replaceAll('\\(dq', '"')
  .replaceAll('\\(ti', '~');

test('the page has the sections of a manual page, in the usual order', () => {
  const titles = [...page.matchAll(/^\.SH (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual([
    'NAME',
    'SYNOPSIS',
    'DESCRIPTION',
    'COMMANDS',
    'GLOBAL OPTIONS',
    'ENVIRONMENT',
    'EXIT STATUS',
    'FILES',
    'EXAMPLES',
    'SEE ALSO',
  ]);
  expect(page).toMatch(/^\.TH PIPEFORM 1 "2026-11-20" "Pipeform 1\.2\.3" "User Commands"\n/);
});

test.each(PROGRAM.commands.map((command) => [command.name, command] as const))(
  'contains %s with its options and examples',
  (name, { options, examples }) => {
    const section = shown.slice(shown.indexOf(`\n.SS ${name}\n`)).split(/\n\.S[SH] /)[1] ?? '';
    expect(section.startsWith(`${name}\n`)).toBe(true);
    for (const { long } of Object.values(options)) expect(section).toContain(long);
    for (const example of examples) expect(section).toContain(`\n${example}\n`);
  },
);

test('contains every global option with its variable', () => {
  const section = shown.slice(shown.indexOf('.SH GLOBAL OPTIONS'), shown.indexOf('.SH ENVIRONMENT'));
  for (const { long, variable } of PROGRAM.options) {
    expect(section).toContain(long);
    expect(section).toContain(variable ?? '');
  }
});

test('escapes text, so that none becomes a request, and all of it is ASCII', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const escaped = roffText(text.replaceAll(/\p{Cc}/gu, ' '));
      expect(escaped).toMatch(/^[ -~]*$/);
      expect(escaped).not.toMatch(/^[.']/);
      expect(escaped).not.toMatch(/(?<!\\)-/);
    }),
  );
  expect(roffText('.TH \\fB\n.so /etc/passwd’')).toBe('\\&.TH \\efB\n\\&.so /etc/passwd\\[u2019]');
});
