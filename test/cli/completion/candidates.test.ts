import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerQuestion,
  type CompletionAnswer,
  readQuestion,
  renderAnswer,
} from '../../../src/cli/commands/completion/answer-question.ts';
import { listOwnOptions } from '../../../src/cli/options/command-spec.ts';
import { PROGRAM } from '../../../src/cli/options/commands.ts';
import type { CompletionNames } from '../../../src/cli/options/value-types.ts';
import { checkProperty } from '../../effort.ts';

const NAMES: CompletionNames = {
  pipes: [
    { name: 'orders', service: 'analytics' },
    { name: 'orders-eu', service: 'analytics' },
    { name: 'payments', service: 'billing' },
  ],
  services: ['analytics', 'billing'],
  environments: ['staging', 'production'],
  checks: [
    { name: 'orders-lag', kind: 'series' },
    { name: 'orders-alert', kind: 'alert' },
    { name: 'half-written', kind: null },
  ],
  runs: ['20261120T100000Z-2', '20261120T090000Z-1'],
  schemas: ['config', 'plan'],
  fields: [{ word: 'scaling.replicas', meaning: 'Number of replicas.' }],
};

function answer(typed: readonly string[], names = NAMES): CompletionAnswer {
  return answerQuestion(readQuestion(PROGRAM, typed), PROGRAM, names);
}

/** The words alone, for a line with blanks between its words. */
function complete(line: string): readonly string[] {
  const found = answer(line.split(' '));
  return found.kind === 'words' ? found.candidates.map(({ word }) => word) : [`:${found.kind}`];
}

describe('commands', () => {
  test('are listed first, in the order of help', () => {
    expect(complete('')).toEqual(PROGRAM.commands.map(({ name }) => name));
    expect(complete('pl')).toEqual(['plan']);
    expect(complete('--target orders -e production dr')).toEqual(['drift']);
    expect(complete('help ro')).toEqual(['rollback']);
  });

  test('have their description beside them when the list has room', () => {
    expect(renderAnswer(answer(['val']))).toBe('validate\tcheck the configuration and report all problems at once\n');
  });

  test('an unknown command has no candidates', () => {
    expect(complete('plna ')).toEqual([]);
    expect(complete('plna --base ')).toEqual([]);
  });
});

describe('options', () => {
  test('lists options of the command, then global options', () => {
    expect(complete('fmt --').slice(0, 2)).toEqual(['--check', '--chdir']);
    expect(complete('fmt --').at(-1)).toBe('--help');
    expect(complete('--v')).toEqual(['--version']);
    expect(complete('plan --v')).toEqual([]);
    expect(complete('sandbox --set')).toEqual(['--settle', '--setting-prefix']);
  });

  test('are repeated only where repetition is allowed', () => {
    expect(complete('plan --base main --ba')).toEqual([]);
    expect(complete('plan --base=main --ba')).toEqual([]);
    expect(complete('plan -e production --en')).toEqual([]);
    expect(complete('plan --target orders --tar')).toEqual(['--target']);
  });

  test('are offered when no other word is expected', () => {
    expect(complete('plan ')).toContain('--base');
    expect(complete('pull ')).toContain('--accept');
    expect(complete('show plan.json ')).toContain('--format');
    expect(complete('plan o')).toEqual([]);
  });

  test('are not offered after --', () => {
    expect(complete('check -- --')).toEqual([]);
    expect(complete('check -- or')).toEqual(['orders-lag', 'orders-alert']);
    expect(complete('plan -- ')).toEqual([]);
  });

  test('a one-letter option is offered when it is complete, so that the shell continues', () => {
    expect(complete('plan -e')).toEqual(['-e']);
    expect(complete('plan -')).not.toContain('-e');
  });
});

