// The main job on the embedded sandbox, from nothing to the plan that would revert a console edit.
import { perform } from './stage.mjs';

const ORDERS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';

await perform('quickstart', async ({ openSandbox, run, say, signal }) => {
  const url = await openSandbox(['--latency', '80ms', '--settle', '1500ms']);

  await say('A sandbox serves six pipes. The configuration in examples/quickstart manages five of them.');
  await run(['validate'], 0);
  await say('What would apply do? Nothing is written by a plan.');
  await run(['plan'], 0);
  await say('Do it. The prompt is answered by --auto-approve; each update is confirmed by a read.');
  await run(['apply', '--auto-approve'], 0);
  await say('Plan again: git and the pipes agree.');
  await run(['plan'], 0);

  await say(
    'Now someone edits a pipe in the console, behind git’s back: orders-prod, db_max_threads 8 -> 2, one replica.',
  );
  const edit = await fetch(`${url}/_sandbox/pipes/${ORDERS}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { db_max_threads: 2 }, scaling: { replicas: 1 } }),
    signal,
  });
  if (!edit.ok) throw new Error(`The console edit was answered ${edit.status}: ${await edit.text()}`);
  await say('The plan that would revert it. With --detailed-exitcode, differences exit with 2.');
  await run(['plan', '--detailed-exitcode'], 2);
  await say('That was the main job. docs/tutorial.md does the same by hand, with a sandbox in another terminal.');
});
