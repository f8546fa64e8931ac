/** Requests to the sandbox, repeated while the page is visible. */

const TIMEOUT_MS = 10_000;

// The message is that of the sandbox.
export class Refused extends Error {}

// There was no response, or not one of the sandbox.
export class Unreachable extends Error {}

// Throws Refused or Unreachable.
export async function request(path, options = {}) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { cache: 'no-store', signal, ...options }).catch((cause) => {
    throw new Unreachable('', { cause });
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw new Refused(body?.error ?? `The sandbox responded with status ${response.status}.`);
  if (body === undefined) throw new Unreachable();
  return body;
}

export function send(method, path, body) {
  return request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

// Repeats the task while the page is visible. Returns a function that runs it now and resolves at its end.
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
