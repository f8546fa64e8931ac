import type { SeriesSpec } from '../../model/observability/reader.ts';
import type { SizingSeriesConfig } from '../schema/config.generated.ts';

/** null without a required key. */
export function readSeries(written: SizingSeriesConfig): SeriesSpec | null {
  const { sourceId, aggFn, where, groupBy = [], whereLanguage, field, metricName, metricDataType, level } = written;
  if (sourceId === undefined || aggFn === undefined || where === undefined) return null;
  return { sourceId, aggFn, where, groupBy, whereLanguage, field, metricName, metricDataType, level };
}
