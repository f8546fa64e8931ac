import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodeOf, type Finding } from './finding.ts';
import { describeMachine } from './machine.ts';
import { findTerraform, type Terraform } from './peers/terraform.ts';
import { endAll } from './processes.ts';
import type { Bench, Row } from './row.ts';
import { applyChanged } from './rows/apply-changed.ts';
import { cpu } from './rows/cpu.ts';
import { growth } from './rows/growth.ts';
import { limits } from './rows/limits.ts';
import { planLatency } from './rows/plan-latency.ts';
import { planLimit } from './rows/plan-limit.ts';
import { planUnchanged } from './rows/plan-unchanged.ts';
import { rateLimit } from './rows/rate-limit.ts';
import { render } from './rows/render.ts';
import { requests } from './rows/requests.ts';
import { recommend, sizing } from './rows/sizing.ts';
import { startUp } from './rows/start-up.ts';
import { validate } from './rows/validate.ts';
import { renderFinding, renderHead, renderSummary } from './table.ts';

const ROWS = [
  startUp,
  validate,
  planUnchanged,
  applyChanged,
  planLatency,
  planLimit,
  rateLimit,
  limits,
  cpu,
  growth,
  render,
  requests,
  sizing,
  recommend,
];
const STANDARD_RUNS = 5;

/**
 * Measures and prints. Resolves with the exit code: 1 when a target was missed or a row failed.
 * @throws Error on a wrong option, and when it was interrupted; its message is for people.
 */
export async function main(args: readonly string[], write: (text: string) => void): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      only: { type: 'string' },
      results: { type: 'string' },
      list: { type: 'boolean' },
    },
  });
  if (values.list === true) {
    for (const { name, what } of ROWS) write(`${name.padEnd(16)}${what}\n`);
    return 0;
  }
  const runs = Number(values.runs ?? STANDARD_RUNS);
  if (!Number.isSafeInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on');
  const page = await measureRows(chooseRows(values.only), runs, write);
  if (values.results !== undefined) await writeFile(values.results, `# The last figures\n\n${page.text}`);
  return page.exitCode;
}

function chooseRows(only: string | undefined): readonly Row[] {
  if (only === undefined) return ROWS;
  return only.split(',').map((name) => {
    const row = ROWS.find((known) => known.name === name);
    if (row === undefined) throw new Error(`--only: there is no row ${name}; --list names them`);
    return row;
  });
}

async function measureRows(rows: readonly Row[], runs: number, write: (text: string) => void) {
  const scratch = await mkdtemp(join(tmpdir(), 'pipeform-bench-'));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop.abort(new Error('Interrupted: what was measured is above.'));
      void endAll();
    });
  }
  let terraform: Promise<Terraform | null> | undefined;
  const pages: string[] = [];
  const bench: Bench = {
    runs,
    scratch,
    terraform() {
      terraform ??= findTerraform(join(scratch, 'terraform'));
      return terraform;
    },
    addPage: (page) => void pages.push(page),
  };
  const findings: Finding[] = [];
  let text = '';
  const print = (part: string) => {
    text += part;
    write(part);
  };
  try {
    print(`${describeMachine(runs)}\n\n${renderHead()}`);
    for (const row of rows) {
      const found = await measureRow(row, bench);
      stop.signal.throwIfAborted();
      findings.push(...found);
      print(found.map(renderFinding).join(''));
    }
    print(`\n${renderSummary(findings)}${pages.join('')}`);
    return { text, exitCode: exitCodeOf(findings) };
  } finally {
    await endAll();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A row that cannot be measured does not keep the others from it. */
async function measureRow(row: Row, bench: Bench): Promise<readonly Finding[]> {
  try {
    return await row.measure(bench);
  } catch (error) {
    return [{ kind: 'failed', what: row.what, why: error instanceof Error ? error.message : String(error) }];
  }
}
