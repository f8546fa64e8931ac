import { appendFile, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareEdits, sizeForEdits } from '../edit-fleet.ts';
import { type Fleet, withFleet } from '../fleet.ts';
import { alternate, usageOf, wallOf } from '../measure.ts';
import { type Command, run } from '../processes.ts';
import type { Row } from '../row.ts';

const DOCUMENTS = 100;
/** With a setting and a scaling value each: 100 changes a document. */
const PIPES = 50;
const WHAT = '`policy test`, 100 documents of 100 changes';
const AGAINST = '`node` that parses the same files';
const SLOWEST_MS = 2_000;

const RULES = `
policy:
  rules:
    - { name: jumps, when: 'change.path == "scaling.replicas" && change.after > 2 * change.before', level: warn, message: Far. }
    - { name: threads, when: 'change.path == "settings.db_max_threads" && change.after > 10', level: warn, message: Many. }
    - { name: names, when: 'pipe.name.contains("orders") && plan.changedPipes > 10', level: warn, message: Alone. }
`;

const PARSE = 'for (const file of process.argv.slice(1)) JSON.parse(require("node:fs").readFileSync(file, "utf8"))';

/** What reading the documents safely, the rules and the report cost beside parsing. */
export const policyTest: Row = {
  name: 'policy-test',
  what: `${WHAT} against ${AGAINST}; within 2 s`,
  measure: ({ runs, scratch }) =>
    withFleet(scratch, sizeForEdits(PIPES), ['--settle', '0s'], async (fleet) => {
      const files = await saveDocuments(fleet);
      const test = fleet.pipeform('policy', 'test', ...files);
      const parse: Command = { program: process.execPath, args: ['-e', PARSE, ...files], cwd: fleet.folder };
      await requireChanges(test);
      const cpuOf = async (command: Command) => (await usageOf(command)).cpuMs;
      const [ours, theirs] = await alternate(runs, [() => cpuOf(test), () => cpuOf(parse)]);
      const [wall] = await alternate(runs, [() => wallOf(test)]);
      return [
        { kind: 'ratio', what: `CPU of ${WHAT}`, against: `CPU of ${AGAINST}`, target: 12, unit: 'ms', ours, theirs },
        { kind: 'bound', what: WHAT, against: 'wall time', target: SLOWEST_MS, unit: 'ms', ours: wall },
      ];
    }),
};

/** Half of them plans, half of them runs. */
async function saveDocuments(fleet: Fleet): Promise<readonly string[]> {
  const edit = await prepareEdits(fleet, PIPES, 'setting and scaling');
  await edit();
  await run(fleet.pipeform('plan', '--out', 'plan.json'));
  await run(fleet.pipeform('apply', '--auto-approve', '--out', 'run.json'));
  await appendFile(join(fleet.folder, 'pipeform.yaml'), RULES);
  await mkdir(join(fleet.folder, 'documents'));
  const files = Array.from({ length: DOCUMENTS }, (_, index) => `documents/${index}.json`);
  for (const [index, file] of files.entries()) {
    await copyFile(join(fleet.folder, index % 2 === 0 ? 'plan.json' : 'run.json'), join(fleet.folder, file));
  }
  return files;
}

/** @throws Error unless all changes are replayed. */
async function requireChanges(test: Command): Promise<void> {
  const { stdout } = await run(test);
  if (!stdout.includes('3 rules, 10,000 changes in 100 documents.')) throw new Error(`policy test said: ${stdout}`);
}
