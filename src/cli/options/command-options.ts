import { type Command, Option } from 'commander';
import { DEFAULT_WAIT_TIMEOUT_MS } from '../../engine/default-options.ts';
import { ORIGINS } from '../../model/plan.ts';
import { outputsOf } from '../output/check-outputs.ts';
import type { Raw } from './global-options.ts';
import { collect, readChoices, readDuration } from './option-values.ts';
import { UsageError } from './usage-error.ts';

export function withRef(command: Command): Command {
  return command.option(
    '--base <ref>',
    'say of each difference whether it comes from this branch; REF... is the merge base',
  );
}

export function withBase(command: Command): Command {
  return withRef(command).option(
    '--only-origin <origin>',
    'only differences of this origin: config, drift, conflict, adopt, or several with commas (needs --base)',
  );
}

export function readBase(own: Raw, plan: 'fresh' | 'saved' = 'fresh') {
  const base = textOf(own.base);
  const origin = textOf(own.onlyOrigin);
  if (plan === 'saved' && base !== null) {
    throw new UsageError(
      '--base does not go with a saved plan.',
      'Leave it out: the plan says what it was compared with.',
    );
  }
  if (plan === 'fresh' && origin !== null && base === null) {
    throw new UsageError(
      '--only-origin needs --base REF.',
      'Name the commit to compare with, as in --base main: without it, nobody knows where a difference comes from.',
    );
  }
  return { base, onlyOrigin: origin === null ? null : readChoices(ORIGINS)(origin, '--only-origin') };
}

export function withRecommend(command: Command): Command {
  return command.option('--recommend', 'let replicas follow the targets of their bands, as the series ask for now');
}

export function readRecommend(own: Raw, plan: 'fresh' | 'saved' = 'fresh') {
  if (plan === 'saved' && own.recommend === true) {
    throw new UsageError(
      '--recommend does not go with a saved plan.',
      'Leave it out: the plan holds what was recommended when it was made.',
    );
  }
  return { recommend: own.recommend === true ? 'wanted' : 'left-out' } as const;
}

export function readOut({ out, metrics }: Raw) {
  return { out: textOf(out), outputs: outputsOf(textOf(out), textOf(metrics)) };
}

export function readDifferences(own: Raw): 'reported' | 'ignored' {
  return own.detailedExitcode === true || own.expectNoChanges === true ? 'reported' : 'ignored';
}

export function textOf(value: Raw[string]): string | null {
  return typeof value === 'string' ? value : null;
}

/** What a command that writes to pipes can be told, whatever the plan is made from. */
export function withRunOptions(command: Command): Command {
  return command
    .option('--auto-approve', 'do not ask (alias --yes)')
    .addOption(new Option('--yes').hideHelp())
    .option('--out <file>', 'save the report of the run')
    .option('--force', 'override policy (maxChangedPipes, maxReplicaFactor); never protection')
    .option('--allow-protected <name>', 'let a protected pipe change (repeatable)', collect)
    .option('--no-wait', 'read once after the writes instead of until every value shows; not with a rollout')
    .option('--wait-timeout <duration>', 'how long to read until every value shows (default: 2m)')
    .addOption(new Option('--continue-on-error', 'go on with the other pipes (default)').conflicts('failFast'))
    .option('--fail-fast', 'start no more pipes after one that fails')
    .option('--lock-timeout <duration>', 'how long to wait for another apply of this project (default: 0s)');
}

export function readApplyOptions(own: Raw) {
  const waitTimeoutMs =
    typeof own.waitTimeout === 'string' ? readDuration(own.waitTimeout, '--wait-timeout') : DEFAULT_WAIT_TIMEOUT_MS;
  return {
    approval: own.autoApprove === true || own.yes === true ? 'auto' : 'ask',
    allowances: {
      policy: own.force === true ? 'override' : 'enforce',
      protectedPipes: new Set(Array.isArray(own.allowProtected) ? own.allowProtected : []),
    },
    lockTimeoutMs: typeof own.lockTimeout === 'string' ? readDuration(own.lockTimeout, '--lock-timeout') : 0,
    waitTimeoutMs: own.wait === false ? 0 : waitTimeoutMs,
    onFailure: own.failFast === true ? 'stop' : 'continue',
    rollout: own.rollout === false ? 'left-out' : 'wanted',
  } as const;
}
