// Measures what the tests find: puts one mistake at a time into the source, and runs the tests that load the file until one fails.
// `node scripts/mutate.mjs --count 150 --seed 1` prints each mistake that no test found, and the share of those that were;
// `--only src/plan` takes the places of one folder. A seed chooses the same places as long as the source is the same.
// It changes files of this clone and puts them back, so commit first, and edit nothing while it runs.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { importSource } from './import-source.mjs';

const FOLDERS = ['plan', 'apply', 'journal', 'config', 'api', 'git', 'health'].map((room) => `src/${room}`);
const OPERATORS = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '&&': '||', '||': '&&' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*' },
};
/** A mistake may make a loop endless, which counts as found. */
const MOST_MS = 300_000;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values: options } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const count = Number(options.count ?? 150);
const seed = Number(options.seed ?? 1);

if (spawnSync('git', ['status', '--porcelain', 'src'], { encoding: 'utf8' }).stdout !== '') {
  process.stderr.write('Commit the changes in src first: files are changed and put back.\n');
  process.exit(2);
}

const { chanceAt } = await importSource('src/sandbox/random.ts');
const places = (options.only === undefined ? FOLDERS : [options.only]).flatMap(listSources).flatMap(findPlaces);
const chosen = places
  .map((place, index) => ({ place, order: chanceAt(seed, index) }))
  .sort((a, b) => a.order - b.order)
  .slice(0, count)
  .map(({ place }) => place);
process.stdout.write(`${chosen.length} of ${places.length} places, seed ${seed}\n`);
const missed = [];
for (const [index, place] of chosen.entries()) {
  const started = Date.now();
  const isFound = await tryMistake(place);
  if (!isFound) missed.push(place);
  const seconds = ((Date.now() - started) / 1_000).toFixed(0);
  process.stdout.write(`${index + 1} ${isFound ? 'found ' : 'MISSED'} ${describe(place)} (${seconds}s)\n`);
}
const found = chosen.length - missed.length;
process.stdout.write(`\n${found} of ${chosen.length} found (${((100 * found) / chosen.length).toFixed(0)}%)\n`);
for (const place of missed) process.stdout.write(`  ${describe(place)}\n`);

/** Whether a test fails with the mistake. The tests of the room are tried first, since most mistakes are found there. */
async function tryMistake({ file, start, end, text }) {
  const original = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, original);
  const onSignal = () => {
    restore();
    process.exit(130);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    writeFileSync(file, original.slice(0, start) + text + original.slice(end));
    const [, room = ''] = file.split('/');
    return (await failsTest(['run', `test/${room}/`])) || (await failsTest(['related', file, '--run']));
  } finally {
    restore();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** Whether one of these tests fails, or does not end. */
function failsTest(chosen) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    ...chosen,
    '--bail=1',
    '--project=node',
    '--passWithNoTests',
    '--reporter=dot',
  ];
  const child = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
  // The workers are ended with their run: each would go on in its endless loop.
  const end = () => process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(end, MOST_MS);
  process.once('exit', end);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve(code !== 0);
    });
  });
}

function listSources(folder) {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}

/** Every place of a file with the text that makes a mistake of it. */
function findPlaces(file) {
  const code = readFileSync(file, 'utf8');
  const places = [];
  const replace = ({ start, end }, text) => {
    places.push({
      file,
      line: code.slice(0, start).split('\n').length,
      start,
      end,
      before: code.slice(start, end),
      text,
    });
  };
  const visit = (node) => {
    // Types are gone when the code runs.
    if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(node.type) || node.type === 'ImportDeclaration') return;
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const text = OPERATORS[node.operator];
      const start = code.indexOf(node.operator, node.left.end);
      if (text !== undefined) replace({ start, end: start + node.operator.length }, text);
    }
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      replace(node.test, `!(${code.slice(node.test.start, node.test.end)})`);
    }
    if (node.type === 'Literal' && typeof node.value === 'number') replace(node, `(${node.raw} + 1)`);
    if (node.type === 'Literal' && typeof node.value === 'boolean') replace(node, `${!node.value}`);
    if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression') replace(node, ';');
    if (node.type === 'ReturnStatement' && node.argument?.elements?.length > 0) replace(node.argument, '[]');
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child);
    }
  };
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return places;
}

function describe({ file, line, before, text }) {
  const short = (code) => code.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line} ${short(before)} -> ${short(text)}`;
}