describe('values', () => {
  test.each([
    ['plan --format j', ['json']],
    ['plan --format=', ['--format=text', '--format=json', '--format=markdown', '--format=html', '--format=github']],
    ['validate --format s', ['sarif']],
    ['--format c', ['csv']],
    ['plan --log-level ', ['quiet', 'info', 'debug']],
    ['plan --only-origin ', ['config', 'schedule', 'drift', 'conflict']],
    ['plan --only-origin=drift,c', ['--only-origin=drift,config', '--only-origin=drift,conflict']],
    ['pull --accept ', ['live', 'git']],
    ['publish plan.json --to git', ['github-pr', 'gitlab-mr', 'github-issue']],
    ['init --ci ', ['none', 'github', 'gitlab']],
    ['sandbox --listing ', ['none', 'full', 'summary']],
    ['series --granularity 30', ['30s', '30m', '30d']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['schema c', ['config']],
    ['plan -e ', ['staging', 'production']],
    ['plan --env=p', ['--env=production']],
    ['plan -ep', ['-eproduction']],
    ['-e', ['-e']],
    ['plan -c../p', []],
    ['pull --service ', ['analytics', 'billing']],
    ['apply --allow-protected o', ['orders', 'orders-eu']],
    ['check ', ['orders-lag', 'orders-alert', 'half-written']],
    ['check orders-lag ', ['orders-alert', 'half-written']],
    ['series ', ['orders-lag']],
    ['explain or', ['orders', 'orders-eu']],
    ['explain sc', ['scaling.replicas']],
    ['alert ', ['orders-alert']],
    // A run document that CI saved.
    ['rollback run', [':files']],
    ['rollback ./2', [':files']],
    ['rollback 20261120T10', ['20261120T100000Z-2']],
    ['rollback ', ['latest', '20261120T100000Z-2', '20261120T090000Z-1']],
    ['runs ', ['show', 'forget']],
    ['runs show 20261120T09', ['20261120T090000Z-1']],
    ['runs forget 20261120T09', ['20261120T090000Z-1']],
    ['apply ', [':files']],
    ['merge a.json ', [':files']],
    ['plan --out ', [':files']],
    ['plan --out=', [':files']],
    ['-C ', [':folders']],
    ['init ', [':folders']],
    // Unknown names.
    ['plan --base ', []],
    ['plan --timeout=', []],
    ['series --to ', []],
    ['plan --nothing=', []],
    ['runs show latest l', []],
    ['rollback latest l', []],
  ])('%s', (line, candidates) => {
    expect(complete(line)).toEqual(candidates);
  });

  test('of --target are names, or service/name after the prefix of a service', () => {
    expect(complete('plan --target ')).toEqual(['orders', 'orders-eu', 'payments']);
    expect(complete('plan --target b')).toEqual(['billing/payments']);
    expect(complete('plan --exclude=analytics/orders-')).toEqual(['--exclude=analytics/orders-eu']);
    expect(complete('plan --target orders --target o')).toEqual(['orders-eu']);
  });

  test('are omitted when they cannot be typed', () => {
    const pipes = [{ name: 'bad\u001b]0;\u0007', service: 'a' }, { name: 'two\nlines', service: 'a' }, ...NAMES.pipes];
    const found = answer(['plan', '--target', ''], { ...NAMES, pipes });
    expect(renderAnswer(found)).toBe('orders\tanalytics\norders-eu\tanalytics\npayments\tbilling\n');
  });
});

test('for any input, each candidate extends it, is offered once and has one line', () => {
  const known = PROGRAM.commands.flatMap((command) => [
    command.name,
    ...listOwnOptions(command).map(({ long }) => long),
  ]);
  const word = fc.oneof(
    fc.constantFrom(...known, ...PROGRAM.options.flatMap(({ long, short }) => [long, short ?? long]), '--', '-', ''),
    fc.constantFrom(...known).map((text) => text.slice(0, 4)),
    fc.constantFrom(...known).map((text) => `${text}=`),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  checkProperty(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (typed) => {
      const found = answer(typed);
      const lines = renderAnswer(found).split('\n').slice(0, -1);
      const words = lines.map((line) => line.split('\t')[0] ?? '');
      if (found.kind !== 'words') {
        expect(lines).toEqual([`:${found.kind}`]);
        return;
      }
      expect(words).toHaveLength(found.candidates.length);
      expect([...new Set(words)]).toEqual(words);
      for (const one of words) expect(one.startsWith(typed.at(-1) ?? '')).toBe(true);
    }),
    { numRuns: 500 },
  );
});
