import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../../src/model/diagnostic-codes.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { runLine } from '../cli/fake-context.ts';
import { CREDENTIALS } from '../e2e/harness.ts';
import { checkProperty } from '../effort.ts';
import { anySwitches } from './any-switches.ts';
import { inFolder } from './project.ts';
import { type PipeCase, type Scenario, scenarioOf } from './scenario.ts';
import { type Tree, toTexts, type Written, writeConfig } from './write-config.ts';

/** A pipe in a file, to add an error to. */
interface Spoilt {
  readonly pipe: Tree;
  readonly pipes: Tree;
  readonly root: Tree;
  readonly other: PipeCase;
}

/** One common error: its expected code and file. */
interface Fault {
  readonly code: DiagnosticCode;
  /** `root`: in the root document, wherever the pipe is. */
  readonly place: 'home' | 'root';
  spoil(spoilt: Spoilt): void;
}

const inSettings = (key: string, value: unknown) => (spoilt: Spoilt) => {
  spoilt.pipe.settings = { ...(spoilt.pipe.settings as Tree | undefined), [key]: value };
};
const inPipe = (values: Tree) => (spoilt: Spoilt) => void Object.assign(spoilt.pipe, values);
const inRoot = (values: Tree) => (spoilt: Spoilt) => void Object.assign(spoilt.root, values);
const inApi = (values: Tree) => (spoilt: Spoilt) => void Object.assign(spoilt.root.api as Tree, values);

/** Errors that hide no other: all must be reported together. Each is in its own pipe. */
const FAULTS: readonly Fault[] = [
  { code: 'unknown-key', place: 'home', spoil: inPipe({ settigns: { db_max_threads: 1 } }) },
  { code: 'missing-key', place: 'home', spoil: ({ pipe }) => void delete pipe.id },
  { code: 'out-of-range', place: 'home', spoil: inSettings('db_max_threads', 65) },
  { code: 'out-of-range', place: 'home', spoil: inSettings('db_min_insert_block_size_bytes', '11GiB') },
  { code: 'invalid-value', place: 'home', spoil: inSettings('db_max_threads', 'many') },
  { code: 'invalid-value', place: 'home', spoil: inSettings('db_parallel_view_processing', 1) },
  { code: 'invalid-value', place: 'home', spoil: inPipe({ scaling: [1, 2] }) },
  {
    code: 'invalid-value',
    place: 'home',
    spoil: ({ pipes, other }) => void Object.assign(pipes, { [`${other.name}-x`]: 'nothing' }),
  },
  { code: 'invalid-value', place: 'home', spoil: inSettings('db_min_insert_block_size_bytes', '5parsecs') },
  { code: 'invalid-value', place: 'home', spoil: inSettings('db_min_insert_block_size_bytes', '0.3B') },
  { code: 'unknown-reference', place: 'home', spoil: inPipe({ service: 'analytcs' }) },
  { code: 'unknown-reference', place: 'home', spoil: inPipe({ preset: ['nowhere'] }) },
  { code: 'unknown-reference', place: 'home', spoil: inPipe({ ignore: ['settings.db_max_thread'] }) },
  { code: 'invalid-value', place: 'home', spoil: inPipe({ scaling: { replicas: { min: 5, max: 2 } } }) },
  {
    code: 'invalid-value',
    place: 'home',
    spoil: inPipe({ acknowledge: [{ path: 'scaling.replicas', reason: 'x', until: '2026-02-30' }] }),
  },
  { code: 'variable-missing', place: 'home', spoil: inSettings('db_max_threads', `\${NOT_SET_ANYWHERE}`) },
  { code: 'variable-invalid', place: 'home', spoil: inSettings('db_max_threads', `\${MY_TOKEN:-1}`) },
  { code: 'variable-invalid', place: 'home', spoil: inSettings('db_max_threads', `\${1}`) },
  {
    code: 'duplicate-definition',
    place: 'home',
    spoil: ({ pipe, pipes, other }) => void Object.assign(pipes, { [`${other.name}-y`]: { ...pipe } }),
  },
  {
    code: 'field-not-for-kind',
    place: 'home',
    spoil: inPipe({ source: 'postgres', ignore: [], settings: { object_storage_concurrency: 3 } }),
  },
  {
    code: 'invalid-value',
    place: 'home',
    spoil: ({ pipe, pipes }) => void Object.assign(pipes, { 'not a name': { ...pipe, id: ANOTHER_ID } }),
  },
  { code: 'insecure-address', place: 'root', spoil: inApi({ url: 'http://pipes.example.com' }) },
  {
    code: 'insecure-address',
    place: 'root',
    spoil: inRoot({ observability: { url: 'https://me:hunter2@example.com' } }),
  },
  { code: 'out-of-range', place: 'root', spoil: inRoot({ policy: { maxReplicaFactor: 0.5 } }) },
];

