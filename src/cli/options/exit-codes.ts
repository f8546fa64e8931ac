/** 128 and the number of the signal, as in a shell. */
export const INTERRUPT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export const EXIT_CODES: readonly { readonly codes: string; readonly description: string }[] = [
  { codes: '0', description: 'success' },
  { codes: '1', description: 'failed: usage, configuration, credentials, or nothing could be done' },
  {
    codes: '2',
    description:
      'differences: drift; plan, merge and recommend with --detailed-exitcode; others than those of --reviewed',
  },
  { codes: '3', description: 'partly applied: other updates failed or could not be confirmed' },
  { codes: '4', description: 'stale plan: a pipe changed after the plan was made and was not written' },
  { codes: '5', description: 'refused by policy or protection, or a health check does not pass' },
  { codes: Object.values(INTERRUPT_CODES).join(', '), description: 'interrupted, after a clean stop' },
];
