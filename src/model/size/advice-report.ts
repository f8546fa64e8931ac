import type { Diagnostic } from '../diagnostic.ts';
import type { ScalingKey } from '../field/field.ts';
import type { Band } from '../fleet.ts';
import type { Location } from '../location.ts';
import type { ToolVersion } from '../plan.ts';
import type { WeeklyWindow } from '../weekly-window.ts';
import { type AdvisedWindow, SIZE_FIELDS, SIZE_PARTS, type Size, type SizeVerdict } from './sizing.ts';

/** Whether another size is advised than the one now. */
export function changesSize({ verdict }: Pick<AdvisedPipe, 'verdict'>): boolean {
  return verdict === 'grow' || verdict === 'shrink' || verdict === 'schedule';
}

/** A scaling field with its value now and the advised one, outside of all windows. */
export interface AdvisedField {
  readonly key: ScalingKey;
  readonly now: number;
  readonly advised: number;
}

/** Empty without advice. */
export function listAdvised({ now, advised, concurrency }: AdvisedPipe): readonly AdvisedField[] {
  if (concurrency !== undefined) return [{ key: 'concurrency', ...concurrency }];
  if (now === null || advised === null) return [];
  return SIZE_PARTS.map((part) => ({ key: SIZE_FIELDS[part], now: now[part], advised: advised[part] }));
}

/** What a month costs, in units of the currency, with the size now and with the advised one. */
export interface AdvisedCost {
  readonly now: number;
  readonly advised: number;
}

/** Millicores in each hour of the week, from Monday 00:00 in the time zone of `sizing`. */
export interface WeekOfPipe {
  /** The highest of the past; null where it is unknown. */
  readonly demand: readonly (number | null)[];
  /** What the replicas of its schedule may use; omitted without one. */
  readonly now?: readonly number[];
  /** What the advised replicas may use. */
  readonly advised: readonly number[];
}

/** A window of `scaling.schedule`, with the fields that it has. */
export type DeclaredWindow = WeeklyWindow & Readonly<Partial<Record<ScalingKey, number | Band>>>;

/** The advice for one pipe. */
export interface AdvisedPipe {
  readonly name: string;
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  readonly location: Location;
  readonly verdict: SizeVerdict;
  /** Outside of all windows; null when it is not known, and for concurrency. */
  readonly now: Size | null;
  /** Its schedule; omitted without one. */
  readonly windowsNow?: readonly DeclaredWindow[];
  /** Outside of all windows; null without advice, and for concurrency. */
  readonly advised: Size | null;
  /** Of an object-storage pipe; omitted without advice, and for other pipes. */
  readonly concurrency?: { readonly now: number; readonly advised: number };
  /** The first window that holds wins; empty unless `schedule`. */
  readonly windows: readonly AdvisedWindow[];
  /** One sentence. */
  readonly reason: string;
  /** More capacity brings no throughput: a limit downstream, or too few partitions. */
  readonly isLimited: boolean;
  /** What the pipe has now is too small, also where the verdict is `schedule`. Omitted when not. */
  readonly isTooSmall?: true;
  /** Shares of the known past in which demand exceeds capacity; null when not known. */
  readonly short: { readonly now: number | null; readonly advised: number | null };
  /** Omitted without `pricing` or advice, and for concurrency, which has no price. */
  readonly cost?: AdvisedCost;
  /** null without advice, and for concurrency. */
  readonly week: WeekOfPipe | null;
}

/** The document of `recommend` (`schema/recommendations.schema.json`). */
export interface Recommendations {
  readonly kind: 'recommendations';
  readonly formatVersion: 1;
  /** UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  readonly tool: ToolVersion;
  readonly environment: string | null;
  /** What was read, UTC. `timezone`: of `week`. */
  readonly period: { readonly from: string; readonly until: string; readonly timezone: string };
  readonly summary: Readonly<Record<SizeVerdict, number>> & { readonly total: number };
  /** Of the pipes with a cost; omitted without `pricing`. */
  readonly cost?: AdvisedCost & { readonly currency: string };
  /** Ordered by name. */
  readonly pipes: readonly AdvisedPipe[];
  /** The files that `--write` changed; omitted without it. */
  readonly files?: readonly WrittenFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface WrittenFile {
  readonly file: string;
  readonly status: 'written' | 'failed';
}
