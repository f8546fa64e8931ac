import { Option } from 'commander';
import { readApplyOptions, readBase, readOut } from './command-options.ts';
import { type CommandTable, REPORT_FORMATS, unknownFormat } from './command-table.ts';
import type { Context } from './context.ts';
import type { Format } from './global-options.ts';
import { collect } from './option-values.ts';
import { UsageError } from './usage-error.ts';

/** A list of runs is no report. */
const RUNS_FORMATS: readonly Format[] = ['text', 'json'];

export const LOCK_TIMEOUT = 'how long to wait for another apply of this project (default: 0s)';

/** The commands that go by the journal of runs. */
export function addJournalCommands({ add, run }: CommandTable, context: Context): void {
  run(
    add(
      'rollback',
      'plan and apply the values that a run replaced, where the live value is still what it wrote',
      ['pipeform rollback latest', 'pipeform rollback 20261120T100000Z-3f9a2c --target orders'],
      '<run>',
    )
      .option('--auto-approve', 'do not ask (alias --yes)')
      .addOption(new Option('--yes').hideHelp())
      .option('--out <file>', 'save the report of the run')
      .option('--force', 'override policy (maxChangedPipes, maxReplicaFactor); never protection')
      .option('--allow-protected <name>', 'let a protected pipe change (repeatable)', collect)
      .option('--no-wait', 'read once after the writes instead of until every value shows')
      .option('--wait-timeout <duration>', 'how long to read until every value shows (default: 2m)')
      .addOption(new Option('--continue-on-error', 'go on with the other pipes (default)').conflicts('failFast'))
      .option('--fail-fast', 'start no more pipes after one that fails')
      .option('--lock-timeout <duration>', LOCK_TIMEOUT),
    REPORT_FORMATS,
    async (options, own, [wanted = '']) => {
      const { runRollback } = await import('./rollback.ts');
      const asked = { ...readBase({}), ...readApplyOptions(own), ...readOut(own), run: wanted };
      return runRollback({ ...options, ...asked }, context);
    },
  );

  run(
    add(
      'runs',
      'list the local journal of runs, newest first; `runs show RUN` shows one',
      ['pipeform runs', 'pipeform runs show latest', 'pipeform runs show 20261120T100000Z-3f9a2c --format json'],
      '[words...]',
    ).usage('[options] [show RUN]'),
    REPORT_FORMATS,
    async (options, _own, words) => {
      const { runRuns, runRunsShow } = await import('./runs.ts');
      const [verb, wanted] = words;
      if (verb === 'show' && wanted !== undefined && words.length === 2) return runRunsShow(wanted, options, context);
      if (words.length > 0)
        throw new UsageError('runs takes no words, or `show` and a run.', 'Try `pipeform runs show latest`.');
      if (!RUNS_FORMATS.includes(options.format)) throw unknownFormat('runs', options.format, RUNS_FORMATS);
      return runRuns(options, context);
    },
  );
}
