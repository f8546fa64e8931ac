import type { Finding } from '../finding.ts';
import { alternate } from '../measure.ts';
import type { Terraform } from '../peers/terraform.ts';
import type { Bench, Row } from '../row.ts';

/** Two commands that take turns, each giving its wall time in milliseconds. */
export type Sides = readonly [ours: () => Promise<number>, theirs: () => Promise<number>];

interface Comparison {
  /** For `--only`. */
  readonly name: string;
  readonly what: string;
  readonly against: string;
  /** The largest ratio that meets the target. */
  readonly target: number;
  /**
   * Makes both sides ready and has them measured.
   * @throws Error when what it ran did not do what is measured.
   */
  prepare(bench: Bench, peer: Terraform, measure: (sides: Sides) => Promise<Figures>): Promise<Figures>;
}

type Figures = readonly [ours: number, theirs: number];

/** A row of the wall time of a command against one of Terraform's; skipped where Terraform is not installed. */
export function againstTerraform({ name, what, against, target, prepare }: Comparison): Row {
  return {
    name,
    what: `${what} against ${against}`,
    async measure(bench): Promise<readonly Finding[]> {
      const claim = { what, target, unit: 'ms' } as const;
      const peer = await bench.terraform();
      if (peer === null) return [{ ...claim, kind: 'skipped', against, why: 'terraform is not installed' }];
      const [ours, theirs] = await prepare(bench, peer, (sides) => alternate(bench.runs, sides));
      return [{ ...claim, kind: 'ratio', against: `${against}, ${peer.version}`, ours, theirs }];
    },
  };
}
