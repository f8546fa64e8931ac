import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { FieldPath } from '../../model/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';

/** An error when the service shows something for a managed field that is not of the contract's type; else null. */
export function reportUnreadable(
  path: FieldPath,
  desired: DesiredPipe,
  live: LivePipe,
  location: Location,
): Diagnostic | null {
  return live.unreadable.some((value) => value.path === path)
    ? describeUnreadable(path, desired, live, location)
    : null;
}

/** The error for a managed field of which the service shows something that cannot be read. */
export function describeUnreadable(
  path: FieldPath,
  desired: DesiredPipe,
  live: Pick<LivePipe, 'unreadable'>,
  location: Location,
): Diagnostic {
  const found = live.unreadable.find((value) => value.path === path)?.found ?? null;
  return diagnose(
    'error',
    {
      code: 'unreadable-value',
      summary: `The service shows ${JSON.stringify(found)} for ${path} of pipe ${desired.name}.`,
      detail: 'The contract says that it is a number or a boolean, so it cannot be compared with the configuration.',
      hint: `Report it to the service’s support, or list ${path} under \`ignore\`.`,
    },
    location,
  );
}
