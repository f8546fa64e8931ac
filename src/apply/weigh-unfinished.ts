import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Finding } from '../model/journal.ts';
import { equalJson } from '../model/json.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import { listWritten, type RunPipe } from '../model/run.ts';
import type { JournaledRun } from './rebuild-run.ts';
import { showField, showsWritten } from './reverse-changes.ts';

/** What is live of one pipe whose outcome a run left open. `unread`: it could not be read, or was not looked at. */
export type OpenPipe = LivePipe | 'unread' | 'not-configured';

export interface Weighed {
  readonly diagnostic: Diagnostic;
  /** Null unless every pipe that was left open is accounted for: then the run need not be told again. */
  readonly findings: readonly { readonly pipe: string; readonly found: Finding }[] | null;
}

/** Says what a run that was cut off did, from its journal and from what its open pipes show now. */
export function weighUnfinished({ run, open }: JournaledRun, look: (pipe: RunPipe) => OpenPipe): Weighed {
  const found = run.pipes
    .filter(({ name }) => open.includes(name))
    .map((pipe) => ({ pipe: pipe.name, found: weighPipe(pipe, look(pipe)) }));
  const { applied, skipped, failed, 'rolled-back': rolledBack } = run.summary;
  const counts = [
    `${applied} updated and confirmed`,
    ...(rolledBack > 0 ? [`${rolledBack} rolled back`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${found.length} open`,
    `${skipped} not attempted`,
  ];
  const lines = found.map(({ pipe, found: finding }) => `${pipe}: ${WORDS[finding]}`);
  const findings = found.flatMap(({ pipe, found: finding }) =>
    finding === 'unread' || finding === 'hidden' ? [] : [{ pipe, found: finding }],
  );
  return {
    findings: findings.length === found.length ? findings : null,
    diagnostic: diagnose('warning', {
      code: 'unfinished-run',
      summary: `The run ${run.id} was cut off before it ended.`,
      detail: [`Pipes: ${counts.join(', ')}.`, ...lines].join('\n'),
      hint: `Apply goes on from what is live. \`pipeform rollback ${run.id}\` puts back what it wrote, \`pipeform runs show ${run.id}\` shows the run.`,
    }),
  };
}

const WORDS: Readonly<Record<Finding | 'unread' | 'hidden', string>> = {
  written: 'was sent, and the pipe shows it',
  'not-written': 'was sent, and the pipe shows what was there before',
  'partly-written': 'was sent, and the pipe shows a part of it',
  other: 'was sent, and the pipe shows values that are neither what was sent nor what was there before',
  'not-configured': 'was sent, and the pipe is not in the configuration any more, so it was not read',
  unread: 'was sent, and the pipe was not read',
  hidden: 'was sent, and the pipe shows nothing of it yet',
};

function weighPipe(pipe: RunPipe, live: OpenPipe): Finding | 'unread' | 'hidden' {
  if (typeof live === 'string') return live;
  // Right after a write 0 and null mean "not yet" (field notes): a later read will tell.
  if (!showsWritten(pipe, live)) return 'hidden';
  const shown = listWritten(pipe).map(({ path, before, after }) => {
    const value = showField(live, path);
    if (equalJson(value, after)) return 'written';
    return equalJson(value, before) ? 'not-written' : 'other';
  });
  if (shown.includes('other')) return 'other';
  if (!shown.includes('not-written')) return 'written';
  return shown.includes('written') ? 'partly-written' : 'not-written';
}
