type Listener = () => void;

const listening = new WeakMap<AbortSignal, Set<Listener>>();

/**
 * Calls back when the signal aborts; what is returned ends that. One signal stands for a whole run, and thousands of requests listen to
 * it in turns: they share one listener, since a listener of the platform costs more than a request’s other bookkeeping together.
 */
export function onAbort(signal: AbortSignal | undefined, listener: Listener): Listener {
  if (signal === undefined) return nothing;
  const listeners = listening.get(signal) ?? listen(signal);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listen(signal: AbortSignal): Set<Listener> {
  const listeners = new Set<Listener>();
  listening.set(signal, listeners);
  signal.addEventListener('abort', () => {
    for (const listener of listeners) {
      listeners.delete(listener);
      listener();
    }
  });
  return listeners;
}

function nothing(): void {}
