import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Dockerfile, DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test, vi } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { ROOT, run } from './shell.ts';
import { readYaml } from './workflow.ts';

vi.setConfig({ testTimeout: 120_000 });

const TEXT = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const PARSED: Dockerfile = DockerfileParser.parse(TEXT);
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');

/** The words of the instructions of one kind, build stage first. */
function wordsOf(keyword: string): readonly (readonly string[])[] {
  return PARSED.getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArguments().map((argument) => argument.getValue()));
}

describe('the Dockerfile', () => {
  test('passes the linter, which rejects a broken file', () => {
    expect(validate(TEXT)).toEqual([]);
    expect(validate(TEXT.replace('WORKDIR /fleet', 'WORKDIR')).map(({ message }) => message)).not.toEqual([]);
    expect(validate(TEXT.replace('USER', 'USAR')).map(({ message }) => message)).toEqual(['Unknown instruction: USAR']);
  });

  test('runs as a user other than root, with the command as entry point', () => {
    expect(wordsOf('USER')).toEqual([['1000:1000']]);
    expect(wordsOf('ENTRYPOINT')).toEqual([['["pipeform"]']]);
  });

  test('copies everything that the build needs, and nothing that is ignored', async () => {
    const stage = await makeFolder();
    const opened = new Set(IGNORED.filter((line) => line.startsWith('!')).map((line) => line.slice(1)));
    for (const words of wordsOf('COPY').filter(([first]) => first?.startsWith('/') === false)) {
      const target = words.at(-1) ?? '';
      for (const source of words.slice(0, -1)) {
        expect(opened).toContain(source);
        const place = target.endsWith('/') ? join(stage, target, source) : join(stage, target);
        await mkdir(dirname(place), { recursive: true });
        await cp(join(ROOT, source), place, { recursive: true });
      }
    }
    // `npm ci` would install the same from the lock file.
    await mkdir(join(stage, 'node_modules'));
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      if (!name.startsWith('.')) await symlink(join(ROOT, 'node_modules', name), join(stage, 'node_modules', name));
    }
    const env = { PATH: process.env.PATH ?? '', HOME: stage };
    const [, build] = wordsOf('RUN').map((words) => words.join(' '));
    expect(build).toBe('node scripts/build.mjs');
    expect(await run(['sh', '-ec', String(build)], stage, env)).toMatchObject({ code: 0 });

    // The layout of the last stage: files that are not copied there are missing here.
    const opt = await makeFolder();
    for (const [source = '', target = ''] of wordsOf('COPY').filter(([first]) => first?.startsWith('/src/'))) {
      const place = target.replace('/opt/pipeform', opt);
      const from = source.replace('/src', stage);
      if (source.endsWith('/node_modules')) await symlink(join(ROOT, 'node_modules'), place);
      else await cp(from, target.endsWith('/') ? join(place, 'package.json') : place, { recursive: true });
    }
    const version = await run([process.execPath, join(opt, 'dist/bin.js'), '--version'], opt, env);
    expect(version.stdout.trim()).toBe(readYaml<{ version: string }>('package.json').version);
    const checked = await run(
      [process.execPath, join(opt, 'dist/bin.js'), 'validate'],
      join(ROOT, 'examples/quickstart'),
      env,
    );
    expect(checked).toMatchObject({ code: 0 });
  });
});
