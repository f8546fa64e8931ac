import { createRequire } from 'node:module';

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: string }[];
}

// The package has no types, and its module form is not one that Node takes for a module.
const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => readonly Family[];

/** The families of a text, as a parser that was ported from Prometheus' own Python client reads them. */
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
