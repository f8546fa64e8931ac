import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnose } from '../../src/model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../../src/model/diagnostic-codes.ts';
import { UNSAFE } from '../../src/model/text.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { checkProperty } from '../effort.ts';
import { TOOL } from '../plan/samples.ts';
import { anyHostileText } from './hostile-texts.ts';

const OPTIONS = { tool: TOOL, folder: '', rootDocument: 'pipeform.yaml' };

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly Result[];
    },
  ];
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: Readonly<Record<string, string>>;
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

const at = (line: number, file = 'pipes/orders.yaml') => ({ file, line, column: 7, endLine: line, endColumn: 15 });

const MIXED: readonly Diagnostic[] = [
  diagnose('error', { code: 'config-unreadable', summary: 'pipes could not be read.', hint: 'Check its permissions.' }),
  diagnose(
    'note',
    {
      code: 'unknown-key',
      summary: 'Unknown key `replcias`.',
      detail: 'Two\nlines.',
      hint: 'Did you mean `replicas`?',
    },
    at(2, 'pipes/a b/100%#1?.yaml'),
  ),
];

function logOf(diagnostics: readonly Diagnostic[], options: Partial<typeof OPTIONS> = {}): Log {
  return JSON.parse(renderSarif(diagnostics, { ...OPTIONS, ...options })) as Log;
}

function resultsOf(...given: Parameters<typeof logOf>): readonly Result[] {
  return logOf(...given).runs[0].results;
}

function uriOf(file: string, folder: string): string | undefined {
  const log = renderSarif([diagnose('error', { code: 'unknown-key', summary: 'x' }, at(1, file))], {
    ...OPTIONS,
    folder,
  });
  return /"uri": "(.*)"/.exec(log)?.[1];
}

const fingerprints = (results: readonly Result[]) => results.map((result) => result.partialFingerprints);

describe('diagnostics as SARIF', () => {
  it('has problems with and without a position, which a result needs', async () => {
    const text = renderSarif(MIXED, { ...OPTIONS, folder: 'infra/pipes', rootDocument: 'fleet.yaml' });
    expect(findSarifFaults(JSON.parse(text))).toEqual([]);
    await expect(text).toMatchFileSnapshot('golden/sarif/mixed.sarif');
  });

  it('gives every code one rule that the schema accepts and its results refer to', () => {
    const codes = Object.keys(DIAGNOSTICS) as DiagnosticCode[];
    const log = logOf([...codes, ...codes].map((code) => diagnose('error', { code, summary: 'x' }, at(1))));
    const { rules } = log.runs[0].tool.driver;
    expect(findSarifFaults(log)).toEqual([]);
    expect(rules.map(({ id }) => id)).toEqual(codes.toSorted());
    for (const { ruleId, ruleIndex } of log.runs[0].results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  });

  it.each([
    ['pipes/orders.yaml', '', 'pipes/orders.yaml'],
    ['pipes/orders.yaml', 'infra/', 'infra/pipes/orders.yaml'],
    ['../pipeform.yaml', 'infra/pipes', 'infra/pipeform.yaml'],
    ['a b/100%#1?.yaml', 'ü', '%C3%BC/a%20b/100%25%231%3F.yaml'],
    ['http:x.yaml', '', 'http%3Ax.yaml'],
    ['a\ud800.yaml', '', 'a%EF%BF%BD.yaml'],
  ])('resolves %j in %j to %j in the repository', (file, folder, uri) => {
    expect(uriOf(file, folder)).toBe(uri);
  });

  it('keeps the fingerprint of a moved problem, and gives two equal problems different fingerprints', () => {
    const problem = (line: number, summary = 'Unknown key `a`.') =>
      diagnose('error', { code: 'unknown-key', summary }, at(line));
    const before = fingerprints(resultsOf([problem(3), problem(9), problem(12, 'Unknown key `b`.')]));
    const after = fingerprints(resultsOf([problem(30), problem(90), problem(120, 'Unknown key `b`.')]));
    expect(after).toEqual(before);
    expect(new Set(before.map((each) => JSON.stringify(each))).size).toBe(3);
    expect(fingerprints(resultsOf([problem(3)], { folder: 'elsewhere' }))[0]).not.toEqual(before[0]);
  });

  it('escapes placeholders and links in messages', () => {
    const summary = 'Use {0} or {min: 2}; see [this](https://example.test/), [that] (there).';
    const [result] = resultsOf([diagnose('error', { code: 'unknown-key', summary }, at(1))]);
    expect(result?.message).toEqual({
      text: 'Use {{0}} or {min: 2}; see \\[this](https://example.test/), [that] (there).',
    });
  });

  it('is valid for the schema and a URI parser, without a control character, for any texts and files', () => {
    const text = anyHostileText();
    const severity = fc.constantFrom('error', 'warning', 'note');
    checkProperty(
      fc.property(
        fc.array(fc.record({ severity, summary: text, detail: fc.option(text), file: text })),
        text,
        (given, folder) => {
          const diagnostics = given.map(({ file, severity, ...words }) =>
            diagnose(severity, { code: 'invalid-value', ...words }, at(3, file)),
          );
          const log = renderSarif(diagnostics, { ...OPTIONS, folder });
          expect(findSarifFaults(JSON.parse(log))).toEqual([]);
          expect(log.replaceAll('\n', '').match(UNSAFE)).toBeNull();
          const levels = (JSON.parse(log) as Log).runs[0].results.map(({ level }) => level);
          expect(levels).toEqual(diagnostics.map((one) => one.severity));
        },
      ),
    );
  });
});

const URI_CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\dA-Fa-f]{2})*$/;

const path = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// Draft 4 uses keywords that ajv no longer supports; otherwise this schema is valid in draft 7.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

const validate = new Ajv({
  allErrors: true,
  strict: false,
  // One pattern of the schema is invalid as a Unicode regular expression.
  unicodeRegExp: false,
  formats: {
    uri: (text: string) => URI_CHARACTERS.test(text) && URL.canParse(text),
    'uri-reference': (text: string) => URI_CHARACTERS.test(text) && URL.canParse(text, 'file:///repository/'),
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  },
}).compile(schema);

/** The errors of a log in the SARIF 2.1.0 schema; empty when it is valid. */
function findSarifFaults(log: unknown): readonly string[] {
  validate(log);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
