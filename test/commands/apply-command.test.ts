import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeApplyCommand, describeSavedApply } from '../../src/cli/commands/apply-command.ts';
import type { FleetOptions } from '../../src/cli/commands/fleet.ts';
import type { GlobalOptions } from '../../src/cli/options/global-options.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { fleetOf, NOW, planOf, TOOL } from '../plan/samples.ts';

const NOTHING: FleetOptions = {
  chdir: null,
  config: null,
  env: null,
  format: 'text',
  target: [],
  exclude: [],
  shard: null,
  parallelism: null,
  timeoutMs: 30_000,
  color: 'off',
  logLevel: 'quiet',
  base: null,
  onlyOrigin: null,
  outputs: [],
};

/** The words that a POSIX shell makes of a command. */
function wordsOf(command: string): readonly string[] {
  const script = `pipeform() { printf '%s\\0' pipeform "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the command that applies', () => {
  it('a fresh plan has the options that the plan was made with', () => {
    expect(describeApplyCommand(null, NOTHING)).toBe('pipeform apply');
    const options: FleetOptions = {
      ...NOTHING,
      chdir: 'fleets/eu',
      config: 'pipeform.eu.yaml',
      env: 'production',
      target: ['orders-*', 'analytics/{a,b}'],
      exclude: ['orders-test'],
      shard: { index: 2, total: 4 },
      base: 'origin/main...',
      onlyOrigin: ['config', 'adopt'],
    };
    expect(describeApplyCommand(null, options)).toBe(
      "pipeform apply -C fleets/eu -c pipeform.eu.yaml -e production --target 'orders-*' --target 'analytics/{a,b}' --exclude orders-test --shard 2/4 --base origin/main... --only-origin config,adopt",
    );
  });

  it('a saved plan names the file and where, and nothing that the plan holds already', () => {
    const options: FleetOptions = {
      ...NOTHING,
      env: 'production',
      target: ['orders-*'],
      shard: { index: 1, total: 2 },
      base: 'main',
    };
    expect(describeApplyCommand('plan.json', options)).toBe('pipeform apply -e production plan.json');
  });

  it('a plan that was read from a file has the environment that it was made for', () => {
    const options: GlobalOptions = { ...NOTHING, config: 'a b.yaml', env: 'elsewhere' };
    const plan = { ...planOf([]), environment: 'production' };
    expect(describeSavedApply('plan.json', plan, options)).toBe("pipeform apply -c 'a b.yaml' -e production plan.json");
    expect(describeSavedApply('plan.json', planOf([]), options)).toBe("pipeform apply -c 'a b.yaml' plan.json");
  });

  it('there is none for a report that is no plan', () => {
    const drift = findDrift(fleetOf([]), [], { now: NOW, tool: TOOL });
    expect(describeSavedApply('drift.json', drift, NOTHING)).toBeNull();
  });

  it('a file that looks like an option stays a file', () => {
    expect(describeApplyCommand('-plan.json', NOTHING)).toBe('pipeform apply ./-plan.json');
    expect(describeSavedApply('--force', planOf([]), NOTHING)).toBe('pipeform apply ./--force');
  });

  it('a shell reads every word as it was meant, whatever is in it', () => {
    // No program can be given a NUL, and half a surrogate pair is no text.
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
    fc.assert(
      fc.property(word, word, word, (env, target, file) => {
        fc.pre(!file.startsWith('-'));
        const fresh = describeApplyCommand(null, { ...NOTHING, env, target: [target] });
        expect(wordsOf(fresh)).toEqual(['pipeform', 'apply', '-e', env, '--target', target]);
        expect(wordsOf(describeApplyCommand(file, NOTHING))).toEqual(['pipeform', 'apply', file]);
      }),
      { numRuns: 60 },
    );
  });
});
