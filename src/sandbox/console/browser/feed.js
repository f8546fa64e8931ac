/** Requests to the sandbox, repeated while the page is seen. */

const TIMEOUT_MS = 10_000;

// The sandbox refused, in its own words.
export class Refused extends Error {}

// Nobody answered, or somebody who is not the sandbox.
export class Unreachable extends Error {}

// Throws Refused or Unreachable.
export async function ask(path, options = {}) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { cache: 'no-store', signal, ...options }).catch((cause) => {
    throw new Unreachable('', { cause });
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw new Refused(body?.error ?? `The sandbox answered ${response.status}.`);
  if (body === undefined) throw new Unreachable();
  return body;
}

export function send(method, path, body) {
  return ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

// Runs the task now, and again some time after it has ended; not while nobody sees the page. Returns a function that
// runs the task once more, and resolves when it has ended.
export function repeat(task, pauseMs) {
  let timer = 0;
  let running = Promise.resolve();
  const refresh = () => {
    clearTimeout(timer);
    const run = running.then(task).finally(() => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(refresh, pauseMs);
    });
    running = run.catch(() => undefined);
    return run;
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else refresh();
  });
  refresh();
  return refresh;
}
