import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { loadConfiguration } from '../../engine/configuration.ts';
import { diagnoseSystemError } from '../../engine/describe-system-error.ts';
import { openRules } from '../../engine/policies.ts';
import { describeUnreadable } from '../../engine/runs.ts';
import { journalFile, listRunIds, type ProjectFolder, projectFolder } from '../../journal/project-folder.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { hasRefusals } from '../../model/policy-test.ts';
import { replayRules } from '../../plan/policy/replay-rules.ts';
import type { NamedReport } from '../../plan/saved/merge-reports.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';
import { exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';

type Read =
  | { readonly ok: true; readonly named: NamedReport }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

const ENDING = '.jsonl';

/** Replays the rules of the configuration over saved documents and journals. Sends and writes nothing. */
export async function runPolicy(invocation: Invocation): Promise<number> {
  const { words, place, view, context } = invocation;
  const [verb, ...files] = words;
  if (verb !== 'test') {
    throw new UsageError('policy takes `test`, and the documents to replay.', 'Try `pipeform policy test plan.json`.');
  }
  const { fleet, root, diagnostics, sources } = await loadConfiguration(place, context);
  if (fleet === null || root === null) return view.fail(diagnostics, sources);
  view.problems(diagnostics, sources);
  const read: Read[] = [];
  for (const file of files) read.push(...(await readDocuments(file, invocation)));
  if (files.length === 0) read.push(...(await readJournals(projectFolder(dirname(root)), '.pipeform/runs')));
  const problems = read.flatMap((one) => (one.ok ? [] : [one.diagnostic]));
  if (problems.length > 0) return view.fail(problems);
  const named = read.flatMap((one) => (one.ok ? [one.named] : []));
  const ask = await openRules(fleet, context.clock.now());
  const document = replayRules(named, fleet.policy.rules, ask);
  await view.document(document);
  return exitCode({ of: 'policy-test', refused: hasRefusals(document) });
}

/** A saved document, a journal (`ID.jsonl`), or a folder of journals such as `.pipeform/runs`. */
async function readDocuments(file: string, invocation: Invocation): Promise<readonly Read[]> {
  const path = resolve(invocation.place.cwd, file);
  const status = await stat(path).catch(() => null);
  if (status?.isDirectory() === true) {
    const read = await readJournals({ ...projectFolder(path), runs: path }, file);
    return read.length > 0 ? read : [{ ok: false, diagnostic: reportEmptyFolder(file) }];
  }
  if (file.endsWith(ENDING)) return [await readJournalFile(path, file)];
  const read = await readReportFile(file, invocation);
  return [read.ok ? { ok: true, named: { name: file, report: read.report } } : read];
}

function reportEmptyFolder(file: string): Diagnostic {
  const hint = 'Name the files, such as saved plans, or a folder of journals, such as `.pipeform/runs`.';
  return diagnose('error', { code: 'run-not-found', summary: `${file} has no journals.`, hint });
}

async function readJournalFile(path: string, name: string): Promise<Read> {
  const { readJournal } = await import('../../journal/read-journal.ts');
  try {
    const read = readJournal(await readFile(path, 'utf8'), { id: basename(path, ENDING), name });
    if (!read.ok) return read;
    const { run } = read.journaled;
    return { ok: true, named: { name: run.id, report: run } };
  } catch (error) {
    return { ok: false, diagnostic: diagnoseSystemError('report-unreadable', `${name} cannot be read.`, error) };
  }
}

/** The newest first. `name`: of the folder, in messages. */
async function readJournals(folder: ProjectFolder, name: string): Promise<readonly Read[]> {
  try {
    const read: Read[] = [];
    for (const id of await listRunIds(folder)) {
      read.push(await readJournalFile(journalFile(folder, id), join(name, `${id}${ENDING}`)));
    }
    return read;
  } catch (error) {
    return [{ ok: false, diagnostic: describeUnreadable(name, error, 'error') }];
  }
}
