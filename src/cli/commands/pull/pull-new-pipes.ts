import type { Layout } from '../../../edit/layout.ts';
import { type FileOperation, writeFieldValue } from '../../../edit/live-value.ts';
import {
  choosePipeName,
  groupPresets,
  type NewPipe,
  type Values,
  writePipe,
  writePreset,
} from '../../../edit/new-pipes.ts';
import type { ReadResult } from '../../../model/client.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { type FieldSection, isSourceKind } from '../../../model/field.ts';
import type { DesiredPipe, Policy } from '../../../model/fleet.ts';
import type { LivePipe } from '../../../model/live-pipe.ts';
import { describeFailure } from '../../../plan/describe-failure.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import type { LeftOut, PulledPipe } from './pull-document.ts';
import { findManageable, type Manageable } from './pull-live-values.ts';
import type { AskNew } from './pull-options.ts';

/** A pipe that was read and is to come into the configuration. */
export interface ReadPipe {
  readonly pipe: NewPipe;
  readonly serviceId: string;
  readonly live: LivePipe;
  readonly read: ReadResult;
  /** How many fields it will manage. */
  readonly values: number;
  readonly leftOut: readonly LeftOut[];
}

/** A pipe that could not be read. */
export interface UnreadPipe {
  readonly pipe: PulledPipe;
  readonly diagnostic: Diagnostic;
}

/** A pipe of which nothing is known but where it is. */
export function toRead(id: string, owner: { readonly service: string; readonly serviceId: string }): DesiredPipe {
  return {
    ...owner,
    name: id,
    id,
    liveName: null,
    source: null,
    settings: {},
    scaling: {},
    ignore: [],
    protect: false,
    acknowledge: [],
    checks: [],
    location: { file: '', line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}

/** What was read as it is to stand in the configuration, each under a name of its own, and what could not be read. */
export function sortReads(
  reads: readonly PipeRead[],
  service: string,
  ranges: Policy['ranges'],
  taken: ReadonlySet<string>,
): { readonly found: readonly ReadPipe[]; readonly unread: readonly UnreadPipe[] } {
  const names = new Set(taken);
  const found: ReadPipe[] = [];
  const unread: UnreadPipe[] = [];
  for (const { desired, read } of reads) {
    const { id, serviceId } = desired;
    if (!read.ok) {
      const diagnostic = describeFailure(`Pipe ${id} could not be read`, read.failure, null);
      const empty = { name: null, liveName: null, source: null, changes: [], leftOut: [] };
      unread.push({ pipe: { ...empty, service, serviceId, id, status: 'error' }, diagnostic });
      continue;
    }
    const live = read.pipe;
    const { values, leftOut } = findManageable(live, ranges);
    const name = choosePipeName(live.name, names);
    names.add(name);
    const pipe = {
      name,
      service,
      id,
      liveName: live.name.trim() === '' ? null : live.name,
      source: live.source !== null && isSourceKind(live.source) ? live.source : null,
      settings: pickValues(values, 'settings'),
      scaling: pickValues(values, 'scaling'),
      preset: null,
    };
    found.push({ pipe, serviceId, live, read, values: values.size, leftOut });
  }
  return { found, unread };
}

/** Pipes, and with presets what they share, in the part of the configuration that is edited. */
export function placeNewPipes(
  found: readonly ReadPipe[],
  presets: AskNew['presets'],
  { layer, presetNames }: Pick<Layout, 'layer' | 'presetNames'>,
  file: string,
) {
  const plain = found.map(({ pipe }) => pipe);
  const grouped = presets === 'wanted' ? groupPresets(plain, presetNames) : { pipes: plain, presets: [] };
  const operations: readonly FileOperation[] = [
    ...grouped.presets.map((preset) => ({ path: [...layer, 'presets', preset.name], value: writePreset(preset) })),
    ...grouped.pipes.map((pipe) => ({ path: [...layer, 'pipes', pipe.name], value: writePipe(pipe) })),
  ].map((operation) => ({ file, operation }));
  return { ...grouped, operations };
}

function pickValues(values: Manageable['values'], section: FieldSection): Values {
  const own = [...values].filter(([path]) => path.startsWith(`${section}.`));
  return Object.fromEntries(
    own.map(([path, value]) => [path.slice(section.length + 1), writeFieldValue(path, value, 'human')]),
  );
}

export function describeNewPipe({ pipe, serviceId, live, leftOut }: ReadPipe): PulledPipe {
  const { name, service, id } = pipe;
  const { name: liveName, source } = live;
  return { name, service, serviceId, id, liveName, source, status: 'added', changes: [], leftOut };
}

/** The pipes that are in the configuration already; they were not read. */
export function describeOld(pipes: readonly DesiredPipe[]): readonly PulledPipe[] {
  return pipes.map(({ name, service, serviceId, id, liveName, source }) => {
    return { name, service, serviceId, id, liveName, source, status: 'known', changes: [], leftOut: [] };
  });
}
