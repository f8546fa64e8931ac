import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GlobalOptions, readOptions } from '../../src/cli/options/global-options.ts';
import { describeApplyCommand, describeSavedApply } from '../../src/cli/steps/describe-apply-command.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { checkProperty } from '../effort.ts';
import { fleetOf, NOW, planOf, TOOL } from '../plan/samples.ts';

type Options = GlobalOptions & Parameters<typeof describeApplyCommand>[1];

const NOTHING: Options = {
  ...readOptions({ name: 'plan', formats: ['text'], options: {} }, [], { environment: {} }).options,
  ...{ base: null, onlyOrigin: null, skipPromotion: null, reviewed: [], behind: 'warn', overrideFreeze: null },
};

/** The words into which a POSIX shell splits a command. */
function wordsOf(command: string): readonly string[] {
  const script = `pipeform() { printf '%s\\0' pipeform "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('apply command of a report', () => {
  it('a fresh plan has the options of the plan', () => {
    expect(describeApplyCommand(null, NOTHING, NOTHING)).toBe('pipeform apply');
    const options: Options = {
      ...NOTHING,
      chdir: 'fleets/eu',
      config: 'pipeform.eu.yaml',
      env: 'production',
      target: ['orders-*', 'analytics/{a,b}'],
      exclude: ['orders-test'],
      shard: { index: 2, total: 4 },
      base: 'origin/main...',
      onlyOrigin: ['config', 'drift'],
    };
    expect(describeApplyCommand(null, options, options)).toBe(
      "pipeform apply -C fleets/eu -c pipeform.eu.yaml -e production --target 'orders-*' --target 'analytics/{a,b}' --exclude orders-test --shard 2/4 --base origin/main... --only-origin config,drift",
    );
  });

  it('a saved plan names the file and its folder, without what the plan contains', () => {
    const options: Options = {
      ...NOTHING,
      env: 'production',
      target: ['orders-*'],
      shard: { index: 1, total: 2 },
      base: 'main',
    };
    expect(describeApplyCommand('plan.json', options, options)).toBe('pipeform apply -e production plan.json');
  });

  it('a plan read from a file has the environment that it was made for', () => {
    const options: GlobalOptions = { ...NOTHING, config: 'a b.yaml', env: 'elsewhere' };
    const plan = { ...planOf([]), environment: 'production' };
    expect(describeSavedApply('plan.json', plan, options)).toBe("pipeform apply -c 'a b.yaml' -e production plan.json");
    expect(describeSavedApply('plan.json', planOf([]), options)).toBe("pipeform apply -c 'a b.yaml' plan.json");
  });

  it('is missing for a report that is not a plan', () => {
    const drift = findDrift(fleetOf([]), [], { now: NOW, tool: TOOL });
    expect(describeSavedApply('drift.json', drift, NOTHING)).toBeNull();
  });

  it('a file name that looks like an option stays a file name', () => {
    expect(describeApplyCommand('-plan.json', NOTHING, NOTHING)).toBe('pipeform apply ./-plan.json');
    expect(describeSavedApply('--force', planOf([]), NOTHING)).toBe('pipeform apply ./--force');
  });

  it('quotes every argument for the shell, regardless of its content', () => {
    // An argument cannot contain a NUL or half a surrogate pair.
    const word = fc.oneof(
      fc.constantFrom(
        '$(touch /tmp/x)',
        '`id`',
        "it's",
        '"',
        '\\',
        '*',
        '~',
        'a\nb',
        '!!',
        '#',
        '',
        ' ',
        '&& ls',
        '; ls',
        '{a,b}',
        '>x',
      ),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    );
    checkProperty(
      fc.property(word, word, word, (env, target, file) => {
        fc.pre(!file.startsWith('-'));
        const fresh = describeApplyCommand(null, NOTHING, { ...NOTHING, env, target: [target] });
        expect(wordsOf(fresh)).toEqual(['pipeform', 'apply', '-e', env, '--target', target]);
        expect(wordsOf(describeApplyCommand(file, NOTHING, NOTHING))).toEqual(['pipeform', 'apply', file]);
      }),
      { numRuns: 60 },
    );
  });
});
