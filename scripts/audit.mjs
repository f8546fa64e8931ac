// Asks the registry for known vulnerabilities of the packages that users get: what is installed beside the command, and what is built
// into it. Skips the check when the registry does not offer it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.keys(packages).filter((path) => path !== '' && packages[path].dev !== true);
const notices = readFileSync('dist/THIRD-PARTY-NOTICES.md', 'utf8').matchAll(/^## (\S+) /gm);
const delivered = new Set([
  ...installed.map((path) => path.replace(/^.*node_modules\//, '')),
  ...[...notices].map(([, name]) => name),
]);

const { stdout } = spawnSync('npm', ['audit', '--json', '--audit-level=low'], { encoding: 'utf8' });
const vulnerabilities = readVulnerabilities(stdout);
const found = Object.values(vulnerabilities ?? {}).filter(({ name }) => delivered.has(name));
if (vulnerabilities === null) {
  process.stdout.write('skipped: the registry did not answer with an audit.\n');
} else if (found.length > 0) {
  process.stdout.write(`${found.length} vulnerable packages:\n${JSON.stringify(found, null, 2)}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write('no known vulnerabilities.\n');
}

function readVulnerabilities(text) {
  try {
    return JSON.parse(text).vulnerabilities ?? null;
  } catch {
    return null;
  }
}
