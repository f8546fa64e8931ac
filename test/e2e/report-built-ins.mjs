// Preloaded into a command that is watched: says which modules of node it has loaded.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.BUILT_INS_FILE, JSON.stringify(process.moduleLoadList)));
