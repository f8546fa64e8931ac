/** What each pipe is measured by, and in which unit. */
export const METRIC_UNITS = {
  arrivals: 'messages/s',
  throughput: 'messages/s',
  lag: 'messages',
  errors: 'messages/s',
  utilization: 'ratio',
} as const;

export type Metric = keyof typeof METRIC_UNITS;
export const METRICS = Object.keys(METRIC_UNITS) as readonly Metric[];
