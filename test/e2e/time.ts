/** Advances the simulated time of the sandbox at this address. */
export async function pass(url: string, advance: string): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance }),
  });
  if (!answer.ok) throw new Error(`the clock was answered ${answer.status}: ${await answer.text()}`);
}
