import { createHash } from 'node:crypto';
import type { Scope } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';

/**
 * The hidden first line that identifies a comment for updates, by kind, configuration, environment, selection of pipes and
 * optional id.
 */
export function markdownMarker(report: Report, id: string | null = null): string {
  const { kind, environment, scope } = report;
  const parts = [`pipeform:${kind}`, ...nameProject(report)];
  if (environment !== null) parts.push(`environment=${encode(environment)}`);
  if (id !== null) parts.push(`id=${encode(id)}`);
  const part = nameSelection(scope);
  if (part !== null) parts.push(`part=${part}`);
  return `<!-- ${parts.join(' ')} -->`;
}

/** A repository keeps its name and folders while its pipes change. Outside of one, there are only the pipes to go by. */
function nameProject({ project, api, pipes }: Report): readonly string[] {
  if (project === undefined) return [];
  const { path, repository } = project;
  if (repository === null) {
    const services = [...new Set<string>(pipes.map(({ serviceId }) => serviceId))].sort();
    return [`project=${hash(JSON.stringify([api?.organization ?? null, services, path])).slice(0, 12)}`];
  }
  const { remote } = repository;
  return [...(remote === null ? [] : [`repository=${encode(remote)}`]), `path=${encode(path)}`];
}

/** A report about a selection has its own comment and must not replace or close that of the complete fleet. */
function nameSelection(scope: Scope | null): string | null {
  if (scope === null) return null;
  const { target, exclude, onlyOrigin, shard } = scope;
  if (target.length + exclude.length === 0 && onlyOrigin === null && shard === null) return null;
  return hash(JSON.stringify([target, exclude, onlyOrigin, shard?.index ?? null, shard?.total ?? null])).slice(0, 12);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A longer name would leave no room for the report. */
const LONGEST_PART = 1_000;

/** Percent-encodes all but letters, digits, `_` and `.`, because two hyphens would end the comment. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  const safe = encoded.replace(/[-!~*'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return safe.length <= LONGEST_PART ? safe : hash(text);
}
