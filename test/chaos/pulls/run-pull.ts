import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseDocument } from 'yaml';
import type { PullDocument } from '../../../src/cli/commands/pull/document.ts';
import { CREDENTIALS } from '../../e2e/harness.ts';
import { type Ended, runHere } from '../../e2e/process.ts';
import { openScene, type Scene } from '../scene.ts';
import { keep, type Verdict } from '../verdict.ts';
import { watchWrites } from '../watch-writes.ts';
import { drawPull, type FileBlow, FLEET, type PullChaos, pullWords, writePull } from './draw-pull.ts';

/** The texts of the configuration by path. */
type Texts = Readonly<Record<string, string>>;

interface Evidence {
  readonly chaos: PullChaos;
  readonly before: Texts;
  /** What the same command makes of the files without faults. */
  readonly clean: { readonly ended: Ended; readonly texts: Texts };
  readonly pull: { readonly ended: Ended; readonly texts: Texts };
  readonly struck: boolean;
  readonly faulted: boolean;
  readonly again: { readonly ended: Ended; readonly texts: Texts };
  readonly plan: Ended;
  readonly writes: number;
}

/** Pulls from a faulty service, and once more without faults: files are whole, and the second pull completes the first. */
export async function runPull(seed: number): Promise<Verdict> {
  const startedAt = Date.now();
  const chaos = drawPull(seed);
  const scene = await openScene({
    service: { fleet: FLEET, switches: { listing: chaos.listing } },
    faults: chaos.faults,
    configure: (url) => ({ texts: writePull(chaos, url), variables: {}, environment: [] }),
  });
  try {
    const evidence = await play(scene, chaos);
    const violations = checkPull(evidence);
    const { pull, before, faulted } = evidence;
    if (violations.length === 0) await rm(scene.folder, { recursive: true, force: true });
    const changed = Object.keys(pull.texts).filter((path) => pull.texts[path] !== before[path]).length;
    return {
      seed,
      violations,
      happened: [chaos.way, `exit ${pull.ended.code}`, `${changed} files changed`, ...(faulted ? ['met a fault'] : [])],
      kept: violations.length === 0 ? null : await keep(scene.folder, violations, { ...evidence }),
      durationMs: Date.now() - startedAt,
    };
  } finally {
    await scene.close();
  }
}

async function play(scene: Scene, chaos: PullChaos): Promise<Evidence> {
  const { sandbox, folder } = scene;
  const words = [
    ...pullWords(chaos),
    '--format',
    'json',
    '--timeout',
    '1s',
    '--parallelism',
    String(chaos.parallelism),
  ];
  const before = await readTexts(folder);
  const copy = await mkdtemp(join(tmpdir(), 'pipeform-chaos-clean-'));
  await cp(folder, copy, { recursive: true });
  const ended = await runHere(words, { cwd: copy, env: CREDENTIALS });
  const clean = { ended, texts: await readTexts(copy) };
  await rm(copy, { recursive: true });

  const mark = sandbox.requests().length;
  await scene.control('PUT', 'faults', { seed: chaos.seed % 2 ** 32, faults: [...scene.faults] });
  const watch = watchWrites(scene, chaos.blow, (id) => id);
  const first = chaos.fileBlow === null ? [] : [killWhileWriting(chaos.fileBlow)];
  const pulled = await scene.run(words, watch.start, chaos.clockSteps, first);
  watch.end();
  const faulted = sandbox
    .requests()
    .slice(mark)
    .some(({ fault }) => fault !== null);
  await scene.control('DELETE', 'faults');
  const pull = { ended: pulled, texts: await readTexts(folder) };
  const again = { ended: await scene.run(words), texts: await readTexts(folder) };
  const plan = await scene.run(['plan', '--detailed-exitcode', '--format', 'json']);
  const writes = sandbox.requests().filter(({ method }) => method !== 'GET').length + sandbox.commits().length;
  return { ...{ chaos, before, clean, pull, again, plan, writes, faulted }, struck: watch.struck };
}

