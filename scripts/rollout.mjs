// Guarded rollouts on the embedded sandbox: one that passes every wave, and one that fails and puts back what it wrote.
// `npm run rollout` shows both; `npm run rollout -- healthy` or `-- harmful` one of them.
import { perform } from './stage.mjs';

const SHOWS = { healthy: showHealthy, harmful: showHarmful };
const [wanted] = process.argv.slice(2);
if (wanted !== undefined && !Object.hasOwn(SHOWS, wanted)) {
  process.stderr.write(`There is no show ${wanted}. There are healthy and harmful.\n`);
  process.exit(1);
}

await perform('guarded-rollout', async (stage) => {
  // Midday of the sandbox’s life, when the load is high, 120 times as fast as ours.
  await stage.openSandbox([
    ...['--fleet', 'fleet.yaml', '--settle', '100ms'],
    ...['--speed', '120', '--start-at', '2026-06-01T12:00:00Z'],
  ]);
  await stage.say('Six pipes, and two health checks: the lag of every pipe, and the alert of orders.');
  await stage.run(['check'], 0);
  for (const [name, show] of Object.entries(SHOWS)) if (wanted === undefined || wanted === name) await show(stage);
});

async function showHealthy({ run, say }) {
  await say(
    'More threads and replicas: each of the three waves bakes, its checks pass, and all six pipes are updated.',
  );
  await run(['apply', '-e', 'healthy', '--auto-approve'], 0);
}

async function showHarmful({ run, say }) {
  await say(
    'Half the replicas: the first wave lets the lag grow, the check closes, and what it wrote is restored. Exit 5.',
  );
  await run(['apply', '-e', 'harmful', '--auto-approve'], 5);
  await say('The pipes are as they were before. How is their health?');
  await run(['series', 'lag', '--since', '15m'], 0);
}
