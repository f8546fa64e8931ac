import { formatMeasured } from '../../model/number.ts';
import { withUnit } from '../../model/series-unit.ts';
import { formatDuration } from '../../model/units.ts';
import { answeredStepMs } from './bucket-times.ts';
import { type ChartOptions, fitLine } from './chart-options.ts';
import type { AskedSeries, SeriesReport } from './series-report.ts';
import { sayRange } from './time-scale.ts';

/** What was asked for, a line for each series, and of which time. */
export function renderCaption(report: SeriesReport, options: ChartOptions): readonly string[] {
  const { query, asked, rows } = report;
  const step = formatDuration(answeredStepMs(query, rows));
  return [
    ...asked.map((series) => options.style.bold(fitLine(sayAsked(series), options))),
    options.style.dim(fitLine(`${sayRange(query.startMs, query.endMs)}, buckets of ${step}`, options)),
  ];
}

/** `orders-lag < 10,000 messages: max where pipe:orders by service`. */
function sayAsked({ check, spec, pass, unit }: AskedSeries): string {
  const condition = pass === null ? '' : ` ${pass.comparator} ${withUnit(formatMeasured(pass.value), unit)}`;
  const words = [
    check === null ? '' : `${check}${condition}:`,
    spec.aggFn,
    spec.where === '' ? '' : `where ${spec.where}`,
    spec.groupBy.length === 0 ? '' : `by ${spec.groupBy.join(', ')}`,
  ];
  return words.filter((word) => word !== '').join(' ');
}
