import type { Diagnostic } from '../diagnostic.ts';
import type { ScalingKey } from '../field/field.ts';
import type { Band } from '../fleet.ts';
import type { Location } from '../location.ts';
import type { ToolVersion } from '../plan.ts';
import type { WeeklyWindow } from '../weekly-window.ts';
import { SIZE_FIELDS, SIZE_PARTS, type Size } from './size.ts';
import type { AdvisedWindow, SizeVerdict } from './sizing.ts';

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

/** Lists what the advice changes; it is empty without advice. */
export function listAdvised({ now, advised }: AdvisedPipe): readonly AdvisedField[] {
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
  /** The highest demand of the past; null where it is unknown. */
  readonly peak: readonly (number | null)[];
  /** The median demand of the past; null where it is unknown. */
  readonly usual: readonly (number | null)[];
  /** What the replicas may use with the size or the schedule of now. */
  readonly now: readonly number[];
  /** What the advised replicas may use. */
  readonly advised: readonly number[];
}

/** GB of a replica. */
export interface MemoryOfPipe {
  /** The highest of the last eight days; null where it was not measured. */
  readonly used: number | null;
  readonly now: number;
  readonly advised: number;
}

/** Shares of the time short of capacity; null when not known. */
export interface ShortShares {
  /** The shares with what the pipe has now, and with the advice, over the past that was read. */
  readonly now: number | null;
  readonly advised: number | null;
  /** The share with the advice of each week, over the weeks after it, which that advice did not know. */
  readonly unseen: number | null;
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
  /** Outside of all windows; null when it is not known. */
  readonly now: Size | null;
  /** Its schedule; omitted without one. */
  readonly windowsNow?: readonly DeclaredWindow[];
  /** Outside of all windows; null without advice. */
  readonly advised: Size | null;
  /** The first window that holds wins; empty unless `schedule`. */
  readonly windows: readonly AdvisedWindow[];
  /** One sentence. */
  readonly reason: string;
  /** More capacity brings no throughput: a limit downstream, or too few partitions. */
  readonly isLimited: boolean;
  /** What the pipe has now is too small, also where the verdict is `schedule`. Omitted when not. */
  readonly isTooSmall?: true;
  /** `now` and `cost.now` are of the declared size: the pipe was not read, and a plan has the live size. Omitted when not. */
  readonly isDeclared?: true;
  readonly short: ShortShares;
  /** Omitted without `pricing` or advice. */
  readonly cost?: AdvisedCost;
  /** null without advice. */
  readonly week: WeekOfPipe | null;
  readonly memory: MemoryOfPipe | null;
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
  /** The cost is that of the pipes with a cost; omitted without `pricing`. */
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
