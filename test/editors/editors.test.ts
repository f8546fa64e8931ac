import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '../../src/model/field/field.ts';
import { sample } from '../effort.ts';
import { type Flaw, type LanguageServer, type Position, startLanguageServer } from './language-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA = join(ROOT, 'schema/config.schema.json');
const HEAD = `version: 1
api: { url: "http://127.0.0.1:4010", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
`;

/** The configurations of the examples, and their included files. */
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
  .map((path) => `examples/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\/pipeform\.yaml$|\/pipes\/.*\.yaml$/.test(path));

let server: LanguageServer;
let documents = 0;

beforeAll(async () => {
  // The folder has no files: documents exist only in the editor.
  server = await startLanguageServer(join(ROOT, 'test/editors'), { [SCHEMA]: 'associated-*.yaml' });
});

afterAll(async () => {
  expect(await server.close()).toEqual({ code: 0, stderr: '' });
});

/** A separate document for each test; `¦` is the caret. */
function write(marked: string, name = 'associated') {
  documents += 1;
  const at = marked.indexOf('¦');
  const before = marked.slice(0, Math.max(at, 0));
  const position: Position = {
    line: before.split('\n').length - 1,
    character: before.length - before.lastIndexOf('\n') - 1,
  };
  const path = join(ROOT, 'test/editors', `${name}-${documents}.yaml`);
  return { path, position, flaws: server.open(path, marked.replace('¦', '')) };
}

async function complete(marked: string): Promise<string[]> {
  const { path, position } = write(marked);
  return (await server.complete(path, position)).map(({ label }) => label);
}

const flawsIn = (text: string, name?: string): Promise<readonly Flaw[]> => write(text, name).flaws;

async function hover(marked: string): Promise<string> {
  const { path, position } = write(marked);
  return (await server.hover(path, position)) ?? '';
}

const inPipe = (text: string): string => `${HEAD}pipes:\n  orders:\n${text.replace(/^/gm, '    ')}`;
const keysOf = (section: 'settings' | 'scaling') =>
  FIELDS.flatMap((field) => (field.section === section ? [field.key] : []));
/** The place of a problem; lines count from 1. */
const linesOf = (flaws: readonly Flaw[]) => flaws.map(({ message, range }) => [range.start.line + 1, message]);

describe('completion', () => {
  test('offers all settings, and nothing else', async () => {
    const settings = keysOf('settings');
    expect(settings).toHaveLength(12);
    expect((await complete(inPipe('settings:\n  ¦'))).sort()).toEqual([...settings].sort());
    expect((await complete(`${HEAD}presets:\n  small:\n    settings:\n      ¦`)).sort()).toEqual([...settings].sort());
  });

  test('offers the keys of scaling, of a pipe and of the document', async () => {
    expect((await complete(inPipe('scaling:\n  ¦'))).sort()).toEqual([...keysOf('scaling'), 'schedule'].sort());
    expect(await complete(inPipe('service: analytics\n¦'))).toEqual(
      expect.arrayContaining(['id', 'name', 'preset', 'source', 'settings', 'scaling', 'ignore', 'protect', 'checks']),
    );
    expect(await complete('¦')).toEqual(
      expect.arrayContaining(['version', 'api', 'services', 'presets', 'pipes', 'policy', 'checks', 'rollout']),
    );
  });

  test('offers the values that a key takes', async () => {
    expect((await complete(inPipe('source: ¦'))).sort()).toEqual(['kafka', 'kinesis', 'objectStorage', 'postgres']);
    expect(await complete(inPipe('scaling:\n  replicas: ¦'))).toEqual(['2', 'a band', 'null']);
    expect(await complete(`${HEAD}rollout:\n  onFailure: ¦`)).toEqual(['rollback', 'stop']);
    expect(await complete(`${HEAD}checks:\n  lag:\n    series:\n      aggFn: ¦`)).toEqual(
      expect.arrayContaining(['avg', 'count', 'max', 'quantile']),
    );
  });

  test.each([
    ['pipes', 'a pipe', /^\$\{1:orders\}:\n\s+service: \$\{2:analytics\}\n\s+id: /],
    ['services', 'a service', /^\$\{1:analytics\}: \$\{2:/],
    ['environments', 'an environment', /^\$\{1:production\}:\n\s+services:\n/],
    ['presets', 'a preset', /^\$\{1:kafka-small\}:\n\s+source: \$\{2\|kafka,/],
    ['checks', 'a check of a series', /\n\s+pass: "\$\{8:< 10000\}"$/],
    ['checks', 'a check of an alert', /\n\s+alert: /],
  ])('completes a new entry of %s: %s', async (section, label, body) => {
    const { path, position } = write(`${HEAD}${section}:\n  ¦`);
    const offer = (await server.complete(path, position)).find((one) => one.label === label);
    expect(offer?.insertText ?? offer?.textEdit?.newText).toMatch(body);
  });

  test.each(['ignore:\n  - ¦', 'ignore: [¦]', 'acknowledge:\n  - path: ¦'])('offers every field: %s', async (place) => {
    const paths = FIELDS.map(({ section, key }) => `${section}.${key}`);
    expect((await complete(inPipe(place))).sort()).toEqual([...paths].sort());
  });

  test('offers a known difference as an entry of its list', async () => {
    const { path, position } = write(inPipe('acknowledge:\n  - ¦'));
    const offers = await server.complete(path, position);
    const bodies = offers.map(({ insertText, textEdit }) => textEdit?.newText ?? insertText ?? '');
    expect(bodies).toContainEqual(expect.stringMatching(/^path: .*\n\s*reason: .*\n\s*until: /));
    for (const body of bodies) expect(body).not.toMatch(/^\s*-/);
  });

  test('does not offer generator details', async () => {
    const places = ['¦', inPipe('¦'), inPipe('scaling:\n  replicas: ¦'), inPipe('acknowledge:\n  - ¦')];
    for (const place of [...places, `${HEAD}checks:\n  lag:\n    series:\n      ¦`]) {
      const { path, position, flaws } = write(place);
      const shown = JSON.stringify([await server.complete(path, position), await flaws]);
      expect(shown).not.toMatch(/\[object Object\]|object\(/);
    }
  });
});

describe('hover', () => {
  test.each(sample(FIELDS, 4).map((field) => [`${field.section}.${field.key}`, field] as const))(
    '%s: shows its meaning, its range, its unit, and the pipes that have it',
    async (_, field) => {
      const { section, key, meaning, minimum, maximum, unit, kinds } = field;
      const text = await hover(inPipe(`${section}:\n  ¦${key}: ${minimum ?? true}`));
      expect(text).toMatch(/^#### [A-Z]/);
      expect(text).toContain(`\n${meaning}\n`);
      for (const bound of [minimum, maximum]) {
        if (bound !== null) expect(text).toMatch(new RegExp(`\\*\\*Range\\*\\*: .*\\b${grouped(bound)}\\b`));
      }
      expect(text).toContain(UNIT_WORDS[unit]);
      expect(text).toContain(`- **Pipes**: ${kinds.length === 4 ? 'all kinds' : kinds.join(', ')}\n`);
      if (section === 'settings') expect(text).toContain('`null` unsets it.');
      expect(text.match(/Example:/g)).toHaveLength(1);
    },
  );

  test('a complete hover of a setting', async () => {
    expect(await hover(inPipe('settings:\n  ¦streaming_max_insert_wait_ms: 5s'))).toMatchInlineSnapshot(`
      "#### Insert wait

      Longest wait before streamed data is inserted.

      - **Range**: \`500ms\` to \`1m\` (500 to 60,000 milliseconds)
      - **Written as**: a duration such as \`5s\`, or a whole number of milliseconds
      - **Pipes**: kafka, kinesis

      \`null\` unsets it. Left out, it is not managed: the live value stays.

      Example:

      \`\`\`yaml
      5s
      \`\`\`
      "
    `);
  });

  test('a complete hover of a section', async () => {
    expect(await hover(`${HEAD}¦pipes: {}`)).toMatchInlineSnapshot(`
      "#### Pipes

      The pipes, each under a name of your choice that is unique in the fleet.

      Example:

      \`\`\`yaml
      orders:
        service: analytics
        id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001
      \`\`\`
      "
    `);
  });
});

