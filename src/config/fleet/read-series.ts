import type { SeriesSpec } from '../../model/observability/reader.ts';
import { type ConfigNode, childOf, numberOf, textOf, textsIn } from '../yaml/node.ts';

/** null without a required key. */
export function readSeries(node: ConfigNode | undefined): SeriesSpec | null {
  const text = (key: keyof SeriesSpec) => textOf(childOf(node, key));
  const [sourceId, aggFn, where] = [text('sourceId'), text('aggFn'), text('where')];
  if (sourceId === undefined || aggFn === undefined || where === undefined) return null;
  return {
    sourceId,
    aggFn,
    where,
    groupBy: textsIn(node, 'groupBy'),
    whereLanguage: text('whereLanguage'),
    field: text('field'),
    metricName: text('metricName'),
    metricDataType: text('metricDataType'),
    level: numberOf(childOf(node, 'level')),
  };
}
