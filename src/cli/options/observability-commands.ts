import type { CommandTable } from './command-table.ts';
import type { Context } from './context.ts';
import { collect } from './option-values.ts';

/** The commands that ask the observability API and nothing else. */
export function addObservabilityCommands({ add, run }: CommandTable, context: Context): void {
  run(
    add(
      'check',
      'evaluate health checks now, the named ones or all; exits with 5 when one does not pass',
      ['pipeform check', 'pipeform check orders-lag orders-alert', 'pipeform check --format json'],
      '[name...]',
    ),
    ['text', 'json'],
    async (options, _own, names) => (await import('../commands/check.ts')).runCheck(names, options, context),
  );

  run(
    add(
      'series',
      'show series of the observability API: by the names of checks, or ad hoc',
      [
        'pipeform series orders-lag --since 6h',
        "pipeform series --source 65f4000000000000000000a1 --agg max --where 'metric:lag' --group-by pipe",
        'pipeform series orders-lag --watch --every 5s',
        'pipeform series orders-lag --from 2026-11-20T10:00 --to 2026-11-20T12:00 --format csv > lag.csv',
      ],
      '[name...]',
    )
      .option('--source <id>', 'the source to ask, once for all series or once for each (repeatable)', collect)
      .option('--agg <fn>', 'start a series of this function: avg, count, max, min, sum, … (repeatable)', collect)
      .option('--where <filter>', 'what to count, once for all series or once for each (repeatable)', collect)
      .option('--group-by <columns>', 'a line for each value of these columns', collect)
      .option(
        '--unit <text>',
        'what the values count, such as ms; once for all series or once for each (repeatable)',
        collect,
      )
      .option('--since <duration>', 'so long until now (default: 1h, or the window of the check if longer)')
      .option('--from <time>', 'from this time on: ISO 8601, UTC unless it has a zone')
      .option('--to <time>', 'until this time (default: now)')
      .option('--granularity <size>', 'the size of a bucket, 30s to 30d, or auto (default: the check’s, or auto)')
      .option('--max-buckets <n>', 'ask for no more buckets than this (default: 1000)')
      .option('--watch', 'ask again and again until interrupted')
      .option('--every <duration>', 'with --watch: how often (default: 10s)'),
    ['text', 'table', 'csv', 'json'],
    async (options, own, names) => {
      const { readSeriesOptions } = await import('../commands/series/series-options.ts');
      const wanted = readSeriesOptions(names, own);
      return (await import('../commands/series.ts')).runSeries(wanted, options, context);
    },
  );

  run(
    add(
      'alert',
      'show an alert, by its id or by the name of a check: its state, how old that is, and what makes it untrustworthy',
      ['pipeform alert 65f4000000000000000000b2', 'pipeform alert orders-alert --format json'],
      '<id>',
    ),
    ['text', 'json'],
    async (options, _own, [id = '']) => (await import('../commands/alert.ts')).runAlert(id, options, context),
  );
}