const UNIT_WORDS: Readonly<Record<(typeof FIELDS)[number]['unit'], string>> = {
  milliseconds: 'milliseconds',
  bytes: 'bytes',
  count: 'number',
  mode: 'mode',
  flag: 'flag',
  millicores: 'millicores',
  gigabytes: 'GB',
};

function grouped(number: number): string {
  return number.toLocaleString('en-US').replace('.', '\\.');
}

describe.concurrent('errors are shown at their place', () => {
  test.each([
    ['a value above its range', 'settings:\n  db_max_threads: 65', 7, 'Value is above the maximum of 64.'],
    ['an unknown key', 'setings: {}', 6, 'Property setings is not allowed.'],
    ['a text for a number', 'settings:\n  db_max_threads: many', 7, 'Write a whole number or null; from 0 to 64.'],
    [
      'a setting of another kind',
      'source: kafka\nsettings:\n  object_storage_concurrency: 2',
      8,
      'This setting does not apply to kafka and kinesis pipes.',
    ],
  ])('%s', async (_, body, line, message) => {
    const flaws = await flawsIn(inPipe(body));
    expect(linesOf(flaws)).toEqual([[line, message]]);
    expect(flaws[0]?.severity).toBe(1);
  });

  test('an address that would reveal the key', async () => {
    const flaws = await flawsIn('version: 1\napi:\n  url: http://api.example.com\n');
    expect(linesOf(flaws)).toEqual([
      [
        3,
        'Plain http is for this machine only (localhost, 127.0.0.0/8 and ::1), since credentials travel with every request. Use https.',
      ],
    ]);
  });

  test('the line at the top of a file selects the schema like the settings of the editor', async () => {
    const modeline = '# yaml-language-server: $schema=../../schema/config.schema.json\n';
    const text = inPipe('settings:\n  db_max_threads: 65');
    const flaws = await flawsIn(modeline + text, 'unassociated');
    expect(linesOf(flaws)).toEqual([[8, 'Value is above the maximum of 64.']]);
    expect(await flawsIn(text, 'unassociated')).toEqual([]);
  });
});

test.concurrent.each(sample(EXAMPLES, 3))('%s has no errors', async (example) => {
  const path = join(ROOT, example);
  const text = await readFile(path, 'utf8');
  const modeline = /^# yaml-language-server: .*\n/;
  expect(text).toMatch(modeline);
  const [byModeline, bySettings] = await Promise.all([server.open(path, text), flawsIn(text.replace(modeline, ''))]);
  expect(linesOf(byModeline)).toEqual([]);
  expect(linesOf(bySettings)).toEqual([]);
});
