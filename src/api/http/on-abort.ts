type Listener = () => void;

const listening = new WeakMap<AbortSignal, Listener[]>();

/**
 * Calls back on abort; returns a function that removes the listener. Thousands of requests share the signal of a run,
 * and a listener of the platform costs more than the rest of a request’s bookkeeping, so they share one. An array, since
 * few listen at a time, and a Set that shrinks and grows keeps ended requests in memory until a full collection.
 */
export function onAbort(signal: AbortSignal | undefined, listener: Listener): Listener {
  if (signal === undefined) return () => {};
  const listeners = listening.get(signal) ?? listen(signal);
  listeners.push(listener);
  return () => {
    const index = listeners.indexOf(listener);
    if (index !== -1) listeners.splice(index, 1);
  };
}

function listen(signal: AbortSignal): Listener[] {
  const listeners: Listener[] = [];
  listening.set(signal, listeners);
  // One by one, since a listener may remove others.
  signal.addEventListener('abort', () => {
    for (let next = listeners.shift(); next !== undefined; next = listeners.shift()) next();
  });
  return listeners;
}
