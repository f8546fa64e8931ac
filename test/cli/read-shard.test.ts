import { describe, expect, it } from 'vitest';
import { readShard } from '../../src/cli/options/read-shard.ts';
import { UsageError } from '../../src/cli/options/value-types.ts';

function read(value: string, environment: Readonly<Record<string, string | undefined>> = {}) {
  return readShard(value, '--shard', environment);
}

/** The sentence and the hint of the error. */
function mistake(value: string, environment: Readonly<Record<string, string | undefined>> = {}): string {
  try {
    read(value, environment);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} ${error.hint}`;
    throw error;
  }
  throw new Error(`${value} was read`);
}

describe('--shard', () => {
  it.each([
    ['1/1', 1, 1],
    ['2/4', 2, 4],
    ['4/4', 4, 4],
    ['007/010', 7, 10],
    ['10000/10000', 10_000, 10_000],
  ])('%s', (value, index, total) => {
    expect(read(value)).toEqual({ index, total });
  });

  it.each([
    '',
    '1',
    '1/',
    '/4',
    '0/4',
    '5/4',
    '1/0',
    '-1/4',
    '1.5/4',
    '1/4/8',
    ' 1/4',
    '1e0/4',
    '１/4',
    '1/10001',
    'AUTO',
    'auto/x',
  ])('refuses %j', (value) => {
    expect(mistake(value)).toContain('--shard');
  });

  it.each<[string, Record<string, string>, number, number]>([
    ['GitLab, which counts from 1', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, 1, 4],
    ['GitLab, the last', { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' }, 4, 4],
    ['a Kubernetes Indexed Job, which counts from 0', { JOB_COMPLETION_INDEX: '0', PIPEFORM_SHARD_TOTAL: '4' }, 1, 4],
    ['a Kubernetes Indexed Job, the last', { JOB_COMPLETION_INDEX: '3', PIPEFORM_SHARD_TOTAL: '4' }, 4, 4],
    ['Buildkite, which counts from 0', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, 1, 2],
    ['CircleCI, which counts from 0', { CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '2' }, 2, 2],
  ])('auto, on %s', (_, environment, index, total) => {
    expect(read('auto', environment)).toEqual({ index, total });
    const {
      CI_NODE_TOTAL: _a,
      PIPEFORM_SHARD_TOTAL: _b,
      BUILDKITE_PARALLEL_JOB_COUNT: _c,
      CIRCLE_NODE_TOTAL: _d,
      ...rest
    } = environment;
    expect(read(`auto/${total}`, rest)).toEqual({ index, total });
  });

  it.each<[string, string, Record<string, string>, readonly string[]]>([
    ['no variable', 'auto', {}, ['CI_NODE_INDEX', 'JOB_COMPLETION_INDEX']],
    ['an empty variable', 'auto', { CI_NODE_INDEX: '', CI_NODE_TOTAL: '4' }, ['no variable']],
    ['no number', 'auto', { CI_NODE_INDEX: 'one', CI_NODE_TOTAL: '4' }, ['no variable']],
    ['no total', 'auto', { JOB_COMPLETION_INDEX: '0' }, ['PIPEFORM_SHARD_TOTAL', 'auto/N']],
    ['an index above the total of the job', 'auto', { JOB_COMPLETION_INDEX: '4', PIPEFORM_SHARD_TOTAL: '4' }, ['5/4']],
    ['an index above the total of the command', 'auto/2', { JOB_COMPLETION_INDEX: '2' }, ['3/2']],
    ['an index before the first', 'auto', { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' }, ['0/4']],
  ])('auto refuses %s', (_, value, environment, words) => {
    const said = mistake(value, environment);
    for (const word of words) expect(said).toContain(word);
  });

  it('an explicit shard ignores variables', () => {
    expect(read('2/3', { CI_NODE_INDEX: '9', CI_NODE_TOTAL: '9' })).toEqual({ index: 2, total: 3 });
  });
});
