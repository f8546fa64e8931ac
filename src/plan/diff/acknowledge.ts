import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Acknowledgement, DesiredPipe } from '../../model/fleet.ts';
import type { AcknowledgedChange, Change } from '../../model/plan.ts';

export interface Known {
  readonly counted: readonly Change[];
  readonly acknowledged: readonly AcknowledgedChange[];
  /** Acknowledgements of these differences that hold no longer. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Takes the differences that are acknowledged out of those that count. An acknowledgement holds to the end of its last
 * day, in UTC; after that the difference counts again, and says so.
 */
export function acknowledge(changes: readonly Change[], desired: DesiredPipe, nowMs: number): Known {
  if (desired.acknowledge.length === 0) return { counted: changes, acknowledged: [], diagnostics: [] };
  const counted: Change[] = [];
  const acknowledged: AcknowledgedChange[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const change of changes) {
    const about = desired.acknowledge.filter(({ path }) => path === change.path);
    const holding = about.find((known) => isActive(known, nowMs));
    if (holding !== undefined) {
      acknowledged.push({ ...change, reason: holding.reason, until: holding.until });
      continue;
    }
    counted.push(change);
    diagnostics.push(...about.map((expired) => hasExpired(desired, expired)));
  }
  return { counted, acknowledged, diagnostics };
}

/** Whether an acknowledgement still holds at a time in epoch milliseconds. */
export function isActive({ until }: Pick<Acknowledgement, 'until'>, nowMs: number): boolean {
  return until >= new Date(nowMs).toISOString().slice(0, 10);
}

function hasExpired(desired: DesiredPipe, { path, reason, until, location }: Acknowledgement): Diagnostic {
  return diagnose(
    'warning',
    {
      code: 'acknowledgement-expired',
      summary: `The acknowledgement of ${path} of pipe ${desired.name} expired on ${until}; the difference counts again.`,
      detail: `It was acknowledged with the reason: ${reason}`,
      hint: 'Give it a later date, take the live value into the configuration, or remove it and apply.',
    },
    location,
  );
}
