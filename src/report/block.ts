import type { Condition } from '../model/check.ts';
import type { Location } from '../model/location.ts';
import type { Origin } from '../model/origin.ts';
import type { Side } from './view-model/change.ts';
import type { StatusStyle } from './view-model/status.ts';
import type { ReportVerdict } from './view-model/verdict.ts';

/**
 * A piece of a line. A string is our own words and numbers. All text of others is in one of the other pieces, which every writer
 * makes harmless: control characters, markup, links and mentions have no effect.
 *
 * - `code`: a name or a value, as it is. `limit`: the most characters of it. Default: that of the format, 100 to 600.
 * - `sentence`: one of our sentences, which may quote text of others; a name between single backticks is code.
 * - `strong`, `quiet`: emphasis. `painted`: words in the color of a status.
 * - `status`: its symbol and its label.
 * - `place`: a line of a file, which a comment links. `time`: of ISO 8601, shown in UTC.
 * - `request-id`: the id of one request. A comment has none, since it must stay the same while the failure does.
 * - `sparkline`: a small chart of measured values, oldest first, with the limit of their condition; null is a measurement without a value.
 */
export type Span =
  | string
  | { readonly kind: 'code'; readonly text: string; readonly limit?: number }
  | { readonly kind: 'sentence'; readonly text: string; readonly limit?: number }
  | { readonly kind: 'strong' | 'quiet'; readonly line: Line }
  | { readonly kind: 'painted'; readonly style: StatusStyle; readonly text: string }
  | { readonly kind: 'status'; readonly style: StatusStyle }
  | { readonly kind: 'place'; readonly location: Pick<Location, 'file' | 'line' | 'column'> }
  | { readonly kind: 'time'; readonly iso: string }
  | { readonly kind: 'request-id'; readonly text: string }
  | { readonly kind: 'sparkline'; readonly values: readonly (number | null)[]; readonly pass: Condition | null };

export type Line = readonly Span[];

/** A label and its value. */
export interface Fact {
  readonly label: string;
  readonly value: Line;
}

/** The difference of one field: `settings.db_max_threads 4 -> 8, clamped to 2–6 pipes/orders.yaml:8:7`. */
export interface FieldDiff {
  /** `=`: known, and left as it is. */
  readonly sign: '+' | '-' | '~' | '=';
  readonly path: string;
  /** Two without labels are joined by an arrow, others by commas. */
  readonly sides: readonly Side[];
  /** What else there is to say of the values; may quote text of others; empty for nothing. */
  readonly note: string;
  /** null where the section says it, and without a base. */
  readonly origin: Origin | null;
  /** The place of the value, or how many pipes have it. */
  readonly where: Line;
}

/** Whose differences an entry shows. */
export interface PipeTitle {
  readonly style: StatusStyle;
  /** The status in words; empty for the usual one. */
  readonly status: string;
  readonly service: string;
  readonly name: string;
  /** Its name in the service where it differs, its kind, its state and when it changed. */
  readonly about: Line;
  readonly place: Location;
}

/** A pipe, or what several pipes have in common, with the differences of its fields. */
export interface Entry {
  /** null: of several pipes, which `names` has. */
  readonly title: PipeTitle | null;
  readonly diffs: readonly FieldDiff[];
  readonly names: NamesBlock | null;
  /** What there is to say besides: problems, requests, reasons. */
  readonly blocks: readonly Block[];
  /** It says in few words what `blocks` has: `2 warnings`. */
  readonly digest: Line;
  /** For the filter of a page. */
  readonly status: string;
  readonly origins: readonly Origin[];
  /** Whether `blocks` is shown at once where there is room for titles only. */
  readonly isUrgent: boolean;
}

/** A place on an axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** An axis of a chart from one value to another. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

/** Demand (`peak`, `usual`) is an area, capacity a line. */
export type LineRole = 'peak' | 'usual' | 'now' | 'advised';

