import { toLine } from '../../src/journal/open-journal.ts';
import type { JournalEntry } from '../../src/model/journal.ts';
import { desiredPipe, failure, livePipe, pair } from '../plan/samples.ts';
import { interrupter, type LivePair, movingPipe, movingPipes, type Scenario } from './guarded-run.ts';

/** A pipe whose two sections change, scaling first. */
export function growingPipe(name: string): LivePair {
  const shown = { settings: { db_max_threads: 4, other: 1 }, scaling: { replicas: 2 } };
  return movingPipe(name, { settings: { db_max_threads: 8 }, scaling: { replicas: 3 } }, shown);
}

/** Scenarios by name. New ones for each call, since interrupts happen once. */
export function createScenarios(): Readonly<Record<string, Scenario>> {
  const atSecond = interrupter();
  const atOnce = interrupter();
  return {
    'all well': {
      pipes: [growingPipe('a'), movingPipe('b')],
      others: [
        pair(
          desiredPipe({ name: 'c', settings: { db_max_threads: 4 } }),
          livePipe({ name: 'c', settings: { db_max_threads: 4 } }),
        ),
        pair(desiredPipe({ name: 'd', protect: true, settings: { db_max_threads: 8 } }), livePipe({ name: 'd' })),
        pair(desiredPipe({ name: 'e', settings: { db_max_threads: 8 } }), failure('not-found')),
      ],
    },
    rejections: { pipes: [growingPipe('a'), ...movingPipes('b', 'c')], service: { writes: ['none', 'rejected'] } },
    'lost answers': {
      pipes: [growingPipe('a'), ...movingPipes('b', 'c')],
      service: { writes: ['lost-after-commit', 'lost-before-commit', 'none', 'reset-after-commit', 'ignored'] },
    },
    'answers that no read decides': {
      pipes: [growingPipe('a'), movingPipe('b')],
      service: { writes: ['lost-before-commit'], reads: ['none', ...Array(40).fill('lost')] },
      options: { waitTimeoutMs: 0 },
    },
    'a rate limit': { pipes: [growingPipe('a'), movingPipe('b')], service: { writes: ['limited', 'none', 'limited'] } },
    'a rollout that is rolled back': {
      pipes: [growingPipe('a'), ...movingPipes('b', 'c')],
      rollout: { waves: [{ pipes: 2 }, { share: 1 }], onFailure: 'rollback' },
      says: { lag: ['fail'] },
    },
    'a rollout whose rollback is lost': {
      pipes: [growingPipe('a'), ...movingPipes('b', 'c')],
      rollout: { waves: [{ pipes: 2 }, { share: 1 }], onFailure: 'rollback' },
      says: { lag: ['fail'] },
      service: { writes: ['none', 'none', 'none', 'lost-after-commit', 'rejected'] },
    },
    'an interrupt': {
      pipes: [growingPipe('a'), ...movingPipes('b', 'c')],
      service: { onRequest: ({ method }) => (method === 'PATCH' ? atOnce.first() : undefined) },
      options: atOnce.signals,
    },
    'two interrupts': {
      pipes: [growingPipe('a'), ...movingPipes('b', 'c')],
      service: { onRequest: ({ method }) => (method === 'PUT' ? atSecond.second() : undefined) },
      options: atSecond.signals,
    },
  };
}

/** The text of a journal file. */
export function writeText(entries: readonly JournalEntry[]): string {
  return entries.map((entry) => `${toLine(entry)}\n`).join('');
}
