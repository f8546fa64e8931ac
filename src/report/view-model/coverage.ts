import { formatNumber, listFirst } from '../../model/number.ts';
import type { Coverage } from '../../model/plan.ts';
import { safeText } from '../../model/text.ts';

const MAX_SERVICES = 10;
const MAX_GONE = 5;

/** `analytics 57 of 60 live pipes managed, gone: orders; billing 12 of 12`; empty without `api.listing`. */
export function summarizeCoverage(coverage: readonly Coverage[]): string {
  const services = coverage.map(({ service, managed, unmanaged, gone }, index) => {
    const total = managed + unmanaged.length;
    const what = index === 0 ? ` live ${total === 1 ? 'pipe' : 'pipes'} managed` : '';
    const missing = gone.length === 0 ? '' : `, gone: ${listFirst(gone.map(safeText), MAX_GONE)}`;
    return `${safeText(service)} ${formatNumber(managed)} of ${formatNumber(total)}${what}${missing}`;
  });
  const more = services.length - MAX_SERVICES;
  return [...services.slice(0, MAX_SERVICES), ...(more > 0 ? [`${formatNumber(more)} more services`] : [])].join('; ');
}
