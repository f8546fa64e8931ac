/** Usual sizes keep 4 GB per 1000 millicores (field notes: a guess, so a pair that does not is never more than a warning). */
const MILLICORES_PER_GB = 250;

/** What to say of a pair that is not usual. */
export const USUAL_SIZES_HINT = 'The service may refuse it; usual are 125/0.5, 250/1, 500/2, 1000/4 and 2000/8.';

export function isUsualSize(cpuMillicores: number, memoryGb: number): boolean {
  return cpuMillicores === memoryGb * MILLICORES_PER_GB;
}