/** Demand and capacity in the hours of a week. */
export interface WeekChart {
  readonly kind: 'chart';
  /** What is shown, in words. */
  readonly label: string;
  /** What the axes are. */
  readonly title: string;
  readonly values: Axis;
  /** The unit is hours of the week. */
  readonly times: Axis;
  /** From the back to the front. The values of each hour begin at zero; null is a gap. */
  readonly lines: readonly {
    readonly role: LineRole;
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** Names of pipes by service. */
export interface NamesBlock {
  readonly kind: 'names';
  /** `in 37 pipes`, `12 pipes unchanged` */
  readonly title: string;
  readonly services: readonly { readonly service: string; readonly names: readonly string[] }[];
  /** For the filter of a page. */
  readonly status: string;
  /** Whether a long list is folded. */
  readonly isFolded: boolean;
}

/** A line of code. */
export interface CodeLine {
  readonly text: string;
  readonly isStrong: boolean;
}

/** A problem, or an alert that needs attention. */
export interface Problem {
  readonly style: StatusStyle;
  /** The diagnostic code, or null. */
  readonly code: string | null;
  /** What happened; one of our sentences. */
  readonly summary: string;
  readonly places: Line;
  /** Why, in sentences. */
  readonly lines: readonly Line[];
  /** What to do; null when nothing is known. */
  readonly help: string | null;
}

/**
 * A part of a report. A composer decides which blocks there are, their order, words and weights. A writer decides what they look like,
 * and how much of them fits.
 */
export type Block = Content & {
  /**
   * A page shows all details. A terminal shows those of a pipe, not those of the report. A comment shows those of a pipe while
   * everything fits. Default: `main`.
   */
  readonly weight?: 'main' | 'detail';
};

type Content =
  /** The result. `counts`: the pipes by status. */
  | {
      readonly kind: 'verdict';
      /** `Plan`, `Drift`, `Apply`, `Rollback`, `Drift history` */
      readonly name: string;
      readonly environment: string | null;
      readonly verdict: Omit<ReportVerdict, 'line'>;
      /** It is the same as the last line of a terminal. */
      readonly line: string;
      readonly counts: readonly { readonly style: StatusStyle; readonly pipes: number }[];
    }
  /** `title`: null for no heading. `id`: unique in the report. `style`: of its color. */
  | {
      readonly kind: 'section';
      readonly id: string;
      readonly title: string | null;
      /** Follows the title: `7 pipes, 9 fields`; empty for nothing. */
      readonly count: string;
      /** What belongs into the section, in a sentence; null when the title says it. */
      readonly about: string | null;
      readonly style: StatusStyle | null;
      readonly blocks: readonly Block[];
    }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /**
   * Columns without a value are not shown. `noun`: what a row is, where a writer may leave out the last rows and counts them; a table
   * without it has all. `optional`: the heads of the columns that a terminal which is too narrow leaves out, in this order.
   * `details`: the heads of the columns that only a page shows.
   */
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly Line[])[];
      readonly noun?: string;
      readonly optional?: readonly string[];
      readonly details?: readonly string[];
    }
  | { readonly kind: 'list'; readonly items: readonly Line[] }
  | WeekChart
  /** `title`: of a list that is a part of the report; null for the problems of a pipe. `noun`: what one of them is. */
  | {
      readonly kind: 'problems';
      readonly title: string | null;
      readonly noun: 'problem' | 'note' | 'alert';
      readonly problems: readonly Problem[];
    }
  /**
   * A block with `rest` may lose its last entries, since each stands for itself: a writer counts what it leaves out, as in `12 more
   * pipes`, and `rest` says what these are. A block without it has all entries.
   */
  | { readonly kind: 'entries'; readonly entries: readonly Entry[]; readonly rest?: string }
  | NamesBlock
  /** `lines`: may have text of others. `isStrong`: emphasized where the format can. `compact`: the same in less room, for all but a page. */
  | { readonly kind: 'code'; readonly lines: readonly CodeLine[]; readonly compact?: readonly CodeLine[] }
  | { readonly kind: 'details'; readonly title: Line; readonly blocks: readonly Block[]; readonly isOpen: boolean }
  /** The statuses and origins to filter by, where the format has a filter. */
  | {
      readonly kind: 'filter';
      readonly pipes: number;
      readonly statuses: readonly { readonly value: string; readonly label: string }[];
      readonly origins: readonly Origin[];
    };

export type BlockOf<K extends Block['kind']> = Extract<Block, { readonly kind: K }>;

export function isMain({ weight }: Block): boolean {
  return weight !== 'detail';
}
