import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { PIPEFORM } from '../e2e/process.ts';
import { checkProperty, inCi, sample } from '../effort.ts';
import { HEAD, load, pipeId } from './memory-files.ts';

const SIZE = 400_000;
const fill = (piece: string) => piece.repeat(Math.floor((SIZE - HEAD.length - 100) / piece.length));
const count = (length: number, write: (index: number) => string) => Array.from({ length }, (_, n) => write(n)).join('');
const API = '{ url: "http://127.0.0.1:4010", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
const pipe = (n: number, more: string) => `  p${n}: { service: analytics, id: ${pipeId(n)}, ${more} }\n`;

const promotions = (length: number, from: (n: number) => string) =>
  count(length, (n) => `  environment-${n}: { promotion: { from: ${from(n)} } }\n`);
const spellZone = (n: number) =>
  [...'america/argentina/buenos_aires'].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('');

/** Each took from seconds to hours, or gigabytes. */
const HOSTILE: Readonly<Record<string, string>> = {
  commas: `pipes: [${fill(',')}`,
  braces: `pipes: ${fill('{')}`,
  'closing brackets': `pipes: ${fill(']')}`,
  documents: fill('---\n'),
  'equal keys': `pipes:\n${fill('  a: 1\n')}`,
  tags: `pipes: [${fill('! ')}`,
  quotes: `pipes: [${fill('""')}`,
  tabs: fill('\ta:\n'),
  'wrong escapes': `pipes: "${fill('\\q')}"`,
  'aliases of a map': `presets:\n a: &a { b: 1, c: 2, d: 3, e: 4 }\npipes:\n${count(24_000, (n) => ` p${n}: *a\n`)}`,
  'aliases of a long text': `x: &a "${'${A}'.repeat(10_000)}"\npresets:\n${count(12_000, (n) => `  name${n}: *a\n`)}`,
  'missing variables': `pipes: "${count(24_000, (n) => `\${A${n}}`)}"\n`,
  'refused variables': `pipes: "${count(24_000, (n) => `\${A${n}_KEY}`)}"\n`,
  'unknown keys': count(12_000, (n) => `some_unknown_key_of_the_root_${n}: 1\n`),
  'include patterns': `include:\n${count(24_000, (n) => ` - "*a*a*a*a*b${n}"\n`)}`,
  'equal include patterns': `include:\n${fill(' - "*"\n')}`,
  'include patterns with braces': `include:\n${fill(` - "${'{a,b}'.repeat(6)}${'a/'.repeat(450)}"\n`)}`,
  'large presets': `presets:\n  a: { checks: [${count(6_000, (n) => `some_check_${n}, `)}] }\npipes:\n${count(3_000, (n) => pipe(n, 'preset: a'))}`,
  'a chain of promotions': `environments:\n${promotions(6_000, (n) => `environment-${n + 1}`)}`,
  'a circle of promotions': `environments:\n${promotions(6_000, (n) => `environment-${(n + 1) % 6_000}`)}`,
  'promotions from names that are nearly right': `environments:\n${promotions(6_000, (n) => `enviromnent-${n}`)}`,
  'patterns of fields': `remediation: { maxPipes: 1, fields: [${count(6_000, (n) => `"settings.${'*a'.repeat(25)}${n}", `)}] }\n`,
  'spellings of a time zone': `policy:\n  freeze:\n${count(6_000, (n) => `  - { days: [mon, no], reason: r, timezone: ${spellZone(n)} }\n`)}`,
  'names that are nearly right': `pipes:\n${count(2_400, (n) => pipe(n, `preset: analytics${n}`))}presets:\n${count(2_400, (n) => `  analyticz${n}: {}\n`)}`,
};

/** Runs the built command. A hang ends with a kill, and fails. */
async function validate(text: string) {
  const folder = await makeFolder();
  await writeFile(join(folder, 'pipeform.yaml'), text);
  const child = spawn(process.execPath, ['--max-old-space-size=100', PIPEFORM, 'validate', '--format', 'sarif'], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
    // The command handles the other signals, which a busy process does not see.
    killSignal: 'SIGKILL',
    timeout: 60_000,
  });
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, length };
}

describe('validate ends in bounded memory, with a bounded report, for hundreds of kilobytes of', () => {
  test.concurrent.each(sample(Object.keys(HOSTILE)))(
    '%s',
    async (name) => {
      const { code, signal, length } = await validate(`${HEAD}${HOSTILE[name] ?? ''}`);
      expect({ code, signal }).toEqual({ code: 1, signal: null });
      expect(length).toBeLessThan(2_500_000);
    },
    120_000,
  );

  inCi(
    'declared settings',
    async () => {
      const settings = count(8_000, (n) => `some_setting_${n}: { type: integer }, `);
      const text = `version: 1\napi: ${API}, settings: { ${settings} } }\nservices: {}\n`;
      expect(await validate(text)).toMatchObject({ code: 1, signal: null });
    },
    120_000,
  );
});

