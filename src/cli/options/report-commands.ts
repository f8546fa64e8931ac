import { Option } from 'commander';
import { readDifferences, readOut, textOf } from './command-options.ts';
import { type CommandTable, REPORT_FORMATS } from './command-table.ts';
import type { Context } from './context.ts';
import { readPositive } from './option-values.ts';

/** Pull and merge requests are numbered from 1 with no end; this is what their services can count to. */
const MOST_REQUESTS = 2_147_483_647;

/** The commands that read saved reports. */
export function addReportCommands({ add, run }: CommandTable, context: Context): void {
  run(
    add(
      'show',
      'render a saved plan, drift report or run, offline, in any format',
      ['pipeform show plan.json', 'pipeform show plan.json --format html > plan.html'],
      '<file>',
    ),
    REPORT_FORMATS,
    async (options, _own, [file = '']) => (await import('../commands/show.ts')).runShow(file, options, context),
  );

  run(
    add(
      'publish',
      'post a saved plan, drift report or run where people look',
      ['pipeform publish plan.json --to github-pr', 'pipeform publish drift.json --to github-issue'],
      '<file>',
    )
      .requiredOption('--to <target>', 'github-pr, gitlab-mr, github-issue, slack or webhook')
      .option('--id <name>', 'tells reports of several projects or jobs apart on one page')
      .option('--number <n>', 'the pull or merge request (default: what the CI says)')
      .option('--label <name>', 'the label of the issue (default: pipeform)'),
    ['text', 'json'],
    async (options, own, [file = '']) => {
      const { runPublish } = await import('../commands/publish.ts');
      const number = textOf(own.number);
      const asked = { to: textOf(own.to) ?? '', id: textOf(own.id), label: textOf(own.label) };
      return runPublish(
        {
          ...options,
          ...asked,
          file,
          number: number === null ? null : readPositive(MOST_REQUESTS)(number, '--number'),
        },
        context,
      );
    },
  );

  run(
    add(
      'merge',
      'join the reports of shards into the report of the whole',
      ['pipeform merge plan-1.json plan-2.json plan-3.json --out plan.json'],
      '<file...>',
    )
      .option('--out <file>', 'save the joined report')
      .option('--detailed-exitcode', 'for plans: exit with 2 when there is something to change')
      .addOption(new Option('--expect-no-changes').hideHelp()),
    REPORT_FORMATS,
    async (options, own, files) => {
      const { runMerge } = await import('../commands/merge.ts');
      return runMerge({ ...options, files, ...readOut(own), differences: readDifferences(own) }, context);
    },
  );
}
