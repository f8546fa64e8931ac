// What stands between a tag and `npm publish`: the tag must be the version of the package, and the changelog must have an entry for it.
// Provenance asks for the repository: one that is given is written into package.json, unless that names one, and the address of
// the documentation, which the help shows. With it goes the tag of a version that comes before a release, such as 1.3.0-rc.1,
// so that nobody gets it who did not ask for it.
//
//   node scripts/prepare-release.mjs v1.2.3 [OWNER/NAME]
import { readFileSync, writeFileSync } from 'node:fs';

const [tag = '', repository] = process.argv.slice(2);
const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text);

const problems = [];
if (tag !== `v${manifest.version}`)
  problems.push(`The tag is ${tag}, and package.json has version ${manifest.version}.`);
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const section = sectionOf(changelog, manifest.version);
if (section === null) problems.push(`CHANGELOG.md has no section \`## ${manifest.version}\`.`);
else if (section === '') problems.push(`CHANGELOG.md says nothing of ${manifest.version}.`);
if (sectionOf(changelog, 'Unreleased'))
  problems.push(`CHANGELOG.md holds entries under \`## Unreleased\`: they belong under \`## ${manifest.version}\`.`);
if (repository !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repository))
  problems.push(`"${repository}" is no repository, as OWNER/NAME.`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
} else if (repository !== undefined) {
  manifest.repository ??= { type: 'git', url: `git+https://github.com/${repository}.git` };
  manifest.homepage ||= `https://github.com/${repository}/tree/${tag}/docs#readme`;
  if (manifest.version.includes('-')) manifest.publishConfig = { tag: 'next', ...manifest.publishConfig };
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What is written below the heading of a version, with or without brackets and a date; null without a heading. */
function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const isOf = (section) => /^\[?([^\s\]]+)/.exec(section)?.[1] === version;
  const section = sections.find(isOf);
  return section === undefined ? null : section.slice(section.indexOf('\n')).trim();
}