/** Every YAML file below the folder. Others, such as one that a killed command was writing, are no configuration. */
async function readTexts(folder: string): Promise<Texts> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** Code that kills its process while it writes files. */
function killWhileWriting({ call, number, when }: FileBlow): string {
  return `
    const fs = (await import('node:fs')).default;
    let left = ${number};
    const real = fs.${call};
    const isWrite = (given) => ${call === 'open' ? "typeof given[1] === 'string' && given[1].startsWith('w')" : 'true'};
    fs.${call} = (...given) => {
      const isIt = isWrite(given) && --left === 0;
      if (isIt && ${when === 'before'}) process.kill(process.pid, 'SIGKILL');
      const done = given.at(-1);
      if (isIt) given[given.length - 1] = (...result) => { process.kill(process.pid, 'SIGKILL'); done(...result); };
      return real(...given);
    };`;
}

function checkPull(evidence: Evidence): readonly string[] {
  const { chaos, before, clean, pull, again, plan, writes, struck, faulted } = evidence;
  const found = writes === 0 ? [] : ['something was written to the service'];
  if (clean.ended.code !== 0) found.push(`without faults it ended with ${clean.ended.code}: ${clean.ended.stderr}`);
  const { code, stderr } = pull.ended;
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr)) found.push(`stderr shows a stack trace:\n${stderr}`);
  if (code === 'SIGALRM') found.push('it hung and had to be killed');
  found.push(...checkTexts('the pull', before, pull.texts));
  const isKill = code === 'SIGKILL' && (struck || chaos.fileBlow !== null);
  if (!faulted) {
    for (const [path, text] of Object.entries(pull.texts)) {
      // An empty file reserves the name of a new one.
      const isReserved = isKill && before[path] === undefined && text === '';
      if (text !== before[path] && text !== clean.texts[path] && !isReserved)
        found.push(`${path} is neither the old nor the new text`);
    }
  }
  if (!isKill) found.push(...checkCode(evidence));
  found.push(...checkTexts('the second pull', before, again.texts));
  if (again.ended.code !== 0)
    found.push(`the second pull ended with ${again.ended.code}: ${again.ended.stderr}${again.ended.stdout}`);
  if (plan.code !== 0) found.push(`after the second pull, plan ends with ${plan.code}: ${plan.stdout}`);
  if (chaos.way === 'refresh') {
    for (const path of Object.keys(clean.texts)) {
      if (again.texts[path] !== clean.texts[path]) found.push(`two pulls make another ${path} than one`);
    }
  }
  return found;
}

/** Each file is whole YAML, and has the comments that it had. */
function checkTexts(what: string, before: Texts, after: Texts): readonly string[] {
  const gone = Object.keys(before).filter((path) => after[path] === undefined);
  const found = gone.map((path) => `${what} removed ${path}`);
  for (const [path, text] of Object.entries(after)) {
    const { errors } = parseDocument(text);
    if (errors.length > 0) found.push(`${what} left a ${path} that does not parse: ${errors[0]?.message}`);
    const lost = commentsOf(before[path] ?? '').filter((comment) => !commentsOf(text).includes(comment));
    if (lost.length > 0) found.push(`${what} lost ${lost.join(', ')} of ${path}`);
  }
  return found;
}

function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(/# .*$/gm)].map(([comment]) => comment);
}

function checkCode({ chaos, before, pull, clean, struck, faulted }: Evidence): readonly string[] {
  const { code, stdout } = pull.ended;
  const same = Object.keys({ ...clean.texts, ...pull.texts }).every((path) => clean.texts[path] === pull.texts[path]);
  const isTouched = Object.keys(pull.texts).some((path) => pull.texts[path] !== before[path]);
  const { signal } = chaos.blow ?? {};
  if (code === 130 || code === 143) {
    const isRight = struck && code === (signal === 'SIGTERM' ? 143 : 130);
    return isRight ? [] : [`it ended with ${code}, and nobody interrupted it`];
  }
  if (code === 0) return same ? [] : ['it ended with 0, and the files are not as without faults'];
  if (code !== 1) return [`it ended with ${code}`];
  const document = JSON.parse(stdout) as PullDocument;
  const found = faulted ? [] : ['it ended with 1, and there was no fault'];
  if (!document.diagnostics.some(({ severity }) => severity === 'error'))
    found.push('it ended with 1 and shows no error');
  const isShown = document.files.some(({ status }) => status === 'written');
  if (isShown !== isTouched)
    found.push(`it shows that files were ${isShown ? '' : 'not '}written, and they were ${isTouched ? '' : 'not'}`);
  return found;
}
