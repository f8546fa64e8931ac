import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fleet, KEY } from '../fleet.ts';
import { ask, run } from '../processes.ts';
import type { WantedPipe } from './wanted.ts';

/** Ansible with its `uri` module: `ansible-playbook.yaml`. */
export interface Ansible {
  readonly version: string;
  /** Wall time in milliseconds. @throws Error when it finds a difference. */
  compare(fleet: Fleet, wanted: readonly WantedPipe[]): Promise<number>;
}

const PLAYBOOK = fileURLToPath(new URL('ansible-playbook.yaml', import.meta.url));

/** Null where it is not installed. */
export async function findAnsible(folder: string): Promise<Ansible | null> {
  // It keeps its files in the home folder otherwise.
  const env = { ANSIBLE_HOME: join(folder, 'ansible') };
  const said = await ask('ansible-playbook', ['--version'], folder);
  if (said === null) return null;
  return {
    version: `ansible ${/core ([\d.]+)/.exec(said)?.[1] ?? 'of an unknown version'}`,
    async compare(fleet, wanted) {
      const variables = join(fleet.folder, 'variables.json');
      await writeFile(variables, JSON.stringify(describePipes(fleet, wanted)));
      const { wallMs, stdout } = await run({
        program: 'ansible-playbook',
        args: ['--inventory', 'localhost,', '--extra-vars', `@${variables}`, PLAYBOOK],
        cwd: fleet.folder,
        env,
      });
      if (!/^localhost +: ok=1 +changed=0 /m.test(stdout))
        throw new Error('ansible found pipes that are not as wanted');
      return wallMs;
    },
  };
}

function describePipes(fleet: Fleet, pipes: readonly WantedPipe[]) {
  // The interpreter is named, which saves it looking for one.
  const ansible = { ansible_python_interpreter: '{{ ansible_playbook_python }}' };
  return { ...ansible, api: fleet.url, key_id: KEY.id, key_secret: KEY.secret, pipes };
}
