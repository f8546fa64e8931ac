import { describe, expect, it } from 'vitest';
import { selectTargets } from '../../src/plan/select-targets.ts';
import { codes, desiredPipe } from './samples.ts';

const PIPES = [
  desiredPipe({ name: 'billing', service: 'finance' }),
  desiredPipe({ name: 'orders', service: 'analytics' }),
  desiredPipe({ name: 'orders.eu', service: 'analytics' }),
  desiredPipe({ name: 'orders.us', service: 'finance' }),
];

function select(targets: readonly string[], excludes: readonly string[] = []) {
  const { pipes, diagnostics } = selectTargets(PIPES, targets, excludes);
  return { names: pipes.map(({ name }) => name), codes: codes(diagnostics), diagnostics };
}

describe('--target and --exclude', () => {
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [[], [], ['billing', 'orders', 'orders.eu', 'orders.us']],
    [['orders'], [], ['orders']],
    [['orders*'], [], ['orders', 'orders.eu', 'orders.us']],
    [['orders.{eu,us}'], [], ['orders.eu', 'orders.us']],
    [['finance/*'], [], ['billing', 'orders.us']],
    [['finance/*', 'orders'], [], ['billing', 'orders', 'orders.us']],
    [[], ['orders*'], ['billing']],
    [['orders*'], ['*/orders.us'], ['orders', 'orders.eu']],
  ])('%j without %j', (targets, excludes, names) => {
    expect(select(targets, excludes)).toMatchObject({ names, codes: [] });
  });

  it('report an error when the patterns together select nothing', () => {
    expect(select(['orders'], ['orders'])).toMatchObject({ names: [], codes: ['target-no-match'] });
    expect(select([], ['*'])).toMatchObject({ names: [], codes: ['target-no-match'] });
    expect(selectTargets([], [], [])).toEqual({ pipes: [], diagnostics: [] });
  });

  it('report an error for a pattern that matches nothing, with the nearest name', () => {
    const { diagnostics } = select(['ordes'], ['analytics/ordrs']);
    expect(codes(diagnostics)).toEqual(['target-no-match', 'target-no-match']);
    expect(diagnostics.map(({ hint }) => hint)).toEqual(['Did you mean orders?', 'Did you mean analytics/orders?']);
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      'The target `ordes` matches no pipe of the configuration.',
      'The exclusion `analytics/ordrs` matches no pipe of the configuration.',
    ]);
  });

  it.each(['', '[', '(', '\\', '!(', '{a', '***', 'x'.repeat(70_000)])(
    'accept the pattern %.20j without an exception',
    (pattern) => {
      expect(select([pattern]).codes.every((code) => code === 'target-no-match')).toBe(true);
    },
  );

  it.each(['(a+)+b', '+(a|aa)b', '*(a)'.repeat(3), '?(a)'.repeat(30), '@(orders|billing)', '!orders'])(
    'take %.20j beside a long name as text, and name the forms that exist',
    (pattern) => {
      const pipes = [...PIPES, desiredPipe({ name: 'a'.repeat(128), service: 'a'.repeat(128) })];
      for (const written of [pattern, `${pattern}/${pattern}`]) {
        const { diagnostics } = selectTargets(pipes, [`${written}b`], []);
        expect(diagnostics).toMatchObject([
          { code: 'target-no-match', detail: expect.stringContaining('groups such as') },
        ]);
      }
    },
  );

  it('report the limit that a pattern exceeds', () => {
    const { diagnostics } = select(['*a*a*a*'], ['x'.repeat(1_001)]);
    expect(diagnostics.map(({ code, summary }) => [code, summary])).toEqual([
      ['target-no-match', 'The target `*a*a*a*` has more than 3 stars in one name.'],
      ['target-no-match', expect.stringMatching(/^The exclusion `x+` has more than 1,000 characters\.$/)],
    ]);
  });
});
