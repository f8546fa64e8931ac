import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { loadConfiguration } from '../../engine/configuration.ts';
import { openRules } from '../../engine/policies.ts';
import { readRunFile, readRunFolder } from '../../engine/runs.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { hasRefusals } from '../../model/policy-test.ts';
import type { Result } from '../../model/result.ts';
import { replayRules } from '../../plan/policy/replay-rules.ts';
import type { NamedReport } from '../../plan/saved/merge-reports.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { readReportFile } from '../output/read-report-file.ts';

type Read = Result<{ readonly named: NamedReport }, { readonly diagnostic: Diagnostic }>;

const RUNS = '.pipeform/runs';

/** Replays the rules of the configuration over saved documents and journals. Sends and writes nothing. */
export async function runPolicy(invocation: Invocation): Promise<number> {
  const { args, workspace, printer, context } = invocation;
  const [verb, ...files] = args;
  if (verb !== 'test') {
    throw new UsageError('Use `policy test` or `policy test FILE…`.', 'Try `pipeform policy test plan.json`.');
  }
  const { fleet, root, diagnostics, sources } = await loadConfiguration(workspace, context);
  if (fleet === null || root === null) return endFailed(diagnostics, printer, { sources });
  printer.problems(diagnostics, sources);
  if (fleet.policy.rules.length === 0) return endFailed([NO_RULES], printer, { sources });
  const read: Read[] = [];
  for (const file of files) read.push(...(await readDocuments(file, invocation)));
  if (files.length === 0) read.push(...(await readRunFolder(join(dirname(root), RUNS), RUNS)).map(nameRun));
  if (read.length === 0) return endFailed([NO_RUNS], printer);
  const problems = read.flatMap((one) => (one.ok ? [] : [one.diagnostic]));
  if (problems.length > 0) return endFailed(problems, printer);
  const named = read.flatMap((one) => (one.ok ? [one.named] : []));
  const ask = await openRules(fleet, context.clock.now());
  const document = replayRules(named, fleet.policy.rules, ask);
  await printer.print(document);
  return chooseExitCode({ kind: 'policy-test', refused: hasRefusals(document) });
}

/** A saved document, a journal (`ID.jsonl`), or a folder of journals such as `.pipeform/runs`. */
async function readDocuments(file: string, invocation: Invocation): Promise<readonly Read[]> {
  const path = resolve(invocation.workspace.cwd, file);
  const status = await stat(path).catch(() => null);
  if (status?.isDirectory() === true) {
    const read = await readRunFolder(path, file);
    return read.length > 0 ? read.map(nameRun) : [{ ok: false, diagnostic: emptyFolderProblem(file) }];
  }
  if (status !== null && file.endsWith('.jsonl')) return [nameRun(await readRunFile(path, file))];
  const read = await readReportFile(file, invocation);
  return [read.ok ? { ok: true, named: { name: file, report: read.report } } : read];
}

function nameRun(read: Awaited<ReturnType<typeof readRunFile>>): Read {
  if (!read.ok) return read;
  const { run } = read.journaled;
  return { ok: true, named: { name: run.id, report: run } };
}

function emptyFolderProblem(file: string): Diagnostic {
  const hint = 'Name the files, such as saved plans, or a folder of journals, such as `.pipeform/runs`.';
  return diagnose('error', { code: 'run-not-found', summary: `${file} has no journals.`, hint });
}

const NO_RULES = diagnose('error', {
  code: 'nothing-to-check',
  summary: 'The configuration has no rules, so nothing was tested.',
  hint: 'Add one under `policy.rules`. docs/policies.md describes rules.',
});

const NO_RUNS = diagnose('error', {
  code: 'nothing-to-check',
  summary: `There is no run in ${RUNS}, so nothing was tested.`,
  hint: 'Name saved documents: `pipeform plan --out plan.json`, then `pipeform policy test plan.json`.',
});
