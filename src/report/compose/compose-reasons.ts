import { groupBy } from '../../model/group-by.ts';
import { capitalize, withoutPeriod } from '../../model/text.ts';
import type { Block } from '../block.ts';

interface NamedPipe {
  readonly name: string;
  readonly service: string;
}

/** Pipes with a reason each: the names by reason, those of most pipes first. */
export function composeReasons(
  pipes: readonly (NamedPipe & { readonly reason: string })[],
  most: number,
  isFolded: boolean,
): readonly Block[] {
  const byReason = [...groupBy(pipes, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return byReason.slice(0, most).map(([reason, own]) => listNames(capitalize(withoutPeriod(reason)), own, isFolded));
}

export function listNames(title: string, pipes: readonly NamedPipe[], isFolded: boolean): Block {
  const services = [...groupBy(pipes, ({ service }) => service)].map(([service, own]) => ({
    service,
    names: own.map(({ name }) => name),
  }));
  return { kind: 'names', title, services, status: '', isFolded };
}
