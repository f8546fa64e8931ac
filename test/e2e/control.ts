import type { JsonObject } from '../../src/model/json/json.ts';

/** Calls the control API of the sandbox at this address. Throws when it refuses the request. */
export async function control(url: string, method: string, path: string, body?: JsonObject): Promise<unknown> {
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const document = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(document)}`);
  return document;
}

/** Edits a live pipe of the sandbox as in the web console. */
export async function editLive(url: string, id: string, edit: JsonObject): Promise<void> {
  await control(url, 'PATCH', `pipes/${id}`, edit);
}

/** Advances the simulated time of the sandbox, such as by `15m`. */
export async function advanceTime(url: string, advance: string): Promise<void> {
  await control(url, 'POST', 'clock', { advance });
}
