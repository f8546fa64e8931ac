import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a module lies in. */
const IN_PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/** Packages that come without the text of their license, and the package whose text has the same terms and the same owner. */
const SAME_LICENSE = { 'yoga-layout': 'react' };

/**
 * What the licenses of the packages that are built in ask to be kept with each copy.
 * @param {readonly string[]} modules the paths of the modules that are built in
 */
export function renderNotices(modules) {
  const folders = [...new Set(modules.flatMap((id) => IN_PACKAGE.exec(id)?.[0] ?? []))].sort();
  return `# Third-party notices\n\nThese packages are built into the command, each under its own license.\n\n${folders.map(renderNotice).join('\n')}`;
}

function renderNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const owner = SAME_LICENSE[name] === undefined ? folder : join('node_modules', SAME_LICENSE[name]);
  const file = readdirSync(owner).find((entry) => /^licen[cs]e\b/i.test(entry));
  if (file === undefined)
    throw new Error(`${name} is built in, but comes without the text of its license (${license}).`);
  const text = readFileSync(join(owner, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `## ${name} ${version}\n\n${text.replace(/^[^\S\n]*(?=\S)/gm, '    ')}\n`;
}
