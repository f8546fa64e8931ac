// For a scheduler: one line of JSON about the drift of a fleet. Exits as `pipeform drift` does: 0 in sync, 1 not all was
// read, 2 differences.
//
//   17 * * * *  cd /srv/fleet && node drift-cron.ts . >> drift.jsonl
import { drift, loadFleet, stateOf } from 'pipeform';

const [folder = '.'] = process.argv.slice(2);
const EXIT_CODES = { clean: 0, incomplete: 1, differences: 2 } as const;

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const loaded = await loadFleet({ cwd: folder });
if (!loaded.ok) {
  say({ state: 'incomplete', problems: loaded.diagnostics.map(({ summary }) => summary) });
  process.exit(1);
}

// A job that hangs is a job that says nothing.
const report = await drift(loaded.fleet, { signal: AbortSignal.timeout(10 * 60_000) });
const state = stateOf(report);
const drifted = report.pipes.filter(({ status }) => status === 'drifted');
const unread = report.pipes.filter(({ status }) => status === 'error');
say({
  at: report.createdAt,
  state,
  drifted: drifted.map(({ name, changes }) => ({ name, fields: changes.map(({ path }) => path) })),
  unread: unread.map(({ name }) => name),
  problems: report.diagnostics.map(({ summary }) => summary),
});
process.exitCode = EXIT_CODES[state];
