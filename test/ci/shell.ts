import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PIPEFORM, watchProcess } from '../e2e/process.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ShellEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end with exactly this environment. */
export async function run(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ShellEnd> {
  // Not a pipe: bash reads the settings of the user when its input is a socket, as pipes of Node are.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, ...output } = await watchProcess(child).ended;
  return { ...output, code: typeof code === 'number' ? code : -1 };
}

/** Default: the built command is on the path. `install`: jobs install it, without a network. */
export type JobCommand = 'install' | { readonly program: string };

/** The environment of every job: its own home, and a command on the path without a way to install another, or npm. */
export async function jobEnvironment(
  folder: string,
  command: JobCommand = { program: PIPEFORM },
): Promise<Record<string, string>> {
  const base = { HOME: folder, LANG: 'C.UTF-8', CI: 'true' };
  if (command === 'install') return { ...base, npm_config_offline: 'true', PATH: process.env.PATH ?? '' };
  const tools = join(folder, 'tools');
  await mkdir(tools, { recursive: true });
  await symlink(command.program, join(tools, 'pipeform'));
  await writeFile(join(tools, 'npm'), '#!/bin/sh\necho "the built command is not there" >&2\nexit 1\n', {
    mode: 0o755,
  });
  return { ...base, PATH: `${tools}:${process.env.PATH ?? ''}` };
}
