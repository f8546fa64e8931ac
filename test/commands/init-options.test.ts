import { expect, test } from 'vitest';
import { hasAnswers, readInitOptions as readOptions, readSandboxFleet } from '../../src/cli/commands/init/answers.ts';
import type { InitOptions } from '../../src/cli/options/command-options.ts';

const SANDBOX = await readSandboxFleet();
const NONE: InitOptions = { url: null, organization: null, service: [], observability: null, ci: null, yes: false };
const readInitOptions = (own: Partial<InitOptions>, sandbox = SANDBOX) => readOptions({ ...NONE, ...own }, sandbox);
const ID = '66666666-7777-8888-9999-000000000000';

test('uses the sandbox values for options that are not given', () => {
  expect(readInitOptions({}, SANDBOX)).toEqual({
    answers: {
      url: 'http://127.0.0.1:4010',
      organization: SANDBOX.organization,
      services: new Map([['analytics', '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01']]),
      observability: 'http://127.0.0.1:4010',
      ci: 'none',
    },
    diagnostics: [],
  });
});

test('another address has no observability API unless one is given', () => {
  const { answers } = readInitOptions({ url: 'https://api.example.com/' }, SANDBOX);
  expect(answers).toMatchObject({ url: 'https://api.example.com', observability: null });
  const both = { url: 'https://api.example.com', observability: 'https://observe.example.com' };
  expect(readInitOptions(both, SANDBOX).answers.observability).toBe('https://observe.example.com');
});

test('keeps the order of services', () => {
  const { answers } = readInitOptions({ service: [`billing=${ID}`, `analytics=${ID}`] }, SANDBOX);
  expect([...answers.services]).toEqual([
    ['billing', ID],
    ['analytics', ID],
  ]);
});

test('reports all errors at once', () => {
  const own = {
    url: 'ftp://api.example.com',
    organization: '5',
    service: ['analytics', 'a b=5', `billing=${ID}`, `billing=${ID}`, `__proto__=${ID}`],
    observability: 'http://api.example.com',
    ci: 'gihub',
  };
  const said = readInitOptions(own, SANDBOX).diagnostics.map(({ code, summary, hint }) => [code, summary, hint]);
  expect(said).toMatchInlineSnapshot(`
    [
      [
        "usage",
        "--url: The address of a service starts with https:// or http:// and names a host.",
        "Write it like https://api.example.com.",
      ],
      [
        "usage",
        "--organization: The id of the organization must be a UUID, not "5".",
        "Write all of it, like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11.",
      ],
      [
        "usage",
        "--service: "analytics" has no "=" between a name and an id.",
        "Write it like analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01.",
      ],
      [
        "usage",
        "--service: "a b" cannot be the name of a service.",
        "Choose any name of letters, digits, ".", "_" and "-", such as analytics.",
      ],
      [
        "usage",
        "--service: The id of service a b must be a UUID, not "5".",
        "Write all of it, like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11.",
      ],
      [
        "usage",
        "--service: billing is given twice.",
        "Give each service once.",
      ],
      [
        "usage",
        "--service: "__proto__" is a reserved name.",
        "Choose another name for the service.",
      ],
      [
        "usage",
        "--observability: Credentials are not sent over plain http to another machine.",
        "Use https.",
      ],
      [
        "usage",
        "--ci: There are no workflows for "gihub".",
        "Did you mean github? There are workflows for github and gitlab; none means no workflows.",
      ],
    ]
  `);
});

test('any option except the global ones counts as an answer', () => {
  expect(hasAnswers(NONE)).toBe(false);
  for (const own of [{ yes: true }, { ci: 'none' }, { url: '' }, { service: ['a'] }])
    expect(hasAnswers({ ...NONE, ...own })).toBe(true);
});
