import type { JsonObject, JsonValue } from '../../model/json/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import type { PipeView } from '../pipes-api/view.ts';
import type { SandboxService } from '../service.ts';
import type { FaultOf } from './fault-kinds.ts';

/** Shows the next pipe of the fleet instead; in a fleet of one, the same under another id. */
export function showAnotherPipe({ store, view }: SandboxService, pipeId: string): PipeView {
  const pipe = store.find(pipeId);
  if (pipe === undefined) return view;
  const other = findNeighbor(store.pipes(), pipe);
  return { renderPipe: (_, now) => view.renderPipe(other, now), renderSettings: () => view.renderSettings(other) };
}

function findNeighbor(pipes: readonly Pipe[], pipe: Pipe): Pipe {
  const next = pipes[(pipes.findIndex(({ id }) => id === pipe.id) + 1) % pipes.length];
  if (next !== undefined && next.id !== pipe.id) return next;
  return { ...pipe, id: pipe.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
}

/** Replaces settings or scaling with invalid values. */
export function showUnreadable(view: PipeView, fault: FaultOf<'unreadable'>): PipeView {
  return {
    renderPipe(pipe, now) {
      const shown = JSON.parse(view.renderPipe(pipe, now));
      const settings = showSettings(shown.settings, fault);
      return stringify({ ...shown, settings, scaling: showScaling(shown.scaling, fault) });
    },
    renderSettings: (pipe) => stringify(showSettings(JSON.parse(view.renderSettings(pipe)), fault) ?? null),
  };
}

// Marks strings that are replaced with numbers that JSON.stringify cannot write.
const MARK = '\u0000';
const NESTING = 70;

function stringify(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000([^"]*)"/g, '$1');
}

const withOdd = (settings: JsonObject, value: JsonValue) => ({ ...settings, x_unreadable: value });

const ODD_SETTINGS = {
  empty: () => null,
  absent: () => undefined,
  list: () => [1],
  text: () => 'none',
  huge: (settings: JsonObject) => withOdd(settings, `${MARK}9007199254740993`),
  infinite: (settings: JsonObject) => withOdd(settings, `${MARK}1e400`),
  deep: (settings: JsonObject) => withOdd(settings, JSON.parse(`${'['.repeat(NESTING)}${']'.repeat(NESTING)}`)),
};

function showSettings(settings: JsonObject, { settings: how }: FaultOf<'unreadable'>): JsonValue | undefined {
  return how === null ? settings : ODD_SETTINGS[how](settings);
}

const ODD_SCALING = { list: [], text: 'abc', fraction: -0.123456, infinite: `${MARK}1e400` } as const;

function showScaling(scaling: JsonObject, { scaling: how }: FaultOf<'unreadable'>): JsonValue | undefined {
  if (how === null) return scaling;
  if (how === 'empty') return null;
  if (how === 'absent') return undefined;
  return Object.fromEntries(Object.keys(scaling).map((key) => [key, ODD_SCALING[how]]));
}
