import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { packagePath } from '../../../engine/package-files.ts';
import type { CiService } from './init-answers.ts';

/** A file of the CI, with its path from the top of the repository. */
export interface Workflow {
  readonly path: string;
  readonly text: string;
}

const GITHUB = ['plan', 'apply', 'drift'];
const GITLAB = 'ci/pipeform.gitlab-ci.yml';
const GITLAB_MAIN = `include:
  - local: ${GITLAB}
`;

/**
 * The workflows of a CI service: those of examples/ci, which the tests of the package run.
 * @param folder that of the configuration, from the top of the repository, with forward slashes; empty at the top.
 */
export async function readWorkflows(ci: CiService, folder: string): Promise<readonly Workflow[]> {
  const document = folder === '' ? null : posix.join(folder, 'pipeform.yaml');
  if (ci === 'github') {
    return Promise.all(
      GITHUB.map(async (name) => ({
        path: `.github/workflows/pipeform-${name}.yml`,
        text: nameDocument(await readExample('github', `${name}.yml`), 'env', document),
      })),
    );
  }
  if (ci === 'gitlab') {
    const text = await readExample('gitlab', 'pipeform.gitlab-ci.yml');
    return [
      { path: '.gitlab-ci.yml', text: GITLAB_MAIN },
      { path: GITLAB, text: nameDocument(text, 'variables', document) },
    ];
  }
  return [];
}

function readExample(...path: readonly string[]): Promise<string> {
  return readFile(packagePath('examples', 'ci', ...path), 'utf8');
}

/** CI works at the top of the repository; a configuration further down is named by the variable of `--config`. */
function nameDocument(text: string, section: 'env' | 'variables', document: string | null): string {
  if (document === null) return text;
  const line = `  PIPEFORM_CONFIG: ${JSON.stringify(document)}\n`;
  if (section === 'variables') return text.replace(/^variables:\n/m, (head) => `${head}${line}`);
  return text.replace(/^jobs:\n/m, (head) => `env:\n${line}\n${head}`);
}
