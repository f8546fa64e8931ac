import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ledgerOf } from './facts.ts';
import type { Evidence } from './play.ts';

/** Writes all evidence of a run into its folder, next to the configuration and the journal. Returns the folder. */
export async function keepEvidence(evidence: Evidence, violations: readonly string[]): Promise<string> {
  const { folder, chaos, apply } = evidence;
  const write = (name: string, content: unknown) =>
    writeFile(join(folder, name), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  await write('violations.txt', `${violations.join('\n')}\n`);
  await write('chaos.json', { ...chaos, scenario: { ...chaos.scenario, cases: undefined, fleet: undefined } });
  await write('faults.json', { seed: chaos.seed, faults: evidence.faults });
  await write('fleet-before.json', [...evidence.before.values()]);
  await write('fleet-after.json', [...evidence.after.values()]);
  await write('ledger.json', ledgerOf(evidence));
  await write('requests.json', evidence.requests);
  await write('commits.json', evidence.commits);
  await write('apply.stdout', apply.ended.stdout);
  await write('apply.stderr', apply.ended.stderr);
  await write('apply.txt', `pipeform ${apply.args.join(' ')}\nended with ${apply.ended.code}\n`);
  await write('again.json', evidence.again);
  await write('plan.last.json', evidence.plan.document);
  await write('rollback.json', evidence.rollback);
  return folder;
}
