// For a scheduler: prints the drift of a fleet as one line of JSON. Exit codes are those of `pipeform drift`: 0 in sync, 1 not
// every pipe was read, 2 differences.
//
//   17 * * * *  cd /srv/fleet && node drift-cron.ts . >> drift.jsonl
import { drift, loadFleet, stateOf } from 'pipeform';

const [folder = '.'] = process.argv.slice(2);
const EXIT_CODES = { clean: 0, incomplete: 1, differences: 2 } as const;

function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const loaded = await loadFleet({ cwd: folder });
if (!loaded.ok) {
  printLine({ state: 'incomplete', problems: loaded.diagnostics.map(({ summary }) => summary) });
  process.exit(1);
}

// A time limit, so that the job always prints its line.
const report = await drift(loaded.fleet, { signal: AbortSignal.timeout(10 * 60_000) });
const state = stateOf(report);
const drifted = report.pipes.filter(({ status }) => status === 'drifted');
const unread = report.pipes.filter(({ status }) => status === 'error');
printLine({
  at: report.createdAt,
  state,
  drifted: drifted.map(({ name, changes }) => ({ name, fields: changes.map(({ path }) => path) })),
  unread: unread.map(({ name }) => name),
  problems: report.diagnostics.map(({ summary }) => summary),
});
process.exitCode = EXIT_CODES[state];
