import type { DiagnosticCode } from './diagnostic-codes.ts';

interface PolicyFinding {
  /** What an error with the code refuses: the complete plan, or its pipe. null when the code is only a warning or a note. */
  readonly refuses: 'plan' | 'pipe' | null;
  /** Whether it counts the changes of all pipes, so that a merge of shards finds it anew. */
  readonly countsChanges?: true;
}

/** What policies find, by code. A plan and the review of a saved plan each find it anew. */
export const POLICY_FINDINGS: Readonly<Partial<Record<DiagnosticCode, PolicyFinding>>> = {
  'too-many-changes': { refuses: 'plan', countsChanges: true },
  'cost-increase': { refuses: 'plan', countsChanges: true },
  'fleet-not-seen': { refuses: 'plan' },
  'too-much-drift': { refuses: 'plan' },
  'unmanaged-pipes': { refuses: 'plan' },
  frozen: { refuses: 'plan' },
  'not-promoted': { refuses: 'pipe' },
  'drift-returns': { refuses: 'pipe' },
  'protected-pipe': { refuses: 'pipe' },
  'replica-factor': { refuses: 'pipe' },
  'policy-rule': { refuses: 'pipe' },
  'policy-overridden': { refuses: null },
};

export function isOfPolicy({ code }: { readonly code: DiagnosticCode }): boolean {
  return Object.hasOwn(POLICY_FINDINGS, code);
}
