import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fleet, KEY, PARALLELISM } from '../fleet.ts';
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
  const env = { ANSIBLE_HOME: join(folder, 'ansible'), ANSIBLE_PIPELINING: '1' };
  const said = await ask('ansible-playbook', ['--version'], folder);
  if (said === null) return null;
  return {
    version: `ansible ${/core ([\d.]+)/.exec(said)?.[1] ?? 'of an unknown version'}`,
    async compare(fleet, wanted) {
      const inventory = join(fleet.folder, 'inventory.json');
      await writeFile(inventory, JSON.stringify(describeHosts(fleet, wanted)));
      const { wallMs, stdout } = await run({
        program: 'ansible-playbook',
        args: ['--inventory', inventory, '--forks', String(PARALLELISM), PLAYBOOK],
        cwd: fleet.folder,
        env,
      });
      const unchanged = stdout.match(/^\S+ +: ok=1 +changed=0 /gm)?.length ?? 0;
      if (unchanged !== wanted.length)
        throw new Error(`ansible found ${unchanged} of ${wanted.length} pipes unchanged`);
      return wallMs;
    },
  };
}

function describeHosts(fleet: Fleet, wanted: readonly WantedPipe[]) {
  const hosts = wanted.map(({ name, path, settings, scaling }) => [name, { path, settings, scaling }]);
  const vars = {
    api: fleet.url,
    key_id: KEY.id,
    key_secret: KEY.secret,
    // Saves it looking for one on each host.
    ansible_python_interpreter: '{{ ansible_playbook_python }}',
  };
  return { all: { vars, hosts: Object.fromEntries(hosts) } };
}
