import type { Location } from '../location.ts';
import type { SeriesSpec } from '../observability/reader.ts';

export const SIZING_SERIES = ['cpu', 'memory', 'rate', 'lag', 'capacity'] as const;

/**
 * What a series shows of each pipe. `cpu`: millicores that all replicas use. `memory`: GB of the largest replica. `rate`: messages a
 * second taken in. `lag`: messages that wait. `capacity`: millicores that all replicas may use.
 */
export type SizingSeriesName = (typeof SIZING_SERIES)[number];

/** A series whose one group is the id or the name of a pipe. */
export interface SizingSeries extends SeriesSpec {
  readonly location: Location;
}

/** `sizing` of the configuration: what `recommend` reads, and how it chooses. */
export interface Sizing {
  /** The series have the same group, and the order of `SIZING_SERIES`. */
  readonly series: Readonly<Partial<Record<SizingSeriesName, SizingSeries>>> & { readonly cpu: SizingSeries };
  readonly historyMs: number;
  /** A share of the demand, such as 0.15. */
  readonly headroom: number;
  /** Proposed windows have this zone. */
  readonly timezone: string;
  readonly location: Location;
}
