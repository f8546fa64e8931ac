import type { ConfigNode } from '../config/yaml/node.ts';
import type { FieldPath } from '../model/field.ts';
import type { Band } from '../model/fleet.ts';
import type { ReplicaTarget } from '../model/recommendation.ts';
import { formatDuration } from '../model/units.ts';
import { writeFieldValue } from './field-text.ts';
import { findHolder, type Layout, nodeAt } from './layout.ts';
import type { YamlOperation, YamlScalar, YamlValue } from './yaml-operation.ts';

/** A live value that the configuration is to take over. */
export interface LiveValue {
  /** The pipe's name in the configuration. */
  readonly pipe: string;
  readonly path: FieldPath;
  /** null: unset, which the configuration then asks for. */
  readonly live: number | boolean | null;
  /** What is declared now, where that is a band, and what it is steered by. */
  readonly band: Band | null;
  readonly target: ReplicaTarget | null;
}

/** An edit of one file. */
export interface FileOperation {
  /** As in `Location.file`. */
  readonly file: string;
  readonly operation: YamlOperation;
}

/**
 * Where a live value goes: over the value of the pipe's own entry in the part of the configuration that is edited, or into
 * that entry as a value of its own, since what a preset or the root document says holds for others too. A band is widened.
 */
export function placeLiveValue(value: LiveValue, layout: Layout): FileOperation {
  const { documents, layer } = layout;
  const pipes = [...layer, 'pipes'];
  const entry = [...pipes, value.pipe];
  const holders = [entry, pipes, layer].map((path) => findHolder(layout, path));
  const file = holders.find((holder) => holder !== null) ?? documents[0]?.source.path ?? '';
  const [section = '', key = ''] = value.path.split('.');
  const path = [...entry, section, key];
  const document = documents.find(({ source }) => source.path === file);
  const written = document === undefined ? undefined : nodeAt(document, path);
  return { file, operation: { path, value: decideValue(value, written) } };
}

function decideValue({ path, live, band, target }: LiveValue, written: ConfigNode | undefined): YamlValue {
  const isNumber = written?.kind === 'scalar' && typeof written.value === 'number';
  const write = (value: LiveValue['live']): YamlScalar => writeFieldValue(path, value, isNumber ? 'number' : 'human');
  if (band === null || typeof live !== 'number') return write(live);
  const moved: YamlValue = live < band.min ? { min: live } : { max: live };
  if (written?.kind === 'band') return moved;
  return { min: band.min, max: band.max, ...moved, ...(target !== null && { target: writeTarget(target) }) };
}

function writeTarget({ check, value, tolerance, stabilizationMs }: ReplicaTarget): YamlValue {
  return { check, value, tolerance, stabilizationWindow: formatDuration(stabilizationMs) };
}
