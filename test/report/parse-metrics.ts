import { createRequire } from 'node:module';

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: string }[];
}

// The package has no types, and Node does not recognize its module form.
const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => readonly Family[];

/** The metric families of a text, read by a port of the Python client of Prometheus. */
export function parseMetrics(text: string): readonly Family[] {
  return parse(text);
}

/** The value of the sample with exactly these labels; undefined when there is none. */
export function readSample(
  families: readonly Family[],
  name: string,
  labels: Readonly<Record<string, string>>,
): number | undefined {
  const wanted = Object.entries(labels);
  const sample = families
    .find((family) => family.name === name)
    ?.metrics.find(({ labels: found = {} }) => {
      const isWhole = Object.keys(found).length === wanted.length;
      return isWhole && wanted.every(([label, value]) => found[label] === value);
    });
  return sample === undefined ? undefined : Number(sample.value);
}
