import { spawnSync } from 'node:child_process';
import { LIBRARY, OWNED, ROOMS } from '../rooms.mjs';

/** Time comes from the machine clock, which is an argument; and a command starts quickly. */
const EVERYWHERE = {
  includes: ['src/**'],
  plugins: ['./scripts/lint/read-no-clock.grit', './scripts/lint/load-lazily.grit'],
};

/**
 * biome.json with an override for each room of scripts/rooms.mjs: the packages and the rooms that it may not import. The rest of the
 * file stays as it is.
 * @param {string} text the file as it is
 */
export function generateLinterRules(text) {
  const rooms = Object.entries(ROOMS).map(([room, allowed]) => overrideOf(room, `src/${room}/**`, allowed));
  const overrides = [...rooms, overrideOf('index.ts', 'src/index.ts', LIBRARY), EVERYWHERE];
  const rules = JSON.stringify({ ...JSON.parse(text), overrides });
  return format(rules, 'biome.json');
}

/** The text as the formatter writes the file, which it checks too. */
export function format(text, file) {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', `--stdin-file-path=${file}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, biome, { input: text, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} could not be formatted: ${stderr}`);
  return stdout;
}

function overrideOf(room, files, allowed) {
  const paths = Object.entries(OWNED)
    .filter(([, owners]) => !owners.includes(room))
    .map(([name, owners]) => [
      name,
      `This package belongs to ${owners.map((owner) => `src/${owner}`).join(' and ') || 'scripts'}.`,
    ]);
  const forbidden = Object.keys(ROOMS).filter((other) => other !== room && !allowed.includes(other));
  const group = [...forbidden.map((other) => `**/${other}/**`), '**/src/index.ts', '**/src/bin.ts'];
  const message = `src/${room} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')} (scripts/rooms.mjs).`;
  const noRestrictedImports = {
    level: 'error',
    options: { paths: Object.fromEntries(paths), patterns: [{ group, message }] },
  };
  return {
    includes: [files],
    linter: { rules: { style: { noRestrictedImports } } },
  };
}
