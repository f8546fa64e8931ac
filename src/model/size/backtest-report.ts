import type { Diagnostic } from '../diagnostic.ts';
import type { ToolVersion } from '../plan.ts';

/** The sizes that were, the best fixed size that only hindsight knows, and the advice of each week. */
export const BACKTEST_ROWS = ['as-it-was', 'hindsight', 'advice'] as const;

/** What sizes would have cost and done. */
export interface BacktestRow {
  readonly sizes: (typeof BACKTEST_ROWS)[number];
  /** The cost is in the currency, for the replayed time; core hours without `pricing`. */
  readonly cost: number;
  /** Share of the time of a known demand that was short of capacity, from 0 to 1. */
  readonly short: number;
  /** Changes of size of a pipe in a day, those by windows included. */
  readonly changesPerDay: number;
}

/** The rows of one pipe. */
export interface BacktestPipe {
  readonly name: string;
  readonly service: string;
  readonly rows: readonly BacktestRow[];
}

/** The document of `recommend --backtest` (`schema/backtest.schema.json`). */
export interface Backtest {
  readonly kind: 'backtest';
  readonly formatVersion: 1;
  /** UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  readonly tool: ToolVersion;
  readonly environment: string | null;
  /** What was read, UTC. The first two weeks are what the first advice knows, and are not replayed. */
  readonly period: { readonly from: string; readonly until: string };
  /** The currency is that of the costs; null without `pricing`: they are core hours then. */
  readonly currency: string | null;
  /** How many pipes were replayed, and for how many days each pipe, added up. */
  readonly pipes: number;
  readonly days: number;
  /** Share of the replayed time whose demand is not known. */
  readonly unknown: number;
  /** The rows cover all pipes; empty without a pipe that could be replayed. */
  readonly rows: readonly BacktestRow[];
  /** The pipes that the advice left short for the longest share, at most five. */
  readonly worst: readonly BacktestPipe[];
  /** Ordered by name. */
  readonly skipped: readonly SkippedPipe[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A pipe that is not replayed, and why. */
export interface SkippedPipe {
  readonly name: string;
  readonly service: string;
  readonly reason: string;
}
