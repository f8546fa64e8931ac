import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type FieldTable, isSizeKey, isUsualSize, keyOf, pathOf, SIZE_KEYS } from '../../model/field/field.ts';
import { guessSettingPrefix } from '../../model/field/setting-names.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import { isCompleted, isInTransition, isUnhealthy, knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import type { Change } from '../../model/plan.ts';
import { scalingAfter } from '../build-requests.ts';

const PREFIX = DEFAULT_NAMING.settingPrefix;

/** Warns when a setting to change is not live, but one with another prefix is: the deployment may use other names. */
export function namingProblems(
  desired: DesiredPipe,
  changes: readonly Change[],
  live: LivePipe,
  fields: FieldTable,
): readonly Diagnostic[] {
  const change = changes.find(({ path, before }) => before === null && keyOf(path).startsWith(PREFIX));
  if (change === undefined) return [];
  const keys = Object.keys(knownSettings(live.settings) ?? {});
  const prefix = guessSettingPrefix(keys.filter((key) => fields.find(pathOf('settings', key)) === undefined));
  const name = `${prefix}${keyOf(change.path).slice(PREFIX.length)}`;
  if (prefix === null || !keys.includes(name)) return [];
  const summary = `The live pipe ${desired.name} has no ${change.path}, but it has a setting named ${name}.`;
  const hint = `If this deployment uses the prefix ${prefix} instead of ${PREFIX}, write api.naming: { settingPrefix: ${prefix} }.`;
  return [diagnose('warning', { code: 'other-naming', summary, hint }, change.location)];
}

/** Warns when an update makes CPU and memory an unusual pair. `validate` warns about pairs of two configured values. */
export function sizeProblems(desired: DesiredPipe, changes: readonly Change[], live: LivePipe): readonly Diagnostic[] {
  const change = changes.find(({ path }) => isSizeKey(keyOf(path)));
  if (change === undefined) return [];
  const { replicaCpuMillicores: cpu, replicaMemoryGb: memory } = scalingAfter(changes, live);
  if (cpu === null || memory === null || isUsualSize(cpu, memory)) return [];
  if (SIZE_KEYS.every((key) => typeof desired.scaling[key]?.value === 'number')) return [];
  const summary = `Pipe ${desired.name} would have ${cpu} millicores and ${memory} GB, not the usual 4 GB per 1000 millicores.`;
  return [diagnoseCode('unusual-size', summary, null, 'warning', change.location)];
}

/** Warns of an update that the service will probably refuse. */
export function completionProblems(
  { name, location }: DesiredPipe,
  changes: readonly Change[],
  live: LivePipe,
): readonly Diagnostic[] {
  if (changes.length === 0 || !isCompleted(live)) return [];
  const summary = `Pipe ${name} is completed (its state is ${live.state}); the service may refuse the update.`;
  return [diagnoseCode('pipe-completed', summary, null, 'warning', location)];
}

export function stateProblems({ name, location }: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  if (isInTransition(live)) {
    const summary = `Pipe ${name} is in transition (${live.state}); its live values may still change.`;
    return [diagnoseCode('pipe-in-transition', summary, null, 'warning', location)];
  }
  if (!isUnhealthy(live)) return [];
  const summary = `Pipe ${name} is not healthy: its state is ${live.state}.`;
  return [diagnoseCode('pipe-in-trouble', summary, null, 'warning', location)];
}
