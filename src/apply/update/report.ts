import type { RequestFailure } from '../../model/client.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { PlannedPipe } from '../../model/plan.ts';
import type { RequestRecord } from '../../model/run.ts';
import { describeFailure, exchange } from '../../plan/describe-failure.ts';
import type { Movement } from '../../plan/diff/basis.ts';
import type { Confirmation } from './confirm.ts';

/** The pipe is not what the plan was made from: nothing was written, and this is what moved. */
export function describeStale(pipe: PlannedPipe, moved: readonly Movement[], live: LivePipe): Diagnostic {
  const renamed = live.name === pipe.liveName ? [] : [`name: planned from "${pipe.liveName}", now "${live.name}"`];
  const isOther = live.source !== null && live.source !== pipe.source;
  const turned = isOther ? [`source: planned from ${pipe.source}, now ${live.source}`] : [];
  const lines = moved.map((movement) => describeMovement('planned from', movement, 'now'));
  return diagnose(
    'error',
    {
      code: 'pipe-moved',
      summary: moved.some(({ unreadable }) => unreadable !== undefined)
        ? `Pipe ${pipe.name} cannot be compared with the plan any more; nothing was written to it.`
        : `Pipe ${pipe.name} changed since the plan; nothing was written to it.`,
      detail: [...renamed, ...turned, ...lines].join('\n'),
      hint: 'Plan again and review what is live now.',
    },
    pipe.location,
  );
}

/** The pipe changed between two of its requests: what was written stays, the rest was not sent. */
export function describeMoved(
  pipe: PlannedPipe,
  moved: readonly Movement[],
  records: readonly RequestRecord[],
): Diagnostic {
  const lines = moved.map((movement) => describeMovement('expected', movement, 'now'));
  return diagnose(
    'error',
    {
      code: 'pipe-moved',
      summary: moved.some(({ unreadable }) => unreadable !== undefined)
        ? `Pipe ${pipe.name} could not be read during the update; the rest was not sent.`
        : `Pipe ${pipe.name} was changed by someone else during the update; the rest was not sent.`,
      detail: [writtenBefore(records), ...lines].filter((line) => line !== null).join('\n'),
      hint: 'Plan again and review what is live now.',
    },
    pipe.location,
  );
}

/** An update came to nothing. What was accepted before that is named, since it stays. */
export function describeRejection(
  pipe: PlannedPipe,
  failure: RequestFailure,
  records: readonly RequestRecord[],
  shortfalls: readonly Movement[],
): Diagnostic {
  const partly = writtenBefore(records);
  const isUndecided = records.some(({ outcome }) => outcome === 'unknown');
  const refused =
    failure.method === 'PUT' && failure.kind === 'not-found' && pipe.source === 'postgres'
      ? diagnose(
          'error',
          {
            code: 'settings-do-not-apply',
            summary: `Settings do not apply to pipe ${pipe.name}: the service has no settings endpoint for it.`,
            detail: exchange(failure),
            hint: 'Remove `settings` from the pipe, or list its keys under `ignore`.',
          },
          pipe.location,
        )
      : describeFailure(`Pipe ${pipe.name} could not be updated`, failure, pipe.location);
  return {
    ...refused,
    detail: [refused.detail, partly, ...compare(shortfalls, isUndecided ? 'asked for' : 'expected')]
      .filter((line) => line !== null)
      .join('\n'),
  };
}

/** The answer was lost, and no read could decide; what the last one did not show is named. */
export function describeUnknown(
  pipe: PlannedPipe,
  failure: RequestFailure,
  shortfalls: readonly Movement[],
): Diagnostic {
  return diagnose(
    'error',
    {
      code: 'write-unknown',
      summary: `Pipe ${pipe.name}: an update was sent and its answer was lost; whether it took effect is not known.`,
      detail: [exchange(failure), ...compare(shortfalls, 'asked for')].join('\n'),
      hint: 'Run plan: it shows what is live now.',
    },
    pipe.location,
  );
}

/** The service accepted the update, and nothing that it shows since can be read: that is no proof of anything. */
export function describeUnreadableEnd(pipe: PlannedPipe, { shortfalls }: Confirmation): Diagnostic {
  return diagnose(
    'error',
    {
      code: 'write-unknown',
      summary: `The service accepted the update of pipe ${pipe.name}, but what it shows now cannot be read; whether the update took effect is not known.`,
      detail: compare(shortfalls, 'asked for').join('\n'),
      hint: 'Run plan: it shows what is live now.',
    },
    pipe.location,
  );
}

/** The service accepted the update, but the last read does not show it: what was asked against what was found. */
export function describeShortfalls(
  pipe: PlannedPipe,
  confirmation: Confirmation & { readonly waited: boolean },
): Diagnostic {
  const detail = compare(confirmation.shortfalls, 'asked for').join('\n');
  if (!confirmation.waited) {
    return diagnose(
      'warning',
      {
        code: 'not-waited-for',
        summary: `The service accepted the update of pipe ${pipe.name}, but does not show every value yet (--no-wait).`,
        detail,
        hint: 'Run plan in a minute or two to see whether it arrived.',
      },
      pipe.location,
    );
  }
  const keptNull = confirmation.shortfalls.some(
    ({ path, expected }) => path.startsWith('settings.') && expected === null,
  );
  return diagnose(
    'error',
    {
      code: 'not-converged',
      summary: confirmation.wasCut
        ? `Pipe ${pipe.name} did not show every value before the interrupt.`
        : `The service accepted the update of pipe ${pipe.name}, but a read does not show every value.`,
      detail,
      hint: keptNull
        ? 'The service may ignore null, or show its default for an unset key; leave the key out to stop managing it.'
        : 'The service may ignore the value, or need longer: --wait-timeout.',
    },
    pipe.location,
  );
}

/** What was accepted stays; null when that cannot be told. */
function writtenBefore(records: readonly RequestRecord[]): string | null {
  const written = records.filter(({ outcome }) => outcome === 'accepted' || outcome === 'found');
  if (written.length === 0) {
    return records.some(({ outcome }) => outcome === 'unknown') ? null : 'Nothing was written to it.';
  }
  return `Written before that: ${written.map(({ method, body }) => `${method} ${JSON.stringify(body)}`).join(', ')}.`;
}

/** `expected` where nobody asked for the value: an update that came to nothing leaves what was. */
function compare(shortfalls: readonly Movement[], verb: 'asked for' | 'expected'): readonly string[] {
  return shortfalls.map((shortfall) => describeMovement(verb, shortfall, 'found'));
}

/** `settings.db_max_threads: asked for 8, found 4`, or `settings: cannot be read; the service shows none`. */
function describeMovement(was: string, { path, expected, found, unreadable }: Movement, is: string): string {
  if (unreadable === undefined) return `${path}: ${was} ${say(path, expected)}, ${is} ${say(path, found)}`;
  const asked = path === 'settings' ? '' : `${was} ${say(path, expected)}, `;
  return `${path}: ${asked}cannot be read; ${unreadable}`;
}

/** A scaling value that is null is not shown, which may be anything; a setting that is null is unset. */
function say(path: Movement['path'], value: JsonValue): string {
  if (value !== null) return JSON.stringify(value);
  return path.startsWith('scaling.') ? 'nothing shown' : 'unset';
}
