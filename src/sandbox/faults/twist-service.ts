import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { Refusal } from '../pipes-api/answer.ts';
import { editByHand } from '../pipes-api/hand-edit.ts';
import type { Service } from '../service.ts';
import type { PipeStore } from '../state/store.ts';
import type { Fault } from './kinds.ts';
import { settingsText, showUnreadable } from './unreadable.ts';

type TwistFault = Extract<Fault, { readonly kind: 'wrongPipe' | 'ignored' | 'settle' | 'unreadable' }>;

/** The service as a request finds it that such a fault has taken: the same in all but one thing. */
export function twistService(service: Service, fault: TwistFault, pipeId: string | null): Service {
  switch (fault.kind) {
    case 'ignored':
      return { ...service, store: withoutCommits(service.store) };
    case 'settle':
      return { ...service, switches: { ...service.switches, scaling: 'async', settleMs: fault.for } };
    case 'unreadable':
      return { ...service, view: unreadableView(service, fault) };
    case 'wrongPipe': {
      const pipe = service.store.find((pipeId ?? '').toLowerCase());
      return pipe === undefined ? service : { ...service, view: viewOf(service, neighbourOf(service.store, pipe)) };
    }
  }
}

/** Checks a write and answers it, and that is all. */
function withoutCommits(store: PipeStore): PipeStore {
  return {
    ...store,
    async update(id, change) {
      const pipe = store.find(id);
      if (pipe === undefined) throw new Refusal('NOT_FOUND', 'the pipe does not exist.');
      return change(pipe);
    },
  };
}

function viewOf({ view }: Service, shown: Pipe): Service['view'] {
  return {
    renderPipe: (_, now) => view.renderPipe(shown, now),
    renderSettings: () => view.renderSettings(shown),
  };
}

function unreadableView(
  { view }: Service,
  fault: Pick<Extract<Fault, { readonly kind: 'unreadable' }>, 'settings' | 'scaling'>,
): Service['view'] {
  return {
    renderPipe: (pipe, now) => showUnreadable(view.renderPipe(pipe, now), fault),
    renderSettings(pipe) {
      const text = view.renderSettings(pipe);
      return fault.settings === null ? text : (settingsText(JSON.parse(text), fault.settings) ?? 'null');
    },
  };
}

/** The pipe after this one; in a fleet of one, the same under another id. */
function neighbourOf(store: PipeStore, pipe: Pipe): Pipe {
  const pipes = store.pipes();
  const next = pipes[(pipes.findIndex(({ id }) => id === pipe.id) + 1) % pipes.length];
  if (next !== undefined && next.id !== pipe.id) return next;
  return { ...pipe, id: pipe.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
}

/** Changes the pipe as someone else would, while a request is in progress. */
export async function editByOthers(
  { store, clock }: Service,
  { settings, scaling }: Extract<Fault, { readonly kind: 'edit' }>,
  { pipeId, requestId }: { readonly pipeId: string | null; readonly requestId: string },
): Promise<void> {
  const edit: JsonObject = Object.fromEntries(
    Object.entries({ settings, scaling }).filter(
      ([, values]) => isJsonObject(values) && Object.keys(values).length > 0,
    ),
  );
  await store.update((pipeId ?? '').toLowerCase(), (pipe) => editByHand(pipe, edit, clock()), {
    by: 'fault',
    method: null,
    requestId,
    body: edit,
  });
}
