import { readApplyOptions, readBase, readOut, withRunOptions } from './command-options.ts';
import { type CommandTable, REPORT_FORMATS, unknownFormat } from './command-table.ts';
import type { Context } from './context.ts';
import type { Format } from './global-options.ts';
import { UsageError } from './usage-error.ts';

/** A list of runs is no report. */
const RUNS_FORMATS: readonly Format[] = ['text', 'json'];

/** The commands that go by the journal of runs. */
export function addJournalCommands({ add, run }: CommandTable, context: Context): void {
  run(
    withRunOptions(
      add(
        'rollback',
        'plan and apply the values that a run replaced, where the live value is still what it wrote',
        ['pipeform rollback latest', 'pipeform rollback 20261120T100000Z-1f4a2c --target orders'],
        '<run>',
      ),
    ),
    REPORT_FORMATS,
    async (options, own, [wanted = '']) => {
      const { runRollback } = await import('../commands/rollback.ts');
      const asked = { ...readBase({}), ...readApplyOptions(own), ...readOut(own), run: wanted };
      return runRollback({ ...options, ...asked }, context);
    },
  );

  run(
    add(
      'runs',
      'list the local journal of runs, newest first; `runs show RUN` shows one, `runs forget RUN` ends the report of one that was cut off',
      [
        'pipeform runs',
        'pipeform runs show latest',
        'pipeform runs show 20261120T100000Z-1f4a2c --format json',
        'pipeform runs forget 20261120T100000Z-1f4a2c',
      ],
      '[words...]',
    ).usage('[options] [show RUN | forget RUN]'),
    REPORT_FORMATS,
    async (options, _own, words) => {
      const { runRuns, runRunsShow } = await import('../commands/runs.ts');
      const [verb, wanted] = words;
      if (verb === 'show' && wanted !== undefined && words.length === 2) return runRunsShow(wanted, options, context);
      const forgets = verb === 'forget' && wanted !== undefined && words.length === 2;
      if (words.length > 0 && !forgets)
        throw new UsageError(
          'runs takes no words, or `show` or `forget` and a run.',
          'Try `pipeform runs show latest`.',
        );
      if (!RUNS_FORMATS.includes(options.format)) throw unknownFormat('runs', options.format, RUNS_FORMATS);
      if (!forgets) return runRuns(options, context);
      const { runRunsForget } = await import('../../engine/forget-run.ts');
      return runRunsForget(wanted, options, context);
    },
  );
}
