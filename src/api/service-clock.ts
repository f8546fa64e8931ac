import type { Clock } from '../model/clock.ts';
import { type AnswerHeaders, readDate } from './back-off.ts';

export interface ServiceClock {
  /** The service's time, epoch milliseconds; this machine's until an answer has told another. */
  now(): number;
  /** Learns from the headers of an answer, at the moment they come. */
  hear(headers: AnswerHeaders): void;
}

/** `Date` is cut to whole seconds: on average the service is half a second further. */
const HALF_SECOND_MS = 500;
/** Less than this may as well be the whole seconds and the way of the answer. */
const SMALLEST_OFFSET_MS = 2_000;

/** Time as the service has it: this machine's clock, put right by the last `Date` header that could be read. */
export function createServiceClock(clock: Clock): ServiceClock {
  let offsetMs = 0;
  return {
    now: () => clock.now() + offsetMs,
    hear: ({ date }) => {
      const shown = readDate(date);
      if (shown === null) return;
      const apartMs = shown + HALF_SECOND_MS - clock.now();
      offsetMs = Math.abs(apartMs) < SMALLEST_OFFSET_MS ? 0 : apartMs;
    },
  };
}
