import { loadPipeValues } from '../../../engine/configuration.ts';
import { frameOf } from '../../../engine/plan-project.ts';
import { readPipes } from '../../../engine/read-pipes.ts';
import { applySchedules, withDesired } from '../../../engine/schedules.ts';
import { isFieldPath } from '../../../model/field/field.ts';
import type { EffectiveValue } from '../../../model/fleet.ts';
import type { LivePipe } from '../../../model/live-pipe.ts';
import type { DriftPipe } from '../../../model/report.ts';
import { hintPipe } from '../../../model/suggest.ts';
import { showField } from '../../../plan/diff/snapshot.ts';
import { findDrift } from '../../../plan/find-drift.ts';
import {
  composePipeValues,
  type ExplainedValue,
  type PipeValuesDocument,
} from '../../../report/compose/compose-pipe-values.ts';
import type { ExplainOptions } from '../../options/command-options.ts';
import type { Invocation } from '../../options/command-spec.ts';
import { UsageError } from '../../options/value-types.ts';
import { endFailed } from '../../output/end-failed.ts';
import { readFleet } from '../../steps/open-fleet.ts';
import { findSizesNow, showSize } from './scheduled-sizes.ts';

/** Reads one pipe with one request, and shows each effective value with the live one and how they differ. */
export async function explainLive(address: string, invocation: Invocation<ExplainOptions>): Promise<number> {
  const { ownOptions, options, workspace, printer, context } = invocation;
  const explained = await loadPipeValues(address.replace(/^pipes\./, ''), workspace, context);
  if (explained.kind === 'invalid') return endFailed(explained.diagnostics, printer, { sources: explained.sources });
  if (explained.kind === 'unknown') {
    const [environment] = explained.environments;
    const elsewhere = environment && `The environment ${environment} has it: use \`-e ${environment}\`.`;
    throw new UsageError(`There is no pipe \`${address}\`.`, elsewhere ?? hintPipe(address, explained.names ?? []));
  }
  const { name, location, values } = explained;
  const selected = { ...options, target: [name], exclude: [], shard: null };
  const opened = await readFleet(
    { purpose: 'pull', base: ownOptions.base, at: ownOptions.at },
    { ...invocation, options: selected },
    (project, onProgress) => readPipes(project, project.pipes, onProgress, []),
  );
  const { diagnostics, sources } = opened;
  if (!opened.ok) return endFailed(diagnostics, printer, { sources });
  const { project, result } = opened;
  const { reads } = result;
  const { fleet, base } = applySchedules(project);
  const sized = withDesired(reads, fleet);
  const [pipe] = findDrift(fleet, sized, { ...frameOf(context), base }).pipes;
  const desired = sized[0]?.desired ?? explained.desired;
  const [read] = reads.map((one) => one.read);
  if (pipe === undefined || !read?.ok || pipe.status === 'error') {
    return endFailed(pipe?.diagnostics ?? [], printer, { sources });
  }
  printer.problems(pipe.diagnostics, sources);
  const { name: liveName, source, state, updatedAt } = read.pipe;
  const document: PipeValuesDocument = {
    ...{ kind: 'pipe-values', formatVersion: 1, name, environment: workspace.environment, location },
    live: { name: liveName, source, state, updatedAt },
    ...findSizesNow(desired),
    values: values.map((value) => compareValue(showSize(value, desired), pipe, read.pipe)),
  };
  await printer.print(document, () => composePipeValues(document));
  return 0;
}

/** Only fields have live values. */
function compareValue(value: EffectiveValue, pipe: DriftPipe, live: LivePipe): ExplainedValue {
  if (!isFieldPath(value.path)) return value;
  const change = [...pipe.changes, ...pipe.acknowledged].find(({ path }) => path === value.path);
  const shown = showField(live, value.path);
  const compared = shown === undefined ? value : { ...value, live: shown };
  return change === undefined ? compared : { ...compared, change };
}
