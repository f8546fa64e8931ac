// Plans a fleet, applies the plan without approval unless it removes replicas, and prints progress. A second interrupt stops at
// once.
//
//   node apply-progress.ts FOLDER
import { apply, loadFleet, plan, type RunEvent, renderDiagnostics, renderReport, stateOf } from 'pipeform';

const [folder = '.'] = process.argv.slice(2);

const loaded = await loadFleet({ cwd: folder });
if (!loaded.ok) {
  process.stderr.write(renderDiagnostics(loaded.diagnostics, loaded));
  process.exit(1);
}

const proposed = await plan(loaded.fleet);
if (stateOf(proposed) === 'incomplete') {
  process.stderr.write(await renderReport(proposed, { format: 'text' }));
  process.exit(1);
}
// Each program decides which plans need no approval. Here: plans that do not lower the total number of replicas.
const { before, after } = proposed.capacity;
if (proposed.summary.update === 0 || after.replicas < before.replicas) {
  process.stdout.write(await renderReport(proposed, { format: 'text' }));
  process.exit(0);
}

const stop = new AbortController();
const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (stop.signal.aborted ? abort.abort(signal) : stop.abort(signal)));
}

let done = 0;
function showProgress(event: RunEvent): void {
  if (event.type !== 'pipe_done') return;
  done += 1;
  process.stdout.write(`${done}/${proposed.summary.update} ${event.pipe}: ${event.status}\n`);
}

const run = await apply(proposed, loaded.fleet, {
  signal: stop.signal,
  abort: abort.signal,
  onEvent: showProgress,
});
const { applied, failed, unknown } = run.summary;
process.stdout.write(`run ${run.id}: ${applied} applied, ${failed} failed, ${unknown} unknown\n`);
process.exitCode = stateOf(run) === 'incomplete' ? 1 : 0;