const ANOTHER_ID = '0b0c3a9e-2a64-4a4f-8a11-000000000999';

/** Errors in the text of a file; names that it may define are not checked after them. */
interface TextFault {
  readonly code: DiagnosticCode;
  spoil(text: string): string | Uint8Array;
}

const TEXT_FAULTS: readonly TextFault[] = [
  { code: 'yaml-syntax', spoil: (text) => `${text}checks: [1\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}checks:\n\t- 1\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}checks: *nowhere\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}checks: "open\n` },
  { code: 'yaml-syntax', spoil: (text) => `${text}1: checks\n` },
  { code: 'duplicate-definition', spoil: (text) => `${text}checks: {}\nchecks: {}\n` },
  { code: 'invalid-value', spoil: (text) => `${text}__proto__: {}\n` },
  { code: 'unknown-key', spoil: (text) => `${text}pipe: {}\n` },
  { code: 'invalid-include', spoil: (text) => withInclude(text, 'nowhere/*.yaml') },
  { code: 'invalid-include', spoil: (text) => withInclude(text, '../*.yaml') },
  { code: 'unsupported-version', spoil: (text) => `${text.replace(/^version: 1$/m, '')}version: 2\n` },
  { code: 'config-unreadable', spoil: () => '# all gone\n' },
  { code: 'invalid-value', spoil: () => '- a list\n' },
  { code: 'config-unreadable', spoil: (text) => Buffer.concat([Buffer.from(text), Buffer.from([0x23, 0xff, 0xfe])]) },
];

function withInclude(text: string, pattern: string): string {
  const lines = text.split('\n');
  const at = lines.indexOf('include:');
  if (at === -1) return `${text}include:\n  - ${pattern}\n`;
  return lines.toSpliced(at + 1, 0, `  - ${pattern}`).join('\n');
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => expect(sandbox.requests()).toEqual([]));
afterAll(() => sandbox.close());

const PIPES = 5;

it('reports every error of a folder of files at once, each in its file, and sends nothing', async () => {
  const chosen = fc.uniqueArray(fc.nat({ max: FAULTS.length - 1 }), { minLength: 1, maxLength: PIPES });
  await checkProperty(
    fc.asyncProperty(bigScenario, chosen, async (scenario, faults) => {
      const written = writeConfig(scenario, sandbox.url, 'varied');
      const expected = faults.map((index, at) => spoil(written, scenario.cases, at, index));
      await inFolder(toTexts(written), async (folder) => {
        const run = runIn(folder, written);
        const validated = await run('validate', '--format', 'json');
        for (const fault of expected) expect(brief(validated)).toContainEqual(fault);
        expect(validated.code).toBe(1);
        const planned = await run('plan', '--format', 'json');
        expect(planned.code).toBe(1);
        expect(diagnosticsOf(planned)).toEqual(diagnosticsOf(validated));
        const applied = await run('apply', '--auto-approve');
        expect([applied.code, applied.stdout]).toEqual([1, '']);
        expectCalm(applied.stderr);
      });
      expect(sandbox.requests()).toEqual([]);
    }),
    { numRuns: 24 },
  );
});

it('reports an error in the text of any single file', async () => {
  await checkProperty(
    fc.asyncProperty(bigScenario, fc.constantFrom(...TEXT_FAULTS), fc.nat(), async (scenario, fault, which) => {
      const written = writeConfig(scenario, sandbox.url, 'varied');
      const texts = toTexts(written);
      const paths = Object.keys(texts);
      const path = paths[which % paths.length] ?? 'pipeform.yaml';
      const spoilt = { ...texts, [path]: fault.spoil(texts[path] ?? '') };
      await inFolder(spoilt, async (folder) => {
        const ended = await runIn(folder, written)('validate', '--format', 'json');
        expect(brief(ended)).toContainEqual({ code: fault.code, file: path });
        // An empty included file is only a warning, unless it should have had content.
        const isError = fault.code !== 'config-unreadable' || path === 'pipeform.yaml';
        if (isError) expect(ended.code).toBe(1);
      });
    }),
    { numRuns: 24 },
  );
});

it('reports errors for randomly damaged files and never crashes', async () => {
  await checkProperty(
    fc.asyncProperty(bigScenario, fc.array(anyTear, { minLength: 1, maxLength: 6 }), async (scenario, tears) => {
      const written = writeConfig(scenario, sandbox.url, 'varied');
      const texts: Record<string, string> = { ...toTexts(written) };
      for (const tear of tears) {
        const paths = Object.keys(texts);
        const path = paths[tear.file % paths.length] ?? 'pipeform.yaml';
        texts[path] = torn(texts[path] ?? '', tear);
      }
      await inFolder(texts, async (folder) => {
        const run = runIn(folder, written);
        const inJson = await run('validate', '--format', 'json');
        const diagnostics = diagnosticsOf(inJson);
        expect(inJson.code).toBe(diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0);
        for (const diagnostic of diagnostics) expectSense(diagnostic, texts);
        const inText = await run('validate');
        expect(inText.code).toBe(inJson.code);
        expectCalm(inText.stdout);
        expect(inText.stderr).toBe('');
      });
    }),
    { numRuns: 40 },
  );
});

