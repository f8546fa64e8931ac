import { expect, test } from 'vitest';
import { chooseAnswers, hasAnswers, readSandboxFleet } from '../../src/cli/commands/init/answers.ts';
import { INIT_OPTIONS, type InitOptions } from '../../src/cli/options/init-options.ts';
import { readValues } from '../../src/cli/options/option-spec.ts';
import { giveOptions, type Raw, runLine } from './fake-context.ts';

const SANDBOX = await readSandboxFleet();
const readOptions = (raw: Raw): InitOptions =>
  readValues({ ownOptions: INIT_OPTIONS }, giveOptions(raw), {}).ownOptions;
const answer = (raw: Raw) => chooseAnswers(readOptions(raw), SANDBOX);
const ID = '66666666-7777-8888-9999-000000000000';

test('another address has no observability API unless one is given', () => {
  expect(answer({})).toMatchObject({ url: SANDBOX.url, observability: SANDBOX.url });
  const url = 'https://api.example.com';
  expect(answer({ url: `${url}/` })).toMatchObject({ url, observability: null });
  expect(answer({ url, observability: 'https://observe.example.com' }).observability).toBe(
    'https://observe.example.com',
  );
});

test('keeps the order of services, and takes each once', () => {
  expect([...answer({ service: [`billing=${ID}`, `analytics=${ID}`] }).services]).toEqual([
    ['billing', ID],
    ['analytics', ID],
  ]);
  expect(() => answer({ service: [`billing=${ID}`, `billing=${ID}`] })).toThrow('--service: billing is given twice.');
});

test('reports all invalid options at once', async () => {
  const options = ['--url=ftp://api.example.com', '--organization=5', '--observability=http://api.example.com'];
  const { stdout } = await runLine(['init', ...options, '--service=analytics', '--ci=gihub', '--format=json']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; summary: string; hint: string }[] };
  expect(diagnostics.map(({ code, summary, hint }) => `${code}: ${summary} ${hint}`)).toMatchInlineSnapshot(`
    [
      "usage: --url: The address of api.example.com starts with ftp://, not with https://. Use https://api.example.com.",
      "usage: --organization takes a UUID, not "5". Write it in full, like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11.",
      "usage: --service takes a name and an id, not "analytics". Write it like analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01.",
      "usage: --observability: Credentials are not sent over plain http to another machine: api.example.com. Use https://api.example.com.",
      "usage: "gihub" is not a valid value for --ci. Did you mean github? It takes none, github, gitlab.",
    ]
  `);
});

test.each([
  ['a b=5', '--service takes a name of letters, digits, ".", "_" and "-", not "a b".'],
  ['billing=5', '--service takes a UUID, not "5".'],
  [`__proto__=${ID}`, '--service takes a name of letters, digits, ".", "_" and "-", not "__proto__".'],
])('refuses the service %s', async (service, message) => {
  const { code, stderr } = await runLine(['init', '--service', service]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test('any option except the global ones counts as an answer', () => {
  expect(hasAnswers(readOptions({}))).toBe(false);
  const given: readonly Raw[] = [{ yes: true }, { ci: 'none' }, { url: 'https://a.example' }, { service: [`a=${ID}`] }];
  for (const raw of given) expect(hasAnswers(readOptions(raw))).toBe(true);
});
