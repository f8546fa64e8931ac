import { Option } from 'commander';
import {
  readApplyOptions,
  readBase,
  readDifferences,
  readOut,
  readRecommend,
  textOf,
  withBase,
  withRecommend,
  withRef,
  withRunOptions,
} from './command-options.ts';
import { type CommandTable, REPORT_FORMATS } from './command-table.ts';
import type { Context } from './context.ts';

/** The commands that compare the fleet with what is live. */
export function addFleetCommands({ add, run }: CommandTable, context: Context): void {
  run(
    withRecommend(
      withBase(
        add('plan', 'read the live pipes and show what apply would do', [
          'pipeform plan',
          "pipeform plan --target 'orders-*' --detailed-exitcode",
          'pipeform plan --base origin/main... --out plan.json',
          'pipeform plan --recommend',
        ]),
      ),
    )
      .option('--out <file>', 'save the plan, to be applied exactly as it was reviewed')
      .option('--detailed-exitcode', 'exit with 2 when there is something to change (alias --expect-no-changes)')
      .addOption(new Option('--expect-no-changes').hideHelp()),
    REPORT_FORMATS,
    async (options, own) => {
      const { runPlan } = await import('../commands/plan.ts');
      return runPlan(
        { ...options, ...readBase(own), ...readRecommend(own), ...readOut(own), differences: readDifferences(own) },
        context,
      );
    },
  );

  run(
    withRunOptions(
      withRecommend(
        withBase(
          add(
            'apply',
            'show the plan, ask, and carry it out; or carry out exactly a saved one',
            [
              'pipeform apply',
              'pipeform apply plan.json',
              'pipeform apply --auto-approve --format json',
              'pipeform apply --target orders --allow-protected orders',
            ],
            '[plan]',
          ),
        ),
      ),
    ).option('--no-rollout', 'apply in one go: without the waves and health checks of the configuration'),
    REPORT_FORMATS,
    async (options, own, [plan = null]) => {
      const { runApply } = await import('../commands/apply.ts');
      const kind = plan === null ? 'fresh' : 'saved';
      const asked = { ...readBase(own, kind), ...readRecommend(own, kind) };
      return runApply({ ...options, ...asked, ...readApplyOptions(own), ...readOut(own), plan }, context);
    },
  );

  run(
    withRef(
      add('drift', 'say whether the live pipes are as declared; incapable of writing', [
        'pipeform drift',
        'pipeform drift --out drift.json --metrics /var/lib/node_exporter/pipeform.prom',
      ]),
    )
      .option('--out <file>', 'save the report')
      .option('--metrics <file>', 'write metrics in the text format of Prometheus'),
    REPORT_FORMATS,
    async (options, own) => {
      const { runDrift } = await import('../commands/drift.ts');
      return runDrift({ ...options, ...readBase(own), ...readOut(own), metrics: textOf(own.metrics) }, context);
    },
  );
}
