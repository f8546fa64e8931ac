import { expect, test } from 'vitest';
import { assessFinding, exitCodeOf, type Finding } from '../../bench/finding.ts';
import { renderFinding, renderHead } from '../../bench/table.ts';

const CLAIM = { what: '`plan`', against: '`terraform plan`', target: 0.4, unit: 'ms' } as const;
const MET: Finding = { ...CLAIM, kind: 'ratio', ours: 400, theirs: 1_000 };
const MISSED: Finding = { ...CLAIM, kind: 'ratio', ours: 401, theirs: 1_000 };
const SKIPPED: Finding = { ...CLAIM, kind: 'skipped', why: 'terraform is not installed' };
const FAILED: Finding = { kind: 'failed', what: '`plan`', why: 'plan ended\nwith 1 | no server' };

test('invalid numbers never meet a target', () => {
  expect(assessFinding({ ...MET, ours: 0, theirs: 0 })).toBe('missed');
  expect(assessFinding({ ...CLAIM, kind: 'bound', ours: Number.NaN })).toBe('missed');
});

test('a missed target fails the run, and so does a row that could not be measured, but not a missing peer', () => {
  expect(
    [
      [MET, SKIPPED],
      [MET, MISSED],
      [MET, FAILED],
    ].map(exitCodeOf),
  ).toEqual([0, 1, 1]);
});

test('the table shows what was missed, skipped and failed', () => {
  const bound: Finding = { ...CLAIM, kind: 'bound', against: 'peak memory', target: 1.5e9, unit: 'bytes', ours: 1.2e9 };
  const cpu: Finding = { ...MET, target: 4, ours: 3_100 };
  expect(renderHead() + [MET, MISSED, SKIPPED, FAILED, bound, cpu].map(renderFinding).join('')).toBe(
    [
      '| what | Pipeform | against | that | ratio | at most | verdict |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| `plan` | 400 ms | `terraform plan` | 1.00 s | 0.40 | 0.40 | met |',
      '| `plan` | 401 ms | `terraform plan` | 1.00 s | 0.4010 | 0.40 | missed |',
      '| `plan` |  | `terraform plan` |  |  | 0.40 | skipped: terraform is not installed |',
      '| `plan` |  |  |  |  |  | failed: plan ended with 1 \\| no server |',
      '| `plan` | 1200 MB | peak memory |  |  | 1500 MB | met |',
      '| `plan` | 3.10 s | `terraform plan` | 1.00 s | 3.10 | 4.00 | met |',
      '',
    ].join('\n'),
  );
});