inCi('refuses text of more symbols than a quarter of its size, and reads a large file that is not', async () => {
  const dense = await load(`${HEAD}pipes: { a: [${'[],'.repeat(40_000)}] }\n`);
  expect(dense.diagnostics).toMatchObject([
    { code: 'yaml-syntax', line: 4, summary: 'The file has too many values for its size.' },
  ]);
  const settings =
    'settings: {db_max_threads: 8, streaming_max_insert_wait_ms: 5s}, scaling: {replicas: {min: 2, max: 6}}';
  const pipes = count(2_000, (n) => `  p${n}: {service: analytics, id: ${pipeId(n)}, source: kafka, ${settings}}\n`);
  for (const start of ['pipes:', 'pipes: &all']) {
    const { fleet, diagnostics } = await load(`${HEAD}${start}\n${pipes}`);
    expect(diagnostics).toEqual([]);
    expect(fleet?.pipes).toHaveLength(2_000);
  }
});

inCi('equal schedules are checked once, and the windows of different ones are bounded', async () => {
  const two = (number: number) => String(number).padStart(2, '0');
  const shared = Array.from(
    { length: 19 },
    (_, hour) => `&w${hour} { hours: "${two(hour)}:00-${two(hour)}:30", replicas: 4 }`,
  );
  const aliases = shared.map((_, hour) => `*w${hour}`).join(',      ');
  const fleetOf = (pipes: number, numberOf: (index: number) => number) => {
    const lines = Array.from({ length: pipes }, (_, index) => {
      const number = numberOf(index);
      const hours = `20:${two(number % 30)}-20:${two(30 + (Math.floor(number / 30) % 30))}`;
      const own = `{ hours: "${hours}", replicas: ${1 + Math.floor(number / 900)} }`;
      return `  p${index}: { service: analytics, id: ${pipeId(index)}, scaling: { replicas: 3, schedule: [${own}, ${aliases}] } }\n`;
    });
    return load(`${HEAD}x-windows: [${shared.join(', ')}]\npipes:\n${lines.join('')}`);
  };
  expect((await fleetOf(1_100, () => 0)).diagnostics).toEqual([]);
  expect((await fleetOf(1_001, (index) => index)).diagnostics).toMatchObject([
    { severity: 'error', summary: 'The different schedules have more than 20,000 windows together.' },
  ]);
});

test('the size of a file is limited by PIPEFORM_MAX_FILE_SIZE, that of all files to 64 times as much', async () => {
  const comment = '#'.repeat(1_000);
  const load4 = (size: string, files: number) =>
    load(
      {
        'pipeform.yaml': `${HEAD}include: ["*.y"]\n`,
        ...Object.fromEntries(Array.from({ length: files }, (_, n) => [`${n}.y`, comment])),
      },
      { variables: { PIPEFORM_MAX_FILE_SIZE: size } },
    );
  const codes = async (size: string, files: number) =>
    (await load4(size, files)).diagnostics.filter(({ severity }) => severity === 'error').map(({ summary }) => summary);
  expect(await codes('1000B', 1)).toEqual([]);
  expect(await codes('999B', 1)).toEqual(['"0.y" is larger than 999 bytes.']);
  expect(await codes('1000B', 64)).toEqual([
    expect.stringMatching(/^With "\d+\.y", the files of the configuration exceed /),
  ]);
  expect(await codes('much', 0)).toContain('PIPEFORM_MAX_FILE_SIZE is not a size; found "much".');
});

test('a preset with very many values is an error', async () => {
  const checks = count(3_000, (n) => `some_check_${n}, `);
  const { diagnostics } = await load(
    `${HEAD}presets:\n  a: { checks: [${checks}] }\npipes:\n${count(100, (n) => pipe(n, 'preset: a'))}`,
  );
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ line: 5, summary: '`checks` of preset "a" has more than 100 entries.' }),
  );
});

const PIECES = [
  ...['[', ']', '{', '}', ',', ':', ': ', '- ', '? ', '\n', '\n  ', ' ', '\t', '"', "'", '|\n', '>\n', '#', ' #'],
  ...['&a ', '*a', '*a ', '!x ', '!!str ', '%A\n', '---\n', '...\n', 'a', 'a: ', '1', '~', '<<: ', '\\', '@', '`'],
  ...['${A}', '${', '$', '\r\n', '  - a\n', '{}', '[]', '""', 'é', '<<<<<<< a\n'],
];

test('loads or reports endless repetitions of any pieces', async () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  const starts = fc.constantFrom('', 'pipes: ', 'pipes:\n', 'pipes: [', 'pipes: {', 'presets: &a\n  a: ', 'include: [');
  const property = fc.asyncProperty(starts, pieces, pieces, async (start, piece, end) => {
    const { fleet, diagnostics } = await load(`${HEAD}${start}${piece.repeat(10_000 / piece.length)}${end}`);
    expect(fleet === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
    expect(diagnostics.length).toBeLessThanOrEqual(1_001);
  });
  await checkProperty(property, { numRuns: 40 });
}, 120_000);
