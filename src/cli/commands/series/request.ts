import { MAX_SERIES } from '../../../model/observability/reader.ts';
import type { RequestedSeries } from '../../../report/chart/series-report.ts';
import type { SeriesOptions } from '../../options/command-options.ts';
import { UsageError } from '../../options/value-types.ts';

/** Throws UsageError for options that cannot be used together. */
export function readAdHocSeries(names: readonly string[], ownOptions: SeriesOptions): readonly RequestedSeries[] {
  checkOptions(names, ownOptions);
  const { agg, source, where, groupBy, unit } = ownOptions;
  const columns = groupBy.flatMap((one) => one.split(',')).map((column) => column.trim());
  // Each --agg starts a series. One --where, --source or --unit applies to all series, several to one each.
  const share = <T>(values: readonly T[], index: number, option: string): T | undefined => {
    if (values.length <= 1) return values[0];
    if (values.length === agg.length) return values[index];
    const times = agg.length === 1 ? 'once' : `${agg.length} times`;
    const hint = `Give ${option} once for all series, or once for each --agg.`;
    throw new UsageError(`${option} is given ${values.length} times and --agg ${times}.`, hint);
  };
  return agg.map((aggFn, index) => ({
    check: null,
    spec: {
      sourceId: share(source, index, '--source') ?? '',
      aggFn,
      where: share(where, index, '--where') ?? '',
      groupBy: columns,
      whereLanguage: share(ownOptions.whereLanguage, index, '--where-language'),
      field: share(ownOptions.field, index, '--field'),
      metricName: share(ownOptions.metricName, index, '--metric-name'),
      metricDataType: share(ownOptions.metricDataType, index, '--metric-data-type'),
      level: share(ownOptions.level, index, '--level'),
    },
    pass: null,
    unit: share(unit, index, '--unit') ?? null,
  }));
}

type QueryRule = readonly [isBroken: boolean, message: string, hint: string];

function checkOptions(names: readonly string[], ownOptions: SeriesOptions): void {
  const { agg, source, since, from, to } = ownOptions;
  const hasNames = names.length > 0;
  const hasSeries = agg.length > 0;
  const ofSeries = {
    ...{
      '--source': source,
      '--where': ownOptions.where,
      '--where-language': ownOptions.whereLanguage,
      '--field': ownOptions.field,
    },
    ...{
      '--metric-name': ownOptions.metricName,
      '--metric-data-type': ownOptions.metricDataType,
      '--level': ownOptions.level,
    },
    ...{ '--group-by': ownOptions.groupBy, '--unit': ownOptions.unit },
  };
  const beside = Object.entries(ofSeries).find(([, values]) => values.length > 0)?.[0];
  const isAlone = beside !== undefined && !hasSeries;
  const rules: readonly QueryRule[] = [
    [
      hasSeries && source.length === 0,
      '--agg needs --source ID.',
      'The id of the source is in the address of its page.',
    ],
    [hasNames && hasSeries, 'Names of checks cannot be used with --agg.', 'Give either names of checks or --agg.'],
    [isAlone && hasNames, `${beside} cannot be used with names of checks.`, 'The check defines its own query.'],
    [isAlone, `${beside} needs --agg FN.`, 'Add --agg with a function for each series, such as --agg max.'],
    [
      !hasNames && !hasSeries,
      'No series is given.',
      'Name series checks of the configuration, or give --source ID --agg FN.',
    ],
    [
      names.length > MAX_SERIES,
      `A query takes at most ${MAX_SERIES} series, not ${names.length}.`,
      'Name fewer checks.',
    ],
    [
      since !== null && (from !== null || to !== null),
      '--since cannot be used with --from and --to.',
      'Give one or the other.',
    ],
    [from === null && to !== null, '--to needs --from TIME.', 'Or give --since 1h.'],
  ];
  for (const [isBroken, message, hint] of rules) if (isBroken) throw new UsageError(message, hint);
}
