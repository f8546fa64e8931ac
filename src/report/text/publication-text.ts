import type { Diagnostic } from '../../model/diagnostic.ts';
import { safeText } from '../../model/text.ts';

/** What `publish --format json` prints (schema/publication.schema.json). */
export interface PublicationDocument {
  readonly kind: 'publication';
  readonly formatVersion: 1;
  readonly target: string;
  readonly action: keyof typeof ACTIONS;
  readonly url: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

const ACTIONS = {
  created: 'Published',
  updated: 'Updated',
  unchanged: 'Already up to date',
  reopened: 'Reopened, since somebody closed it',
  closed: 'Closed, since all is clean',
  none: 'Nothing to publish',
  unconfirmed: 'Sent, but not confirmed',
};

export function renderPublication({ target, action, url }: PublicationDocument): string {
  return `${ACTIONS[action]}: ${target}${url === null ? '' : `, ${safeText(url)}`}\n`;
}
