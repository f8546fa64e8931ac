// Plans the fleet of a folder, writes the plan as Markdown, and prints a summary.
//
//   node plan-report.ts FOLDER REPORT.md
import { writeFile } from 'node:fs/promises';
import { loadFleet, plan, renderDiagnostics, renderReport, stateOf } from 'pipeform';

const [folder = '.', file = 'plan.md'] = process.argv.slice(2);

const loaded = await loadFleet({ cwd: folder });
process.stderr.write(renderDiagnostics(loaded.diagnostics, loaded));
if (!loaded.ok) process.exit(1);

const proposed = await plan(loaded.fleet);
await writeFile(file, await renderReport(proposed, { format: 'markdown', applyCommand: 'pipeform apply' }));

const { total, update, changes, refused, error } = proposed.summary;
process.stdout.write(
  `${update} of ${total} pipes to update, ${changes} fields, ${refused} refused, ${error} not read\n`,
);
// A plan without every pipe must not exit with 0.
process.exitCode = stateOf(proposed) === 'incomplete' ? 1 : 0;
