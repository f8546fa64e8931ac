import type { Finding } from './finding.ts';
import type { Terraform } from './peers/terraform.ts';

/** What the rows share. */
export interface Bench {
  /** How often each figure is taken. */
  readonly runs: number;
  /** A folder that is removed at the end. */
  readonly scratch: string;
  /** Terraform with 1,000 resources; null where it is not installed. Asked for once, since preparing it takes long. */
  terraform(): Promise<Terraform | null>;
  /** Adds Markdown after the table, for figures without a target. */
  addPage(text: string): void;
}

/** One row of the table of targets; it may give several lines. */
export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly what: string;
  /** @throws Error when what it ran failed or did not do what is measured. */
  measure(bench: Bench): Promise<readonly Finding[]>;
}