const bigScenario: fc.Arbitrary<Scenario> = scenarioOf(PIPES, anySwitches).filter(
  ({ cases }) => cases.length === PIPES,
);

const TOKENS = [
  ...[
    '\t',
    '\u0000',
    '\u001b[2J',
    '\u009b31m',
    `\${`,
    `\${X:-\${Y}}`,
    '$$',
    '&a ',
    '*a',
    '<<: *a',
    '!!binary x',
    '!x ',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '|',
    '>',
    '- ',
    ': ',
    '? ',
    '#',
    '\n---\n',
    '\n...\n',
    '%YAML 1.1\n',
    '\ufeff',
    '\r',
  ],
  ...['__proto__:', 'null', '~', '1e999', '0x1F', '.nan', '-0', '9'.repeat(40), '\ud800', '\u2028', 'é'.repeat(300)],
];

interface Tear {
  readonly file: number;
  readonly at: number;
  readonly length: number;
  readonly token: string;
  readonly how: 'insert' | 'cut' | 'repeat' | 'overwrite' | 'end';
}
const anyTear: fc.Arbitrary<Tear> = fc.record({
  file: fc.nat({ max: 9 }),
  at: fc.nat({ max: 5_000 }),
  length: fc.nat({ max: 60 }),
  token: fc.constantFrom(...TOKENS),
  how: fc.constantFrom('insert', 'insert', 'cut', 'repeat', 'overwrite', 'end'),
});

function torn(text: string, { at, length, token, how }: Tear): string {
  const start = text === '' ? 0 : at % text.length;
  const [before, piece, after] = [text.slice(0, start), text.slice(start, start + length), text.slice(start + length)];
  const torn = { insert: [token, piece], cut: [], repeat: [piece, '\n', piece], overwrite: [token], end: [piece] }[how];
  return [before, ...torn, how === 'end' ? '' : after].join('');
}

/** Adds one error to one pipe; returns the expected diagnostic. */
function spoil({ documents }: Written, cases: readonly PipeCase[], at: number, index: number) {
  const fault = FAULTS[index];
  const victim = cases[at];
  const root = documents['pipeform.yaml'];
  const home = victim === undefined ? undefined : documents[victim.home];
  if (fault === undefined || victim === undefined || root === undefined || home === undefined)
    throw new Error('no such fault');
  const pipes = home.pipes as Record<string, Tree>;
  fault.spoil({ pipe: pipes[victim.name] ?? {}, pipes, root, other: victim });
  return { code: fault.code, file: fault.place === 'root' ? 'pipeform.yaml' : victim.home };
}

/** Runs command lines in a folder, with credentials and the variables of its configuration. */
function runIn(cwd: string, { variables, environment: chosen }: Written) {
  const environment = { ...CREDENTIALS, ...variables };
  return (...args: string[]) => runLine([...args, ...(chosen === null ? [] : ['-e', chosen])], { cwd, environment });
}

type Output = Pick<Awaited<ReturnType<typeof runLine>>, 'stdout'>;

function diagnosticsOf({ stdout }: Output): readonly Diagnostic[] {
  return JSON.parse(stdout).diagnostics;
}

function brief(ended: Output) {
  return diagnosticsOf(ended).map(({ code, file }) => ({ code, file }));
}

/** A diagnostic has a known code, a text, and a position in an existing file. */
function expectSense(diagnostic: Diagnostic, texts: Readonly<Record<string, string>>): void {
  const { code, summary, file, line, column, endLine } = diagnostic;
  expect(Object.keys(DIAGNOSTICS)).toContain(code);
  expect(code).not.toBe('internal');
  expect(summary).toMatch(/\S/);
  if (file === null || line === null) return;
  const lines = (texts[file] ?? '').split('\n');
  expect(Object.keys(texts)).toContain(file);
  expect(line).toBeGreaterThanOrEqual(1);
  expect(endLine).toBeGreaterThanOrEqual(line);
  expect(endLine, JSON.stringify(diagnostic)).toBeLessThanOrEqual(lines.length);
  expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 2);
}

/** Text for a person: no stack trace and no terminal control sequences. */
function expectCalm(text: string): void {
  expect(text).not.toMatch(/^\s+at .*\(?.*:\d+:\d+\)?$/m);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
}
