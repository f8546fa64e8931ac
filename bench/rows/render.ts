import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../../src/model/plan.ts';
import { changeEach, sizeForEdits } from '../edit-fleet.ts';
import { type Fleet, withFleet } from '../fleet.ts';
import { alternate, usageOf } from '../measure.ts';
import { type Command, run } from '../processes.ts';
import type { Row } from '../row.ts';

const PIPES = 10_000;
const WHAT = '`show`, a saved plan of 10,000 changed pipes';
const AGAINST = '`node` that parses the same file and prints it';

const PARSE_AND_PRINT =
  'process.stdout.write(JSON.stringify(JSON.parse(require("node:fs").readFileSync("plan.json", "utf8")), null, 2))';

/** What checking a document and writing it for people cost beside its reading and printing. */
export const render: Row = {
  name: 'render',
  what: `CPU of ${WHAT}, as text, Markdown and HTML, against ${AGAINST}`,
  measure: ({ runs, scratch }) =>
    withFleet(scratch, sizeForEdits(PIPES), [], async (fleet) => {
      await savePlan(fleet);
      const cpuOf = async (command: Command) => (await usageOf(command)).cpuMs;
      const show = (format: string) => () => cpuOf(fleet.pipeform('show', 'plan.json', '--format', format));
      const parse: Command = { program: process.execPath, args: ['-e', PARSE_AND_PRINT], cwd: fleet.folder };
      const [text, markdown, html, theirs] = await alternate(runs, [
        show('text'),
        show('markdown'),
        show('html'),
        () => cpuOf(parse),
      ]);
      const figures = [
        { format: 'text', ours: text, target: 2.5 },
        { format: 'markdown', ours: markdown, target: 3.8 },
        { format: 'html', ours: html, target: 2.4 },
      ];
      return figures.map(({ format, ours, target }) => ({
        kind: 'ratio',
        what: `CPU of ${WHAT}, ${format}`,
        against: `CPU of ${AGAINST}`,
        unit: 'ms',
        ...{ target, ours, theirs },
      }));
    }),
};

/** @throws Error unless all pipes change. */
async function savePlan(fleet: Fleet): Promise<void> {
  await changeEach(fleet, PIPES);
  await run(fleet.pipeform('plan', '--out', 'plan.json'));
  const { summary } = JSON.parse(await readFile(join(fleet.folder, 'plan.json'), 'utf8')) as Plan;
  if (summary.update !== PIPES) throw new Error(`${summary.update} of ${PIPES} pipes would change`);
}
