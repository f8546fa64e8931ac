import type { PlannedPipe } from '../../model/plan.ts';
import { safeText } from '../../model/safe-text.ts';
import { formatPlace } from '../view-model/place.ts';
import { cutText } from './cut-text.ts';
import type { Style } from './style.ts';

/** Live names and states are of any length; what is shown of a longer one is its beginning. */
const LONGEST_NAME = 80;

/** How a status is told: a sign at the margin, and words that say the same without it. */
export interface StatusMark {
  readonly symbol: string;
  readonly words: string;
}

type TitledPipe = Pick<PlannedPipe, 'service' | 'name' | 'liveName' | 'source' | 'state' | 'location'>;

/** `~  analytics/orders  "orders-prod"  kafka, Running  refused  pipes/orders.yaml:3:3` */
export function renderPipeTitle(pipe: TitledPipe, mark: StatusMark, style: Style): string {
  const about = [pipe.source, pipe.state]
    .filter((word) => word !== null)
    .map((word) => safeText(cutText(word, LONGEST_NAME)));
  const parts = [
    mark.symbol,
    style.bold(safeText(`${pipe.service}/${pipe.name}`)),
    pipe.liveName === null || pipe.liveName === pipe.name ? '' : safeText(`"${cutText(pipe.liveName, LONGEST_NAME)}"`),
    about.join(', '),
    mark.words,
    style.dim(formatPlace(pipe.location)),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** The request that failed, to quote to the service's support; nothing when the pipe was read. */
export function renderRequestId({ requestId }: Pick<PlannedPipe, 'requestId'>, style: Style): readonly string[] {
  return requestId === null ? [] : [style.dim(`      request id ${safeText(cutText(requestId, LONGEST_NAME))}`)];
}
