import type { RequestFailure } from '../../model/client.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Change } from '../../model/plan.ts';
import type { RunPipe, RunStatus } from '../../model/run.ts';
import { describeFailure } from '../../plan/describe-failure.ts';
import type { Reversal } from './reverse-changes.ts';

/** What of a pipe is not put back, and why. */
export function tellReversal(pipe: RunPipe, { others, lost, hidden }: Reversal): readonly Diagnostic[] {
  const left =
    others.length === 0
      ? []
      : [
          diagnose(
            'warning',
            {
              code: 'rollback-left',
              summary: `Pipe ${pipe.name} was changed by someone else since the update; those fields were left alone.`,
              detail: others
                .map(({ path, wrote, found }) => `${path}: wrote ${say(wrote)}, now ${say(found)}`)
                .join('\n'),
              hint: 'Run plan: it shows what is live against the configuration.',
            },
            pipe.location,
          ),
        ];
  if (lost.length + hidden.length === 0) return left;
  const lines = [
    ...lost.map(({ path, wrote }) => `${path}: wrote ${say(wrote)}, and what was there before was not shown`),
    ...hidden.map(({ path, wrote }) => `${path}: wrote ${say(wrote)}, and nothing is shown now`),
  ];
  return [
    ...left,
    incomplete(pipe, `Not everything that was written to pipe ${pipe.name} could be put back.`, {
      detail: lines.join('\n'),
      hint: 'Run plan in a minute or two, and put it right by hand or by the configuration.',
    }),
  ];
}

export function notRead(pipe: RunPipe, failure: RequestFailure): Diagnostic {
  const deed = `Pipe ${pipe.name} could not be read, so it was not rolled back`;
  return { ...describeFailure(deed, failure, pipe.location), code: 'rollback-incomplete' };
}

export function notTheSame(pipe: RunPipe, live: LivePipe): Diagnostic {
  const kind = live.source ?? 'not shown';
  return incomplete(pipe, `Pipe ${pipe.name} is another one since the update, so it was not rolled back.`, {
    detail: `name: was "${pipe.liveName}", now "${live.name}"; source: was ${pipe.source}, now ${kind}`,
    hint: 'Look at the pipe, and put it right by hand or by the configuration.',
  });
}

export function notRestored(pipe: RunPipe, changes: readonly Change[], status: RunStatus): Diagnostic {
  const summary =
    status === 'unknown'
      ? `Whether pipe ${pipe.name} was rolled back is not known: no read has confirmed it.`
      : `Pipe ${pipe.name} could not be rolled back.`;
  return incomplete(pipe, summary, {
    detail: changes.map(({ path, after }) => `${path}: was to be ${say(after)} again`).join('\n'),
    hint: 'Run plan: it shows what is live now.',
  });
}

function incomplete(
  pipe: RunPipe,
  summary: string,
  about: { readonly detail: string; readonly hint: string },
): Diagnostic {
  return diagnose('error', { code: 'rollback-incomplete', summary, ...about }, pipe.location);
}

function say(value: JsonValue): string {
  return value === null ? 'unset' : JSON.stringify(value);
}
