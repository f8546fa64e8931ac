import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Report } from '../../src/model/report.ts';
import { safeText } from '../../src/model/text.ts';
import { renderGithub, renderGithubDiagnostics } from '../../src/report/github.ts';
import { foldCauses } from '../../src/report/view-model/causes.ts';
import { checkProperty } from '../effort.ts';
import { anyHostileText } from './hostile-texts.ts';
import { GUARDED, REPORTS } from './reports.ts';
import { bigPlan, cleanPlan, hostileDrift, hostilePlan, hostileRun, samplePlan } from './sample-reports.ts';
import { rolledBackRun } from './sample-runs.ts';

const FOLDER = { folder: 'deploy/pipes' };

const CASES: Readonly<Record<string, () => Report>> = {
  ...{ ...REPORTS, ...GUARDED },
  'plan-hostile': hostilePlan,
  'plan-many': () => bigPlan(120),
};

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** A line of output as GitHub's runner parses it: both syntaxes, with leading spaces; null for plain text. */
function parseLine(line: string): Command | null {
  const trimmed = line.trimStart();
  const old = /##\[(\w[\w-]*)[^\]]*\](.*)/s.exec(trimmed);
  if (!trimmed.startsWith('::'))
    return old === null ? null : { name: `##${old[1]}`, properties: {}, message: old[2] ?? '' };
  const end = trimmed.indexOf('::', 2);
  if (end === -1) return null;
  const head = trimmed.slice(2, end);
  const space = head.indexOf(' ');
  const list = space === -1 ? '' : head.slice(space + 1);
  const properties = Object.fromEntries(
    list.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name === '' ? [] : [[name.trim(), unescapeProperty(value.join('='))]];
    }),
  );
  return {
    name: space === -1 ? head : head.slice(0, space),
    properties,
    message: unescapeData(trimmed.slice(end + 2)),
  };
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
}

/** The text after the runner decoded it, with any line ends. */
function parse(text: string): readonly (Command | null)[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map(parseLine);
}

function commandsOf(text: string): readonly Command[] {
  return parse(text).flatMap((command) => command ?? []);
}

function countAnnotations(report: Report): number {
  const { kind, pipes, diagnostics } = report;
  const findings = report.kind === 'run' ? [] : report.checks.filter(({ status }) => status !== 'in-sync');
  const each = pipes.map(
    (pipe) => pipe.changes.length + pipe.diagnostics.length + (kind === 'drift' ? pipe.acknowledged.length : 0),
  );
  return each.reduce((sum, number) => sum + number, diagnostics.length + findings.length);
}

describe('a report as workflow commands', () => {
  it.each(['plan', 'drift', 'run', 'drift-alerts'])('%s', async (name) => {
    await expect(renderGithub((CASES[name] ?? cleanPlan)(), FOLDER)).toMatchFileSnapshot(`golden/github-${name}.txt`);
  });

  it.each(Object.entries(CASES))('annotates everything, most severe first: %s', (_, given) => {
    const commands = commandsOf(renderGithub(given(), FOLDER));
    expect(commands.length).toBe(countAnnotations(given()));
    const ranks = commands.map(({ name }) => ['error', 'warning', 'notice'].indexOf(name));
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks).not.toContain(-1);
  });

  it('escapes texts that look like commands', () => {
    checkProperty(
      fc.property(
        fc.array(anyHostileText(), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(hostilePlan, hostileDrift, hostileRun),
        (texts, make) => {
          const report = make(texts);
          const text = renderGithub(report, FOLDER);
          const commands = commandsOf(text);
          expect(commands.length).toBe(countAnnotations(foldCauses(report)));
          for (const { name, properties } of commands) {
            expect(['error', 'warning', 'notice']).toContain(name);
            const known = ['file', 'line', 'endLine', 'col', 'endColumn', 'title'];
            expect(Object.keys(properties).filter((key) => !known.includes(key))).toEqual([]);
            expect(properties.line ?? '1').toMatch(/^\d+$/);
          }
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('gives the runner the original texts', () => {
    checkProperty(
      fc.property(anyHostileText(), anyHostileText(), (summary, file) => {
        const at = { file: `f/${file.replaceAll(':', '')}`, line: 3, column: 2, endLine: 3, endColumn: 9 };
        const text = renderGithubDiagnostics([diagnose('error', { code: 'internal', summary }, at)], { folder: '' });
        const [command] = commandsOf(text);
        expect(command?.message).toBe(safeText(summary));
        expect(command?.properties.title).toBe('internal');
        expect(command?.properties).toMatchObject({ line: '3', endLine: '3', col: '2', endColumn: '8' });
      }),
    );
  });

  it('adds the folder before each file', () => {
    const at = { file: '../shared/presets.yaml', line: 3, column: 2, endLine: 5, endColumn: 1 };
    const problem = diagnose('warning', { code: 'internal', summary: 'x', detail: 'a\nb', hint: 'c' }, at);
    expect(renderGithubDiagnostics([problem], FOLDER).split('\n')[0]).toBe(
      '::warning file=deploy/shared/presets.yaml,line=3,endLine=5,title=internal::x%0Aa%0Ab%0AHelp: c',
    );
  });

  it('has no file annotation for another commit: the message has the position', () => {
    const at = { file: 'origin/main:pipes/orders.yaml', line: 3, column: 5, endLine: 3, endColumn: 7 };
    const problem = diagnose('error', { code: 'base-invalid', summary: 'x', hint: 'c' }, at);
    expect(renderGithubDiagnostics([problem], FOLDER).split('\n')[0]).toBe(
      '::error title=base-invalid::x%0AHelp: c%0AAt origin/main:pipes/orders.yaml:3:5',
    );
    const whole = { ...problem, line: null, column: null };
    expect(renderGithubDiagnostics([whole], FOLDER)).toContain('%0AAt origin/main:pipes/orders.yaml\n');
  });

  it('has a line for each wave of a rollout', () => {
    const lines = renderGithub(rolledBackRun(), FOLDER).split('\n');
    expect(lines.filter((line) => line.startsWith('Wave '))).toEqual([
      'Wave 1 of 3: 1 pipe, passed, baked 5m.',
      'Wave 2 of 3: 2 pipes, failed, baked 5m.',
      'Wave 3 of 3: 3 pipes, not started.',
    ]);
  });

  it('reports the number of annotations when GitHub shows only some', () => {
    const lines = renderGithub(bigPlan(120), FOLDER).trimEnd().split('\n');
    expect(lines.at(-1)).toBe('GitHub shows the first 10 of each kind; this log has 1 error and 238 notices.');
    expect(renderGithub(samplePlan(), FOLDER)).not.toContain('this log has 1 ');
  });

  it('is empty for a valid configuration', () => {
    expect(renderGithubDiagnostics([], FOLDER)).toBe('');
  });
});
