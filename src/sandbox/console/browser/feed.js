/** Asks the sandbox, and asks again while the page is seen. */

const PATIENCE_MS = 10_000;

// The sandbox answered, and said no: its own words, for people.
export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

// Nobody answered, or somebody who is not the sandbox.
export class Unreachable extends Error {}

// Throws Refused or Unreachable.
export async function ask(path, options = {}) {
  const { ok, status, text } = await call(path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...options,
  });
  const body = parse(text);
  if (!ok) throw new Refused(status, typeof body?.error === 'string' ? body.error : `The sandbox answered ${status}.`);
  if (body === undefined) throw new Unreachable();
  return body;
}

async function call(path, options) {
  try {
    const response = await fetch(path, options);
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new Unreachable('', { cause });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function send(method, path, body) {
  return ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

// Runs the task now, and again some time after it has ended; not while nobody sees the page. What it gives back runs
// the task at once, or once more when it runs already, and resolves when what it asked for is there.
export function repeat(task, pauseMs) {
  let timer = 0;
  let current = null;
  let following = null;
  const run = async () => {
    clearTimeout(timer);
    try {
      await task();
    } finally {
      current = null;
      if (following === null && !document.hidden) timer = setTimeout(refresh, pauseMs);
    }
  };
  const refresh = () => {
    if (current === null) {
      current = run();
      return current;
    }
    following ??= current.then(() => {
      following = null;
      return refresh();
    });
    return following;
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else refresh();
  });
  refresh();
  return refresh;
}
