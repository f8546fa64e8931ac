import { createHash } from 'node:crypto';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { METRICS, type Metric } from '../simulation/metrics.ts';

/** The one source of metrics: every row is one metric of one pipe at one tick. */
export const METRICS_SOURCE_ID = '65f4000000000000000000a1';

/** The text columns of a row; the number is `value`. */
export const TEXT_COLUMNS = ['pipe', 'pipeId', 'service', 'kind', 'metric'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

/** What is the same in every row of one metric of one pipe. */
export interface Stream {
  readonly of: Pipe;
  readonly metric: Metric;
  readonly columns: Readonly<Record<TextColumn, string>>;
}

export function isTextColumn(name: string): name is TextColumn {
  return TEXT_COLUMNS.some((column) => column === name);
}

/** The streams of the pipes, five a pipe, in their order. */
export function* streamsOf(pipes: readonly Pipe[], services: Readonly<Record<string, string>>): Generator<Stream> {
  const names = namesById(services);
  for (const of of pipes) {
    const shared = {
      pipe: of.name,
      pipeId: of.id,
      service: names.get(of.serviceId) ?? '',
      kind: kindOf(of) ?? Object.keys(of.source)[0] ?? '',
    };
    for (const metric of METRICS) yield { of, metric, columns: { ...shared, metric } };
  }
}

/** The names of the fleet's services by their ids. */
export function namesById(services: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(services).map(([name, id]) => [id, name]));
}

/** The id of a pipe's lag alert, in the form of the service's own ids: 24 hexadecimal digits. */
export function alertIdOf(pipeId: string): string {
  return identify(pipeId);
}

/** Made-up ids for what is only referred to: 24 hexadecimal digits, the same for the same text. */
export function identify(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
