import type { PipeAddress } from '../../model/client.ts';

/** Ids are hexadecimal digits, which services write in either case. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether an answer is about the pipe that was asked for. A service that is not shown is taken to be the right one. */
export function isSamePipe(asked: PipeAddress, shown: PipeAddress): boolean {
  return isSameId(asked.id, shown.id) && (shown.serviceId === '' || isSameId(asked.serviceId, shown.serviceId));
}
