import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterTests } from '../e2e/clean-up.ts';
import { PIPEFORM } from '../e2e/process.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ShellEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end with exactly this environment. */
export function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<ShellEnd> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pipeform-ci-'));
  afterTests(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment of every job: its own home, the built command on the path, and no way to install another. */
export async function jobEnvironment(folder: string): Promise<Record<string, string>> {
  const tools = join(folder, 'tools');
  await mkdir(tools, { recursive: true });
  await symlink(PIPEFORM, join(tools, 'pipeform'));
  await writeFile(join(tools, 'npm'), '#!/bin/sh\necho "the built command is not there" >&2\nexit 1\n', {
    mode: 0o755,
  });
  return { PATH: `${tools}:${process.env.PATH ?? ''}`, HOME: folder, LANG: 'C.UTF-8', CI: 'true' };
}
